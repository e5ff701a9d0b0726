// reflection: fields, methods and constructors used by name
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

public class ReflectionMembers {
    private int number = 3;
    public final String text = "final";
    static long wide = 1L << 40;
    protected double[] data = {1.5};

    public ReflectionMembers() {
    }

    private ReflectionMembers(int number, String... rest) {
        this.number = number + rest.length;
    }

    public int add(int a, Integer b) {
        return a + b + number;
    }

    private static String secret(char c, long l) {
        return c + "" + l;
    }

    void fails() throws java.io.IOException {
        throw new java.io.IOException("from inside");
    }

    public static void main(String[] args) throws Exception {
        Class<?> type = ReflectionMembers.class;
        Field[] fields = type.getDeclaredFields();
        for (Field field : fields) {
            System.out.println(field + " " + Modifier.toString(field.getModifiers()) + " " + field.getType().getSimpleName());
        }
        ReflectionMembers object = new ReflectionMembers();
        Field number = type.getDeclaredField("number");
        number.setAccessible(true);
        number.setInt(object, 50);
        System.out.println(number.get(object) + " " + type.getField("text").get(object) + " " + type.getDeclaredField("wide").getLong(null) + " " + Array.getLength(type.getDeclaredField("data").get(object)));
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method method : methods) {
            if (!method.isSynthetic()) {
                System.out.println(method + " " + method.getParameterCount() + " " + Arrays.toString(method.getExceptionTypes()));
            }
        }
        System.out.println(type.getMethod("add", int.class, Integer.class).invoke(object, 1, 2) + " " + type.getDeclaredMethod("secret", char.class, long.class).invoke(null, 'x', 5));
        try {
            type.getDeclaredMethod("fails").invoke(object);
        } catch (InvocationTargetException error) {
            System.out.println(error.getCause());
        }
        Constructor<?> constructor = type.getDeclaredConstructor(int.class, String[].class);
        System.out.println(((ReflectionMembers) constructor.newInstance(7, new String[] {"a", "b"})).number + " " + constructor.isVarArgs() + " " + type.getConstructor().newInstance().getClass());
        for (Runnable bad : new Runnable[] {() -> call(() -> type.getMethod("none")), () -> call(() -> type.getMethod("add", int.class, Integer.class).invoke(object, 1)),
            () -> call(() -> type.getMethod("add", int.class, Integer.class).invoke(object, "x", 1)), () -> call(() -> number.get("other")), () -> call(() -> type.getField("number"))}) {
            bad.run();
        }
        Object array = Array.newInstance(int.class, 3);
        Array.set(array, 1, 9);
        System.out.println(Array.getInt(array, 1) + " " + Array.newInstance(String.class, 2, 3).getClass().getSimpleName());
    }

    interface Work {
        Object run() throws Exception;
    }

    static void call(Work work) {
        try {
            System.out.println(work.run());
        } catch (Exception error) {
            System.out.println(error.getClass().getSimpleName());
        }
    }
}
