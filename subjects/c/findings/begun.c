/* A record without pointers that a function sets up. */
struct digest {
    unsigned char tail[8];
    int length;
};

void digest_begin(struct digest *digest)
{
    digest->length = 0;
}

int digest_add(struct digest *digest, unsigned char byte)
{
    if (digest->length > 8)
        return -1;
    digest->tail[digest->length++] = byte;
    return 0;
}
