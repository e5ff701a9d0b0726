//! What clang wrote for small files of C, whole.

use llvm::ll::{self, ast::Body};

/// The files, compiled by clang 19 at `-O0`; `list` with coverage and debug information.
pub const ALL: [(&str, &str); 3] = [
    ("jumps", include_str!("snippets/jumps.ll")),
    ("list", include_str!("snippets/list.ll")),
    ("numbers", include_str!("snippets/numbers.ll")),
];

#[test]
fn every_function_is_read_and_written_so_that_it_is_read_again() {
    for (name, text) in ALL {
        let module = ll::parse(text).unwrap_or_else(|error| panic!("{name}.ll:{error}"));
        module.metadata.check().unwrap_or_else(|error| panic!("{name}.ll:{error}"));
        for function in module.functions.values() {
            if let Body::Unsupported { reason, line } = &function.body {
                panic!("{name}.ll:{line}: {reason}");
            }
        }
        let printed = ll::print(&module);
        let again = ll::parse(&printed).unwrap_or_else(|error| panic!("{name} printed:{error}"));
        assert_eq!(ll::print(&again), printed);
    }
}

/// Lines that say something to LLVM, without what the reader drops on purpose.
fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.split(" ; preds").next().unwrap_or(line).split(";").next().unwrap_or(""))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn instructions_are_written_as_clang_wrote_them() {
    // In `list` nothing is dropped inside of bodies, and no float is written: each line must come back.
    let (_, text) = ALL[1];
    let printed = ll::print(&ll::parse(text).expect("a module"));
    let written = lines(&printed);
    let body = |lines: Vec<String>| -> Vec<String> {
        let start = lines.iter().position(|line| line.starts_with("define")).expect("a function");
        let end = lines.iter().rposition(|line| line == "}").expect("its end");
        lines[start + 1..end].to_vec()
    };
    let mut original = body(lines(text));
    for line in &mut original {
        // The loop's metadata is for optimisers.
        if let Some(start) = line.find(", !llvm.loop") {
            line.truncate(start);
        }
    }
    assert_eq!(body(written), original);
}
