// Nested loops, jumps into and out of them, and loops that never turn.
#include <stdio.h>

static int primes(int n) {
  int found = 0;
  for (int i = 2; i < n; i++) {
    int prime = 1;
    for (int j = 2; j * j <= i && prime; j++)
      if (i % j == 0) prime = 0;
    found += prime;
  }
  return found;
}
static int search(int rows, int columns, int wanted) {
  int i, j;
  for (i = 0; i < rows; i++)
    for (j = 0; j < columns; j++)
      if (i * j == wanted && i != j) goto found;
  return -1;
found:
  return i * 100 + j;
}
static int backwards(int n) {
  int turns = 0;
again:
  turns++;
  if (n-- > 0 && turns < 20) goto again;
  return turns;
}
static int inside(int n) {
  int s = 0;
  if (n & 1) goto middle;
  while (n > 0) {
    s += n;
  middle:
    n -= 2;
    if (s > 50) break;
  }
  return s;
}
static int once(int n) {
  do { if (n == 3) break; if (n == 4) continue; n++; } while (0);
  while (0) n = 9;
  for (; 0;) n = 8;
  return n;
}
static int empty(int n) {
  for (int i = 0; i < n; i++);
  while (n-- > 3);
  do; while (++n < 0);
  for (;;) if (n++ > 5 || n == 2) return n;
}
static int computed(int n) {
  static void *const labels[] = {&&a, &&b, &&c};
  int s = 0;
  goto *labels[n % 3];
a: s += 1; if (s > 3) return s;
b: s += 2; if (s > 5 && n) goto c; goto a;
c: s += 4; return s;
}

int main(void) {
  int s = primes(60) + search(4, 5, 6) + search(3, 3, 7) + backwards(5) + backwards(-1) + backwards(90);
  for (int n = 0; n < 8; n++) s = s * 5 % 100003 + inside(n) + once(n) + empty(n) + computed(n);
  printf("%d\n", s);
  return 0;
}
