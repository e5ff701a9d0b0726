// Random numbers, which are inputs of the run; by default rand and random with glibc's additive feedback generator, drand48 with the standard's congruence: the
// numbers are those of a native run.
#include "ferret.h"

enum { DEGREE = 31, SEPARATION = 3 };

static int state[DEGREE];
static int front, rear;
static int seeded;

static unsigned next_random(void) {
    unsigned sum = (unsigned)state[front] + (unsigned)state[rear];
    state[front] = (int)sum;
    front = (front + 1) % DEGREE;
    rear = (rear + 1) % DEGREE;
    return sum >> 1;
}

static void seed_random(unsigned seed) {
    if (!seed) seed = 1;
    int word = (int)seed;
    state[0] = word;
    for (int i = 1; i < DEGREE; i++) {
        // 16807 * word modulo 2^31 - 1, without leaving 32 bits.
        long high = word / 127773, low = word % 127773;
        word = (int)(16807 * low - 2836 * high);
        if (word < 0) word += 2147483647;
        state[i] = word;
    }
    front = SEPARATION;
    rear = 0;
    seeded = 1;
    for (int i = 0; i < 10 * DEGREE; i++) next_random();
}

static unsigned random_number(void) {
    if (!seeded) seed_random(1);
    return next_random();
}

// The generator goes on even where the scenario answers, so that one answer changes one number.
static int asked_number(void) {
    return (int)__ferret_ask(ASK_RAND, random_number()) & 0x7fffffff;
}

API int rand(void) { return asked_number(); }
API void srand(unsigned seed) { seed_random(seed); }
API long random(void) { return asked_number(); }
API void srandom(unsigned seed) { seed_random(seed); }

API int rand_r(unsigned *seed) {
    unsigned next = *seed, result;
    next = next * 1103515245 + 12345;
    result = (next / 65536) % 2048;
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ ((next / 65536) % 1024);
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ ((next / 65536) % 1024);
    *seed = next;
    return (int)result;
}

static uint64_t x48;
static uint64_t step48(void) {
    x48 = (x48 * 0x5deece66dul + 0xb) & 0xffffffffffff;
    return x48;
}

API void srand48(long seed) { x48 = ((uint64_t)(uint32_t)seed << 16) | 0x330e; }
API double drand48(void) { return (double)step48() * 0x1p-48; }
API long lrand48(void) { return (long)(step48() >> 17); }
API long mrand48(void) { return (int)(uint32_t)(step48() >> 16); }

API unsigned arc4random(void) { return (random_number() << 1) ^ random_number(); }
API unsigned arc4random_uniform(unsigned limit) { return limit ? random_number() % limit : 0; }

API void arc4random_buf(void *to, size_t count) {
    for (size_t i = 0; i < count; i++) ((byte *)to)[i] = (byte)(random_number() >> 8);
}

API ssize_t getrandom(void *to, size_t count, unsigned flags) {
    (void)flags;
    for (size_t i = 0; i < count; i++) ((byte *)to)[i] = (byte)(random_number() >> 8);
    return (ssize_t)count;
}
