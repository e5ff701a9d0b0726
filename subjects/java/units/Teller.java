package units;

/** Changes what it is handed. */
public class Teller {
    /** What is changed. */
    public static class Account {
        private int balance;

        public Account(int balance) {
            this.balance = balance;
        }

        public int getBalance() {
            return balance;
        }
    }

    private int calls;

    public void deposit(Account account, int amount) {
        calls++;
        if (amount > 0) {
            account.balance += amount;
        }
    }

    public int calls() {
        return calls;
    }

    @Override
    public int hashCode() {
        return 31 * calls + 7;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Teller && ((Teller) other).calls == calls;
    }
}
