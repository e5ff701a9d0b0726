package units;

/** What it does shows in what it prints only. */
public class Banner {
    private final int width;

    public Banner(int width) {
        this.width = width;
    }

    public void print(String text) {
        if (text.isEmpty()) {
            System.out.println("(nothing)");
            return;
        }
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < width && column < 20; column++) {
            line.append('=');
        }
        System.out.println(line);
        System.out.println(text);
    }
}
