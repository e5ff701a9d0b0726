//! Code that a method hands to others to call: the bodies of its lambdas, and the methods of objects that it makes. The calls
//! themselves are in the library, in tests or in what the compiler made, where nobody looks for them.

use crate::api::build::Entry;
use bytecode::world::{Role, World};
use classfile::flags;
use program::{Callee, ClassId, FuncId, Instruction, Program, SelectorId};
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
    let class_of = |method: &FuncId| world.function_method(*method).map(|key| key.class);
    let code = Code {
        world,
        program,
        methods: methods.iter().copied().collect(),
        classes: methods.iter().filter_map(class_of).collect(),
    };
    let mut handed: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
    let mut made = BTreeSet::new();
    for &method in methods {
        let classes = code.made_by(method);
        let behind = handed.entry(method).or_default();
        behind.extend(code.through_glue(method));
        behind.extend(classes.iter().flat_map(|class| code.behind(*class, None)));
        made.extend(classes);
    }
    for entry in entries.iter().filter(|entry| !code.methods.contains(&entry.method)) {
        if let Some(selector) = code.selector(entry.method) {
            let behind = made.iter().flat_map(|class| code.behind(*class, Some(selector)));
            handed.entry(entry.method).or_default().extend(behind);
        }
    }
    handed.retain(|_, behind| !behind.is_empty());
    handed.into_iter().map(|(by, behind)| (by, behind.into_iter().collect())).collect()
}

/// The code under test.
struct Code<'a> {
    world: &'a World,
    program: &'a Program,
    methods: BTreeSet<FuncId>,
    classes: BTreeSet<ClassId>,
}

impl Code<'_> {
    /// What a method calls through methods that the compiler made and that have no goals: so another class gets at what is
    /// private.
    fn through_glue(&self, method: FuncId) -> Vec<FuncId> {
        let is_glue = |function: &FuncId| {
            let key = self.world.function_method(*function);
            self.methods.contains(function)
                && key.is_some_and(|key| self.world.method_info(key).flags & flags::SYNTHETIC != 0)
        };
        let glue = direct_calls(self.program, method).filter(is_glue);
        let called = glue.flat_map(|glue| direct_calls(self.program, glue));
        called.filter(|called| self.methods.contains(called)).collect()
    }

    /// The classes of the lambdas and of the objects under test that a method makes, with those under test above them.
    fn made_by(&self, method: FuncId) -> BTreeSet<ClassId> {
        let sites = call_sites(self.world, self.program, &[method]);
        let of_sites = sites.into_iter().flat_map(|site| classes(self.program, site));
        let own = classes(self.program, method).filter(|class| self.classes.contains(class));
        let above = |class: &ClassId| self.program.classes[*class].superclass;
        let with_above = |class: ClassId| {
            let above = std::iter::successors(above(&class), above);
            std::iter::once(class).chain(above.take_while(|class| self.classes.contains(class)))
        };
        of_sites.chain(own).flat_map(with_above).collect()
    }

    /// The methods under test that calls of a class's methods run, of all of them or of one.
    fn behind(&self, class: ClassId, only: Option<SelectorId>) -> Vec<FuncId> {
        let methods = self.program.classes[class].methods.iter();
        let wanted = methods.filter(|(own, _)| only.is_none_or(|only| only == *own));
        wanted.flat_map(|(_, function)| self.behind_it(class, *function)).collect()
    }

    /// A method itself, or those that it is there to call: the method of a lambda's class calls the body, and one with the
    /// types of an interface that with its own.
    fn behind_it(&self, class: ClassId, function: FuncId) -> Vec<FuncId> {
        if self.methods.contains(&function) {
            return vec![function];
        }
        let declared = &self.program.classes[class].methods;
        let calls = instructions(self.program, function);
        let called = calls.filter_map(|instruction| match instruction {
            Instruction::Call { callee: Callee::Direct(function), .. } => Some(*function),
            Instruction::Call { callee: Callee::Virtual(wanted), .. } => {
                let found = declared.iter().find(|(selector, _)| selector == wanted);
                found.map(|(_, function)| *function)
            }
            _ => None,
        });
        called.filter(|called| self.methods.contains(called)).collect()
    }

    /// What calls of a method are looked up by.
    fn selector(&self, method: FuncId) -> Option<SelectorId> {
        let key = self.world.function_method(method)?;
        let mut declared = self.program.classes[key.class].methods.iter();
        declared.find(|(_, function)| *function == method).map(|(selector, _)| *selector)
    }
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
