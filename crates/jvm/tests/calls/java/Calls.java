// Makes the calls of a script that comes on standard input and prints what each of them gave.
//
// A line is `number member expression...`, words separated by blanks. A member is `class#name#types`; the
// expressions are the receiver, if the method has one, and the arguments, in prefix form (see `Reader`).
// The same program runs in the JVM and in the machine, so it is written with little of the library.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

public class Calls {
    public static void main(String[] arguments) throws Exception {
        BufferedReader script = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        PrintStream out = System.out;
        String line;
        while ((line = script.readLine()) != null) {
            int blank = line.indexOf(' ');
            String number = line.substring(0, blank);
            String result;
            try {
                result = call(new Reader(line.substring(blank + 1)));
            } catch (StackOverflowError error) {
                result = "threw " + error.getClass().getName();
            } catch (Throwable error) {
                result = "driver threw " + error;
            }
            out.println(number + " " + result);
            out.flush();
        }
    }

    /** Makes one call, and tells its result and what became of the receiver and the arguments. */
    static String call(Reader reader) throws Exception {
        String[] member = reader.word().split("#", -1);
        Class<?> type = Reader.type(member[0]);
        Class<?>[] types = Reader.types(member[2]);
        Object receiver = null;
        Object[] values = new Object[types.length];
        Method method = null;
        Constructor<?> constructor = null;
        if (member[1].equals("new")) {
            constructor = type.getConstructor(types);
        } else {
            method = type.getMethod(member[1], types);
        }
        try {
            if (method != null && !Modifier.isStatic(method.getModifiers())) {
                receiver = reader.value();
            }
            for (int i = 0; i < values.length; i++) {
                values[i] = reader.value();
            }
        } catch (Reader.Unmade error) {
            return "unmade " + error.getCause().getClass().getName();
        }
        StringBuilder text = new StringBuilder();
        try {
            Object result = method == null ? constructor.newInstance(values) : method.invoke(receiver, values);
            if (method != null && method.getReturnType() == void.class) {
                text.append("void");
            } else if (result == receiver && result != null) {
                text.append("itself");
            } else {
                Show.show(result, text, 0);
            }
        } catch (InvocationTargetException error) {
            text.append("threw ").append(error.getCause().getClass().getName());
        }
        if (receiver != null) {
            text.append(" this=");
            Show.show(receiver, text, 0);
        }
        for (Object value : values) {
            if (value != null && Show.mayChange(value)) {
                text.append(" then=");
                Show.show(value, text, 0);
            }
        }
        return text.toString();
    }
}
