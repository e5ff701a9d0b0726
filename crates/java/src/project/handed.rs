//! Code that a method hands to others to call: the bodies of its lambdas, and the methods of objects that it makes. The calls
//! themselves are in the library, in tests or in what the compiler made, where nobody looks for them.

use crate::api::build::Entry;
use crate::world::{Role, World, flags};
use program::{Callee, ClassId, FuncId, Instruction, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The call sites that methods have code made for.
pub(super) fn call_sites(world: &World, program: &Program, methods: &[FuncId]) -> BTreeSet<FuncId> {
    let called = methods.iter().flat_map(|method| direct_calls(program, *method));
    called.filter(|function| matches!(world.role(*function), Role::CallSite { .. })).collect()
}

/// For each of the methods, and for each way in that has no code of its own, the methods that may run because of it though
/// it does not call them.
pub(super) fn find(
    world: &World,
    program: &Program,
    methods: &[FuncId],
    entries: &[Entry],
) -> BTreeMap<FuncId, Vec<FuncId>> {
    let own: BTreeSet<FuncId> = methods.iter().copied().collect();
    let owners: BTreeSet<ClassId> = methods
        .iter()
        .filter_map(|method| world.function_method(*method).map(|key| key.class))
        .collect();
    let mut handed: BTreeMap<FuncId, Vec<FuncId>> = BTreeMap::new();
    let mut made = BTreeSet::new();
    let is_glue = |function: &FuncId| {
        let key = world.function_method(*function);
        own.contains(function)
            && key.is_some_and(|key| world.method_info(key).flags & flags::SYNTHETIC != 0)
    };
    for &method in methods {
        // What is private is called by another class through a method that the compiler made and that has no goals.
        let glue = direct_calls(program, method).filter(is_glue);
        let behind = glue.flat_map(|glue| direct_calls(program, glue));
        handed.entry(method).or_default().extend(behind.filter(|called| own.contains(called)));
        let sites = call_sites(world, program, &[method]);
        let of_sites = sites.into_iter().flat_map(|site| classes(program, site));
        let of_own = classes(program, method).filter(|class| owners.contains(class));
        for class in of_sites.chain(of_own) {
            let above = |class: &ClassId| program.classes[*class].superclass;
            // With what it inherits from others that are under test.
            let inherited = std::iter::successors(above(&class), above);
            let inherited = inherited.take_while(|class| owners.contains(class));
            for class in std::iter::once(class).chain(inherited) {
                made.insert(class);
                let behind = program.classes[class].methods.iter();
                let behind =
                    behind.flat_map(|(_, function)| behind_it(program, &own, class, *function));
                handed.entry(method).or_default().extend(behind);
            }
        }
    }
    for entry in entries.iter().filter(|entry| !own.contains(&entry.method)) {
        let Some(key) = world.function_method(entry.method) else { continue };
        let declared = &program.classes[key.class].methods;
        let Some((wanted, _)) = declared.iter().find(|(_, function)| *function == entry.method)
        else {
            continue;
        };
        let behind = handed.entry(entry.method).or_default();
        for class in &made {
            let methods = program.classes[*class].methods.iter();
            for (_, function) in methods.filter(|(selector, _)| selector == wanted) {
                behind.extend(behind_it(program, &own, *class, *function));
            }
        }
    }
    for behind in handed.values_mut() {
        behind.sort_unstable();
        behind.dedup();
    }
    handed.retain(|_, behind| !behind.is_empty());
    handed
}

/// A method itself, or those that it is there to call: the method of a lambda's class calls the body, and one with the
/// types of an interface that with its own.
fn behind_it(
    program: &Program,
    own: &BTreeSet<FuncId>,
    class: ClassId,
    function: FuncId,
) -> Vec<FuncId> {
    if own.contains(&function) {
        return vec![function];
    }
    let declared = &program.classes[class].methods;
    let called = instructions(program, function).filter_map(|instruction| match instruction {
        Instruction::Call { callee: Callee::Direct(function), .. } => Some(*function),
        Instruction::Call { callee: Callee::Virtual(wanted), .. } => {
            declared.iter().find(|(selector, _)| selector == wanted).map(|(_, function)| *function)
        }
        _ => None,
    });
    called.filter(|called| own.contains(called)).collect()
}

fn instructions(program: &Program, function: FuncId) -> impl Iterator<Item = &Instruction> {
    let blocks = program.functions[function].blocks.values();
    blocks.flat_map(|block| block.instructions.iter().map(|instruction| &instruction.node))
}

fn direct_calls(program: &Program, function: FuncId) -> impl Iterator<Item = FuncId> {
    instructions(program, function).filter_map(|instruction| match instruction {
        Instruction::Call { callee: Callee::Direct(function), .. } => Some(*function),
        _ => None,
    })
}

/// The classes of the objects that a function makes; one that is made once is made when its class is initialised.
fn classes(program: &Program, function: FuncId) -> impl Iterator<Item = ClassId> {
    instructions(program, function).filter_map(|instruction| match instruction {
        Instruction::New { class, .. } | Instruction::Init { class } => Some(*class),
        _ => None,
    })
}
