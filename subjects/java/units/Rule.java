package units;

/** A rule that is put together of others: what they decide is in lambdas, which only calls of the interface's one method reach. */
@FunctionalInterface
public interface Rule {
    boolean allows(int age);

    static Rule from(int lowest) {
        if (lowest < 0) {
            throw new IllegalArgumentException("lowest: " + lowest);
        }
        return age -> age >= lowest;
    }

    default Rule and(Rule other) {
        return age -> allows(age) && other.allows(age);
    }

    default Rule or(Rule other) {
        return age -> allows(age) || other.allows(age);
    }

    default Rule not() {
        return age -> !allows(age);
    }
}
