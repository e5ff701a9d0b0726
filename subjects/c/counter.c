/* State that lives in the file and in a function. */

static int failures;
static int locked;
int last_code;

int next_id(void)
{
    static int id = 100;

    if (id >= 103)
        id = 100;
    return ++id;
}

/* Three wrong codes in a row lock it. */
int enter(int code)
{
    last_code = code;
    if (locked)
        return -1;
    if (code == 4711) {
        failures = 0;
        return 1;
    }
    if (++failures >= 3)
        locked = 1;
    return 0;
}

void unlock(int key)
{
    if (key == last_code + 1)
        locked = failures = 0;
}
