// Recursion, function pointers, conditions that call, functions that nobody calls, varargs, structures.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { int key; struct node *left, *right; };
typedef int (*test)(int, int);

static int unused(int a) { return a && a > 2 ? 1 : 2; }
int unused_too(int a) { while (a > 0 || a == -7) a--; return a; }
static inline int never_inlined(int a) { return a || unused(a); }

static int less(int a, int b) { return a < b || (a == b && a & 1); }
static int both_even(int a, int b) { return !(a & 1) && !(b & 1); }
static int depth(int n, int limit) { return n < limit && (n % 3 || depth(n + 1, limit)) && depth(n + 2, limit); }
static struct node *insert(struct node *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    if (!t) return NULL;
    *t = (struct node){key, NULL, NULL};
  } else if (key < t->key) t->left = insert(t->left, key);
  else if (key > t->key) t->right = insert(t->right, key);
  return t;
}
static int sum(struct node *t) { return t ? t->key + sum(t->left) - sum(t->right) : 0; }
static void release(struct node *t) { if (t) { release(t->left); release(t->right); free(t); } }
static int count(test f, int n) {
  int found = 0;
  for (int a = 0; a < n; a++) for (int b = 0; b < n; b++) if (f(a, b) && found < 50) found++;
  return found;
}
static int largest(int n, ...) {
  va_list ap; int best = 0;
  va_start(ap, n);
  while (n-- > 0) { int x = va_arg(ap, int); if (x > best || !best) best = x; }
  va_end(ap);
  return best;
}
static int compare(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y ? 1 : 0;
}

int main(int argc, char **argv) {
  test tests[] = {less, both_even};
  struct node *tree = NULL;
  int numbers[9], s = 0;
  for (int i = 0; i < 9; i++) { numbers[i] = i * 37 % 11; tree = insert(tree, numbers[i]); }
  qsort(numbers, 9, sizeof *numbers, compare);
  for (int i = 0; i < 8; i++) s += numbers[i] <= numbers[i + 1] && tests[i & 1](i, s);
  s += sum(tree) + count(less, 6) + count(both_even, 20) + depth(0, 9) + largest(3, 5, 9, 2) + largest(0);
  release(tree);
  printf("%d %d\n", s, argc == 1 && argv[0] && strlen(argv[0]) > 0);
  return s & 1 ? EXIT_SUCCESS : 2;
}
