/* An index that is checked, by a comparison that lets one too many through. */
static const int squares[4] = {0, 1, 4, 9};

int square(int number)
{
    if (number < 0 || number > 4)
        return -1;
    return squares[number];
}
