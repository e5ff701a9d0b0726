package ferret;

/** What a program is given, and what it asks for itself, in the machine. */
public final class Given {
    private Given() {}

    /** The bytes, or so many zeros if there are fewer. */
    public static native byte[] bytes(byte[] bytes, int size);

    /** Puts a file there whose bytes are inputs. */
    public static native void file(String path, byte[] content, int number);

    /** An input of so many bits, by the name of the question. */
    public static native long ask(String name, int bits);

    public static native float askFloat(String name);

    public static native double askDouble(String name);

    /** Ends a run that is none. */
    public static native void discard();

    /** A text of up to so many characters of ASCII: what comes before the first zero. */
    public static String text(byte[] given, int size) {
        byte[] bytes = bytes(given, size);
        int length = 0;
        while (length < size && (bytes[length] & 0x7f) != 0) length++;
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) text[i] = (byte) (bytes[i] & 0x7f);
        return new String(text, 0);
    }

    /** The first of the bytes: how many is asked one by one, so that it may be any number. */
    public static byte[] first(byte[] given, int size, int length) {
        byte[] bytes = bytes(given, size);
        int known = 0;
        while (known < size && known < length) known++;
        byte[] first = new byte[known];
        for (int i = 0; i < known; i++) first[i] = bytes[i];
        return first;
    }

    /** Standard input: whether there is one more byte is asked when it is read. */
    public static final class Input extends java.io.InputStream {
        private final byte[] bytes;
        private final int length;
        private int at;

        public Input(byte[] given, int size, int length) {
            this.bytes = bytes(given, size);
            this.length = Math.min(size, length);
        }

        @Override
        public int read() {
            return at < length ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] to, int from, int count) {
            java.util.Objects.checkFromIndexSize(from, count, to.length);
            int read = 0;
            while (read < count && at < length) to[from + read++] = bytes[at++];
            return read == 0 && count > 0 ? -1 : read;
        }

        @Override
        public int available() {
            return Math.max(0, length - at);
        }
    }
}
