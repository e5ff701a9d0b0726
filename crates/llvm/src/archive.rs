//! Modules of an archive, taken as a linker takes them: only those that define what is missing so far.

use crate::error::LowerError;
use crate::ll::ast::{Body, Definition, Module};
use crate::lower::read;
use std::collections::{BTreeMap, BTreeSet};

/// Texts of modules by the names that they define.
pub struct Archive<'a> {
    /// The names of the files that the modules were made from, and the texts.
    modules: &'a [(&'static str, String)],
    /// Which module defines a name.
    index: BTreeMap<&'a str, usize>,
}

impl<'a> Archive<'a> {
    /// An archive of modules; each has the name of the file that it was made from.
    pub fn new(modules: &'a [(&'static str, String)]) -> Self {
        let mut index = BTreeMap::new();
        for (module, (_, text)) in modules.iter().enumerate() {
            for name in definitions(text) {
                index.insert(name, module);
            }
        }
        Self { modules, index }
    }

    /// Whether one of the modules defines a name.
    pub fn defines(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }

    /// Adds to `modules` those of the archive that define `root` or what is missing, and what is missing
    /// in them in turn.
    ///
    /// # Errors
    ///
    /// When a module of the archive cannot be read.
    pub fn complete(&self, modules: &mut Vec<Module<'a>>, root: &str) -> Result<(), LowerError> {
        let mut taken = BTreeSet::new();
        let mut wanted = undefined(modules);
        wanted.insert(root.to_owned());
        loop {
            let files: BTreeSet<usize> = wanted
                .iter()
                .filter_map(|name| self.index.get(name.as_str()).copied())
                .filter(|file| !taken.contains(file))
                .collect();
            if files.is_empty() {
                return Ok(());
            }
            for file in files {
                let (name, text) = &self.modules[file];
                modules.push(read(name, text)?);
                taken.insert(file);
            }
            wanted = undefined(modules);
        }
    }
}

/// The names that the text of a module defines for others.
fn definitions(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let name = if line.starts_with("define ") && !line.starts_with("define internal ") {
            line.split_once('@').and_then(|(_, rest)| rest.split_once('('))
        } else if line.contains(" = external ") || line.contains(" = internal ") {
            None
        } else {
            line.strip_prefix('@').and_then(|rest| rest.split_once(" = "))
        };
        name.map(|(name, _)| name)
    })
}

/// What modules refer to and none of them defines.
pub fn undefined(modules: &[Module<'_>]) -> BTreeSet<String> {
    let mut defined = BTreeSet::new();
    let mut missing = BTreeSet::new();
    for module in modules {
        for symbol in module.symbols.values() {
            let is_defined = match symbol.definition {
                Definition::Global(global) => module.globals[global].initializer.is_some(),
                Definition::Function(function) => {
                    !matches!(module.functions[function].body, Body::Declared)
                }
                Definition::Alias(_) => true,
            };
            let set = if is_defined { &mut defined } else { &mut missing };
            set.insert(symbol.name.trim_start_matches('\u{1}').to_owned());
        }
    }
    &missing - &defined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_modules_that_define_what_is_missing_are_taken() {
        let needs = "declare void @f()\ndefine void @start() {\n  call void @f()\n  ret void\n}\n";
        let archive = [
            ("f.c", "@g = external global i32\ndefine void @f() {\n  ret void\n}\n".to_owned()),
            ("g.c", "@g = global i32 1\n".to_owned()),
            ("h.c", "define internal void @f() {\n  ret void\n}\n@h = global i32 1\n".to_owned()),
        ];
        let archive = Archive::new(&archive);
        assert!(archive.defines("h") && !archive.defines("start"));
        let mut modules = vec![read("a.c", needs).expect("a module")];
        archive.complete(&mut modules, "start").expect("all can be read");
        assert_eq!(modules.len(), 3);
        assert_eq!(undefined(&modules), BTreeSet::new());
    }
}
