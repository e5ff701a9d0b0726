// A callback that nobody set.
struct button {
    const char *label;
    void (*pressed)(struct button *);
};

static int presses;
static void count(struct button *button) { presses += button->label[0] == 'O'; }

static void press(struct button *button) {
    button->pressed(button); // trap: null pointer used
}

int main(void) {
    struct button ok = {"OK", count}, cancel = {"Cancel", 0};
    press(&ok);
    press(&cancel);
    return presses;
}
