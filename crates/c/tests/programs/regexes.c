// Regular expressions: patterns by texts.
#include <regex.h>
#include <stdio.h>

static const char *const extended[] = {
    "abc", "a.c", "a*", "a+b", "ab?c", "(a|ab)(c|bcd)(d*)", "^a", "a$", "^$", "^a*$", "a{2}", "a{2,}", "a{1,3}b",
    "(ab)*", "(a*)*", "(a*)+", "(a|b)*c", "[abc]+", "[^abc]+", "[a-c]x", "[]a]+", "[^]a]+", "[a-]+", "[[:alpha:]]+",
    "[[:digit:]_]+", "[[:space:]]", "x|y|z", "(x)|(y)", "a||b", "()", "(a)(b)?(c)?", "a\\.b", "\\(a\\)", "a|b|ab",
    "(foo|foobar)(bar)?", "([a-z]+)=([0-9]+)", "(^|,)([^,]*)", "\\w+", "\\W", "\\s\\S", "\\bfoo\\b", "\\<a", "b\\>",
    "(.)\\1", "(a*)b\\1", "([a-c])[x-z]*\\1", "a{,2}", "a)", "x*", "(a+|b+){2}", "((a)|(b))*", "[[.a.]b]", "[[=a=]]",
    "(a?)(ab)?", "(a|b|c){2,3}", "^(a|b)*$", "[a\\]b]", ".*", "(.*)(.*)", "(.+)b(.*)", "a.*b|c", "(a|ab)(bc|c)?(d|cd)?", "([ab]|ab)*(b?)", "\\Bo", "(|a)b",
    "*a", "(*a)", "a|*b", "+", "?", "{1}", "a{", "a{x}", "a{2,1}", "a{99999}", "a{}", "(a", "[a", "[z-a]", "[[:foo:]]",
    "a\\", "\\1", "[[.xx.]]", "[a-[:digit:]]", "^*", "a**", "a+?", "a{1}{2}", "[", "[]", "[^]", "(", ")",
};

static const char *const basic[] = {
    "abc", "a*", "*a", "\\(*a\\)", "^*a", "a\\+", "a\\?b", "\\(ab\\)*", "a\\{2\\}", "a\\{1,2\\}b", "\\(a\\)\\1", "a|b",
    "a\\|b", "(a)", "a+", "a^b", "a$b", "^a", "a$", "\\(^a\\)", "\\(a$\\)", "x\\(a\\|b\\)y", "\\.", "[.]", "\\(.*\\)=\\(.*\\)",
    "\\(a", "a\\)", "a\\{", "a\\{1", "\\{1\\}", "a**", "\\(\\)", "a\\{2,1\\}", "\\",
};

static const char *const texts[] = {
    "", "a", "b", "ab", "abc", "abcd", "aab", "aaab", "xaay", "foobar", "foo bar", "key=42", "x,y,,z", "a.b", "(a)",
    "a|b", "aa", "abab", "cc", "AbC", "a\nb", "\n", "]a]", "a-b_1", "xyzzy", "*a", "a^b", "a$b", "a)", "axa", "b a", "aabaa",
};

static void try(const char *pattern, int flags) {
    regex_t regex;
    int error = regcomp(&regex, pattern, flags);
    printf("%s %d: ", pattern, flags);
    if (error) {
        char text[80];
        size_t length = regerror(error, &regex, text, sizeof text);
        printf("%d %s %zu\n", error, text, length);
        return;
    }
    printf("%zu groups\n", regex.re_nsub);
    for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++) {
        for (int mode = 0; mode < (t % 8 == 1 ? 4 : 1); mode++) {
            regmatch_t m[5] = {{7, 7}, {7, 7}, {7, 7}, {7, 7}, {7, 7}};
            int result = regexec(&regex, texts[t], 5, m, mode);
            if (result) continue;
            printf(" %u/%d", t, mode);
            for (int i = 0; i < 5; i++)
                if (m[i].rm_so >= 0) printf(" %d:%d-%d", i, (int)m[i].rm_so, (int)m[i].rm_eo);
        }
    }
    printf("\n");
    regfree(&regex);
}

int main(void) {
    for (unsigned i = 0; i < sizeof extended / sizeof *extended; i++) {
        try(extended[i], REG_EXTENDED);
        if (i % 3 == 0) try(extended[i], REG_EXTENDED | REG_ICASE);
        if (i % 4 == 0) try(extended[i], REG_EXTENDED | REG_NEWLINE);
        if (i % 16 == 0) try(extended[i], REG_EXTENDED | REG_NOSUB);
    }
    for (unsigned i = 0; i < sizeof basic / sizeof *basic; i++) try(basic[i], 0);
    return 0;
}
