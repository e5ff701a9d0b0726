//! What llvm-cov says about a native run with instrumentation.

use super::tables::{Decision, Tables};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What a native program is compiled with, so that it counts what our goals are.
pub const FLAGS: &[&str] = &[
    "-O0",
    "-w",
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
    "-fcoverage-mcdc",
    "-femit-all-decls",
];

/// Where a program leaves its profile, in the folder that it was run in.
pub const PROFILE: &str = "default.profraw";

/// What llvm-cov counted in the run that left its profile in a folder, but for the test vectors.
///
/// # Errors
///
/// When a tool of LLVM fails, or says what is not understood.
pub fn counted(folder: &Path, program: &str) -> Result<Tables, String> {
    tool(folder, "llvm-profdata-19", &["merge", PROFILE, "-o", "a.profdata"])?;
    let json = tool(folder, "llvm-cov-19", &["export", program, "-instr-profile=a.profdata"])?;
    let json: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    let mut tables = Tables::default();
    for function in json["data"][0]["functions"].as_array().ok_or("no list of functions")? {
        add_function(&mut tables, function);
    }
    tables.sort();
    Ok(tables)
}

fn tool(folder: &Path, name: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(name)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{name} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn add_function(tables: &mut Tables, function: &Value) {
    let name = function["name"].as_str().expect("a name");
    let name = name.rsplit(':').next().unwrap_or(name);
    let list = |key: &str| function[key].as_array().cloned().unwrap_or_default();
    let files: Vec<String> = list("filenames")
        .iter()
        .map(|file| base_name(file.as_str().expect("a file name")).to_owned())
        .collect();
    let numbers = |entry: &Value| -> Vec<u64> {
        let fields = entry.as_array().expect("a list of numbers");
        fields.iter().map(|field| field.as_u64().unwrap_or(0)).collect()
    };
    let place = |n: &[u64], file: u64| {
        (name.to_owned(), files[file as usize].clone(), [n[0], n[1], n[2], n[3]])
    };
    for entry in list("regions") {
        let n = numbers(&entry);
        // Kinds: 0 is code, 3 is a gap; expansions and what was skipped are no goals.
        match n[7] {
            0 => tables.regions.entry(place(&n, n[5])).or_default().push(n[4]),
            3 => tables.gaps.entry(place(&n, n[5])).or_default().push(n[4]),
            _ => {}
        }
    }
    for entry in list("branches") {
        let n = numbers(&entry);
        tables.branches.entry(place(&n, n[6])).or_default().push([n[4], n[5]]);
    }
    for entry in list("mcdc_records") {
        let n = numbers(&entry);
        let conditions = entry[6].as_array().expect("a list of conditions");
        let covered = conditions.iter().map(|value| value.as_bool().expect("a truth")).collect();
        // The record does not name its file.
        let place = (name.to_owned(), String::new(), [n[0], n[1], n[2], n[3]]);
        tables.decisions.entry(place).or_default().push(Decision { covered });
    }
}

/// The last part of a path.
pub fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
