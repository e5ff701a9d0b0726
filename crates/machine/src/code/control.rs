//! The control flow of a function: checks, terminators, edges with their moves, and what is filled in once
//! every block has its place.

use super::compile::{Body, Patch, PendingFailure, slots_of};
use super::forms::{immediate_branch, less_than_constant};
use super::moves;
use super::op::{NO_SLOT, Op};
use super::table::{BranchInfo, Origin, SwitchInfo, Way};
use program::{
    BlockId, Callee, CheckKind, CompareOp, ConditionRef, Edge, Failure, Id, Operand, Point,
    Terminator, Test, Type,
};

impl<'a> Body<'a, '_> {
    pub(super) fn check(&mut self, kind: CheckKind, test: Test, failure: &'a Failure) {
        let branch = self.branch(test, 0, Some(kind), None);
        let next = self.here();
        let passes_when_holding = self.code.branches[branch].holds.index == 0;
        let info = &mut self.code.branches[branch];
        let patch = if passes_when_holding {
            info.holds.target = next;
            Patch::Fails(branch)
        } else {
            info.fails.target = next;
            Patch::Holds(branch)
        };
        self.failures.push(PendingFailure { patch, origin: self.origin, failure });
    }

    pub(super) fn terminator(&mut self, terminator: &'a Terminator, cost: u32) {
        match terminator {
            Terminator::Jump(edge) => {
                let moved = self.moves(edge);
                if self.repeat_branch(edge.target, cost + moved) {
                    return;
                }
                let cost = self.short_cost(cost + moved);
                let jump = self.emit(Op::Jump { target: 0, cost });
                // The moves are done: only the target is open.
                self.edges.push((Patch::Jump(jump), edge, self.origin));
            }
            Terminator::Branch { test, condition, then, otherwise } => {
                self.two_ways(*test, *condition, then, otherwise, cost);
            }
            Terminator::Switch { ty, value, cases, default } => {
                let a = self.operand(*value, *ty);
                let site = self.site();
                let switch = self.code.switches.len();
                let mut sorted: Vec<(u128, u32, u32)> = cases
                    .iter()
                    .enumerate()
                    .map(|(index, case)| (case.0, index as u32, 0))
                    .collect();
                sorted.sort_unstable();
                for (place, &(_, index, _)) in sorted.iter().enumerate() {
                    let edge = &cases[index as usize].1;
                    self.edges.push((Patch::Case(switch, place), edge, self.origin));
                }
                self.edges.push((Patch::Default(switch), default, self.origin));
                self.code.switches.push(SwitchInfo {
                    cases: sorted,
                    values: cases.iter().map(|case| case.0).collect(),
                    default: 0,
                    first: self.compiler.sites.site(site).first,
                    cost,
                    site,
                    ty: *ty,
                });
                self.emit(Op::Switch { a, index: switch as u32 });
            }
            Terminator::Return(None) => {
                let cost = self.short_cost(cost);
                self.emit(Op::ReturnVoid { cost });
            }
            Terminator::Return(Some(value)) => {
                let ty = self.function.result.unwrap_or(Type::I64);
                let a = self.assigned(*value, ty);
                let cost = self.short_cost(cost);
                self.emit(if ty.bits() > 64 {
                    Op::ReturnWide { a, cost }
                } else {
                    Op::Return { a, cost }
                });
            }
            Terminator::Throw(value) => {
                let a = self.operand(*value, Type::Ptr);
                self.emit(Op::Steps { count: cost });
                self.emit(Op::Throw { a });
            }
            Terminator::Unreachable => {
                self.emit(Op::Unreachable);
            }
        }
    }

    /// A block that does nothing but branch, as the head of most loops: the jump to it becomes that
    /// branch. Gives whether it is such a block.
    fn repeat_branch(&mut self, target: BlockId, cost: u32) -> bool {
        let block = &self.function.blocks[target];
        let Terminator::Branch { test, condition, then, otherwise } = &block.terminator.node else {
            return false;
        };
        let compiler = self.compiler;
        if !block.instructions.is_empty()
            || compiler.probed.contains_key(&(self.id, target))
            || compiler.edits(target)
            || compiler.blocks.is_some()
        {
            return false;
        }
        let site = Some(self.branch_sites[target.index()]);
        self.origin = Origin { point: Point { function: self.id, block: target, index: 0 }, site };
        self.next_temporary = self.temporaries;
        self.two_ways(*test, *condition, then, otherwise, cost + 1);
        true
    }

    fn two_ways(
        &mut self,
        test: Test,
        condition: Option<ConditionRef>,
        then: &'a Edge,
        otherwise: &'a Edge,
        cost: u32,
    ) {
        let branch = self.branch(test, cost, None, condition);
        let (when_true, when_false) = if self.code.branches[branch].holds.index == 0 {
            (Patch::Holds(branch), Patch::Fails(branch))
        } else {
            (Patch::Fails(branch), Patch::Holds(branch))
        };
        self.edges.push((when_true, then, self.origin));
        self.edges.push((when_false, otherwise, self.origin));
    }

    /// A cost that fits into an operation; the rest is counted by one of its own.
    fn short_cost(&mut self, cost: u32) -> u16 {
        u16::try_from(cost).unwrap_or_else(|_| {
            self.emit(Op::Steps { count: cost });
            0
        })
    }

    /// Emits a test and gives the number of its branch; where to is filled in later.
    fn branch(
        &mut self,
        test: Test,
        cost: u32,
        check: Option<CheckKind>,
        condition: Option<ConditionRef>,
    ) -> usize {
        let index = self.code.branches.len() as u32;
        let (op, ty, negated) = match test {
            Test::Value(value) => {
                let a = self.operand(value, Type::BOOL);
                self.emit(Op::BranchBool { a, index });
                (None, Type::BOOL, false)
            }
            Test::Compare { op, ty, left, right } => {
                let (op, negated) = self.comparison(index, op, ty, left, right);
                (Some(op), ty, negated)
            }
        };
        let site = self.site();
        let first = self.compiler.sites.site(site);
        let way = |index: u32| Way { target: 0, outcome: first.outcome(index), index };
        self.code.branches.push(BranchInfo {
            holds: way(u32::from(negated)),
            fails: way(u32::from(!negated)),
            cost,
            site,
            op,
            ty,
            check,
            condition,
        });
        index as usize
    }

    /// Emits a compare-and-branch in one of the few forms there are. Gives the comparison as executed and
    /// whether it holds exactly when the given one does not.
    fn comparison(
        &mut self,
        index: u32,
        op: CompareOp,
        ty: Type,
        left: Operand,
        right: Operand,
    ) -> (CompareOp, bool) {
        let bits = ty.bits();
        let (op, left, right) = match (self.constant(left), self.constant(right)) {
            (Some(_), None) => (op.swapped(), right, left),
            _ => (op, left, right),
        };
        let unsigned =
            matches!(op, CompareOp::Ult | CompareOp::Ule | CompareOp::Ugt | CompareOp::Uge);
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        if ty.is_float() || bits > 64 || !(unsigned || equality || bits == 32 || bits == 64) {
            let (a, b) = (self.operand(left, ty), self.operand(right, ty));
            self.emit(Op::BranchGeneral { a, b, index });
            return (op, false);
        }
        if let Operand::Register(register) = left
            && let Some(value) = self.constant(right)
            && let Some(form) = less_than_constant(op, bits, value as u64)
            && let Some(branch) = immediate_branch(form, bits, self.slot(register), index)
        {
            self.emit(branch);
            return (form.op, form.negated);
        }
        let (a, b) = (self.operand(left, ty), self.operand(right, ty));
        // a > b is b < a, a >= b is not a < b, a <= b is not b < a.
        let (less, swap, negated) = match op {
            CompareOp::Eq => (CompareOp::Eq, false, false),
            CompareOp::Ne => (CompareOp::Eq, false, true),
            CompareOp::Ult => (CompareOp::Ult, false, false),
            CompareOp::Ugt => (CompareOp::Ult, true, false),
            CompareOp::Uge => (CompareOp::Ult, false, true),
            CompareOp::Ule => (CompareOp::Ult, true, true),
            CompareOp::Slt => (CompareOp::Slt, false, false),
            CompareOp::Sgt => (CompareOp::Slt, true, false),
            CompareOp::Sge => (CompareOp::Slt, false, true),
            _ => (CompareOp::Slt, true, true),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.emit(match less {
            CompareOp::Eq => Op::BranchEq { a, b, index },
            CompareOp::Ult => Op::BranchUlt { a, b, index },
            _ if bits == 32 => Op::BranchSlt32 { a, b, index },
            _ => Op::BranchSlt64 { a, b, index },
        });
        (less, negated)
    }

    /// Emits the moves of an edge one after the other, and tells how many there are.
    fn moves(&mut self, edge: &Edge) -> u32 {
        let mut pairs = Vec::new();
        for &(to, from) in &edge.moves {
            if let Operand::Register(from) = from {
                let (to_slot, from_slot) = (self.slot(to), self.slot(from));
                for half in 0..slots_of(self.function.type_of(to)) {
                    pairs.push((to_slot + half, from_slot + half));
                }
            }
        }
        let first = self.code.ops.len();
        for (d, a) in moves::sequence(&pairs, self.temporaries) {
            self.emit(Op::Mov { d, a });
        }
        self.pair_moves(first);
        for &(to, from) in &edge.moves {
            if matches!(from, Operand::Constant(_)) {
                self.assign(self.slot(to), from, self.function.type_of(to));
            }
        }
        edge.moves.len() as u32
    }

    /// Gives every open edge its target; one with moves gets operations of its own.
    pub(super) fn pending_edges(&mut self, blocks: &[u32]) {
        for (patch, edge, origin) in std::mem::take(&mut self.edges) {
            let mut target = blocks[edge.target.index()];
            if !edge.moves.is_empty() && !matches!(patch, Patch::Jump(_)) {
                self.origin = origin;
                self.chosen = matches!(patch, Patch::Holds(_) | Patch::Fails(_));
                let stub = self.here();
                let moved = self.moves(edge);
                let cost = self.short_cost(moved);
                self.emit(Op::Jump { target, cost });
                target = stub;
            }
            self.patch(&patch, target);
        }
    }

    pub(super) fn pending_failures(&mut self) {
        for PendingFailure { patch, origin, failure } in std::mem::take(&mut self.failures) {
            self.origin = origin;
            self.next_temporary = self.temporaries;
            let target = self.here();
            match failure {
                Failure::Trap => {
                    self.emit(Op::FailCheck);
                }
                Failure::Call(function, arguments) => {
                    self.call(NO_SLOT, None, Callee::Direct(*function), arguments);
                    self.emit(Op::Unreachable);
                }
            }
            self.patch(&patch, target);
        }
    }

    fn patch(&mut self, patch: &Patch, to: u32) {
        match *patch {
            Patch::Holds(branch) => self.code.branches[branch].holds.target = to,
            Patch::Fails(branch) => self.code.branches[branch].fails.target = to,
            Patch::Case(switch, place) => self.code.switches[switch].cases[place].2 = to,
            Patch::Default(switch) => self.code.switches[switch].default = to,
            Patch::Jump(jump) => {
                if let Op::Jump { target, .. } = &mut self.code.ops[jump] {
                    *target = to;
                }
            }
        }
    }
}
