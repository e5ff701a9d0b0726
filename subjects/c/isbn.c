/* Check digits of books and of journals. */

/* The value of a digit, of the final X, or -1. */
static int digit(char letter, int last)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    if (last && (letter == 'X' || letter == 'x'))
        return 10;
    return -1;
}

/* Ten digits, hyphens allowed between them. */
int isbn10_ok(const char *text)
{
    int count = 0, sum = 0;

    for (; *text; text++) {
        int value;
        if (*text == '-')
            continue;
        if (count == 10)
            return 0;
        value = digit(*text, count == 9);
        if (value < 0)
            return 0;
        sum += value * (10 - count);
        count++;
    }
    return count == 10 && sum % 11 == 0;
}

/* Eight digits with a hyphen in the middle. */
int issn_ok(const char *text)
{
    int sum = 0;

    for (int i = 0; i < 9; i++) {
        if (i == 4) {
            if (text[i] != '-')
                return 0;
        } else {
            int value = digit(text[i], i == 8);
            if (value < 0)
                return 0;
            sum += value * (i < 4 ? 8 - i : 9 - i);
        }
    }
    return text[9] == '\0' && sum % 11 == 0;
}
