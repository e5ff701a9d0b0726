// classes: a class loader of the program's own
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntUnaryOperator;

public class ClassLoaders {
    public static class Guest implements IntUnaryOperator {
        static int calls;

        @Override
        public int applyAsInt(int n) {
            return n * 10 + ++calls;
        }
    }

    static class Own extends ClassLoader {
        Own() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            System.out.println("asked for " + name);
            try (InputStream stream = ClassLoaders.class.getResourceAsStream(name + ".class")) {
                if (stream == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = stream.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Own one = new Own();
        Own other = new Own();
        Class<?> guest = one.loadClass("ClassLoaders$Guest");
        Class<?> again = other.loadClass("ClassLoaders$Guest");
        System.out.println((guest == Guest.class) + " " + (guest == again) + " " + (guest == one.loadClass("ClassLoaders$Guest")));
        System.out.println(guest.getName() + " " + (guest.getClassLoader() == one) + " " + (again.getClassLoader() == other));
        IntUnaryOperator first = (IntUnaryOperator) guest.getDeclaredConstructor().newInstance();
        IntUnaryOperator second = (IntUnaryOperator) again.getDeclaredConstructor().newInstance();
        System.out.println(first.applyAsInt(1) + " " + first.applyAsInt(1) + " " + second.applyAsInt(1) + " " + new Guest().applyAsInt(1));
        try {
            one.loadClass("missing.Type");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }
}
