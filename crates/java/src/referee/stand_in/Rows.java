package ferret;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The rows of arguments that a test with parameters is run with. */
final class Rows {
    private Rows() {}

    /** All rows; one without arguments for a test without parameters. */
    static List<Object[]> of(Class<?> tests, Method method) throws ReflectiveOperationException {
        List<Object[]> rows = new ArrayList<>();
        for (Annotation annotation : method.getDeclaredAnnotations()) {
            switch (annotation.annotationType().getSimpleName()) {
                case "CsvSource":
                    for (String line : (String[]) member(annotation, "value")) {
                        rows.add(converted(cells(line), method.getParameterTypes()));
                    }
                    break;
                case "ValueSource":
                    for (String kind : new String[] {"chars", "ints", "longs", "floats", "doubles", "strings"}) {
                        Object values = member(annotation, kind);
                        for (int index = 0; index < Array.getLength(values); index++) {
                            rows.add(new Object[] {Array.get(values, index)});
                        }
                    }
                    break;
                case "MethodSource":
                    Method source = source(tests, (String) member(annotation, "value"));
                    for (Object row : ((Stream<?>) source.invoke(null)).toArray()) {
                        Method get = row.getClass().getMethod("get");
                        get.setAccessible(true);
                        rows.add((Object[]) get.invoke(row));
                    }
                    break;
                default:
            }
        }
        if (rows.isEmpty() && method.getParameterCount() == 0) {
            rows.add(new Object[0]);
        }
        return rows;
    }

    private static Object member(Annotation annotation, String name) throws ReflectiveOperationException {
        return annotation.annotationType().getMethod(name).invoke(annotation);
    }

    /** A method of the class, or of another one before a `#`. */
    private static Method source(Class<?> tests, String name) throws ReflectiveOperationException {
        int hash = name.indexOf('#');
        Class<?> owner = hash < 0 ? tests : Class.forName(name.substring(0, hash), true, tests.getClassLoader());
        Method method = owner.getDeclaredMethod(name.substring(hash + 1));
        method.setAccessible(true);
        return method;
    }

    /** The values of a line: null where there is nothing, a text that may have commas in it between quotes. */
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        int at = 0;
        while (at <= line.length()) {
            while (at < line.length() && line.charAt(at) == ' ') {
                at++;
            }
            boolean quoted = at < line.length() && line.charAt(at) == '\'';
            int end = line.indexOf(quoted ? '\'' : ',', quoted ? at + 1 : at);
            if (end < 0) {
                end = line.length();
            }
            String cell = line.substring(quoted ? at + 1 : at, end).trim();
            cells.add(quoted ? line.substring(at + 1, end) : cell.isEmpty() ? null : cell);
            at = quoted ? end + 2 : end + 1;
        }
        return cells;
    }

    private static Object[] converted(List<String> cells, Class<?>[] types) {
        Object[] row = new Object[types.length];
        for (int index = 0; index < types.length; index++) {
            row[index] = converted(cells.get(index), types[index]);
        }
        return row;
    }

    private static Object converted(String text, Class<?> type) {
        if (type == int.class) {
            return Integer.valueOf(text);
        } else if (type == long.class) {
            return Long.valueOf(text);
        } else if (type == boolean.class) {
            return Boolean.valueOf(text);
        } else if (type == char.class) {
            return text.charAt(0);
        } else if (type == double.class) {
            return Double.valueOf(text);
        } else if (type == float.class) {
            return Float.valueOf(text);
        }
        return text;
    }
}
