// reflection: packages and resources
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;

public class Packages {
    public static void main(String[] args) throws Exception {
        System.out.println(String.class.getPackage() + " " + java.util.Map.Entry.class.getPackage().getName() + " " + int.class.getPackage() + " "
            + Packages.class.getPackage().getName().isEmpty() + " " + String[].class.getPackage() + " " + String[].class.getPackageName());
        System.out.println(String.class.getModule() + " " + Packages.class.getModule().isNamed() + " " + String.class.getClassLoader() + " "
            + (Packages.class.getClassLoader() == ClassLoader.getSystemClassLoader()));
        try (InputStream stream = Packages.class.getResourceAsStream("/Packages.class")) {
            System.out.println(stream.read() + " " + (Packages.class.getResource("none.txt") == null));
        }
        System.out.println(Thread.currentThread().getContextClassLoader() == Packages.class.getClassLoader());
        System.out.println(new BufferedReader(new InputStreamReader(String.class.getResourceAsStream("String.class"))).read() > 0);
    }
}
