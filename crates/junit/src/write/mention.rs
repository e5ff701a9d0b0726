//! Class names in a text that is not finished: which of them are imported is decided when all of them are known.

use super::Classes;
use std::collections::{BTreeMap, BTreeSet};

/// Begins and ends the internal name of a class in a text; neither occurs in Java.
const BEGIN: char = '\u{1}';
const END: char = '\u{2}';

/// A class, to be named later.
pub(super) fn class(name: &str) -> String {
    format!("{BEGIN}{name}{END}")
}

/// What a text with mentions becomes.
pub(super) struct Names {
    /// What stands for each class that is mentioned.
    written: BTreeMap<String, String>,
    /// What has to be imported, in order.
    pub imports: BTreeSet<String>,
}

impl Names {
    /// Decides on names for the classes that a text mentions, in a class of a package.
    ///
    /// One of those that have the same simple name may bear it: one of the package, where no import is
    /// needed, or else the one that is mentioned most.
    pub(super) fn new(classes: &dyn Classes, package: &str, own: &str, text: &str) -> Self {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut mentioned: BTreeMap<String, Nested> = BTreeMap::new();
        each(text, |name| {
            let nested = mentioned.entry(name.to_owned());
            let nested = nested.or_insert_with(|| Nested::new(classes, name));
            *counts.entry(nested.outermost.clone()).or_default() += 1;
        });
        let mut bearers: BTreeMap<&str, &str> = BTreeMap::new();
        let here = |outermost: &str| parts(outermost).0 == package;
        for outermost in counts.keys() {
            let simple = parts(outermost).1;
            let rank = |class: &str| (here(class), counts[class]);
            match bearers.get(simple) {
                _ if simple == own => {}
                Some(bearer) if rank(bearer) >= rank(outermost) => {}
                _ => {
                    bearers.insert(simple, outermost);
                }
            }
        }
        let mut imports = BTreeSet::new();
        for (simple, outermost) in &bearers {
            let of_the_language =
                parts(outermost).0 == "java/lang" && !classes.exists(&[package, simple].join("/"));
            if !here(outermost) && !of_the_language {
                imports.insert(outermost.replace('/', "."));
            }
        }
        let written = mentioned.iter().map(|(name, nested)| {
            let (package, simple) = parts(&nested.outermost);
            let bears = bearers.get(simple) == Some(&nested.outermost.as_str());
            let mut text = if bears || package.is_empty() {
                simple.to_owned()
            } else {
                nested.outermost.replace('/', ".")
            };
            for inner in &nested.inner {
                text.push('.');
                text.push_str(inner);
            }
            (name.clone(), text)
        });
        Self { written: written.collect(), imports }
    }

    /// A text with names in the place of mentions.
    pub(super) fn resolve(&self, text: &str) -> String {
        replaced(text, |name| self.written.get(name).cloned().unwrap_or_else(|| name.to_owned()))
    }
}

/// A text with the simple names of classes in the place of mentions.
pub(super) fn simple(text: &str) -> String {
    replaced(text, |name| parts(name).1.replace('$', "."))
}

/// A class by the class that its file is named after, and the names below that.
struct Nested {
    outermost: String,
    inner: Vec<String>,
}

impl Nested {
    fn new(classes: &dyn Classes, name: &str) -> Self {
        let (outermost, inner) = split(classes, name);
        Self { outermost: outermost.to_owned(), inner }
    }
}

/// The outermost class of a class, and the names that lead from there to it. A `$` may belong to a name: it
/// parts two of them only if there is a class before it.
pub(super) fn split<'n>(classes: &dyn Classes, name: &'n str) -> (&'n str, Vec<String>) {
    let start = name.rfind('/').map_or(0, |slash| slash + 1);
    let mut cuts = Vec::new();
    for (index, _) in name[start..].match_indices('$') {
        let before = &name[..start + index];
        if index > 0 && start + index + 1 < name.len() && classes.exists(before) {
            cuts.push(start + index);
        }
    }
    let Some(first) = cuts.first() else { return (name, Vec::new()) };
    let ends = cuts.iter().skip(1).copied().chain([name.len()]);
    let inner = cuts.iter().zip(ends).map(|(cut, end)| name[cut + 1..end].to_owned());
    (&name[..*first], inner.collect())
}

/// The package and the rest of an internal name.
pub(super) fn parts(name: &str) -> (&str, &str) {
    name.rsplit_once('/').unwrap_or(("", name))
}

/// Gives every class that a text mentions.
pub(super) fn each(text: &str, mut found: impl FnMut(&str)) {
    for piece in text.split(BEGIN).skip(1) {
        if let Some((name, _)) = piece.split_once(END) {
            found(name);
        }
    }
}

fn replaced(text: &str, name: impl Fn(&str) -> String) -> String {
    let mut pieces = text.split(BEGIN);
    let mut result = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (mentioned, rest) = piece.split_once(END).unwrap_or((piece, ""));
        result += &name(mentioned);
        result += rest;
    }
    result
}
