//! What callers in the project hand to a function: constants, or what they have compared before.
//!
//! That every one of them does so is a precondition, even where nothing says it: a finding that needs another value is
//! about a caller that is not there.

use super::causes::{Cause, Examiner, Followed};
use super::inputs::number;
use crate::libc::FOLDER;
use program::analysis::{Cfg, Dominators, Unwinding};
use program::{
    BlockId, Callee, Constant, FuncId, Function, Instruction, Operand, Program, RegId, Terminator,
    Test,
};
use std::collections::{BTreeMap, BTreeSet};
use suite::checks::callable;

/// What callers hand to parameters, by the function and the place of the parameter.
#[derive(Clone, Debug, Default)]
pub(super) struct Callers(BTreeMap<(FuncId, usize), Habit>);

/// What all callers hand to one parameter.
#[derive(Clone, Debug, Default)]
struct Habit {
    /// The constants among it.
    constants: BTreeSet<u128>,
    /// Whether some callers pass what is neither a constant nor compared with anything before.
    is_open: bool,
}

impl Callers {
    /// Looks at all calls in the code of a project.
    pub fn of(program: &Program) -> Self {
        let mut found = Self::default();
        for (id, function) in program.functions.iter() {
            let of_library =
                function.span.is_some_and(|span| program.files[span.file].starts_with(FOLDER));
            if function.has_body() && !of_library {
                found.look(id, function);
            }
        }
        found
    }

    fn look(&mut self, id: FuncId, function: &Function) {
        let mut known: Option<Known> = None;
        for (block, body) in function.blocks.iter() {
            for instruction in &body.instructions {
                let Instruction::Call { callee: Callee::Direct(callee), arguments, .. } =
                    &instruction.node
                else {
                    continue;
                };
                // What a function hands to itself it was handed.
                if *callee == id {
                    continue;
                }
                for (place, argument) in arguments.iter().enumerate() {
                    let habit = self.0.entry((*callee, place)).or_default();
                    match argument.value {
                        Operand::Constant(Constant::Bits(bits)) => {
                            habit.constants.insert(bits);
                        }
                        Operand::Constant(_) => {}
                        Operand::Register(register) => {
                            let known = known.get_or_insert_with(|| Known::new(function));
                            habit.is_open |= !known.is_compared(register, block);
                        }
                    }
                }
            }
        }
    }

    /// Whether there are callers, and none of them passes this value unseen.
    pub fn avoid(&self, function: FuncId, place: usize, value: u128) -> bool {
        let habit = self.0.get(&(function, place));
        habit.is_some_and(|habit| !habit.is_open && !habit.constants.contains(&value))
    }
}

/// What is compared where in a function.
struct Known {
    dominators: Dominators,
    /// The blocks that compare a register.
    compared: BTreeMap<RegId, BTreeSet<BlockId>>,
    /// What a register is made of, where it is made in one place and only converted.
    sources: BTreeMap<RegId, Option<RegId>>,
}

impl Known {
    fn new(function: &Function) -> Self {
        let mut own = Self {
            dominators: Dominators::new(&Cfg::new(function, Unwinding::default())),
            compared: BTreeMap::new(),
            sources: BTreeMap::new(),
        };
        for (_, body) in function.blocks.iter() {
            for instruction in &body.instructions {
                if let Some(dst) = instruction.node.destination() {
                    let source = match instruction.node {
                        Instruction::Copy { value: Operand::Register(from), .. }
                        | Instruction::Convert { value: Operand::Register(from), .. } => Some(from),
                        _ => None,
                    };
                    let known = own.sources.entry(dst).or_insert(source);
                    if *known != source {
                        *known = None;
                    }
                }
            }
        }
        for (block, body) in function.blocks.iter() {
            for instruction in &body.instructions {
                match instruction.node {
                    Instruction::Compare { left, right, .. } => own.note(block, [left, right]),
                    Instruction::Select { test: Test::Compare { left, right, .. }, .. } => {
                        own.note(block, [left, right]);
                    }
                    _ => {}
                }
            }
            match &body.terminator.node {
                Terminator::Branch { test: Test::Compare { left, right, .. }, .. } => {
                    own.note(block, [*left, *right]);
                }
                Terminator::Switch { value, .. } => own.note(block, [*value, *value]),
                _ => {}
            }
        }
        own
    }

    fn note(&mut self, block: BlockId, sides: [Operand; 2]) {
        for side in sides {
            if let Operand::Register(register) = side {
                let root = self.root(register);
                self.compared.entry(root).or_default().insert(block);
            }
        }
    }

    /// What a register was converted from.
    fn root(&self, register: RegId) -> RegId {
        let mut root = register;
        // Registers that are assigned from each other go round.
        for _ in 0..8 {
            match self.sources.get(&root) {
                Some(Some(from)) => root = *from,
                _ => break,
            }
        }
        root
    }

    /// Whether every way to a block compares a register.
    fn is_compared(&self, register: RegId, block: BlockId) -> bool {
        let blocks = self.compared.get(&self.root(register));
        blocks.is_some_and(|blocks| {
            blocks.iter().any(|compared| self.dominators.strictly_dominates(*compared, block))
        })
    }
}

impl Examiner<'_, '_> {
    /// The cause of a finding that needs what no caller in the project passes: of what the fault depends on, a length of
    /// what is overrun included.
    pub(super) fn unknown_to_callers(&self, run: &Followed) -> Option<Cause> {
        let (called, arguments) = run.calls();
        let program = self.maker.program();
        let function = program.catalogue.entered_by(called);
        let callable = callable(&program.catalogue, called)?;
        let length = run
            .overrun()
            .and_then(|overrun| self.maker.length_argument(&run.scenario, run.statement, overrun));
        let pairs = arguments.iter().zip(&callable.params).enumerate();
        let mut pairs = pairs.filter(|(_, (argument, (_, ty)))| {
            let decides = argument.variable().is_some_and(|own| run.deciding.contains(&own));
            decides || length == Some(**argument) || program.catalogue.pointee(*ty).is_some()
        });
        let avoided = pairs.find(|(place, (argument, _))| {
            number(&run.scenario, **argument)
                .is_some_and(|value| self.callers.avoid(function, *place, value))
        });
        let (_, (_, (name, _))) = avoided?;
        let reason =
            format!("every caller in the project passes another `{name}`, or checks it before");
        Some(Cause::invalid(reason))
    }
}
