// Conditions and statements that come out of macros, macros in macros, and one macro twice on a line.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#define AND(x, y) ((x) && (y))
#define OR(x, y) ((x) || (y))
#define THREE(x, y, z) AND(OR(x, y), z)
#define IN(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
#define RETURN_IF(c, v) do { if (c) return (v); } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define SWAP(a, b) do { int t_ = a; a = b; b = t_; } while (0)
#define CASES(n) case n: case (n) + 10: return n
#define TRUE 1
#define ZERO 0
#define GUARD ready &&
#define LIMIT (limit + 1)
static int ready = 1, limit = 4;

static int decide(int a, int b, int c) {
  if (AND(a, b) || AND(b, c)) return 1;
  if (THREE(a, b, c)) return 2;
  if (GUARD a > LIMIT) return 3;
  RETURN_IF(IN(a, 0, 2) && !IN(b, -3, 0), 4);
  RETURN_IF(a == 3, 5); RETURN_IF(OR(a == 4, c), 6);
  if (TRUE && b) return 7;
  if (ZERO || c == 1) return 8;
  while (TRUE) { if (OR(a++ > 3, b-- < -3)) break; }
  return AND(a, OR(b, AND(c, a))) ? 9 : 10;
}
static int pick(int n) {
  switch (n) { CASES(1); CASES(2); default: return AND(n > 3, n < 6); }
}
static int text(const char *s) {
  int words = 0, in = 0;
  for (; *s; s++) {
    if (isspace((unsigned char)*s)) in = 0;
    else if (!in && (isalpha((unsigned char)*s) || *s == '_')) { words++; in = 1; }
  }
  return words;
}

int main(void) {
  int s = 0;
  EACH(a, 6) EACH(b, 4) EACH(c, 3) { s += decide(a - 1, b - 2, c - 1); if (AND(a, b)) SWAP(a, a); }
  EACH(n, 14) s = s * 3 + pick(n);
  s += text("  one two_three 4our _five ");
  assert(s > 0 && ready);
  printf("%d\n", s);
  return 0;
}
