/* Threads: a sum that two of them share, and a counter behind a lock. */
#include <pthread.h>
#include <stddef.h>

struct part {
    const int *values;
    int count;
    long sum;
};

static void *add_up(void *argument)
{
    struct part *part = argument;
    int i;

    for (i = 0; i < part->count; i++)
        part->sum += part->values[i];
    if (part->sum < 0)
        pthread_exit(part);
    return NULL;
}

/* The sum of values; parts with a sum below zero are counted. */
long shared_sum(const int values[6], int count, int *negative)
{
    struct part parts[2] = {{values, count / 2, 0}, {values + count / 2, count - count / 2, 0}};
    pthread_t threads[2];
    void *result;
    int i;

    *negative = 0;
    if (count < 0 || count > 6)
        return -1;
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add_up, &parts[i]);
    for (i = 0; i < 2; i++) {
        pthread_join(threads[i], &result);
        if (result != NULL)
            ++*negative;
    }
    return parts[0].sum + parts[1].sum;
}

struct counter {
    pthread_mutex_t lock;
    int count;
    int most;
};

/* Counts unless the most is reached; tells whether it did. */
int counter_up(struct counter *counter)
{
    int counted = 0;

    pthread_mutex_lock(&counter->lock);
    if (counter->count < counter->most) {
        counter->count++;
        counted = 1;
    }
    pthread_mutex_unlock(&counter->lock);
    return counted;
}
