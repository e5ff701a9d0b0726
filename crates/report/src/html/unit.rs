//! The page of a unit.

use super::details::details;
use super::facts::Facts;
use super::markup::{Markup, data, put};
use super::page::{page as whole_page, section};
use super::words::{counted, plural};
use super::{Texts, decisions, effort, findings, left_out, members, meter, mutants, names, open};
use super::{source, tests_list};
use crate::{Report, Unit};

/// The page of a unit.
pub fn page(report: &Report, unit: &Unit, texts: &dyn Texts) -> String {
    let words = &report.vocabulary;
    let facts = Facts::new(report, unit, texts);
    let mut code = Markup::default();
    source::sources(&mut code, &facts);
    let sections = [
        ("findings", "Findings".to_owned(), findings::findings(&facts, texts)),
        ("members", capitalised(&plural(&words.member)), members::members(words, &facts)),
        ("source", "Source".to_owned(), code),
        ("open", "Not covered".to_owned(), open::open(&facts)),
        ("decisions", "Decisions".to_owned(), decisions::decisions(&facts, &report.settings.mcdc)),
        ("tests", "Tests".to_owned(), tests_list::tests(&facts, texts)),
        ("mutants", "Mutants".to_owned(), mutants::mutants(&facts)),
        ("left-out", "Left out".to_owned(), left_out::left_out(unit)),
        ("work", "How the tests were found".to_owned(), effort::effort(unit, &report.settings)),
    ];
    let mut content = Markup::default();
    tiles(&mut content, report, unit);
    for (id, heading, own) in &sections {
        section(&mut content, id, heading, own);
    }
    put!(
        content,
        "<aside id=details aria-label=\"Details of a line\" hidden><div class=top><h2 tabindex=-1></h2><button type=button id=close>Close</button></div><div class=body></div></aside>\n"
    );
    let mut script = Markup::default();
    script.append(format_args!(
        "<script type=\"application/json\" id=facts>{}</script>\n",
        data(&details(&facts))
    ));
    content.add(&script);
    let mut header = Markup::default();
    let (group, name) = names::split(words, &unit.name);
    put!(
        header,
        "<nav aria-label=Breadcrumb class=crumbs><a href=\"../index.html\">Overview</a> <span aria-hidden=true>›</span> <a href=\"../index.html#{}\">{}</a></nav>\n<h1>{}</h1>\n<nav aria-label=\"On this page\" class=jump>",
        super::units::group_id(group),
        names::group(words, group),
        name
    );
    for (id, heading, own) in &sections {
        if !own.is_empty() {
            put!(header, "<a href=\"#{}\">{}</a> ", id, heading);
        }
    }
    put!(header, "</nav>\n");
    whole_page(&format!("{} – Ferret", unit.name), "../", &header, &content)
}

fn tiles(out: &mut Markup, report: &Report, unit: &Unit) {
    put!(out, "<div class=tiles>\n");
    let coverage = unit.coverage;
    meter::tile(out, "Lines", unit.lines(), "");
    if report.vocabulary.statements != "lines" {
        meter::tile(out, &capitalised(&report.vocabulary.statements), coverage.statement, "");
    }
    meter::branches(out, coverage.branch, open::infeasible_branches(unit));
    if coverage.mcdc.total > 0 {
        meter::tile(out, "MC/DC", coverage.mcdc, "");
    }
    if let Some(mutation) = &unit.mutation {
        let below = match mutation.not_tried {
            0 => String::new(),
            some => format!("{some} not tried"),
        };
        meter::tile(out, "Mutants killed", mutation.tried(), &below);
    }
    meter::number(out, "Tests", unit.tests.len(), "");
    let found = findings::reportable(unit).len();
    let others = unit.findings.len() - found + unit.non_null.len();
    let below = match others {
        0 => String::new(),
        some => counted(some, "broken precondition"),
    };
    meter::number(out, "Findings", found, &below);
    put!(out, "</div>\n");
}

/// A heading from a noun.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
