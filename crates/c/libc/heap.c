// The malloc family. Sizes that no object can have give null; what the machine can hold beside that is
// a limit of the run, not a failure of the program.
#include "ferret.h"

// An address has 32 bits for the offset into its object.
static const size_t most = 0xffffffff;

API void *malloc(size_t size) {
    if (size > most) {
        errno = ENOMEM;
        return 0;
    }
    return __ferret_allocate(size);
}

static void *allocate_array(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total) || total > most) {
        errno = ENOMEM;
        return 0;
    }
    return __ferret_allocate_zeroed(total);
}

API void *calloc(size_t count, size_t size) { return allocate_array(count, size); }

API void free(void *object) { __ferret_release(object); }
API void cfree(void *object) { __ferret_release(object); }

static void *resize(void *object, size_t size) {
    if (size > most) {
        errno = ENOMEM;
        return 0;
    }
    if (!object) return __ferret_allocate(size);
    if (!size) {
        __ferret_release(object);
        return 0;
    }
    size_t old = __ferret_object_size(object);
    void *moved = __ferret_allocate(size);
    __builtin_memmove(moved, object, old < size ? old : size);
    __ferret_release(object);
    return moved;
}

API void *realloc(void *object, size_t size) { return resize(object, size); }

API void *reallocarray(void *object, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return 0;
    }
    return resize(object, total);
}

// Objects begin at offset 0 of their own address, which is a multiple of any alignment below 4 GiB.
API void *aligned_alloc(size_t alignment, size_t size) {
    (void)alignment;
    if (size > most) {
        errno = ENOMEM;
        return 0;
    }
    return __ferret_allocate(size);
}

API void *memalign(size_t alignment, size_t size) {
    (void)alignment;
    return size > most ? 0 : __ferret_allocate(size);
}

API void *valloc(size_t size) { return size > most ? 0 : __ferret_allocate(size); }

API int posix_memalign(void **object, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
    if (size > most) return ENOMEM;
    *object = __ferret_allocate(size);
    return 0;
}

API size_t malloc_usable_size(void *object) { return object ? __ferret_object_size(object) : 0; }
API int mallopt(int parameter, int value) { (void)parameter; (void)value; return 1; }
API int malloc_trim(size_t pad) { (void)pad; return 0; }
