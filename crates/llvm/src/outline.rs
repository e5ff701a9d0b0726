//! What the text of a module defines and refers to, and the part of the text that some of its definitions need.
//!
//! The text is not parsed: a definition is known by the beginning of its line, a reference by its `@`. So the files of a
//! project are looked through once, and of each only what a unit needs is read and lowered with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

/// What numbers of metadata stand behind.
const METADATA: [&str; 3] = ["!dbg !", "!llvm.loop !", "!PGOFuncName !"];

/// The symbols of a module's text.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    symbols: Vec<Symbol>,
    by_name: BTreeMap<String, usize>,
}

/// What a module says of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Another module defines it.
    Declared,
    /// No other module sees it.
    Local,
    /// Another definition of the same name takes its place.
    Weak,
    /// It is the only definition of its name.
    Strong,
}

#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    standing: Standing,
    /// Where it is in the text, whole lines.
    lines: Range<usize>,
    /// Whether it is a function that gives a pointer.
    gives_pointer: bool,
    /// The symbols that it refers to.
    refers: Vec<usize>,
}

/// What a set of names needs of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Its symbols, by their places.
    pub symbols: BTreeSet<usize>,
    /// The names among them that other modules define.
    pub missing: BTreeSet<String>,
}

impl Outline {
    /// Looks through the text of a module.
    pub fn of(text: &str) -> Self {
        let mut outline = Self::default();
        let mut at = 0;
        let mut open: Option<Symbol> = None;
        for line in text.split_inclusive('\n') {
            let lines = at..at + line.len();
            at = lines.end;
            if let Some(symbol) = &mut open {
                symbol.lines.end = lines.end;
                if line.starts_with('}') {
                    outline.symbols.extend(open.take());
                }
            } else if let Some((name, standing)) = symbol_of(line) {
                let head = line.split('@').next().unwrap_or_default();
                let gives_pointer = head.starts_with("define ") && head.ends_with("ptr ");
                let symbol = Symbol { name, standing, lines, gives_pointer, refers: Vec::new() };
                match line.starts_with("define ") {
                    true => open = Some(symbol),
                    false => outline.symbols.push(symbol),
                }
            }
        }
        let names = outline.symbols.iter().enumerate();
        outline.by_name = names.map(|(place, symbol)| (symbol.name.clone(), place)).collect();
        for place in 0..outline.symbols.len() {
            let lines = text.get(outline.symbols[place].lines.clone()).unwrap_or_default();
            let named = names_in(lines).filter_map(|(_, name)| outline.by_name.get(plain(name)));
            let refers: BTreeSet<usize> = named.copied().filter(|other| *other != place).collect();
            outline.symbols[place].refers = refers.into_iter().collect();
        }
        outline
    }

    /// The names that it defines for other modules.
    pub fn public(&self) -> impl Iterator<Item = &str> {
        let public = self.symbols.iter();
        let public = public.filter(|one| matches!(one.standing, Standing::Weak | Standing::Strong));
        public.map(|symbol| symbol.name.as_str())
    }

    /// Those of them that no other module may define beside it.
    pub fn strong(&self) -> impl Iterator<Item = &str> {
        let strong = self.symbols.iter().filter(|one| one.standing == Standing::Strong);
        strong.map(|symbol| symbol.name.as_str())
    }

    /// The functions that it defines for other modules and that give a pointer.
    pub fn givers(&self) -> impl Iterator<Item = &str> {
        let givers = self.symbols.iter().filter(|one| one.gives_pointer);
        givers.filter(|one| one.standing == Standing::Strong).map(|symbol| symbol.name.as_str())
    }

    /// The names that it refers to or defines.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// What all of it needs.
    pub fn whole(&self) -> Reached {
        self.reach(self.symbols.iter().map(|symbol| symbol.name.as_str()))
    }

    /// What the definitions of these names need.
    pub fn reach<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Reached {
        let mut reached = Reached::default();
        let mut todo: Vec<usize> =
            names.into_iter().filter_map(|name| self.by_name.get(name).copied()).collect();
        while let Some(place) = todo.pop() {
            if !reached.symbols.insert(place) {
                continue;
            }
            let symbol = &self.symbols[place];
            todo.extend(&symbol.refers);
            if symbol.standing == Standing::Declared && !symbol.name.starts_with("llvm.") {
                reached.missing.insert(symbol.name.clone());
            }
        }
        reached
    }

    /// The text without symbols that were not reached. What is declared under some names gets others.
    pub fn excerpt(&self, text: &str, reached: &Reached, renamed: &[(&str, &str)]) -> String {
        let mut short = String::with_capacity(text.len() / 2);
        let mut at = 0;
        let other = |name: &str| -> Option<&str> {
            let (_, new) = renamed.iter().find(|(old, _)| *old == name)?;
            let symbol = &self.symbols[*self.by_name.get(name)?];
            (symbol.standing == Standing::Declared).then_some(new)
        };
        for (place, symbol) in self.symbols.iter().enumerate() {
            short += text.get(at..symbol.lines.start).unwrap_or_default();
            at = symbol.lines.end;
            if !reached.symbols.contains(&place) {
                continue;
            }
            let lines = text.get(symbol.lines.clone()).unwrap_or_default();
            let mut from = 0;
            for (name_at, name) in names_in(lines) {
                if let Some(new) = other(name) {
                    short += &lines[from..name_at];
                    short += new;
                    from = name_at + name.len();
                }
            }
            short += &lines[from..];
        }
        short += text.get(at..).unwrap_or_default();
        short
    }

    /// What was reached as text that stays the same where other code of the module changes: without the numbers of
    /// metadata.
    pub fn essence(&self, text: &str, reached: &Reached) -> String {
        let mut essence = String::new();
        for place in &reached.symbols {
            let lines = text.get(self.symbols[*place].lines.clone()).unwrap_or_default();
            for line in lines.lines().filter(|line| !line.contains("#dbg_")) {
                let numbers = METADATA.iter().filter_map(|kind| line.find(kind)).min();
                let _ = writeln!(essence, "{}", &line[..numbers.unwrap_or(line.len())]);
            }
        }
        essence
    }
}

/// The symbol that a line of the outermost level begins, and how it stands to other modules; none for symbols of LLVM
/// that hold others, such as `llvm.used`.
fn symbol_of(line: &str) -> Option<(String, Standing)> {
    let is_function = line.starts_with("define ") || line.starts_with("declare ");
    if !is_function && !line.starts_with('@') {
        return None;
    }
    let (at, name) = names_in(line).next()?;
    let words = match is_function {
        true => &line[..at],
        false => line[at + name.len()..].split(['[', '{', '(', '"']).next().unwrap_or_default(),
    };
    let has = |wanted: &[&str]| words.split_whitespace().any(|word| wanted.contains(&word));
    let standing = match () {
        () if line.starts_with("declare ") => Standing::Declared,
        () if has(&["external", "extern_weak"]) => Standing::Declared,
        () if has(&["private", "internal"]) => Standing::Local,
        () if has(&["linkonce", "linkonce_odr", "weak", "weak_odr", "common", "appending"])
            || has(&["available_externally"]) =>
        {
            Standing::Weak
        }
        () => Standing::Strong,
    };
    Some((plain(name).to_owned(), standing))
}

/// The names behind each `@` of a text, and where each begins; a name in quotes is given with them.
fn names_in(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices('@').filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        let length = match rest.strip_prefix('"') {
            Some(quoted) => quoted.find('"')? + 2,
            None => {
                let letter = |one: char| one.is_ascii_alphanumeric() || "-$._".contains(one);
                rest.find(|one| !letter(one)).unwrap_or(rest.len())
            }
        };
        (length > 0).then(|| (at + 1, &rest[..length]))
    })
}

/// A name without the quotes, and without the mark of one that is not changed.
fn plain(name: &str) -> &str {
    let inner = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name);
    inner.strip_prefix("\\01").unwrap_or(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "source_filename = \"b.c\"\n\
        @table = internal global [1 x ptr] [ptr @callback], align 8, !dbg !0\n\
        @count = global i32 0\n\
        @shared = external global i32\n\
        @maybe = weak global i32 1\n\
        define i32 @entry() #0 !dbg !7 {\n  %1 = load ptr, ptr @table, !dbg !9\n  call ptr @malloc(i64 1)\n  ret i32 0\n}\n\
        define internal i32 @callback() {\n  ret i32 0\n}\n\
        define i32 @unused() {\n  %1 = call i32 @elsewhere()\n  ret i32 %1\n}\n\
        declare ptr @malloc(i64)\n\
        declare i32 @elsewhere()\n\
        !7 = !{}\n";

    #[test]
    fn a_module_is_known_by_what_it_defines_for_others_and_what_it_needs() {
        let outline = Outline::of(TEXT);
        assert_eq!(outline.public().collect::<Vec<_>>(), ["count", "maybe", "entry", "unused"]);
        assert_eq!(outline.strong().collect::<Vec<_>>(), ["count", "entry", "unused"]);
        assert_eq!(outline.givers().count(), 0);
        assert_eq!(Outline::of("define dso_local noalias ptr @new() {\n}\n").givers().count(), 1);
        let missing = outline.whole().missing;
        assert_eq!(missing.iter().collect::<Vec<_>>(), ["elsewhere", "malloc", "shared"]);
    }

    #[test]
    fn an_excerpt_holds_what_a_name_needs_and_nothing_else() {
        let outline = Outline::of(TEXT);
        let reached = outline.reach(["entry"]);
        assert_eq!(reached.missing.iter().collect::<Vec<_>>(), ["malloc"]);
        let short = outline.excerpt(TEXT, &reached, &[("malloc", "sure_malloc"), ("entry", "x")]);
        assert_eq!(
            short,
            "source_filename = \"b.c\"\n\
             @table = internal global [1 x ptr] [ptr @callback], align 8, !dbg !0\n\
             define i32 @entry() #0 !dbg !7 {\n  %1 = load ptr, ptr @table, !dbg !9\n  call ptr @sure_malloc(i64 1)\n  ret i32 0\n}\n\
             define internal i32 @callback() {\n  ret i32 0\n}\n\
             declare ptr @sure_malloc(i64)\n\
             !7 = !{}\n"
        );
    }

    #[test]
    fn what_is_reached_reads_the_same_whatever_the_numbers_of_its_metadata_are() {
        let outline = Outline::of(TEXT);
        let essence = |text: &str| outline.essence(text, &outline.reach(["entry"]));
        assert_eq!(essence(TEXT), essence(&TEXT.replace("!7", "!8").replace("!9", "!5")));
        assert!(!essence(TEXT).contains("elsewhere"));
    }
}
