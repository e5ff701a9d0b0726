//! The files of a project that a unit is linked with: those that define what it calls, and what that needs in turn.

use crate::clang::{ClangError, Compiled, Source};
use crate::teardown::WORDS as DESTROY;
use language::fingerprint;
use llvm::outline::{Outline, Reached};
use std::collections::{BTreeMap, BTreeSet};

/// Natively nothing stands in for the allocations of a file that a test does not include, so none of them fails.
const RENAMED: [(&str, &str); 3] = [
    ("malloc", "__ferret_sure_malloc"),
    ("calloc", "__ferret_sure_calloc"),
    ("realloc", "__ferret_sure_realloc"),
];

/// The files of a project, compiled.
pub(crate) struct Shelf {
    files: Vec<Result<File, ClangError>>,
    /// The files that define a name for others.
    definers: BTreeMap<String, Vec<usize>>,
}

struct File {
    compiled: Compiled,
    outline: Outline,
}

/// What a unit is linked with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Companions {
    /// Files, and what is needed of each.
    pub files: BTreeMap<usize, Reached>,
    /// Names that only files define which cannot be linked with the unit: they define another name again.
    pub clashing: BTreeSet<String>,
    /// Functions that are not linked, since their file reaches out of the process for them.
    pub outside: BTreeSet<String>,
}

impl Shelf {
    pub fn new(compiled: Vec<Result<Compiled, ClangError>>) -> Self {
        let file = |compiled: Compiled| File { outline: Outline::of(&compiled.ir), compiled };
        let files: Vec<_> = compiled.into_iter().map(|one| one.map(file)).collect();
        let mut definers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, file) in files.iter().enumerate() {
            for name in file.iter().flat_map(|file| file.outline.public()) {
                definers.entry(name.to_owned()).or_default().push(place);
            }
        }
        Self { files, definers }
    }

    /// What the compiler made of a file.
    pub fn compiled(&self, place: usize) -> Result<&Compiled, &ClangError> {
        self.files[place].as_ref().map(|file| &file.compiled)
    }

    /// The names that a file refers to or defines.
    pub fn names(&self, place: usize) -> BTreeSet<String> {
        let file = self.files[place].iter();
        file.flat_map(|file| file.outline.names()).map(str::to_owned).collect()
    }

    /// The files that a unit is linked with. Where several define a name, one of the unit's own folder comes first. What
    /// needs a function of the library that `reaches_out` is left out.
    pub fn companions(
        &self,
        unit: usize,
        sources: &[Source],
        reaches_out: &dyn Fn(&str) -> bool,
    ) -> Companions {
        let mut companions = Companions::default();
        let Ok(own) = &self.files[unit] else { return companions };
        let mut taken: BTreeSet<&str> = own.outline.strong().collect();
        let mut wanted: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut todo: Vec<String> = own.outline.whole().missing.into_iter().rev().collect();
        let mut has_pairs = false;
        loop {
            let Some(name) = todo.pop() else {
                // What the unit is handed is made and filled by functions that it may not call itself.
                if has_pairs {
                    break;
                }
                has_pairs = true;
                let files =
                    companions.files.keys().filter_map(|place| self.files[*place].as_ref().ok());
                todo.extend(files.flat_map(|file| pairs(&file.outline)).map(str::to_owned));
                continue;
            };
            if !known.insert(name.clone()) {
                continue;
            }
            let definers = self.definers.get(&name).map(Vec::as_slice).unwrap_or_default();
            let mut definers: Vec<usize> =
                definers.iter().copied().filter(|place| *place != unit).collect();
            let folder = |place: usize| sources[place].file.parent();
            definers.sort_by_key(|place| {
                (!companions.files.contains_key(place), folder(*place) != folder(unit), *place)
            });
            let fits = |place: &usize| {
                let strong = self.files[*place].iter().flat_map(|file| file.outline.strong());
                companions.files.contains_key(place)
                    || !strong.filter(|name| *name != "main").any(|name| taken.contains(name))
            };
            let Some(place) = definers.iter().copied().find(fits) else {
                if !definers.is_empty() {
                    companions.clashing.insert(name);
                }
                continue;
            };
            let Ok(file) = &self.files[place] else { continue };
            let needed = file.outline.reach([name.as_str()]).missing;
            let is_outside = |name: &String| !self.definers.contains_key(name) && reaches_out(name);
            if needed.iter().any(is_outside) {
                companions.outside.insert(name);
                continue;
            }
            taken.extend(file.outline.strong());
            let names = wanted.entry(place).or_default();
            names.insert(name);
            let reached = file.outline.reach(names.iter().map(String::as_str));
            todo.extend(reached.missing.iter().filter(|name| !known.contains(*name)).cloned());
            companions.files.insert(place, reached);
        }
        companions
    }

    /// What the machine needs of a file that a unit is linked with. It has no goals.
    pub fn excerpt(&self, place: usize, reached: &Reached) -> Option<Compiled> {
        let File { compiled, outline } = self.files[place].as_ref().ok()?;
        let ir = outline.excerpt(&compiled.ir, reached, &RENAMED);
        Some(Compiled { file: compiled.file.clone(), ir, ..Compiled::default() })
    }

    /// A number that changes with the code of other files that a unit gets to.
    pub fn code(&self, companions: &Companions) -> u64 {
        let mut text = String::new();
        for (place, reached) in &companions.files {
            if let Ok(File { compiled, outline }) = &self.files[*place] {
                text += &outline.essence(&compiled.ir, reached);
            }
        }
        fingerprint(text.as_bytes())
    }
}

/// Words in the names of functions that create something.
const CREATE: &[&str] = &[
    "new", "create", "make", "alloc", "init", "open", "parse", "load", "from", "dup", "copy",
    "clone", "build", "start",
];

/// Words in the names of functions that put something into what they are given.
const FILL: &[&str] = &["add", "push", "put", "insert", "append", "set"];

/// The functions of a file that create, fill and destroy, by their names.
fn pairs(outline: &Outline) -> impl Iterator<Item = &str> {
    let creates = outline.givers().filter(|name| says(name, CREATE));
    creates.chain(outline.strong().filter(|name| says(name, DESTROY) || fills(name)))
}

/// Whether a function puts something into what it is given, by its name.
pub(crate) fn fills(name: &str) -> bool {
    says(name, FILL)
}

fn says(name: &str, words: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    words.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(texts: &[(&str, &str)]) -> (Shelf, Vec<Source>) {
        let compiled = texts.iter().map(|(file, ir)| {
            Ok(Compiled { file: file.into(), ir: (*ir).to_owned(), ..Compiled::default() })
        });
        let source = |(file, _): &(&str, &str)| Source { file: file.into(), ..Source::default() };
        (Shelf::new(compiled.collect()), texts.iter().map(source).collect())
    }

    fn calls(own: &str, called: &[&str]) -> String {
        let body: String = called.iter().map(|name| format!("  call void @{name}()\n")).collect();
        let declared: String =
            called.iter().map(|name| format!("declare void @{name}()\n")).collect();
        format!("define void @{own}() {{\n{body}  ret void\n}}\n{declared}")
    }

    #[test]
    fn a_unit_is_linked_with_what_it_calls_and_what_that_calls() {
        let texts =
            [calls("a", &["b"]), calls("b", &["c", "other"]), calls("c", &["a"]), calls("d", &[])];
        let files = ["a.c", "b.c", "c.c", "d.c"];
        let texts: Vec<(&str, &str)> =
            files.into_iter().zip(texts.iter().map(String::as_str)).collect();
        let (shelf, sources) = shelf(&texts);
        let companions = shelf.companions(0, &sources, &|_| false);
        assert_eq!(companions.files.keys().collect::<Vec<_>>(), [&1, &2]);
        assert_eq!(companions.clashing, BTreeSet::new());
    }

    #[test]
    fn what_creates_and_destroys_comes_with_a_file_that_is_needed() {
        let list = calls("list_size", &[])
            + "define ptr @list_new() {\n  ret ptr null\n}\n"
            + &calls("list_free", &["release"])
            + &calls("list_sort", &[]);
        let (shelf, sources) = shelf(&[
            ("a.c", &calls("a", &["list_size"])),
            ("list.c", &list),
            ("r.c", &calls("release", &[])),
        ]);
        let companions = shelf.companions(0, &sources, &|_| false);
        assert_eq!(companions.files.keys().collect::<Vec<_>>(), [&1, &2]);
        let excerpt = shelf.excerpt(1, &companions.files[&1]).expect("it compiles").ir;
        assert!(excerpt.contains("@list_new") && excerpt.contains("@list_free"), "{excerpt}");
        assert!(!excerpt.contains("@list_sort"), "{excerpt}");
    }

    #[test]
    fn what_reaches_out_of_the_process_is_not_linked() {
        let (a, random) =
            (calls("a", &["seed", "mix"]), calls("seed", &["open"]) + &calls("mix", &[]));
        let (shelf, sources) = shelf(&[("a.c", &a), ("random.c", &random)]);
        let companions = shelf.companions(0, &sources, &|name| name == "open");
        assert_eq!(companions.outside.iter().collect::<Vec<_>>(), ["seed"]);
        let excerpt = shelf.excerpt(1, &companions.files[&1]).expect("it compiles").ir;
        assert!(excerpt.contains("@mix") && !excerpt.contains("@seed"), "{excerpt}");
    }

    #[test]
    fn of_two_programs_in_one_folder_each_keeps_its_own_functions() {
        let one = calls("main", &["helper"]) + &calls("usage", &[]);
        let two = calls("main", &[]) + &calls("usage", &[]) + &calls("helper", &[]);
        let (shelf, sources) = shelf(&[("one.c", &one), ("two.c", &two)]);
        let companions = shelf.companions(0, &sources, &|_| false);
        assert!(companions.files.is_empty());
        assert_eq!(companions.clashing.iter().collect::<Vec<_>>(), ["helper"]);
    }

    #[test]
    fn a_definition_in_the_same_folder_comes_first() {
        let (a, x) = (calls("a", &["x"]), calls("x", &[]));
        let (shelf, sources) = shelf(&[("p/x.c", &x), ("q/a.c", &a), ("q/x.c", &x)]);
        let companions = shelf.companions(1, &sources, &|_| false);
        assert_eq!(companions.files.keys().collect::<Vec<_>>(), [&2]);
    }
}
