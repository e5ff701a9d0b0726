// bytecode: a switch on strings whose hashes collide
public class StringSwitch {
    static int find(String text) {
        switch (text) {
            case "Aa": return 1;
            case "BB": return 2;
            case "AaBB": return 3;
            case "BBAa": return 4;
            case "": return 5;
            case "ß": return 6;
            default: return -1;
        }
    }

    public static void main(String[] args) {
        for (String text : new String[] {"Aa", "BB", "AaBB", "BBAa", "", "ß", "AaAa", "C#"}) {
            System.out.println(text + " " + text.hashCode() + " " + find(text) + " " + find(new String(text)));
        }
        try {
            find(null);
        } catch (NullPointerException error) {
            System.out.println("null");
        }
    }
}
