/* Orders with positions and discounts: structs within structs. */
#include <stddef.h>
#include <string.h>

struct money {
    long cents;
    char currency[4];
};

struct item {
    unsigned id;
    int quantity;
    struct money price;
};

struct order {
    struct item items[3];
    int count;
    struct {
        int percent;
        long least;
    } discount;
    struct item *gift;
};

struct money money_of(long cents, int euro)
{
    struct money money;

    memset(&money, 0, sizeof money);
    money.cents = cents;
    strcpy(money.currency, euro ? "EUR" : "USD");
    return money;
}

static int is_valid(const struct item *item)
{
    return item->quantity > 0 && item->quantity <= 1000 && item->price.cents >= 0
        && item->price.cents <= 1000000;
}

/* The sum of an order; -1 if an item is wrong, -2 if currencies differ. */
long total(const struct order *order)
{
    long sum = 0;

    if (order->count < 0 || order->count > 3)
        return -1;
    for (int i = 0; i < order->count; i++) {
        const struct item *item = &order->items[i];
        if (!is_valid(item))
            return -1;
        if (memcmp(item->price.currency, order->items[0].price.currency, 4) != 0)
            return -2;
        sum += item->quantity * item->price.cents;
    }
    if (order->discount.percent > 0 && order->discount.percent <= 100
        && sum >= order->discount.least)
        sum -= sum / 100 * order->discount.percent;
    if (order->gift != NULL && order->gift->id == 7)
        sum += 1;
    return sum;
}
