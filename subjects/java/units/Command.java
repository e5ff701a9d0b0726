package units;

/** Keywords and separators within a text. */
public final class Command {
    private Command() {}

    public static String run(String line) {
        String[] words = line.trim().split(" ");
        switch (words[0]) {
            case "deposit":
                return words.length == 2 ? "deposited " + words[1] : "how much?";
            case "withdraw":
                if (words.length == 3 && words[1].equals("all")) {
                    return "emptied";
                }
                return "withdrawn";
            case "transfer":
                int colon = line.indexOf(':');
                if (colon > 0 && line.substring(colon + 1).startsWith("DE")) {
                    return "sent";
                }
                return "to whom?";
            default:
                return "unknown";
        }
    }
}
