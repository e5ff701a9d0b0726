package units;

/** What the text and the count of a Foo lead to together. */
public class Bar {
    private final String text;

    public Bar(String text) {
        this.text = text;
    }

    public boolean coverMe(Foo foo) {
        String joined = text + foo.getX();
        if (joined.equals("baz5")) {
            return true;
        }
        return false;
    }
}
