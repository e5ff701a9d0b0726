// Streams over files: modes, positions, ends, errors.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *path) {
    FILE *f = fopen(path, "r");
    if (!f) {
        printf("%s: %s\n", path, strerror(errno));
        return;
    }
    int c;
    printf("%s:", path);
    while ((c = getc(f)) != EOF) printf(" %02x", c);
    printf(" end %d error %d\n", !!feof(f), !!ferror(f));
    fclose(f);
}

int main(void) {
    show("missing.txt");
    FILE *f = fopen("a.txt", "w");
    printf("%d %d %d\n", fputs("hello\n", f) >= 0, fputc('x', f), fprintf(f, "%d\n", 42));
    printf("%ld\n", ftell(f));
    printf("%d\n", fgetc(f)); printf("%d\n", !!ferror(f)); clearerr(f); printf("%d\n", !!ferror(f));
    fclose(f);
    show("a.txt");
    f = fopen("a.txt", "r+");
    printf("%d\n", fseek(f, 2, SEEK_SET)); fputc('L', f); fseek(f, -1, SEEK_END); fputc('!', f);
    printf("%d %d\n", fseek(f, -100, SEEK_SET), errno == EINVAL);
    rewind(f);
    char line[100];
    printf("%s", fgets(line, sizeof line, f)); printf("%s\n", fgets(line, 3, f)); printf("%ld\n", ftell(f));
    printf("%d %ld\n", ungetc('Q', f), ftell(f)); printf("%c", getc(f)); printf("%c\n", getc(f));
    fclose(f);
    show("a.txt");
    f = fopen("a.txt", "a+");
    printf("%c\n", fgetc(f)); fputs("appended", f); printf("%ld\n", ftell(f)); fclose(f);
    show("a.txt");
    f = fopen("a.txt", "wx"); printf("%d %d\n", f == NULL, errno == EEXIST);
    f = fopen("b.bin", "wb");
    int numbers[5] = {1, 2, 3, 4, 5};
    printf("%zu\n", fwrite(numbers, sizeof *numbers, 5, f)); fclose(f);
    f = fopen("b.bin", "rb");
    int back[8] = {0};
    printf("%zu", fread(back, sizeof *back, 8, f)); printf(" %d %d %d\n", back[0], back[4], !!feof(f)); fclose(f);
    f = fopen("b.bin", "r+b"); fseek(f, 30, SEEK_SET); fputc(7, f); fclose(f);
    show("b.bin");
    printf("%d %d\n", rename("b.bin", "c.bin"), rename("none", "d")); show("b.bin"); show("c.bin");
    printf("%d %d\n", remove("c.bin"), remove("c.bin")); show("c.bin");
    f = tmpfile(); fputs("temporary\nlines\n\nlast", f); rewind(f);
    char *text = NULL; size_t size = 0; ssize_t got;
    while ((got = getline(&text, &size, f)) >= 0) printf("%zd [%s]\n", got, text);
    rewind(f); printf("%zd [%s]\n", getdelim(&text, &size, 'a', f), text); free(text);
    fpos_t place; fgetpos(f, &place); printf("%c", getc(f)); fsetpos(f, &place); printf("%c\n", getc(f)); fclose(f);
    f = fopen("a.txt", "q"); printf("%d %d\n", f == NULL, errno == EINVAL);
    char *memory; size_t length;
    f = open_memstream(&memory, &length); fprintf(f, "in memory %d", 5); fflush(f); printf("%zu %s\n", length, memory);
    fputs(" more", f); fclose(f); printf("%zu %s\n", length, memory); free(memory);
    f = freopen("out.txt", "w", stderr); fprintf(stderr, "redirected"); fclose(stderr); show("out.txt");
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("%d %d\n", fileno(stdin), fileno(stdout));
    return 0;
}
