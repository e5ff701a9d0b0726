// Prints the outline of the XML that it reads from standard input.
#include <expat.h>
#include <stdio.h>

static int depth;

static void start(void *unused, const XML_Char *name, const XML_Char **attributes) {
    printf("%*s%s", 2 * depth++, "", name);
    for (; *attributes; attributes += 2) printf(" %s='%s'", attributes[0], attributes[1]);
    printf("\n");
}

static void end(void *unused, const XML_Char *name) {
    depth--;
}

static void text(void *unused, const XML_Char *text, int length) {
    printf("%*s| %.*s\n", 2 * depth, "", length, text);
}

int main(void) {
    static char input[20000];
    int length = fread(input, 1, sizeof input, stdin);
    XML_Parser parser = XML_ParserCreate(NULL);
    // Otherwise the order of its tables is a matter of chance.
    XML_SetHashSalt(parser, 1234);
    XML_SetElementHandler(parser, start, end);
    XML_SetCharacterDataHandler(parser, text);
    int failed = XML_Parse(parser, input, length, 1) == XML_STATUS_ERROR;
    if (failed)
        printf("line %lu: %s\n", XML_GetCurrentLineNumber(parser), XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    return failed;
}
