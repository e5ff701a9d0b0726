/* Functions that call themselves and each other. */

unsigned gcd(unsigned a, unsigned b)
{
    return b == 0 ? a : gcd(b, a % b);
}

int is_odd(unsigned n);

int is_even(unsigned n)
{
    if (n > 1000)
        return n % 2 == 0;
    return n == 0 ? 1 : is_odd(n - 1);
}

int is_odd(unsigned n)
{
    if (n > 1000)
        return n % 2 != 0;
    return n == 0 ? 0 : is_even(n - 1);
}

/* Ackermann's function, cut off; -1 where it would take too long. */
int ackermann(int m, int n)
{
    int inner;

    if (m < 0 || n < 0 || m > 2 || n > 6)
        return m == 1 && n > 6 && n < 30 ? n + 2 : -1;
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    inner = ackermann(m, n - 1);
    /* infeasible: what is this small has a result */
    return inner < 0 ? -1 : ackermann(m - 1, inner);
}

int is_palindrome(const char *text, int length)
{
    if (length < 2)
        return 1;
    return text[0] == text[length - 1] && is_palindrome(text + 1, length - 2);
}
