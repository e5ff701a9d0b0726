//! Real programs, fetched by package name: they print in the machine what they print natively, in every
//! domain, and count what llvm-cov counts.
//!
//! Ignored unless `make check-full` asks for it, since it needs the network. `FERRET_ONLY` names one project. The
//! table is printed as it grows and left in the build directory; `docs/lab/c-machine.md` shows one.

mod compare;
#[path = "../shared/counted.rs"]
mod counted;
mod fetch;
#[path = "../shared/llvm_cov.rs"]
mod llvm_cov;
mod native;
mod projects;
#[path = "../shared/tables.rs"]
mod tables;

use c::clang::Clang;
use c::libc::Library;
use projects::PROJECTS;

const HEADING: &str = "\
| project | version | lines | functions | unsupported | runs | input bytes | steps | output | llvm-cov: equal regions, branches, decisions | symbolic bytes | clauses that hold |
|---|---|---:|---:|---|---:|---:|---:|---|---:|---:|---:|
";

#[test]
#[ignore = "needs the network: make check-full"]
#[expect(clippy::print_stdout, reason = "the table of a long run is for a person to read")]
fn real_programs_print_and_count_what_they_do_natively() {
    let only = std::env::var("FERRET_ONLY").ok();
    let clang = Clang::find(None).expect("clang 19");
    let library = Library::load(&clang, None).expect("the library compiles");
    let (mut table, mut wrong) = (HEADING.to_owned(), String::new());
    print!("{table}");
    for project in PROJECTS {
        if only.as_deref().is_some_and(|only| !project.name.starts_with(only)) {
            continue;
        }
        match compare::compare(project, &clang, &library) {
            Ok(row) => {
                let line = row.line(project);
                print!("{line}");
                table += &line;
            }
            Err(reason) => {
                println!("{}: {reason}", project.name);
                wrong += &format!("{} ", project.name);
            }
        }
    }
    std::fs::write(fetch::room().join("table.md"), &table).expect("the table can be written");
    assert_eq!(wrong, "");
}
