/* Nested decisions of several conditions. */

struct request {
    int role; /* 0 guest, 1 user, 2 admin */
    int owner;
    int user;
    unsigned char weekday;
    unsigned char hour;
    int locked;
    int urgent;
};

int is_open(unsigned weekday, unsigned hour)
{
    return (weekday >= 1 && weekday <= 5 && hour >= 8 && hour < 18)
        || (weekday == 6 && !(hour < 9 || hour >= 13));
}

int may_read(const struct request *r)
{
    return r->role == 2 || (r->role == 1 && (r->owner == r->user || !r->locked));
}

int may_write(const struct request *r)
{
    if (!may_read(r) || (r->locked && r->role != 2))
        return 0;
    if ((r->urgent && (r->role == 2 || r->owner == r->user)) || is_open(r->weekday, r->hour))
        return 1;
    /* infeasible: the role of a guest was turned away above */
    if (r->role == 0)
        return 0;
    return r->role == 2 && r->hour != 0;
}
