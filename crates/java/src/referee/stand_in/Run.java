package ferret;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Runs the tests of classes, in an order that a seed gives, and tells how each ended. */
public final class Run {
    private Run() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream report = System.out;
        // What tests print is nobody's business here.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        long seed = Long.parseLong(arguments[0]);
        for (int index = 1; index < arguments.length; index++) {
            Class<?> tests = Class.forName(arguments[index]);
            List<Method> methods = new ArrayList<>();
            for (Method method : tests.getDeclaredMethods()) {
                if (isTest(method)) {
                    methods.add(method);
                }
            }
            methods.sort(Comparator.comparing(Method::getName));
            Collections.shuffle(methods, new Random(seed));
            for (Method method : methods) {
                String name = arguments[index] + " " + method.getName();
                report.println("begin " + name);
                report.flush();
                String said = run(tests, method);
                report.println((said == null ? "ok " + name : "failed " + name + " " + said));
                report.flush();
            }
        }
        report.println("end");
        report.flush();
        Runtime.getRuntime().halt(0);
    }

    private static boolean isTest(Method method) {
        for (Annotation annotation : method.getDeclaredAnnotations()) {
            if (annotation.annotationType().getSimpleName().equals("Test")) {
                return true;
            }
        }
        return false;
    }

    private static String run(Class<?> tests, Method method) {
        try {
            Constructor<?> constructor = tests.getDeclaredConstructor();
            constructor.setAccessible(true);
            method.setAccessible(true);
            method.invoke(constructor.newInstance());
            return null;
        } catch (InvocationTargetException failed) {
            return oneLine(failed.getCause());
        } catch (ReflectiveOperationException failed) {
            return oneLine(failed);
        }
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
