//! Check of the modules of a crate: which of them need each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Finding;
use crate::paths::mentions;
use crate::sources::Crate;

/// How many modules of a crate are in a circle, for the crates that have one. A crate that is not in
/// the list has none. A number that sinks is changed here.
#[rustfmt::skip]
pub const KNOTTED: &[(&str, usize)] = &[
    ("explore", 2),  // run, tree
    ("generate", 2), // search, technique
    ("machine", 2),  // core, interpret
    ("solver", 3),   // chain, record, solver
    ("term", 2),     // compiled, distance
];

/// Every crate has as many modules in circles as the list says.
pub fn knots(crates: &[Crate], knotted: &[(&str, usize)]) -> Vec<Finding> {
    let unknown = knotted.iter().filter(|(name, _)| crates.iter().all(|known| known.name != *name));
    let unknown = unknown.map(|(name, _)| {
        Finding::new("Cargo.toml", 1, format!("there is no crate `{name}` to have knots"))
    });
    let wrong = crates.iter().filter_map(|known| {
        let allowed = knotted.iter().find(|(name, _)| known.name == *name).map_or(0, |row| row.1);
        let circles = circles(&uses(known));
        let number: usize = circles.iter().map(BTreeSet::len).sum();
        let shown: Vec<String> = circles
            .iter()
            .map(|circle| circle.iter().map(|module| &**module).collect::<Vec<_>>().join(", "))
            .collect();
        let message = if number > allowed {
            format!("{number} modules need each other, {allowed} may: {}", shown.join("; "))
        } else if number < allowed {
            format!("{number} modules need each other, the list of knots says {allowed}: lower it")
        } else {
            return None;
        };
        Some(Finding::new(&known.files.first()?.path, 1, message))
    });
    unknown.chain(wrong).collect()
}

/// The top-level modules of a crate and those that each of them mentions. A name that the root
/// re-exports counts for the module that it comes from.
fn uses(known: &Crate) -> BTreeMap<&str, BTreeSet<String>> {
    let mut uses: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut exports: BTreeMap<String, String> = BTreeMap::new();
    for file in &known.files {
        if let [module] = &file.module[..] {
            uses.entry(module).or_default();
        }
    }
    for file in known.files.iter().filter(|file| file.module.is_empty()) {
        for mention in
            mentions(&file.tokens).into_iter().filter(|mention| mention.inside.is_empty())
        {
            let path = mention.absolute(&[]).unwrap_or(mention.segments);
            if let (Some(name), Some(module)) = (mention.name, path.first())
                && uses.contains_key(&**module)
            {
                exports.insert(name, module.clone());
            }
        }
    }
    for file in &known.files {
        let Some(module) = file.module.first() else { continue };
        for mention in mentions(&file.tokens) {
            let Some(path) = mention.absolute(&file.module) else { continue };
            let Some(first) = path.first() else { continue };
            let target = if uses.contains_key(&**first) { Some(first) } else { exports.get(first) };
            if let Some(target) = target.filter(|target| *target != module) {
                uses.entry(module).or_default().insert(target.clone());
            }
        }
    }
    uses
}

/// The sets of two or more modules each of which reaches each.
fn circles(uses: &BTreeMap<&str, BTreeSet<String>>) -> BTreeSet<BTreeSet<String>> {
    let reached = |from: &str| {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(module) = open.pop() {
            for next in uses.get(module).into_iter().flatten() {
                if reached.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<String>> =
        uses.keys().map(|module| (*module, reached(module))).collect();
    let circle = |module: &str| -> BTreeSet<String> {
        let both = reached[module].iter().filter(|other| reached[&***other].contains(module));
        both.cloned().collect()
    };
    uses.keys().map(|module| circle(module)).filter(|circle| circle.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::finding::lines;

    #[track_caller]
    fn finds(files: &[(&str, &str)], knotted: &[(&str, usize)], expected: Expect) {
        let files: Vec<(String, &str)> =
            files.iter().map(|(path, text)| (format!("crates/a/src/{path}"), *text)).collect();
        let files = files.iter().map(|(path, text)| (&**path, *text)).collect();
        let known = Crate::read("a", &files).expect("Rust");
        expected.assert_eq(&lines(&knots(&[known], knotted)));
    }

    #[test]
    fn modules_that_need_each_other_one_way_are_fine() {
        finds(
            &[
                ("lib.rs", "mod x; mod y; mod z; pub use x::X;"),
                ("x.rs", "#[cfg(test)] mod tests { use crate::y::Y; }"),
                ("y.rs", "use crate::X; mod in_y { use super::super::z; use super::Other; }"),
                ("z.rs", "use std::x; use y::Elsewhere;"),
            ],
            &[],
            expect![""],
        );
    }

    #[test]
    fn modules_in_a_circle_are_found() {
        finds(
            &[
                ("lib.rs", "mod v; mod w; mod x; mod y; mod z; pub use x::X;"),
                ("v.rs", "use crate::{x, z};"),
                ("w.rs", "fn f(x: crate::v::V) {}"),
                ("x.rs", "use super::y;"),
                ("y/mod.rs", "mod deep;"),
                ("y/deep.rs", "fn f() { crate::X::new() }"),
                ("z.rs", "m!(crate::w);"),
            ],
            &[("a", 2)],
            expect![[r#"
                crates/a/src/lib.rs:1: 5 modules need each other, 2 may: v, w, z; x, y
            "#]],
        );
    }

    #[test]
    fn a_list_that_allows_too_much_is_found() {
        finds(
            &[("lib.rs", "mod x; mod y;"), ("x.rs", "use crate::y;"), ("y.rs", "")],
            &[("a", 2), ("b", 1)],
            expect![[r#"
                Cargo.toml:1: there is no crate `b` to have knots
                crates/a/src/lib.rs:1: 0 modules need each other, the list of knots says 2: lower it
            "#]],
        );
    }
}
