package units;

/** A sealed hierarchy that is taken apart by instanceof. */
public sealed interface Term permits Term.Number, Term.Sum, Term.Negation {
    record Number(int value) implements Term {
    }

    record Sum(Term left, Term right) implements Term {
    }

    record Negation(Term inner) implements Term {
    }

    static int value(Term term) {
        if (term instanceof Number number) {
            return number.value();
        }
        if (term instanceof Sum sum) {
            return value(sum.left()) + value(sum.right());
        }
        return -value(((Negation) term).inner());
    }

    default Term simplified() {
        if (this instanceof Negation outer && outer.inner() instanceof Negation inner) {
            return inner.inner().simplified();
        }
        if (this instanceof Sum sum && sum.left() instanceof Number number && number.value() == 0) {
            return sum.right().simplified();
        }
        return this;
    }
}
