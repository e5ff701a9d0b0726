// regex.h: matching.
//
// A pattern is a tree. For every node and every place of the text the set of places is kept where a match
// of that node may end; the longest match is the last of them for the root. What the groups matched is
// found from the top down as glibc has it: of the ways to that end the one that prefers first
// alternatives and further rounds. That takes polynomial time. Only patterns with back-references, whose
// meaning depends on what the groups matched, are tried out.
#include "ferret.h"

// A run over a text.
struct run {
    const struct pattern *pattern;
    const byte *text;
    int length, flags, words;
    uint64_t **ends; // for each node and place the places where it may end
    regmatch_t *groups, *best;
    int best_end;
};

static int is_word_at(const struct run *run, int at) {
    return at >= 0 && at < run->length && is_word_character(run->text[at]);
}

// Whether a node that takes no characters holds at a place.
static int holds(const struct run *run, const struct part *node, int at) {
    int lines = run->pattern->flags & REG_NEWLINE;
    int before = is_word_at(run, at - 1), behind = is_word_at(run, at);
    switch (node->kind) {
    case EMPTY: return 1;
    case LINE_START:
        if (at == 0) return !(run->flags & REG_NOTBOL);
        return lines && run->text[at - 1] == '\n';
    case LINE_END:
        if (at == run->length) return !(run->flags & REG_NOTEOL);
        return lines && run->text[at] == '\n';
    case TEXT_START: return at == 0;
    case TEXT_END: return at == run->length;
    case WORD_EDGE: return before != behind;
    case WORD_INSIDE: return before == behind;
    case WORD_START: return !before && behind;
    default: return before && !behind;
    }
}

static int has(const uint64_t *set, int place) { return (int)(set[place >> 6] >> (place & 63) & 1); }
static void add(uint64_t *set, int place) { set[place >> 6] |= 1ul << (place & 63); }

static const uint64_t *ends_of(struct run *run, int index, int at) {
    uint64_t **kept = &run->ends[(size_t)index * (size_t)(run->length + 1) + (size_t)at];
    if (*kept) return *kept;
    uint64_t *set = __ferret_allocate_zeroed((size_t)run->words * sizeof *set);
    const struct part *node = &run->pattern->nodes[index];
    switch (node->kind) {
    case SET:
        if (at < run->length && includes(node->set, run->text[at])) add(set, at + 1);
        break;
    case GROUP: {
        const uint64_t *inside = ends_of(run, node->first, at);
        for (int i = 0; i < run->words; i++) set[i] = inside[i];
        break;
    }
    case ALT: {
        const uint64_t *first = ends_of(run, node->first, at), *second = ends_of(run, node->second, at);
        for (int i = 0; i < run->words; i++) set[i] = first[i] | second[i];
        break;
    }
    case CAT: {
        const uint64_t *first = ends_of(run, node->first, at);
        for (int middle = at; middle <= run->length; middle++) {
            if (!has(first, middle)) continue;
            const uint64_t *second = ends_of(run, node->second, middle);
            for (int i = middle >> 6; i < run->words; i++) set[i] |= second[i];
        }
        break;
    }
    case STAR:
        // Rounds only go forward, so that one pass is enough.
        add(set, at);
        for (int place = at; place < run->length; place++) {
            if (!has(set, place)) continue;
            const uint64_t *round = ends_of(run, node->first, place);
            for (int i = place >> 6; i < run->words; i++) set[i] |= round[i];
        }
        break;
    default:
        if (holds(run, node, at)) add(set, at);
    }
    return *kept = set;
}

static uint64_t *new_places(const struct run *run) {
    return __ferret_allocate_zeroed((size_t)run->words * sizeof(uint64_t));
}

// The places from which a node can reach one of the goals.
static uint64_t *places_before(struct run *run, int index, int from, const uint64_t *goals) {
    uint64_t *places = new_places(run);
    for (int place = from; place <= run->length; place++) {
        const uint64_t *ends = ends_of(run, index, place);
        uint64_t common = 0;
        for (int i = place >> 6; i < run->words; i++) common |= ends[i] & goals[i];
        if (common) add(places, place);
    }
    return places;
}

// The end that a node prefers among the goals, or -1.
static int prefer(struct run *run, int index, int at, const uint64_t *goals) {
    for (;;) {
        const struct part *node = &run->pattern->nodes[index];
        const uint64_t *ends = ends_of(run, index, at);
        uint64_t common = 0;
        int last = -1;
        for (int i = at >> 6; i < run->words; i++) {
            uint64_t both = ends[i] & goals[i];
            if (both) last = 64 * i + 63 - __builtin_clzl(both);
            common += (uint64_t)__builtin_popcountl(both);
        }
        // Mostly there is no choice.
        if (common <= 1) return last;
        if (node->kind == GROUP) {
            index = node->first;
        } else if (node->kind == ALT) {
            int end = prefer(run, node->first, at, goals);
            if (end >= 0) return end;
            index = node->second;
        } else if (node->kind == CAT || node->kind == STAR) {
            int rest = node->kind == CAT ? node->second : index;
            int from = node->kind == CAT ? at : at + 1;
            uint64_t *middles = places_before(run, rest, from, goals);
            int middle = prefer(run, node->first, at, middles);
            __ferret_release(middles);
            if (middle < 0) return has(goals, at) ? at : -1;
            index = rest;
            at = middle;
        } else {
            return last;
        }
    }
}

// Where the first of two parts ends that together match from `at` up to `end`.
static int middle_of(struct run *run, int first, int rest, int at, int from, int end) {
    uint64_t *goal = new_places(run);
    add(goal, end);
    uint64_t *middles = places_before(run, rest, from, goal);
    int middle = prefer(run, first, at, middles);
    __ferret_release(middles);
    __ferret_release(goal);
    return middle;
}

// Tells the groups of a node that matched from `at` up to `end`.
static void tell_groups(struct run *run, int index, int at, int end) {
    for (;;) {
        const struct part *node = &run->pattern->nodes[index];
        switch (node->kind) {
        case GROUP:
            run->groups[node->number] = (regmatch_t){at, end};
            index = node->first;
            continue;
        case ALT:
            index = has(ends_of(run, node->first, at), end) ? node->first : node->second;
            continue;
        case CAT: {
            int middle = middle_of(run, node->first, node->second, at, at, end);
            tell_groups(run, node->first, at, middle);
            index = node->second;
            at = middle;
            continue;
        }
        case STAR: {
            if (at == end) {
                // One empty round, unless there was a round before.
                if (node->number || !has(ends_of(run, node->first, at), at)) return;
                index = node->first;
                continue;
            }
            int middle = middle_of(run, node->first, index, at, at + 1, end);
            tell_groups(run, node->first, at, middle);
            if (middle == end) return;
            at = middle;
            continue;
        }
        default:
            return;
        }
    }
}

// What is still to be matched, for patterns with back-references.
struct todo {
    enum { TODO_NODE, TODO_CLOSE, TODO_ROUND } kind;
    int index, at;
    const struct todo *next;
};

static void try_todo(struct run *run, const struct todo *todo, int at);

static void try_node(struct run *run, int index, int at, const struct todo *next) {
    const struct part *node = &run->pattern->nodes[index];
    switch (node->kind) {
    case SET:
        if (at < run->length && includes(node->set, run->text[at])) try_todo(run, next, at + 1);
        return;
    case CAT: {
        struct todo second = {TODO_NODE, node->second, 0, next};
        try_node(run, node->first, at, &second);
        return;
    }
    case ALT:
        try_node(run, node->first, at, next);
        try_node(run, node->second, at, next);
        return;
    case STAR: {
        struct todo round = {TODO_ROUND, index, at, next};
        try_node(run, node->first, at, &round);
        try_todo(run, next, at);
        return;
    }
    case GROUP: {
        struct todo close = {TODO_CLOSE, node->number, at, next};
        try_node(run, node->first, at, &close);
        return;
    }
    case BACK: {
        regmatch_t group = run->groups[node->number];
        if (group.rm_so < 0) return;
        int length = group.rm_eo - group.rm_so;
        if (length > run->length - at) return;
        for (int i = 0; i < length; i++) {
            int a = run->text[group.rm_so + i], b = run->text[at + i];
            if (run->pattern->flags & REG_ICASE) a = lower_case(a), b = lower_case(b);
            if (a != b) return;
        }
        try_todo(run, next, at + length);
        return;
    }
    default:
        if (holds(run, node, at)) try_todo(run, next, at);
    }
}

static void try_todo(struct run *run, const struct todo *todo, int at) {
    if (!todo) {
        if (at > run->best_end) {
            run->best_end = at;
            for (int i = 0; i <= run->pattern->groups; i++) run->best[i] = run->groups[i];
        }
        return;
    }
    switch (todo->kind) {
    case TODO_NODE:
        try_node(run, todo->index, at, todo->next);
        return;
    case TODO_CLOSE: {
        regmatch_t before = run->groups[todo->index];
        run->groups[todo->index] = (regmatch_t){todo->at, at};
        try_todo(run, todo->next, at);
        run->groups[todo->index] = before;
        return;
    }
    case TODO_ROUND:
        // A round that took nothing would go on for ever.
        if (at == todo->at) try_todo(run, todo->next, at);
        else try_node(run, todo->index, at, todo->next);
    }
}

// Where the longest match at a place ends, or -1; the groups are told.
static int match_at(struct run *run, int at) {
    const struct pattern *pattern = run->pattern;
    for (int i = 0; i <= pattern->groups; i++) run->groups[i] = (regmatch_t){-1, -1};
    if (pattern->has_references) {
        run->best_end = -1;
        try_node(run, pattern->root, at, 0);
        for (int i = 0; i <= pattern->groups && run->best_end >= 0; i++) run->groups[i] = run->best[i];
        return run->best_end;
    }
    const uint64_t *ends = ends_of(run, pattern->root, at);
    int end = run->length;
    while (end >= at && !has(ends, end)) end--;
    if (end < at) return -1;
    tell_groups(run, pattern->root, at, end);
    return end;
}

API int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t *matches, int flags) {
    const struct pattern *pattern = regex->pattern;
    size_t offset = flags & REG_STARTEND ? (size_t)matches[0].rm_so : 0;
    size_t length = flags & REG_STARTEND ? (size_t)matches[0].rm_eo - offset : __ferret_length(text);
    struct run run = {.pattern = pattern, .text = (const byte *)text + offset, .length = (int)length, .flags = flags};
    run.words = run.length / 64 + 1;
    size_t kept = (size_t)pattern->count * (length + 1);
    if (!pattern->has_references) run.ends = __ferret_allocate_zeroed(kept * sizeof *run.ends);
    run.groups = __ferret_allocate(2 * (size_t)(pattern->groups + 1) * sizeof *run.groups);
    run.best = run.groups + pattern->groups + 1;
    int start = 0, end = -1;
    for (; start <= run.length; start++) {
        end = match_at(&run, start);
        if (end >= 0) break;
    }
    if (end >= 0 && !(pattern->flags & REG_NOSUB)) {
        run.groups[0] = (regmatch_t){start, end};
        for (size_t i = 0; i < count; i++) {
            matches[i] = (regmatch_t){-1, -1};
            if (i > (size_t)pattern->groups || run.groups[i].rm_so < 0) continue;
            matches[i].rm_so = run.groups[i].rm_so + (int)offset;
            matches[i].rm_eo = run.groups[i].rm_eo + (int)offset;
        }
    }
    for (size_t i = 0; i < kept && run.ends; i++) __ferret_release(run.ends[i]);
    __ferret_release(run.ends);
    __ferret_release(run.groups);
    return end < 0 ? REG_NOMATCH : 0;
}
