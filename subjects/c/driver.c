/* A table of functions that a device is driven by: what they are handed, and in which order, is what matters. */
#include <stddef.h>
#include <string.h>

struct driver {
    int (*open)(void *state, const char *path);
    int (*write)(void *state, const char *data, size_t length);
    void (*progress)(double share, unsigned char last);
    void (*log)(const char *format, ...);
};

/* Sends a text in pieces of four bytes; tells how many were taken. */
int send_text(const struct driver *driver, void *state, const char *text)
{
    size_t length = strlen(text), sent = 0;

    if (driver->open == NULL || driver->write == NULL)
        return -1;
    if (driver->open(state, "/dev/line") == 0) {
        if (driver->log != NULL)
            driver->log("no line for %s", text);
        return 0;
    }
    while (sent < length) {
        size_t piece = length - sent < 4 ? length - sent : 4;
        if (driver->write(state, text + sent, piece) < 0)
            break;
        sent += piece;
        if (driver->progress != NULL)
            driver->progress((double)sent / (double)length, (unsigned char)text[sent - 1]);
    }
    return (int)sent;
}
