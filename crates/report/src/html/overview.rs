//! The first page: totals, findings, what is not covered, all units.

use super::findings::reportable;
use super::markup::{Markup, put};
use super::page::{page, section};
use super::unit::capitalised;
use super::words::{counted, plural, state, symbol};
use super::{effort, left_out, meter, open, units, why};
use crate::grouped::{Group, grouped};
use crate::{Coverage, Finding, Report, Share, Unit};

/// Findings that are listed before the rest is folded away.
const LISTED: usize = 20;

/// The overview; `paths` are the pages of the units.
pub fn overview(report: &Report, paths: &[String]) -> String {
    let words = &report.vocabulary;
    let mut listed = Markup::default();
    units::units(&mut listed, report, paths);
    let mut work = Markup::default();
    put!(work, "<p>{}.</p>\n", capitalised(&effort::settings(&report.settings)));
    effort::arms(&mut work, &effort::all_arms(report.units.iter()));
    let sections = [
        ("findings", "Findings".to_owned(), findings(report, paths)),
        ("open", "Not covered, by cause".to_owned(), causes(report)),
        ("units", capitalised(&plural(&words.unit)), listed),
        ("left-out", "Left out".to_owned(), left_out::overview(report)),
        ("work", "How the tests were found".to_owned(), work),
    ];
    let mut content = Markup::default();
    tiles(&mut content, report);
    for (id, heading, own) in &sections {
        section(&mut content, id, heading, own);
    }
    let mut header = Markup::default();
    let tests: usize = report.units.iter().map(|unit| unit.tests.len()).sum();
    put!(
        header,
        "<h1>Ferret: tests for {}</h1>\n<p class=sub>{} · {}</p>\n<nav aria-label=\"On this page\" class=jump>",
        counted(report.units.len(), &words.unit),
        words.language,
        counted(tests, "test")
    );
    for (id, heading, own) in &sections {
        if !own.is_empty() {
            put!(header, "<a href=\"#{}\">{}</a> ", id, heading);
        }
    }
    put!(header, "</nav>\n");
    page("Ferret report", "", &header, &content)
}

fn tiles(out: &mut Markup, report: &Report) {
    let (mut covered, mut mutants) = (Coverage::default(), Share::default());
    let mut lines = Share::default();
    let mut not_tried = 0;
    let (mut tests, mut found, mut infeasible) = (0, 0, 0);
    for unit in &report.units {
        lines += unit.lines();
        covered += unit.coverage;
        if let Some(own) = &unit.mutation {
            mutants += own.tried();
            not_tried += own.not_tried;
        }
        tests += unit.tests.len();
        found += reportable(unit).len();
        infeasible += open::infeasible_branches(unit);
    }
    put!(out, "<div class=tiles>\n");
    meter::tile(out, "Lines", lines, "");
    if report.vocabulary.statements != "lines" {
        meter::tile(out, &capitalised(&report.vocabulary.statements), covered.statement, "");
    }
    meter::branches(out, covered.branch, infeasible);
    if covered.mcdc.total > 0 {
        meter::tile(out, "MC/DC", covered.mcdc, "");
    }
    if mutants.total > 0 {
        let below = if not_tried > 0 { format!("{not_tried} not tried") } else { String::new() };
        meter::tile(out, "Mutants killed", mutants, &below);
    }
    meter::number(out, "Tests", tests, "");
    meter::number(out, "Findings", found, "");
    put!(out, "</div>\n");
}

/// What looks like a defect, the most important first.
fn findings(report: &Report, paths: &[String]) -> Markup {
    let mut out = Markup::default();
    let mut all: Vec<(&Finding, &Unit, String)> = Vec::new();
    for (unit, path) in report.units.iter().zip(paths) {
        for (number, finding) in reportable(unit).into_iter().enumerate() {
            all.push((finding, unit, format!("{path}#finding-{}", number + 1)));
        }
    }
    let links = |unit: &Unit, finding: &Finding| {
        let own = all
            .iter()
            .find(|(other, of, _)| std::ptr::eq(*other, finding) && std::ptr::eq(*of, unit));
        own.map(|(.., link)| link.as_str()).unwrap_or_default()
    };
    let all = grouped(report.units.iter());
    let (first, rest) = all.split_at(all.len().min(LISTED));
    if first.is_empty() {
        put!(out, "<p>No finding worth reporting.</p>\n");
    } else {
        list(&mut out, first, &links);
    }
    if !rest.is_empty() {
        put!(out, "<details><summary>{} more</summary>\n", rest.len());
        list(&mut out, rest, &links);
        put!(out, "</details>\n");
    }
    let broken: usize = report
        .units
        .iter()
        .map(|unit| unit.findings.len() - reportable(unit).len() + unit.non_null.len())
        .sum();
    if broken > 0 {
        put!(
            out,
            "<p class=small>{}, such as null where nothing checks for it: not defects by themselves; the pages of the {} list them.</p>\n",
            counted(broken, "broken precondition"),
            plural(&report.vocabulary.unit)
        );
    }
    out
}

/// A line for each group of findings; those that are alike are folded away. `links` leads to the page of a finding.
fn list<'l>(out: &mut Markup, groups: &[Group<'_>], links: &dyn Fn(&Unit, &Finding) -> &'l str) {
    let one = |out: &mut Markup, unit: &Unit, finding: &Finding| {
        put!(
            out,
            "<span class=kind>⚠ {}</span> <a href=\"{}\"><code>{}</code> {}</a> <span class=of>{}</span>",
            finding.kind.label(),
            links(unit, finding),
            finding.member,
            finding.what,
            unit.name
        );
    };
    put!(out, "<ul class=findings>\n");
    for Group { unit, first, same, alike } in groups {
        put!(out, "<li>");
        one(out, unit, first);
        for (others, label) in [(same, "at the same place"), (alike, "like it")] {
            if others.is_empty() {
                continue;
            }
            put!(
                out,
                "<details><summary>{} more {}</summary><ul class=findings>",
                others.len(),
                label
            );
            for (unit, finding) in others {
                put!(out, "<li>");
                one(out, unit, finding);
                put!(out, "</li>\n");
            }
            put!(out, "</ul></details>");
        }
        put!(out, "</li>\n");
    }
    put!(out, "</ul>\n");
}

/// How many goals are not covered, and why.
fn causes(report: &Report) -> Markup {
    let mut out = Markup::default();
    let causes = open::by_cause(report.units.iter());
    if causes.is_empty() {
        put!(out, "<p>Every goal is covered.</p>\n");
        return out;
    }
    put!(
        out,
        "<table class=causes><thead><tr><th scope=col>cause</th><th scope=col class=num>goals</th><th scope=col>what is known</th></tr></thead><tbody>\n"
    );
    for (verdict, goals) in causes {
        put!(
            out,
            "<tr><th scope=row>{} {}</th><td class=num>{}</td><td>{}</td></tr>\n",
            symbol(verdict),
            state(verdict),
            goals.len(),
            why::verdict(verdict)
        );
    }
    put!(out, "</tbody></table>\n");
    out
}
