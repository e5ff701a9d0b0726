// types: patterns of instanceof
public class InstanceofPatterns {
    static String describe(Object object) {
        if (object instanceof String text && text.length() > 3) {
            return "long text " + text;
        }
        if (!(object instanceof Number number)) {
            return "no number " + object;
        }
        return number.intValue() + (number instanceof Integer i && i > 10 ? " big" : " small");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InstanceofPatterns that && that.hashCode() == hashCode();
    }

    @Override
    public int hashCode() {
        return 5;
    }

    public static void main(String[] args) {
        for (Object object : new Object[] {"abc", "abcd", 1, 20, 2.9, 'c', null}) {
            System.out.println(describe(object));
        }
        System.out.println(new InstanceofPatterns().equals(new InstanceofPatterns()));
    }
}
