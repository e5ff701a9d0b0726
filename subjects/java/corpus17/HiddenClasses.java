// reflection: a class loader and hidden classes of own bytes
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

public class HiddenClasses {
    public static class Greeter {
        static int made;

        @Override
        public String toString() {
            return "greeter " + ++made;
        }
    }

    static class Loader extends ClassLoader {
        Loader() {
            super(HiddenClasses.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass("HiddenClasses$Greeter", bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream stream = HiddenClasses.class.getResourceAsStream("HiddenClasses$Greeter.class")) {
            bytes = stream.readAllBytes();
        }
        System.out.println(Integer.toHexString(bytes[0] & 0xff) + " " + new Greeter() + " " + new Greeter());
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        System.out.println(hidden.isHidden() + " " + hidden.getDeclaredConstructor().newInstance() + " " + (hidden == Greeter.class));
        Class<?> other = new Loader().define(bytes);
        System.out.println(other.getName() + " " + other.getDeclaredConstructor().newInstance() + " " + (other == Greeter.class));
    }
}
