// The program ends inside a condition's call, so that regions and decisions are left half-way.
#include <stdio.h>
#include <stdlib.h>

static void bye(void) { static int calls; if (calls++ == 0 && calls) printf("bye\n"); }
static int check(int n, int depth) {
  if (depth > 3 && n > 6) exit(n > 100 || n == 7 ? 5 : 6);
  return n & 1;
}
static int early(int n) {
  if (n == 1) return 1;
  if (n == 2) { if (check(n, 0)) return 2; return 3; }
  for (int i = 0; i < n; i++) {
    if (i == 3 && n == 4) return 4;
    if (check(i, n) || check(i + 1, n) && !check(i, 0)) continue;
    n--;
  }
  return n && check(n, 0) ? 5 : 6;
}

int main(void) {
  atexit(bye);
  int s = 0;
  for (int n = 0; n < 50; n++) {
    s += early(n) ? n : -n;
    printf("%d\n", s);
    if (s > 1000 && n) return 1;
  }
  return 0;
}
