// concurrency: synchronized blocks and methods
public class Monitors {
    private final Object lock = new Object();
    private int value;

    synchronized int increment() {
        return ++value;
    }

    static synchronized String statically() {
        return "static " + Thread.holdsLock(Monitors.class);
    }

    int nested() {
        synchronized (lock) {
            synchronized (this) {
                synchronized (lock) {
                    return increment() + increment();
                }
            }
        }
    }

    void fails() {
        synchronized (lock) {
            throw new IllegalStateException("inside");
        }
    }

    public static void main(String[] args) {
        Monitors monitors = new Monitors();
        System.out.println(monitors.nested() + " " + statically());
        try {
            monitors.fails();
        } catch (IllegalStateException error) {
            System.out.println(error.getMessage());
        }
        synchronized (monitors) {
            monitors.notifyAll();
        }
        System.out.println(monitors.increment());
    }
}
