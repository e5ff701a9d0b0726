// strings: arithmetic with characters
public class CharArithmetic {
    static String caesar(String text, int by) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c >= 'a' && c <= 'z') {
                out.append((char) ('a' + (c - 'a' + by + 26) % 26));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        System.out.println(caesar("attack at dawn", 3) + " " + caesar(caesar("xyz", 5), -5));
        int[] counts = new int[128];
        for (char c : "mississippi".toCharArray()) {
            counts[c]++;
        }
        for (char c = 'a'; c <= 'z'; c++) {
            if (counts[c] > 0) {
                System.out.print(c + "" + counts[c] + " ");
            }
        }
        char low = 0;
        low--;
        char x = 'x';
        x ^= ' ';
        System.out.println((int) low + " " + x + (x + 1) + (char) (x + 1) + ('a' + 'b') + (char) 97 + ('a' < 98) + -'a');
        int y = 'a' * 2;
        System.out.println(y + " " + (true ? 'a' : 0) + (args.length == 0 ? 'b' : y) + (Object) (char) 99);
    }
}
