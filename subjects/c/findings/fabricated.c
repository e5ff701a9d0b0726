/* A buffer whose length has to agree with what it points at. */
struct span {
    const unsigned char *bytes;
    unsigned length;
};

unsigned sum(const struct span *span)
{
    unsigned total = 0, index;

    if (span == 0 || span->bytes == 0)
        return 0;
    for (index = 0; index < span->length; index++)
        total += span->bytes[index];
    return total;
}
