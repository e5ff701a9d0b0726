/* Classification of triangles by their sides. */

enum triangle { INVALID, SCALENE, ISOSCELES, EQUILATERAL };

enum triangle classify(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return INVALID;
    if ((long)a + b <= c || (long)a + c <= b || (long)b + c <= a)
        return INVALID;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || a == c)
        return ISOSCELES;
    return SCALENE;
}

int is_right(int a, int b, int c)
{
    long long x = a, y = b, z = c;

    if (classify(a, b, c) == INVALID)
        return 0;
    return x * x + y * y == z * z || x * x + z * z == y * y || y * y + z * z == x * x;
}
