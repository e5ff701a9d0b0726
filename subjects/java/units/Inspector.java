package units;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Calendar;

/** What takes classes, their members and dates: objects that no constructor of a test's own makes. */
public final class Inspector {
    /** A field to be found. */
    public int size;

    public static <T> T read(String text, Class<T> type) {
        if (type == String.class) {
            return type.cast(text);
        }
        if (type.isArray()) {
            throw new IllegalArgumentException("an array");
        }
        return type == Integer.class ? type.cast(text.length()) : null;
    }

    public static String kind(Class<?> type) {
        if (type.isPrimitive()) {
            return type == int.class ? "int" : "primitive";
        }
        return type.isInterface() ? "interface" : type.isEnum() ? "enum" : "class";
    }

    public static long width(Class<? extends Number> type) {
        return type == Long.class ? Long.SIZE : type == Short.class ? Short.SIZE : 0;
    }

    public static String describe(Method method) {
        if (Modifier.isStatic(method.getModifiers())) {
            return "static";
        }
        return method.getParameterCount() == 0 ? method.getName() : "with arguments";
    }

    public static String describe(Field field) {
        return Modifier.isStatic(field.getModifiers()) ? "static" : field.getName();
    }

    public static boolean isDefault(Constructor<?> constructor) {
        return constructor.getParameterCount() == 0;
    }

    public static boolean isSummer(Calendar date) {
        return date.get(Calendar.MONTH) / 3 == 2;
    }
}
