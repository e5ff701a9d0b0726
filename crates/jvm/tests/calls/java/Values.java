// Makes up expressions for values of a type, by what the public members of the known classes can give.
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

public class Values {
    private static final int DEEPEST = 3;
    private static final String[] WORDS = {"", "a", "abc", "Hello, World", " x ", "12", "-7", "3.14", "2024-02-29", "10:15:30", "true", "key=value",
        "a,b,,c", "The quick brown fox", "é€😀", "<p>one <b>two</b></p>", "{\"a\":[1,2]}", "null", "UTC", "en", "0x1F", "%d", "aaa", "\t\n", "UTF-8",
        "Europe/Berlin", "yyyy-MM-dd", "#,##0.00", "[a-c]+", "PT1H", "1,2;3", "SGVsbG8=", "ABC", "foo.bar", "--flag"};
    private static final long[] LONGS = {0, 1, -1, 2, 3, 5, 7, 10, 12, 13, 31, 60, 64, 100, 127, 255, 1000, 1970, 2024, -5, -100, 65536, 1000000007L,
        Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 1700000000000L};
    private static final double[] DOUBLES = {0, -0.0, 1, -1, 0.5, 2.5, 3, 10, 0.1, -2.75, 1e-5, 100.125, 1e10, Math.PI, Double.NaN,
        Double.POSITIVE_INFINITY, Double.MAX_VALUE, Double.MIN_VALUE};

    private final Random random;
    private final List<Member> makers = new ArrayList<>();
    private final Map<Class<?>, List<Member>> makersOf = new HashMap<>();

    Values(Random random, List<Class<?>> classes) {
        this.random = random;
        for (Class<?> type : classes) {
            if (!Modifier.isAbstract(type.getModifiers())) {
                for (Constructor<?> constructor : MakeCalls.sorted(type.getConstructors())) {
                    add(constructor);
                }
            }
            for (Method method : MakeCalls.sorted(type.getDeclaredMethods())) {
                if (Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()
                    && !MakeCalls.SKIPPED.contains(method.getName())) {
                    add(method);
                }
            }
            for (Field field : type.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getDeclaringClass() == type) {
                    makers.add(field);
                }
            }
        }
    }

    private void add(java.lang.reflect.Executable executable) {
        for (Class<?> parameter : executable.getParameterTypes()) {
            if (MakeCalls.isForeign(parameter)) {
                return;
            }
        }
        makers.add(executable);
    }

    /** Appends an expression for a value of the type; false where nobody makes one. */
    boolean put(Type generic, StringBuilder out, int depth) {
        Class<?> type = MakeCalls.erased(generic);
        if (type.isPrimitive()) {
            primitive(type, out);
            return true;
        }
        if (random.nextInt(40) == 0 && depth > 0) {
            out.append(" n");
            return true;
        }
        if (type == String.class || type == CharSequence.class || type == Comparable.class && random.nextBoolean()) {
            text(out);
        } else if (type == Object.class || type == Comparable.class || type == java.io.Serializable.class) {
            any(type, out, depth);
        } else if (type == Class.class) {
            out.append(" k").append(new String[] {"java.lang.String", "int", "java.lang.Integer", "java.util.ArrayList", "[I"}[random.nextInt(5)]);
        } else if (boxed(type) != null) {
            primitive(boxed(type), out);
        } else if (type == Number.class) {
            primitive(random.nextBoolean() ? int.class : double.class, out);
        } else if (type.isArray()) {
            return array(type, out, depth);
        } else if (type == Iterable.class || type == java.util.Collection.class || type == List.class || type == java.util.AbstractCollection.class) {
            return elements('l', argument(generic, 0), out, depth);
        } else if (type == java.util.Set.class) {
            return elements('t', argument(generic, 0), out, depth);
        } else if (type == Map.class) {
            return map(generic, out, depth);
        } else if (type == java.util.Iterator.class) {
            out.append(" Vjava.util.List#iterator#");
            return elements('l', argument(generic, 0), out, depth);
        } else if (isFunction(type)) {
            out.append(" x").append(type.getName());
        } else {
            return made(type, out, depth);
        }
        return true;
    }

    private boolean isFunction(Class<?> type) {
        for (Class<?> known : Functions.KNOWN) {
            if (known == type) {
                return true;
            }
        }
        return false;
    }

    private static Type argument(Type generic, int index) {
        if (generic instanceof ParameterizedType) {
            Type argument = ((ParameterizedType) generic).getActualTypeArguments()[index];
            return MakeCalls.erased(argument);
        }
        return Object.class;
    }

    private void any(Class<?> type, StringBuilder out, int depth) {
        switch (random.nextInt(type == Object.class && depth < DEEPEST ? 7 : 4)) {
            case 0:
                primitive(int.class, out);
                break;
            case 1:
                primitive(double.class, out);
                break;
            case 2:
            case 3:
                text(out);
                break;
            case 4:
                elements('l', Object.class, out, depth + 1);
                break;
            case 5:
                out.append(" n");
                break;
            default:
                primitive(long.class, out);
        }
    }

    private boolean elements(char kind, Type element, StringBuilder out, int depth) {
        int start = out.length();
        int count = depth > DEEPEST ? 0 : random.nextInt(5);
        out.append(' ').append(kind).append(count);
        // Elements of several types have no order between them, so most lists are of one type.
        Type all = element == Object.class && random.nextInt(4) > 0 ? random.nextBoolean() ? String.class : Integer.class : element;
        for (int i = 0; i < count; i++) {
            if (!put(all, out, depth + 1)) {
                out.setLength(start);
                out.append(' ').append(kind).append(0);
                return true;
            }
        }
        return true;
    }

    private boolean map(Type generic, StringBuilder out, int depth) {
        int start = out.length();
        int count = depth > DEEPEST ? 0 : random.nextInt(4);
        out.append(" m").append(count);
        Type key = argument(generic, 0) == Object.class ? String.class : argument(generic, 0);
        for (int i = 0; i < count; i++) {
            if (!put(key, out, depth + 1) || !put(argument(generic, 1), out, depth + 1)) {
                out.setLength(start);
                out.append(" m0");
                return true;
            }
        }
        return true;
    }

    private boolean array(Class<?> type, StringBuilder out, int depth) {
        int start = out.length();
        int count = depth > DEEPEST ? 0 : random.nextInt(6);
        Class<?> component = type.getComponentType();
        out.append(" a").append(count).append(':').append(component.getName());
        for (int i = 0; i < count; i++) {
            if (!put(component, out, depth + 1)) {
                out.setLength(start);
                return false;
            }
        }
        return true;
    }

    /** A value by a constructor, a static method or a constant; several are tried. */
    private boolean made(Class<?> type, StringBuilder out, int depth) {
        List<Member> known = makersOf.computeIfAbsent(type, this::makers);
        if (known.isEmpty() || depth > DEEPEST) {
            return false;
        }
        int start = out.length();
        for (int attempt = 0; attempt < 8; attempt++) {
            Member maker = known.get(random.nextInt(known.size()));
            if (maker instanceof Field) {
                out.append(" F").append(maker.getDeclaringClass().getName()).append('#').append(maker.getName());
                return true;
            }
            boolean complete = true;
            java.lang.reflect.Executable executable = (java.lang.reflect.Executable) maker;
            if (depth == DEEPEST && executable.getParameterCount() > 1) {
                continue;
            }
            out.append(' ').append(maker instanceof Constructor ? 'N' : 'S').append(MakeCalls.member(executable));
            for (Type parameter : executable.getGenericParameterTypes()) {
                complete = complete && put(parameter, out, depth + 1);
            }
            if (complete) {
                return true;
            }
            out.setLength(start);
        }
        return false;
    }

    private List<Member> makers(Class<?> type) {
        List<Member> found = new ArrayList<>();
        for (Member maker : makers) {
            Class<?> made = maker instanceof Method ? ((Method) maker).getReturnType()
                : maker instanceof Field ? ((Field) maker).getType() : maker.getDeclaringClass();
            if (type.isAssignableFrom(made)) {
                found.add(maker);
                // The type's own constructors are what people use.
                if (maker instanceof Constructor && made == type) {
                    found.add(maker);
                    found.add(maker);
                }
            }
        }
        return found;
    }

    private static Class<?> boxed(Class<?> type) {
        return type == Integer.class ? int.class : type == Long.class ? long.class : type == Double.class ? double.class
            : type == Boolean.class ? boolean.class : type == Character.class ? char.class : type == Byte.class ? byte.class
            : type == Short.class ? short.class : type == Float.class ? float.class : null;
    }

    private void text(StringBuilder out) {
        String text = WORDS[random.nextInt(WORDS.length)];
        if (random.nextInt(4) == 0) {
            StringBuilder made = new StringBuilder();
            for (int i = random.nextInt(6); i >= 0; i--) {
                made.append((char) (random.nextInt(8) == 0 ? 0xa0 + random.nextInt(400) : 32 + random.nextInt(95)));
            }
            text = made.toString();
        }
        out.append(" s").append(Reader.escape(text));
    }

    private void primitive(Class<?> type, StringBuilder out) {
        long whole = random.nextInt(3) == 0 ? LONGS[random.nextInt(LONGS.length)] : random.nextInt(12) - 1;
        double real = random.nextInt(3) > 0 ? DOUBLES[random.nextInt(DOUBLES.length)] : (random.nextInt(4000) - 2000) / 8.0;
        out.append(' ');
        if (type == boolean.class) {
            out.append(random.nextBoolean() ? "z1" : "z0");
        } else if (type == byte.class) {
            out.append('b').append((byte) whole);
        } else if (type == short.class) {
            out.append('h').append((short) whole);
        } else if (type == char.class) {
            out.append('c').append(random.nextInt(5) == 0 ? random.nextInt(1000) : 32 + random.nextInt(95));
        } else if (type == int.class) {
            out.append('i').append((int) whole);
        } else if (type == long.class) {
            out.append('j').append(whole);
        } else if (type == float.class) {
            out.append('f').append(Float.floatToRawIntBits((float) real));
        } else {
            out.append('d').append(Double.doubleToRawLongBits(real));
        }
    }
}
