// Calendar functions and strftime.
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
    time_t times[] = {0, 1, -1, 86399, 86400, 951782400, 951868800, 1000000000, 1234567890, 1704067199, 1704067200, 1735689599, -86400L * 365 * 100, 4102444800, 253402300799, 1230768000, 1293839999, 1420070400};
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        struct tm *t = gmtime(&times[i]), copy = *t;
        printf("%d-%d-%d %d:%d:%d wday %d yday %d dst %d\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst);
        printf("%ld %s", (long)mktime(&copy), asctime(t));
        char text[200];
        size_t n = strftime(text, sizeof text, "%a %A %b %B %c|%C %d %D %e %F %g %G %H %I %j %k %l %m %M %p %P %r %R %S %T %u %U %V %w %W %x %X %y %Y %z %%", t);
        printf("%zu %s\n", n, text);
        printf("%zu\n", strftime(text, 5, "%Y-%m", t));
        printf("%s", ctime(&times[i]));
    }
    struct tm odd = {.tm_year = 100, .tm_mon = 14, .tm_mday = -3, .tm_hour = 30, .tm_min = -5, .tm_sec = 100};
    time_t made = mktime(&odd);
    printf("%ld %d %d %d %d\n", (long)made, odd.tm_year, odd.tm_mon, odd.tm_mday, odd.tm_wday);
    printf("%.1f %d\n", difftime(10, 3), time(NULL) > 0);
    char text[50];
    strftime(text, sizeof text, "%-d %_d %^a %-H", gmtime(&times[1]));
    puts(text);
    return 0;
}
