/* What kind of triangle three sides make: 0 none, 1 scalene, 2 isosceles, 3 equilateral. */
int classify(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0)
        return 0;
    if (c - b >= a || a - c >= b || b - a >= c)
        return 0;
    if (a == b && b == c)
        return 3;
    if (a == b || b == c || c == a)
        return 2;
    return 1;
}
