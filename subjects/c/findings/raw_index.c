/* An index that nobody checks: the caller has to. */
static const int squares[4] = {0, 1, 4, 9};

int square(int number)
{
    return squares[number];
}
