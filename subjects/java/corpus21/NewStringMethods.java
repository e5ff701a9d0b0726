// strings: methods of release 21
import java.util.Arrays;

public class NewStringMethods {
    public static void main(String[] args) {
        System.out.println("hello".indexOf('l', 0, 3) + " " + "hello".indexOf("l", 3, 5) + " " + Arrays.toString("a,b;c".splitWithDelimiters("[,;]", 0)));
        System.out.println(new StringBuilder("x").repeat("ab", 3).repeat('c', 2) + " " + Character.isEmoji(0x1f600) + Character.isEmoji('a'));
        System.out.println(Math.clamp(15L, 0, 10) + " " + Math.clamp(-2.5, -1.0, 1.0) + " " + Math.ceilDiv(7, 2) + " " + Math.unsignedMultiplyHigh(-1L, 2L));
        System.out.println(Integer.compress(0b11011, 0b10101) + " " + Integer.expand(0b101, 0b11010) + " " + Long.compress(255, 0x0f0f));
        System.out.println(java.util.List.of(3, 1, 2).stream().mapMulti((Integer x, java.util.function.Consumer<Object> sink) -> sink.accept(x)).toList());
    }
}
