package org.sosy_lab.sv_benchmarks;

import ferret.Given;

/** The inputs of programs that were written for SV-COMP. */
public final class Verifier {
    /** Characters of a text that is an input, at most. */
    private static final int TEXT = 8;

    private Verifier() {}

    public static void assume(boolean condition) {
        if (!condition) Given.discard();
    }

    public static boolean nondetBoolean() {
        return Given.ask("nondetBoolean", 1) != 0;
    }

    public static byte nondetByte() {
        return (byte) Given.ask("nondetByte", 8);
    }

    public static char nondetChar() {
        return (char) Given.ask("nondetChar", 16);
    }

    public static short nondetShort() {
        return (short) Given.ask("nondetShort", 16);
    }

    public static int nondetInt() {
        return (int) Given.ask("nondetInt", 32);
    }

    public static long nondetLong() {
        return Given.ask("nondetLong", 64);
    }

    public static float nondetFloat() {
        return Given.askFloat("nondetFloat");
    }

    public static double nondetDouble() {
        return Given.askDouble("nondetDouble");
    }

    public static String nondetString() {
        char[] text = new char[TEXT];
        int length = 0;
        for (char c; length < TEXT && (c = (char) Given.ask("nondetString", 16)) != 0;) text[length++] = c;
        return new String(text, 0, length);
    }
}
