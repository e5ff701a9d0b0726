package demo;

import org.sosy_lab.sv_benchmarks.Verifier;

/** Asks for its inputs as programs of SV-COMP do. */
public final class Verified {
    public static void main(String[] arguments) {
        int number = Verifier.nondetInt();
        Verifier.assume(number > 10);
        String text = Verifier.nondetString();
        if (number * 3 == 693 && text.equals("go")) {
            assert text.isEmpty() : "reached";
        } else if (number < 5) {
            System.out.println("never");
        }
    }
}
