/* C as it was written before there was a standard: definitions without types in their lists, and functions that
   nobody declared. */
char buffer[32];

length(text)
char *text;
{
    int count = 0;
    while (*text++) count++;
    return count;
}

main(argc, argv)
int argc;
char **argv;
{
    if (argc < 2) return 1;
    if (length(argv[1]) > 4) {
        strcpy(buffer, argv[1]);
        printf("%s\n", buffer);
        return 2;
    }
    return 0;
}
