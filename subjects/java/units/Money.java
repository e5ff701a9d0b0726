package units;

import java.util.Objects;

/** A value with an order, and all that belongs to one. */
public final class Money implements Comparable<Money> {
    /** What it is counted in. */
    public enum Currency { EUR, USD, JPY }

    private final long cents;
    private final Currency currency;

    public Money(long cents, Currency currency) {
        this.cents = cents;
        this.currency = Objects.requireNonNull(currency);
    }

    public Money plus(Money other) {
        if (currency != other.currency) {
            throw new IllegalArgumentException(currency + " and " + other.currency);
        }
        return new Money(Math.addExact(cents, other.cents), currency);
    }

    public boolean isWhole() {
        return currency == Currency.JPY || cents % 100 == 0;
    }

    @Override
    public int compareTo(Money other) {
        int order = currency.compareTo(other.currency);
        return order != 0 ? order : Long.compare(cents, other.cents);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Money money && cents == money.cents && currency == money.currency;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(cents) * 31 + currency.ordinal();
    }

    @Override
    public String toString() {
        return currency + " " + cents / 100 + "." + Math.abs(cents % 100);
    }
}
