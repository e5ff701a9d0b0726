// concurrency: atomic variables
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAdder;

public class Atomics {
    volatile int count;
    volatile String name = "start";

    public static void main(String[] args) {
        AtomicInteger number = new AtomicInteger(5);
        System.out.println(number.incrementAndGet() + " " + number.getAndAdd(10) + " " + number.compareAndSet(16, 20) + number.compareAndSet(16, 30) + " "
            + number.updateAndGet(x -> x * 2) + " " + number.accumulateAndGet(3, Math::max) + " " + number.getAndSet(-1) + number);
        AtomicLong wide = new AtomicLong(1L << 40);
        System.out.println(wide.decrementAndGet() + " " + wide.getAndUpdate(x -> x / 3) + " " + wide.weakCompareAndSetPlain(1, 2));
        AtomicReference<String> reference = new AtomicReference<>("a");
        System.out.println(reference.getAndUpdate(text -> text + "b") + reference.get() + reference.compareAndSet("x", "y") + reference.compareAndExchange("q", "z"));
        AtomicBoolean flag = new AtomicBoolean();
        System.out.println(flag.getAndSet(true) + " " + flag.compareAndSet(true, false) + flag);
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        array.addAndGet(1, 7);
        LongAdder adder = new LongAdder();
        adder.add(5);
        adder.increment();
        System.out.println(array + " " + array.getAndIncrement(1) + adder + adder.sumThenReset());
        Atomics object = new Atomics();
        AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "count").addAndGet(object, 9);
        AtomicReferenceFieldUpdater.newUpdater(Atomics.class, String.class, "name").compareAndSet(object, "start", "end");
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("s", 1);
        System.out.println(object.count + object.name + stamped.compareAndSet("s", "t", 1, 2) + stamped.getStamp());
    }
}
