// arrays: arrays are subtypes as their elements are, at every depth
import java.io.Serializable;

public class ArrayCovariance {
    interface Mark {
    }

    static class Base implements Mark {
    }

    static class Derived extends Base {
    }

    static String kinds(Object object) {
        return "" + (object instanceof Object[]) + (object instanceof Object[][]) + (object instanceof Object[][][])
            + (object instanceof Mark[][]) + (object instanceof Base[][]) + (object instanceof Derived[][])
            + (object instanceof Comparable[]) + (object instanceof Cloneable[]) + (object instanceof Serializable[][]);
    }

    public static void main(String[] args) {
        System.out.println(kinds(new Derived[1][2]) + " " + kinds(new Base[1][2]) + " " + kinds(new Mark[0][]));
        System.out.println(kinds(new int[2][3]) + " " + kinds(new int[2][3][4]) + " " + kinds(new Integer[2]) + " " + kinds(new String[2][1][1]));
        Mark[][] marks = new Derived[2][];
        marks[0] = new Derived[1];
        try {
            marks[1] = new Base[1];
        } catch (ArrayStoreException error) {
            System.out.println(error.getMessage());
        }
        try {
            marks[0][0] = new Mark() { };
        } catch (ArrayStoreException error) {
            System.out.println(error.getMessage());
        }
        Object[] objects = new int[2][];
        objects[0] = new int[] {7};
        try {
            objects[1] = new long[1];
        } catch (ArrayStoreException error) {
            System.out.println(error.getMessage());
        }
        Object made = java.lang.reflect.Array.newInstance(Derived.class, 2, 3);
        System.out.println(kinds(made) + " " + Base[][].class.isInstance(made) + Mark[][].class.isAssignableFrom(Derived[][].class)
            + Object[].class.isAssignableFrom(int[][].class) + Object[].class.isAssignableFrom(int[].class));
    }
}
