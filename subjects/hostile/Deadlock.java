package hostile;

import java.io.File;
import java.util.concurrent.CountDownLatch;

/** Code that ends in the machine, and on a real JVM waits for itself for ever. */
public final class Deadlock {
    private Deadlock() {}

    /** Two threads, each of which has what the other wants. */
    public static int locks(int number) throws InterruptedException {
        if (!new File("/proc/self/exe").exists()) {
            return number + 1;
        }
        Object one = new Object();
        Object other = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Thread thread = new Thread(() -> take(other, one, both));
        thread.start();
        take(one, other, both);
        thread.join();
        return number + 1;
    }

    private static void take(Object first, Object second, CountDownLatch both) {
        synchronized (first) {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException ignored) {
                // It takes the other one anyway.
            }
            synchronized (second) {
                both.countDown();
            }
        }
    }
}
