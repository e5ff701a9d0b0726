// A harness of a fuzzer for a tiny parser of numbers in brackets.
#include <stddef.h>
#include <stdint.h>

static int parse(const uint8_t *data, size_t size) {
    size_t at = 0;
    int sum = 0;
    while (at < size && data[at] == '[') {
        int number = 0;
        for (at++; at < size && data[at] != ']'; at++) {
            if (data[at] < '0' || data[at] > '9') return -1;
            number = number * 10 + (data[at] - '0');
            if (number > 9999) return -2;
        }
        // The bracket may be missing.
        if (data[at] != ']') return -3;
        at++;
        sum += number;
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return parse(data, size) == 4711;
}
