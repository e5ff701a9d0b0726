package units;

/** A version in the way of "2.beta" or "12". */
public class Version {
    private final int major;
    private final String label;

    public Version(int major, String label) {
        this.major = major;
        this.label = label;
    }

    public static Version parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 0) {
            return new Version(Integer.parseInt(text.trim()), "");
        }
        int major = Integer.parseInt(text.substring(0, dot));
        String label = text.substring(dot + 1);
        switch (label) {
            case "beta":
            case "final":
                return new Version(major, label);
            default:
                throw new IllegalArgumentException(text);
        }
    }

    public boolean isBefore(Version other) {
        if (major != other.major) {
            return major < other.major;
        }
        return label.equals("beta") && !other.label.equals("beta");
    }

    public int getMajor() {
        return major;
    }

    public String getLabel() {
        return label;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Version)) {
            return false;
        }
        Version version = (Version) other;
        return major == version.major && label.equals(version.label);
    }

    @Override
    public int hashCode() {
        return 31 * major + label.hashCode();
    }
}
