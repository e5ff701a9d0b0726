package units;

/** A builder whose result depends on what was set before, and in which order. */
public final class Letter {
    private final String to;
    private final int weight;
    private final boolean registered;

    private Letter(Builder builder) {
        to = builder.to;
        weight = builder.weight;
        registered = builder.registered;
    }

    public static Builder builder() {
        return new Builder();
    }

    public int postage() {
        int base = weight <= 20 ? 85 : weight <= 50 ? 100 : 160;
        return registered ? base + 265 : base;
    }

    public String getTo() {
        return to;
    }

    /** Makes letters. */
    public static final class Builder {
        private String to;
        private int weight = 20;
        private boolean registered;

        private Builder() {
        }

        public Builder to(String name) {
            to = name.trim();
            return this;
        }

        public Builder weight(int grams) {
            if (grams <= 0 || grams > 500) {
                throw new IllegalArgumentException("weight " + grams);
            }
            weight = grams;
            return this;
        }

        public Builder registered() {
            registered = true;
            return this;
        }

        public Letter build() {
            if (to == null || to.isEmpty()) {
                throw new IllegalStateException("to nobody");
            }
            return new Letter(this);
        }
    }
}
