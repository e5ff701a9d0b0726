// concurrency: scoped values
public class ScopedValuesUse {
    static final ScopedValue<String> USER = ScopedValue.newInstance();

    static String greet() {
        return "hello " + (USER.isBound() ? USER.get() : "nobody");
    }

    public static void main(String[] args) {
        System.out.println(greet());
        ScopedValue.where(USER, "ann").run(() -> {
            System.out.println(greet());
            ScopedValue.where(USER, "bob").run(() -> System.out.println(greet()));
            System.out.println(greet());
        });
    }
}
