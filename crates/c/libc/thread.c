// Threads, one at a time: a thread is run to its end when somebody waits for it or for what it may do. Programs that
// synchronise what they share cannot tell this from any other order. A wait that no thread can end ends the run, as a
// program that hangs does.
#include "ferret.h"

enum { MOST_THREADS = 256, MOST_KEYS = 64, MOST_ROUNDS = 4 };
enum { ESRCH = 3, EAGAIN = 11, EBUSY = 16, EDEADLK = 35, ETIMEDOUT = 110 };
enum { READY, RUNNING, ENDED, JOINED };
enum { KIND_RECURSIVE = 1, KIND_ERRORCHECK = 2 };

typedef unsigned long pthread_t;

struct thread {
    void *(*run)(void *);
    void *argument;
    void *result;
    void *values[MOST_KEYS];
    int state;
    int detached;
    int cancelled;
};

// Number 0 is the thread that everything begins with. A handle is one more than the number.
static struct thread *threads[MOST_THREADS];
static int thread_count = 1;
static int current;
static struct thread first;

static struct {
    int used;
    void (*destroy)(void *);
} keys[MOST_KEYS];

static struct thread *here(void) { return current ? threads[current] : &first; }

static void end_values(struct thread *thread) {
    for (int round = 0; round < MOST_ROUNDS; round++) {
        int more = 0;
        for (int key = 0; key < MOST_KEYS; key++) {
            void *value = thread->values[key];
            if (!keys[key].used || !keys[key].destroy || !value) continue;
            thread->values[key] = 0;
            keys[key].destroy(value);
            more = 1;
        }
        if (!more) return;
    }
}

// What a thread does; `pthread_exit` leaves it.
void __ferret_thread(void *started) {
    struct thread *thread = started;
    thread->result = thread->run(thread->argument);
}

static void run_thread(int number) {
    struct thread *thread = threads[number];
    int before = current;
    current = number;
    thread->state = RUNNING;
    if (!thread->cancelled) __ferret_run_thread(thread);
    end_values(thread);
    thread->state = ENDED;
    current = before;
}

// Runs a thread that was not begun, if there is one.
static int run_another(void) {
    for (int number = 1; number < thread_count; number++)
        if (threads[number]->state == READY) {
            run_thread(number);
            return 1;
        }
    return 0;
}

static void wait_or_hang(void) {
    if (!run_another()) __ferret_hang();
}

static struct thread *thread_of(pthread_t handle) {
    // C leaves open what comes of a handle that nobody gave.
    if (handle - 1 >= (unsigned long)thread_count) __ferret_hang();
    return handle == 1 ? &first : threads[handle - 1];
}

API int pthread_create(pthread_t *handle, const int *attributes, void *(*run)(void *), void *argument) {
    if (thread_count == MOST_THREADS) return EAGAIN;
    struct thread *thread = __ferret_allocate_zeroed(sizeof *thread);
    thread->run = run;
    thread->argument = argument;
    thread->detached = attributes && *attributes;
    threads[thread_count] = thread;
    *handle = (unsigned long)++thread_count;
    return 0;
}

API int pthread_join(pthread_t handle, void **result) {
    struct thread *thread = thread_of(handle);
    if (thread == here()) return EDEADLK;
    if (thread->detached) return EINVAL;
    if (thread->state == JOINED) __ferret_hang();
    if (thread->state == READY) run_thread((int)handle - 1);
    // One that waits below this call cannot go on before it returns.
    if (thread->state != ENDED) __ferret_hang();
    thread->state = JOINED;
    if (result) *result = thread->result;
    return 0;
}

API int pthread_detach(pthread_t handle) {
    struct thread *thread = thread_of(handle);
    if (thread->detached) return EINVAL;
    thread->detached = 1;
    return 0;
}

API _Noreturn void pthread_exit(void *result) {
    // The end of the first thread is the end of the process only when the others have ended.
    if (!current) {
        while (run_another()) {}
        __ferret_exit(0);
    }
    here()->result = result;
    __ferret_leave_thread();
}

API int pthread_cancel(pthread_t handle) {
    struct thread *thread = thread_of(handle);
    if (thread->state == READY) {
        thread->cancelled = 1;
        thread->result = (void *)-1L;
    }
    return 0;
}

API pthread_t pthread_self(void) { return (unsigned long)current + 1; }
API int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
API void pthread_testcancel(void) {}
API int pthread_setcancelstate(int state, int *old) { if (old) *old = 0; (void)state; return 0; }
API int pthread_setcanceltype(int type, int *old) { if (old) *old = 0; (void)type; return 0; }
API int sched_yield(void) { run_another(); return 0; }
API int pthread_yield(void) { run_another(); return 0; }

// Attributes: whether a thread is detached; the rest is taken and of no effect.
API int pthread_attr_init(int *attributes) { *attributes = 0; return 0; }
API int pthread_attr_destroy(int *attributes) { (void)attributes; return 0; }
API int pthread_attr_setdetachstate(int *attributes, int state) {
    if (state != 0 && state != 1) return EINVAL;
    *attributes = state;
    return 0;
}
API int pthread_attr_getdetachstate(const int *attributes, int *state) { *state = *attributes; return 0; }
API int pthread_attr_setstacksize(int *attributes, size_t size) {
    (void)attributes;
    return size < 16384 ? EINVAL : 0;
}

// Mutexes. Where the kind lies is what static initialisers know.
struct mutex {
    int count;
    int padding;
    int owner;
    int padding_too;
    int kind;
};

API int pthread_mutex_init(struct mutex *mutex, const int *attributes) {
    __builtin_memset(mutex, 0, 40);
    mutex->kind = attributes ? *attributes : 0;
    return 0;
}
API int pthread_mutex_destroy(struct mutex *mutex) { return mutex->count ? EBUSY : 0; }

static int take(struct mutex *mutex) {
    mutex->count++;
    mutex->owner = current;
    return 0;
}

API int pthread_mutex_trylock(struct mutex *mutex) {
    if (!mutex->count || (mutex->kind == KIND_RECURSIVE && mutex->owner == current)) return take(mutex);
    return EBUSY;
}

API int pthread_mutex_lock(struct mutex *mutex) {
    if (!mutex->count) return take(mutex);
    if (mutex->owner == current) {
        if (mutex->kind == KIND_RECURSIVE) return take(mutex);
        if (mutex->kind == KIND_ERRORCHECK) return EDEADLK;
    }
    // Its owner waits below this call.
    __ferret_hang();
}

API int pthread_mutex_timedlock(struct mutex *mutex, const void *time) {
    (void)time;
    return mutex->count && mutex->owner != current ? ETIMEDOUT : pthread_mutex_lock(mutex);
}

API int pthread_mutex_unlock(struct mutex *mutex) {
    if (!mutex->count || mutex->owner != current) {
        if (mutex->kind) return EPERM;
        // C leaves open what comes of it.
        __ferret_hang();
    }
    mutex->count--;
    return 0;
}

API int pthread_mutexattr_init(int *attributes) { *attributes = 0; return 0; }
API int pthread_mutexattr_destroy(int *attributes) { (void)attributes; return 0; }
API int pthread_mutexattr_gettype(const int *attributes, int *kind) { *kind = *attributes; return 0; }
API int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < 0 || kind > 3) return EINVAL;
    *attributes = kind;
    return 0;
}

// Spin locks are mutexes of one kind.
API int pthread_spin_init(int *lock, int shared) { (void)shared; *lock = 0; return 0; }
API int pthread_spin_destroy(int *lock) { (void)lock; return 0; }
API int pthread_spin_trylock(int *lock) { return *lock ? EBUSY : (*lock = 1, 0); }
API int pthread_spin_lock(int *lock) {
    if (*lock) __ferret_hang();
    *lock = 1;
    return 0;
}
API int pthread_spin_unlock(int *lock) { *lock = 0; return 0; }

// Condition variables: how often one was signalled.
API int pthread_cond_init(unsigned *condition, const void *attributes) {
    (void)attributes;
    __builtin_memset(condition, 0, 48);
    return 0;
}
API int pthread_cond_destroy(unsigned *condition) { (void)condition; return 0; }
API int pthread_cond_signal(unsigned *condition) { ++*condition; return 0; }
API int pthread_cond_broadcast(unsigned *condition) { ++*condition; return 0; }

static void let_go(struct mutex *mutex, int *count) {
    *count = mutex->count;
    mutex->count = 0;
}

static void take_back(struct mutex *mutex, int count) {
    // Whoever has it now waits below this call.
    if (mutex->count) __ferret_hang();
    mutex->count = count;
    mutex->owner = current;
}

API int pthread_cond_wait(unsigned *condition, struct mutex *mutex) {
    unsigned before = *condition;
    int count;
    let_go(mutex, &count);
    while (*condition == before) wait_or_hang();
    take_back(mutex, count);
    return 0;
}

API int pthread_cond_timedwait(unsigned *condition, struct mutex *mutex, const void *time) {
    unsigned before = *condition;
    int count;
    (void)time;
    let_go(mutex, &count);
    while (*condition == before && run_another()) {}
    take_back(mutex, count);
    return *condition == before ? ETIMEDOUT : 0;
}

API int pthread_condattr_init(int *attributes) { *attributes = 0; return 0; }
API int pthread_condattr_destroy(int *attributes) { (void)attributes; return 0; }
API int pthread_condattr_setclock(int *attributes, int clock) { (void)attributes; (void)clock; return 0; }

// Locks for many readers or one writer: the number of readers, or -1.
API int pthread_rwlock_init(int *lock, const void *attributes) {
    (void)attributes;
    __builtin_memset(lock, 0, 56);
    return 0;
}
API int pthread_rwlock_destroy(int *lock) { return *lock ? EBUSY : 0; }
API int pthread_rwlock_tryrdlock(int *lock) { return *lock < 0 ? EBUSY : (++*lock, 0); }
API int pthread_rwlock_trywrlock(int *lock) { return *lock ? EBUSY : (*lock = -1, 0); }
API int pthread_rwlock_rdlock(int *lock) {
    if (*lock < 0) __ferret_hang();
    ++*lock;
    return 0;
}
API int pthread_rwlock_wrlock(int *lock) {
    if (*lock) __ferret_hang();
    *lock = -1;
    return 0;
}
API int pthread_rwlock_unlock(int *lock) {
    if (!*lock) __ferret_hang();
    *lock = *lock < 0 ? 0 : *lock - 1;
    return 0;
}

// Barriers: how many have to come, and how many are there.
API int pthread_barrier_init(unsigned *barrier, const void *attributes, unsigned count) {
    (void)attributes;
    if (!count) return EINVAL;
    barrier[0] = count;
    barrier[1] = barrier[2] = 0;
    return 0;
}
API int pthread_barrier_destroy(unsigned *barrier) { (void)barrier; return 0; }
API int pthread_barrier_wait(unsigned *barrier) {
    unsigned round = barrier[2];
    if (++barrier[1] == barrier[0]) {
        barrier[1] = 0;
        barrier[2]++;
        return -1;
    }
    while (barrier[2] == round) wait_or_hang();
    return 0;
}

API int pthread_once(int *once, void (*run)(void)) {
    enum { DONE = 2 };
    if (*once == DONE) return 0;
    if (*once) __ferret_hang();
    *once = 1;
    run();
    *once = DONE;
    return 0;
}

API int pthread_key_create(unsigned *key, void (*destroy)(void *)) {
    for (unsigned free = 0; free < MOST_KEYS; free++)
        if (!keys[free].used) {
            keys[free].used = 1;
            keys[free].destroy = destroy;
            first.values[free] = 0;
            for (int number = 1; number < thread_count; number++) threads[number]->values[free] = 0;
            *key = free;
            return 0;
        }
    return EAGAIN;
}
API int pthread_key_delete(unsigned key) {
    if (key >= MOST_KEYS || !keys[key].used) return EINVAL;
    keys[key].used = 0;
    return 0;
}
API int pthread_setspecific(unsigned key, const void *value) {
    if (key >= MOST_KEYS || !keys[key].used) return EINVAL;
    here()->values[key] = (void *)value;
    return 0;
}
API void *pthread_getspecific(unsigned key) {
    return key < MOST_KEYS && keys[key].used ? here()->values[key] : 0;
}

// Semaphores.
API int sem_init(unsigned *semaphore, int shared, unsigned value) {
    (void)shared;
    if (value > INT_MAX) {
        errno = EINVAL;
        return -1;
    }
    __builtin_memset(semaphore, 0, 32);
    *semaphore = value;
    return 0;
}
API int sem_destroy(unsigned *semaphore) { (void)semaphore; return 0; }
API int sem_getvalue(unsigned *semaphore, int *value) { *value = (int)*semaphore; return 0; }
API int sem_post(unsigned *semaphore) {
    if (*semaphore == INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    ++*semaphore;
    return 0;
}
API int sem_wait(unsigned *semaphore) {
    while (!*semaphore) wait_or_hang();
    --*semaphore;
    return 0;
}
API int sem_trywait(unsigned *semaphore) {
    if (!*semaphore) {
        errno = EAGAIN;
        return -1;
    }
    --*semaphore;
    return 0;
}
