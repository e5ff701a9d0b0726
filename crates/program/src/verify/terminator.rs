//! Terminators: edges, moves, cases.

use rustc_hash::FxHashSet;

use super::function::Inside;
use crate::{Constant, Edge, Operand, Terminator, Type, text};

impl Inside<'_, '_> {
    pub fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(_) | Terminator::Unreachable => {}
            Terminator::Branch { test, condition, .. } => {
                self.test(test);
                self.condition(*condition);
            }
            Terminator::Switch { ty, value, cases, .. } => {
                if self.ty(*ty) && !ty.is_int() {
                    self.problem(format!("a switch is over an integer, not {ty}"));
                } else if super::is_type(*ty) {
                    let mut seen = FxHashSet::default();
                    for (case, _) in cases {
                        if case & !ty.mask() != 0 {
                            self.problem(format!("case {case:#x} does not fit into {ty}"));
                        }
                        if !seen.insert(*case) {
                            let case = Operand::Constant(Constant::Bits(*case));
                            let case = text::operand(self.program, self.function, *ty, case);
                            self.problem(format!("there are two cases {case}"));
                        }
                    }
                }
                self.operand("the value", *value, *ty);
            }
            Terminator::Return(value) => match (value, self.function.result) {
                (Some(value), Some(ty)) => self.operand("the result", *value, ty),
                (None, None) => {}
                (None, Some(ty)) => self.problem(format!("a result of type {ty} is missing")),
                (Some(_), None) => self.problem("the function has no result"),
            },
            Terminator::Throw(value) => self.operand("what is thrown", *value, Type::Ptr),
        }
        for edge in terminator.edges() {
            self.edge(edge);
        }
    }

    fn edge(&mut self, edge: &Edge) {
        if self.function.blocks.get(edge.target).is_none() {
            self.problem(format!("block ?{} does not exist", edge.target.0));
        }
        let mut seen = FxHashSet::default();
        for (target, value) in &edge.moves {
            let Some(register) = self.function.registers.get(*target) else {
                self.problem(format!("register ?{} does not exist", target.0));
                continue;
            };
            if !seen.insert(*target) {
                self.problem(format!("`%{}` is assigned twice on one edge", register.name));
            }
            self.operand("the moved value", *value, register.ty);
        }
    }
}
