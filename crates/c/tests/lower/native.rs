//! C without a library gives in the machine what the compiled program gives.

use super::support::agrees;

#[test]
fn structures_are_passed_and_returned_by_value() {
    agrees(
        "typedef struct { int a, b; } P8; typedef struct { long a; double b; } P16;
         typedef struct { long x[5]; char c; } Big; typedef struct { float x, y; } F2;
         typedef struct { char c[3]; } C3; typedef struct { char c[6]; } C6;
         static P8 p8(int a) { P8 p = { a, a * 2 }; return p; }
         static P16 p16(long a) { P16 p = { a, a / 3.0 }; return p; }
         static Big big(int n) { Big b; for (int i = 0; i < 5; i++) b.x[i] = n * i; b.c = 'q'; return b; }
         static F2 f2(float a) { F2 f = { a, a + 1 }; return f; }
         static C3 c3(int n) { C3 c = {{ n, n + 1, n + 2 }}; return c; }
         static C6 c6(int n) { C6 c; for (int i = 0; i < 6; i++) c.c[i] = n + i; return c; }
         static long use(Big b) { b.x[0] += 5; long s = b.c; for (int i = 0; i < 5; i++) s += b.x[i]; return s; }
         static double mix(P8 a, P16 b, F2 c, C3 d, C6 e) {
           return a.a + a.b + b.a + b.b + c.x + c.y + d.c[1] + e.c[5]; }
         int main(void) {
           Big b = big(7); emit(use(b)); emit(b.x[0]);
           emitd(mix(p8(3), p16(10), f2(1.5f), c3(9), c6(1))); return 0; }",
    );
}

#[test]
fn bit_fields_and_packed_structures_keep_their_bits() {
    agrees(
        "struct bf { unsigned a:3; int b:7; unsigned long c:40; signed d:5; _Bool e:1; };
         struct __attribute__((packed)) pk { char a; int b; long c:33; unsigned d:31; short e; };
         struct __attribute__((packed)) wide { signed a:29; signed b:30; unsigned c:13; };
         struct __attribute__((packed)) longer { signed a:29; unsigned b:31; signed c:25; unsigned d:28; signed e:23; };
         union U { int i; float f; unsigned char b[4]; };
         struct longer l = { -7, 0x7abcdef1, -99, 0xabcdef1, -3 };
         struct wide w = { -5, 77, 4000 };
         int main(void) {
           struct bf q = { 5, -3, 0x123456789aUL, -7, 1 }; q.b += 9; q.c ^= 0xff; q.d--;
           emit(q.a); emit(q.b); emit(q.c); emit(q.d); emit(q.e); emit(sizeof q);
           struct pk k = { 1, 2, -5, 77, 9 }; k.c -= 3; k.d *= 2;
           emit(k.a); emit(k.b); emit(k.c); emit(k.d); emit(k.e); emit(sizeof k);
           w.a *= 3; w.b -= 100; w.c++; emit(w.a); emit(w.b); emit(w.c); emit(sizeof w);
           l.a--; l.b ^= 0x5555; l.c *= 5; l.d += 77; l.e -= 1000;
           emit(l.a); emit(l.b); emit(l.c); emit(l.d); emit(l.e); emit(sizeof l);
           union U u; u.f = 3.25f; emit(u.i); emit(u.b[3]); return 0; }",
    );
}

#[test]
fn further_arguments_are_found_in_order() {
    agrees(
        "#include <stdarg.h>
         typedef struct { int a, b; } P8; typedef struct { long a; double b; } P16;
         typedef struct { long x[5]; char c; } Big; typedef struct { float x, y; } F2;
         static int all(int n, va_list ap) { int s = 0; while (n--) s = s * 10 + va_arg(ap, int); return s; }
         static int sum(int n, ...) { va_list ap, cp; va_start(ap, n); va_copy(cp, ap);
           int s = all(n, ap); s = s * 10 + va_arg(cp, int); va_end(ap); va_end(cp); return s; }
         static double mixed(const char *f, ...) { va_list ap; va_start(ap, f); double r = 0;
           for (; *f; f++) switch (*f) {
             case 'i': r = r * 2 + va_arg(ap, int); break; case 'l': r = r * 2 + va_arg(ap, long); break;
             case 'd': r = r * 2 + va_arg(ap, double); break; case 'p': r = r * 2 + *va_arg(ap, int *); break;
             case 'L': r = r * 2 + va_arg(ap, long double); break;
             case '8': { P8 p = va_arg(ap, P8); r = r * 2 + p.a + p.b; break; }
             case '6': { P16 p = va_arg(ap, P16); r = r * 2 + p.a + p.b; break; }
             case 'B': { Big b = va_arg(ap, Big); r = r * 2 + b.x[4] + b.c; break; }
             case 'f': { F2 p = va_arg(ap, F2); r = r * 2 + p.x + p.y; break; }
             case 'w': r = r * 2 + (double)va_arg(ap, __int128); break; }
           va_end(ap); return r; }
         int main(void) {
           P8 a = { 3, 6 }; P16 b = { 10, 2.5 }; Big g = { { 0, 1, 2, 3, 4 }, 'q' }; F2 f = { 1.5f, 2.5f };
           emit(sum(4, 1, 2, 3, 4));
           emitd(mixed(\"ildp86BfLiwi\", 1, 2L, 3.5, &a.b, a, b, g, f, (long double)2.25, 7, (__int128)9, 4));
           emitd(mixed(\"iLid\", 1, (long double)0.5, 3, 0.25)); return 0; }",
    );
}

#[test]
fn computed_jumps_and_variable_length_arrays_work() {
    agrees(
        "static int jump(int n) { static void *t[] = { &&a, &&b, &&c }; int r = 0; goto *t[n % 3];
           a: r += 1; n--; if (n > 0) goto *t[n % 3]; goto end;
           b: r += 10; n -= 2; if (n > 0) goto *t[n % 3]; goto end;
           c: r += 100; n--; if (n > 0) goto *t[n % 3]; end: return r; }
         static long vla(int n) { int a[n][n + 1], s = 0;
           for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i * j;
           for (int i = 0; i < n; i++) s += a[i][n]; return s + sizeof a; }
         static int room(int n) { char *p = __builtin_alloca(n); for (int i = 0; i < n; i++) p[i] = i; return p[n - 1]; }
         int main(void) { for (int i = 0; i < 7; i++) emit(jump(i)); emit(vla(4)); emit(room(40)); return 0; }",
    );
}

#[test]
fn a_variable_length_array_ends_with_its_block() {
    // All of them together are more than there is memory for.
    agrees(
        "static int round(int n) { char a[n]; a[0] = n % 7; a[n - 1] = 1; return a[0] + a[n - 1]; }
         int main(void) { int kept[3] = { 1, 2, 3 }; long sum = 0;
           for (int i = 1; i <= 3000; i++) { int n = 500000 + i % 5; char a[n]; a[n - 1] = i % 3;
             if (i % 4 == 0) continue;
             for (int j = 0; j < 2; j++) { short b[i]; b[i - 1] = j; sum += b[i - 1]; }
             sum += a[n - 1] + round(i); }
           emit(sum + kept[2]); return 0; }",
    );
}

#[test]
fn compilers_take_the_first_of_two_zeros() {
    agrees(
        "int main(void) { volatile double zero = 0.0, minus = -0.0, nan = __builtin_nan(\"\");
           volatile float zerof = 0.0f, minusf = -0.0f;
           emit(!!__builtin_signbit(__builtin_fmax(zero, minus))); emit(!!__builtin_signbit(__builtin_fmax(minus, zero)));
           emit(!!__builtin_signbit(__builtin_fmin(zero, minus))); emit(!!__builtin_signbit(__builtin_fmin(minus, zero)));
           emit(!!__builtin_signbit(__builtin_fmaxf(zerof, minusf))); emit(!!__builtin_signbit(__builtin_fminf(minusf, zerof)));
           emitd(__builtin_fmax(nan, 2.5)); emitd(__builtin_fmin(-3.5, nan)); emitd(__builtin_fmax(zero, 1.0)); return 0; }",
    );
}

#[test]
fn constants_hold_addresses_of_each_other() {
    agrees(
        "static int add(int a, int b) { return a + b; } static int mul(int a, int b) { return a * b; }
         static int (*ops[])(int, int) = { add, mul };
         struct node { int v; struct node *next; } n3 = { 3, 0 }, n2 = { 2, &n3 }, n1 = { 1, &n2 };
         static const char *const names[] = { \"zero\", \"one\", \"two\" };
         static int numbers[8] = { 1, 2, 3, [6] = 9 }; static int *middle = &numbers[3], *end = numbers + 8;
         static long distance = (char *)&numbers[5] - (char *)&numbers[1];
         extern int other __attribute__((alias(\"numbers\"))); static _Thread_local int mine = 4;
         int main(void) { int s = 0; for (struct node *p = &n1; p; p = p->next) s = s * 10 + p->v;
           emit(s); emit(names[2][1]); emit(middle[-1]); emit(end - middle); emit(distance);
           emit(ops[0](3, 4)); emit(ops[1](3, 4)); emit(mine++); emit(mine); return 0; }",
    );
}

#[test]
fn wide_numbers_vectors_and_complex_numbers_compute() {
    agrees(
        "static __int128 wide(long a, long b) { return (__int128)a * b; }
         static _Complex double square(_Complex double a) { return a * a + 1; }
         static _Complex float half(_Complex float a) { return a / 2; }
         typedef int v4 __attribute__((vector_size(16)));
         static int vector(int x) { v4 a = { x, x + 1, x + 2, x + 3 }, b = a * a; b = b + (v4){ 1, 1, 1, 1 };
           b[x & 3] += 100; v4 m = a > 3; return b[0] + b[3] + b[(x + 1) & 3] + m[3]; }
         int main(void) { __int128 w = wide(0x7fffffffffffL, -12345678901L); emit(w >> 64); emit(w); emit(w / 1000003);
           _Complex double z = square(2 + 3i); emitd(__real__ z); emitd(__imag__ z);
           _Complex float y = half(3 - 5i); emitd(__real__ y); emitd(__imag__ y); emit(vector(2));
           long double d = 1.0L / 4; d = d * 3 + 0.5L; emitd(d); emit(sizeof d); return 0; }",
    );
}

#[test]
fn builtins_and_conversions_compute() {
    agrees(
        "static unsigned rot(unsigned x, int n) { return x << n | x >> (32 - n); }
         int main(void) { int o; long l; unsigned u;
           emit(__builtin_add_overflow(2147483647, 1, &o)); emit(o);
           emit(__builtin_mul_overflow(1L << 62, 4L, &l)); emit(l);
           emit(__builtin_sub_overflow(5u, 6u, &u)); emit(u); emit(__builtin_mul_overflow(-7, 6, &o)); emit(o);
           emit(__builtin_add_overflow(1u, -2, &o)); emit(o); emit(__builtin_sub_overflow(-2147483647 - 1, 1, &o));
           emit(__builtin_popcount(0xf0f0)); emit(__builtin_clz(1)); emit(__builtin_ctz(8)); emit(__builtin_ffs(16));
           emit(__builtin_parity(7)); emit(__builtin_bswap32(0x12345678)); emit(__builtin_bswap64(0x1122334455667788));
           emit(rot(0x80000001, 3)); emit(__builtin_abs(-4));
           emitd(__builtin_fabs(-2.5)); emitd(__builtin_floor(-2.5)); emitd(__builtin_ceil(2.1));
           emitd(__builtin_trunc(-2.7)); emitd(__builtin_rint(2.5)); emitd(__builtin_round(2.5));
           emitd(__builtin_copysign(3.0, -0.0)); emitd(__builtin_fma(2.0, 3.0, 1.0)); emitd(__builtin_fmin(1, 2));
           emit(__builtin_isnan(0.0 / 0.0) != 0); emit(__builtin_isinf(1e308 * 10) != 0); emit(!!__builtin_signbit(-1.0) != 0);
           emit(__builtin_isfinite(1.0) != 0); emit((unsigned long)(2e19f - 1e19f)); emit((int)-3.9); emit((unsigned)3e9);
           emitd((double)0xffffffffffffff00UL); emitd((float)0xffffffffffffff00UL); emit((unsigned char)300);
           char b[10]; __builtin_memset(b, 'x', 9); b[9] = 0; __builtin_memmove(b + 1, b, 4); b[0] = 'A'; emit(b[0]); emit(b[4]);
           int at = 8; emit(__atomic_fetch_or(&at, 16, 5)); int ex = 24; emit(__atomic_compare_exchange_n(&at, &ex, 99, 0, 5, 5));
           emit(__atomic_compare_exchange_n(&at, &ex, 7, 0, 5, 5)); emit(ex); emit(__atomic_exchange_n(&at, 3, 5)); emit(at);
           emit(__atomic_nand_fetch(&at, 6, 5)); return 0; }",
    );
}

#[test]
fn control_flow_and_recursion_work() {
    agrees(
        "static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
         static int collatz(int n) { int s = 0; while (n != 1 && s < 1000) { n = n % 2 ? 3 * n + 1 : n / 2; s++; } return s; }
         static int kind(int c) { switch (c) { case 1: case 2: return 10; case 3 ... 5: c += 2; case 9: c *= 2; break; default: c = -1; } return c; }
         static int gcd(int a, int b) { do { int t = a % b; a = b; b = t; } while (b); return a; }
         int x = 3; int main(void) { emit(fact(10)); emit(collatz(27)); for (int i = 0; i < 11; i++) emit(kind(i)); emit(gcd(84, 36));
           int y = (x > 2 && x < 9) || x == 100; emit(y); emit(!x ? 1 : x & 1 ? 2 : 3); x += x++ + ++x; emit(x > 0);
           return 0; }",
    );
}

#[test]
fn unprototyped_functions_of_other_shapes_are_called() {
    agrees(
        "int twice(); int main(void) { emit(twice(21)); void (*f)() = (void (*)())twice; (void)f; return 0; }
         int twice(int n) { return 2 * n; }",
    );
}
