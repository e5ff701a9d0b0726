package ferret.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs a command of the ferret binary on the whole project. */
abstract class FerretMojo extends AbstractMojo {
    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    /** The binary: a path, or a name on the PATH. */
    @Parameter(property = "ferret.executable", defaultValue = "ferret")
    private String executable;

    /** Options of the command, as on the command line. */
    @Parameter(property = "ferret.options")
    private List<String> options;

    /** Whether nothing is done. */
    @Parameter(property = "ferret.skip", defaultValue = "false")
    private boolean skip;

    /** The command. */
    abstract String command();

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("skipped");
            return;
        }
        List<String> words = new ArrayList<>();
        words.add(executable);
        words.add(command());
        words.add(session.getExecutionRootDirectory());
        if (options != null) {
            words.addAll(options);
        }
        getLog().debug(String.join(" ", words));
        ProcessBuilder process = new ProcessBuilder(words).inheritIO();
        process.directory(new File(session.getExecutionRootDirectory()));
        int status;
        try {
            status = process.start().waitFor();
        } catch (IOException error) {
            throw new MojoExecutionException("`" + executable + "` cannot be started; ferret.executable names the binary", error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted", error);
        }
        if (status != 0) {
            throw new MojoFailureException("ferret " + command() + " ended with status " + status);
        }
    }
}
