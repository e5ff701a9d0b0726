// strtol and its relatives, with bases, ends and errors; atoi, abs, div.
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {
        "", " ", "0", "-0", "+7", "42", "-42", "  12ab", "0x1f", "0X1F", "0x", "0xg", "077", "08", "zz", "ZZ",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-1", "-18446744073709551615", "\t\n 5 6", "+-3", "1e5",
        "99999999999999999999999999999999999x", "0b101", "--1", "2147483648", "-2147483649",
    };
    int bases[] = {0, 2, 8, 10, 16, 36, 1, 37};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *t = texts[i];
        for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++) {
            char *end = 0;
            errno = 0;
            long s = strtol(t, &end, bases[b]);
            printf("%s base %d: %ld +%ld e%d", t, bases[b], s, end ? (long)(end - t) : -1L, errno);
            errno = 0;
            unsigned long u = strtoul(t, &end, bases[b]);
            printf(" %lu +%ld e%d", u, end ? (long)(end - t) : -1L, errno);
            printf(" %lld %llu\n", strtoll(t, NULL, bases[b]), strtoull(t, NULL, bases[b]));
        }
        printf("%ld %lld %jd\n", atol(t), atoll(t), strtoimax(t, NULL, 10));
        if (i < 16) printf("%d\n", atoi(t));
    }
    printf("%d %ld %lld\n", abs(-5), labs(-6L), llabs(-7LL));
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17, -5);
    lldiv_t ll = lldiv(-17, -5);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%x %x %x %x\n", htonl(0x12345678), ntohl(0x80000001), htons(0x1234), ntohs(0xff00));
    return 0;
}
