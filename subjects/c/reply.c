/* Things that are given back: destructors of lists, a text that grows, and memory that another file hands out. */
#include <stdlib.h>
#include <string.h>

struct header {
    char *name;
    char *value;
    struct header *next;
};

struct reply {
    int status;
    struct header *headers;
    char *body;
};

void *pool_get(size_t size);

static void header_free(struct header *header)
{
    while (header) {
        struct header *next = header->next;
        free(header->name);
        free(header->value);
        free(header);
        header = next;
    }
}

int reply_free(struct reply *reply)
{
    if (!reply)
        return -1;
    header_free(reply->headers);
    free(reply->body);
    free(reply);
    return 0;
}

char *append(char *text, const char *more)
{
    size_t length = strlen(text), count = strlen(more);
    char *grown = realloc(text, length + count + 1);
    if (!grown)
        return NULL;
    memcpy(grown + length, more, count + 1);
    return grown;
}

int fill(size_t count)
{
    int *numbers = pool_get(count * sizeof *numbers);
    size_t index;
    if (!numbers)
        return -1;
    for (index = 0; index < count; index++)
        numbers[index] = (int)index;
    return count > 3 ? numbers[3] : 0;
}
