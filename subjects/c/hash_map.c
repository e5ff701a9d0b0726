/* A map from words to numbers, with chains. */
#include <stdlib.h>
#include <string.h>

#define BUCKETS 8

struct entry {
    char key[16];
    int value;
    struct entry *next;
};

struct map {
    struct entry *buckets[BUCKETS];
    int count;
};

unsigned map_hash(const char *key)
{
    unsigned hash = 5381;

    while (*key != '\0')
        hash = hash * 33 + (unsigned char)*key++;
    return hash;
}

struct map *map_create(void)
{
    return calloc(1, sizeof(struct map));
}

static struct entry **place_of(struct map *map, const char *key)
{
    struct entry **place = &map->buckets[map_hash(key) % BUCKETS];

    while (*place != NULL && strcmp((*place)->key, key) != 0)
        place = &(*place)->next;
    return place;
}

int map_put(struct map *map, const char *key, int value)
{
    struct entry **place;

    if (strlen(key) >= sizeof (*place)->key)
        return -1;
    place = place_of(map, key);
    if (*place == NULL) {
        *place = calloc(1, sizeof **place);
        if (*place == NULL)
            return -1;
        strcpy((*place)->key, key);
        map->count++;
    }
    (*place)->value = value;
    return 0;
}

int map_get(struct map *map, const char *key, int fallback)
{
    struct entry *entry = *place_of(map, key);

    return entry != NULL ? entry->value : fallback;
}

void map_destroy(struct map *map)
{
    if (map == NULL)
        return;
    for (int i = 0; i < BUCKETS; i++)
        while (map->buckets[i] != NULL) {
            struct entry *next = map->buckets[i]->next;
            free(map->buckets[i]);
            map->buckets[i] = next;
        }
    free(map);
}
