//! Mistakes in conditions: another comparison, one too few, another connector, a case that is missing.

use crate::exchange::{boundary, relations, signed};
use crate::place::{Place, same};
use crate::{Infection, Mutant, Operator, words};
use program::{CompareOp, Constant, Edge, Edit, Instruction, Operand, Terminator, Test, Type};

impl Place<'_> {
    pub fn comparison(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let &Instruction::Compare { op, ty, dst, left, right } = node else { return };
        let with = |op| Instruction::Compare { op, ty, dst, left, right };
        if let Some(other) = boundary(op) {
            let text = replaced(op, other);
            let edit = Edit::instruction(self.at, with(other));
            let infection = self.unless(node, same(ty, left, right).negated());
            add(self.mutant(Operator::ConditionalsBoundary, edit, infection, text));
        }
        let edit = Edit::instruction(self.at, with(op.negated()));
        let text = replaced(op, op.negated());
        add(self.mutant(Operator::NegateConditionals, edit, Infection::Always, text));
        if let Some((Test::Compare { left, right, .. }, beside, text)) =
            past_other_boundary(Test::Compare { op, ty, left, right })
        {
            let edit =
                Edit::instruction(self.at, Instruction::Compare { op, ty, dst, left, right });
            add(self.mutant(Operator::Bounds, edit, self.unless(node, beside), text));
        }
        for other in ordered(op, ty) {
            add(self.other_value(Operator::Relations, node, with(*other), replaced(op, *other)));
        }
    }

    pub fn select(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let &Instruction::Select { ty, dst, test, then, otherwise, condition } = node else {
            return;
        };
        let with = |test, then, otherwise| Instruction::Select {
            ty,
            dst,
            test,
            then,
            otherwise,
            condition,
        };
        if let Some((other, text)) = past_boundary(test) {
            let other = with(other, then, otherwise);
            add(self.other_value(Operator::ConditionalsBoundary, node, other, text));
        }
        let other = with(test, otherwise, then);
        add(self.other_value(Operator::NegateConditionals, node, other, opposite(test)));
        for (value, outcome) in [(then, "true"), (otherwise, "false")] {
            let copy = Instruction::Copy { ty, dst, value };
            add(self.other_value(Operator::RemoveConditionals, node, copy, always(outcome)));
        }
        for (other, text) in related(test) {
            let other = with(other, then, otherwise);
            add(self.other_value(Operator::Relations, node, other, text));
        }
    }

    pub fn branch(&self, node: &Terminator, add: &mut dyn FnMut(Mutant)) {
        let Terminator::Branch { test, condition, then, otherwise } = node else { return };
        self.connector(node, add);
        if matches!(test, Test::Value(_)) && condition.is_some() && self.rules.tells_values() {
            return;
        }
        let with = |test, then: &Edge, otherwise: &Edge| {
            let (then, otherwise) = (then.clone(), otherwise.clone());
            Terminator::Branch { test, condition: *condition, then, otherwise }
        };
        if let Some((other, text)) = past_boundary(*test) {
            let infection = match *test {
                Test::Compare { ty, left, right, .. } => {
                    self.unless_at_end(node, same(ty, left, right).negated())
                }
                Test::Value(_) => Infection::Unknown,
            };
            let end = with(other, then, otherwise);
            add(self.other_end(Operator::ConditionalsBoundary, end, infection, text));
        }
        if let Some((other, beside, text)) = past_other_boundary(*test) {
            let infection = self.unless_at_end(node, beside);
            let end = with(other, then, otherwise);
            add(self.other_end(Operator::Bounds, end, infection, text));
        }
        let end = with(*test, otherwise, then);
        let operator = Operator::NegateConditionals;
        add(self.other_end(operator, end, Infection::Always, opposite(*test)));
        for (edge, outcome, holds) in [(then, "true", *test), (otherwise, "false", test.negated())]
        {
            let end = Terminator::Jump(edge.clone());
            let infection = self.unless_at_end(node, holds);
            add(self.other_end(Operator::RemoveConditionals, end, infection, always(outcome)));
        }
        for (other, text) in related(*test) {
            let infection = self.unlike_at_end(node, [*test, other]);
            let end = with(other, then, otherwise);
            add(self.other_end(Operator::Relations, end, infection, text));
        }
    }

    /// The other connector between a condition and the next one. It comes out early the other way round: what the
    /// early way brings along is negated, or it goes where the next condition would have gone.
    fn connector(&self, node: &Terminator, add: &mut dyn FnMut(Mutant)) {
        let Terminator::Branch { test, condition: Some(condition), then, otherwise } = node else {
            return;
        };
        let decision = &self.function.decisions[condition.decision];
        let Some(known) = decision.conditions.get(condition.index as usize) else { return };
        let (next, on, early, words) = match (known.if_true, known.if_false) {
            (Some(next), None) => (next, then, otherwise, ("&&", "||")),
            (None, Some(next)) => (next, otherwise, then, ("||", "&&")),
            _ => return,
        };
        let Terminator::Branch {
            condition: Some(second),
            then: second_then,
            otherwise: second_otherwise,
            ..
        } = &self.function.blocks[on.target].terminator.node
        else {
            return;
        };
        if second.decision != condition.decision || second.index != next {
            return;
        }
        let is_bit = |register| self.function.type_of(register) == Type::Int(1);
        let bit = |moved: &(program::RegId, Operand)| match *moved {
            (to, Operand::Constant(Constant::Bits(bits))) if is_bit(to) => {
                Some((to, Operand::Constant(Constant::Bits(bits ^ 1))))
            }
            _ => None,
        };
        let negated: Option<Vec<_>> = early.moves.iter().map(bit).collect();
        let ends = [second_then, second_otherwise];
        let early = match negated {
            Some(moves) if !moves.is_empty() => Edge { target: early.target, moves },
            Some(_) => {
                // The two conditions share one end; the other is where it goes now.
                let Some(other) = ends.into_iter().find(|edge| edge.target != early.target) else {
                    return;
                };
                if !ends.iter().any(|edge| edge.target == early.target) || !other.moves.is_empty() {
                    return;
                }
                other.clone()
            }
            None => return,
        };
        let (then, otherwise) = match words.0 {
            "&&" => (early, on.clone()),
            _ => (on.clone(), early),
        };
        let (test, condition) = (*test, Some(*condition));
        let end = Terminator::Branch { test, condition, then, otherwise };
        let text = format!("replaced `{}` by `{}`", words.0, words.1);
        add(self.other_end(Operator::Connectors, end, Infection::Unknown, text));
    }

    pub fn switch(&self, node: &Terminator, add: &mut dyn FnMut(Mutant)) {
        let Terminator::Switch { ty, value, cases, default } = node else { return };
        for (index, (case, edge)) in cases.iter().enumerate() {
            if edge == default {
                continue;
            }
            let mut cases = cases.clone();
            cases[index].1 = default.clone();
            let (ty, value, default) = (*ty, *value, default.clone());
            let is_other = same(ty, value, Operand::Constant(Constant::Bits(*case))).negated();
            let infection = self.unless_at_end(node, is_other);
            let text = format!("removed `case {}`", signed(ty, *case));
            let end = Terminator::Switch { ty, value, cases, default };
            add(self.other_end(Operator::RemoveSwitch, end, infection, text));
        }
    }
}

fn always(outcome: &str) -> String {
    format!("replaced a condition by {outcome}")
}

fn replaced(op: CompareOp, other: CompareOp) -> String {
    format!("replaced `{}` by `{}`", words::comparison(op), words::comparison(other))
}

fn opposite(test: Test) -> String {
    match test {
        Test::Compare { op, .. } => replaced(op, op.negated()),
        Test::Value(_) => "negated a condition".to_owned(),
    }
}

/// A test that differs where both sides are equal, if it asks for an order.
fn past_boundary(test: Test) -> Option<(Test, String)> {
    let Test::Compare { op, ty, left, right } = test else { return None };
    let other = boundary(op)?;
    Some((Test::Compare { op: other, ty, left, right }, replaced(op, other)))
}

/// A test by the constant beside its own that differs where [`past_boundary`] does not: `n < 8` becomes `n < 7`, which only 7
/// tells; the test that holds of everything else; and what was replaced.
fn past_other_boundary(test: Test) -> Option<(Test, Test, String)> {
    use CompareOp as Op;
    let Test::Compare { op, ty, left, right } = test else { return None };
    let bits = |operand| match operand {
        Operand::Constant(Constant::Bits(bits)) => Some(bits),
        _ => None,
    };
    // Of a boolean or an address nobody asks the order; what is compared with zero is asked for its sign.
    let (bound, on_right) = match (bits(left), bits(right)) {
        (None, Some(bound)) => (bound, true),
        (Some(bound), None) => (bound, false),
        _ => return None,
    };
    if matches!(ty, Type::Int(1) | Type::Ptr) || bound == 0 {
        return None;
    }
    // What is less than the constant, on whichever side that stands, ends one below it, and the rest begins there.
    let is_less = matches!(op, Op::Ult | Op::Uge | Op::Slt | Op::Sge);
    let is_ordered = is_less || matches!(op, Op::Ule | Op::Ugt | Op::Sle | Op::Sgt);
    if !is_ordered {
        return None;
    }
    let other = match is_less == on_right {
        true => bound.wrapping_sub(1) & ty.mask(),
        false => bound.wrapping_add(1) & ty.mask(),
    };
    // Beyond the ends of the type the order turns round.
    let ends = [0, ty.mask(), ty.mask() >> 1, (ty.mask() >> 1) + 1];
    if ends.contains(&bound) {
        return None;
    }
    let put = Operand::Constant(Constant::Bits(other));
    let (left, right) = if on_right { (left, put) } else { (put, right) };
    let text = format!("replaced `{}` by `{}`", signed(ty, bound), signed(ty, other));
    // The number that tells them apart: the lower constant of `n < c`, the upper one of `n <= c`.
    let number = if on_right { left } else { right };
    let beside = same(ty, number, put).negated();
    Some((Test::Compare { op, ty, left, right }, beside, text))
}

/// Comparisons that ask for another relation.
fn ordered(op: CompareOp, ty: Type) -> &'static [CompareOp] {
    match ty {
        // Of a boolean or an address nobody asks the order.
        Type::Int(1) | Type::Ptr => &[],
        _ => relations(op),
    }
}

/// Tests that ask for another relation.
fn related(test: Test) -> Vec<(Test, String)> {
    let Test::Compare { op, ty, left, right } = test else { return Vec::new() };
    let with =
        |other: &CompareOp| (Test::Compare { op: *other, ty, left, right }, replaced(op, *other));
    ordered(op, ty).iter().map(with).collect()
}
