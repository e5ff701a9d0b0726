// strings: StringBuilder and StringBuffer
public class Builders {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        text.append(1).append('c').append("s").append(2.5).append(true).append(new char[] {'x', 'y'}).append((Object) null)
            .append(5L).append(1.5f).append("abcdef", 2, 4).appendCodePoint(0x1F600);
        System.out.println(text + " " + text.length());
        text.insert(0, "start").insert(5, 42).deleteCharAt(0).delete(1, 3).replace(0, 1, "RRR").setCharAt(1, '_');
        System.out.println(text + " " + text.indexOf("s") + text.lastIndexOf("l") + text.charAt(2));
        System.out.println(text.reverse());
        text.setLength(3);
        System.out.println(text + "|" + text.capacity() / 1000);
        text.setLength(5);
        System.out.println(text.toString().replace('\0', '0') + text.substring(1, 2) + text.subSequence(0, 2));
        StringBuffer buffer = new StringBuffer("abc");
        buffer.append(buffer).insert(3, "-").reverse();
        System.out.println(buffer + " " + new StringBuilder("a").compareTo(new StringBuilder("b")));
        try {
            text.insert(99, "x");
        } catch (StringIndexOutOfBoundsException error) {
            System.out.println(error.getMessage());
        }
        try {
            text.deleteCharAt(99);
        } catch (StringIndexOutOfBoundsException error) {
            System.out.println(error.getMessage());
        }
    }
}
