/* A parser that skips what follows a backslash, even if that is the end of the text. */
int plain_characters(const char *text)
{
    int count = 0;

    if (text == 0)
        return -1;
    while (*text != '\0') {
        if (*text == '\\')
            text++;
        text++;
        count++;
    }
    return count;
}
