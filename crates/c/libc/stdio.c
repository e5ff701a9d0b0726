// stdio.h: streams over descriptors. They have no buffer of their own: files are in memory anyway, and
// what a program has printed before it dies is not lost.
#include "ferret.h"

static FILE standard[3] = {
    {.descriptor = 0, .reads = 1, .next = &standard[1]},
    {.descriptor = 1, .writes = 1, .next = &standard[2]},
    {.descriptor = 2, .writes = 1},
};
FILE *stdin = &standard[0], *stdout = &standard[1], *stderr = &standard[2];
static FILE *streams = &standard[0];

static struct opening *opening_of(FILE *stream) {
    if (!stream->opening) {
        stream->opening = __ferret_opening(stream->descriptor);
        if (!stream->opening) stream->error = 1;
    }
    return stream->opening;
}

// As if a buffer were filled: a read of the next bytes, which may fail.
static int fill(FILE *stream, struct opening *opening) {
    enum { BUFFER = 4096 };
    if (!stream->descriptor) __ferret_want(WANT_INPUT, 0);
    if (stream->descriptor >= 0 && __ferret_ask(ASK_READ_FAILS, 0)) {
        errno = EIO;
        stream->error = 1;
        return 0;
    }
    stream->filled = opening->position + BUFFER;
    return 1;
}

int __ferret_get(FILE *stream) {
    if (stream->pushed) return stream->pushed_back[--stream->pushed];
    struct opening *opening = opening_of(stream);
    if (!opening || !stream->reads) {
        errno = EBADF;
        stream->error = 1;
        return EOF;
    }
    struct node *node = opening->node;
    if (node->directory) {
        errno = EISDIR;
        stream->error = 1;
        return EOF;
    }
    if (opening->position >= stream->filled && !fill(stream, opening)) return EOF;
    if (opening->position < node->size) return node->data[opening->position++];
    stream->end = 1;
    return EOF;
}

int __ferret_unget(int c, FILE *stream) {
    if (c == EOF || stream->pushed == 8) return EOF;
    stream->pushed_back[stream->pushed++] = (byte)c;
    stream->end = 0;
    return (byte)c;
}

static void publish(FILE *stream) {
    struct node *node = stream->opening->node;
    // The program sees the content with a zero behind it.
    byte zero = 0;
    size_t size = node->size, position = stream->opening->position;
    stream->opening->position = size;
    __ferret_put(stream->opening, &zero, 1);
    stream->opening->position = position;
    node->size = size;
    *stream->memory = (char *)node->data;
    *stream->memory_size = position < size ? position : size;
}

size_t __ferret_print(FILE *stream, const void *bytes, size_t count) {
    struct opening *opening = opening_of(stream);
    if (!opening || !stream->writes) {
        errno = EBADF;
        stream->error = 1;
        return 0;
    }
    if (stream->pushed) {
        opening->position -= (size_t)stream->pushed;
        stream->pushed = 0;
    }
    ssize_t put = __ferret_put(opening, bytes, count);
    if (put < 0) {
        stream->error = 1;
        return 0;
    }
    return (size_t)put;
}

void __ferret_flush_all(void) {
    for (FILE *stream = streams; stream; stream = stream->next)
        if (stream->memory) publish(stream);
}

FILE *__ferret_stream(int descriptor, int flags) {
    FILE *stream = __ferret_allocate_zeroed(sizeof *stream);
    stream->descriptor = descriptor;
    stream->flags = flags;
    stream->reads = (flags & O_ACCMODE) != O_WRONLY;
    stream->writes = (flags & O_ACCMODE) != O_RDONLY;
    stream->next = streams;
    streams = stream;
    return stream;
}

// The flags that a mode such as "r+b" stands for, or -1.
static int flags_of(const char *mode) {
    int flags;
    switch (*mode) {
    case 'r': flags = 0; break;
    case 'w': flags = O_CREAT | O_TRUNC; break;
    case 'a': flags = O_CREAT | O_APPEND; break;
    default: errno = EINVAL; return -1;
    }
    int updates = 0;
    for (const char *at = mode + 1; *at && *at != ','; at++) {
        if (*at == '+') updates = 1;
        if (*at == 'x') flags |= O_EXCL;
    }
    return flags | (updates ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY);
}

static FILE *open_stream(const char *path, const char *mode) {
    int flags = flags_of(mode);
    if (flags < 0) return 0;
    int descriptor = __ferret_open(path, flags, 0666);
    if (descriptor < 0) return 0;
    FILE *stream = __ferret_stream(descriptor, flags);
    // One that may read begins to do so at the start.
    if ((flags & O_APPEND) && !stream->reads) __ferret_seek(opening_of(stream), 0, SEEK_END);
    return stream;
}

API FILE *fopen(const char *path, const char *mode) { return open_stream(path, mode); }
API FILE *fopen64(const char *path, const char *mode) { return open_stream(path, mode); }

API FILE *fdopen(int descriptor, const char *mode) {
    int flags = flags_of(mode);
    if (flags < 0 || !__ferret_opening(descriptor)) return 0;
    return __ferret_stream(descriptor, flags);
}

static struct opening *memory_opening(byte *data, size_t size) {
    struct node *node = __ferret_allocate_zeroed(sizeof *node);
    node->kind = NODE_FILE;
    node->data = data;
    node->size = size;
    struct opening *opening = __ferret_allocate_zeroed(sizeof *opening);
    opening->node = node;
    opening->flags = O_RDWR;
    opening->references = 1;
    return opening;
}

API FILE *open_memstream(char **memory, size_t *size) {
    FILE *stream = __ferret_stream(-1, O_RDWR);
    stream->opening = memory_opening(0, 0);
    stream->memory = memory;
    stream->memory_size = size;
    publish(stream);
    return stream;
}

// Reads what the memory holds now; what is written stays with the stream.
API FILE *fmemopen(void *memory, size_t size, const char *mode) {
    int flags = flags_of(mode);
    if (flags < 0) return 0;
    FILE *stream = __ferret_stream(-1, flags);
    stream->opening = memory_opening(memory, *mode == 'w' ? 0 : size);
    stream->opening->flags = flags;
    return stream;
}

// What a scenario hands over as a stream: a temporary file that holds a text, at its beginning.
FILE *ferret_stream(const char *text) {
    if (!text) return 0;
    size_t size = __builtin_strlen(text);
    byte *data = __ferret_allocate(size);
    __builtin_memcpy(data, text, size);
    int descriptor = __ferret_temporary(data, size);
    return descriptor < 0 ? 0 : __ferret_stream(descriptor, O_RDWR);
}

static int flush(FILE *stream) {
    if (!stream) __ferret_flush_all();
    else if (stream->memory) publish(stream);
    return 0;
}

API int fflush(FILE *stream) { return flush(stream); }
API int fflush_unlocked(FILE *stream) { return flush(stream); }

static int close_stream(FILE *stream) {
    flush(stream);
    int result = stream->descriptor < 0 ? 0 : __ferret_close(stream->descriptor);
    for (FILE **at = &streams; *at; at = &(*at)->next)
        if (*at == stream) {
            *at = stream->next;
            break;
        }
    int is_standard = stream == &standard[0] || stream == &standard[1] || stream == &standard[2];
    if (is_standard) {
        stream->opening = 0;
        stream->reads = stream->writes = 0;
        stream->next = 0;
    } else {
        __ferret_release(stream);
    }
    return result;
}

API int fclose(FILE *stream) { return close_stream(stream); }
API int fcloseall(void) { return 0; }

API FILE *freopen(const char *path, const char *mode, FILE *stream) {
    int flags = flags_of(mode);
    if (flags < 0) return 0;
    if (stream->descriptor >= 0) __ferret_close(stream->descriptor);
    stream->opening = 0;
    stream->pushed = stream->end = stream->error = 0;
    stream->filled = 0;
    if (!path) return 0;
    int descriptor = __ferret_open(path, flags, 0666);
    if (descriptor < 0) return 0;
    stream->descriptor = descriptor;
    stream->flags = flags;
    stream->reads = (flags & O_ACCMODE) != O_WRONLY;
    stream->writes = (flags & O_ACCMODE) != O_RDONLY;
    return stream;
}

API FILE *tmpfile(void) {
    int descriptor = __ferret_temporary(0, 0);
    return descriptor < 0 ? 0 : __ferret_stream(descriptor, O_RDWR);
}
API FILE *tmpfile64(void) {
    extern FILE *tmpfile(void);
    return tmpfile();
}

API char *tmpnam(char *to) {
    static char name[20];
    static unsigned count;
    if (!to) to = name;
    __builtin_memmove(to, "/tmp/name000000", 16);
    unsigned rest = count++;
    for (int i = 14; i > 8; i--, rest /= 10) to[i] = (char)('0' + rest % 10);
    return to;
}

API int fgetc(FILE *stream) { return __ferret_get(stream); }
API int getc(FILE *stream) { return __ferret_get(stream); }
API int _IO_getc(FILE *stream) { return __ferret_get(stream); }
API int getc_unlocked(FILE *stream) { return __ferret_get(stream); }
API int fgetc_unlocked(FILE *stream) { return __ferret_get(stream); }
API int getchar(void) { return __ferret_get(stdin); }
API int getchar_unlocked(void) { return __ferret_get(stdin); }
API int ungetc(int c, FILE *stream) { return __ferret_unget(c, stream); }

static char *get_line(char *to, int size, FILE *stream) {
    if (size <= 0) return 0;
    int length = 0;
    while (length < size - 1) {
        int c = __ferret_get(stream);
        if (c == EOF) break;
        to[length++] = (char)c;
        if (c == '\n') break;
    }
    if ((!length && size > 1) || stream->error) return 0;
    to[length] = 0;
    return to;
}

API char *fgets(char *to, int size, FILE *stream) { return get_line(to, size, stream); }
API char *fgets_unlocked(char *to, int size, FILE *stream) { return get_line(to, size, stream); }
API char *__fgets_chk(char *to, size_t room, int size, FILE *stream) {
    (void)room;
    return get_line(to, size, stream);
}

API char *gets(char *to) {
    size_t length = 0;
    int c = __ferret_get(stdin);
    if (c == EOF) return 0;
    for (; c != EOF && c != '\n'; c = __ferret_get(stdin)) to[length++] = (char)c;
    to[length] = 0;
    return to;
}

static ssize_t get_delimited(char **line, size_t *size, int delimiter, FILE *stream) {
    size_t length = 0;
    if (!*line) *size = 0;
    for (;;) {
        int c = __ferret_get(stream);
        if (c == EOF && !length) return -1;
        if (length + 2 > *size) {
            size_t larger = *size ? *size * 2 : 120;
            char *moved = __ferret_sure_malloc(larger);
            if (length) __builtin_memmove(moved, *line, length);
            __ferret_release(*line);
            *line = moved;
            *size = larger;
        }
        if (c == EOF) break;
        (*line)[length++] = (char)c;
        if (c == delimiter) break;
    }
    (*line)[length] = 0;
    return (ssize_t)length;
}

API ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
    return get_delimited(line, size, delimiter, stream);
}
API ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
    return get_delimited(line, size, delimiter, stream);
}
API ssize_t getline(char **line, size_t *size, FILE *stream) {
    return get_delimited(line, size, '\n', stream);
}

static size_t read_items(void *to, size_t size, size_t count, FILE *stream) {
    size_t wanted = size * count, got = 0;
    if (!wanted) return 0;
    byte *out = to;
    while (stream->pushed && got < wanted) out[got++] = (byte)stream->pushed_back[--stream->pushed];
    struct opening *opening = opening_of(stream);
    if (!opening || !stream->reads) {
        errno = EBADF;
        stream->error = 1;
        return got / size;
    }
    if (got < wanted) {
        if (opening->position + (wanted - got) > stream->filled && !fill(stream, opening))
            return got / size;
        ssize_t more = __ferret_read(opening, out + got, wanted - got);
        if (more < 0) stream->error = 1;
        else got += (size_t)more;
        if (got < wanted && more >= 0) stream->end = 1;
    }
    return got / size;
}

API size_t fread(void *to, size_t size, size_t count, FILE *stream) {
    return read_items(to, size, count, stream);
}
API size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream) {
    return read_items(to, size, count, stream);
}
API size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
    (void)room;
    return read_items(to, size, count, stream);
}

API size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
    if (!size || !count) return 0;
    return __ferret_print(stream, from, size * count) / size;
}
API size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) {
    if (!size || !count) return 0;
    return __ferret_print(stream, from, size * count) / size;
}

static int put(int c, FILE *stream) {
    byte one = (byte)c;
    return __ferret_print(stream, &one, 1) ? one : EOF;
}

API int fputc(int c, FILE *stream) { return put(c, stream); }
API int putc(int c, FILE *stream) { return put(c, stream); }
API int _IO_putc(int c, FILE *stream) { return put(c, stream); }
API int putc_unlocked(int c, FILE *stream) { return put(c, stream); }
API int fputc_unlocked(int c, FILE *stream) { return put(c, stream); }
API int putchar(int c) { return put(c, stdout); }
API int putchar_unlocked(int c) { return put(c, stdout); }

static int put_string(const char *text, FILE *stream) {
    size_t length = __ferret_length(text);
    if (!length) return 1;
    return __ferret_print(stream, text, length) == length ? 1 : EOF;
}

API int fputs(const char *text, FILE *stream) { return put_string(text, stream); }
API int fputs_unlocked(const char *text, FILE *stream) { return put_string(text, stream); }
API int puts(const char *text) {
    int length = (int)__ferret_length(text);
    if (put_string(text, stdout) == EOF || put('\n', stdout) == EOF) return EOF;
    return length + 1;
}

static int seek(FILE *stream, off_t offset, int whence) {
    struct opening *opening = opening_of(stream);
    if (!opening) return -1;
    if (whence == SEEK_CUR) offset -= stream->pushed;
    if (__ferret_seek(opening, offset, whence) < 0) return -1;
    stream->pushed = 0;
    stream->end = 0;
    stream->filled = 0;
    return 0;
}

static off_t tell(FILE *stream) {
    struct opening *opening = opening_of(stream);
    if (!opening) return -1;
    off_t position = __ferret_seek(opening, 0, SEEK_CUR);
    return position < 0 ? -1 : position - stream->pushed;
}

API int fseek(FILE *stream, long offset, int whence) { return seek(stream, offset, whence); }
API int fseeko(FILE *stream, off_t offset, int whence) { return seek(stream, offset, whence); }
API int fseeko64(FILE *stream, off_t offset, int whence) { return seek(stream, offset, whence); }
API long ftell(FILE *stream) { return tell(stream); }
API off_t ftello(FILE *stream) { return tell(stream); }
API off_t ftello64(FILE *stream) { return tell(stream); }
API void rewind(FILE *stream) {
    seek(stream, 0, SEEK_SET);
    stream->error = 0;
}

typedef struct { off_t position; long state; } Position;
API int fgetpos(FILE *stream, Position *to) {
    to->position = tell(stream);
    return to->position < 0 ? -1 : 0;
}
API int fsetpos(FILE *stream, const Position *from) { return seek(stream, from->position, SEEK_SET); }

API int feof(FILE *stream) { return stream->end; }
API int feof_unlocked(FILE *stream) { return stream->end; }
API int ferror(FILE *stream) { return stream->error; }
API int ferror_unlocked(FILE *stream) { return stream->error; }
API void clearerr(FILE *stream) { stream->end = stream->error = 0; }
API int fileno(FILE *stream) { return stream->descriptor; }
API int fileno_unlocked(FILE *stream) { return stream->descriptor; }

API int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)stream, (void)buffer, (void)mode, (void)size;
    return 0;
}
API void setbuf(FILE *stream, char *buffer) { (void)stream, (void)buffer; }
API void setlinebuf(FILE *stream) { (void)stream; }
API void flockfile(FILE *stream) { (void)stream; }
API void funlockfile(FILE *stream) { (void)stream; }

API int remove(const char *path) { return __ferret_unlink(path); }

API void perror(const char *text) {
    const char *message = __ferret_error_text(errno);
    if (text && *text) {
        put_string(text, stderr);
        put_string(": ", stderr);
    }
    put_string(message, stderr);
    put('\n', stderr);
}

// There is nobody to talk to.
API FILE *popen(const char *command, const char *mode) {
    int flags = flags_of(mode);
    int status = __ferret_shell(command);
    if (flags < 0 || status < 0) {
        errno = flags < 0 ? EINVAL : ENOSYS;
        return 0;
    }
    int descriptor = __ferret_temporary(0, 0);
    if (descriptor < 0) return 0;
    FILE *stream = __ferret_stream(descriptor, flags & O_ACCMODE);
    stream->status = status;
    return stream;
}
API int pclose(FILE *stream) {
    int status = stream->status;
    int closed = close_stream(stream);
    return closed ? closed : status;
}
