//! Gradle: a script that it runs before the build's own adds a task that tells.

use super::{BuildError, Module, PATIENCE, Tool, command, junit, no_tool};
use host::{Limits, Process, Scratch};
use std::path::{Path, PathBuf};

/// Says of every project with Java in it where its classes are and what they need.
const SCRIPT: &str = "\
allprojects { project ->
    project.tasks.create('ferretClassPath') {
        doLast {
            def sets = project.extensions.findByName('sourceSets')
            if (sets == null) {
                sets = project.properties.get('sourceSets')
            }
            // Two projects may have one name, but not one path.
            def name = project.path == ':' ? project.name : project.path.substring(1).replace(':', '/')
            if (sets != null) {
                sets.test.java.srcDirs.each { println \"ferret\\ttests\\t${name}\\t${it}\" }
                sets.main.output.classesDirs.each { println \"ferret\\tclasses\\t${name}\\t${it}\" }
                (sets.main.compileClasspath + sets.main.runtimeClasspath + sets.test.runtimeClasspath).each {
                    println \"ferret\\tpath\\t${name}\\t${it}\"
                }
            }
        }
    }
}
";

pub(super) fn modules(folder: &Path) -> Result<Vec<Module>, BuildError> {
    let tool = command(folder, "gradlew", "gradle");
    let failed = |error: std::io::Error| no_tool(Tool::Gradle, &tool, &error);
    let scratch = Scratch::new().map_err(failed)?;
    let script = scratch.path().join("ferret.gradle");
    std::fs::write(&script, SCRIPT).map_err(failed)?;
    let mut gradle = Process::new(&tool);
    gradle.current_dir(folder).args(["--no-daemon", "-q", "-I"]).arg(&script);
    gradle.args(["-Dorg.gradle.configuration-cache=false", "ferretClassPath"]);
    let ended = gradle.merged().run(&Limits::time(PATIENCE)).map_err(failed)?;
    let said = ended.out.text();
    let refused = |said: String| BuildError::Refused { tool: Tool::Gradle, said };
    if ended.timed_out {
        return Err(refused("it does not terminate".to_owned()));
    }
    if !ended.succeeded() {
        let mut lines = said.lines().skip_while(|line| !line.contains("went wrong"));
        let error = lines.nth(1).unwrap_or("it fails");
        return Err(refused(error.trim().to_owned()));
    }
    Ok(told(&said))
}

/// The modules that the script told of: one for each folder of classes.
fn told(said: &str) -> Vec<Module> {
    let rows = said.lines().filter_map(|line| {
        let mut words = line.strip_prefix("ferret\t")?.splitn(3, '\t');
        Some((words.next()?, words.next()?, PathBuf::from(words.next()?)))
    });
    let rows: Vec<(&str, &str, PathBuf)> = rows.collect();
    let of = |name: &str, what: &str| -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = Vec::new();
        for (_, _, path) in rows.iter().filter(|row| row.0 == what && row.1 == name) {
            if !found.contains(path) {
                found.push(path.clone());
            }
        }
        found
    };
    let classes = rows.iter().filter(|(what, ..)| *what == "classes");
    let module = |name: &str, classes: &PathBuf| {
        let mut class_path = of(name, "classes");
        class_path.extend(of(name, "path"));
        class_path.retain(|path| path != classes);
        let junit = junit(&class_path);
        let tests = of(name, "tests").into_iter().next();
        Module { name: name.to_owned(), classes: classes.clone(), class_path, junit, tests }
    };
    classes.map(|(_, name, folder)| module(name, folder)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::Junit;

    #[test]
    fn what_the_script_tells_is_read() {
        let said = "some warning\nferret\ttests\tshop\t/p/src/test/java\nferret\tclasses\tshop\t/p/build/classes/java/main\n\
                    ferret\tpath\tshop\t/r/a.jar\nferret\tpath\tshop\t/r/a.jar\n\
                    ferret\tpath\tshop\t/r/junit-jupiter-api-5.10.0.jar\n";
        let expected = Module {
            name: "shop".into(),
            classes: "/p/build/classes/java/main".into(),
            class_path: vec!["/r/a.jar".into(), "/r/junit-jupiter-api-5.10.0.jar".into()],
            junit: Some(Junit::Five),
            tests: Some("/p/src/test/java".into()),
        };
        assert_eq!(told(said), [expected]);
    }
}
