package units;

/** A view that no test can name: all there is to call is what the interface has. */
public class Mirror {
    private static final class View implements CharSequence {
        private final CharSequence text;
        private final int length;

        View(CharSequence text, int length) {
            this.text = text;
            this.length = length;
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public char charAt(int index) {
            if (index < 0 || index >= length) {
                throw new StringIndexOutOfBoundsException(index);
            }
            return text.charAt(length - 1 - index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return start == 0 ? new View(text, end) : toString().subSequence(start, end);
        }

        @Override
        public String toString() {
            return new StringBuilder(text.subSequence(0, length)).reverse().toString();
        }
    }

    public static CharSequence of(CharSequence text) {
        return new View(text, text.length());
    }
}
