//! Libraries from Maven Central that tests read and call, fetched into the build directory when they are needed.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The ten libraries, as their jars' names begin.
pub const NAMES: [&str; 10] = [
    "commons-lang3",
    "commons-codec",
    "commons-cli",
    "commons-math3",
    "commons-text",
    "guava",
    "joda-time",
    "jsoup",
    "gson",
    "jgrapht-core",
];

/// The jars of the libraries and of what they need, in the order of their names.
pub fn jars() -> Result<Vec<PathBuf>, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
    // A broken download is not taken for the whole: the mark is made last.
    let whole = folder.join("whole");
    if !whole.exists() {
        let pom =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../classfile/tests/libraries/pom.xml");
        let output = Command::new("mvn")
            .args(["--batch-mode", "--quiet", "--file"])
            .arg(pom)
            .arg("org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies")
            .arg(format!("-DoutputDirectory={}", folder.display()))
            .output()
            .map_err(|error| format!("cannot start `mvn`: {error}"))?;
        if !output.status.success() {
            return Err(format!("mvn: {}", String::from_utf8_lossy(&output.stdout)));
        }
        std::fs::write(&whole, "").map_err(|error| error.to_string())?;
    }
    let entries = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut jars: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
        .collect();
    jars.sort();
    Ok(jars)
}

/// The jar of a library among all of them.
pub fn jar<'a>(jars: &'a [PathBuf], name: &str) -> Option<&'a PathBuf> {
    jars.iter().find(|path| {
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        let version = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
        version.is_some_and(|version| version.starts_with(|char: char| char.is_ascii_digit()))
    })
}
