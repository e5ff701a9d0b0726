package ferret.maven;

import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Runs the tests that were written, and says which behaviour changed: {@code ferret verify}. */
@Mojo(name = "verify", aggregator = true)
@Execute(phase = LifecyclePhase.COMPILE)
public class VerifyMojo extends FerretMojo {
    @Override
    String command() {
        return "verify";
    }
}
