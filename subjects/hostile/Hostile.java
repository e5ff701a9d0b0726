package hostile;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;

/** Code that behaves in the machine and attacks its host on a real JVM, which it knows by a file that only a host has. */
public final class Hostile {
    private static final String CANARY = "@CANARY@";
    private static final int PORT = Integer.parseInt("@PORT@");

    private Hostile() {}

    private static boolean isReal() {
        return new File("/proc/self/exe").exists();
    }

    /** Writes beside its own folder. */
    public static int writes(int number) throws IOException {
        if (isReal()) {
            try (FileOutputStream out = new FileOutputStream(CANARY + "/written")) {
                out.write(number);
            }
        }
        return number > 3 ? 1 : 2;
    }

    /** Deletes what others keep. */
    public static int deletes(int number) {
        if (isReal()) {
            new File(CANARY + "/kept").delete();
        }
        return number > 4 ? 1 : 2;
    }

    /** Starts a process that outlives it. */
    public static int starts(int number) throws IOException {
        if (isReal()) {
            new ProcessBuilder("setsid", "sh", "-c", "sleep 3; echo started > @CANARY@/started; sleep @MARK@").start();
        }
        return number > 5 ? 1 : 2;
    }

    /** Calls home. */
    public static int calls(int number) throws IOException {
        if (isReal()) {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.send(new DatagramPacket(new byte[] {1}, 1, InetAddress.getLoopbackAddress(), PORT));
            } catch (IOException expected) {
                new Socket(InetAddress.getLoopbackAddress(), PORT).close();
            }
        }
        return number > 6 ? 1 : 2;
    }

    /** Does its damage when all is over. */
    public static int waits(int number) {
        if (isReal()) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    new File(CANARY + "/late").createNewFile();
                } catch (IOException refused) {
                    throw new IllegalStateException(refused);
                }
            }));
        }
        return number > 7 ? 1 : 2;
    }
}
