// regex.h: POSIX regular expressions with GNU's escapes, in the C locale: from a pattern to a tree.
#include "ferret.h"

struct parser {
    struct pattern *pattern;
    const char *at, *start;
    int extended, error, depth, open_groups;
    unsigned complete; // groups that are closed
};

enum { MOST_NODES = 1 << 20, MOST_REPEATS = 0x7fff };

static int new_node(struct parser *parser, enum kind kind, int first, int second) {
    struct pattern *pattern = parser->pattern;
    if (pattern->count >= MOST_NODES) {
        parser->error = REG_ESPACE;
        return 0;
    }
    if (pattern->count == pattern->capacity) {
        int capacity = pattern->capacity ? 2 * pattern->capacity : 16;
        struct part *larger = __ferret_allocate_zeroed((size_t)capacity * sizeof *larger);
        if (pattern->count) __builtin_memmove(larger, pattern->nodes, (size_t)pattern->count * sizeof *larger);
        __ferret_release(pattern->nodes);
        pattern->nodes = larger;
        pattern->capacity = capacity;
    }
    pattern->nodes[pattern->count] = (struct part){.kind = kind, .first = first, .second = second};
    return pattern->count++;
}

static void include(uint64_t *set, int c) { set[c >> 6] |= 1ul << (c & 63); }
static void exclude(uint64_t *set, int c) { set[c >> 6] &= ~(1ul << (c & 63)); }
static int upper_case(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

// A node that matches one character of a set.
static int set_node(struct parser *parser, uint64_t *set) {
    int node = new_node(parser, SET, 0, 0);
    for (int c = 0; c < 256 && (parser->pattern->flags & REG_ICASE); c++)
        if (includes(set, c)) {
            include(set, lower_case(c));
            include(set, upper_case(c));
        }
    __builtin_memmove(parser->pattern->nodes[node].set, set, 4 * sizeof *set);
    return node;
}

static int character_node(struct parser *parser, int c) {
    uint64_t set[4] = {0, 0, 0, 0};
    include(set, c);
    return set_node(parser, set);
}

static int matching_node(struct parser *parser, int (*is_member)(int), int negated) {
    uint64_t set[4] = {0, 0, 0, 0};
    for (int c = 0; c < 256; c++)
        if ((is_member(c) != 0) != negated) include(set, c);
    return set_node(parser, set);
}

static int in_class(const char *name, size_t length, int c) {
    static const char *const names[] = {
        "alpha", "digit", "alnum", "upper", "lower", "space", "blank", "punct", "print", "graph", "cntrl", "xdigit",
    };
    int which = -1;
    for (int i = 0; i < 12; i++) {
        size_t k = 0;
        while (k < length && names[i][k] == name[k]) k++;
        if (k == length && !names[i][k]) which = i;
    }
    int printable = c >= 32 && c < 127;
    switch (which) {
    case 0: return is_alpha(c);
    case 1: return is_digit(c);
    case 2: return is_alpha(c) || is_digit(c);
    case 3: return c >= 'A' && c <= 'Z';
    case 4: return c >= 'a' && c <= 'z';
    case 5: return is_space(c);
    case 6: return c == ' ' || c == '\t';
    case 7: return printable && c != ' ' && !is_alpha(c) && !is_digit(c);
    case 8: return printable;
    case 9: return printable && c != ' ';
    case 10: return c < 32 || c == 127;
    case 11: return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'f');
    default: return -1;
    }
}

// A single character of a bracket expression, also one in [. .]; -1 with an error.
static int bracket_character(struct parser *parser) {
    if (parser->at[0] == '[' && (parser->at[1] == '.' || parser->at[1] == '=')) {
        char mark = parser->at[1];
        const char *name = parser->at + 2;
        size_t length = 0;
        while (name[length] && !(name[length] == mark && name[length + 1] == ']')) length++;
        if (!name[length]) {
            parser->error = REG_EBRACK;
            return -1;
        }
        parser->at = name + length + 2;
        if (length != 1) {
            parser->error = REG_ECOLLATE;
            return -1;
        }
        return (byte)*name;
    }
    return (byte)*parser->at++;
}

static int bracket(struct parser *parser) {
    uint64_t set[4] = {0, 0, 0, 0};
    int negated = *parser->at == '^';
    if (negated) parser->at++;
    if (!*parser->at) {
        parser->error = REG_BADPAT;
        return 0;
    }
    for (int first = 1;; first = 0) {
        if (!*parser->at) {
            parser->error = REG_EBRACK;
            return 0;
        }
        if (*parser->at == ']' && !first) {
            parser->at++;
            break;
        }
        if (parser->at[0] == '[' && parser->at[1] == ':') {
            const char *name = parser->at + 2;
            size_t length = 0;
            while (name[length] && !(name[length] == ':' && name[length + 1] == ']')) length++;
            if (name[length]) {
                if (in_class(name, length, 0) < 0) {
                    parser->error = REG_ECTYPE;
                    return 0;
                }
                for (int c = 0; c < 256; c++)
                    if (in_class(name, length, c)) include(set, c);
                parser->at = name + length + 2;
                continue;
            }
            parser->error = REG_EBRACK;
            return 0;
        }
        int low = bracket_character(parser), high = low;
        if (low < 0) return 0;
        if (parser->at[0] == '-' && parser->at[1] && parser->at[1] != ']') {
            parser->at++;
            if (parser->at[0] == '[' && parser->at[1] == ':') {
                parser->error = REG_ERANGE;
                return 0;
            }
            high = bracket_character(parser);
            if (high < 0) return 0;
            if (high < low) {
                parser->error = REG_ERANGE;
                return 0;
            }
        }
        for (int c = low; c <= high; c++) include(set, c);
    }
    if (negated) {
        if (parser->pattern->flags & REG_ICASE)
            for (int c = 0; c < 256; c++)
                if (includes(set, c)) {
                    include(set, lower_case(c));
                    include(set, upper_case(c));
                }
        for (int i = 0; i < 4; i++) set[i] = ~set[i];
        exclude(set, 0);
        if (parser->pattern->flags & REG_NEWLINE) exclude(set, '\n');
    }
    return set_node(parser, set);
}

// What stands next.
enum token { END, LITERAL, ANY, OPEN_BRACKET, OPEN, CLOSE, BAR, TIMES_STAR, TIMES_PLUS, TIMES_OPTIONAL, TIMES_RANGE, CARET, DOLLAR, ESCAPED };

static enum token peek(const struct parser *parser, int *length) {
    char c = parser->at[0], next = c ? parser->at[1] : 0;
    int extended = parser->extended;
    *length = 1;
    switch (c) {
    case 0: return END;
    case '.': return ANY;
    case '[': return OPEN_BRACKET;
    case '*': return TIMES_STAR;
    case '^': return CARET;
    case '$': return DOLLAR;
    case '(': return extended ? OPEN : LITERAL;
    case ')': return extended ? CLOSE : LITERAL;
    case '|': return extended ? BAR : LITERAL;
    case '+': return extended ? TIMES_PLUS : LITERAL;
    case '?': return extended ? TIMES_OPTIONAL : LITERAL;
    case '{': return extended ? TIMES_RANGE : LITERAL;
    case '\\': break;
    default: return LITERAL;
    }
    *length = 2;
    if (extended) return ESCAPED;
    switch (next) {
    case '(': return OPEN;
    case ')': return CLOSE;
    case '|': return BAR;
    case '+': return TIMES_PLUS;
    case '?': return TIMES_OPTIONAL;
    case '{': return TIMES_RANGE;
    default: return ESCAPED;
    }
}

static int alternatives(struct parser *parser);

static int escaped(struct parser *parser) {
    int c = (byte)parser->at[1];
    if (!c) {
        parser->error = REG_EESCAPE;
        return 0;
    }
    parser->at += 2;
    if (c >= '1' && c <= '9') {
        int number = c - '0';
        if (!(parser->complete >> number & 1)) {
            parser->error = REG_ESUBREG;
            return 0;
        }
        parser->pattern->has_references = 1;
        int node = new_node(parser, BACK, 0, 0);
        parser->pattern->nodes[node].number = number;
        return node;
    }
    switch (c) {
    case 'w': return matching_node(parser, is_word_character, 0);
    case 'W': return matching_node(parser, is_word_character, 1);
    case 's': return matching_node(parser, is_space, 0);
    case 'S': return matching_node(parser, is_space, 1);
    case 'b': return new_node(parser, WORD_EDGE, 0, 0);
    case 'B': return new_node(parser, WORD_INSIDE, 0, 0);
    case '<': return new_node(parser, WORD_START, 0, 0);
    case '>': return new_node(parser, WORD_END, 0, 0);
    case '`': return new_node(parser, TEXT_START, 0, 0);
    case '\'': return new_node(parser, TEXT_END, 0, 0);
    default: return character_node(parser, c);
    }
}

// Whether `$` stands where a match may end.
static int is_end_anchor(const struct parser *parser) {
    if (parser->extended || !parser->at[1]) return 1;
    return parser->at[1] == '\\' && (parser->at[2] == ')' || parser->at[2] == '|');
}

static int copy(struct parser *parser, int node) {
    struct part from = parser->pattern->nodes[node];
    int first = from.first, second = from.second;
    if (from.kind == CAT || from.kind == ALT || from.kind == STAR || from.kind == GROUP) first = copy(parser, first);
    if (from.kind == CAT || from.kind == ALT) second = copy(parser, second);
    int made = new_node(parser, from.kind, first, second);
    if (parser->error) return 0;
    from.first = first;
    from.second = second;
    parser->pattern->nodes[made] = from;
    return made;
}

// A number of an interval: -1 if there is none, -2 if it is something else.
static int interval_number(struct parser *parser) {
    int number = -1;
    while (*parser->at && *parser->at != ',' && !(parser->extended && *parser->at == '}') &&
           !(!parser->extended && parser->at[0] == '\\' && parser->at[1] == '}')) {
        int c = (byte)*parser->at++;
        if (!is_digit(c) || number == -2) number = -2;
        else number = number < 0 ? c - '0' : number > MOST_REPEATS ? number : number * 10 + c - '0';
    }
    return *parser->at ? number : -2;
}

static int repeated(struct parser *parser, int node, int least, int most) {
    // a{2,4} is aa(a(a)?)?, a{2,} is aaa*.
    int empty = new_node(parser, EMPTY, 0, 0), rest = empty;
    if (most < 0) {
        rest = new_node(parser, STAR, node, 0);
        if (!parser->error) parser->pattern->nodes[rest].number = least > 0;
    } else {
        for (int i = least; i < most && !parser->error; i++) {
            int one = copy(parser, node);
            rest = new_node(parser, ALT, new_node(parser, CAT, one, rest), empty);
        }
    }
    for (int i = 0; i < least && !parser->error; i++) rest = new_node(parser, CAT, copy(parser, node), rest);
    return rest;
}

static int interval(struct parser *parser, int node) {
    int least = interval_number(parser), most = least;
    if (least == -1) {
        if (*parser->at != ',') {
            parser->error = REG_BADBR;
            return 0;
        }
        least = 0;
    }
    if (least != -2 && *parser->at == ',') {
        parser->at++;
        most = interval_number(parser);
    }
    if (least == -2 || most == -2) {
        parser->error = *parser->at ? REG_BADBR : REG_EBRACE;
        return 0;
    }
    if ((most >= 0 && least > most) || *parser->at == ',') {
        parser->error = REG_BADBR;
        return 0;
    }
    parser->at += parser->extended ? 1 : 2;
    if ((most < 0 ? least : most) > MOST_REPEATS) {
        parser->error = REG_ESIZE;
        return 0;
    }
    return repeated(parser, node, least, most);
}

static int piece(struct parser *parser) {
    int length, node = 0;
    enum token token = peek(parser, &length);
    int starts = parser->at == parser->start;
    if (!starts && !parser->extended && token == CARET) {
        // Behind an opening parenthesis or a bar.
        const char *before = parser->at - 2;
        starts = before >= parser->start && before[0] == '\\' && (before[1] == '(' || before[1] == '|');
    }
    switch (token) {
    case ANY: {
        uint64_t set[4] = {~0ul, ~0ul, ~0ul, ~0ul};
        exclude(set, 0);
        if (parser->pattern->flags & REG_NEWLINE) exclude(set, '\n');
        parser->at++;
        node = set_node(parser, set);
        break;
    }
    case OPEN_BRACKET:
        parser->at++;
        node = bracket(parser);
        break;
    case OPEN: {
        parser->at += length;
        int number = ++parser->pattern->groups;
        parser->depth++;
        int inside = alternatives(parser);
        parser->depth--;
        if (parser->error) return 0;
        if (peek(parser, &length) != CLOSE) {
            parser->error = REG_EPAREN;
            return 0;
        }
        parser->at += length;
        if (number <= 9) parser->complete |= 1u << number;
        node = new_node(parser, GROUP, inside, 0);
        if (!parser->error) parser->pattern->nodes[node].number = number;
        break;
    }
    case CARET:
        if (parser->extended || starts) {
            parser->at++;
            // An anchor is not repeated: what follows begins anew.
            return new_node(parser, LINE_START, 0, 0);
        }
        parser->at++;
        node = character_node(parser, '^');
        break;
    case DOLLAR:
        if (is_end_anchor(parser)) {
            parser->at++;
            return new_node(parser, LINE_END, 0, 0);
        }
        parser->at++;
        node = character_node(parser, '$');
        break;
    case ESCAPED: {
        node = escaped(parser);
        if (parser->error) return 0;
        enum kind kind = parser->pattern->nodes[node].kind;
        if (kind != SET && kind != BACK) return node;
        break;
    }
    case CLOSE:
        if (!parser->extended) {
            parser->error = REG_EPAREN;
            return 0;
        }
        parser->at++;
        node = character_node(parser, ')');
        break;
    case TIMES_STAR: case TIMES_PLUS: case TIMES_OPTIONAL: case TIMES_RANGE:
        if (parser->extended || token == TIMES_RANGE) {
            parser->error = REG_BADRPT;
            return 0;
        }
        node = character_node(parser, (byte)parser->at[length - 1]);
        parser->at += length;
        break;
    default:
        node = character_node(parser, (byte)*parser->at++);
    }
    for (int rounds = 0; !parser->error; rounds++) {
        token = peek(parser, &length);
        if (token < TIMES_STAR || token > TIMES_RANGE) break;
        if (rounds && !parser->extended && (token == TIMES_STAR || token == TIMES_RANGE)) {
            parser->error = REG_BADRPT;
            break;
        }
        parser->at += length;
        if (token == TIMES_STAR) node = repeated(parser, node, 0, -1);
        else if (token == TIMES_PLUS) node = repeated(parser, node, 1, -1);
        else if (token == TIMES_OPTIONAL) node = repeated(parser, node, 0, 1);
        else node = interval(parser, node);
    }
    return node;
}

// Pieces one behind the other.
static int branch(struct parser *parser) {
    int length;
    enum token token = peek(parser, &length);
    if (parser->error || token == END || token == BAR || (token == CLOSE && parser->depth))
        return new_node(parser, EMPTY, 0, 0);
    int first = piece(parser);
    if (parser->error) return 0;
    token = peek(parser, &length);
    if (token == END || token == BAR || (token == CLOSE && parser->depth)) return first;
    int rest = branch(parser);
    return parser->error ? 0 : new_node(parser, CAT, first, rest);
}

static int alternatives(struct parser *parser) {
    int length, node = branch(parser);
    while (!parser->error && peek(parser, &length) == BAR) {
        parser->at += length;
        int other = branch(parser);
        node = new_node(parser, ALT, node, other);
    }
    return node;
}

static void release(struct pattern *pattern) {
    __ferret_release(pattern->nodes);
    __ferret_release(pattern);
}

API int regcomp(regex_t *regex, const char *text, int flags) {
    struct pattern *pattern = __ferret_sure_malloc(sizeof *pattern);
    *pattern = (struct pattern){.flags = flags};
    struct parser parser = {.pattern = pattern, .at = text, .start = text, .extended = flags & REG_EXTENDED};
    pattern->root = alternatives(&parser);
    *regex = (regex_t){.pattern = 0};
    if (parser.error) {
        release(pattern);
        return parser.error;
    }
    regex->pattern = pattern;
    regex->re_nsub = (size_t)pattern->groups;
    return 0;
}

API void regfree(regex_t *regex) {
    if (regex->pattern) release(regex->pattern);
    regex->pattern = 0;
}

API size_t regerror(int error, const regex_t *regex, char *to, size_t size) {
    static const char *const texts[] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character",
        "Invalid character class name", "Trailing backslash", "Invalid back reference",
        "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}",
        "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
        "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)",
    };
    (void)regex;
    const char *text = error >= 0 && error <= REG_ERPAREN ? texts[error] : "Unknown error";
    size_t length = __ferret_length(text);
    for (size_t i = 0; i < size; i++) {
        to[i] = i < length && i + 1 < size ? text[i] : 0;
        if (!to[i]) break;
    }
    return length + 1;
}
