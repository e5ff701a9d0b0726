// concurrency: threads started and joined
import java.util.ArrayList;
import java.util.List;

public class ThreadsJoined {
    static int shared;

    static synchronized void add(int n) {
        shared += n;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        int[] results = new int[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            Thread thread = new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    add(1);
                }
                results[id] = id * id;
            }, "worker-" + i);
            threads.add(thread);
            System.out.println(thread.getName() + " " + thread.getState() + " " + thread.isDaemon() + " " + thread.isAlive());
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
            System.out.println(thread.getState() + " " + thread.isAlive());
        }
        System.out.println(shared + " " + java.util.Arrays.toString(results) + " " + Thread.currentThread().getName());
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("in thread");
        });
        failing.setUncaughtExceptionHandler((thread, error) -> System.out.println("handler " + error.getMessage()));
        failing.start();
        failing.join();
        try {
            threads.get(0).start();
        } catch (IllegalThreadStateException error) {
            System.out.println("only once");
        }
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted() + " " + Thread.currentThread().getPriority());
    }
}
