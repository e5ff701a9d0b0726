package ferret;

import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Runs the tests of a class in several orders, each given by a seed, and tells how each test ended. Zero is the order that
 * JUnit takes by itself. From the second order on the classes are loaded anew, so that their static fields are too. The
 * word "pairs" stands for many orders, one after the other with the same static fields, in which each test comes right
 * after each other one. The word "places" stands for JUnit's order, and for telling where tests failed instead of why; the
 * word "verify" for JUnit's order, and for telling both.
 */
public final class Run {
    /** Orders of pairs, at most. */
    private static final int MOST = 48;
    /** Nanoseconds that one test may take. */
    private static final long PATIENCE = 12_000_000_000L;
    /** How this process ends when one takes longer. */
    private static final int ENDLESS = 75;
    /** When the last test began. */
    private static volatile long begun = System.nanoTime();

    private Run() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream report = System.out;
        // What tests print is nobody's business here.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        watch();
        ClassLoader loader = Run.class.getClassLoader();
        for (int index = 1; index < arguments.length; index++) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> tests = Class.forName(arguments[0], true, loader);
            boolean pairs = arguments[index].equals("pairs");
            boolean places = arguments[index].equals("places");
            boolean verify = arguments[index].equals("verify");
            long seed = pairs || places || verify ? 0 : Long.parseLong(arguments[index]);
            for (Case test : pairs ? paired(ordered(tests, seed)) : ordered(tests, seed)) {
                String name = arguments[0] + " " + test.name;
                begun = System.nanoTime();
                report.println("begin " + name);
                report.flush();
                String said = run(tests, test, places, verify);
                report.println((said == null ? "ok " + name : "failed " + name + " " + said));
                report.flush();
            }
            loader = anew();
        }
        report.println("end");
        report.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Ends this process when a test does not end. */
    private static void watch() {
        Thread watch = new Thread(() -> {
            while (System.nanoTime() - begun < PATIENCE) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException ignored) {
                    // Somebody wants it to stop, which it does not.
                }
            }
            Runtime.getRuntime().halt(ENDLESS);
        });
        watch.setDaemon(true);
        watch.setPriority(Thread.MAX_PRIORITY);
        watch.start();
    }

    /** A test: a method, of a nested class perhaps, with the arguments of one row. */
    private static final class Case {
        final Method method;
        final Object[] arguments;
        final String name;

        Case(Method method, Object[] arguments, String name) {
            this.method = method;
            this.arguments = arguments;
            this.name = name;
        }
    }

    private static List<Case> ordered(Class<?> tests, long seed) throws ReflectiveOperationException {
        List<Case> cases = new ArrayList<>();
        add(tests, tests, "", cases);
        for (Class<?> nested : tests.getDeclaredClasses()) {
            if (has(nested.getDeclaredAnnotations(), "Nested")) {
                add(tests, nested, nested.getSimpleName() + ".", cases);
            }
        }
        cases.sort(Comparator.comparing(test -> test.name));
        if (seed == 0) {
            cases.sort(Comparator.comparingInt(test -> test.method.getName().hashCode()));
        } else {
            Collections.shuffle(cases, new Random(seed));
        }
        return cases;
    }

    private static void add(Class<?> tests, Class<?> owner, String prefix, List<Case> cases)
            throws ReflectiveOperationException {
        for (Method method : owner.getDeclaredMethods()) {
            Annotation[] annotations = method.getDeclaredAnnotations();
            if (has(annotations, "Test")) {
                cases.add(new Case(method, new Object[0], prefix + method.getName()));
            } else if (has(annotations, "ParameterizedTest")) {
                List<Object[]> rows = Rows.of(tests, method);
                for (int row = 0; row < rows.size(); row++) {
                    cases.add(new Case(method, rows.get(row), prefix + method.getName() + "[" + row + "]"));
                }
            }
        }
    }

    /**
     * The rows of a square (E. J. Williams, 1949) whose rows go from both ends toward the middle, each one further than the
     * one before: of an even number of things each comes after each other one once, of an odd number in the rows or in
     * their reverses.
     */
    private static List<Case> paired(List<Case> cases) {
        int count = cases.size();
        List<Case> all = new ArrayList<>();
        for (int row = 0; row < Math.min(MOST, count % 2 == 0 ? count : 2 * count); row++) {
            List<Case> one = new ArrayList<>();
            for (int place = 0; place < count; place++) {
                int from = place % 2 == 0 ? place / 2 : count - (place + 1) / 2;
                one.add(cases.get((from + row / (1 + count % 2)) % count));
            }
            if (count % 2 == 1 && row % 2 == 1) {
                Collections.reverse(one);
            }
            all.addAll(one);
        }
        return all;
    }

    private static ClassLoader anew() throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(new File(entry).toURI().toURL());
        }
        return new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    private static boolean has(Annotation[] annotations, String name) {
        for (Annotation annotation : annotations) {
            if (annotation.annotationType().getSimpleName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static String run(Class<?> tests, Case test, boolean places, boolean verify) {
        try {
            Constructor<?> constructor = tests.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object object = constructor.newInstance();
            Class<?> owner = test.method.getDeclaringClass();
            if (owner != tests) {
                Constructor<?> nested = owner.getDeclaredConstructor(tests);
                nested.setAccessible(true);
                object = nested.newInstance(object);
            }
            test.method.setAccessible(true);
            test.method.invoke(object, test.arguments);
            return null;
        } catch (InvocationTargetException failed) {
            Throwable cause = failed.getCause();
            return places ? placed(cause) : described(cause) + (verify ? line(cause, tests) : "");
        } catch (ReflectiveOperationException failed) {
            return described(failed);
        }
    }

    /** The class of what was thrown, and what that says of itself. */
    private static String described(Throwable thrown) {
        return thrown.getClass().getName() + " " + oneLine(thrown);
    }

    /** The line of the tests that was open when something was thrown. */
    private static String line(Throwable thrown, Class<?> tests) {
        for (StackTraceElement open : thrown.getStackTrace()) {
            String owner = open.getClassName();
            if (owner.equals(tests.getName()) || owner.startsWith(tests.getName() + "$")) {
                return " at line " + open.getLineNumber();
            }
        }
        return "";
    }

    /** The class of what was thrown, and the lines that were open. */
    private static String placed(Throwable failed) {
        boolean hasCause = failed instanceof AssertionError && failed.getCause() != null;
        Throwable thrown = hasCause ? failed.getCause() : failed;
        StringBuilder text = new StringBuilder(thrown.getClass().getName()).append(' ');
        for (StackTraceElement open : thrown.getStackTrace()) {
            text.append(open.getFileName()).append(':').append(open.getLineNumber()).append(',');
        }
        return text.toString();
    }

    private static String oneLine(Throwable thrown) {
        String text;
        try {
            text = thrown.toString();
        } catch (Throwable again) {
            text = thrown.getClass().getName();
        }
        text = text.replace('\n', ' ').replace('\r', ' ');
        return text.length() > 200 ? text.substring(0, 200) : text;
    }
}
