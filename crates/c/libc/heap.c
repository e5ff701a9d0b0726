// The malloc family. It gives null for sizes that no object can have and where the scenario says so; what
// the machine can hold beside that is a limit of the run, not a failure of the program.
#include "ferret.h"

// An address has 32 bits for the offset into its object.
static const size_t most = 0xffffffff;

// Whether an allocation fails.
static int fails(size_t size) {
    if (size <= most ? !__ferret_ask(ASK_MALLOC_FAILS, 0) : !__ferret_too_large()) return 0;
    errno = ENOMEM;
    return 1;
}

void *__ferret_allocate_or_fail(size_t size) { return fails(size) ? 0 : __ferret_allocate(size); }

// Where a file is linked with a test and not included by it, nothing stands in for its allocations: these fail only
// for sizes that no object can have.
static int never_fits(size_t size) {
    if (size <= most || !__ferret_too_large()) return 0;
    errno = ENOMEM;
    return 1;
}

void *__ferret_sure_malloc(size_t size) { return never_fits(size) ? 0 : __ferret_allocate(size); }

void *__ferret_sure_calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) total = most + 1;
    return never_fits(total) ? 0 : __ferret_allocate_zeroed(total);
}

void *__ferret_sure_realloc(void *object, size_t size) {
    if (object && !size) {
        __ferret_release(object);
        return 0;
    }
    void *moved = __ferret_sure_malloc(size);
    if (!moved || !object) return moved;
    size_t old = __ferret_object_size(object);
    __builtin_memmove(moved, object, old < size ? old : size);
    __ferret_release(object);
    return moved;
}

API void *malloc(size_t size) { return fails(size) ? 0 : __ferret_allocate(size); }

static void *allocate_array(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) total = most + 1;
    return fails(total) ? 0 : __ferret_allocate_zeroed(total);
}

API void *calloc(size_t count, size_t size) { return allocate_array(count, size); }

API void free(void *object) { __ferret_release(object); }
API void cfree(void *object) { __ferret_release(object); }

static void *resize(void *object, size_t size) {
    if (object && !size) {
        __ferret_release(object);
        return 0;
    }
    if (fails(size)) {
        if (object) __ferret_check_block(object);
        return 0;
    }
    if (!object) return __ferret_allocate(size);
    size_t old = __ferret_object_size(object);
    void *moved = __ferret_allocate(size);
    __builtin_memmove(moved, object, old < size ? old : size);
    __ferret_release(object);
    return moved;
}

API void *realloc(void *object, size_t size) { return resize(object, size); }

API void *reallocarray(void *object, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) total = most + 1;
    return resize(object, total);
}

// Objects begin at offset 0 of their own address, which is a multiple of any alignment below 4 GiB.
API void *aligned_alloc(size_t alignment, size_t size) {
    (void)alignment;
    return fails(size) ? 0 : __ferret_allocate(size);
}

// Nothing stands in for these in a test.
API void *memalign(size_t alignment, size_t size) {
    (void)alignment;
    return __ferret_sure_malloc(size);
}

API void *valloc(size_t size) { return __ferret_sure_malloc(size); }

API int posix_memalign(void **object, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
    int kept = errno, failed = fails(size);
    errno = kept;
    if (failed) return ENOMEM;
    *object = __ferret_allocate(size);
    return 0;
}

API size_t malloc_usable_size(void *object) { return object ? __ferret_object_size(object) : 0; }
API int mallopt(int parameter, int value) { (void)parameter; (void)value; return 1; }
API int malloc_trim(size_t pad) { (void)pad; return 0; }

// Gives back a block that pointers lead to: the first lies that many bytes from `object`, the second from where that
// one points, and so on; one that is not there is all ones. In the text of a test it is a `free` of an expression.
void __ferret_free_behind(const char *object, size_t first, size_t second, size_t third, size_t fourth) {
    const char *found = *(char *const *)(object + first);
    if (second != SIZE_MAX) found = *(char *const *)(found + second);
    if (third != SIZE_MAX) found = *(char *const *)(found + third);
    if (fourth != SIZE_MAX) found = *(char *const *)(found + fourth);
    __ferret_release((void *)found);
}
