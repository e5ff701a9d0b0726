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

/// A project's sources.
pub struct Fetched {
    pub folder: PathBuf,
    /// The version of the package.
    pub version: String,
}

fn told(error: std::io::Error) -> String {
    error.to_string()
}

/// A project's sources, fetched if they are not there yet.
pub fn sources(project: &Project) -> Result<Fetched, String> {
    let folder = room().join(project.name.replace(' ', "-"));
    let done = folder.join(".fetched");
    let version = match std::fs::read_to_string(&done) {
        Ok(version) => version,
        Err(_) => {
            std::fs::create_dir_all(&folder).map_err(told)?;
            let version = fetch(project, &folder)?;
            std::fs::write(done, &version).map_err(told)?;
            version
        }
    };
    for (name, text) in project.headers {
        std::fs::write(folder.join(name), text).map_err(told)?;
    }
    Ok(Fetched { folder, version })
}

/// Fills the folder of a project and tells the version.
fn fetch(project: &Project, folder: &Path) -> Result<String, String> {
    match project.origin {
        Origin::Debian(package) => {
            let lists = room().join("lists");
            if !lists.exists() {
                std::fs::create_dir_all(lists.join("partial")).map_err(told)?;
                // The sources of what this machine takes its packages from. What the security archive
                // adds are patches, and not all its mirrors have sources.
                let format = "deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)";
                let listed = run(Command::new("apt-get")
                    .args(["indextargets", "--format", format])
                    .arg("Created-By: Packages"))?;
                let lines: BTreeSet<&str> =
                    listed.lines().filter(|line| !line.contains("-security")).collect();
                let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
                std::fs::write(room().join("sources.list"), text).map_err(told)?;
                run(apt().arg("update"))?;
            }
            run(apt().args(["source", "--download-only", package]))?;
            let entries = std::fs::read_dir(room()).map_err(told)?.flatten();
            let (archive, version) = entries
                .filter_map(|entry| entry.file_name().into_string().ok())
                .filter(|name| !name.ends_with(".asc"))
                .find_map(|name| {
                    let rest = name.strip_prefix(package)?.strip_prefix('_')?;
                    let version = rest.split_once(".orig.tar.")?.0.to_owned();
                    Some((name, version))
                })
                .ok_or_else(|| format!("no archive of {package}"))?;
            run(Command::new("tar")
                .args(["--strip-components=1", "-xf"])
                .arg(room().join(archive))
                .arg("-C")
                .arg(folder))?;
            Ok(version)
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
                .arg(folder))?;
            Ok(version.to_owned())
        }
    }
}

/// The files that are compiled; the driver last.
pub fn files(project: &Project, folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for pattern in project.files {
        if let Some(left_out) = pattern.strip_prefix('!') {
            files.retain(|file| *file != folder.join(left_out));
        } else if let Some(inner) = pattern.strip_suffix("*.c") {
            let entries = std::fs::read_dir(folder.join(inner)).into_iter().flatten().flatten();
            let mut found: Vec<PathBuf> = entries
                .map(|entry| entry.path())
                .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
                .collect();
            found.sort();
            files.extend(found);
        } else {
            files.push(folder.join(pattern));
        }
    }
    if let Some(driver) = project.driver {
        let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/drivers");
        files.push(drivers.join(driver));
    }
    files
}
