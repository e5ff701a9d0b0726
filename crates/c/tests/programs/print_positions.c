// printf with arguments by position.
#include <stdio.h>

int main(void) {
    printf("%2$s %1$s %2$s\n", "one", "two");
    printf("%3$d %1$ld %2$c %3$05d\n", 1L << 40, 'x', -7);
    printf("%1$*2$d|%1$-*2$d|%3$.*4$f|%3$*2$.*4$e\n", 42, 9, 3.14159, 2);
    printf("%4$s %3$g %2$llx %1$hhd %1$u\n", 300, 0xdeadbeefcafeULL, 2.5, "end");
    printf("%2$Lg %1$s %2$.3Lf\n", "long double", 1.5L);
    printf("100%% %2$s%% %1$s\n", "b", "a");
    int count = -1;
    printf("%1$s%2$n|\n", "hello", &count);
    printf("%d\n", count);
    char text[16];
    printf("%d %s\n", snprintf(text, sizeof text, "%2$s-%1$s", "right side", "left side"), text);
    printf("%1$s %2$p\n", "null", (void *)0);
    return 0;
}
