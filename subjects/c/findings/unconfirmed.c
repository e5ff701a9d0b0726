/* A variable that is read before it is written: no sanitizer that is used here sees it. */
int chosen(int which)
{
    int value;

    if (which == 1)
        value = 3;
    return value;
}
