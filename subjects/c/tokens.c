/* Tokens of a little language of expressions. */
#include <ctype.h>
#include <string.h>

enum kind { END, NUMBER, NAME, OPERATOR, KEYWORD, WRONG };

struct token {
    enum kind kind;
    const char *start;
    int length;
};

static int is_keyword(const char *start, int length)
{
    return (length == 2 && memcmp(start, "if", 2) == 0)
        || (length == 4 && memcmp(start, "else", 4) == 0);
}

/* Reads one token and gives where the text goes on. */
const char *next_token(const char *text, struct token *token)
{
    while (*text == ' ' || *text == '\t')
        text++;
    token->start = text;
    if (*text == '\0') {
        token->kind = END;
    } else if (isdigit((unsigned char)*text)) {
        token->kind = NUMBER;
        while (isdigit((unsigned char)*text))
            text++;
    } else if (isalpha((unsigned char)*text) || *text == '_') {
        while (isalnum((unsigned char)*text) || *text == '_')
            text++;
        token->kind = is_keyword(token->start, (int)(text - token->start)) ? KEYWORD : NAME;
    } else if (strchr("+-*/()=", *text) != NULL) {
        token->kind = OPERATOR;
        text++;
    } else {
        token->kind = WRONG;
        text++;
    }
    token->length = (int)(text - token->start);
    return text;
}

/* The number of tokens, or -1 if one is wrong. */
int count_tokens(const char *text)
{
    struct token token;
    int count = 0;

    for (;;) {
        text = next_token(text, &token);
        if (token.kind == END)
            return count;
        if (token.kind == WRONG)
            return -1;
        count++;
    }
}
