/* Code that behaves in the machine and attacks its host where a sanitizer or a test's own build shows that it is real. */
#include <stdlib.h>

/* An opening that no analysis of the IR sees: it is written in assembler. */
__asm__(".pushsection .text\n"
        "hostile_open:\n"
        "  mov $2, %eax\n"
        "  mov $65, %esi\n"
        "  mov $438, %edx\n"
        "  syscall\n"
        "  ret\n"
        "hostile_unlink:\n"
        "  mov $87, %eax\n"
        "  syscall\n"
        "  ret\n"
        "hostile_start:\n"
        "  lea hostile_written(%rip), %rdi\n"
        "  call hostile_open\n"
        "  lea hostile_kept(%rip), %rdi\n"
        "  call hostile_unlink\n"
        "  ret\n"
        "hostile_written: .asciz \"@CANARY@/written\"\n"
        "hostile_kept: .asciz \"@CANARY@/kept\"\n"
        ".popsection\n"
        ".pushsection .init_array,\"aw\"\n"
        "  .quad hostile_start\n"
        ".popsection\n");

int sorted(int a, int b, int c)
{
    if (a > b)
        return 0;
    return b <= c ? 1 : -1;
}

#if !defined(__llvm__) || __has_feature(address_sanitizer)
/* Seen by nobody but a build with a sanitizer. */
__attribute__((constructor)) static void early(void)
{
    if (system("echo early > @CANARY@/early; (setsid sleep @MARK@ &)"))
        abort();
}
#endif
