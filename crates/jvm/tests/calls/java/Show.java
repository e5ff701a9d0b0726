// Writes a value so that two runs can be compared: by its type, its text where it has one, or its structure.
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.BaseStream;

public class Show {
    private static final int ELEMENTS = 12;
    private static final int DEPTH = 4;
    private static final int LETTERS = 240;

    /** Whether a call may have changed the value. */
    static boolean mayChange(Object value) {
        return value instanceof Object[] || value.getClass().isArray() || value instanceof Collection || value instanceof Map
            || value instanceof StringBuilder || value instanceof StringBuffer;
    }

    static void show(Object value, StringBuilder out, int depth) {
        try {
            put(value, out, depth);
        } catch (StackOverflowError error) {
            out.append("!overflow");
        } catch (RuntimeException error) {
            out.append('!').append(error.getClass().getName());
        }
    }

    private static void put(Object value, StringBuilder out, int depth) {
        if (value == null) {
            out.append("null");
            return;
        }
        Class<?> type = value.getClass();
        if (value instanceof String) {
            text((String) value, out);
        } else if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            out.append(type.getSimpleName()).append(':');
            text(value.toString(), out);
        } else if (value instanceof Enum) {
            out.append(((Enum<?>) value).getDeclaringClass().getSimpleName()).append('.').append(((Enum<?>) value).name());
        } else if (value instanceof Class) {
            out.append(name((Class<?>) value)).append(".class");
        } else if (value instanceof Throwable) {
            out.append(type.getName());
        } else if (depth > DEPTH) {
            out.append(name(type));
        } else if (type.isArray()) {
            array(value, out, depth);
        } else if (value instanceof Map) {
            map((Map<?, ?>) value, out, depth);
        } else if (value instanceof Collection) {
            collection((Collection<?>) value, out, depth);
        } else if (value instanceof Optional) {
            out.append("Optional:");
            show(((Optional<?>) value).orElse(null), out, depth + 1);
        } else if (value instanceof Iterator) {
            drain((Iterator<?>) value, out, depth);
        } else if (value instanceof Enumeration) {
            out.append(((Enumeration<?>) value).hasMoreElements() ? "Enumeration:more" : "Enumeration:empty");
        } else if (value instanceof BaseStream) {
            out.append("Stream:");
            drain(((BaseStream<?, ?>) value).iterator(), out, depth);
        } else {
            object(value, type, out, depth);
        }
    }

    private static void object(Object value, Class<?> type, StringBuilder out, int depth) {
        out.append(name(type));
        if (type.getName().indexOf("$$Lambda") >= 0) {
            return;
        }
        if (value instanceof Date) {
            out.append(':').append(((Date) value).getTime());
            return;
        }
        boolean own = false;
        try {
            own = type.getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException error) {
            out.append("?");
        }
        if (own) {
            out.append(':');
            text(scrubbed(String.valueOf(value)), out);
            return;
        }
        if (type.getModule().isNamed()) {
            return;
        }
        out.append('{');
        for (Class<?> from = type; from != null && !from.getModule().isNamed(); from = from.getSuperclass()) {
            Field[] fields = from.getDeclaredFields();
            for (Field field : fields) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0 && !field.isSynthetic()) {
                    out.append(field.getName()).append('=');
                    try {
                        field.setAccessible(true);
                        show(field.get(value), out, depth + 2);
                    } catch (IllegalAccessException error) {
                        out.append("!");
                    }
                    out.append(' ');
                }
            }
        }
        out.append('}');
    }

    private static void array(Object array, StringBuilder out, int depth) {
        int length = Array.getLength(array);
        out.append(name(array.getClass().getComponentType())).append('[').append(length).append("]{");
        for (int i = 0; i < length && i < ELEMENTS; i++) {
            show(Array.get(array, i), out, depth + 1);
            out.append(' ');
        }
        out.append('}');
    }

    private static void drain(Iterator<?> iterator, StringBuilder out, int depth) {
        out.append("Iterator{");
        for (int i = 0; i < ELEMENTS && iterator.hasNext(); i++) {
            show(iterator.next(), out, depth + 1);
            out.append(' ');
        }
        out.append('}');
    }

    private static void collection(Collection<?> collection, StringBuilder out, int depth) {
        out.append(name(collection.getClass())).append('(').append(collection.size()).append("){");
        boolean ordered = collection instanceof List;
        String[] shown = new String[ordered ? Math.min(ELEMENTS, collection.size()) : Math.min(1000, collection.size())];
        int count = 0;
        for (Iterator<?> iterator = collection.iterator(); count < shown.length && iterator.hasNext();) {
            StringBuilder one = new StringBuilder();
            show(iterator.next(), one, depth + 1);
            shown[count++] = one.toString();
        }
        put(shown, count, ordered, out);
    }

    private static void map(Map<?, ?> map, StringBuilder out, int depth) {
        out.append(name(map.getClass())).append('(').append(map.size()).append("){");
        String[] shown = new String[Math.min(1000, map.size())];
        int count = 0;
        for (Iterator<? extends Map.Entry<?, ?>> iterator = map.entrySet().iterator(); count < shown.length && iterator.hasNext();) {
            Map.Entry<?, ?> entry = iterator.next();
            StringBuilder one = new StringBuilder();
            show(entry.getKey(), one, depth + 1);
            one.append('=');
            show(entry.getValue(), one, depth + 1);
            shown[count++] = one.toString();
        }
        put(shown, count, false, out);
    }

    /** The order of a set depends on identity hashes and on the random salt of immutable sets: it is sorted. */
    private static void put(String[] shown, int count, boolean ordered, StringBuilder out) {
        if (!ordered) {
            Arrays.sort(shown, 0, count);
        }
        for (int i = 0; i < count && i < ELEMENTS; i++) {
            out.append(shown[i]).append(' ');
        }
        out.append('}');
    }

    private static String name(Class<?> type) {
        String name = type.getName();
        int lambda = name.indexOf("$$Lambda");
        return lambda >= 0 ? name.substring(0, lambda) + "$$Lambda" : name;
    }

    /** A text with the identity hashes in it replaced. */
    private static String scrubbed(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (at >= 0) {
            int end = at + 1;
            while (end < text.length() && Character.digit(text.charAt(end), 16) >= 0) {
                end++;
            }
            out.append(text, from, at + 1);
            if (end > at + 1) {
                out.append('#');
            }
            from = end;
            at = text.indexOf('@', from);
        }
        return out.append(text, from, text.length()).toString();
    }

    /** The text in quotes, with what is not plain escaped, and cut where it is long. */
    private static void text(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length() && i < LETTERS; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 127) {
                out.append(c);
            } else {
                out.append("\\u").append(Integer.toHexString(c));
            }
        }
        out.append('"');
        if (text.length() > LETTERS) {
            out.append(text.length()).append('#').append(text.hashCode());
        }
    }
}
