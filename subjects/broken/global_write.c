// A counter for each letter, and a character that is none.
static int counts[26];
static int other;

static void count(const char *text) {
    for (; *text; text++)
        counts[*text - 'a']++; // trap: access out of bounds
}

int main(void) {
    count("abc");
    count("a b");
    return counts[0] + other;
}
