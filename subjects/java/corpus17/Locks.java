// concurrency: locks, latches and executors on one thread
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Locks {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + lock.tryLock());
        lock.unlock();
        lock.unlock();
        lock.unlock();
        System.out.println(lock.isLocked());
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.readLock().lock();
        System.out.println(both.getReadLockCount() + " " + both.writeLock().tryLock());
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        System.out.println(semaphore.availablePermits() + " " + semaphore.tryAcquire(2));
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        latch.await();
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        System.out.println(queue.offer(1) + " " + queue.offer(2) + queue.offer(3) + queue.take() + queue.poll(1, TimeUnit.SECONDS));
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Future<Integer> future = executor.submit(() -> 6 * 7);
        System.out.println(future.get() + " " + executor.invokeAll(List.of(() -> "a", () -> "b")).get(1).get());
        executor.shutdown();
        System.out.println(executor.awaitTermination(1, TimeUnit.SECONDS) + " " + TimeUnit.HOURS.toSeconds(2));
    }
}
