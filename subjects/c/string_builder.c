/* Text that grows. */
#include <stdlib.h>
#include <string.h>

struct builder {
    char *text;
    size_t length;
    size_t room;
};

void builder_init(struct builder *builder)
{
    builder->text = NULL;
    builder->length = 0;
    builder->room = 0;
}

static int make_room(struct builder *builder, size_t more)
{
    size_t room = builder->room == 0 ? 16 : builder->room;
    char *text;

    while (room < builder->length + more + 1)
        room *= 2;
    if (room == builder->room)
        return 1;
    text = realloc(builder->text, room);
    if (text == NULL)
        return 0;
    builder->text = text;
    builder->room = room;
    return 1;
}

int builder_add(struct builder *builder, const char *text)
{
    size_t length = strlen(text);

    if (!make_room(builder, length))
        return 0;
    memcpy(builder->text + builder->length, text, length + 1);
    builder->length += length;
    return 1;
}

/* Two words with a separator between them, on the heap; NULL if there is no memory. */
char *joined(const char *first, const char *second, char separator)
{
    struct builder builder;
    char between[2] = {separator, '\0'};

    builder_init(&builder);
    if (!builder_add(&builder, first) || !builder_add(&builder, between)
        || !builder_add(&builder, second)) {
        free(builder.text);
        return NULL;
    }
    return builder.text;
}
