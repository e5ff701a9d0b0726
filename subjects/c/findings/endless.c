/* A loop that does not go on past a character that it does not know. */
int words(const char *text)
{
    int count = 0;
    int inside = 0;

    while (*text != '\0') {
        if (*text == ' ') {
            inside = 0;
            text++;
        } else if (*text == '#') {
            continue;
        } else {
            count += !inside;
            inside = 1;
            text++;
        }
    }
    return count;
}
