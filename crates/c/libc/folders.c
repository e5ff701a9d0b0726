// Folders: lists of their entries, and the calls that take a path from an open one.
#include "ferret.h"

// As the system's headers lay it out on x86-64, for both sizes of offsets.
struct dirent {
    unsigned long number;
    long next;
    unsigned short size;
    byte type;
    char name[256];
};

typedef struct {
    int descriptor;
    unsigned position;
    struct dirent entry;
} DIR;

enum { AT_FDCWD = -100, AT_REMOVEDIR = 0x200, AT_EMPTY_PATH = 0x1000, O_DIRECTORY = 0200000 };

static DIR *open_list(int descriptor) {
    DIR *list = __ferret_allocate_zeroed(sizeof *list);
    list->descriptor = descriptor;
    return list;
}

API DIR *opendir(const char *path) {
    int descriptor = __ferret_open(path, O_RDONLY | O_DIRECTORY, 0);
    return descriptor < 0 ? 0 : open_list(descriptor);
}

API DIR *fdopendir(int descriptor) {
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return 0;
    if (!opening->node->directory) {
        errno = ENOTDIR;
        return 0;
    }
    return open_list(descriptor);
}

API struct dirent *readdir(DIR *list) {
    struct opening *opening = __ferret_opening(list->descriptor);
    if (!opening) return 0;
    struct dirent *entry = &list->entry;
    if (!__ferret_entry(opening->node, list->position, entry->name, &entry->number, &entry->type)) return 0;
    entry->size = sizeof *entry;
    entry->next = ++list->position;
    return entry;
}
API struct dirent *readdir64(DIR *list) {
    extern struct dirent *readdir(DIR *);
    return readdir(list);
}

API void rewinddir(DIR *list) { list->position = 0; }
API long telldir(DIR *list) { return list->position; }
API void seekdir(DIR *list, long position) { list->position = (unsigned)position; }
API int dirfd(DIR *list) { return list->descriptor; }

API int closedir(DIR *list) {
    int descriptor = list->descriptor;
    __ferret_release(list);
    return __ferret_close(descriptor);
}

// A path as it is seen from an open folder; a new object.
static char *seen_from(int folder, const char *path) {
    struct node *node = 0;
    if (folder != AT_FDCWD && *path != '/') {
        struct opening *opening = __ferret_opening(folder);
        if (!opening) return 0;
        node = opening->node;
        if (!node->directory) {
            errno = ENOTDIR;
            return 0;
        }
    }
    size_t before = node ? __ferret_length(node->name) + 2 : 0, length = __ferret_length(path);
    char *seen = __ferret_allocate(before + length + 1);
    if (node) {
        seen[0] = '/';
        __builtin_memmove(seen + 1, node->name, before - 2);
        seen[before - 1] = '/';
    }
    __builtin_memmove(seen + before, path, length + 1);
    return seen;
}

struct stat;
API int stat(const char *path, struct stat *to);
API int fstat(int descriptor, struct stat *to);
API int access(const char *path, int mode);
API int mkdir(const char *path, unsigned mode);
API int rmdir(const char *path);
API int chdir(const char *path);

#define SEEN(CALL)                              \
    char *seen = seen_from(folder, path);       \
    if (!seen) return -1;                       \
    int result = CALL;                          \
    __ferret_release(seen);                     \
    return result

API int openat(int folder, const char *path, int flags, ...) {
    unsigned mode = 0;
    if (flags & O_CREAT) {
        va_list list;
        va_start(list, flags);
        mode = va_arg(list, unsigned);
        va_end(list);
    }
    SEEN(__ferret_open(seen, flags, mode));
}
API int openat64(int folder, const char *path, int flags, ...) {
    unsigned mode = 0;
    if (flags & O_CREAT) {
        va_list list;
        va_start(list, flags);
        mode = va_arg(list, unsigned);
        va_end(list);
    }
    SEEN(__ferret_open(seen, flags, mode));
}

API int fstatat(int folder, const char *path, struct stat *to, int flags) {
    if (!*path && flags & AT_EMPTY_PATH) return fstat(folder, to);
    SEEN(stat(seen, to));
}
API int fstatat64(int folder, const char *path, struct stat *to, int flags) {
    if (!*path && flags & AT_EMPTY_PATH) return fstat(folder, to);
    SEEN(stat(seen, to));
}
API int faccessat(int folder, const char *path, int mode, int flags) {
    (void)flags;
    SEEN(access(seen, mode));
}
API int mkdirat(int folder, const char *path, unsigned mode) { SEEN(mkdir(seen, mode)); }
API int unlinkat(int folder, const char *path, int flags) {
    SEEN(flags & AT_REMOVEDIR ? rmdir(seen) : __ferret_unlink(seen));
}

API int fchdir(int descriptor) {
    int folder = descriptor;
    const char *path = ".";
    SEEN(chdir(seen));
}

// Of a file system: its kind and the size of its blocks; sizes of what is free are nobody's business.
struct statfs {
    long kind, block, rest[13];
};

static int file_system(struct statfs *to) {
    enum { EXT4 = 0xef53 };
    __builtin_memset(to, 0, sizeof *to);
    to->kind = EXT4;
    to->block = 4096;
    return 0;
}
API int fstatfs(int descriptor, struct statfs *to) { return __ferret_opening(descriptor) ? file_system(to) : -1; }
API int fstatfs64(int descriptor, struct statfs *to) { return __ferret_opening(descriptor) ? file_system(to) : -1; }
API int statfs(const char *path, struct statfs *to) { return access(path, 0) ? -1 : file_system(to); }

static long limit_of(int name) {
    enum { LINK_MAX, MAX_CANON, MAX_INPUT, NAME_MAX_, PATH_MAX_, PIPE_BUF_, CHOWN_RESTRICTED, NO_TRUNC, VDISABLE };
    switch (name) {
    case LINK_MAX: return 65000;
    case MAX_CANON:
    case MAX_INPUT:
    case NAME_MAX_: return 255;
    case PATH_MAX_:
    case PIPE_BUF_: return 4096;
    case CHOWN_RESTRICTED:
    case NO_TRUNC: return 1;
    case VDISABLE: return 0;
    default: errno = EINVAL; return -1;
    }
}
API long pathconf(const char *path, int name) {
    if (access(path, 0)) return -1;
    return limit_of(name);
}
API long fpathconf(int descriptor, int name) { return __ferret_opening(descriptor) ? limit_of(name) : -1; }
