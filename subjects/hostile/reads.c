/* Code that has the compiler read files of others: by their absolute names, and by the assembler. */
#include "@CANARY@/kept"

__asm__(".pushsection .rodata\n"
        "stolen: .incbin \"@CANARY@/kept\"\n"
        ".popsection\n");

int larger(int one, int other)
{
    return one > other ? one : other;
}
