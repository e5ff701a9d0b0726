/* One mistake that two functions lead to. */
static const char *const names[3] = {"low", "middle", "high"};

static const char *name_of(int level)
{
    if (level < 0 || level > 3)
        return "unknown";
    return names[level];
}

char first_letter(int level)
{
    return name_of(level)[0];
}

char second_letter(int level)
{
    return name_of(level)[1];
}
