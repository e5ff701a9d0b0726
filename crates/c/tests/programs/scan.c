// scanf from strings and from standard input.
// input: 10 20.5 word
// input: next line here
// input: 0x1f 077 -5 abc123 (3,4)
// input: 99999999999999999999 x
#include <stdio.h>
#include <string.h>

int main(void) {
    int a = -1, b = -1, c = -1, n = -1;
    unsigned u = 0;
    long l = 0;
    short h = 0;
    signed char hh = 0;
    float f = 0;
    double d = 0;
    char s[50] = "", t[50] = "", ch = 0, ch2 = 0;
    printf("%d", sscanf("12 34 56", "%d %d %d", &a, &b, &c)); printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("12,34", "%d,%d", &a, &b)); printf(" %d %d\n", a, b);
    printf("%d", sscanf("12;34", "%d,%d", &a, &b)); printf(" %d %d\n", a, b);
    printf("%d", sscanf("", "%d", &a)); printf(" %d", sscanf("   ", "%d", &a)); printf(" %d\n", sscanf("x", "%d", &a));
    printf("%d", sscanf("0x1F 017 11", "%i %i %i", &a, &b, &c)); printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("ff 17 -1", "%x %o %u", &a, &b, &u)); printf(" %d %d %u\n", a, b, u);
    printf("%d", sscanf("123456789 70000 300", "%ld %hd %hhd", &l, &h, &hh)); printf(" %ld %d %d\n", l, h, hh);
    printf("%d", sscanf("12345", "%2d%2d%d", &a, &b, &c)); printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("1.5 2e3", "%f %lf", &f, &d)); printf(" %f %f\n", f, d);
    printf("%d", sscanf("-.5 inf", "%f %lf", &f, &d)); printf(" %f %f\n", f, d);
    printf("%d", sscanf("1.5.5", "%f%lf", &f, &d)); printf(" %f %f\n", f, d);
    printf("%d", sscanf("0x1.8p1 nan", "%f %lf", &f, &d)); printf(" %f %f\n", f, d);
    printf("%d", sscanf("hello world", "%s %s", s, t)); printf(" %s %s\n", s, t);
    printf("%d", sscanf("hello world", "%3s%s", s, t)); printf(" %s %s\n", s, t);
    printf("%d", sscanf(" ab", "%c%c", &ch, &ch2)); printf(" [%c][%c]\n", ch, ch2);
    printf("%d", sscanf(" ab", " %c %c", &ch, &ch2)); printf(" [%c][%c]\n", ch, ch2);
    printf("%d", sscanf("abc123;rest", "%[a-z]%[0-9];%n", s, t, &n)); printf(" %s %s %d\n", s, t, n);
    printf("%d", sscanf("key = value # comment", "%[^= ] = %[^#\n]", s, t)); printf(" [%s] [%s]\n", s, t);
    printf("%d", sscanf("]]x", "%[]]%s", s, t)); printf(" [%s] [%s]\n", s, t);
    printf("%d", sscanf("a-b", "%[a-]%s", s, t)); printf(" [%s] [%s]\n", s, t);
    printf("%d", sscanf("1 2 3", "%*d %d %*d%n", &a, &n)); printf(" %d %d\n", a, n);
    printf("%d", sscanf("50%", "%d%%%n", &a, &n)); printf(" %d %d\n", a, n);
    printf("%d", sscanf("abcdef", "%4c", s)); printf(" %.4s\n", s);
    char *made = 0;
    printf("%d", sscanf("allocated text", "%ms", &made)); printf(" %s\n", made);
    printf("%d", sscanf("-", "%d", &a)); printf(" %d\n", sscanf("+", "%lf", &d));
    printf("%d", scanf("%d %lf %s", &a, &d, s)); printf(" %d %f %s\n", a, d, s);
    printf("%d", scanf(" %[^\n]", s)); printf(" [%s]\n", s);
    printf("%d", scanf("%i %i %i", &a, &b, &c)); printf(" %d %d %d\n", a, b, c);
    printf("%d", scanf("%[a-z]", s)); printf(" [%c]\n", getchar());
    printf("%d", scanf("%[a-z]%d (%d,%d)", s, &a, &b, &c)); printf(" [%s] %d %d %d\n", s, a, b, c);
    printf("%d", scanf("%ld", &l)); printf(" %ld\n", l);
    printf("%d", scanf("%d", &a)); printf(" %d", getchar()); printf(" %d %d\n", scanf("%d", &a), feof(stdin));
    return 0;
}
