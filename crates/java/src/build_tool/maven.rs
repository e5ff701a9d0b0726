//! Maven: its effective project object model says where classes are, its dependency plugin what they need.

use super::{BuildError, Module, PATIENCE, Tool, command, has_classes, junit, no_tool};
use host::{Limits, Process, Scratch};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const HELP: &str = "org.apache.maven.plugins:maven-help-plugin:3.5.1:effective-pom";
const DEPENDENCIES: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

pub(super) fn modules(folder: &Path) -> Result<Vec<Module>, BuildError> {
    let tool = command(folder, "mvnw", "mvn");
    let failed = |error: std::io::Error| no_tool(Tool::Maven, &tool, &error);
    let scratch = Scratch::new().map_err(failed)?;
    let model = scratch.path().join("effective.xml");
    let ask = |phases: &[&str]| {
        let mut maven = Process::new(&tool);
        maven.current_dir(folder).arg("-B").args(phases).args([HELP, DEPENDENCIES]);
        maven.arg(format!("-Doutput={}", model.display()));
        maven.merged().run(&Limits::time(PATIENCE)).map_err(failed)
    };
    let mut ended = ask(&[])?;
    // A module that needs another one which is not installed finds it only in a build of both. What is not compiled yet
    // is not compiled here: that is for the user to say.
    if !ended.succeeded() && ended.out.text().contains("Could not resolve dependencies") {
        let known = std::fs::read_to_string(&model).map(|text| models(&text)).unwrap_or_default();
        let modules = joined(&known, &BTreeMap::new());
        if !modules.is_empty() && !modules.iter().any(|module| has_classes(&module.classes)) {
            return Ok(modules);
        }
        ended = ask(&["compile"])?;
    }
    let said = ended.out.text();
    let refused = |said: String| BuildError::Refused { tool: Tool::Maven, said };
    if ended.timed_out {
        return Err(refused("it does not terminate".to_owned()));
    }
    if !ended.succeeded() {
        let mut errors = said.lines().filter_map(|line| line.strip_prefix("[ERROR] "));
        // The first line is a heading where code does not compile.
        let error = errors.find(|line| !line.trim().is_empty() && !line.trim().ends_with(':'));
        return Err(refused(error.unwrap_or("it fails").trim().to_owned()));
    }
    let text = std::fs::read_to_string(&model)
        .map_err(|error| refused(format!("it wrote no model: {error}")))?;
    Ok(joined(&models(&text), &class_paths(&said)))
}

/// The modules that have a place for classes.
fn joined(models: &[Model], class_paths: &BTreeMap<String, Vec<PathBuf>>) -> Vec<Module> {
    let with_classes = models.iter().filter(|model| model.packaging != "pom");
    let module = |model: &Model| {
        let class_path = class_paths.get(&model.name).cloned().unwrap_or_default();
        let junit = junit(&class_path);
        let (name, classes) = (model.name.clone(), model.classes.clone()?);
        Some(Module { name, classes, class_path, junit, tests: model.tests.clone() })
    };
    with_classes.filter_map(module).collect()
}

/// What is read of a project object model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Model {
    name: String,
    packaging: String,
    classes: Option<PathBuf>,
    tests: Option<PathBuf>,
}

/// The models in a file that Maven wrote: one, or several in a row.
fn models(xml: &str) -> Vec<Model> {
    let mut models = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some((_, after)) = rest.split_once('<') {
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        let Some((tag, after)) = after.split_once('>') else { break };
        rest = after;
        if tag.starts_with(['?', '!']) || tag.ends_with('/') {
            continue;
        }
        if tag.starts_with('/') {
            open.pop();
            continue;
        }
        open.push(tag.split_whitespace().next().unwrap_or(tag));
        let text = || unescaped(rest.split('<').next().unwrap_or("").trim());
        let inside = open.iter().position(|name| *name == "project").map(|at| &open[at + 1..]);
        match (inside, models.last_mut()) {
            (Some([]), _) => models.push(Model { packaging: "jar".into(), ..Model::default() }),
            (Some(["artifactId"]), Some(model)) => model.name = text(),
            (Some(["packaging"]), Some(model)) => model.packaging = text(),
            (Some(["build", "outputDirectory"]), Some(model)) => {
                model.classes = Some(text().into());
            }
            (Some(["build", "testSourceDirectory"]), Some(model)) => {
                model.tests = Some(text().into());
            }
            _ => {}
        }
    }
    models
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// The class path of each module, as the dependency plugin prints them.
fn class_paths(said: &str) -> BTreeMap<String, Vec<PathBuf>> {
    let mut found = BTreeMap::new();
    let mut module = None;
    let mut lines = said.lines();
    while let Some(line) = lines.next() {
        if let Some((_, name)) = line.split_once(":build-classpath (default-cli) @ ") {
            module = name.split_whitespace().next();
        } else if line.ends_with("Dependencies classpath:")
            && let (Some(module), Some(paths)) = (module.take(), lines.next())
        {
            let paths = std::env::split_paths(paths.trim());
            let paths = paths.filter(|path| !path.as_os_str().is_empty());
            found.insert(module.to_owned(), paths.collect());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::Junit;

    #[test]
    fn what_maven_says_of_two_modules_is_read() {
        let xml = r#"<?xml version="1.0"?>
<!-- Effective POMs, after <inheritance> -->
<projects>
  <project xmlns="x">
    <artifactId>parent</artifactId>
    <packaging>pom</packaging>
    <build><outputDirectory>/p/target/classes</outputDirectory></build>
  </project>
  <project xmlns="x">
    <parent><artifactId>parent</artifactId></parent>
    <artifactId>shop</artifactId>
    <dependencies><dependency><artifactId>other</artifactId></dependency></dependencies>
    <build>
      <testSourceDirectory>/p/a&amp;b/src/test/java</testSourceDirectory>
      <outputDirectory>/p/a&amp;b/classes</outputDirectory>
      <plugins><plugin><artifactId>z</artifactId></plugin></plugins>
    </build>
  </project>
</projects>"#;
        let said = "[INFO] --- maven-dependency-plugin:3.8.1:build-classpath (default-cli) @ shop ---\n\
                    [INFO] Dependencies classpath:\n\
                    /r/commons-lang3-3.14.0.jar:/r/junit-4.13.2.jar\n[INFO] BUILD SUCCESS\n";
        let modules = joined(&models(xml), &class_paths(said));
        let expected = Module {
            name: "shop".into(),
            classes: "/p/a&b/classes".into(),
            class_path: vec!["/r/commons-lang3-3.14.0.jar".into(), "/r/junit-4.13.2.jar".into()],
            junit: Some(Junit::Four),
            tests: Some("/p/a&b/src/test/java".into()),
        };
        assert_eq!(modules, [expected]);
    }
}
