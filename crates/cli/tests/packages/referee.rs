//! The compilers and llvm-cov, on the tests of one file.

use super::package::{run, run_tests};
use report::{Coverage, Share, TestFileKind};
use serde_json::Value;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Covered and total of regions, branches and independence pairs.
type Figures = [(u64, u64); 3];

/// Compiles and runs tests, and holds the figures of a report against those of llvm-cov; gives how many functions
/// agree.
pub fn judge(
    wrong: &mut Vec<String>,
    out: &Path,
    flags: &[String],
    folder: &Path,
    unit: &report::Unit,
) -> Result<usize, String> {
    let mut equal = 0;
    // Flags are relative to the folder of the package.
    let flags: Vec<String> = flags
        .iter()
        .map(|flag| match flag.strip_prefix("-I") {
            Some(path) => format!("-I{}", folder.join(path).display()),
            None => flag.clone(),
        })
        .collect();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let files = unit.files.iter().filter(|file| file.written && file.kind == TestFileKind::Tests);
    for file in files.map(|file| file.path.as_str()) {
        for compiler in ["clang-19", "gcc"] {
            let output = run(
                out,
                &[
                    &[compiler, "-O0", "-Wall", "-Wextra"],
                    &flags[..],
                    &[file, "-o", "plain", "-lm"],
                ]
                .concat(),
            );
            let said = output.err.text();
            let own = format!("{file}:");
            let lines =
                said.lines().filter(|line| line.starts_with(&own) && !line.contains("note:"));
            wrong.extend(lines.map(|line| format!("{compiler}: {line}")));
            if !output.succeeded() {
                return Err(format!("{compiler} does not compile {file}"));
            }
            for _ in 0..2 {
                failures(wrong, file, &run_tests(out, "./plain").out.text());
            }
        }
        let counting =
            ["-O0", "-w", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
        let ends = [file, "-o", "counted", "-lm"];
        run(out, &[&["clang-19"], &counting[..], &flags[..], &ends[..]].concat());
        let profiles = out.join("profiles");
        let _ = std::fs::remove_dir_all(&profiles);
        let everybody = std::fs::Permissions::from_mode(0o777);
        std::fs::create_dir_all(&profiles)
            .and_then(|()| std::fs::set_permissions(&profiles, everybody))
            .map_err(|error| error.to_string())?;
        run_tests(out, "./counted");
        run(out, &["llvm-profdata-19", "merge", "profiles", "-o", "a.profdata"]);
        let export = ["llvm-cov-19", "export", "counted", "-instr-profile=a.profdata"];
        let json: Value = serde_json::from_slice(&run(out, &export).out.bytes)
            .map_err(|error| format!("llvm-cov: {error}"))?;
        let measured = measured(&json, file);
        for member in &unit.members {
            let name = member.name.as_str();
            let share =
                |share: Share, more: u32| (u64::from(share.covered), u64::from(share.total + more));
            let Coverage { statement, branch, mcdc, .. } = member.coverage;
            // llvm-cov's summary leaves out conditions that are constant, its list of conditions has them.
            let mcdc = share(mcdc, member.constant_conditions);
            let printed = [share(statement, 0), share(branch, 0), mcdc];
            // `main` has another name in a test.
            let name = if name == "main" { "main_of_the_source" } else { name };
            match measured.get(name) {
                Some(figures) if *figures == printed => equal += 1,
                figures => wrong.push(format!("{name}: {printed:?}, by llvm-cov {figures:?}")),
            }
        }
    }
    Ok(equal)
}

fn failures(wrong: &mut Vec<String>, file: &str, shown: &str) {
    if !shown.contains("1..") {
        wrong.push(format!("{file} did not come to its end"));
    }
    let failed = shown.lines().filter(|line| line.starts_with("not ok"));
    wrong.extend(failed.map(|line| format!("{file}: {line}")));
}

fn measured(json: &Value, file: &str) -> BTreeMap<String, Figures> {
    let mut measured = BTreeMap::new();
    for function in json["data"][0]["functions"].as_array().into_iter().flatten() {
        let of_test = function["filenames"][0].as_str().is_some_and(|name| {
            Path::new(name).file_name().is_some_and(|name| name.to_string_lossy() == file)
        });
        if !of_test {
            let name = function["name"].as_str().unwrap_or_default();
            let name = name.rsplit(':').next().unwrap_or(name).to_owned();
            measured.insert(name, figures(function));
        }
    }
    measured
}

fn figures(function: &Value) -> Figures {
    let list = |key: &str| function[key].as_array().cloned().unwrap_or_default();
    let mut figures = Figures::default();
    let mut count = |figure: usize, covered: bool| {
        figures[figure].0 += u64::from(covered);
        figures[figure].1 += 1;
    };
    let positive = |value: &Value| value.as_u64().is_some_and(|count| count > 0);
    // Regions of code are of kind 0; gaps and expansions are no goals.
    for region in list("regions").iter().filter(|region| region[7] == 0) {
        count(0, positive(&region[4]));
    }
    for branch in list("branches") {
        count(1, positive(&branch[4]));
        count(1, positive(&branch[5]));
    }
    for record in list("mcdc_records") {
        for condition in record[6].as_array().into_iter().flatten() {
            count(2, condition == true);
        }
    }
    figures
}
