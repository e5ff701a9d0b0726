// getopt and getopt_long, with glibc's reordering of operands behind the options.
#include "ferret.h"

struct option {
    const char *name;
    int has_argument; // 0 no, 1 required, 2 optional
    int *flag;
    int value;
};

API char *optarg;
API int optind = 1, opterr = 1, optopt = '?';

// The letter within a group such as `-abc`, and the operands passed over: from `first` to `last`.
static const char *group;
static int first_operand = 1, last_operand = 1;
// What becomes of operands is settled at the first call, or when `optind` is set to 0.
static enum { UNSETTLED, PERMUTED, IN_ORDER, AS_ARGUMENTS } operands;

static void reverse(char **arguments, int from, int to) {
    for (to--; from < to; from++, to--) {
        char *moved = arguments[from];
        arguments[from] = arguments[to];
        arguments[to] = moved;
    }
}

// Puts the operands that were passed over behind the options that followed them.
static void exchange(char **arguments) {
    reverse(arguments, first_operand, last_operand);
    reverse(arguments, last_operand, optind);
    reverse(arguments, first_operand, optind);
    first_operand += optind - last_operand;
    last_operand = optind;
}

struct request {
    int count;
    char **arguments;
    const char *letters;
    const struct option *options;
    int *index;
    int quiet; // the letters begin with a colon
};

static void complain_more(const struct request *request, const char *text) {
    if (opterr && !request->quiet) __ferret_write(2, text, __ferret_length(text));
}

static void complain(const struct request *request, const char *before, const char *name, size_t length,
                     const char *after) {
    complain_more(request, request->arguments[0]);
    complain_more(request, ": ");
    complain_more(request, before);
    if (opterr && !request->quiet) __ferret_write(2, name, length);
    complain_more(request, after);
}

static int is_option(const char *argument) { return argument[0] == '-' && argument[1]; }

static size_t name_length(const char *text) {
    size_t length = 0;
    while (text[length] && text[length] != '=') length++;
    return length;
}

static int is_prefix(const char *text, size_t length, const char *name) {
    for (size_t i = 0; i < length; i++)
        if (name[i] != text[i]) return 0;
    return 1;
}

static const struct option *find_long(const struct option *options, const char *text, size_t length,
                                      int *index, int *ambiguous) {
    const struct option *found = 0;
    for (int i = 0; options[i].name; i++) {
        if (!is_prefix(text, length, options[i].name)) continue;
        if (!options[i].name[length]) {
            *index = i;
            *ambiguous = 0;
            return &options[i];
        }
        if (!found) {
            found = &options[i];
            *index = i;
        } else if (found->has_argument != options[i].has_argument || found->flag != options[i].flag ||
                   found->value != options[i].value) {
            *ambiguous = 1;
        }
    }
    return found;
}

static int long_option(const struct request *request, const char *text, const char *dashes) {
    size_t length = name_length(text);
    int index = 0, ambiguous = 0;
    const struct option *option = find_long(request->options, text, length, &index, &ambiguous);
    char before[32] = "unrecognized option '";
    optind++;
    if (ambiguous || !option) {
        if (ambiguous) __builtin_memmove(before, "option '", 9);
        size_t end = __ferret_length(before);
        __builtin_memmove(before + end, dashes, __ferret_length(dashes) + 1);
        complain(request, before, text, __ferret_length(text), ambiguous ? "' is ambiguous; possibilities:" : "'");
        for (int i = 0; ambiguous && request->options[i].name; i++)
            if (is_prefix(text, length, request->options[i].name)) {
                complain_more(request, " '");
                complain_more(request, dashes);
                complain_more(request, request->options[i].name);
                complain_more(request, "'");
            }
        complain_more(request, "\n");
        optopt = 0;
        return '?';
    }
    size_t full = __ferret_length(option->name);
    __builtin_memmove(before, "option '", 9);
    __builtin_memmove(before + 8, dashes, __ferret_length(dashes) + 1);
    optarg = 0;
    if (text[length] == '=') {
        if (!option->has_argument) {
            complain(request, before, option->name, full,
                     "' doesn't allow an argument\n");
            optopt = option->flag ? 0 : option->value;
            return '?';
        }
        optarg = (char *)text + length + 1;
    } else if (option->has_argument == 1) {
        if (optind >= request->count) {
            complain(request, before, option->name, full,
                     "' requires an argument\n");
            optopt = option->flag ? 0 : option->value;
            return request->quiet ? ':' : '?';
        }
        optarg = request->arguments[optind++];
    }
    if (request->index) *request->index = index;
    if (option->flag) {
        *option->flag = option->value;
        return 0;
    }
    return option->value;
}

static int short_option(const struct request *request) {
    char letter = *group++;
    const char *known = request->letters;
    while (*known && (*known != letter || letter == ':')) known++;
    if (!*group) optind++;
    if (!*known) {
        optopt = (byte)letter;
        complain(request, "invalid option -- '", &letter, 1, "'\n");
        if (!*group) group = 0;
        return '?';
    }
    optarg = 0;
    if (known[1] != ':') {
        if (!*group) group = 0;
        return (byte)letter;
    }
    if (*group) {
        optarg = (char *)group;
        optind++;
    } else if (known[2] != ':') {
        if (optind >= request->count) {
            optopt = (byte)letter;
            complain(request, "option requires an argument -- '", &letter, 1, "'\n");
            group = 0;
            return request->quiet ? ':' : '?';
        }
        optarg = request->arguments[optind++];
    }
    group = 0;
    return (byte)letter;
}

static int next_option(int count, char **arguments, const char *letters, const struct option *options,
                       int *index, int only) {
    extern char *getenv(const char *);
    if (optind == 0 || operands == UNSETTLED) {
        if (optind == 0) optind = 1;
        first_operand = last_operand = optind;
        group = 0;
        operands = *letters == '-' ? AS_ARGUMENTS : *letters == '+' || getenv("POSIXLY_CORRECT") ? IN_ORDER
                   : PERMUTED;
    }
    if (*letters == '-' || *letters == '+') letters++;
    struct request request = {count, arguments, letters, options, index, *letters == ':'};
    optarg = 0;
    if (!group || !*group) {
        group = 0;
        if (last_operand > optind) last_operand = optind;
        if (first_operand > optind) first_operand = optind;
        if (operands == PERMUTED) {
            if (first_operand != last_operand && last_operand != optind) exchange(arguments);
            else if (last_operand != optind) first_operand = optind;
            while (optind < count && !is_option(arguments[optind])) optind++;
            last_operand = optind;
        }
        if (optind < count && __ferret_equal(arguments[optind], "--")) {
            optind++;
            if (first_operand != last_operand && last_operand != optind) exchange(arguments);
            else if (first_operand == last_operand) first_operand = optind;
            last_operand = optind = count;
        }
        if (optind >= count) {
            if (first_operand != last_operand) optind = first_operand;
            return -1;
        }
        if (!is_option(arguments[optind])) {
            if (operands == IN_ORDER) return -1;
            optarg = arguments[optind++];
            return 1;
        }
        const char *argument = arguments[optind];
        if (options && argument[1] == '-') return long_option(&request, argument + 2, "--");
        if (options && only) {
            int found = 0, ambiguous = 0;
            size_t length = name_length(argument + 1);
            if (find_long(options, argument + 1, length, &found, &ambiguous))
                return long_option(&request, argument + 1, "-");
        }
        group = argument + 1;
    }
    return short_option(&request);
}

API int getopt(int count, char **arguments, const char *letters) {
    return next_option(count, arguments, letters, 0, 0, 0);
}
API int __posix_getopt(int count, char **arguments, const char *letters) {
    return next_option(count, arguments, letters, 0, 0, 0);
}
API int getopt_long(int count, char **arguments, const char *letters, const struct option *options,
                    int *index) {
    return next_option(count, arguments, letters, options, index, 0);
}
API int getopt_long_only(int count, char **arguments, const char *letters, const struct option *options,
                         int *index) {
    return next_option(count, arguments, letters, options, index, 1);
}
