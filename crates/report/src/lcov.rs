//! Coverage as an LCOV tracefile, which `genhtml`, editors and code hosts read.
//!
//! Where the referee counts instructions and not executions, what is reached counts as executed once.

use crate::files::files;
use crate::locate::Locate;
use crate::{Branch, Function, Line, Source, Unit, Vocabulary};
use std::fmt::Write as _;

/// The lines, functions and branches of some units.
pub fn print(words: &Vocabulary, units: &[&Unit], locate: Locate<'_>) -> String {
    let mut text = String::new();
    for (path, source) in files(words, units, locate) {
        let _ = writeln!(text, "TN:\nSF:{path}");
        functions(&mut text, &source);
        branches(&mut text, &source);
        for line in &source.lines {
            let _ = writeln!(text, "DA:{},{}", line.number, executions(line));
        }
        let lines = source.line_share();
        let _ = writeln!(text, "LF:{}\nLH:{}\nend_of_record", lines.total, lines.covered);
    }
    text
}

fn executions(line: &Line) -> u64 {
    line.count.unwrap_or(u64::from(line.is_reached()))
}

fn functions(text: &mut String, source: &Source) {
    let name = |function: &Function| match (&function.class, &function.descriptor) {
        (Some(class), Some(descriptor)) => format!("{class}.{}{descriptor}", function.name),
        _ => function.name.clone(),
    };
    let known = || source.functions.iter().filter(|function| function.line.is_some());
    for function in known() {
        let _ = writeln!(text, "FN:{},{}", function.line.unwrap_or_default(), name(function));
    }
    for function in known() {
        let count = function.count.unwrap_or(u64::from(function.is_entered()));
        let _ = writeln!(text, "FNDA:{count},{}", name(function));
    }
    let entered = known().filter(|function| function.is_entered()).count();
    let _ = writeln!(text, "FNF:{}\nFNH:{entered}", known().count());
}

fn branches(text: &mut String, source: &Source) {
    for line in &source.lines {
        for (block, ways) in blocks(&line.branches).into_iter().enumerate() {
            let is_evaluated = ways.iter().any(|branch| branch.covered);
            for (number, branch) in ways.iter().enumerate() {
                let count = branch.count.unwrap_or(u64::from(branch.covered));
                let count = if is_evaluated { count.to_string() } else { "-".to_owned() };
                let _ = writeln!(text, "BRDA:{},{block},{number},{count}", line.number);
            }
        }
    }
    let share = source.branch_share();
    let _ = writeln!(text, "BRF:{}\nBRH:{}", share.total, share.covered);
}

/// The branches of a line, those of one condition together.
fn blocks(branches: &[Branch]) -> Vec<&[Branch]> {
    branches.chunk_by(|a, b| (a.branch, a.column) == (b.branch, b.column)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn c_files_have_counts_of_lines_functions_and_branches() {
        sample::check(
            &sample::program(),
            print,
            &expect![[r#"
            TN:
            SF:src/a.c
            FN:1,f
            FN:8,g
            FNDA:2,f
            FNDA:0,g
            FNF:2
            FNH:1
            BRDA:2,0,0,2
            BRDA:2,0,1,0
            BRDA:2,1,0,1
            BRDA:2,1,1,1
            BRF:4
            BRH:3
            DA:1,2
            DA:2,2
            DA:3,1
            DA:5,2
            DA:8,0
            DA:9,0
            LF:6
            LH:4
            end_of_record
        "#]],
        );
    }

    #[test]
    fn what_is_reached_in_a_class_counts_once() {
        sample::check(
            &sample::classes(),
            print,
            &expect![[r#"
            TN:
            SF:src/acme/Iban.java
            FN:1,acme/Iban.<init>()V
            FN:2,acme/Iban.check(Ljava/lang/String;)Z
            FNDA:0,acme/Iban.<init>()V
            FNDA:1,acme/Iban.check(Ljava/lang/String;)Z
            FNF:2
            FNH:1
            BRDA:2,0,0,0
            BRDA:2,0,1,1
            BRF:2
            BRH:1
            DA:1,0
            DA:2,1
            DA:3,1
            LF:3
            LH:2
            end_of_record
        "#]],
        );
    }
}
