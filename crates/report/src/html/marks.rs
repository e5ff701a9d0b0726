//! Marks of branches and conditions, at their places in a line.

use super::markup::{Markup, put};
use super::tint::Tint;
use super::words::{state, symbol};
use crate::{Branch, Condition, Decision, Line, Verdict};

/// The outcomes of the branches at one place, and the independence of the condition that it is.
pub struct Mark<'l> {
    /// The column where it stands, where that is known.
    pub column: Option<u32>,
    /// Its number on the line.
    pub number: usize,
    /// Its outcomes.
    pub outcomes: Vec<&'l Branch>,
    /// The condition of a decision that it is, with the decision's number in the file.
    pub condition: Option<(usize, &'l Condition)>,
}

/// Outcomes of one mark that are shown one by one; of more, they are counted.
const OUTCOMES: usize = 4;

/// The marks of a line, in the order of their columns.
pub fn marks<'l>(decisions: &'l [Decision], line: &'l Line) -> Vec<Mark<'l>> {
    let mut marks: Vec<Mark<'l>> = Vec::new();
    for branch in &line.branches {
        // A macro's line has the branches of all places where it is used: one mark stands for all of them.
        let is_same = |mark: &&mut Mark<'_>| {
            mark.outcomes.first().is_some_and(|first| match branch.column {
                None => first.branch == branch.branch,
                column => (first.column, first.end) == (column, branch.end),
            })
        };
        match marks.iter_mut().find(is_same) {
            Some(mark) => mark.outcomes.push(branch),
            None => marks.push(Mark {
                column: branch.column,
                number: 0,
                outcomes: vec![branch],
                condition: None,
            }),
        }
    }
    marks.sort_by_key(|mark| mark.column);
    let conditions = decisions.iter().enumerate().flat_map(|(index, decision)| {
        decision.conditions.iter().map(move |condition| (index, condition))
    });
    let here = |own: &(usize, &Condition)| own.1.line == Some(line.number);
    let conditions: Vec<(usize, &Condition)> = conditions.filter(here).collect();
    // Class files have no columns; there the order tells which is which, if there are as many.
    let in_order = conditions.len() == marks.len();
    for (number, mark) in marks.iter_mut().enumerate() {
        mark.number = number;
        mark.condition = match mark.column {
            None => conditions.get(number).filter(|_| in_order).copied(),
            column => conditions.iter().find(|own| own.1.column == column).copied(),
        };
    }
    marks
}

impl Mark<'_> {
    /// Whether something of it is not covered.
    pub fn is_open(&self) -> bool {
        let independence = self.condition.and_then(|(_, own)| own.verdict.as_ref());
        self.verdicts().any(|own| *own != Verdict::Covered)
            || independence.is_some_and(|own| *own != Verdict::Covered)
    }

    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.outcomes.iter().map(|branch| &branch.verdict)
    }

    /// Its symbols, short enough to stand in the code.
    pub fn symbols(&self) -> String {
        let mut parts = Vec::new();
        if !self.is_open() {
            parts.push("✓".to_owned());
        } else if self.outcomes.len() > OUTCOMES {
            let covered = self.outcomes.iter().filter(|branch| branch.covered).count();
            parts.push(format!("{covered}/{}", self.outcomes.len()));
        } else {
            let part = |branch: &&Branch| {
                format!("{}{}", letter(&branch.outcome), symbol(&branch.verdict))
            };
            parts.extend(self.outcomes.iter().map(part));
            if let Some(verdict) = self.condition.and_then(|(_, own)| own.verdict.as_ref()) {
                parts.push(format!("⇄{}", symbol(verdict)));
            }
        }
        parts.join(" ")
    }

    /// What it says, in words.
    pub fn words(&self) -> String {
        let part = |branch: &&Branch| format!("{}: {}", branch.outcome, state(&branch.verdict));
        let mut parts: Vec<String> = self.outcomes.iter().take(OUTCOMES).map(part).collect();
        if self.outcomes.len() > OUTCOMES {
            parts.push("…".to_owned());
        }
        if let Some(verdict) = self.condition.and_then(|(_, own)| own.verdict.as_ref()) {
            parts.push(format!("independence: {}", state(verdict)));
        }
        parts.join(", ")
    }

    fn class(&self) -> &'static str {
        let open = |own: &Verdict| !matches!(own, Verdict::Covered | Verdict::Infeasible);
        let independence = self.condition.and_then(|(_, own)| own.verdict.as_ref());
        match (self.is_open(), self.verdicts().chain(independence).any(open)) {
            (false, _) => "k ok",
            (true, false) => "k inf",
            (true, true) => "k bad",
        }
    }
}

fn letter(outcome: &str) -> &str {
    match outcome {
        "true" => "T",
        "false" => "F",
        _ => "way",
    }
}

/// A line of source with its marks put in, and with its comments and strings told apart.
pub fn code(out: &mut Markup, text: &str, tints: &[(usize, usize, Tint)], marks: &[Mark<'_>]) {
    let mut from = 0;
    for mark in marks {
        let at = mark.column.map_or(text.len(), |column| offset(text, column)).max(from);
        tinted(out, text, tints, (from, at));
        from = at;
        put!(
            out,
            "<button type=button class=\"{}\" tabindex=-1 data-k={} title=\"{}\">{}</button>",
            mark.class(),
            mark.number,
            mark.words(),
            mark.symbols()
        );
    }
    tinted(out, text, tints, (from, text.len()));
}

/// A part of a line; tints that begin or end outside of it are cut.
fn tinted(
    out: &mut Markup,
    text: &str,
    tints: &[(usize, usize, Tint)],
    (from, to): (usize, usize),
) {
    let mut at = from;
    for (start, end, tint) in tints {
        let (start, end) = ((*start).clamp(at, to), (*end).clamp(at, to));
        if start < end {
            let class = match tint {
                Tint::Comment => "com",
                Tint::Text => "str",
            };
            put!(out, "{}<span class={}>{}</span>", &text[at..start], class, &text[start..end]);
            at = end;
        }
    }
    put!(out, "{}", &text[at..to]);
}

/// The byte at a column, which compilers count in bytes from 1.
pub fn offset(text: &str, column: u32) -> usize {
    let mut at = (column.max(1) as usize - 1).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The text of a condition, if it is on one line.
pub fn condition_text(text: &str, line: u32, column: u32, end: (u32, u32)) -> Option<&str> {
    if end.0 != line || end.1 <= column {
        return None;
    }
    Some(text[offset(text, column)..offset(text, end.1)].trim()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn marks_stand_before_their_conditions() {
        let report = sample::program();
        let source = &report.units[0].sources[0];
        let marks = marks(&source.decisions, &source.lines[1]);
        let mut out = Markup::default();
        code(&mut out, "    if (a < 0 && \"é\" < b)", &[], &marks);
        let text = out.into_text();
        let mut plain = String::new();
        let mut rest = text.as_str();
        while let Some((before, tag)) = rest.split_once("<button") {
            let (_, inside) = tag.split_once('>').unwrap();
            let (symbols, after) = inside.split_once("</button>").unwrap();
            plain += &format!("{before}[{symbols}]");
            rest = after;
        }
        plain += rest;
        assert_eq!(plain, "    if ([T✓ F∅ ⇄✗]a &lt; 0 &amp;&amp; [✓]&quot;é&quot; &lt; b)");
    }

    #[test]
    fn a_column_inside_a_letter_or_behind_the_end_is_taken_back() {
        assert_eq!(offset("é", 2), 0);
        assert_eq!(offset("ab", 9), 2);
        assert_eq!(condition_text("if (a < b)", 3, 5, (3, 10)), Some("a < b"));
        assert_eq!(condition_text("if (a < b)", 3, 5, (4, 2)), None);
    }
}
