// Every kind of control flow once, over a grid of arguments.
#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(x) if (!(x)) return 9

static int f(int a, int b, int c) {
  int r = 0;
  if (a && !b) r += 1;
  if (!(a || b)) r += 2;
  while (a > 0 && b-- > 0 && c) { a--; if (c == 5) continue; }
  do { r++; } while (r < 3);
  switch (c) { case 1: case 2: r++; case 3 ... 5: r += 2; break; case 9: r = 7; }
  r += MAX(a, b);
  CHECK(a && c);
  if (1 && a) r++;
  if (sizeof(int) == 4) r--;
  if (0) r = 5;
  if (a && (b ? c : a) && !c) r++;
  int z = a && b;
  z = !(a && !b) || c;
  for (;;) { if (r-- < 0) break; if (a && b && c) goto out; }
out:
  return (a > b && !c) ? r : (c ? z : 2);
}

int main(void) {
  int s = 0;
  for (int a = -2; a < 4; a++) for (int b = -1; b < 3; b++) for (int c = 0; c < 10; c++) s += f(a, b, c);
  printf("%d\n", s);
  return s == 77 ? 0 : 3;
}
