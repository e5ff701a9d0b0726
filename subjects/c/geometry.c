/* Points and circles. */
#include <math.h>

struct point {
    double x, y;
};

struct circle {
    struct point centre;
    double radius;
};

enum relation { APART, TOUCHING, CROSSING, INSIDE, WRONG_CIRCLE };

double distance(struct point a, struct point b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

enum relation relate(const struct circle *a, const struct circle *b)
{
    double between, reach;

    if (!(a->radius > 0) || !(b->radius > 0))
        return WRONG_CIRCLE;
    between = distance(a->centre, b->centre);
    reach = a->radius + b->radius;
    if (between > reach)
        return APART;
    if (between == reach)
        return TOUCHING;
    return between < fabs(a->radius - b->radius) ? INSIDE : CROSSING;
}

/* 1 to the left of the line from a to b, -1 to the right, 0 on it. */
int side(struct point a, struct point b, struct point p)
{
    double cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);

    if (isnan(cross))
        return 0;
    return (cross > 0) - (cross < 0);
}

/* The real roots of ax² + bx + c = 0. */
int roots(double a, double b, double c, double result[2])
{
    double under = b * b - 4 * a * c;

    if (a == 0 || under < 0)
        return 0;
    result[0] = (-b - sqrt(under)) / (2 * a);
    result[1] = (-b + sqrt(under)) / (2 * a);
    return under == 0 ? 1 : 2;
}
