/* A function that leaves to its callers what it is handed; all of them see to it. */
static const int squares[4] = {0, 1, 4, 9};

int square(int number)
{
    if (number < 0)
        return -1;
    return squares[number];
}

int square_of_digit(char digit)
{
    int number = digit - '0';

    if (number > 3)
        return -1;
    return square(number);
}
