//! The system's C compiler: what it makes of cases.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::generate::Case;
use crate::to_c;

/// Exact IEEE arithmetic: no fused operations, no wider intermediate results, no assumptions.
const FLAGS: &[&str] = &[
    "-std=gnu11",
    "-O1",
    "-w",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-fno-fast-math",
    "-fsignaling-nans",
];

/// A folder for compilations that goes when it is dropped.
pub struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    pub fn new(name: &str) -> Result<Self, String> {
        let folder =
            std::env::temp_dir().join(format!("ferret-differential-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        Ok(Self { folder })
    }

    /// Compiles cases into one program, runs it, and gives the lines it printed by case and vector.
    pub fn lines(&self, cases: &[&Case]) -> Result<HashMap<(usize, usize), String>, String> {
        let mut text = to_c::RUNTIME.to_owned();
        for (number, case) in cases.iter().enumerate() {
            text += &to_c::case(case, number);
        }
        text += &to_c::main(cases.len());
        let (source, binary) = (self.folder.join("cases.c"), self.folder.join("cases"));
        std::fs::write(&source, text).map_err(|error| format!("cannot write C: {error}"))?;
        compile(&source, &binary)?;
        let output = Command::new(&binary)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run the compiled programs: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let last = text.lines().last().unwrap_or_default();
            return Err(format!("the compiled programs died ({}) after {last:?}", output.status));
        }
        Ok(text.lines().filter_map(parse).collect())
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // A folder that stays behind harms nobody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn parse(line: &str) -> Option<((usize, usize), String)> {
    let mut parts = line.splitn(3, ' ');
    let number = parts.next()?.parse().ok()?;
    let vector = parts.next()?.parse().ok()?;
    Some(((number, vector), parts.next()?.to_owned()))
}

fn compile(source: &Path, binary: &Path) -> Result<(), String> {
    let output = Command::new("cc")
        .args(FLAGS)
        .arg("-o")
        .arg(binary)
        .arg(source)
        .arg("-lm")
        .output()
        .map_err(|error| {
            format!(
                "no C compiler: `cc` cannot be run ({error}); \
                 install one (Debian, Ubuntu: the packages `gcc` and `libc6-dev`)"
            )
        })?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let first: Vec<&str> = errors.lines().take(10).collect();
    Err(format!("cc failed:\n{}", first.join("\n")))
}
