// Every function of string.h on ordinary and border cases.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int sign(int x) { return (x > 0) - (x < 0); }
static long off(const char *p, const char *base) { return p ? p - base : -1; }

int main(void) {
    const char *words[] = {"", "a", "b", "ab", "abc", "ABC", "abcabc", "hello world", "\xff\xfe", "zz"};
    int n = sizeof words / sizeof *words;
    for (int i = 0; i < n; i++) {
        printf("%zu %zu", strlen(words[i]), strnlen(words[i], 3));
        for (int j = 0; j < n; j++) {
            printf(" %d%d%d%d", sign(strcmp(words[i], words[j])), sign(strncmp(words[i], words[j], 2)),
                   sign(strcasecmp(words[i], words[j])), sign(strncasecmp(words[i], words[j], 3)));
            printf("/%ld", off(strstr(words[i], words[j]), words[i]));
            printf("/%zu,%zu", strspn(words[i], words[j]), strcspn(words[i], words[j]));
            printf("/%ld", off(strpbrk(words[i], words[j]), words[i]));
            printf("/%ld", off(strcasestr(words[i], words[j]), words[i]));
        }
        printf("\n");
    }
    for (const char *c = "abco\xff"; ; c++) {
        printf("%ld %ld %ld %ld\n", off(strchr("abcabc hello", *c), "abcabc hello") >= 0,
               off(strrchr(words[6], *c), words[6]), off(strchr(words[6], *c), words[6]),
               off(strchrnul(words[6], *c), words[6]));
        if (!*c) break;
    }
    char buffer[32];
    memset(buffer, 'x', sizeof buffer);
    strncpy(buffer, "abc", 6);
    for (int i = 0; i < 10; i++) printf("%d ", buffer[i]);
    printf("%s %s\n", strcpy(buffer, "start"), strcat(buffer, "-end"));
    printf("%s\n", strncat(buffer, "12345", 3));
    printf("%ld\n", (long)(stpcpy(buffer, "four") - buffer));
    printf("%ld\n", (long)(stpncpy(buffer, "four", 8) - buffer));
    char text[] = " ,one,, two;three ;", *rest = text;
    for (char *t = strtok(text, " ,;"); t; t = strtok(NULL, " ,;")) printf("[%s]", t);
    char again[] = "a::b:", *state;
    for (char *t = strtok_r(again, ":", &state); t; t = strtok_r(NULL, ":", &state)) printf("<%s>", t);
    char third[] = "a::b:";
    rest = third;
    for (char *t; (t = strsep(&rest, ":"));) printf("{%s}", t);
    char *copy = strdup("copied"), *part = strndup("copied", 3);
    printf("%s %s %s\n", copy, part, strndup("ab", 9));
    free(copy);
    free(part);
    printf("%d %d\n", sign(memcmp("abc", "abd", 2)), sign(memcmp("abc", "abd", 3)));
    printf("%d %d\n", memchr("abc", 'c', 2) == NULL, memchr("abc", 'c', 3) != NULL);
    const char *m = "abcabcabd";
    printf("%ld %ld %ld\n", off(memrchr(m, 'c', 9), m), off(memmem(m, 9, "abd", 3), m), off(memmem(m, 9, "", 0), m));
    printf("%ld\n", off(memccpy(buffer, "xyz;more", ';', 8), buffer));
    memmove(buffer + 2, buffer, 5);
    buffer[7] = 0;
    printf("%s\n", buffer);
    printf("%s|%s|%s|%s\n", strerror(0), strerror(2), strerror(34), strerror(9999));
    printf("%d %zu %s\n", sign(strcoll("a", "b")), strxfrm(buffer, "abc", 10), buffer);
    printf("%d %d %d %d\n", ffs(0), ffs(8), ffsl(1L << 40), ffs(-1));
    bzero(buffer, 4);
    printf("%d%d\n", buffer[0], buffer[3]);
    char swapped[5] = {0};
    swab("abcd", swapped, 4);
    puts(swapped);
    puts((char *)mempcpy(memset(buffer, 0, 32), "tail", 4) - 2);
    return 0;
}
