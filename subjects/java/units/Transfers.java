package units;

/** Moves money between accounts of a store that nobody implements: two keys ask it for two different accounts. */
public class Transfers {
    private final Store store;

    public Transfers(Store store) {
        this.store = store;
    }

    /** What is kept. */
    public static class Account {
        private int balance;

        public Account(int balance) {
            this.balance = balance;
        }

        public int getBalance() {
            return balance;
        }
    }

    /** Where accounts are kept. */
    public interface Store {
        Account find(int number);

        Account named(String name);

        int size();
    }

    public boolean move(int from, int to, int amount) {
        Account source = store.find(from);
        Account target = store.find(to);
        if (source == null || target == null || source == target) {
            return false;
        }
        source.balance -= amount;
        target.balance += amount;
        return true;
    }

    public boolean isRicher(String one, String other) {
        Account first = store.named(one);
        Account second = store.named(other);
        if (first == null || second == null) {
            return store.size() > 0;
        }
        return first.balance > second.balance;
    }
}
