/* Bytes that are no text: zeros among them mean nothing. */
int dark(const unsigned char *frame, int width)
{
    int index, count = 0;

    for (index = 0; index < width * width; index++)
        if (frame[index] > 127)
            count++;
    return count;
}
