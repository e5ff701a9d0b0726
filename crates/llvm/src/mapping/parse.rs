//! Reads the text of `-dump-coverage-mapping`.

use super::{ConditionIds, Count, FunctionMapping, Range, Region, RegionKind};
use crate::error::MappingError;

/// Reads the mapping of all functions of a file.
///
/// # Errors
///
/// The first line that is none of clang's.
pub fn parse(text: &str) -> Result<Vec<FunctionMapping>, MappingError> {
    let mut functions: Vec<FunctionMapping> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let error = |reason: &str| MappingError { line: index + 1, reason: reason.to_owned() };
        if line.trim().is_empty() {
            continue;
        }
        if !line.starts_with(' ') {
            let name =
                line.strip_suffix(':').ok_or_else(|| error("a function's name ends in `:`"))?;
            functions.push(FunctionMapping { name: name.to_owned(), regions: Vec::new() });
            continue;
        }
        let function =
            functions.last_mut().ok_or_else(|| error("a region stands before any function"))?;
        let mut cursor = Cursor { rest: line.trim() };
        let region = cursor
            .region()
            .ok_or_else(|| error(&format!("this is not a region: `{}`", line.trim())))?;
        function.regions.push(region);
    }
    Ok(functions)
}

/// What is left of a line.
struct Cursor<'t> {
    rest: &'t str,
}

impl Cursor<'_> {
    fn region(&mut self) -> Option<Region> {
        let kinds = ["Gap,", "Skipped,", "Expansion,", "Branch,", "Decision,"];
        let kind = kinds.into_iter().find(|kind| self.eat(kind)).unwrap_or("");
        let file = if self.eat("File ") { self.number()? } else { return None };
        self.token(", ")?;
        let (line, column) = self.place()?;
        self.token(" -> ")?;
        let (end_line, end_column) = self.place()?;
        self.token(" = ")?;
        let kind = match kind {
            "Gap," => RegionKind::Gap(self.count()?),
            "Skipped," => {
                self.count()?;
                RegionKind::Skipped
            }
            "Expansion," => {
                let count = self.count()?;
                self.token(" (Expanded file = ")?;
                let file = self.number()?;
                self.token(")")?;
                RegionKind::Expansion { count, file }
            }
            "Branch," => {
                let taken = self.count()?;
                self.token(", ")?;
                let not_taken = self.count()?;
                let condition = if self.eat(" [") { Some(self.condition()?) } else { None };
                RegionKind::Branch { taken, not_taken, condition }
            }
            "Decision," => {
                self.token("M:")?;
                let bitmap_end = self.number()?;
                self.token(", C:")?;
                RegionKind::Decision { bitmap_end, conditions: self.number()? }
            }
            _ => RegionKind::Code(self.count()?),
        };
        let range = Range { line, column, end_line, end_column };
        self.rest.trim().is_empty().then_some(Region { file, range, kind })
    }

    /// `7:13`.
    fn place(&mut self) -> Option<(u32, u32)> {
        let line = self.number()?;
        self.token(":")?;
        Some((line, self.number()?))
    }

    /// `1,3,2]`: the condition's id and what follows when it is true and when it is false; 0 ends.
    fn condition(&mut self) -> Option<ConditionIds> {
        let id = self.number()?;
        self.token(",")?;
        let if_true = self.number()?;
        self.token(",")?;
        let if_false = self.number()?;
        self.token("]")?;
        let next = |id: u32| (id != 0).then_some(id);
        Some(ConditionIds { id, if_true: next(if_true), if_false: next(if_false) })
    }

    /// `0`, `#4` or `((#0 - #4) + #7)`, nested however deep.
    fn count(&mut self) -> Option<Count> {
        let mut count = Count::zero();
        // The sign at the beginning of each open parenthesis, and the one that holds at the moment.
        let mut open: Vec<i64> = Vec::new();
        let mut sign = 1;
        loop {
            while self.eat("(") {
                open.push(sign);
            }
            if self.eat("#") {
                count.add(self.number()?, sign);
            } else {
                self.token("0")?;
            }
            while !open.is_empty() && self.eat(")") {
                open.pop();
            }
            let Some(outer) = open.last() else { return Some(count) };
            if self.eat(" + ") {
                sign = *outer;
            } else {
                self.token(" - ")?;
                sign = -outer;
            }
        }
    }

    fn number(&mut self) -> Option<u32> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        number.parse().ok()
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn token(&mut self, token: &str) -> Option<()> {
        self.eat(token).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use std::fmt::Write;

    /// Each region in one line.
    fn show(text: &str) -> String {
        let functions = match parse(text) {
            Ok(functions) => functions,
            Err(error) => return error.to_string(),
        };
        let mut shown = String::new();
        for function in functions {
            let _ = writeln!(shown, "{}", function.name);
            for Region { file, range: r, kind } in function.regions {
                let place =
                    format!("{file} {}:{}-{}:{}", r.line, r.column, r.end_line, r.end_column);
                let kind = match kind {
                    RegionKind::Code(count) => format!("code {count}"),
                    RegionKind::Gap(count) => format!("gap {count}"),
                    RegionKind::Skipped => "skipped".to_owned(),
                    RegionKind::Expansion { count, file } => format!("expansion {count} to {file}"),
                    RegionKind::Branch { taken, not_taken, condition } => {
                        let ids = condition.map(|c| format!(" {c:?}")).unwrap_or_default();
                        format!("branch {taken} | {not_taken}{ids}")
                    }
                    RegionKind::Decision { bitmap_end, conditions } => {
                        format!("decision of {conditions} to bit {bitmap_end}")
                    }
                };
                let _ = writeln!(shown, "  {place} {kind}");
            }
        }
        shown
    }

    fn check(text: &str, expected: &Expect) {
        expected.assert_eq(&show(text));
    }

    #[test]
    fn every_kind_of_region_is_read() {
        check(
            "a.c:f:\n  File 0, 3:22 -> 11:2 = #0\n  Skipped,File 0, 4:1 -> 6:7 = 0\n  \
             Gap,File 0, 7:17 -> 8:3 = (#2 - #3)\n  \
             Expansion,File 0, 8:7 -> 8:10 = #2 (Expanded file = 1)\n  \
             Decision,File 1, 1:17 -> 1:35 = M:3, C:2\n  \
             Branch,File 1, 1:17 -> 1:24 = #4, (#2 - #4) [1,2,0] \n  \
             Branch,File 0, 9:1 -> 9:2 = 0, 0\nmain:\n",
            &expect![[r#"
                a.c:f
                  0 3:22-11:2 code #0
                  0 4:1-6:7 skipped
                  0 7:17-8:3 gap #2 - #3
                  0 8:7-8:10 expansion #2 to 1
                  1 1:17-1:35 decision of 2 to bit 3
                  1 1:17-1:24 branch #4 | #2 - #4 ConditionIds { id: 1, if_true: Some(2), if_false: None }
                  0 9:1-9:2 branch 0 | 0
                main
            "#]],
        );
    }

    #[test]
    fn nested_differences_keep_their_signs() {
        check(
            "f:\n  File 0, 1:1 -> 1:2 = ((#0 + #7) - (#1 - (#2 + #3)))\n  \
             File 0, 1:1 -> 1:2 = ((((#0 - #15) - #16) - #17) - #18)\n  \
             File 0, 1:1 -> 1:2 = (((#15 + #16) + #17) - #15)\n",
            &expect![[r#"
                f
                  0 1:1-1:2 code #0 + #2 + #3 + #7 - #1
                  0 1:1-1:2 code #0 - #15 - #16 - #17 - #18
                  0 1:1-1:2 code #16 + #17
            "#]],
        );
    }

    #[test]
    fn what_is_no_region_is_refused_with_its_line() {
        check(
            "f:\n  File 0, 1:1 -> = #0",
            &expect!["coverage mapping, line 2: this is not a region: `File 0, 1:1 -> = #0`"],
        );
        check(
            "f:\n  File 0, 1:1 -> 1:2 = (#0 - #1",
            &expect![
                "coverage mapping, line 2: this is not a region: `File 0, 1:1 -> 1:2 = (#0 - #1`"
            ],
        );
        check(
            "  File 0, 1:1 -> 1:2 = #0",
            &expect!["coverage mapping, line 1: a region stands before any function"],
        );
        check("f", &expect!["coverage mapping, line 1: a function's name ends in `:`"]);
    }

    #[test]
    fn parentheses_nested_a_million_deep_do_no_harm() {
        let deep = format!("f:\n  File 0, 1:1 -> 1:2 = {}#0", "(".repeat(1_000_000));
        assert!(parse(&deep).is_err());
    }
}
