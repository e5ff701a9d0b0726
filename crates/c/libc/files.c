// Files: a flat table of nodes in memory, and POSIX's calls over it. Nothing here reaches the host.
#include "ferret.h"

enum { MOST_OPEN = 1024, MOST_PATH = 4096 };

static struct node *nodes;
static unsigned node_count;
static struct opening *table[MOST_OPEN];
static int started;
static char directory[MOST_PATH] = "/";
static unsigned mask = 022;
// The folder that a whole program runs in; what lies outside cannot be written.
static const char home[] = "work/program";
static int is_confined;

// What is read from standard input, if it is an input of the run; and how much of it, where that is another input.
byte *__ferret_input;
static size_t input_size;
static int input_is_sized;

static struct node *make_node(char *name, int kind, byte *data, size_t size) {
    struct node *node = __ferret_allocate_zeroed(sizeof *node);
    node->name = name;
    node->kind = kind;
    node->data = data;
    node->size = size;
    node->number = ++node_count;
    node->mode = 0644;
    node->next = nodes;
    nodes = node;
    return node;
}

static struct opening *make_opening(struct node *node, int flags) {
    struct opening *opening = __ferret_allocate_zeroed(sizeof *opening);
    opening->node = node;
    opening->flags = flags;
    opening->references = 1;
    node->opens++;
    return opening;
}

// A path from the root, without empty parts, `.` and `..`; the root itself is empty.
static void resolve(const char *path, char *to) {
    size_t length = 0;
    const char *parts[2] = {directory, path};
    for (int i = *path == '/'; i < 2; i++) {
        const char *at = parts[i];
        while (*at) {
            while (*at == '/') at++;
            size_t part = 0;
            while (at[part] && at[part] != '/') part++;
            if (part == 2 && at[0] == '.' && at[1] == '.') {
                while (length && to[length - 1] != '/') length--;
                if (length) length--;
            } else if (part && !(part == 1 && at[0] == '.') && length + part + 2 < MOST_PATH) {
                if (length) to[length++] = '/';
                __builtin_memmove(to + length, at, part);
                length += part;
            }
            at += part;
        }
    }
    to[length] = 0;
}

static void start(void) {
    if (started) return;
    started = 1;
    if (!__ferret_input) __ferret_input = __ferret_given(GIVEN_INPUT, 0);
    size_t given_input = input_is_sized ? input_size : __ferret_object_size(__ferret_input);
    // Tests without input read from the null device; a program whose input is one reads a file, though it may be empty.
    int is_file = given_input || input_is_sized;
    struct node *input = make_node(0, is_file ? NODE_FILE : NODE_NULL, __ferret_input, given_input);
    table[0] = make_opening(input, O_RDONLY);
    for (int stream = 1; stream <= 2; stream++) {
        struct node *output = make_node(0, NODE_OUTPUT, 0, 0);
        output->stream = stream;
        table[stream] = make_opening(output, O_WRONLY);
    }
    make_node("dev/null", NODE_NULL, 0, 0)->mode = 0666;
    size_t count = __ferret_given_count(GIVEN_FILE);
    for (size_t i = 0; i < count; i++) {
        char name[MOST_PATH];
        char *given = (char *)__ferret_given(GIVEN_FILE_NAME, i);
        resolve(given, name);
        __ferret_release(given);
        byte *data = __ferret_given(GIVEN_FILE, i);
        make_node(__ferret_duplicate(name), NODE_FILE, data, __ferret_object_size(data));
    }
}

// Standard input of a program whose inputs are parameters.
void __ferret_give_input(byte *data, size_t size) {
    __ferret_input = data;
    input_size = size;
    input_is_sized = data != 0;
}

// A file of such a program.
void __ferret_give_file(const char *path, byte *data, size_t size) {
    char name[MOST_PATH];
    start();
    resolve(path, name);
    make_node(__ferret_duplicate(name), NODE_FILE, data, size);
}

static struct node *find(const char *name) {
    for (struct node *node = nodes; node; node = node->next)
        if (node->name && __ferret_equal(node->name, name)) return node;
    return 0;
}

// Whether a path is a directory: the root, one that was made, or a file lies below it.
static int is_directory(const char *name) {
    if (!*name) return 1;
    size_t length = __ferret_length(name);
    for (struct node *node = nodes; node; node = node->next) {
        if (!node->name) continue;
        size_t i = 0;
        while (i < length && node->name[i] == name[i]) i++;
        if (i == length && (node->name[i] == '/' || (!node->name[i] && node->directory))) return 1;
    }
    return 0;
}

void __ferret_confine(void) {
    is_confined = 1;
    make_node("tmp", NODE_FILE, 0, 0)->directory = 1;
    make_node(__ferret_duplicate(home), NODE_FILE, 0, 0)->directory = 1;
    directory[0] = '/';
    __builtin_memmove(directory + 1, home, sizeof home);
}

// A whole program has a shell, which finds no command.
int __ferret_shell(const char *command) {
    enum { NOT_FOUND = 127 << 8 };
    if (!is_confined) return -1;
    while (*command == ' ' || *command == '\t' || *command == '\n') command++;
    return *command && *command != '#' ? NOT_FOUND : 0;
}

// Whether something may be made at a path, or changed that lies there.
static int is_writable(const char *name) {
    if (!is_confined) return 1;
    size_t i = 0, end = 0;
    while (home[i] && name[i] == home[i]) i++;
    if (home[i] || name[i] != '/') {
        errno = EACCES;
        return 0;
    }
    for (i = 0; name[i]; i++)
        if (name[i] == '/') end = i;
    char parent[MOST_PATH];
    __builtin_memmove(parent, name, end);
    parent[end] = 0;
    if (is_directory(parent)) return 1;
    errno = find(parent) ? ENOTDIR : ENOENT;
    return 0;
}

// Whether a path lies in a folder, itself or below it; the name of the entry that it is or lies below.
static size_t entry_of(const char *folder, const char *name, const char **entry) {
    size_t length = __ferret_length(folder), i = 0;
    while (i < length && name[i] == folder[i]) i++;
    if (i < length || (length && name[i] != '/')) return 0;
    *entry = name + length + (length != 0);
    for (i = 0; (*entry)[i] && (*entry)[i] != '/'; i++) {}
    return i;
}

static int is_listed_before(const struct node *folder, const struct node *until, const char *entry, size_t length) {
    for (struct node *node = nodes; node != until; node = node->next) {
        const char *other;
        if (!node->name || entry_of(folder->name, node->name, &other) != length) continue;
        size_t i = 0;
        while (i < length && entry[i] == other[i]) i++;
        if (i == length) return 1;
    }
    return 0;
}

int __ferret_entry(const struct node *folder, unsigned index, char *name, unsigned long *number, byte *type) {
    enum { FOLDER = 4, FILE_TYPE = 8, MOST_NAME = 256 };
    if (index < 2) {
        __builtin_memmove(name, "..", 3);
        name[index + 1] = 0;
        *number = folder->number;
        *type = FOLDER;
        return 1;
    }
    unsigned seen = 2;
    for (struct node *node = nodes; node; node = node->next) {
        const char *entry;
        size_t length = node->name ? entry_of(folder->name, node->name, &entry) : 0;
        if (!length || length >= MOST_NAME || is_listed_before(folder, node, entry, length)) continue;
        if (seen++ < index) continue;
        __builtin_memmove(name, entry, length);
        name[length] = 0;
        *number = node->number;
        *type = entry[length] || node->directory ? FOLDER : FILE_TYPE;
        return 1;
    }
    return 0;
}

static struct node *lookup(const char *path) {
    char name[MOST_PATH];
    start();
    if (!*path) {
        errno = ENOENT;
        return 0;
    }
    resolve(path, name);
    struct node *node = find(name);
    if (!node) errno = ENOENT;
    return node;
}

struct opening *__ferret_opening(int descriptor) {
    start();
    if (descriptor < 0 || descriptor >= MOST_OPEN || !table[descriptor]) {
        errno = EBADF;
        return 0;
    }
    return table[descriptor];
}

static int free_descriptor(int from) {
    for (int i = from; i < MOST_OPEN; i++)
        if (!table[i]) return i;
    errno = EMFILE;
    return -1;
}

// A descriptor of a file without a name that holds some bytes, or -1.
int __ferret_temporary(byte *data, size_t size) {
    start();
    int descriptor = free_descriptor(0);
    if (descriptor < 0) return -1;
    struct node *node = make_node(0, NODE_FILE, data, size);
    node->mode = 0600;
    table[descriptor] = make_opening(node, O_RDWR);
    return descriptor;
}

int __ferret_open(const char *path, int flags, unsigned mode) {
    char name[MOST_PATH];
    start();
    if (!*path) {
        errno = ENOENT;
        return -1;
    }
    resolve(path, name);
    struct node *node = find(name);
    enum { O_DIRECTORY = 0200000 };
    int writes = (flags & O_ACCMODE) != O_RDONLY;
    if (node ? node->directory : is_directory(name)) {
        if (writes || flags & O_CREAT) {
            errno = EISDIR;
            return -1;
        }
        if (!node) {
            node = make_node(__ferret_duplicate(name), NODE_FILE, 0, 0);
            node->directory = 1;
        }
    } else if (node && flags & O_DIRECTORY) {
        errno = ENOTDIR;
        return -1;
    }
    if (node && (flags & O_CREAT) && (flags & O_EXCL)) {
        errno = EEXIST;
        return -1;
    }
    if (node && writes && !(node->mode & 0200)) {
        errno = EACCES;
        return -1;
    }
    if (!node && !(flags & O_CREAT)) {
        __ferret_want(WANT_FILE, path);
        errno = ENOENT;
        return -1;
    }
    if (!node && !is_writable(name)) return -1;
    if (__ferret_ask(ASK_FOPEN_FAILS, 0)) {
        errno = EACCES;
        return -1;
    }
    int descriptor = free_descriptor(0);
    if (descriptor < 0) return -1;
    if (!node) {
        node = make_node(__ferret_duplicate(name), NODE_FILE, 0, 0);
        node->mode = mode & ~mask & 0777;
    }
    if ((flags & O_TRUNC) && writes) node->size = 0;
    table[descriptor] = make_opening(node, flags);
    return descriptor;
}

int __ferret_close(int descriptor) {
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return -1;
    table[descriptor] = 0;
    int written = opening->node->kind == NODE_FILE && (opening->flags & O_ACCMODE) != O_RDONLY;
    if (--opening->references == 0) {
        opening->node->opens--;
        __ferret_release(opening);
    }
    if (written && __ferret_ask(ASK_CLOSE_FAILS, 0)) {
        errno = EIO;
        return -1;
    }
    return 0;
}

ssize_t __ferret_read(struct opening *opening, void *to, size_t count) {
    struct node *node = opening->node;
    if ((opening->flags & O_ACCMODE) == O_WRONLY) {
        errno = EBADF;
        return -1;
    }
    if (node->directory) {
        errno = EISDIR;
        return -1;
    }
    if (opening->position >= node->size) return 0;
    size_t left = node->size - opening->position;
    if (count > left) count = left;
    __builtin_memmove(to, node->data + opening->position, count);
    opening->position += count;
    return (ssize_t)count;
}

static void reserve(struct node *node, size_t size) {
    if (size <= node->capacity) return;
    size_t capacity = node->capacity * 2 > size ? node->capacity * 2 : size < 256 ? 256 : size;
    byte *data = __ferret_allocate_zeroed(capacity);
    if (node->size) __builtin_memmove(data, node->data, node->size);
    if (node->capacity) __ferret_release(node->data);
    node->data = data;
    node->capacity = capacity;
}

// What lies between the end and a later position reads as zeros.
static void extend(struct node *node, size_t size) {
    reserve(node, size);
    if (size > node->size) __builtin_memset(node->data + node->size, 0, size - node->size);
    node->size = size;
}

ssize_t __ferret_put(struct opening *opening, const void *from, size_t count) {
    struct node *node = opening->node;
    if ((opening->flags & O_ACCMODE) == O_RDONLY) {
        errno = EBADF;
        return -1;
    }
    if (node->kind == NODE_OUTPUT) __ferret_write(node->stream, from, count);
    if (node->kind != NODE_FILE) return (ssize_t)count;
    if (node->number && count && __ferret_ask(ASK_WRITE_FAILS, 0)) {
        errno = ENOSPC;
        return -1;
    }
    if (opening->flags & O_APPEND) opening->position = node->size;
    if (!count) return 0;
    size_t end = opening->position + count;
    if (opening->position > node->size) extend(node, opening->position);
    reserve(node, end);
    __builtin_memmove(node->data + opening->position, from, count);
    if (end > node->size) node->size = end;
    opening->position = end;
    return (ssize_t)count;
}

off_t __ferret_seek(struct opening *opening, off_t offset, int whence) {
    struct node *node = opening->node;
    if (node->kind == NODE_OUTPUT) {
        errno = ESPIPE;
        return -1;
    }
    off_t base = whence == SEEK_SET ? 0 : (off_t)(whence == SEEK_CUR ? opening->position : node->size);
    if (whence < SEEK_SET || whence > SEEK_END || base + offset < 0) {
        errno = EINVAL;
        return -1;
    }
    opening->position = (size_t)(base + offset);
    return base + offset;
}

int __ferret_unlink(const char *path) {
    struct node *node = lookup(path);
    if (!node) return -1;
    if (node->directory) {
        errno = EISDIR;
        return -1;
    }
    node->name = 0;
    return 0;
}

API int open(const char *path, int flags, ...) {
    unsigned mode = 0;
    if (flags & O_CREAT) {
        va_list list;
        va_start(list, flags);
        mode = va_arg(list, unsigned);
        va_end(list);
    }
    return __ferret_open(path, flags, mode);
}

API int open64(const char *path, int flags, ...) {
    unsigned mode = 0;
    if (flags & O_CREAT) {
        va_list list;
        va_start(list, flags);
        mode = va_arg(list, unsigned);
        va_end(list);
    }
    return __ferret_open(path, flags, mode);
}

API int creat(const char *path, unsigned mode) {
    return __ferret_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

API int close(int descriptor) { return __ferret_close(descriptor); }

// One read of the program's own, which may fail or give less than there is.
static ssize_t read_some(int descriptor, void *to, size_t count) {
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return -1;
    if (!descriptor) __ferret_want(WANT_INPUT, 0);
    if (__ferret_ask(ASK_READ_FAILS, 0)) {
        errno = EIO;
        return -1;
    }
    size_t most = (size_t)__ferret_ask(ASK_READ_MOST, (long)count);
    return __ferret_read(opening, to, most && most < count ? most : count);
}

API ssize_t read(int descriptor, void *to, size_t count) {
    return read_some(descriptor, to, count);
}

API ssize_t __read_chk(int descriptor, void *to, size_t count, size_t size) {
    (void)size;
    return read_some(descriptor, to, count);
}

API ssize_t write(int descriptor, const void *from, size_t count) {
    struct opening *opening = __ferret_opening(descriptor);
    return opening ? __ferret_put(opening, from, count) : -1;
}

API ssize_t pread(int descriptor, void *to, size_t count, off_t offset) {
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return -1;
    size_t position = opening->position;
    opening->position = (size_t)offset;
    ssize_t got = __ferret_read(opening, to, count);
    opening->position = position;
    return got;
}
API ssize_t pread64(int descriptor, void *to, size_t count, off_t offset) {
    return pread(descriptor, to, count, offset);
}

API ssize_t pwrite(int descriptor, const void *from, size_t count, off_t offset) {
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return -1;
    size_t position = opening->position;
    opening->position = (size_t)offset;
    ssize_t put = __ferret_put(opening, from, count);
    opening->position = position;
    return put;
}
API ssize_t pwrite64(int descriptor, const void *from, size_t count, off_t offset) {
    return pwrite(descriptor, from, count, offset);
}

API off_t lseek(int descriptor, off_t offset, int whence) {
    struct opening *opening = __ferret_opening(descriptor);
    return opening ? __ferret_seek(opening, offset, whence) : -1;
}
API off_t lseek64(int descriptor, off_t offset, int whence) {
    struct opening *opening = __ferret_opening(descriptor);
    return opening ? __ferret_seek(opening, offset, whence) : -1;
}

static int duplicate(struct opening *opening, int to) {
    if (to < 0) return -1;
    opening->references++;
    table[to] = opening;
    return to;
}

API int dup(int descriptor) {
    struct opening *opening = __ferret_opening(descriptor);
    return opening ? duplicate(opening, free_descriptor(0)) : -1;
}

API int dup2(int descriptor, int to) {
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return -1;
    if (to < 0 || to >= MOST_OPEN) {
        errno = EBADF;
        return -1;
    }
    if (to == descriptor) return to;
    if (table[to]) __ferret_close(to);
    return duplicate(opening, to);
}

API int fcntl(int descriptor, int command, ...) {
    enum { DUPLICATE, GET_FLAGS, SET_FLAGS, GET_STATUS, SET_STATUS, LOCK = 5, LAST_LOCK = 7, DUPLICATE_CLOSING = 1030 };
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return -1;
    if (command == GET_STATUS) return opening->flags;
    if (command == DUPLICATE || command == DUPLICATE_CLOSING) {
        va_list list;
        va_start(list, command);
        int from = va_arg(list, int);
        va_end(list);
        return duplicate(opening, free_descriptor(from));
    }
    if (command <= LAST_LOCK) return 0;
    errno = EINVAL;
    return -1;
}

API int isatty(int descriptor) {
    if (__ferret_opening(descriptor)) errno = ENOTTY;
    return 0;
}

API int ioctl(int descriptor, unsigned long request, ...) {
    (void)request;
    if (__ferret_opening(descriptor)) errno = ENOTTY;
    return -1;
}

// As the system's headers lay it out on x86-64.
struct stat {
    unsigned long device, number, links;
    unsigned mode, user, group, pad;
    unsigned long special;
    long size, block_size, blocks;
    long access[2], modified[2], changed[2];
    long reserved[3];
};

static void describe(const struct node *node, struct stat *to) {
    __builtin_memset(to, 0, sizeof *to);
    to->device = 1;
    to->number = node ? node->number : 1;
    to->links = 1;
    int kind = !node || node->directory ? 0040000 : node->kind == NODE_FILE ? 0100000 : 0020000;
    if (node && node->kind == NODE_OUTPUT) kind = 0010000;
    to->mode = (unsigned)kind | (node && !node->directory ? node->mode : 0755);
    to->user = to->group = 1000;
    to->size = node ? (long)node->size : 0;
    to->block_size = 4096;
    to->blocks = (to->size + 511) / 512;
    to->access[0] = to->modified[0] = to->changed[0] = __ferret_clock;
}

static int status(const char *path, struct stat *to) {
    char name[MOST_PATH];
    start();
    resolve(path, name);
    struct node *node = find(name);
    if (!*path || (!node && !is_directory(name))) {
        errno = ENOENT;
        return -1;
    }
    describe(node, to);
    return 0;
}

static int open_status(int descriptor, struct stat *to) {
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return -1;
    describe(opening->node, to);
    return 0;
}

API int stat(const char *path, struct stat *to) { return status(path, to); }
API int lstat(const char *path, struct stat *to) { return status(path, to); }
API int fstat(int descriptor, struct stat *to) { return open_status(descriptor, to); }
API int stat64(const char *path, struct stat *to) { return status(path, to); }
API int lstat64(const char *path, struct stat *to) { return status(path, to); }
API int fstat64(int descriptor, struct stat *to) { return open_status(descriptor, to); }

API int access(const char *path, int mode) {
    struct stat found;
    if (status(path, &found)) return -1;
    if ((found.mode >> 6 & (unsigned)mode) == (unsigned)mode) return 0;
    errno = EACCES;
    return -1;
}

API int unlink(const char *path) { return __ferret_unlink(path); }

API int rename(const char *from, const char *to) {
    char name[MOST_PATH];
    struct node *node = lookup(from);
    if (!node) return -1;
    resolve(to, name);
    struct node *old = find(name);
    if (old == node) return 0;
    if (!is_writable(name)) return -1;
    if (old) old->name = 0;
    node->name = __ferret_duplicate(name);
    return 0;
}

API int mkdir(const char *path, unsigned mode) {
    char name[MOST_PATH];
    start();
    resolve(path, name);
    if (find(name) || is_directory(name)) {
        errno = EEXIST;
        return -1;
    }
    if (!is_writable(name)) return -1;
    struct node *node = make_node(__ferret_duplicate(name), NODE_FILE, 0, 0);
    node->directory = 1;
    node->mode = mode & ~mask & 0777;
    return 0;
}

API int rmdir(const char *path) {
    struct node *node = lookup(path);
    if (!node) return -1;
    if (!node->directory) {
        errno = ENOTDIR;
        return -1;
    }
    node->name = 0;
    return 0;
}

static int resize(struct node *node, off_t size) {
    if (size < 0 || node->kind != NODE_FILE) {
        errno = EINVAL;
        return -1;
    }
    if ((size_t)size > node->size) extend(node, (size_t)size);
    node->size = (size_t)size;
    return 0;
}

API int ftruncate(int descriptor, off_t size) {
    struct opening *opening = __ferret_opening(descriptor);
    return opening ? resize(opening->node, size) : -1;
}
API int ftruncate64(int descriptor, off_t size) { return ftruncate(descriptor, size); }

API int truncate(const char *path, off_t size) {
    struct node *node = lookup(path);
    return node ? resize(node, size) : -1;
}

API int chmod(const char *path, unsigned mode) {
    struct node *node = lookup(path);
    if (!node) return -1;
    node->mode = mode & 07777;
    return 0;
}

API int fchmod(int descriptor, unsigned mode) {
    struct opening *opening = __ferret_opening(descriptor);
    if (!opening) return -1;
    opening->node->mode = mode & 07777;
    return 0;
}

API int chown(const char *path, unsigned user, unsigned group) {
    (void)user, (void)group;
    return lookup(path) ? 0 : -1;
}
API int fchown(int descriptor, unsigned user, unsigned group) {
    (void)user, (void)group;
    return __ferret_opening(descriptor) ? 0 : -1;
}

API unsigned umask(unsigned new) {
    unsigned old = mask;
    mask = new & 0777;
    return old;
}

API int fsync(int descriptor) { return __ferret_opening(descriptor) ? 0 : -1; }
API int fdatasync(int descriptor) { return __ferret_opening(descriptor) ? 0 : -1; }
API void sync(void) {}
API int utime(const char *path, const void *times) { (void)times; return lookup(path) ? 0 : -1; }
API int utimes(const char *path, const void *times) { (void)times; return lookup(path) ? 0 : -1; }
API ssize_t readlink(const char *path, char *to, size_t size) {
    (void)to, (void)size;
    if (lookup(path)) errno = EINVAL;
    return -1;
}

API char *getcwd(char *to, size_t size) {
    size_t length = __ferret_length(directory) + 1;
    if (to && length > size) {
        errno = ERANGE;
        return 0;
    }
    if (!to) to = __ferret_allocate(size > length ? size : length);
    __builtin_memmove(to, directory, length);
    return to;
}

API int chdir(const char *path) {
    char name[MOST_PATH];
    start();
    resolve(path, name);
    if (!is_directory(name)) {
        errno = ENOENT;
        return -1;
    }
    directory[0] = '/';
    __builtin_memmove(directory + 1, name, __ferret_length(name) + 1);
    return 0;
}

API char *realpath(const char *path, char *to) {
    char name[MOST_PATH];
    start();
    resolve(path, name);
    if (!find(name) && !is_directory(name)) {
        errno = ENOENT;
        return 0;
    }
    size_t size = __ferret_length(name) + 1;
    if (!to) to = __ferret_allocate(size + 1);
    to[0] = '/';
    __builtin_memmove(to + 1, name, size);
    return to;
}

static int make_temporary(char *template, int flags) {
    size_t length = __ferret_length(template);
    if (length < 6) {
        errno = EINVAL;
        return -1;
    }
    for (unsigned attempt = 0; attempt < 1000000; attempt++) {
        unsigned rest = attempt;
        for (size_t i = 1; i <= 6; i++, rest /= 10) template[length - i] = (char)('0' + rest % 10);
        int descriptor = __ferret_open(template, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}
API int mkstemp(char *template) { return make_temporary(template, 0); }
API int mkstemp64(char *template) { return make_temporary(template, 0); }
API int mkostemp(char *template, int flags) { return make_temporary(template, flags); }
API int mkostemp64(char *template, int flags) { return make_temporary(template, flags); }
