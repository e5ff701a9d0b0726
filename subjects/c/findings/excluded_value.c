/* A number that is compared with one other only: its range is the caller's to keep. */

static int escapes[128];

int escape(int quote)
{
    if (quote == '"') {
        return 0;
    }
    return escapes[quote];
}
