package guarded;

/** What a customer orders, made by a builder that checks it. */
public final class Order {
    private final int quantity;
    private final int price;
    private final int discount;
    private final boolean express;

    private Order(Builder from) {
        quantity = from.quantity;
        price = from.price;
        discount = from.discount;
        express = from.express;
    }

    public static Builder builder() {
        return new Builder();
    }

    public String kind() {
        int total = quantity * price;
        if (quantity <= 0) { // never
            return "empty";
        }
        if (discount > 50) { // never
            return "given away";
        }
        if (express && total > 100_000) {
            return "valuable express";
        }
        if (discount > 30 && quantity > 900) {
            return "clearance";
        }
        return express ? "express" : "plain";
    }

    /** Collects what an order needs. */
    public static final class Builder {
        private int quantity = 1;
        private int price;
        private int discount;
        private boolean express;

        private Builder() {
        }

        public Builder quantity(int count) {
            if (count < 1 || count > 1000) {
                throw new IllegalArgumentException("quantity");
            }
            quantity = count;
            return this;
        }

        public Builder price(int cents) {
            if (cents < 0 || cents > 1_000_000) {
                throw new IllegalArgumentException("price");
            }
            price = cents;
            return this;
        }

        public Builder discount(int percent) {
            if (percent < 0 || percent > 50) {
                throw new IllegalArgumentException("discount");
            }
            discount = percent;
            return this;
        }

        public Builder express() {
            express = true;
            return this;
        }

        public Order build() {
            if (price == 0) {
                throw new IllegalStateException("no price");
            }
            if (express && discount > 0) {
                throw new IllegalStateException("express has no discount");
            }
            return new Order(this);
        }
    }
}
