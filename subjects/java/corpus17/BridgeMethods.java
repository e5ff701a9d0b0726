// generics: bridge methods
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

public class BridgeMethods {
    interface Source<T> {
        T get(T hint);
    }

    static class Base implements Cloneable {
        Base copy() throws CloneNotSupportedException {
            return (Base) clone();
        }

        Object same() {
            return "base";
        }
    }

    static class Derived extends Base implements Source<String>, Comparable<Derived> {
        int rank;

        @Override
        Derived copy() throws CloneNotSupportedException {
            return (Derived) super.copy();
        }

        @Override
        String same() {
            return "derived";
        }

        @Override
        public String get(String hint) {
            return hint + "!";
        }

        @Override
        public int compareTo(Derived other) {
            return Integer.compare(rank, other.rank);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        Derived derived = new Derived();
        derived.rank = 3;
        Base base = derived;
        System.out.println(base.copy().getClass().getName() + " " + base.same() + " " + ((Derived) base.copy()).rank);
        Source raw = derived;
        System.out.println(raw.get("hint"));
        try {
            raw.get(5);
        } catch (ClassCastException error) {
            System.out.println("bridge casts");
        }
        Method[] methods = Derived.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method method : methods) {
            System.out.println(method.getName() + " " + method.getReturnType().getSimpleName() + " " + method.isBridge());
        }
    }
}
