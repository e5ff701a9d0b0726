// Writes a script of random calls of the public methods of a library, from a fixed seed.
//
// Arguments: seed, number of calls, file to write, then where classes are: `jar:FILE` or `package:NAME`. Each call
// is tried first; those that hang, or need more memory than there is, are left out.
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

public class MakeCalls {
    /** A method, or a constructor, with the class whose object is the receiver. */
    private static final class Target {
        final Class<?> type;
        final Executable executable;

        Target(Class<?> type, Executable executable) {
            this.type = type;
            this.executable = executable;
        }
    }

    private static final String[] ALWAYS = {"java.util.ArrayList", "java.util.LinkedList", "java.util.TreeMap", "java.util.TreeSet", "java.util.HashMap",
        "java.util.HashSet", "java.util.Locale", "java.util.Date", "java.util.Random", "java.util.BitSet", "java.util.StringJoiner", "java.math.BigInteger",
        "java.math.BigDecimal", "java.math.MathContext", "java.math.RoundingMode", "java.io.StringReader", "java.io.StringWriter",
        "java.io.ByteArrayInputStream", "java.io.ByteArrayOutputStream", "java.lang.StringBuilder", "java.lang.StringBuffer", "java.time.LocalDate",
        "java.time.Duration", "java.time.Instant", "java.nio.charset.StandardCharsets", "java.util.regex.Pattern", "java.text.DecimalFormat",
        "java.text.ParsePosition", "java.util.GregorianCalendar", "java.util.SimpleTimeZone", "java.util.Optional", "java.util.Collections", "java.util.UUID"};
    /** Methods of every object, and those that read the clock. */
    static final Set<String> SKIPPED = new HashSet<>(Arrays.asList("wait", "notify", "notifyAll", "getClass", "finalize", "setDefault", "exit", "randomUUID", "now", "tick",
        "tickMillis", "tickSeconds", "tickMinutes", "system", "systemUTC", "systemDefaultZone"));

    public static void main(String[] arguments) throws Exception {
        Random random = new Random(Long.parseLong(arguments[0]));
        int count = Integer.parseInt(arguments[1]);
        Set<String> names = new TreeSet<>();
        for (String source : Arrays.copyOfRange(arguments, 3, arguments.length)) {
            names(source, names);
        }
        List<Class<?>> classes = load(names);
        Set<String> all = new TreeSet<>(names);
        all.addAll(Arrays.asList(ALWAYS));
        Values values = new Values(random, load(all));
        List<Target> targets = targets(classes);
        Collections.shuffle(targets, random);
        Set<Target> dropped = new HashSet<>();
        int written = 0;
        try (PrintWriter script = new PrintWriter(arguments[2], "UTF-8")) {
            for (int round = 0; round < 40 && written < count; round++) {
                for (Target target : targets) {
                    if (written < count && !dropped.contains(target)) {
                        String line = line(target, values, random, dropped);
                        if (line != null) {
                            script.println(written++ + " " + line);
                        }
                    }
                }
            }
        }
        System.out.println(classes.size() + " " + targets.size() + " " + written);
        System.exit(0);
    }

    /** A call of the target that returns something if one is found in a few attempts. */
    private static String line(Target target, Values values, Random random, Set<Target> dropped) throws Exception {
        String thrown = null;
        for (int attempt = 0; attempt < 6; attempt++) {
            StringBuilder line = new StringBuilder(member(target.executable));
            boolean complete = true;
            if (target.executable instanceof Method && !Modifier.isStatic(target.executable.getModifiers())) {
                complete = values.put(target.type, line, 0);
            }
            for (Type parameter : target.executable.getGenericParameterTypes()) {
                complete = complete && values.put(parameter, line, 1);
            }
            if (!complete || line.length() > 2000) {
                continue;
            }
            String result = attempt(line.toString());
            if (result == null) {
                dropped.add(target);
                return null;
            }
            if (result.startsWith("threw")) {
                thrown = line.toString();
            } else if (!result.startsWith("unmade") && !result.startsWith("driver")) {
                return line.toString();
            }
        }
        return thrown == null || random.nextInt(3) > 0 ? null : thrown;
    }

    /** What the call gives, or nothing if it takes too long or too much. */
    private static String attempt(String line) throws InterruptedException {
        String[] result = new String[1];
        Thread thread = new Thread(null, () -> {
            try {
                result[0] = Calls.call(new Reader(line));
            } catch (OutOfMemoryError error) {
                result[0] = null;
            } catch (Throwable error) {
                result[0] = "driver threw " + error;
            }
        }, "call", 1 << 20);
        thread.setDaemon(true);
        thread.start();
        thread.join(500);
        if (thread.isAlive()) {
            try {
                // It holds memory and time for good otherwise; newer releases refuse.
                Thread.class.getMethod("stop").invoke(thread);
            } catch (ReflectiveOperationException error) {
                return null;
            }
        }
        return result[0];
    }

    private static void names(String source, Set<String> names) throws Exception {
        String place = source.substring(source.indexOf(':') + 1);
        if (source.startsWith("jar:")) {
            try (JarFile jar = new JarFile(place)) {
                jar.stream().map(entry -> entry.getName()).filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                    .forEach(name -> names.add(name.substring(0, name.length() - 6).replace('/', '.')));
            }
        } else {
            Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
            try (Stream<Path> files = Files.list(root.resolve(place.replace('.', '/')))) {
                files.map(path -> root.relativize(path).toString()).filter(name -> name.endsWith(".class"))
                    .forEach(name -> names.add(name.substring(0, name.length() - 6).replace('/', '.')));
            }
        }
    }

    private static List<Class<?>> load(Set<String> names) {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            try {
                Class<?> type = Class.forName(name, false, MakeCalls.class.getClassLoader());
                boolean reached = !isForeign(type) && type.getCanonicalName() != null;
                for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
                    reached &= Modifier.isPublic(at.getModifiers());
                }
                if (reached) {
                    type.getMethods();
                    type.getConstructors();
                    type.getFields();
                    classes.add(type);
                }
            } catch (ClassNotFoundException | LinkageError error) {
                // A class of an optional dependency: nobody can call it here.
                continue;
            }
        }
        return classes;
    }

    private static List<Target> targets(List<Class<?>> classes) {
        List<Target> targets = new ArrayList<>();
        for (Class<?> type : classes) {
            if (!Modifier.isAbstract(type.getModifiers())) {
                for (Constructor<?> constructor : sorted(type.getConstructors())) {
                    targets.add(new Target(type, constructor));
                }
            }
            for (Method method : sorted(type.getMethods())) {
                boolean statically = Modifier.isStatic(method.getModifiers());
                boolean mine = method.getDeclaringClass() == type || !statically && classes.contains(method.getDeclaringClass());
                if (mine && !method.isSynthetic() && !SKIPPED.contains(method.getName()) && !type.isAnnotation()
                    && (statically || !type.isInterface()) && Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
                    targets.add(new Target(type, method));
                }
            }
        }
        targets.removeIf(target -> Arrays.stream(target.executable.getParameterTypes()).anyMatch(MakeCalls::isForeign));
        return targets;
    }

    /** Whether a type belongs to threads, files, the network, the host or the JVM itself. */
    static boolean isForeign(Class<?> type) {
        String name = type.getName();
        for (String part : new String[] {"java.io.File", "java.nio.file.", "java.nio.channels", "java.net.", "java.util.concurrent.", "java.lang.Thread",
            "java.lang.ClassLoader", "java.lang.Process", "java.lang.reflect", "java.lang.Module", "java.util.Timer", "java.util.ServiceLoader",
            "java.util.ResourceBundle", "java.util.PropertyResourceBundle", "java.security", "java.sql", "java.io.Console", "FinalizableReference", "java.util.Observ",
            "com.google.common.util.concurrent", "org.apache.commons.lang3.concurrent", "ThreadUtils", "java.util.logging", "java.util.zip", "java.util.spi", "FileBackedOutputStream",
            "com.google.common.io.Files", "com.google.common.io.MoreFiles", "com.google.common.io.Resources", "java.beans", "java.time.chrono.HijrahChronology$",
            "org.apache.commons.lang3.event", "FinalizablePhantom", "FinalizableSoft", "FinalizableWeak", "java.util.EventListenerProxy", "ThreadLocal", "PrintStream", "SystemProperties", "SystemUtils"}) {
            if (name.contains(part)) {
                return true;
            }
        }
        return false;
    }

    static <T extends Executable> List<T> sorted(T[] executables) {
        List<T> sorted = new ArrayList<>(Arrays.asList(executables));
        sorted.sort(Comparator.comparing(Executable::toString));
        return sorted;
    }

    static String member(Executable executable) {
        StringBuilder out = new StringBuilder(executable.getDeclaringClass().getName());
        out.append('#').append(executable instanceof Constructor ? "new" : executable.getName()).append('#');
        Class<?>[] types = executable.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            out.append(i == 0 ? "" : ",").append(types[i].getName());
        }
        return out.toString();
    }

    static Class<?> erased(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        } else if (type instanceof ParameterizedType) {
            return erased(((ParameterizedType) type).getRawType());
        } else if (type instanceof GenericArrayType) {
            return java.lang.reflect.Array.newInstance(erased(((GenericArrayType) type).getGenericComponentType()), 0).getClass();
        } else if (type instanceof WildcardType) {
            Type[] lower = ((WildcardType) type).getLowerBounds();
            return erased(lower.length > 0 ? lower[0] : ((WildcardType) type).getUpperBounds()[0]);
        }
        return erased(((TypeVariable<?>) type).getBounds()[0]);
    }
}
