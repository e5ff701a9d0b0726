/* What is counted has three bytes each. */
void fill(unsigned char *buffer, unsigned char red, unsigned char green, unsigned char blue, int count)
{
    int index;

    for (index = 0; index < count; index++) {
        *buffer++ = red;
        *buffer++ = green;
        *buffer++ = blue;
    }
}
