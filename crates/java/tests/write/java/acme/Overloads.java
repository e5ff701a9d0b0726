package acme;

import java.util.Collection;
import java.util.List;

class Overloads {
    final String[] names;

    Overloads(String... names) {
        this.names = names;
    }

    static String of(Object value) {
        return "object";
    }

    static String of(String value) {
        return "string";
    }

    static String of(int value) {
        return "int";
    }

    static String of(Integer value) {
        return "integer";
    }

    static String of(long value) {
        return "long";
    }

    static String of(byte value) {
        return "byte";
    }

    static String of(char[] value) {
        return "chars";
    }

    static String of(Collection<String> value) {
        return "collection";
    }

    static String of(List<String> value) {
        return "list";
    }

    static int sum(int... numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    static String join(String separator, Object... items) {
        if (items == null) {
            return "null";
        }
        StringBuilder all = new StringBuilder();
        for (Object item : items) {
            all.append(item).append(separator);
        }
        return all.toString();
    }

    static String many(Object first) {
        return "one";
    }

    static String many(Object... all) {
        return "all";
    }
}
