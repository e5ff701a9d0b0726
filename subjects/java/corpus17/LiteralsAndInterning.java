// strings: which object a literal is when a string of its text was interned before it was reached
public class LiteralsAndInterning {
    static String made(String a, String b) {
        return new StringBuilder(a).append(b).toString();
    }

    static void intern(String text) {
        text.intern();
    }

    interface Taker {
        void take(String text);
    }

    static void hand(Taker taker, String text) {
        taker.take(text);
        System.out.println(text == "lateliteral");
    }

    public static void main(String[] args) {
        String own = made("fer", "ret");
        String interned = own.intern();
        System.out.println((own == "ferret") + " " + (interned == "ferret"));

        String called = made("by", "call");
        intern(called);
        System.out.println(called == "bycall");

        hand(String::intern, made("late", "literal"));

        String second = made("fer", "ret");
        System.out.println((second == "ferret") + " " + (second.intern() == "ferret") + " " + (second.intern() == own));

        String before = "already";
        String copy = made("alr", "eady");
        System.out.println((copy.intern() == before) + " " + (copy == "already"));
    }
}
