/* What other files define is declared with constants of all kinds. */

#include <stddef.h>

struct store;

/* Known to another file alone. */
size_t store_length(const struct store *store);
const char *store_text(const struct store *const *stores, size_t index);
int next_option(int count, char *const words[], const char *options);

extern const unsigned char kinds[16];

/* How many texts begin with a digit. */
size_t numbers(const struct store *store, size_t most)
{
    size_t count = 0, index;

    for (index = 0; index < store_length(store) && index < most; index++) {
        const char *text = store_text(&store, index);

        if (text != NULL && text[0] >= '0' && text[0] <= '9')
            count++;
    }
    return count;
}

/* Which option comes first: 1 for -v, 2 for -q, 0 for none. */
int first_option(int count, char **words)
{
    switch (next_option(count, words, "vq")) {
    case 'v':
        return 1;
    case 'q':
        return 2;
    default:
        return 0;
    }
}

/* The kind of a letter. */
int kind_of(unsigned char letter)
{
    if (letter >= sizeof kinds)
        return -1;
    return kinds[letter];
}
