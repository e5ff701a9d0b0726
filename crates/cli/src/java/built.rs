//! `ferret java` without a target: the build tool of the project says where its classes are.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use classfile::jdk::Jdk;
use generate::Stop;
use java::build_tool::{self, Build, BuildError};
use java::target::Target;

use crate::failure::Failure;
use crate::java::produce::{self, TestOptions};

/// Makes tests for the classes of the project in the working directory.
pub fn produce(
    options: &TestOptions,
    jdk: Jdk,
    class_path: &[PathBuf],
    stop: &Stop,
) -> Result<ExitCode, Failure> {
    let folder = std::env::current_dir()
        .map_err(|error| Failure::new(format!("there is no working directory: {error}")))?;
    let build = build_tool::ask(&folder).map_err(|error| failure(&error))?;
    let _ = std::io::stderr().write_all(found(&build, &folder).as_bytes());
    let junit = build.modules.iter().find_map(|module| module.junit);
    let several = build.modules.len() > 1;
    let targets = build.modules.into_iter().map(|module| {
        let named = module.classes.display().to_string();
        let archive = Some(module.classes.clone());
        let mut all = vec![module.classes];
        all.extend(module.class_path.into_iter().filter(|path| path.exists()));
        all.extend(class_path.iter().cloned());
        (Target { class_path: all, class: None, archive }, named)
    });
    let targets: Vec<(Target, String)> = targets.collect();
    // Each module has a place for its tests; one document of JSON has one place for all.
    if !several || options.out.is_some() || options.making.json {
        return produce::produce(options, jdk, targets, junit, stop);
    }
    let mut worst = ExitCode::SUCCESS;
    for target in targets {
        let code = produce::produce(options, jdk.clone(), vec![target], junit, stop)?;
        worst = if code == ExitCode::SUCCESS { worst } else { code };
    }
    Ok(worst)
}

fn failure(error: &BuildError) -> Failure {
    let failure = Failure::new(error);
    match error {
        BuildError::NoProject => failure.help("name a directory, a jar or a class file"),
        BuildError::NotCompiled { tool, .. } => {
            failure.help(format!("compile it: {}", tool.compiles()))
        }
        _ => failure.help("name the directory with the classes, and give --classpath"),
    }
}

/// What the build said, for the one who did not say it.
fn found(build: &Build, folder: &Path) -> String {
    let mut text = String::new();
    for module in &build.modules {
        let classes = module.classes.strip_prefix(folder).unwrap_or(&module.classes);
        let count = module.class_path.len();
        let entries = if count == 1 { "entry" } else { "entries" };
        text += &format!(
            "{} project `{}`: classes in {}, {count} class path {entries}\n",
            build.tool,
            module.name,
            classes.display(),
        );
    }
    text
}
