// Descriptors: open, read, write, lseek, stat and the rest.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char buffer[64] = {0};
    printf("%d %d\n", open("none", O_RDONLY), errno == ENOENT);
    int d = open("file", O_RDWR | O_CREAT | O_EXCL, 0640);
    printf("%d %zd %ld\n", d, write(d, "0123456789", 10), (long)lseek(d, 0, SEEK_CUR));
    printf("%ld %zd %.3s\n", (long)lseek(d, 4, SEEK_SET), read(d, buffer, 3), buffer);
    printf("%ld %zd\n", (long)lseek(d, 0, SEEK_END), read(d, buffer, 3));
    printf("%zd %.4s %zd\n", pread(d, buffer, 4, 2), buffer, pwrite(d, "AB", 2, 0));
    int e = dup(d);
    printf("%d %ld\n", e, (long)lseek(e, 1, SEEK_SET)); read(d, buffer, 1); printf("%c %ld\n", buffer[0], (long)lseek(e, 0, SEEK_CUR));
    struct stat s;
    printf("%d %ld %o %d\n", fstat(d, &s), (long)s.st_size, s.st_mode & 0777, S_ISREG(s.st_mode));
    printf("%d %d\n", ftruncate(d, 4), ftruncate(d, 6)); lseek(d, 0, SEEK_SET);
    printf("%zd", read(d, buffer, 64)); printf(" %d %d %c\n", buffer[4], buffer[5], buffer[3]);
    printf("%d %d %d %d\n", close(d), close(d), errno == EBADF, close(e));
    printf("%d %d\n", open("file", O_CREAT | O_EXCL | O_WRONLY, 0600), errno == EEXIST);
    printf("%d %d %d\n", access("file", R_OK), access("gone", F_OK), stat("file", &s));
    printf("%d %d %d\n", mkdir("dir", 0755), mkdir("dir", 0755), stat("dir", &s)); printf("%d\n", S_ISDIR(s.st_mode));
    d = open("dir/inner", O_WRONLY | O_CREAT, 0644); write(d, "x", 1); close(d);
    printf("%d %d\n", stat("dir/../dir/./inner", &s), chdir("dir")); printf("%d %d\n", access("inner", F_OK), chdir(".."));
    printf("%d %d %d\n", unlink("dir/inner"), unlink("dir/inner"), rmdir("dir"));
    printf("%d %zd %d\n", isatty(1), read(99, buffer, 1), errno == EBADF);
    d = open("log", O_WRONLY | O_CREAT | O_APPEND, 0644); write(d, "ab", 2); lseek(d, 0, SEEK_SET); write(d, "cd", 2);
    printf("%ld\n", (long)lseek(d, 0, SEEK_CUR)); close(d);
    d = open("/dev/null", O_RDWR); printf("%zd %zd\n", write(d, "abc", 3), read(d, buffer, 3)); close(d);
    FILE *f = fopen("stream", "w+"); fputs("text", f); fflush(f); struct stat t; fstat(fileno(f), &t); printf("%ld\n", (long)t.st_size);
    char name[] = "tmpXXXXXX"; d = mkstemp(name); printf("%d %d\n", d >= 0, strcmp(name, "tmpXXXXXX") != 0); unlink(name);
    return 0;
}
