// A turnstile: a coin unlocks it, a push locks it again, and too much force breaks it.
#include <stdlib.h>

enum state { LOCKED, UNLOCKED, BROKEN };

struct turnstile {
    enum state state;
    unsigned coins;
    unsigned forced;
};

struct turnstile *turnstile_new(void) {
    struct turnstile *made = malloc(sizeof *made);
    if (made != NULL) {
        made->state = LOCKED;
        made->coins = 0;
        made->forced = 0;
    }
    return made;
}

void turnstile_coin(struct turnstile *t, unsigned cents) {
    if (t->state == BROKEN || cents < 50) {
        return;
    }
    t->coins += cents;
    t->state = UNLOCKED;
}

int turnstile_push(struct turnstile *t, unsigned force) {
    switch (t->state) {
    case UNLOCKED:
        t->state = LOCKED;
        return 1;
    case LOCKED:
        if (force > 100 && ++t->forced == 3) {
            t->state = BROKEN;
        }
        return 0;
    default:
        return -1;
    }
}

// What the day was like.
int turnstile_day(const struct turnstile *t) {
    if (t->forced > 3) { // never
        return -1;
    }
    if (t->state == BROKEN) {
        return t->coins > 1000 ? 3 : 2;
    }
    if (t->state == UNLOCKED && t->coins == 777) {
        return 4;
    }
    return t->coins == 0 ? 0 : 1;
}
