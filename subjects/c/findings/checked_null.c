/* A pointer that is compared with null, and used all the same. */
int length(const char *text)
{
    int count = 0;

    if (text == 0)
        count = -1;
    while (text[count + 1] != 0)
        count++;
    return count;
}
