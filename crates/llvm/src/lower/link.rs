//! Several modules become one program: names that all may see are resolved, others get their file's
//! name.

use super::{Conventions, libm};
use crate::error::LowerError;
use crate::ll::ast::{Body, ConstantKind, Definition, Linkage, Module, Symbol, SymbolId};
use program::{FuncId, GlobalId, IdVec, local_name};
use rustc_hash::FxHashMap;

/// What a symbol of a module is in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// A function.
    Function(FuncId),
    /// A byte of a global.
    Global(GlobalId, i64),
    /// Nothing that a program refers to: intrinsics, coverage data, a weak symbol nobody defines.
    Nothing,
}

/// Where a function or global of the program is defined or, failing that, declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    /// The module.
    pub module: usize,
    /// The symbol in it.
    pub symbol: SymbolId,
}

/// The symbols of all modules.
#[derive(Default)]
pub(super) struct Links {
    /// By module and symbol.
    pub targets: Vec<IdVec<SymbolId, Target>>,
    /// Names and origins of the program's functions.
    pub functions: IdVec<FuncId, (String, Origin)>,
    /// Names and origins of the program's globals.
    pub globals: IdVec<GlobalId, (String, Origin)>,
    /// The names of the modules' files, in short.
    pub files: Vec<String>,
}

/// How much a definition weighs against another one of the same name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Weight {
    Declared,
    Common,
    Weak,
    Strong,
}

/// Resolves the symbols of modules.
pub(super) fn link(
    modules: &[&Module<'_>],
    conventions: &Conventions<'_>,
) -> Result<Links, LowerError> {
    let mut links = Links { files: short_names(modules), ..Links::default() };
    let winners = winners(modules, &links.files, conventions)?;
    let mut made: FxHashMap<(usize, SymbolId), Target> = FxHashMap::default();
    for (index, module) in modules.iter().enumerate() {
        let mut targets = IdVec::filled(Target::Nothing, module.symbols.len());
        for (id, symbol) in module.symbols.iter() {
            if is_machinery(&symbol.name, conventions) {
                continue;
            }
            let origin = if is_local(module, symbol) {
                Origin { module: index, symbol: id }
            } else {
                winners.get(&*symbol.name).map_or(Origin { module: index, symbol: id }, |w| w.1)
            };
            let key = (origin.module, origin.symbol);
            targets[id] = *made.entry(key).or_insert_with(|| links.make(modules, origin));
        }
        links.targets.push(targets);
    }
    links.add_library(modules);
    // Aliases come last: what they stand for has a place by now.
    for (index, module) in modules.iter().enumerate() {
        for id in module.symbols.ids() {
            if let Some(target) = links.alias(modules, index, id, &winners, 0) {
                links.targets[index][id] = target;
            }
        }
    }
    Ok(links)
}

impl Links {
    /// Declares the functions of the mathematical library that intrinsics stand for.
    fn add_library(&mut self, modules: &[&Module<'_>]) {
        for (module, body) in modules.iter().enumerate() {
            for (symbol, known) in body.symbols.iter() {
                let Some(name) = libm::function_of(&known.name) else { continue };
                if self.functions.values().all(|(other, _)| *other != name) {
                    self.functions.push((name, Origin { module, symbol }));
                }
            }
        }
    }

    /// The file that keeps a symbol to itself, in short.
    pub(super) fn home(&self, modules: &[&Module<'_>], origin: Origin) -> Option<&str> {
        let module = modules[origin.module];
        is_local(module, &module.symbols[origin.symbol]).then_some(&self.files[origin.module])
    }

    fn make(&mut self, modules: &[&Module<'_>], origin: Origin) -> Target {
        let module = modules[origin.module];
        let symbol = &module.symbols[origin.symbol];
        let plain = symbol.name.trim_start_matches('\u{1}');
        let name = match self.home(modules, origin) {
            Some(home) => local_name(home, plain),
            None => plain.to_owned(),
        };
        // A weak reference that nobody defines is null.
        let dangling = linkage_of(module, symbol) == Linkage::ExternWeak
            && weight(module, symbol) == Weight::Declared;
        match symbol.definition {
            _ if dangling => Target::Nothing,
            Definition::Function(_) => Target::Function(self.functions.push((name, origin))),
            Definition::Global(_) => Target::Global(self.globals.push((name, origin)), 0),
            Definition::Alias(_) => Target::Nothing,
        }
    }

    /// What an alias stands for; `None` for any other symbol.
    fn alias(
        &self,
        modules: &[&Module<'_>],
        module: usize,
        id: SymbolId,
        winners: &FxHashMap<&str, (Weight, Origin)>,
        depth: u32,
    ) -> Option<Target> {
        let symbol = &modules[module].symbols[id];
        let origin = if is_local(modules[module], symbol) {
            Origin { module, symbol: id }
        } else {
            winners.get(&*symbol.name).map_or(Origin { module, symbol: id }, |winner| winner.1)
        };
        let home = modules[origin.module];
        let Definition::Alias(alias) = home.symbols[origin.symbol].definition else { return None };
        let mut constant = home.aliases[alias].target;
        // An alias of an alias of itself cannot be written in C, but a text can say anything.
        if depth > 64 {
            return Some(Target::Nothing);
        }
        loop {
            match &home.constants[constant].kind {
                ConstantKind::Symbol(target) => {
                    let inner = self.alias(modules, origin.module, *target, winners, depth + 1);
                    return Some(inner.unwrap_or(self.targets[origin.module][*target]));
                }
                ConstantKind::Cast { value, .. } => constant = *value,
                _ => return Some(Target::Nothing),
            }
        }
    }
}

/// For each name that all modules may see, the definition that holds.
fn winners<'m>(
    modules: &[&'m Module<'_>],
    files: &[String],
    conventions: &Conventions<'_>,
) -> Result<FxHashMap<&'m str, (Weight, Origin)>, LowerError> {
    let mut winners: FxHashMap<&str, (Weight, Origin)> = FxHashMap::default();
    for (index, module) in modules.iter().enumerate() {
        for (id, symbol) in module.symbols.iter() {
            if is_local(module, symbol) || is_machinery(&symbol.name, conventions) {
                continue;
            }
            let weight = weight(module, symbol);
            let origin = Origin { module: index, symbol: id };
            match winners.get(&*symbol.name) {
                Some((Weight::Strong, first)) if weight == Weight::Strong => {
                    return Err(LowerError::Duplicate {
                        name: symbol.name.to_string(),
                        first: files[first.module].clone(),
                        second: files[index].clone(),
                    });
                }
                Some((known, _)) if *known >= weight => {}
                _ => {
                    winners.insert(&symbol.name, (weight, origin));
                }
            }
        }
    }
    Ok(winners)
}

fn linkage_of(module: &Module<'_>, symbol: &Symbol<'_>) -> Linkage {
    match symbol.definition {
        Definition::Global(global) => module.globals[global].linkage,
        Definition::Function(function) => module.functions[function].linkage,
        Definition::Alias(alias) => module.aliases[alias].linkage,
    }
}

/// Whether only the module itself sees a symbol.
pub(super) fn is_local(module: &Module<'_>, symbol: &Symbol<'_>) -> bool {
    matches!(linkage_of(module, symbol), Linkage::Private | Linkage::Internal)
}

fn weight(module: &Module<'_>, symbol: &Symbol<'_>) -> Weight {
    let defined = match symbol.definition {
        Definition::Global(global) => module.globals[global].initializer.is_some(),
        Definition::Function(function) => {
            !matches!(module.functions[function].body, Body::Declared)
        }
        Definition::Alias(_) => true,
    };
    match linkage_of(module, symbol) {
        _ if !defined => Weight::Declared,
        Linkage::Common => Weight::Common,
        Linkage::Linkonce
        | Linkage::LinkonceOdr
        | Linkage::Weak
        | Linkage::WeakOdr
        | Linkage::AvailableExternally
        | Linkage::ExternWeak => Weight::Weak,
        _ => Weight::Strong,
    }
}

/// Whether a symbol belongs to LLVM or to clang's coverage and not to the program.
fn is_machinery(name: &str, conventions: &Conventions<'_>) -> bool {
    name.starts_with("llvm.")
        || name.starts_with("__covrec_")
        || name.starts_with("__profn_")
        || name == "__llvm_coverage_mapping"
        || name == "__llvm_profile_runtime"
        || conventions.witnessed(name).is_some()
}

/// The last part of each module's file name; where two are the same, the whole name.
fn short_names(modules: &[&Module<'_>]) -> Vec<String> {
    let short = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let all: Vec<String> = modules.iter().map(|module| short(&module.source_filename)).collect();
    let unique = |name: &String| all.iter().filter(|other| *other == name).count() == 1;
    let mut names: Vec<String> = Vec::new();
    for (module, name) in modules.iter().zip(&all) {
        let mut wanted =
            if unique(name) { name.clone() } else { module.source_filename.to_string() };
        // The same file may be given twice with different flags.
        while names.contains(&wanted) {
            wanted.push('\'');
        }
        names.push(wanted);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_data_and_intrinsics_are_no_part_of_the_program() {
        let conventions = Conventions { witness: "type_of_", ..Conventions::default() };
        assert!(is_machinery("llvm.memcpy.p0.p0.i64", &conventions));
        assert!(is_machinery("__profn_main", &conventions));
        assert!(is_machinery("type_of_main", &conventions));
        assert!(!is_machinery("main", &conventions));
        assert!(!is_machinery("main", &Conventions::default()));
    }

    #[test]
    fn weak_definitions_yield_to_strong_ones() {
        assert!(Weight::Declared < Weight::Common);
        assert!(Weight::Common < Weight::Weak);
        assert!(Weight::Weak < Weight::Strong);
    }
}
