package org.sosy_lab.sv_benchmarks;

/** What `Verified.java` is compiled against; a run of Ferret brings its own. */
public final class Verifier {
    public static void assume(boolean condition) {
        if (!condition) Runtime.getRuntime().halt(1);
    }

    public static int nondetInt() {
        return new java.util.Random().nextInt();
    }

    public static String nondetString() {
        return "";
    }
}
