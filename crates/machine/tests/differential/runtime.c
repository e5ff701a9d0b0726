/* What each operation of the IR means, in C that leaves nothing undefined.
 *
 * Values are unsigned integers without a bit above their width `w`; floats travel as their bits and
 * become numbers only inside an operation, so that no copy changes a NaN. An operation that gives a
 * NaN gives the one positive quiet NaN, as the IR promises. Written from the words that describe
 * the operations, not from the code of the machine. */
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef __int128 i128;

static jmp_buf trapped;
static const char *trap_name;
static u64 counters[64];
/* The exception on its way to a handler: its object, or 0. */
static u64 thrown;

static _Noreturn void trap(const char *name) {
    trap_name = name;
    longjmp(trapped, 1);
}

/* U and I are the types that hold a value, P the type in which unsigned arithmetic cannot be promoted
 * to a signed one. */
#define INTEGERS(S, U, I, P)                                                                          \
    static inline U mask_##S(int w) { return w == S ? (U) ~(U)0 : (U)(((P)1 << w) - 1); }             \
    static inline I sx_##S(U a, int w) { return (I)(U)((P)a << (S - w)) >> (S - w); }                 \
    static inline int fits_##S(I a, int w) { return sx_##S((U)a & mask_##S(w), w) == a; }             \
    static inline U not_##S(U a, int w) { return (U)~a & mask_##S(w); }                               \
    static inline U neg_##S(U a, int w) { return (U)(0 - (P)a) & mask_##S(w); }                       \
    static inline U countones_##S(U a, int w) {                                                       \
        U n = 0;                                                                                      \
        for (int i = 0; i < w; i++) n += a >> i & 1;                                                  \
        return n;                                                                                     \
    }                                                                                                 \
    static inline U leadingzeros_##S(U a, int w) {                                                    \
        U n = 0;                                                                                      \
        for (int i = w - 1; i >= 0 && !(a >> i & 1); i--) n++;                                        \
        return n;                                                                                     \
    }                                                                                                 \
    static inline U trailingzeros_##S(U a, int w) {                                                   \
        U n = 0;                                                                                      \
        for (int i = 0; i < w && !(a >> i & 1); i++) n++;                                             \
        return n;                                                                                     \
    }                                                                                                 \
    static inline U byteswap_##S(U a, int w) {                                                        \
        U r = 0;                                                                                      \
        for (int i = 0; i < w; i += 8) r |= (U)((P)(a >> i & 255) << (w - 8 - i));                    \
        return r;                                                                                     \
    }                                                                                                 \
    static inline U bitreverse_##S(U a, int w) {                                                      \
        U r = 0;                                                                                      \
        for (int i = 0; i < w; i++) r |= (U)((P)(a >> i & 1) << (w - 1 - i));                         \
        return r;                                                                                     \
    }                                                                                                 \
    static inline U add_##S(U a, U b, int w) { return (U)((P)a + b) & mask_##S(w); }                  \
    static inline U sub_##S(U a, U b, int w) { return (U)((P)a - b) & mask_##S(w); }                  \
    static inline U mul_##S(U a, U b, int w) { return (U)((P)a * b) & mask_##S(w); }                  \
    static inline U and_##S(U a, U b, int w) { return a & b; }                                        \
    static inline U or_##S(U a, U b, int w) { return a | b; }                                         \
    static inline U xor_##S(U a, U b, int w) { return a ^ b; }                                        \
    static inline U udiv_##S(U a, U b, int w) { return b ? a / b : (trap("Division"), 0); }           \
    static inline U urem_##S(U a, U b, int w) { return b ? a % b : (trap("Division"), 0); }           \
    static inline U sdiv_##S(U a, U b, int w) {                                                       \
        if (!b) trap("Division");                                                                     \
        if (b == mask_##S(w)) return neg_##S(a, w);                                                   \
        return (U)(sx_##S(a, w) / sx_##S(b, w)) & mask_##S(w);                                        \
    }                                                                                                 \
    static inline U srem_##S(U a, U b, int w) {                                                       \
        if (!b) trap("Division");                                                                     \
        if (b == mask_##S(w)) return 0;                                                               \
        return (U)(sx_##S(a, w) % sx_##S(b, w)) & mask_##S(w);                                        \
    }                                                                                                 \
    static inline U shl_##S(U a, U b, int w) {                                                        \
        return b >= (U)w ? 0 : (U)((P)a << b) & mask_##S(w);                                          \
    }                                                                                                 \
    static inline U lshr_##S(U a, U b, int w) { return b >= (U)w ? 0 : a >> b; }                      \
    static inline U ashr_##S(U a, U b, int w) {                                                       \
        if (b >= (U)w) return sx_##S(a, w) < 0 ? mask_##S(w) : 0;                                     \
        return (U)(sx_##S(a, w) >> b) & mask_##S(w);                                                  \
    }                                                                                                 \
    static inline U add_checked_##S(U a, U b, int w) {                                                \
        I r;                                                                                          \
        int over = __builtin_add_overflow(sx_##S(a, w), sx_##S(b, w), &r);                            \
        if (over || !fits_##S(r, w)) trap("Overflow");                                                \
        return (U)r & mask_##S(w);                                                                    \
    }                                                                                                 \
    static inline U sub_checked_##S(U a, U b, int w) {                                                \
        I r;                                                                                          \
        int over = __builtin_sub_overflow(sx_##S(a, w), sx_##S(b, w), &r);                            \
        if (over || !fits_##S(r, w)) trap("Overflow");                                                \
        return (U)r & mask_##S(w);                                                                    \
    }                                                                                                 \
    static inline U mul_checked_##S(U a, U b, int w) {                                                \
        I r;                                                                                          \
        int over = __builtin_mul_overflow(sx_##S(a, w), sx_##S(b, w), &r);                            \
        if (over || !fits_##S(r, w)) trap("Overflow");                                                \
        return (U)r & mask_##S(w);                                                                    \
    }                                                                                                 \
    static inline int least_##S(U a, int w) { return a == (U)((P)1 << (w - 1)); }                     \
    static inline U sdiv_checked_##S(U a, U b, int w) {                                               \
        if (b == mask_##S(w) && least_##S(a, w)) trap("Overflow");                                    \
        return sdiv_##S(a, b, w);                                                                     \
    }                                                                                                 \
    static inline U srem_checked_##S(U a, U b, int w) {                                               \
        if (b == mask_##S(w) && least_##S(a, w)) trap("Overflow");                                    \
        return srem_##S(a, b, w);                                                                     \
    }                                                                                                 \
    static inline U shl_checked_##S(U a, U b, int w) {                                                \
        if (b >= (U)w) trap("Overflow");                                                              \
        return shl_##S(a, b, w);                                                                      \
    }                                                                                                 \
    static inline U lshr_checked_##S(U a, U b, int w) {                                               \
        if (b >= (U)w) trap("Overflow");                                                              \
        return lshr_##S(a, b, w);                                                                     \
    }                                                                                                 \
    static inline U ashr_checked_##S(U a, U b, int w) {                                               \
        if (b >= (U)w) trap("Overflow");                                                              \
        return ashr_##S(a, b, w);                                                                     \
    }                                                                                                 \
    static inline u8 eq_##S(U a, U b, int w) { return a == b; }                                       \
    static inline u8 ne_##S(U a, U b, int w) { return a != b; }                                       \
    static inline u8 ult_##S(U a, U b, int w) { return a < b; }                                       \
    static inline u8 ule_##S(U a, U b, int w) { return a <= b; }                                      \
    static inline u8 ugt_##S(U a, U b, int w) { return a > b; }                                       \
    static inline u8 uge_##S(U a, U b, int w) { return a >= b; }                                      \
    static inline u8 slt_##S(U a, U b, int w) { return sx_##S(a, w) < sx_##S(b, w); }                 \
    static inline u8 sle_##S(U a, U b, int w) { return sx_##S(a, w) <= sx_##S(b, w); }                \
    static inline u8 sgt_##S(U a, U b, int w) { return sx_##S(a, w) > sx_##S(b, w); }                 \
    static inline u8 sge_##S(U a, U b, int w) { return sx_##S(a, w) >= sx_##S(b, w); }                \
    static inline U load_##S(u64 at, int w) {                                                         \
        U r;                                                                                          \
        memcpy(&r, (const void *)(uintptr_t)at, sizeof r);                                            \
        return r & mask_##S(w);                                                                       \
    }                                                                                                 \
    static inline void store_##S(u64 at, U value) {                                                   \
        memcpy((void *)(uintptr_t)at, &value, sizeof value);                                          \
    }

INTEGERS(8, u8, i8, u32)
INTEGERS(16, u16, i16, u32)
INTEGERS(32, u32, i32, u32)
INTEGERS(64, u64, i64, u64)
INTEGERS(128, u128, i128, u128)

#define FLOATS(S, F, U, C, NAN_BITS, SIGN)                                                            \
    static inline F of_##S(U a) {                                                                     \
        F x;                                                                                          \
        memcpy(&x, &a, sizeof x);                                                                     \
        return x;                                                                                     \
    }                                                                                                 \
    static inline U bits_##S(F x) {                                                                   \
        U a;                                                                                          \
        memcpy(&a, &x, sizeof a);                                                                     \
        return a;                                                                                     \
    }                                                                                                 \
    static inline U out_##S(F x) { return x != x ? NAN_BITS : bits_##S(x); }                          \
    static inline U fneg_##S(U a) { return a ^ SIGN; }                                                \
    static inline U fabs_##S(U a) { return a & ~SIGN; }                                               \
    static inline U fsqrt_##S(U a) { return out_##S(C(sqrt)(of_##S(a))); }                            \
    static inline U ffloor_##S(U a) { return out_##S(C(floor)(of_##S(a))); }                          \
    static inline U fceil_##S(U a) { return out_##S(C(ceil)(of_##S(a))); }                            \
    static inline U ftrunc_##S(U a) { return out_##S(C(trunc)(of_##S(a))); }                          \
    static inline U fnearest_##S(U a) { return out_##S(C(rint)(of_##S(a))); }                         \
    static inline U fround_##S(U a) { return out_##S(C(round)(of_##S(a))); }                          \
    static inline U fadd_##S(U a, U b) { return out_##S(of_##S(a) + of_##S(b)); }                     \
    static inline U fsub_##S(U a, U b) { return out_##S(of_##S(a) - of_##S(b)); }                     \
    static inline U fmul_##S(U a, U b) { return out_##S(of_##S(a) * of_##S(b)); }                     \
    static inline U fdiv_##S(U a, U b) { return out_##S(of_##S(a) / of_##S(b)); }                     \
    static inline U frem_##S(U a, U b) { return out_##S(C(fmod)(of_##S(a), of_##S(b))); }             \
    /* The smaller of two numbers; among zeros the negative one. */                                   \
    static inline U least_of_##S(U a, U b) {                                                          \
        F x = of_##S(a), y = of_##S(b);                                                               \
        if (x == 0 && y == 0) return a & SIGN ? a : b;                                                \
        return x < y ? a : b;                                                                         \
    }                                                                                                 \
    static inline U greatest_of_##S(U a, U b) {                                                       \
        F x = of_##S(a), y = of_##S(b);                                                               \
        if (x == 0 && y == 0) return a & SIGN ? b : a;                                                \
        return x > y ? a : b;                                                                         \
    }                                                                                                 \
    static inline int is_nan_##S(U a) { return of_##S(a) != of_##S(a); }                              \
    static inline U fmin_##S(U a, U b) {                                                              \
        return is_nan_##S(a) || is_nan_##S(b) ? NAN_BITS : least_of_##S(a, b);                        \
    }                                                                                                 \
    static inline U fmax_##S(U a, U b) {                                                              \
        return is_nan_##S(a) || is_nan_##S(b) ? NAN_BITS : greatest_of_##S(a, b);                     \
    }                                                                                                 \
    static inline U fminnum_##S(U a, U b) {                                                           \
        if (is_nan_##S(a)) return out_##S(of_##S(b));                                                 \
        return is_nan_##S(b) ? a : least_of_##S(a, b);                                                \
    }                                                                                                 \
    static inline U fmaxnum_##S(U a, U b) {                                                           \
        if (is_nan_##S(a)) return out_##S(of_##S(b));                                                 \
        return is_nan_##S(b) ? a : greatest_of_##S(a, b);                                             \
    }                                                                                                 \
    static inline U fma_##S(U a, U b, U c) { return out_##S(C(fma)(of_##S(a), of_##S(b), of_##S(c))); } \
    static inline u8 ford_##S(U a, U b) { return !is_nan_##S(a) && !is_nan_##S(b); }                  \
    static inline u8 funo_##S(U a, U b) { return is_nan_##S(a) || is_nan_##S(b); }                    \
    static inline u8 foeq_##S(U a, U b) { return of_##S(a) == of_##S(b); }                            \
    static inline u8 fone_##S(U a, U b) { return ford_##S(a, b) && of_##S(a) != of_##S(b); }          \
    static inline u8 folt_##S(U a, U b) { return of_##S(a) < of_##S(b); }                             \
    static inline u8 fole_##S(U a, U b) { return of_##S(a) <= of_##S(b); }                            \
    static inline u8 fogt_##S(U a, U b) { return of_##S(a) > of_##S(b); }                             \
    static inline u8 foge_##S(U a, U b) { return of_##S(a) >= of_##S(b); }                            \
    static inline u8 fueq_##S(U a, U b) { return funo_##S(a, b) || of_##S(a) == of_##S(b); }          \
    static inline u8 fune_##S(U a, U b) { return of_##S(a) != of_##S(b); }                            \
    static inline u8 fult_##S(U a, U b) { return !(of_##S(a) >= of_##S(b)); }                         \
    static inline u8 fule_##S(U a, U b) { return !(of_##S(a) > of_##S(b)); }                          \
    static inline u8 fugt_##S(U a, U b) { return !(of_##S(a) <= of_##S(b)); }                         \
    static inline u8 fuge_##S(U a, U b) { return !(of_##S(a) < of_##S(b)); }

#define SINGLE(name) name##f
#define DOUBLE(name) name
FLOATS(f32, float, u32, SINGLE, 0x7fc00000u, 0x80000000u)
FLOATS(f64, double, u64, DOUBLE, 0x7ff8000000000000ull, 0x8000000000000000ull)

/* Float to integer. Every f32 is an f64, so one set serves both. */
static inline i128 narrow(double x, int bits) {
    double limit = ldexp(1, bits - 1), whole = trunc(x);
    return whole >= -limit && whole < limit ? (i128)whole : (i128)-limit;
}
static inline u128 mask_of(int w) { return mask_128(w); }
static inline u128 ftos(double x, int w) {
    return (u128)narrow(x, w <= 32 ? 32 : w <= 64 ? 64 : 128) & mask_of(w);
}
static inline u128 ftou(double x, int w) {
    if (w > 64) {
        if (!(x > 0)) return 0;
        return x >= 0x1p128 ? ~(u128)0 : (u128)x;
    }
    i64 s = (i64)narrow(x, 64);
    if (w <= 32) return (u64)s & mask_of(w);
    i64 t = (i64)narrow(x - 0x1p63, 64);
    return (u64)(s | (t & (s >> 63))) & mask_of(w);
}
static inline u128 ftossat(double x, int w) {
    double limit = ldexp(1, w - 1);
    if (x != x) return 0;
    if (x <= -limit) return (u128)1 << (w - 1);
    if (x >= limit) return mask_of(w) >> 1;
    return (u128)(i128)x & mask_of(w);
}
static inline u128 ftousat(double x, int w) {
    if (!(x > 0)) return 0;
    return x >= ldexp(1, w) ? mask_of(w) : (u128)x;
}

static inline u64 allocate(u64 size, int zeroed) {
    unsigned char *object = malloc(size ? size : 1);
    /* What the program reads before it writes shows as a mismatch. */
    memset(object, zeroed ? 0 : 0xa5, size);
    return (u64)(uintptr_t)object;
}
static inline void release(u64 at) { free((void *)(uintptr_t)at); }
static inline void copy_bytes(u64 to, u64 from, u64 size) {
    memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, size);
}
static inline void fill_bytes(u64 at, u8 byte, u64 size) { memset((void *)(uintptr_t)at, byte, size); }

/* Managed objects: sixteen bytes before the fields hold the class and the length of an array. */
static inline u64 new_object(u64 class, u64 length, u64 size) {
    unsigned char *object = calloc(1, size + 16);
    memcpy(object, &class, 8);
    memcpy(object + 8, &length, 8);
    return (u64)(uintptr_t)object + 16;
}
static inline u64 class_of(u64 object) { return load_64(object - 16, 64); }
static inline u64 length_of(u64 object) { return load_64(object - 8, 64); }

static void print_hex(u128 value) {
    if (value >> 64) printf("%llx%016llx", (unsigned long long)(value >> 64), (unsigned long long)value);
    else printf("%llx", (unsigned long long)value);
}
static void print_bytes(const char *label, const unsigned char *bytes, size_t size) {
    printf(" %s=", label);
    for (size_t i = 0; i < size; i++) printf("%02x", bytes[i]);
}
static void print_counters(int used) {
    printf(" counters=");
    for (int i = 0; i < used; i++) printf("%s%llu", i ? "," : "", (unsigned long long)counters[i]);
}
