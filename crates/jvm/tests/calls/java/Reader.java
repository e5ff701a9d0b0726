// Builds the values that a script's expressions describe.
//
// A word's first letter says what it is: n null, z b h c i j f d a primitive, s a string, k a class, F a static
// field, a an array, l a list, t a set, m a map, x a function; N a constructor, S a static method and V a method,
// each followed by its receiver and arguments.
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;

public class Reader {
    /** A value could not be made because what makes it threw. */
    static class Unmade extends Exception {
        private static final long serialVersionUID = 1;

        Unmade(Throwable cause) {
            super(cause);
        }
    }

    private final String text;
    private int at;

    Reader(String text) {
        this.text = text;
    }

    String word() {
        int end = text.indexOf(' ', at);
        if (end < 0) {
            end = text.length();
        }
        String word = text.substring(at, end);
        at = end + 1;
        return word;
    }

    Object value() throws Unmade, Exception {
        String word = word();
        String rest = word.substring(1);
        switch (word.charAt(0)) {
            case 'n':
                return null;
            case 'z':
                return rest.equals("1");
            case 'b':
                return Byte.parseByte(rest);
            case 'h':
                return Short.parseShort(rest);
            case 'c':
                return (char) Integer.parseInt(rest);
            case 'i':
                return Integer.parseInt(rest);
            case 'j':
                return Long.parseLong(rest);
            case 'f':
                return Float.intBitsToFloat(Integer.parseInt(rest));
            case 'd':
                return Double.longBitsToDouble(Long.parseLong(rest));
            case 's':
                return unescape(rest);
            case 'k':
                return type(rest);
            case 'F': {
                int hash = rest.indexOf('#');
                return type(rest.substring(0, hash)).getField(rest.substring(hash + 1)).get(null);
            }
            case 'a': {
                int colon = rest.indexOf(':');
                int count = Integer.parseInt(rest.substring(0, colon));
                Object array = Array.newInstance(type(rest.substring(colon + 1)), count);
                for (int i = 0; i < count; i++) {
                    Array.set(array, i, value());
                }
                return array;
            }
            case 'l': {
                ArrayList<Object> list = new ArrayList<>();
                for (int i = Integer.parseInt(rest); i > 0; i--) {
                    list.add(value());
                }
                return list;
            }
            case 't': {
                LinkedHashSet<Object> set = new LinkedHashSet<>();
                for (int i = Integer.parseInt(rest); i > 0; i--) {
                    set.add(value());
                }
                return set;
            }
            case 'm': {
                LinkedHashMap<Object, Object> map = new LinkedHashMap<>();
                for (int i = Integer.parseInt(rest); i > 0; i--) {
                    Object key = value();
                    map.put(key, value());
                }
                return map;
            }
            case 'x':
                return Functions.make(rest);
            default:
                return made(word.charAt(0), rest.split("#", -1));
        }
    }

    private Object made(char kind, String[] member) throws Unmade, Exception {
        Class<?> type = type(member[0]);
        Class<?>[] types = types(member[2]);
        Object receiver = kind == 'V' ? value() : null;
        Object[] values = new Object[types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value();
        }
        try {
            if (kind == 'N') {
                return type.getConstructor(types).newInstance(values);
            }
            Method method = type.getMethod(member[1], types);
            return method.invoke(receiver, values);
        } catch (InvocationTargetException error) {
            throw new Unmade(error.getCause());
        }
    }

    static Class<?> type(String name) throws ClassNotFoundException {
        switch (name) {
            case "boolean":
                return boolean.class;
            case "byte":
                return byte.class;
            case "char":
                return char.class;
            case "short":
                return short.class;
            case "int":
                return int.class;
            case "long":
                return long.class;
            case "float":
                return float.class;
            case "double":
                return double.class;
            default:
                return Class.forName(name);
        }
    }

    static Class<?>[] types(String names) throws ClassNotFoundException {
        if (names.isEmpty()) {
            return new Class<?>[0];
        }
        String[] parts = names.split(",");
        Class<?>[] types = new Class<?>[parts.length];
        for (int i = 0; i < parts.length; i++) {
            types[i] = type(parts[i]);
        }
        return types;
    }

    static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > ' ' && c < 127 && c != '%') {
                out.append(c);
            } else {
                String hex = Integer.toHexString(c);
                out.append('%').append("0000", hex.length(), 4).append(hex);
            }
        }
        return out.toString();
    }

    private static String unescape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
