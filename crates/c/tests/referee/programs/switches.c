// Switches: falling through, ranges, defaults in the middle, none at all, nested, in loops.
#include <stdio.h>
enum colour { RED, GREEN = 5, BLUE };

static int fall(int n) {
  int r = 0;
  switch (n) {
  case 0: r += 1;
  case 1: r += 2; __attribute__((fallthrough));
  case 2: { r += 4; break; }
  default: r += 8;
  case 7: r += 16;
  }
  return r;
}
static const char *name(enum colour c) {
  switch (c) {
  case RED: return "red";
  case GREEN: return "green";
  case BLUE: return "blue";
  }
  return "none";
}
static int ranges(unsigned char c) {
  switch (c) {
  case '0' ... '9': return c - '0';
  case 'a' ... 'f': case 'A' ... 'F': return (c | 32) - 'a' + 10;
  case '_': case '-': return -2;
  default: return c > 127 && c != 255 ? -3 : -1;
  }
}
static int nested(int a, int b) {
  int s = 0;
  for (int i = 0; i < 5; i++) {
    switch (a + i) {
    case 1: continue;
    case 2:
      switch (b) { case 0: s += 3; break; case 1: if (s && i) goto done; default: s++; }
      break;
    case 3: s *= 2; break;
    case 4: if (a || b) break; s = 50;
    default: s += i;
    }
    s += 100;
  }
done:
  return s;
}
static int duff(int n) {
  int done = 0, turns = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { done++;
  case 3:      done++;
  case 2:      done++;
  case 1:      done++;
          } while (--turns > 0 && done < 100);
  }
  return done;
}
static int odd(long n) {
  switch (n) { }
  switch (n) { default: n++; }
  switch (n) { case 0x7fffffffffffL: return 1; case -1: return 2; }
  switch (3) { case 3: n++; break; case 4: n--; }
  switch (n > 4 && n < 9) { case 0: return 3; case 1: return 4; }
  return 5;
}

int main(void) {
  int s = 0;
  for (int n = -1; n < 9; n++) {
    s = s * 7 % 65521 + fall(n) + ranges((unsigned char)(n * 29)) + ranges('a' + n) + duff(n + 2) + odd(n);
    for (int b = 0; b < 3; b++) s += nested(n, b);
    printf("%s ", name((enum colour)n));
  }
  printf("%d\n", s);
  return 0;
}
