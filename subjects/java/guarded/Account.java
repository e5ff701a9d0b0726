package guarded;

/** Money that is there, and what was done with it. */
public class Account {
    private long balance;
    private int withdrawals;
    private boolean frozen;

    public void deposit(int amount) {
        if (amount <= 0 || frozen) {
            throw new IllegalArgumentException();
        }
        balance += amount;
    }

    public boolean withdraw(int amount) {
        if (amount <= 0 || frozen || amount > balance) {
            return false;
        }
        balance -= amount;
        withdrawals++;
        if (withdrawals > 3 && balance == 0) {
            frozen = true;
        }
        return true;
    }

    public String status() {
        if (balance < 0) { // never
            return "overdrawn";
        }
        if (frozen) {
            return balance == 0 ? "frozen" : "odd";
        }
        if (withdrawals == 2 && balance == 4321) {
            return "jackpot";
        }
        return balance == 0 ? "empty" : "open";
    }
}
