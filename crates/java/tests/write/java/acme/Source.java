package acme;

import java.io.IOException;

public class Source {
    private final String text;

    Source(String text) throws IOException {
        if (text.isEmpty()) {
            throw new IOException("nothing there");
        }
        this.text = text;
    }

    /** @deprecated */
    @Deprecated
    public char first() {
        return text.charAt(0);
    }

    @Deprecated(forRemoval = true)
    public char last() {
        return text.charAt(text.length() - 1);
    }

    public String getText() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Source && ((Source) other).text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
