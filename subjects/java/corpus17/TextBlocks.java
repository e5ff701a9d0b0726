// strings: text blocks
public class TextBlocks {
    public static void main(String[] args) {
        String block = """
            Hello
              indented "quotes" \""" three
            trailing   \s
            joined \
            line
            tab\tend
            """;
        System.out.print(block);
        System.out.println("""
            no newline at the end""".length() + """

            """.length());
        System.out.println(block.lines().count() + " " + block.hashCode());
    }
}
