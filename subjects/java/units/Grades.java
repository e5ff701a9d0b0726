package units;

/** Many cases that differ by values only, and a number with a name. */
public final class Grades {
    /** As many points as there are. */
    public static final int FULL_MARKS = 60;

    private Grades() {}

    public static String grade(int points) {
        if (points < 0) {
            throw new IllegalArgumentException("fewer than none");
        }
        if (points == FULL_MARKS) {
            return "perfect";
        }
        return points < 10 ? "F" : points < 20 ? "E" : points < 30 ? "D" : points < 40 ? "C" : points < 50 ? "B" : "A";
    }

    public static boolean isVowel(char letter) {
        return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u';
    }

    public static Integer rank(String word) {
        switch (word) {
            case "it's first":
                return 1;
            case "second":
                return 2;
            case "third":
                return 3;
            case "fourth":
                return 4;
            case "fifth":
                return 5;
            default:
                return null;
        }
    }
}
