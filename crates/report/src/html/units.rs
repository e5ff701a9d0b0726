//! The units of a report by package or folder, in tables that a script can filter and sort.

use super::findings::reportable;
use super::markup::{Markup, data, put};
use super::meter::bar;
use super::names::{group, split};
use super::open::infeasible_branches;
use super::words::{counted, percent, plural};
use crate::{Coverage, Mutation, Report, Share, Unit, Vocabulary};
use std::collections::BTreeMap;

/// The file with the names of functions and methods, which is loaded when somebody searches.
pub const NAMES: &str = "names.js";

/// The names of functions and methods of each unit, in the order of the units' numbers.
pub fn names(report: &Report) -> String {
    let of = |unit: &Unit| {
        let names = unit.members.iter().map(|member| member.name.as_str());
        serde_json::Value::from(names.collect::<Vec<_>>())
    };
    let names = serde_json::Value::Array(report.units.iter().map(of).collect());
    format!("window.ferretNames = {};\n", data(&names))
}

/// The id of a group's heading.
pub fn group_id(name: &str) -> String {
    let safe = |char: char| if char.is_ascii_alphanumeric() { char } else { '-' };
    format!("g-{}", name.chars().map(safe).collect::<String>())
}

/// What a row of units sums up.
#[derive(Clone, Copy, Default)]
struct Row {
    lines: Share,
    coverage: Coverage,
    infeasible: u32,
    mutants: Share,
    tests: usize,
    findings: usize,
}

impl Row {
    fn of(unit: &Unit) -> Self {
        Self {
            lines: unit.lines(),
            coverage: unit.coverage,
            infeasible: infeasible_branches(unit),
            mutants: unit.mutation.as_ref().map(Mutation::tried).unwrap_or_default(),
            tests: unit.tests.len(),
            findings: reportable(unit).len(),
        }
    }

    fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.coverage += other.coverage;
        self.infeasible += other.infeasible;
        self.mutants += other.mutants;
        self.tests += other.tests;
        self.findings += other.findings;
    }

    /// Branches that no test takes and that may be feasible.
    fn open(&self) -> u32 {
        self.coverage.branch.missed().saturating_sub(self.infeasible)
    }
}

/// Which columns the tables have.
#[derive(Clone, Copy)]
struct Columns {
    pairs: bool,
    mutants: bool,
}

/// The search field and the groups.
pub fn units(out: &mut Markup, report: &Report, paths: &[String]) {
    let words = &report.vocabulary;
    let columns = Columns {
        pairs: report.units.iter().any(|unit| unit.coverage.mcdc.total > 0),
        mutants: report.units.iter().any(|unit| unit.mutation.is_some()),
    };
    filters(out, report);
    let mut groups: BTreeMap<&str, Vec<(&str, usize)>> = BTreeMap::new();
    for (index, unit) in report.units.iter().enumerate() {
        let (group, name) = split(words, &unit.name);
        groups.entry(group).or_default().push((name, index));
    }
    put!(out, "<div id=groups>\n");
    for (name, own) in &mut groups {
        own.sort_unstable();
        let rows: Vec<Row> = own.iter().map(|(_, index)| Row::of(&report.units[*index])).collect();
        let mut sum = Row::default();
        rows.iter().for_each(|row| sum.add(row));
        let name = group(words, name);
        let id = group_id(
            own.first().map_or("", |(_, index)| split(words, &report.units[*index].name).0),
        );
        put!(
            out,
            "<section class=group id=\"{}\" data-name=\"{}\" data-p={} data-o={} data-f={} style=\"--n:{}\"><h3>{} <span class=of>{}, ",
            id,
            name,
            sort_percent(&sum),
            sum.open(),
            sum.findings,
            own.len(),
            name,
            counted(own.len(), &words.unit)
        );
        bar(out, sum.coverage.branch, sum.infeasible);
        put!(out, " of branches</span></h3>\n<table><thead><tr>");
        head(out, words, columns);
        put!(out, "</tr></thead><tbody>\n");
        for ((name, index), row) in own.iter().zip(&rows) {
            unit_row(out, &report.units[*index], (*index, name, &paths[*index]), row, columns);
        }
        put!(out, "</tbody></table></section>\n");
    }
    put!(out, "</div>\n");
}

fn head(out: &mut Markup, words: &Vocabulary, columns: Columns) {
    put!(
        out,
        "<th scope=col>{}</th><th scope=col class=x>lines</th><th scope=col>branches</th>",
        words.unit
    );
    if columns.pairs {
        put!(out, "<th scope=col class=x>MC/DC</th>");
    }
    if columns.mutants {
        put!(out, "<th scope=col class=x>mutants killed</th>");
    }
    put!(out, "<th scope=col class=\"num x\">tests</th><th scope=col class=num>findings</th>");
}

fn unit_row(
    out: &mut Markup,
    unit: &Unit,
    (index, name, path): (usize, &str, &str),
    row: &Row,
    columns: Columns,
) {
    put!(
        out,
        "<tr data-u={} data-name=\"{}\" data-p={} data-o={} data-f={} data-s={}><th scope=row><a href=\"{}\">{}</a></th><td class=x>",
        index,
        unit.name,
        sort_percent(row),
        row.open(),
        row.findings,
        unit.mutation.as_ref().map_or(0, |own| own.survivors.len()),
        path,
        name
    );
    bar(out, row.lines, 0);
    put!(out, "</td><td>");
    bar(out, row.coverage.branch, row.infeasible);
    put!(out, "</td>");
    if columns.pairs {
        put!(out, "<td class=x>");
        bar(out, row.coverage.mcdc, 0);
        put!(out, "</td>");
    }
    if columns.mutants {
        put!(out, "<td class=x>");
        bar(out, row.mutants, 0);
        put!(out, "</td>");
    }
    put!(out, "<td class=\"num x\">{}</td><td class=num>", row.tests);
    if row.findings > 0 {
        put!(
            out,
            "<a class=found href=\"{}#findings\">⚠ {}<span class=vh> {} in {}</span></a>",
            path,
            row.findings,
            if row.findings == 1 { "finding" } else { "findings" },
            name
        );
    } else {
        put!(out, "0");
    }
    put!(out, "</td></tr>\n");
}

/// The percentage that rows are sorted by; without branches, that of statements.
fn sort_percent(row: &Row) -> u32 {
    percent(row.coverage.branch).or(percent(row.lines)).unwrap_or(100)
}

fn filters(out: &mut Markup, report: &Report) {
    let words = &report.vocabulary;
    put!(
        out,
        "<form id=filters role=search aria-label=\"Filter {}\"><div><label for=q>Search {} and {}</label> \
         <input type=search id=q autocomplete=off spellcheck=false></div>\n<fieldset><legend>Show only</legend>",
        plural(&words.unit),
        plural(&words.unit),
        plural(&words.member)
    );
    for (id, label) in [
        ("open", "with uncovered branches"),
        ("found", "with findings"),
        ("survivors", "with surviving mutants"),
    ] {
        put!(out, "<label><input type=checkbox id=only-{}> {}</label> ", id, label);
    }
    put!(out, "</fieldset>\n<div><label for=sort>Sort</label> <select id=sort>");
    for (value, label) in [
        ("name", "by name"),
        ("p", "least covered first"),
        ("o", "most uncovered branches first"),
        ("f", "most findings first"),
    ] {
        put!(out, "<option value={}>{}</option>", value, label);
    }
    put!(
        out,
        "</select></div></form>\n<p id=shown role=status>{}</p>\n",
        counted(report.units.len(), &words.unit)
    );
}
