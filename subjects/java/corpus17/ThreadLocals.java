// concurrency: ThreadLocal
public class ThreadLocals {
    static final ThreadLocal<StringBuilder> LOCAL = ThreadLocal.withInitial(() -> new StringBuilder("init"));
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        LOCAL.get().append("-main");
        INHERITED.set("from main");
        Thread thread = new Thread(() -> {
            LOCAL.get().append("-thread");
            System.out.println(LOCAL.get() + " " + INHERITED.get());
            INHERITED.set("changed");
        });
        thread.start();
        thread.join();
        System.out.println(LOCAL.get() + " " + INHERITED.get());
        LOCAL.remove();
        System.out.println(LOCAL.get());
    }
}
