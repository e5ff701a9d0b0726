//! Tests for every function of real packages, fetched by name: nothing panics or hangs, what is written compiles
//! with two compilers and passes, llvm-cov measures what was printed, and what has no test has a reason.
//!
//! Ignored unless `make check-full` asks for it, since it needs the network and minutes. `FERRET_ONLY` names one
//! package. The tables are printed as they grow and left in the build directory; `docs/lab/c-tests.md` shows them.

#[path = "../../../c/tests/corpus/fetch.rs"]
mod fetch;
mod package;
#[path = "../../../c/tests/corpus/projects.rs"]
#[expect(dead_code, reason = "how the programs are run is of no use here")]
mod projects;
mod referee;

use package::Summary;
use projects::PROJECTS;
use std::fmt::Write;

/// The packages whose functions get tests.
const PACKAGES: &[&str] = &["zlib", "expat", "libyaml", "cmark", "bzip2", "lz4", "cjson", "GNU bc"];

const HEADING: &str = "\
| package | version | files | lines | functions | tested | tests | findings | equal in llvm-cov |
|---|---|---:|---:|---:|---:|---:|---:|---:|
";

#[test]
#[ignore = "needs the network: make check-full"]
#[expect(clippy::print_stdout, reason = "the table of a long run is for a person to read")]
fn every_function_of_real_packages_has_tests_that_hold_or_a_reason_why_not() {
    let only = std::env::var("FERRET_ONLY").ok();
    let (mut table, mut wrong, mut all) = (HEADING.to_owned(), String::new(), Summary::default());
    print!("{table}");
    for name in PACKAGES.iter().filter(|name| only.as_deref().is_none_or(|only| only == **name)) {
        let project = PROJECTS.iter().find(|project| project.name == *name).expect("a project");
        let fetched = fetch::sources(project).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        let summary = package::tested(project, &fetched.folder);
        let line = summary.line(name, &fetched.version);
        print!("{line}");
        table += &line;
        for said in &summary.wrong {
            println!("  wrong: {said}");
            let _ = writeln!(wrong, "{name}: {said}");
        }
        all.add(summary);
    }
    table += &all.line("all", "");
    table += "\n| why functions have no test of their own | functions |\n|---|---:|\n";
    for (reason, count) in &all.reasons {
        let _ = writeln!(table, "| {reason} | {count} |");
    }
    println!("{table}");
    std::fs::write(fetch::room().join("tests.md"), &table).expect("the table can be written");
    assert!(wrong.is_empty(), "{wrong}");
    assert!(only.is_some() || all.equal >= 100, "only {} functions are equal", all.equal);
}
