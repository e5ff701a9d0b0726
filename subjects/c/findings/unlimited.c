/* A number that is compared, which does not limit it on the side where it is too large. */
int scaled(int number)
{
    if (number < 1000)
        number = 1000;
    return number * 4096;
}
