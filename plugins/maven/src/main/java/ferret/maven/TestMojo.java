package ferret.maven;

import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Writes tests for all modules: {@code ferret test}. */
@Mojo(name = "test", aggregator = true)
@Execute(phase = LifecyclePhase.COMPILE)
public class TestMojo extends FerretMojo {
    @Override
    String command() {
        return "test";
    }
}
