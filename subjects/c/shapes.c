/* A tagged union: which member counts is told by a kind. */

struct shape {
    enum { DOT, BOX, LINE } kind;
    union {
        struct { int width, height; } box;
        struct { short from, to; } line;
    } as;
};

long area(const struct shape *shape)
{
    switch (shape->kind) {
    case DOT:
        return 1;
    case BOX:
        if (shape->as.box.width < 0 || shape->as.box.height < 0)
            return -1;
        return (long)shape->as.box.width * shape->as.box.height;
    case LINE:
        return shape->as.line.from > shape->as.line.to
            ? shape->as.line.from - shape->as.line.to
            : shape->as.line.to - shape->as.line.from;
    }
    return -2;
}

/* The index of the largest shape, or -1 if there is none. */
int largest(const struct shape *shapes, int count)
{
    int best = -1;

    for (int i = 0; i < count; i++)
        if (best < 0 || area(&shapes[i]) > area(&shapes[best]))
            best = i;
    return best;
}
