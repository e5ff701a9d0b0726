package units;

/** A template: what it is made of is left to classes below, and there are none. */
public abstract class Report {
    private final String title;
    private final int width;

    /** Out of date, which is not for tests to warn of. */
    @Deprecated
    protected Report(String title, int width) {
        if (width < 4) {
            throw new IllegalArgumentException("too narrow");
        }
        this.title = title;
        this.width = width;
    }

    protected abstract String line(int number);

    abstract int lines();

    public final String render() {
        StringBuilder text = new StringBuilder();
        if (title != null && !title.isEmpty()) {
            text.append(cut(title)).append('\n');
        }
        int count = lines();
        if (count > 3) {
            return "too long";
        }
        for (int i = 0; i < count; i++) {
            String line = line(i);
            text.append(line == null ? "-" : cut(line)).append('\n');
        }
        return text.toString();
    }

    private String cut(String text) {
        return text.length() > width ? text.substring(0, width - 1) + "." : text;
    }
}
