// Tries to leave a mark outside: a file written, a file removed, a command run.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    FILE *file = fopen(MARK, "w");
    if (file) {
        fputs("was here\n", file);
        fclose(file);
    }
    int descriptor = open(MARK ".2", O_CREAT | O_WRONLY, 0600);
    if (descriptor >= 0) {
        write(descriptor, "x", 1);
        close(descriptor);
    }
    remove(VICTIM);
    unlink(VICTIM);
    rename(VICTIM, MARK ".3");
    if (fopen(VICTIM, "r"))
        puts("sees the host");
    return system("touch " MARK ".4") == 0;
}
