/* Reading of a packet: one way out, reached by goto. */
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x5A, SHORT_PACKET = -1, BAD_MAGIC = -2, BAD_SUM = -3, NO_MEMORY = -4 };

/* Copies the payload of magic, length, payload, sum; gives its length or what was wrong. */
int read_packet(const unsigned char *data, unsigned size, unsigned char *out)
{
    unsigned char *copy = NULL;
    unsigned sum = 0, length, i;
    int status;

    if (size < 3) {
        status = SHORT_PACKET;
        goto done;
    }
    if (data[0] != MAGIC) {
        status = BAD_MAGIC;
        goto done;
    }
    length = data[1];
    if (size < length + 3) {
        status = SHORT_PACKET;
        goto done;
    }
    copy = malloc(length + 1);
    if (copy == NULL) {
        status = NO_MEMORY;
        goto done;
    }
    i = 0;
again:
    if (i < length) {
        copy[i] = data[2 + i];
        sum += copy[i++];
        goto again;
    }
    if ((sum & 0xff) != data[2 + length]) {
        status = BAD_SUM;
        goto done;
    }
    memcpy(out, copy, length);
    status = (int)length;
done:
    free(copy);
    return status;
}
