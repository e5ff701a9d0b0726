// classes: a class loader of the program's own
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
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

    static class Child extends ClassLoader {
        Child(ClassLoader parent) {
            super(parent);
        }

        /** An empty interface of that name, written by hand. */
        Class<?> make(String name) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0xcafebabe);
            out.writeInt(52);
            out.writeShort(5);
            out.writeByte(1);
            out.writeUTF(name);
            out.writeByte(7);
            out.writeShort(1);
            out.writeByte(1);
            out.writeUTF("java/lang/Object");
            out.writeByte(7);
            out.writeShort(3);
            out.writeShort(0x601);
            out.writeShort(2);
            out.writeShort(4);
            for (int i = 0; i < 4; i++) {
                out.writeShort(0);
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
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
        Child child = new Child(one);
        System.out.println((child.loadClass("ClassLoaders$Guest") == guest) + " " + (Class.forName("ClassLoaders$Guest", true, child) == guest) + " " + (Class.forName("ClassLoaders$Guest") == Guest.class));
        Class<?> made = child.make("Made");
        System.out.println(made.getName() + " " + (Class.forName("Made", true, child) == made));
        for (ClassLoader loader : new ClassLoader[] {one, ClassLoaders.class.getClassLoader()}) {
            try {
                System.out.println(Class.forName("Made", true, loader));
            } catch (ClassNotFoundException e) {
                System.out.println("only the child knows " + e.getMessage());
            }
        }
        System.out.println(new Child(one).make("Made") == made);
        try {
            one.loadClass("missing.Type");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }
}
