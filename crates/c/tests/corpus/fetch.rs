//! Fetches sources by package name into a folder of the build directory.

use super::projects::{Origin, Project};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder that everything is fetched into.
pub fn room() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus")
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// `apt-get` with a source list of our own.
fn apt() -> Command {
    let room = room();
    let mut command = Command::new("apt-get");
    for (option, value) in [
        ("Dir::Etc::sourcelist", room.join("sources.list").display().to_string()),
        ("Dir::Etc::sourceparts", "-".to_owned()),
        ("Dir::State::lists", room.join("lists").display().to_string()),
    ] {
        command.arg("-o").arg(format!("{option}={value}"));
    }
    command.current_dir(&room);
    command
}

/// The folder of a project's sources, fetched if it is not there yet.
pub fn sources(project: &Project) -> Result<PathBuf, String> {
    let folder = room().join(project.name.replace(' ', "-"));
    let done = folder.join(".fetched");
    if done.exists() {
        return Ok(folder);
    }
    let told = |error: std::io::Error| error.to_string();
    std::fs::create_dir_all(&folder).map_err(told)?;
    match project.origin {
        Origin::Debian(package) => {
            let lists = room().join("lists");
            if !lists.exists() {
                std::fs::create_dir_all(lists.join("partial")).map_err(told)?;
                // The sources of what this machine takes its packages from.
                let format = "deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)";
                let listed = run(Command::new("apt-get")
                    .args(["indextargets", "--format", format])
                    .arg("Created-By: Packages"))?;
                let lines: BTreeSet<&str> = listed.lines().collect();
                let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
                std::fs::write(room().join("sources.list"), text).map_err(told)?;
                run(apt().arg("update"))?;
            }
            run(apt().args(["source", "--download-only", package]))?;
            let entries = std::fs::read_dir(room()).map_err(told)?.flatten();
            let archive = entries
                .filter_map(|entry| entry.file_name().into_string().ok())
                .find(|name| {
                    name.strip_prefix(package).is_some_and(|rest| rest.starts_with('_'))
                        && name.contains(".orig.tar.")
                        && !name.ends_with(".asc")
                })
                .ok_or_else(|| format!("no archive of {package}"))?;
            run(Command::new("tar")
                .args(["--strip-components=1", "-xf"])
                .arg(room().join(archive))
                .arg("-C")
                .arg(&folder))?;
        }
        Origin::Crate(name, version, inner) => {
            let manifest = format!(
                "[package]\nname = \"fetch\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                 [dependencies]\n{name} = \"={version}\"\n[workspace]\n"
            );
            let package = room().join("crate");
            std::fs::create_dir_all(package.join("src")).map_err(told)?;
            std::fs::write(package.join("Cargo.toml"), manifest).map_err(told)?;
            std::fs::write(package.join("src/lib.rs"), "").map_err(told)?;
            run(Command::new("cargo").arg("vendor").arg("--quiet").current_dir(&package))?;
            run(Command::new("cp")
                .arg("-r")
                .arg(package.join("vendor").join(name).join(inner).join("."))
                .arg(&folder))?;
        }
    }
    for (name, text) in project.headers {
        std::fs::write(folder.join(name), text).map_err(told)?;
    }
    std::fs::write(done, "").map_err(told)?;
    Ok(folder)
}
