//! Whole pages, from small reports.

use super::*;
use crate::{Step, sample};
use expect_test::expect_file;

/// Texts that try to break out of the page.
struct Sly;

impl Texts for Sly {
    fn source(&self, path: &str) -> Option<String> {
        (path == "a.c").then(|| {
            "int f(int a, int b) { /* </script><script>alert(1)</script> */\n    if (a < 0 && \"<!--\" < b)\n        \
             return 1;\n\n    return a;\n}\n\nint g(int n)\n{ return 1 / n; } // ]]> & <b>\n"
                .to_owned()
        })
    }

    fn test(&self, _: &str, path: &str) -> Option<String> {
        let test = "static void f_1(void)\n{\n    CHECK(f(\"</script><img src=x onerror=alert(1)>\") == 1);\n}\n";
        let finding = "static void g_dies(void)\n{\n    g(0);\n}\n";
        match path {
            "test_a.c" => Some(test.to_owned()),
            "findings_a.c" => Some(finding.to_owned()),
            _ => None,
        }
    }
}

/// Neither sources nor tests are there.
pub struct NoTexts;

impl Texts for NoTexts {
    fn source(&self, _: &str) -> Option<String> {
        None
    }

    fn test(&self, _: &str, _: &str) -> Option<String> {
        None
    }
}

fn program() -> Report {
    let mut report = sample::program();
    report.settings.criteria.push("mcdc".to_owned());
    let effort = &mut report.units[0].effort;
    effort.curve = vec![Step { executions: 3, goals: 1 }, Step { executions: 40, goals: 2 }];
    report
}

fn page(report: &Report, path: &str) -> String {
    let found = pages(report, &Sly).find(|page| page.path == path);
    found.unwrap_or_else(|| panic!("no {path}")).text
}

#[test]
fn the_page_of_a_program_shows_source_tests_truth_tables_and_findings() {
    expect_file!["tests/program.html"].assert_eq(&page(&program(), "units/a.c.html"));
}

#[test]
fn the_overview_shows_packages_findings_causes_and_what_was_skipped() {
    expect_file!["tests/classes.html"].assert_eq(&page(&sample::classes(), "index.html"));
}

#[test]
fn nothing_in_a_source_or_a_test_becomes_markup() {
    for page in pages(&program(), &Sly).filter(|page| page.path.ends_with(".html")) {
        let scripts = page.text.matches("<script").count();
        assert_eq!(scripts, page.text.matches("</script>").count(), "{}", page.path);
        assert_eq!(scripts, if page.path == "index.html" { 1 } else { 2 }, "{}", page.path);
        assert!(!page.text.contains("<img") && !page.text.contains("<!--"), "{}", page.path);
    }
}

#[test]
fn pages_are_the_same_every_time_and_need_nothing_from_outside() {
    let report = program();
    let first: Vec<Page> = pages(&report, &Sly).collect();
    assert_eq!(first, pages(&report, &Sly).collect::<Vec<_>>());
    for page in &first {
        for address in ["http:", "https:", "url(", "@import"] {
            assert!(!page.text.contains(address), "{} in {}", address, page.path);
        }
    }
    let paths: Vec<&str> = first.iter().map(|page| page.path.as_str()).collect();
    assert_eq!(paths, ["index.html", "names.js", "ferret.css", "ferret.js", "units/a.c.html"]);
}

#[test]
fn links_within_the_report_lead_somewhere() {
    for report in [program(), sample::classes()] {
        let all: Vec<Page> = pages(&report, &Sly).collect();
        for page in all.iter().filter(|page| page.path.ends_with(".html")) {
            let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            for link in page.text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next())
            {
                let (path, id) = link.split_once('#').unwrap_or((link, ""));
                let path = match path {
                    "" => page.path.clone(),
                    path if path.starts_with("data:") => continue,
                    path => match path.strip_prefix("../") {
                        Some(path) => path.to_owned(),
                        None if folder.is_empty() => path.to_owned(),
                        None => format!("{folder}/{path}"),
                    },
                };
                let target = all.iter().find(|own| own.path == path);
                let target = target.unwrap_or_else(|| panic!("{link} in {}", page.path));
                let ids = [format!("id=\"{id}\""), format!("id={id}>"), format!("id={id} ")];
                let is_there = id.is_empty() || ids.iter().any(|id| target.text.contains(id));
                assert!(is_there, "{link} in {}", page.path);
            }
        }
    }
}
