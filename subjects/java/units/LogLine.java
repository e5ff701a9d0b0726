package units;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of a log. */
public final class LogLine {
    private static final Pattern LINE = Pattern.compile(
        "(?<level>INFO|WARN|ERROR)\\s+\\[(?<thread>[\\w-]{1,12})\\]\\s(?<code>\\d{3,5}):\\s*(?<text>.*)");
    private static final Pattern DURATION = Pattern.compile("took (\\d+)(ms|s)");

    public static int weight(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return -1;
        }
        int weight = 0;
        String level = matcher.group("level");
        if (level.equals("ERROR")) {
            weight += 100;
        } else if (level.equals("WARN")) {
            weight += 10;
        }
        if (matcher.group("thread").equals("main")) {
            weight += 1;
        }
        int code = Integer.parseInt(matcher.group("code"));
        if (code >= 50000) {
            weight += 1000;
        } else if (code == 404) {
            weight += 500;
        }
        Matcher duration = DURATION.matcher(matcher.group("text"));
        if (duration.find()) {
            weight += Integer.parseInt(duration.group(1));
            if (duration.group(2).equals("s")) {
                weight += 10000;
            }
        }
        return weight;
    }
}
