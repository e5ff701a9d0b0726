package units;

/** Leaves open again what the class above it leaves open. */
public abstract class Chapter extends Report {
    protected Chapter(String title, int width) {
        super(title, width);
    }

    @Override
    protected abstract String line(int number);

    public int length() {
        int length = 0;
        for (int i = 0; i < lines(); i++) {
            String line = line(i);
            length += line == null ? 0 : line.length();
        }
        return length;
    }
}
