// Lists of folders, paths from an open folder, and what may not be opened.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void list(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) {
        printf("%s: %s\n", path, strerror(errno));
        return;
    }
    char *names[32];
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) && count < 32;)
        if (strstr(entry->d_name, "prof") == NULL) names[count++] = strdup(entry->d_name);
    closedir(folder);
    qsort(names, (size_t)count, sizeof *names, order);
    printf("%s:", path);
    for (int i = 0; i < count; i++) {
        printf(" %s", names[i]);
        free(names[i]);
    }
    puts("");
}

int main(void) {
    if (mkdir("own", 0755)) return 1;
    list("own");
    int folder = open("own", O_RDONLY | O_DIRECTORY);
    int file = openat(folder, "a.txt", O_RDWR | O_CREAT, 0644);
    printf("%d\n", (int)write(file, "abc", 3));
    close(file);
    mkdirat(folder, "below", 0755);
    file = openat(folder, "below/b.txt", O_WRONLY | O_CREAT, 0644);
    close(file);
    list("own");
    list("own/below");
    list("own/a.txt");
    list("none");
    struct stat found;
    printf("%d %d\n", fstatat(folder, "a.txt", &found, 0), (int)found.st_size);
    printf("%d %d\n", fstatat(folder, "b.txt", &found, 0), errno == ENOENT);
    printf("%d\n", faccessat(folder, "below", F_OK, 0));
    char byte;
    printf("%d %d\n", (int)read(folder, &byte, 1), errno == EISDIR);
    FILE *stream = fopen("own", "r");
    printf("%d", getc(stream));
    printf(" %d %d\n", ferror(stream), errno == EISDIR);
    fclose(stream);
    printf("%d %d\n", open("own", O_WRONLY), errno == EISDIR);
    printf("%d %d\n", open("own/a.txt", O_RDONLY | O_DIRECTORY), errno == ENOTDIR);
    int here = open(".", O_RDONLY);
    printf("%d", fchdir(folder));
    printf(" %d", access("a.txt", R_OK));
    printf(" %d\n", fchdir(here));
    printf("%d", unlinkat(folder, "a.txt", 0));
    printf(" %d", unlinkat(folder, "below/b.txt", 0));
    printf(" %d\n", unlinkat(folder, "below", AT_REMOVEDIR));
    list("own");
    printf("%ld %ld\n", pathconf("own", _PC_NAME_MAX), fpathconf(folder, _PC_PATH_MAX));
    close(folder);
    return rmdir("own");
}
