// Conditions in initialisers, lengths, indices, statement expressions, bit-fields and assignments.
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#define OPT(x) ((x) ? "yes" : "no")
struct s { unsigned f:2; int (*cb)(int); };
static int id(int x) { return x; }
static inline int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static int nestedsel(int a, int b) { int x = a ? 1 : 2; int y = b ? x : 3; return (a ? b : x) ? y : (b ? 4 : 5); }
static int initl(int a) { int t[] = { a && 1, a || 2, !a, a ? 3 : 4 }; struct s q = { a > 1 ? 2 : 1, a ? id : 0 }; return t[0] + t[1] + t[2] + t[3] + q.f + (q.cb && q.cb(a)); }
static int vlas(int n) { int a[n > 3 ? n : 3]; memset(a, 0, sizeof a); for (int i = 0; i < (n && n > 2 ? n : 1); ++i) a[i] = i; return a[0]; }
static _Bool bools(_Bool a, _Bool b) { _Bool c = a & b; c |= a && !b; return c ^ (a || b); }
static int gen(int x) { return _Generic(x, int: x && 1, default: x || 2); }
static int stmts(int x) { int y = ({ int z = x; if (z > 2) z = 2; z; }); return y && ({ x > 1; }); }
static int compound(int a, int b) { a += b && a; a <<= (b || a) & 1; a = b = a > 3; return a - !b; }
static int ret_in_switch(int x) { switch (x & 3) { case 0: { if (x) return 1; } case 1: return x > 4 || x < -4; default: while (x > 0) { if (x-- == 2) return 5; } } return 6; }
static int dowhile(int x) { do { if (x == 3) continue; if (x == 5 && x) break; } while (x-- > 0 && x != 1); return x; }
static int longlogic(int a,int b,int c,int d,int e,int f) { return a && b && c && d && e && f; }
static int longor(int a,int b,int c,int d,int e,int f) { return a || b || c || d || e || f ? a : b; }
static int assign_in_cond(const char *s) { int n = 0, c; while ((c = *s++) && c != ' ') if ((c == 'a' || c == 'b') && ++n) ; return n; }
static int loop_else(int n) { int k; for (k = 0, n++; k < 5 && n; k++, n--) { if (k == 2) goto end; else if (n == 2) { k = 9; } else continue; } end: return k; }
int main(int argc, char **argv) {
  int s = 0;
  for (int a = -2; a < 7; a++) for (int b = 0; b < 3; b++) {
    s = s * 31 % 100003 + clampi(a, 0, 3) + nestedsel(a, b) + initl(a) + vlas(a < 0 ? 1 : a) + bools(a, b) + gen(a) + stmts(a) + compound(a & 3, b) + ret_in_switch(a) + dowhile(a);
    s += longlogic(a, b, a > 1, b > 1, 1, a) + longor(a, b, 0, 0, a, b) + loop_else(a);
    s += strlen(OPT(a && b));
  }
  s += assign_in_cond("abcab x");
  printf("%d %s\n", s, OPT(argc > 1 || argv[0]));
  return argc > 1 ? EXIT_FAILURE : 0;
}
