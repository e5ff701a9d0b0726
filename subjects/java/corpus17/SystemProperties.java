// library: properties, environment and time
import java.util.Locale;
import java.util.TimeZone;

public class SystemProperties {
    public static void main(String[] args) {
        System.out.println(System.getProperty("line.separator").length() + System.getProperty("file.separator") + System.getProperty("path.separator")
            + System.getProperty("none", "default") + System.lineSeparator().equals("\n"));
        System.out.println(Locale.getDefault() + " " + TimeZone.getDefault().getID() + " " + System.getProperty("file.encoding"));
        System.setProperty("own", "set");
        System.out.println(System.getProperty("own") + " " + System.clearProperty("own") + System.getProperty("own") + Integer.getInteger("none", 5) + Boolean.getBoolean("none"));
        long start = System.nanoTime();
        long now = System.currentTimeMillis();
        System.out.println((System.nanoTime() >= start) + " " + (System.currentTimeMillis() >= now) + " " + (System.getenv("NO_SUCH_VARIABLE_HERE") == null));
        System.out.println(Runtime.getRuntime().availableProcessors() > 0 && Runtime.getRuntime().totalMemory() > 0);
        System.out.println(Runtime.version().feature() >= 17 && System.getProperty("java.version").startsWith("" + Runtime.version().feature()));
        System.err.println("to the error stream");
    }
}
