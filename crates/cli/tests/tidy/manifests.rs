//! Checks of the crates' manifests: the one-way order of the rooms, and the lints they share.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::finding::Finding;

/// The rooms, in order: a room may know only rooms above it. Not all of them are built yet.
const ROOMS: &[&str] = &[
    "term",
    "pattern",
    "program",
    "scenario",
    "trace",
    "machine",
    "solver",
    "coverage",
    "mutation",
    "explore",
    "search",
    "suite",
    "generate",
    "report",
    "host",
    "language",
    "llvm",
    "classfile",
    "jacoco",
    "bytecode",
    "jvm",
    "c",
    "junit",
    "java",
    "programs",
    "campaign",
    "compare",
    "project",
    "cli",
];

/// A manifest and where it stands.
pub struct Manifest {
    path: String,
    text: String,
    table: Table,
}

impl Manifest {
    /// Reads a manifest.
    pub fn parse(path: &str, text: &str) -> Self {
        let table = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path: path.to_owned(), text: text.to_owned(), table }
    }

    fn name(&self) -> &str {
        at(&self.table, &["package", "name"]).and_then(Value::as_str).unwrap_or_default()
    }

    /// Names of the packages that tables of this kind name, also those for one platform only.
    fn dependencies(&self, workspace: &Manifest, kinds: &[&str]) -> BTreeSet<String> {
        let platforms = at(&self.table, &["target"]).and_then(Value::as_table);
        let tables = platforms.into_iter().flat_map(Table::values).filter_map(Value::as_table);
        let mut names = BTreeSet::new();
        for table in tables.chain([&self.table]) {
            for kind in kinds {
                let dependencies = table.get(*kind).and_then(Value::as_table);
                for (name, value) in dependencies.into_iter().flatten() {
                    let shared = at(&workspace.table, &["workspace", "dependencies", name]);
                    let package = [Some(value), shared]
                        .into_iter()
                        .flatten()
                        .find_map(|value| value.get("package").and_then(Value::as_str));
                    names.insert(package.unwrap_or(name).to_owned());
                }
            }
        }
        names
    }

    /// The line that names a dependency, for a person to find it.
    fn line_of(&self, name: &str) -> usize {
        let index = self.text.lines().position(|line| {
            line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', ' ', '=']))
        });
        index.map_or(1, |index| index + 1)
    }
}

/// Every crate is a room, dependencies go up the list only, and those for tests close no circle.
pub fn order(workspace: &Manifest, crates: &[Manifest]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut known = BTreeMap::new();
    for manifest in crates {
        let name = manifest.name();
        let Some(rank) = ROOMS.iter().position(|room| *room == name) else {
            findings.push(Finding::new(
                &manifest.path,
                1,
                format!("`{name}` is not in the list of rooms"),
            ));
            continue;
        };
        if manifest.path != format!("crates/{name}/Cargo.toml") {
            findings.push(Finding::new(
                &manifest.path,
                1,
                format!("`{name}` does not live in its folder"),
            ));
        }
        for other in manifest.dependencies(workspace, &["dependencies", "build-dependencies"]) {
            if ROOMS.iter().position(|room| *room == other).is_some_and(|other| other >= rank) {
                findings.push(Finding::new(
                    &manifest.path,
                    manifest.line_of(&other),
                    format!("`{name}` must not know `{other}`, which stands below it"),
                ));
            }
        }
        let kinds = ["dependencies", "build-dependencies", "dev-dependencies"];
        known.insert(name, manifest.dependencies(workspace, &kinds));
    }
    for manifest in crates {
        if let Some(circle) = circle(&known, manifest.name()) {
            findings.push(Finding::new(
                &manifest.path,
                1,
                format!("a circle: {}", circle.join(" -> ")),
            ));
        }
    }
    findings
}

/// A shortest way from a crate back to itself.
fn circle(known: &BTreeMap<&str, BTreeSet<String>>, start: &str) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.to_owned()]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in &ways {
            for next in known.get(way[way.len() - 1].as_str()).into_iter().flatten() {
                let extended: Vec<String> = way.iter().chain([next]).cloned().collect();
                if next == start {
                    return Some(extended);
                }
                if seen.insert(next.clone()) {
                    longer.push(extended);
                }
            }
        }
        ways = longer;
    }
    None
}

/// The workspace asks for documentation of public items, and every crate takes the workspace's lints.
pub fn lints(workspace: &Manifest, crates: &[Manifest]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let lint = at(&workspace.table, &["workspace", "lints", "rust", "missing_docs"]);
    let level = lint.map(|lint| lint.get("level").unwrap_or(lint)).and_then(Value::as_str);
    if !matches!(level, Some("warn" | "deny" | "forbid")) {
        findings.push(Finding::new(&workspace.path, 1, "`missing_docs` is not asked for"));
    }
    for manifest in crates {
        if at(&manifest.table, &["lints", "workspace"]).and_then(Value::as_bool) != Some(true) {
            findings.push(Finding::new(
                &manifest.path,
                1,
                "the crate does not take the workspace's lints",
            ));
        }
    }
    findings
}

/// The value at the end of a way through tables.
fn at<'a>(table: &'a Table, way: &[&str]) -> Option<&'a Value> {
    let (first, rest) = way.split_first()?;
    let mut value = table.get(*first)?;
    for key in rest {
        value = value.get(key)?;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::finding::lines;

    fn workspace() -> Manifest {
        Manifest::parse(
            "Cargo.toml",
            "[workspace.dependencies]\nroom = { package = 'machine', path = '' }",
        )
    }

    /// Manifests from names and the rest of their text.
    fn crates(crates: &[(&str, &str)]) -> Vec<Manifest> {
        let manifest = |(name, rest): &(&str, &str)| {
            let text = format!("[package]\nname = '{name}'\n{rest}");
            Manifest::parse(&format!("crates/{name}/Cargo.toml"), &text)
        };
        crates.iter().map(manifest).collect()
    }

    #[track_caller]
    fn finds(manifests: &[(&str, &str)], expected: Expect) {
        expected.assert_eq(&lines(&order(&workspace(), &crates(manifests))));
    }

    #[test]
    fn a_room_may_know_rooms_above_it_and_strangers() {
        finds(
            &[
                ("term", "[dependencies]\nfastrand = '2'"),
                ("program", "[dependencies]\nterm.workspace = true"),
                (
                    "machine",
                    "[dependencies]\nprogram.workspace = true\n[dev-dependencies]\nterm.workspace = true",
                ),
            ],
            expect![""],
        );
    }

    #[test]
    fn a_room_that_knows_one_below_it_is_found_however_it_says_so() {
        finds(
            &[("term", "[dependencies]\nprogram.workspace = true"), ("program", "")],
            expect![[r#"
                crates/term/Cargo.toml:4: `term` must not know `program`, which stands below it
            "#]],
        );
        finds(
            &[(
                "term",
                "[build-dependencies]\nother = { package = 'program', path = '../program' }",
            )],
            expect![[r#"
                crates/term/Cargo.toml:1: `term` must not know `program`, which stands below it
            "#]],
        );
        finds(
            &[("term", "[target.'cfg(unix)'.dependencies]\nroom.workspace = true")],
            expect![[r#"
                crates/term/Cargo.toml:1: `term` must not know `machine`, which stands below it
            "#]],
        );
    }

    #[test]
    fn a_crate_that_is_no_room_is_found() {
        finds(
            &[("utils", "")],
            expect![[r#"
                crates/utils/Cargo.toml:1: `utils` is not in the list of rooms
            "#]],
        );
    }

    #[test]
    fn a_crate_in_another_folder_is_found() {
        let manifest = Manifest::parse("crates/terms/Cargo.toml", "[package]\nname = 'term'");
        expect![[r#"
            crates/terms/Cargo.toml:1: `term` does not live in its folder
        "#]]
        .assert_eq(&lines(&order(&workspace(), &[manifest])));
    }

    #[test]
    fn dependencies_of_tests_may_go_down_but_not_in_a_circle() {
        finds(
            &[("explore", "[dev-dependencies]\nsearch.workspace = true"), ("search", "")],
            expect![""],
        );
        finds(
            &[
                ("term", "[dev-dependencies]\nmachine.workspace = true"),
                ("program", "[dependencies]\nterm.workspace = true"),
                ("machine", "[dependencies]\nprogram.workspace = true"),
            ],
            expect![[r#"
                crates/term/Cargo.toml:1: a circle: term -> machine -> program -> term
                crates/program/Cargo.toml:1: a circle: program -> term -> machine -> program
                crates/machine/Cargo.toml:1: a circle: machine -> program -> term -> machine
            "#]],
        );
    }

    #[test]
    fn a_workspace_that_asks_for_documentation_of_every_crate_is_fine() {
        for level in ["'warn'", "{ level = 'deny', priority = 1 }"] {
            let text = format!("[workspace.lints.rust]\nmissing_docs = {level}");
            let workspace = Manifest::parse("Cargo.toml", &text);
            assert_eq!(lints(&workspace, &crates(&[("term", "[lints]\nworkspace = true")])), []);
        }
    }

    #[test]
    fn lints_that_are_not_asked_for_or_not_taken_are_found() {
        let workspace =
            Manifest::parse("Cargo.toml", "[workspace.lints.rust]\nmissing_docs = 'allow'");
        expect![[r#"
            Cargo.toml:1: `missing_docs` is not asked for
            crates/term/Cargo.toml:1: the crate does not take the workspace's lints
        "#]]
        .assert_eq(&lines(&lints(
            &workspace,
            &crates(&[("term", "[lints.rust]\nunused = 'allow'")]),
        )));
    }
}
