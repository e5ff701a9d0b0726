//! Decisions of several conditions, rebuilt from the control flow of conditional jumps.
//!
//! javac writes `a && b || c` as jumps that share their targets. So conditional jumps are conditions of one
//! decision when the later ones are reached from the earlier ones alone, nothing but their own values is computed
//! between them, and all of them together lead to two places. `if (a) if (b)` cannot be told from
//! `if (a && b)`, nor need it be: both ask for the same.

use std::collections::{BTreeMap, BTreeSet};

use program::{
    Block, BlockId, Condition, ConditionRef, Constant, Decision, DecisionId, Edge, Function,
    Instruction, Located, Operand, RegId, Register, Terminator, Test, Type, UnaryOp,
};

use crate::world::Measured;

/// More conditions than a person writes.
const MOST: usize = 64;

/// What lowering noticed of blocks, for this.
#[derive(Debug, Default)]
pub(super) struct Noticed {
    /// Blocks that do nothing but compute the value of the condition that they end with.
    pub pure: BTreeSet<BlockId>,
    /// Blocks that end with a condition of the source.
    pub conditions: BTreeSet<BlockId>,
    /// Blocks whose condition is a select, with the outcome on which bytecode jumps, and the block it would jump to.
    pub selects: BTreeMap<BlockId, (u32, Option<BlockId>)>,
}

/// Where a condition leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Target {
    Block(BlockId),
    /// To a value that a select chooses, and nothing else does.
    Value(BlockId),
}

/// Rebuilds the decisions of a function.
pub(super) fn rebuild(function: &mut Function, noticed: &Noticed, measured: &mut Measured) {
    let before = predecessors(function);
    let mut taken = BTreeSet::new();
    for &first in &noticed.conditions {
        if taken.contains(&first) {
            continue;
        }
        let finder = Finder { function, noticed, before: &before };
        let Some(group) = finder.group(first) else { continue };
        taken.extend(group.members.iter().copied());
        write(function, noticed, &group, measured);
    }
}

/// By block: the blocks that lead to it; what is caught comes from nowhere.
fn predecessors(function: &Function) -> BTreeMap<BlockId, BTreeSet<Option<BlockId>>> {
    let mut before: BTreeMap<BlockId, BTreeSet<Option<BlockId>>> = BTreeMap::new();
    before.entry(Function::ENTRY).or_default().insert(None);
    for (id, block) in function.blocks.iter() {
        for edge in block.terminator.node.edges() {
            before.entry(edge.target).or_default().insert(Some(id));
        }
    }
    for handler in function.handlers.values().flat_map(|table| &table.handlers) {
        before.entry(handler.target).or_default().insert(None);
    }
    before
}

/// The conditions of a decision.
struct Group {
    /// Blocks, in the order of the bytecode.
    members: Vec<BlockId>,
    /// Where the decision leads when it is true; all else is false.
    when_true: Target,
}

struct Finder<'a> {
    function: &'a Function,
    noticed: &'a Noticed,
    before: &'a BTreeMap<BlockId, BTreeSet<Option<BlockId>>>,
}

impl Finder<'_> {
    /// The decision that begins with a condition; none if it has no other.
    fn group(&self, first: BlockId) -> Option<Group> {
        let mut members = vec![first];
        let mut whole = 0;
        while members.len() < MOST {
            let Some(next) = self.next(&members) else { break };
            members.push(next);
            if self.exits(&members).len() == 2 {
                whole = members.len();
            }
        }
        members.truncate(whole);
        let (last, exits) = (*members.last()?, self.exits(&members));
        let [when_true, _] = ways(self.function, self.noticed, last)?;
        let other = exits.iter().copied().find(|exit| *exit != when_true)?;
        // A boolean that travels stays as it is where that can be; a select always does.
        let turned =
            |truth: Target| members.iter().filter(|member| self.is_value(**member, truth)).count();
        let is_select = self.noticed.selects.contains_key(&last);
        let other_is_better = !is_select && turned(other) < turned(when_true);
        Some(Group { members, when_true: if other_is_better { other } else { when_true } })
    }

    /// The first block behind some conditions that can only be reached from them and is a condition itself.
    fn next(&self, members: &[BlockId]) -> Option<BlockId> {
        let targets = members
            .iter()
            .flat_map(|member| ways(self.function, self.noticed, *member).into_iter().flatten());
        let mut blocks: Vec<BlockId> = targets
            .filter_map(|target| match target {
                Target::Block(block) => Some(block),
                Target::Value(_) => None,
            })
            .filter(|block| !members.contains(block) && self.may_follow(*block, members))
            .collect();
        blocks.sort_unstable();
        blocks.first().copied()
    }

    fn may_follow(&self, block: BlockId, members: &[BlockId]) -> bool {
        let handlers = |block: BlockId| self.function.blocks[block].handlers;
        let from_members = self.before.get(&block).is_some_and(|before| {
            before.iter().all(|from| from.is_some_and(|from| members.contains(&from)))
        });
        from_members
            && self.noticed.conditions.contains(&block)
            && self.noticed.pure.contains(&block)
            && handlers(block) == handlers(members[0])
    }

    /// Where conditions lead together.
    fn exits(&self, members: &[BlockId]) -> BTreeSet<Target> {
        let targets = members
            .iter()
            .flat_map(|member| ways(self.function, self.noticed, *member).into_iter().flatten());
        targets.filter(|target| place(members, *target).is_none()).collect()
    }

    /// Whether a condition is a boolean that would have to be turned.
    fn is_value(&self, member: BlockId, truth: Target) -> bool {
        let Terminator::Branch { test: Test::Value(_), .. } =
            self.function.blocks[member].terminator.node
        else {
            return false;
        };
        ways(self.function, self.noticed, member).is_some_and(|ways| ways[1] == truth)
    }
}

/// The place of a condition that others lead to. Who leads back to the first one has decided: a loop asks again.
fn place(members: &[BlockId], target: Target) -> Option<u32> {
    let later = members.iter().enumerate().skip(1);
    let mut found = later.filter(|(_, member)| Target::Block(**member) == target);
    found.next().map(|(index, _)| index as u32)
}

/// Where a condition leads when it is true and when it is false.
fn ways(function: &Function, noticed: &Noticed, block: BlockId) -> Option<[Target; 2]> {
    match &function.blocks[block].terminator.node {
        Terminator::Branch { then, otherwise, .. } => {
            Some([then.target, otherwise.target].map(Target::Block))
        }
        _ => {
            let &(outcome, jumps) = noticed.selects.get(&block)?;
            let jumps = Target::Block(jumps?);
            let falls = Target::Value(block);
            Some(if outcome == 0 { [jumps, falls] } else { [falls, jumps] })
        }
    }
}

/// Writes a decision into its function: what its conditions are, and how it comes out.
fn write(function: &mut Function, noticed: &Noticed, group: &Group, measured: &mut Measured) {
    let decision = DecisionId(function.decisions.len() as u32);
    let place = |target: Target| place(&group.members, target);
    let mut conditions = Vec::new();
    for (index, &member) in group.members.iter().enumerate() {
        let Some([mut yes, mut no]) = ways(function, noticed, member) else { continue };
        // When a condition ends the decision, its value is the decision's.
        if no == group.when_true || (place(yes).is_none() && yes != group.when_true) {
            turn(function, member);
            measured.turn(member);
            (yes, no) = (no, yes);
        }
        let ends = [place(yes).is_none(), place(no).is_none()];
        let span = function.blocks[member].terminator.span;
        conditions.push(Condition { span, if_true: place(yes), if_false: place(no) });
        mark(function, member, ConditionRef { decision, index: index as u32 }, ends);
    }
    let span = conditions.first().and_then(|first| first.span);
    function.decisions.push(Decision { span, conditions });
}

/// Lets a branch ask the opposite, and lead where it led.
fn turn(function: &mut Function, block: BlockId) {
    let span = function.blocks[block].terminator.span;
    let Terminator::Branch { test, .. } = function.blocks[block].terminator.node else { return };
    let turned = match test {
        Test::Compare { op, ty, left, right } => {
            Test::Compare { op: op.negated(), ty, left, right }
        }
        Test::Value(value) => {
            let dst = boolean(function);
            let node = Instruction::Unary { op: UnaryOp::Not, ty: Type::BOOL, dst, value };
            function.blocks[block].instructions.push(Located { node, span });
            Test::Value(Operand::Register(dst))
        }
    };
    if let Terminator::Branch { test, then, otherwise, .. } =
        &mut function.blocks[block].terminator.node
    {
        *test = turned;
        std::mem::swap(then, otherwise);
    }
}

/// A register for a boolean.
fn boolean(function: &mut Function) -> RegId {
    let name = format!("d.{}", function.registers.len());
    function.registers.push(Register { name, ty: Type::BOOL })
}

/// Says of a branch or a select which condition it is, and how the decision comes out where that ends it.
fn mark(function: &mut Function, block: BlockId, own: ConditionRef, ends: [bool; 2]) {
    let (span, handlers) =
        (function.blocks[block].terminator.span, function.blocks[block].handlers);
    let next = function.blocks.len() as u32;
    let mut added = Vec::new();
    match &mut function.blocks[block].terminator.node {
        Terminator::Branch { condition, then, otherwise, .. } => {
            *condition = Some(own);
            for (edge, (value, end)) in
                [then, otherwise].into_iter().zip([true, false].into_iter().zip(ends))
            {
                if !end {
                    continue;
                }
                let number = next + added.len() as u32;
                let target = std::mem::replace(&mut edge.target, BlockId(number));
                let value = Operand::Constant(Constant::Bits(u128::from(value)));
                let node = Instruction::Decide { decision: own.decision, value };
                added.push(Block {
                    label: format!("D{number}"),
                    handlers,
                    instructions: vec![Located { node, span }],
                    terminator: Located { node: Terminator::Jump(Edge::to(target)), span },
                });
            }
        }
        _ => mark_select(function, block, own),
    }
    for block in added {
        function.blocks.push(block);
    }
}

/// The same for a select at the end of a block, which always ends its decision.
fn mark_select(function: &mut Function, block: BlockId, own: ConditionRef) {
    let dst = boolean(function);
    let instructions = &mut function.blocks[block].instructions;
    let Some(Located { node: Instruction::Select { condition, test, .. }, span }) =
        instructions.last_mut()
    else {
        return;
    };
    *condition = Some(own);
    let span = *span;
    let node = match *test {
        Test::Compare { op, ty, left, right } => Instruction::Compare { op, ty, dst, left, right },
        Test::Value(value) => Instruction::Copy { ty: Type::BOOL, dst, value },
    };
    // The select may overwrite what it tests, so the outcome is found before it.
    let place = instructions.len() - 1;
    instructions.insert(place, Located { node, span });
    let node = Instruction::Decide { decision: own.decision, value: Operand::Register(dst) };
    instructions.push(Located { node, span });
}
