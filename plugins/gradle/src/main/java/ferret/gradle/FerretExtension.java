package ferret.gradle;

import java.util.ArrayList;
import java.util.List;

/** The block {@code ferret { … }} of a build script. */
public class FerretExtension {
    private String executable = "ferret";
    private List<String> options = new ArrayList<>();

    /** The binary: a path, or a name on the PATH. */
    public String getExecutable() {
        return executable;
    }

    /** Names the binary. */
    public void setExecutable(String executable) {
        this.executable = executable;
    }

    /** Options of `ferret test` and `ferret verify`, as on the command line. */
    public List<String> getOptions() {
        return options;
    }

    /** Replaces the options. */
    public void setOptions(List<String> options) {
        this.options = options;
    }
}
