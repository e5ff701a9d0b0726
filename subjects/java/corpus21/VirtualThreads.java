// concurrency: virtual threads joined
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class VirtualThreads {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int n = i;
            threads.add(Thread.ofVirtual().name("v" + i).start(() -> sum.addAndGet(n * n)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum + " " + threads.get(3).getName() + " " + threads.get(0).isVirtual() + " " + Thread.currentThread().isVirtual());
        Thread platform = Thread.ofPlatform().name("p").start(() -> System.out.println("platform " + Thread.currentThread().getName()));
        platform.join();
    }
}
