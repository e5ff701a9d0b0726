// strings: literals and interned strings are one object
public class Interning {
    static final String PART = "par";

    public static void main(String[] args) {
        String literal = "part";
        String made = new String("part");
        String built = PART + "t";
        String dynamic = args.length == 0 ? "pa" : "";
        dynamic += "rt";
        System.out.println((literal == "part") + " " + (literal == made) + " " + (literal == built) + " " + (literal == dynamic) + " "
            + (literal == dynamic.intern()) + " " + (made.intern() == literal) + " " + literal.equals(made));
        String fresh = new StringBuilder("fre").append("sh").toString();
        System.out.println((fresh.intern() == "fresh") + " " + (Other.TEXT == "shared") + " " + ("é" == "\u00e9"));
    }

    static class Other {
        static final String TEXT = "shared";
    }
}
