package ferret.gradle;

import java.util.ArrayList;
import java.util.List;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.tasks.Exec;

/** Adds {@code ferretTest} and {@code ferretVerify} to the root project of a build. */
public class FerretPlugin implements Plugin<Project> {
    @Override
    public void apply(Project project) {
        FerretExtension extension = project.getExtensions().create("ferret", FerretExtension.class);
        add(project, extension, "ferretTest", "test", "Writes tests for all projects of the build.");
        add(project, extension, "ferretVerify", "verify", "Runs the tests that were written, and says which behaviour changed.");
    }

    private static void add(Project project, FerretExtension extension, String name, String command, String description) {
        Exec task = project.getTasks().create(name, Exec.class);
        task.setGroup("verification");
        task.setDescription(description);
        task.setWorkingDir(project.getProjectDir());
        // What a project has for tasks and options is known when its script was read.
        project.getGradle().projectsEvaluated(gradle -> {
            for (Project each : project.getAllprojects()) {
                if (each.getTasks().findByName("classes") != null) {
                    task.dependsOn(each.getPath().equals(":") ? ":classes" : each.getPath() + ":classes");
                }
            }
            List<Object> words = new ArrayList<>();
            words.add(extension.getExecutable());
            words.add(command);
            words.add(project.getProjectDir());
            words.addAll(extension.getOptions());
            task.setCommandLine(words);
        });
    }
}
