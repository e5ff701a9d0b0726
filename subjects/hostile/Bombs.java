package hostile;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Code that behaves in the machine and takes all there is on a real JVM, or ends it. */
public final class Bombs {
    private static final boolean REAL = new File("/proc/self/exe").exists();

    private Bombs() {}

    static {
        if (REAL) {
            try {
                new File("@CANARY@/initialised").createNewFile();
            } catch (IOException refused) {
                // That is what is to happen.
            }
        }
    }

    /** Starts processes until the system has no more. */
    public static int forks(int number) throws IOException {
        while (REAL) {
            new ProcessBuilder("setsid", "sleep", "@MARK@").start();
        }
        return number + 1;
    }

    /** Takes memory until there is no more. */
    public static int fills(int number) {
        List<byte[]> kept = new ArrayList<>();
        while (REAL) {
            kept.add(new byte[1 << 24]);
        }
        return number + kept.size();
    }

    /** Starts threads that never end. */
    public static int threads(int number) {
        for (int index = 0; REAL && index < 100_000; index++) {
            new Thread(() -> {
                while (true) {
                    Thread.onSpinWait();
                }
            }).start();
        }
        return number + 2;
    }

    /** Ends the JVM as if all were well. */
    public static int exits(int number) {
        if (REAL) {
            System.exit(0);
        }
        return number + 3;
    }

    /** Says more than anybody keeps. */
    public static int prints(int number) throws IOException {
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            byte[] much = new byte[1 << 20];
            while (REAL) {
                out.write(much);
            }
        }
        return number + 4;
    }
}
