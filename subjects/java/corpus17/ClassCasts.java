// exceptions: casts that fail
import java.util.ArrayList;
import java.util.List;

public class ClassCasts {
    static class A {
    }

    static class B extends A implements Comparable<B> {
        @Override
        public int compareTo(B other) {
            return 0;
        }
    }

    static void attempt(Runnable work) {
        try {
            work.run();
            System.out.println("fine");
        } catch (ClassCastException error) {
            System.out.println(error.getMessage());
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Object a = new A();
        Object b = new B();
        attempt(() -> System.out.println(((A) b).getClass()));
        attempt(() -> System.out.println((B) a));
        attempt(() -> System.out.println(((Comparable) b).compareTo(a)));
        attempt(() -> System.out.println((Runnable) a));
        attempt(() -> System.out.println((int[]) a));
        attempt(() -> System.out.println((String) (Object) 5));
        attempt(() -> System.out.println((A[]) (Object) new B[0] == null));
        attempt(() -> System.out.println((B[]) (Object) new A[0] == null));
        List raw = new ArrayList();
        raw.add("text");
        List<Integer> ints = raw;
        attempt(() -> {
            int x = ints.get(0);
        });
        System.out.println(B.class.isInstance(b) + " " + A.class.isAssignableFrom(B.class));
        attempt(() -> System.out.println(B.class.cast(a)));
    }
}
