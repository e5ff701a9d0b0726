// wchar.h in the C locale.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t buffer[20];
    wcscpy(buffer, L"wide");
    wcscat(buffer, L" text");
    printf("%zu %ls %d %d\n", wcslen(buffer), buffer, wcscmp(buffer, L"wide") > 0, wcsncmp(buffer, L"wide", 4));
    printf("%ld\n", (long)(wcschr(buffer, L't') - buffer));
    wchar_t c;
    printf("%d %d\n", mbtowc(&c, "x", 1), c == L'x');
    char narrow[20];
    printf("%zu %s\n", wcstombs(narrow, buffer, sizeof narrow), narrow);
    printf("%zu\n", mbstowcs(buffer, "back", 20));
    printf("%ls %d %d %d\n", buffer, iswalpha(L'a') != 0, iswdigit(L'a') != 0, towupper(L'q'));
    printf("%5.2ls|\n", L"cut");
    return 0;
}
