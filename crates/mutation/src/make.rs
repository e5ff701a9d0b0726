//! Making mutants: what can be wrong at each place of a function.

use crate::words;
use crate::{Mutant, MutantId, Operator};
use program::analysis::{Cfg, Reach, Unwinding};
use program::{
    BinaryOp, BlockId, Callee, Change, CheckKind, CompareOp, Constant, Edge, Edit, Failure, FuncId,
    Function, IdVec, Instruction, Located, Operand, Point, Program, Span, Terminator, Test, Type,
    UnaryOp,
};

/// What the front-end knows and the IR does not say.
pub trait Rules {
    /// Whether a call can be left out: not one that completes an object, or that the front-end has added.
    fn may_leave_out(&self, callee: Callee) -> bool;

    /// The name of a function in the source.
    fn name(&self, callee: Callee) -> String;
}

/// The mutants of some functions, in their order.
pub fn mutants(
    program: &Program,
    functions: impl IntoIterator<Item = FuncId>,
    rules: &dyn Rules,
) -> IdVec<MutantId, Mutant> {
    let mut found = IdVec::new();
    for id in functions {
        let function = &program.functions[id];
        let reachable = Reach::new(&Cfg::new(function, Unwinding::Checks));
        for (block, body) in
            function.blocks.iter().filter(|(block, _)| reachable.from_entry(*block))
        {
            for (index, Located { node, span }) in body.instructions.iter().enumerate() {
                let Some(span) = *span else { continue };
                let place = Place { function, at: point(id, block, index), span, rules };
                place.instruction(node, &mut |mutant| {
                    found.push(mutant);
                });
            }
            let Located { node, span } = &body.terminator;
            let Some(span) = *span else { continue };
            let at = point(id, block, body.instructions.len());
            let place = Place { function, at, span, rules };
            place.terminator(node, &mut |mutant| {
                found.push(mutant);
            });
        }
    }
    found
}

fn point(function: FuncId, block: BlockId, index: usize) -> Point {
    Point { function, block, index: index as u32 }
}

/// What comes behind a probe.
enum Rest {
    Instruction(Instruction),
    Terminator(Terminator),
}

/// A place where something can be wrong.
struct Place<'p> {
    function: &'p Function,
    at: Point,
    span: Span,
    rules: &'p dyn Rules,
}

impl Place<'_> {
    fn mutant(&self, operator: Operator, edit: Edit, text: String) -> Mutant {
        let (function, span) = (self.at.function, self.span);
        Mutant { function, edit, probe: None, operator, span, text }
    }

    /// The same with a probe: the mistake makes a difference where both sides are equal.
    fn probed(&self, mutant: Mutant, sides: (Type, Operand, Operand), rest: Rest) -> Mutant {
        let (ty, left, right) = sides;
        let op = if ty.is_float() { CompareOp::FUne } else { CompareOp::Ne };
        let test = Test::Compare { op, ty, left, right };
        let check = Instruction::Check { kind: CheckKind::Overflow, test, failure: Failure::Trap };
        let change = match rest {
            Rest::Instruction(own) => Change::Instructions(vec![check, own]),
            Rest::Terminator(own) => Change::Terminator(vec![check], own),
        };
        Mutant { probe: Some(Edit { point: self.at, change }), ..mutant }
    }

    /// The same place with another instruction.
    fn other(&self, operator: Operator, instruction: Instruction, text: String) -> Mutant {
        self.mutant(operator, Edit::instruction(self.at, instruction), text)
    }

    fn instruction(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        match node {
            Instruction::Binary { op, ty, dst, left, right, checked } => {
                self.binary((*op, *ty, *checked), *dst, *left, *right, add);
            }
            Instruction::Unary {
                op: op @ (UnaryOp::Neg | UnaryOp::FNeg | UnaryOp::Not),
                ty,
                dst,
                value,
            } => {
                let kept = Instruction::Copy { ty: *ty, dst: *dst, value: *value };
                let text = format!("removed `{}`", words::unary(*op));
                add(self.other(Operator::InvertNegatives, kept, text));
            }
            Instruction::Compare { op, ty, dst, left, right } => {
                let with = |op| Instruction::Compare {
                    op,
                    ty: *ty,
                    dst: *dst,
                    left: *left,
                    right: *right,
                };
                if let Some(other) = boundary(*op) {
                    let text = replaced(*op, other);
                    let mutant = self.other(Operator::ConditionalsBoundary, with(other), text);
                    let rest = Rest::Instruction(node.clone());
                    add(self.probed(mutant, (*ty, *left, *right), rest));
                }
                let text = negated(*op);
                add(self.other(Operator::NegateConditionals, with(op.negated()), text));
            }
            Instruction::Select { ty, dst, test, then, otherwise, condition } => {
                let with = |test, then, otherwise| Instruction::Select {
                    ty: *ty,
                    dst: *dst,
                    test,
                    then,
                    otherwise,
                    condition: *condition,
                };
                if let Some((other, sides, text)) = past_boundary(*test) {
                    let other = with(other, *then, *otherwise);
                    let mutant = self.other(Operator::ConditionalsBoundary, other, text);
                    add(self.probed(mutant, sides, Rest::Instruction(node.clone())));
                }
                let other = with(*test, *otherwise, *then);
                add(self.other(Operator::NegateConditionals, other, opposite(*test)));
                for (value, outcome) in [(*then, "true"), (*otherwise, "false")] {
                    let copy = Instruction::Copy { ty: *ty, dst: *dst, value };
                    add(self.other(Operator::RemoveConditionals, copy, always(outcome)));
                }
            }
            Instruction::Copy { ty, dst, value } => {
                for (value, text) in others(*ty, *value) {
                    let copy = Instruction::Copy { ty: *ty, dst: *dst, value };
                    add(self.other(Operator::Constants, copy, text));
                }
            }
            Instruction::Store { ty, address, offset, value, access } => {
                for (value, text) in others(*ty, *value) {
                    let (ty, address, offset, access) = (*ty, *address, *offset, *access);
                    let store = Instruction::Store { ty, address, offset, value, access };
                    add(self.other(Operator::Constants, store, text));
                }
                let text = "removed an assignment".to_owned();
                add(self.mutant(Operator::RemoveStores, Edit::removal(self.at), text));
            }
            Instruction::Call { .. } => self.call(node, add),
            _ => {}
        }
    }

    fn binary(
        &self,
        (op, ty, checked): (BinaryOp, Type, bool),
        dst: program::RegId,
        left: Operand,
        right: Operand,
        add: &mut dyn FnMut(Mutant),
    ) {
        let with = |op, right, checked| Instruction::Binary { op, ty, dst, left, right, checked };
        if let Some(other) = exchanged(op) {
            let checked = checked && !matches!(other, BinaryOp::And | BinaryOp::Or);
            let text = format!("replaced `{}` by `{}`", words::binary(op), words::binary(other));
            add(self.other(Operator::Math, with(other, right, checked), text));
        }
        for (right, text) in others(ty, right) {
            add(self.other(Operator::Constants, with(op, right, checked), text));
        }
    }

    fn call(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let Instruction::Call { dst, result, callee, arguments } = node else { return };
        for (index, argument) in arguments.iter().enumerate() {
            for (value, text) in others(argument.ty, argument.value) {
                let mut arguments = arguments.clone();
                arguments[index].value = value;
                let (dst, result, callee) = (*dst, *result, *callee);
                let call = Instruction::Call { dst, result, callee, arguments };
                add(self.other(Operator::Constants, call, text));
            }
        }
        if !self.rules.may_leave_out(*callee) {
            return;
        }
        let text = format!("removed the call of `{}`", self.rules.name(*callee));
        match (dst, result) {
            (Some(dst), Some(ty)) => {
                let (ty, dst) = (*ty, *dst);
                let value = Operand::Constant(Constant::Bits(0));
                add(self.other(Operator::ValueCalls, Instruction::Copy { ty, dst, value }, text));
            }
            _ => add(self.mutant(Operator::VoidCalls, Edit::removal(self.at), text)),
        }
    }

    fn terminator(&self, node: &Terminator, add: &mut dyn FnMut(Mutant)) {
        match node {
            // Both ways of such a branch do the same: it tells how a condition came out whose value goes on.
            Terminator::Branch { test: Test::Value(_), condition: Some(_), .. } => {}
            Terminator::Branch { test, condition, then, otherwise } => {
                let with = |test, then: &Edge, otherwise: &Edge| {
                    let (then, otherwise) = (then.clone(), otherwise.clone());
                    let branch =
                        Terminator::Branch { test, condition: *condition, then, otherwise };
                    Edit::terminator(self.at, branch)
                };
                if let Some((other, sides, text)) = past_boundary(*test) {
                    let edit = with(other, then, otherwise);
                    let mutant = self.mutant(Operator::ConditionalsBoundary, edit, text);
                    add(self.probed(mutant, sides, Rest::Terminator(node.clone())));
                }
                let edit = with(*test, otherwise, then);
                add(self.mutant(Operator::NegateConditionals, edit, opposite(*test)));
                for (edge, outcome) in [(then, "true"), (otherwise, "false")] {
                    let edit = Edit::terminator(self.at, Terminator::Jump(edge.clone()));
                    add(self.mutant(Operator::RemoveConditionals, edit, always(outcome)));
                }
            }
            Terminator::Switch { ty, value, cases, default } => {
                for (index, (case, edge)) in cases.iter().enumerate() {
                    if edge == default {
                        continue;
                    }
                    let mut cases = cases.clone();
                    cases[index].1 = default.clone();
                    let (ty, value, default) = (*ty, *value, default.clone());
                    let switch = Terminator::Switch { ty, value, cases, default };
                    let text = format!("removed `case {}`", signed(ty, *case));
                    let edit = Edit::terminator(self.at, switch);
                    add(self.mutant(Operator::RemoveSwitch, edit, text));
                }
            }
            Terminator::Return(Some(value)) => {
                let Some(ty) = self.function.result else { return };
                let zero = Operand::Constant(Constant::Bits(0));
                let one = Operand::Constant(Constant::Bits(match ty {
                    Type::F32 => u128::from(1f32.to_bits()),
                    Type::F64 => u128::from(1f64.to_bits()),
                    Type::Int(_) | Type::Ptr => 1,
                }));
                let results = match ty {
                    Type::Ptr => vec![(zero, "null")],
                    _ => vec![(zero, "0"), (one, "1")],
                };
                for (other, text) in results.into_iter().filter(|(other, _)| other != value) {
                    let edit = Edit::terminator(self.at, Terminator::Return(Some(other)));
                    let text = format!("replaced the result by {text}");
                    add(self.mutant(Operator::Returns, edit, text));
                }
            }
            _ => {}
        }
    }
}

fn always(outcome: &str) -> String {
    format!("replaced a condition by {outcome}")
}

fn replaced(op: CompareOp, other: CompareOp) -> String {
    format!("replaced `{}` by `{}`", words::comparison(op), words::comparison(other))
}

fn negated(op: CompareOp) -> String {
    replaced(op, op.negated())
}

fn opposite(test: Test) -> String {
    match test {
        Test::Compare { op, .. } => negated(op),
        Test::Value(_) => "negated a condition".to_owned(),
    }
}

/// A test that differs where both sides are equal, if it asks for an order, and the two sides.
fn past_boundary(test: Test) -> Option<(Test, (Type, Operand, Operand), String)> {
    let Test::Compare { op, ty, left, right } = test else { return None };
    let other = boundary(op)?;
    let other_test = Test::Compare { op: other, ty, left, right };
    Some((other_test, (ty, left, right), replaced(op, other)))
}

/// The comparison that differs where both sides are equal.
fn boundary(op: CompareOp) -> Option<CompareOp> {
    use CompareOp as Op;
    Some(match op {
        Op::Ult => Op::Ule,
        Op::Ule => Op::Ult,
        Op::Ugt => Op::Uge,
        Op::Uge => Op::Ugt,
        Op::Slt => Op::Sle,
        Op::Sle => Op::Slt,
        Op::Sgt => Op::Sge,
        Op::Sge => Op::Sgt,
        Op::FOlt => Op::FOle,
        Op::FOle => Op::FOlt,
        Op::FOgt => Op::FOge,
        Op::FOge => Op::FOgt,
        Op::FUlt => Op::FUle,
        Op::FUle => Op::FUlt,
        Op::FUgt => Op::FUge,
        Op::FUge => Op::FUgt,
        Op::Eq | Op::Ne | Op::FOeq | Op::FOne | Op::FOrd | Op::FUeq | Op::FUne | Op::FUno => {
            return None;
        }
    })
}

/// The operation that PIT puts in place of one.
fn exchanged(op: BinaryOp) -> Option<BinaryOp> {
    use BinaryOp as Op;
    Some(match op {
        Op::Add => Op::Sub,
        Op::Sub => Op::Add,
        Op::Mul => Op::SDiv,
        Op::SDiv | Op::UDiv | Op::SRem | Op::URem => Op::Mul,
        Op::And => Op::Or,
        Op::Or | Op::Xor => Op::And,
        Op::Shl => Op::AShr,
        Op::LShr | Op::AShr => Op::Shl,
        Op::FAdd => Op::FSub,
        Op::FSub => Op::FAdd,
        Op::FMul => Op::FDiv,
        Op::FDiv | Op::FRem => Op::FMul,
        Op::FMin => Op::FMax,
        Op::FMax => Op::FMin,
        Op::FMinNum => Op::FMaxNum,
        Op::FMaxNum => Op::FMinNum,
    })
}

/// Other constants in place of one: the next one, and 0 for all but 0.
fn others(ty: Type, value: Operand) -> Vec<(Operand, String)> {
    let Operand::Constant(Constant::Bits(bits)) = value else { return Vec::new() };
    let changed: Vec<u128> = match ty {
        Type::Ptr => Vec::new(),
        Type::Int(_) => vec![bits.wrapping_add(1) & ty.mask()],
        Type::F32 => vec![(f32::from_bits(bits as u32) + 1.0).to_bits().into()],
        Type::F64 => vec![(f64::from_bits(bits as u64) + 1.0).to_bits().into()],
    };
    let said = |bits: u128| match ty {
        Type::F32 => f32::from_bits(bits as u32).to_string(),
        Type::F64 => f64::from_bits(bits as u64).to_string(),
        Type::Int(_) | Type::Ptr => signed(ty, bits),
    };
    let changed = changed.into_iter().filter(|other| *other != bits);
    let text = |other| format!("replaced `{}` by `{}`", said(bits), said(other));
    changed.map(|other| (Operand::Constant(Constant::Bits(other)), text(other))).collect()
}

/// The bits of an integer as a signed number.
fn signed(ty: Type, bits: u128) -> String {
    let unused = 128 - u32::from(ty.bits());
    (((bits << unused) as i128) >> unused).to_string()
}
