// Threads that synchronise what they share: the order in which they run does not show.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int queue[8], waiting, closed, total;

static void *consume(void *share)
{
    long taken = 0;

    for (;;) {
        pthread_mutex_lock(&lock);
        while (waiting == 0 && !closed)
            pthread_cond_wait(&filled, &lock);
        if (waiting == 0) {
            pthread_mutex_unlock(&lock);
            return (void *)taken;
        }
        total += queue[--waiting];
        taken += *(int *)share;
        pthread_mutex_unlock(&lock);
    }
}

static void queues(void)
{
    pthread_t thread;
    void *taken;
    int share = 10, i;

    pthread_create(&thread, NULL, consume, &share);
    for (i = 1; i <= 4; i++) {
        pthread_mutex_lock(&lock);
        queue[waiting++] = i;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, &taken);
    printf("total %d, taken %ld\n", total, (long)taken);
}

static int ready;

static void *announce(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void waits(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, announce, NULL);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
    printf("ready %d, joined %d\n", ready, pthread_join(thread, NULL));
}

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void destroy(void *value)
{
    printf("destroyed %d\n", *(int *)value);
    free(value);
}

static void make_key(void)
{
    printf("made %d\n", pthread_key_create(&key, destroy));
}

static _Noreturn void leave(int *value)
{
    int inside = *value * 2;

    pthread_setspecific(key, value);
    *value = inside;
    pthread_exit(value);
}

static void *specific(void *unused)
{
    int *value = malloc(sizeof *value);

    (void)unused;
    pthread_once(&once, make_key);
    *value = 21;
    leave(value);
}

static void keys(void)
{
    pthread_t thread;

    pthread_once(&once, make_key);
    pthread_create(&thread, NULL, specific, NULL);
    pthread_join(thread, NULL);
    printf("nothing here: %d\n", pthread_getspecific(key) == NULL);
    printf("itself: %d, other: %d\n", pthread_equal(pthread_self(), pthread_self()) != 0,
           pthread_equal(pthread_self(), thread) != 0);
}

static void kinds(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t recursive, checked;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &attributes);
    printf("recursive %d\n", pthread_mutex_lock(&recursive));
    printf("again %d\n", pthread_mutex_lock(&recursive));
    printf("checked %d\n", pthread_mutex_lock(&checked));
    printf("again %d\n", pthread_mutex_lock(&checked) == EDEADLK);
    printf("busy %d\n", pthread_mutex_trylock(&checked) == EBUSY);
    printf("unlocked %d\n", pthread_mutex_unlock(&checked));
    printf("again %d\n", pthread_mutex_unlock(&checked) == EPERM);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    printf("destroyed %d\n", pthread_mutex_destroy(&recursive));
}

static sem_t semaphore;

static void *post(void *count)
{
    int i;

    for (i = 0; i < *(int *)count; i++)
        sem_post(&semaphore);
    return count;
}

static void semaphores(void)
{
    pthread_t thread;
    int count = 3, value, i;

    sem_init(&semaphore, 0, 0);
    printf("none %d\n", sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    pthread_create(&thread, NULL, post, &count);
    for (i = 0; i < 2; i++)
        sem_wait(&semaphore);
    pthread_join(thread, NULL);
    sem_getvalue(&semaphore, &value);
    printf("left %d\n", value);
}

int main(void)
{
    queues();
    waits();
    keys();
    kinds();
    semaphores();
    return 0;
}
