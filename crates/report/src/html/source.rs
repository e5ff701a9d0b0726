//! The source of a unit, line by line, with what tests cover of it.

use super::facts::{Facts, State, anchor};
use super::marks::code;
use super::markup::{Markup, put};
use super::tint::{Tint, Tinter};
use super::words::counted;
use crate::{Line, Verdict};
use std::collections::BTreeMap;

/// Lines that a browser lays out together, and not before they come into view.
const CHUNK: usize = 100;

/// All source files of a unit.
pub fn sources(out: &mut Markup, facts: &Facts<'_>) {
    if facts.files.is_empty() {
        return;
    }
    tools(out);
    if facts.files.len() > 1 {
        put!(out, "<ul class=files>");
        for (index, file) in facts.files.iter().enumerate() {
            put!(out, "<li><a href=\"#file-{}\">{}</a></li>", index, file.path);
        }
        put!(out, "</ul>\n");
    }
    for (index, file) in facts.files.iter().enumerate() {
        let covered = file.source.line_share();
        put!(
            out,
            "<details class=file id=file-{} open><summary><h3>{}</h3> <span class=of>{} of {} reached</span></summary>\n",
            index,
            file.path,
            covered.covered,
            counted(covered.total as usize, "line")
        );
        match file.text {
            Some(_) => whole(out, facts, index),
            None => {
                put!(
                    out,
                    "<p class=note>The source was not found, so that only line numbers are shown. For Java, <code>--sources DIR</code> tells where it is.</p>\n"
                );
                known(out, facts, index);
            }
        }
        put!(out, "</details>\n");
    }
}

/// What one can do with the source, and what its symbols mean.
fn tools(out: &mut Markup) {
    put!(
        out,
        "<div class=tools><button type=button data-go=-1>↑ Previous uncovered</button> \
         <button type=button data-go=1>↓ Next uncovered</button> \
         <label><input type=checkbox id=quiet> Marks only where something is missing</label></div>\n\
         <details class=legend><summary>What the symbols mean</summary><ul>"
    );
    for state in [State::Covered, State::Partly, State::Missed, State::Infeasible] {
        put!(
            out,
            "<li><span class=\"key {}\">{}</span> line {}</li>",
            state.class(),
            state.symbol(),
            state.words()
        );
    }
    put!(
        out,
        "<li><span class=key>T F</span> a condition’s outcomes true and false; <span class=key>way</span> one way of a switch</li>\
         <li><span class=key>⇄</span> the condition decides alone (MC/DC)</li>"
    );
    let bounded = Verdict::Bounded(String::new());
    for verdict in [
        Verdict::Covered,
        Verdict::Open,
        bounded,
        Verdict::Infeasible,
        Verdict::Dies,
        Verdict::TakenOut,
    ] {
        put!(
            out,
            "<li><span class=key>{}</span> {}</li>",
            super::words::symbol(&verdict),
            super::words::state(&verdict)
        );
    }
    put!(
        out,
        "</ul><p>Click a line or a mark, or press Enter on a line, to see its tests or what is known about it.</p><ul>\
         <li><kbd>↑</kbd> <kbd>↓</kbd> from line to line</li>\
         <li><kbd>n</kbd> <kbd>p</kbd> next and previous uncovered line</li>\
         <li><kbd>Escape</kbd> close the details</li></ul></details>\n"
    );
}

/// A file whose text is known.
fn whole(out: &mut Markup, facts: &Facts<'_>, file: usize) {
    let source = facts.files[file].source;
    let counted: BTreeMap<u32, &Line> =
        source.lines.iter().map(|line| (line.number, line)).collect();
    let lines = facts.files[file].lines();
    let mut tinter = Tinter::default();
    put!(out, "<div class=source data-f={}>\n", file);
    for (chunk, lines) in lines.chunks(CHUNK).enumerate() {
        put!(out, "<div class=chunk style=\"--n:{}\">\n", lines.len());
        for (index, text) in lines.iter().enumerate() {
            let number = (chunk * CHUNK + index + 1) as u32;
            let line = counted.get(&number).copied();
            row(out, facts, (file, number), line, (text, &tinter.line(text)));
        }
        put!(out, "</div>\n");
    }
    put!(out, "</div>\n");
}

/// A file of which only the lines that hold code are known.
fn known(out: &mut Markup, facts: &Facts<'_>, file: usize) {
    put!(out, "<div class=source data-f={}>\n", file);
    for lines in facts.files[file].source.lines.chunks(CHUNK) {
        put!(out, "<div class=chunk style=\"--n:{}\">\n", lines.len());
        for line in lines {
            row(out, facts, (file, line.number), Some(line), ("", &[]));
        }
        put!(out, "</div>\n");
    }
    put!(out, "</div>\n");
}

fn row(
    out: &mut Markup,
    facts: &Facts<'_>,
    (file, number): (usize, u32),
    line: Option<&Line>,
    (text, tints): (&str, &[(usize, usize, Tint)]),
) {
    let own = &facts.files[file];
    let id = anchor(file, number);
    let Some(line) = line else {
        put!(
            out,
            "<div class=l id={}><span class=n>{}</span><span class=s></span><code>",
            id,
            number
        );
        code(out, text, tints, &[]);
        put!(out, "</code></div>\n");
        return;
    };
    let state = facts.state(&own.source.file, line);
    let survivors = own.survivors.get(&number).map_or(0, Vec::len);
    let findings = own.findings.get(&number).map_or(0, Vec::len);
    let mut words = format!("Line {number}, {}", state.words());
    for (count, noun) in [(findings, "finding"), (survivors, "surviving mutant")] {
        if count > 0 {
            words += &format!(", {}", counted(count, noun));
        }
    }
    put!(
        out,
        "<div class=\"l {}\" id={}><a class=n href=\"#{}\" tabindex=-1 aria-label=\"{}\">{}</a>\
         <span class=s aria-hidden=true>{}</span><code>",
        state.class(),
        id,
        id,
        words,
        number,
        state.symbol()
    );
    code(out, text, tints, &facts.marks(file, line));
    if findings > 0 {
        put!(out, "<span class=\"flag found\">⚠ {}</span>", counted(findings, "finding"));
    }
    if survivors > 0 {
        put!(out, "<span class=flag>{}</span>", counted(survivors, "surviving mutant"));
    }
    put!(out, "</code></div>\n");
}
