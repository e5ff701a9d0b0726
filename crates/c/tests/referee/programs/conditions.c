// Nests of `&&`, `||`, `!` and `?:`, as conditions, values, arguments and indices.
#include <stdio.h>
#include <stdbool.h>

static int table[4] = {1, 2, 3, 4};

static bool both(bool a, bool b) { return a && b; }
static bool either(bool a, bool b) { return a || b; }
static int many(int a, int b, int c, int d, int e, int f) {
  return ((a && b) || (c && !d)) && (e || (f && !(a || b)));
}
static int chain(int a, int b, int c) { return a ? b ? c ? 7 : 6 : c ? 5 : 4 : b ? 3 : c ? 2 : 1; }
static int value(int a, int b, int c) {
  int x = !a, y = !!b, z = a < b && b < c;
  x += (a || b) + (b || c) * 2;
  y -= (a && (b || c)) ? -1 : +1;
  z ^= a == b || b == c || a == c;
  return x + 10 * y + 100 * z + table[(a && c) + (b && c)];
}
static int arms(int a, int b, int c) {
  return (a && b) ? (b || c) ? a : b : (c && !a) ? ((a || c) && b ? 5 : b + 6) : c;
}
static int comma(int a, int b) { return (a++, b--, a > b) && (b += 2, b > 0); }
static int elvis(int a, int b) { return (a ?: b) && (b ?: a) ? 1 : 0; }
static int floats(double a, float b) { return a > b && !(b < 0) || a != a; }
static int pointers(const int *p, const int *q) { return p && q && *p == *q || !p && !q; }
static int mixed(unsigned a, long b, char c) { return (a & 1) && (b >> 1) || (c & 4) && a != 3; }
static int statement(int a) { return ({ int t = a && a > 1; t; }) || a == -1; }
static int constants(int a) {
  int r = 0;
  if (1 || a) r++;
  if (0 && a) r += 2;
  if (a && 1) r += 4;
  if (a || 0) r += 8;
  if (!0 && a && !1) r += 16;
  r += (a && 1 ? 32 : a - 1) + (a || 0 ? a + 2 : 64) + (1 && a ? a : 5) + (0 || a ? a * 2 : 6);
  r += (1 || a ? a : 7) + (0 && a ? a : 8) + (!(a && r) ? a : r) + (a > 0 && !(r == 3) ? a : -r);
  return r;
}
static int never(int a, int b) { return a && b; }

int main(void) {
  int s = 0;
  for (int bits = 0; bits < 64; bits++) {
    if (bits % 7 == 3 && bits > 20) continue;
    s = s * 3 % 10007 + many(bits & 1, bits & 2, bits & 4, bits & 8, bits & 16, bits & 32);
  }
  for (int a = -1; a < 2; a++)
    for (int b = 0; b < 2; b++)
      for (int c = 0; c < 3; c++) {
        s += arms(a, b, c) + chain(a, b, c) + value(a, b, c) + comma(a, b) + elvis(a, b) + floats(a, b);
        s += pointers(a ? &a : 0, b ? &b : 0) + mixed(a, b, c) + statement(a) + constants(a);
      }
  bool t = both(true, false) || either(s > 0, s < 0) && !both(s, s);
  printf("%d %d\n", s, t);
  return s < 0 && never(s, t);
}
