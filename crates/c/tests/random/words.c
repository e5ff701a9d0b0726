#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum command { START, STOP, STATUS, UNKNOWN };

enum command parse_command(const char *text) {
    if (!strcmp(text, "start")) return START;
    if (!strcmp(text, "stop")) return STOP;
    if (!strncmp(text, "status", 6)) return STATUS;
    return UNKNOWN;
}

int parse_number(const char *text, int *out) {
    int sign = 1, value = 0, digits = 0;
    if (*text == '-') {
        sign = -1;
        text++;
    }
    while (isdigit((unsigned char)*text)) {
        if (value > 1000000) return -2;
        value = value * 10 + (*text++ - '0');
        digits++;
    }
    if (!digits || *text) return -1;
    *out = sign * value;
    return 0;
}

int count_words(const char *text) {
    int count = 0, inside = 0;
    for (; *text; text++) {
        if (*text == ' ' || *text == '\t') inside = 0;
        else if (!inside) inside = 1, count++;
    }
    return count;
}

const char *name_of(enum command command) {
    switch (command) {
    case START: return "start";
    case STOP: return "stop";
    case STATUS: return "status";
    default: return "unknown";
    }
}

int is_isbn(const char *text) {
    int sum = 0;
    if (strlen(text) != 10) return 0;
    for (int i = 0; i < 10; i++) {
        int digit = text[i] == 'X' && i == 9 ? 10 : text[i] - '0';
        if (digit < 0 || digit > 10) return 0;
        sum += digit * (10 - i);
    }
    return sum % 11 == 0;
}
