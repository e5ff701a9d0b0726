//! The jars of JaCoCo and JUnit, fetched into the build directory when they are needed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Tests of one binary run beside each other, and one of them fetches for all.
static FETCHING: Mutex<()> = Mutex::new(());

/// Fetches the referees and gives the jar whose name begins like this.
pub fn jar(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("referees");
    // A broken download is not taken for the whole: the mark is made last, and names the pom's text.
    let pom = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referees/pom.xml");
    let wanted = std::fs::read_to_string(&pom).expect("the pom of the referees");
    let whole = folder.join("whole");
    let fetching = FETCHING.lock().unwrap_or_else(PoisonError::into_inner);
    if std::fs::read_to_string(&whole).ok().as_deref() != Some(&wanted) {
        let _ = std::fs::remove_dir_all(&folder);
        let output = Command::new("mvn")
            .args(["--batch-mode", "--quiet", "--file"])
            .arg(&pom)
            .arg("org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies")
            .arg("-DexcludeTransitive=true")
            .arg(format!("-DoutputDirectory={}", folder.display()))
            .output()
            .expect("Maven is needed to fetch the referees");
        assert!(output.status.success(), "mvn: {}", String::from_utf8_lossy(&output.stdout));
        std::fs::write(&whole, wanted).expect("the build directory can be written");
    }
    drop(fetching);
    let entries = std::fs::read_dir(&folder).expect("the folder of the referees");
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let found = paths.find(|path| {
        path.file_name().and_then(|file| file.to_str()).is_some_and(|file| file.starts_with(name))
    });
    found.unwrap_or_else(|| panic!("{name} was fetched"))
}
