package units;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Says what depends on where and when it is asked, beside what does not. */
public class Fickle {
    private final String name;
    private int asked;

    public Fickle(String name) {
        this.name = name;
    }

    public int getAsked() {
        return asked;
    }

    /** Depends on the clock. */
    public long now() {
        asked++;
        return System.currentTimeMillis();
    }

    /** Depends on the clock, and so does the way that it takes. */
    public String greeting() {
        long hour = System.currentTimeMillis() / 3_600_000 % 24;
        if (hour < 6) {
            return "night";
        }
        return hour < 12 ? "morning" : "day";
    }

    /** Depends on the processor: which sign has what is not a number? */
    public boolean signed() {
        double none = asked - asked++;
        return Double.doubleToRawLongBits(none / none) < 0;
    }

    /** Depends on identity hash codes. */
    public int identity() {
        asked++;
        return System.identityHashCode(this);
    }

    /** Depends on the order that identity hash codes give. */
    public String first() {
        Map<Object, String> all = new IdentityHashMap<>();
        for (String word : new String[] {"a", "b", "c", "d", "e", "f", "g", "h"}) {
            all.put(new Object(), word);
        }
        return all.values().iterator().next();
    }

    /** Depends on what the library draws when it starts. */
    public String firstOfSet() {
        return Set.of("a", "b", "c", "d", "e", "f", "g", "h").iterator().next();
    }

    /** Depends on a seed. */
    public int dice() {
        return new Random().nextInt(1 << 30);
    }

    /** Depends on the language. */
    public String upper() {
        return "title".toUpperCase();
    }

    /** Depends on the environment. */
    public boolean atHome() {
        return System.getenv("HOME") == null;
    }

    /** Depends on how far a thread comes that nobody waits for. */
    public int started() {
        AtomicInteger count = new AtomicInteger();
        new Thread(count::incrementAndGet).start();
        return count.get();
    }

    /** Depends on nothing: the thread is waited for. */
    public int joined() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread thread = new Thread(count::incrementAndGet);
        thread.start();
        thread.join();
        return count.get();
    }

    /** Depends on nothing: the hash codes of texts are the same everywhere. */
    public int words() {
        Set<String> words = new HashSet<>();
        words.add(name);
        words.add("b");
        return words.size();
    }
}
