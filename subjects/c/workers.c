/* Threads: a sum that two of them share, a counter behind a lock, and a queue that a worker empties. */
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
        if (pthread_create(&threads[i], NULL, add_up, &parts[i]) != 0)
            return -1;
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

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int items[4];
    int length;
    int closed;
    int seen;
};

static void *empty(void *argument)
{
    struct queue *queue = argument;

    pthread_mutex_lock(&queue->lock);
    for (;;) {
        while (queue->length == 0 && !queue->closed)
            pthread_cond_wait(&queue->changed, &queue->lock);
        if (queue->length == 0)
            break;
        queue->seen += queue->items[--queue->length];
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

/* Hands three numbers to a worker; gives their sum as it saw them. */
int through_queue(unsigned char a, unsigned char b, unsigned char c)
{
    struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0, 0};
    const int numbers[] = {a, b, c};
    pthread_t worker;
    int i;

    if (pthread_create(&worker, NULL, empty, &queue) != 0)
        return -1;
    for (i = 0; i < 3; i++) {
        pthread_mutex_lock(&queue.lock);
        queue.items[queue.length++] = numbers[i];
        pthread_cond_signal(&queue.changed);
        pthread_mutex_unlock(&queue.lock);
    }
    pthread_mutex_lock(&queue.lock);
    queue.closed = 1;
    pthread_cond_signal(&queue.changed);
    pthread_mutex_unlock(&queue.lock);
    pthread_join(worker, NULL);
    return queue.seen;
}
