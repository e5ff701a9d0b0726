/* Values of several types in one place: unions behind a tag, and one that is looked at in two ways. */

#include <stddef.h>

enum kind { NOTHING, NUMBER, TEXT, COUNT };

struct variant {
    enum kind kind;
    union {
        double *number;
        const char *text;
        int count;
    } as;
};

union word {
    float real;
    unsigned bits;
    unsigned char bytes[4];
};

/* The size of what a variant holds. */
double variant_size(const struct variant *value)
{
    switch (value->kind) {
    case NUMBER:
        return *value->as.number < 0 ? -*value->as.number : *value->as.number;
    case TEXT:
        return value->as.text[0] == '\0' ? 0 : 1;
    case COUNT:
        return value->as.count;
    default:
        return -1;
    }
}

/* Makes a text of a variant, or a count if there is none. */
void variant_assign(struct variant *value, const char *text, int count)
{
    if (text != NULL) {
        value->kind = TEXT;
        value->as.text = text;
    } else if (count > 0) {
        value->kind = COUNT;
        value->as.count = count;
    }
}

/* Whether the sign of a float is set, by its bits. */
int word_is_negative(union word word)
{
    return (word.bits & 0x80000000u) != 0 && word.bits != 0x80000000u;
}

/* Clears a word but for its last byte. */
void word_keep_last(union word *word, unsigned char last)
{
    word->bits = 0;
    if (last > 9)
        word->bytes[3] = last;
}
