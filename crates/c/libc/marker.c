// Functions by which programs that were written for other tools say what their inputs are: those of SV-COMP and
// Test-Comp, of KLEE and of CREST.
#include "ferret.h"

// An input of so many bits, by the name of the function that gives it.
long __ferret_marked(const char *name, int bits);
// The same, by the name of an object.
long __ferret_marked_named(const char *name, int bits);
double __ferret_marked_double(const char *name);
float __ferret_marked_float(const char *name);
// A byte of an object that is an input, by the object's name.
long __ferret_marked_byte(const char *name, size_t index);
// Ends a run that is none.
_Noreturn void __ferret_discard(void);

#define NONDET(name, type, bits) \
    API type __VERIFIER_nondet_##name(void) { return (type)__ferret_marked("__VERIFIER_nondet_" #name, bits); }

NONDET(bool, _Bool, 1)
NONDET(_Bool, _Bool, 1)
NONDET(char, char, 8)
NONDET(schar, signed char, 8)
NONDET(uchar, unsigned char, 8)
NONDET(short, short, 16)
NONDET(ushort, unsigned short, 16)
NONDET(int, int, 32)
NONDET(uint, unsigned, 32)
NONDET(unsigned, unsigned, 32)
NONDET(unsigned_int, unsigned, 32)
NONDET(U8, unsigned char, 8)
NONDET(u8, unsigned char, 8)
NONDET(U16, unsigned short, 16)
NONDET(u16, unsigned short, 16)
NONDET(U32, unsigned, 32)
NONDET(u32, unsigned, 32)
NONDET(U64, unsigned long, 64)
NONDET(u64, unsigned long, 64)
NONDET(unsigned_char, unsigned char, 8)
NONDET(unsigned_long, unsigned long, 64)
NONDET(loff_t, long, 64)
NONDET(pthread_t, unsigned long, 64)
NONDET(sector_t, unsigned long, 64)
NONDET(size_t, size_t, 64)
NONDET(long, long, 64)
NONDET(ulong, unsigned long, 64)
NONDET(longlong, long long, 64)
NONDET(ulonglong, unsigned long long, 64)

API double __VERIFIER_nondet_double(void) { return __ferret_marked_double("__VERIFIER_nondet_double"); }
API float __VERIFIER_nondet_float(void) { return __ferret_marked_float("__VERIFIER_nondet_float"); }
API __int128 __VERIFIER_nondet_int128(void) {
    unsigned long low = (unsigned long)__ferret_marked("__VERIFIER_nondet_int128", 64);
    return ((__int128)__ferret_marked("__VERIFIER_nondet_int128", 64) << 64) | low;
}
// No program can do anything with an address that it does not know, but compare it.
API void *__VERIFIER_nondet_pointer(void) { return 0; }

static void mark(void *object, size_t size, const char *name) {
    byte *bytes = object;
    for (size_t i = 0; i < size; i++) bytes[i] = (byte)__ferret_marked_byte(name, i);
}

API void __VERIFIER_nondet_memory(void *object, size_t size) { mark(object, size, "__VERIFIER_nondet_memory"); }

API void __VERIFIER_assume(int condition) {
    if (!condition) __ferret_discard();
}
API void __VERIFIER_assert(int condition) {
    if (!condition) __ferret_assertion();
}
API _Noreturn void __VERIFIER_error(void) { __ferret_abort(); }
API _Noreturn void reach_error(void) { __ferret_abort(); }

API void klee_make_symbolic(void *object, size_t size, const char *name) { mark(object, size, name); }
API void klee_assume(unsigned long condition) {
    if (!condition) __ferret_discard();
}
API int klee_int(const char *name) { return (int)__ferret_marked_named(name, 32); }
API int klee_range(int from, int to, const char *name) {
    int value = (int)__ferret_marked_named(name, 32);
    if (value < from || value >= to) __ferret_discard();
    return value;
}
API void klee_prefer_cex(void *object, unsigned long condition) { (void)object, (void)condition; }
API int klee_is_symbolic(unsigned long value) { (void)value; return 0; }
API _Noreturn void klee_silent_exit(int status) { (void)status; __ferret_discard(); }
API void klee_warning(const char *text) { (void)text; }
API void klee_warning_once(const char *text) { (void)text; }
API void klee_print_expr(const char *text, ...) { (void)text; }
API void klee_set_forking(unsigned on) { (void)on; }
API void klee_merge(void) {}
API void klee_open_merge(void) {}
API void klee_close_merge(void) {}
API void klee_posix_prefer_cex(void *object, unsigned long condition) { (void)object, (void)condition; }
API unsigned long klee_get_value_i64(unsigned long value) { return value; }
API int klee_get_value_i32(int value) { return value; }
API _Noreturn void klee_report_error(const char *file, int line, const char *text, const char *suffix) {
    (void)file, (void)line, (void)text, (void)suffix;
    __ferret_abort();
}
API _Noreturn void klee_abort(void) { __ferret_abort(); }

API void __CrestInt(int *x, ...) { *x = (int)__ferret_marked("CREST_int", 32); }
API void __CrestUInt(unsigned *x, ...) { *x = (unsigned)__ferret_marked("CREST_unsigned_int", 32); }
API void __CrestShort(short *x, ...) { *x = (short)__ferret_marked("CREST_short", 16); }
API void __CrestUShort(unsigned short *x, ...) { *x = (unsigned short)__ferret_marked("CREST_unsigned_short", 16); }
API void __CrestChar(char *x, ...) { *x = (char)__ferret_marked("CREST_char", 8); }
API void __CrestUChar(unsigned char *x, ...) { *x = (unsigned char)__ferret_marked("CREST_unsigned_char", 8); }
