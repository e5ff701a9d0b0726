//! Z3 as a process that reads SMT-LIB.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Stdio};

use term::print::smtlib;

use crate::queries::{Agreement, Asked, ours, query};

const QUERIES: usize = 300;
/// Z3's own unit of work, the same on every machine. Floats would take minutes with more.
const RESOURCES: u32 = 20_000;

#[test]
fn the_chain_and_z3_agree_on_a_sample_of_printed_queries() {
    let Some(z3) = std::env::var_os("FERRET_Z3").filter(|path| !path.is_empty()) else {
        // There is nothing to compare with; `make test` has said so.
        return;
    };
    let sample: Vec<(u64, Asked, String)> = (0..)
        .filter_map(|number| {
            let asked = query(number);
            let script = smtlib(&asked.pool, &asked.clauses).ok()?;
            Some((number, asked, script))
        })
        .take(QUERIES)
        .collect();
    let verdicts = answers(z3, sample.iter().map(|(.., script)| script.as_str()));
    assert_eq!(verdicts.len(), sample.len());
    let mut agreement = Agreement::default();
    for ((number, asked, _), theirs) in sample.iter().zip(verdicts) {
        agreement.count(*number, asked.ask(&mut ours(), *number), theirs);
    }
    agreement.is_telling();
}

/// What one process says to all scripts.
fn answers<'s>(z3: OsString, scripts: impl Iterator<Item = &'s str>) -> Vec<Option<bool>> {
    let mut input = String::new();
    for script in scripts {
        input += &format!("(reset)\n(set-option :rlimit {RESOURCES})\n{script}");
    }
    let mut child = Command::new(z3)
        .args(["-smt2", "-in"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Z3 starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // Z3 may fill its output while it is still being written to.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("Z3 ends");
    writer.join().expect("the writer ends").expect("Z3 reads all");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines()
        .map(|line| match line {
            "sat" => Some(true),
            "unsat" => Some(false),
            "unknown" => None,
            other => panic!("Z3 says {other}"),
        })
        .collect()
}
