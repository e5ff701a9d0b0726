/* Classification of triangles that first adds up which sides are equal, and then looks at the sum: the form that most
   studies of test generation use. What is equal is told to later conditions by a number alone. */

enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

enum kind kind_of(int a, int b, int c)
{
    int equal = 0;

    if (a <= 0 || b <= 0 || c <= 0)
        return NONE;
    if (a == b)
        equal += 1;
    if (a == c)
        equal += 2;
    if (b == c)
        equal += 3;
    if (equal == 0) {
        if ((long)a + b <= c || (long)b + c <= a || (long)a + c <= b)
            return NONE;
        return SCALENE;
    }
    if (equal > 3)
        return EQUILATERAL;
    if (equal == 1 && (long)a + b > c)
        return ISOSCELES;
    if (equal == 2 && (long)a + c > b)
        return ISOSCELES;
    if (equal == 3 && (long)b + c > a)
        return ISOSCELES;
    return NONE;
}
