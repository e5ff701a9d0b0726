//! The copies of a `finally` block: compilers write it once for each way out of what it guards, and
//! once for exceptions.

use super::Found;
use crate::body::{Body, Handler, Op, Operand};
use crate::opcode as op;

/// Takes the copies of each `finally` block for one.
pub(super) fn copies(body: &Body<'_>, found: &mut Found) {
    for any in body.handlers.iter().filter(|handler| handler.class.is_none()) {
        if let Some(size) = size(body, any.target) {
            Block { body, any, size }.find(found);
        }
    }
}

/// A `finally` block, as its handler has it: stores what was thrown, does so many instructions, loads it
/// again and throws it.
struct Block<'a> {
    body: &'a Body<'a>,
    any: &'a Handler<'a>,
    size: u32,
}

impl Block<'_> {
    fn find(&self, found: &mut Found) {
        let ranges =
            || self.body.handlers.iter().filter(|handler| handler.target == self.any.target);
        let is_inside = |at: u32| ranges().any(|range| (range.start..range.end).contains(&at));
        for handler in &self.body.handlers {
            if handler.target == self.any.target {
                let mut goes_on = false;
                for at in handler.start..handler.end {
                    let op = &self.body.ops[at as usize];
                    goes_on = op.code != op::GOTO && !op::leaves(op.code);
                    if let Operand::Jump(target) = op.operand
                        && !is_inside(target)
                    {
                        self.merge(found, target);
                    }
                }
                if goes_on && !is_inside(handler.end) {
                    self.merge(found, handler.end);
                }
            }
            let same = (handler.start, handler.end) == (self.any.start, self.any.end);
            // The copy of an empty `catch` begins behind the store of what it caught.
            let behind = handler.target + 1;
            if same && !std::ptr::eq(handler, self.any) && !is_inside(behind) {
                self.merge(found, behind);
            }
        }
    }

    /// Takes the instructions from one on for a copy, if they are the same.
    fn merge(&self, found: &mut Found, copy: u32) {
        let first = self.any.target + 1;
        let op = |at: u32| self.body.ops.get(at as usize).map(|op: &Op<'_>| op.code);
        if (0..self.size).any(|offset| op(copy + offset) != op(first + offset)) {
            return;
        }
        found.ignore_op(self.any.target);
        for offset in 0..self.size {
            found.merge(first + offset, copy + offset);
        }
        let end = first + self.size;
        found.ignore_op(end);
        found.ignore_op(end + 1);
        // A copy may end in a jump which the handler does not have.
        let behind = copy + self.size;
        if op(behind) == Some(op::GOTO) {
            found.ignore_op(behind);
        }
    }
}

/// How many instructions lie between the store of what was thrown and its load before the throw; none if it
/// is not so, or if there are none.
fn size(body: &Body<'_>, handler: u32) -> Option<u32> {
    let ops = body.ops.get(handler as usize..)?;
    let (first, rest) = ops.split_first()?;
    let Operand::Local(local) = first.operand else { return None };
    let loads = |op: &Op<'_>| {
        op.code == op::ALOAD && matches!(op.operand, Operand::Local(other) if other == local)
    };
    let size = rest.iter().position(loads).filter(|size| *size > 0)?;
    let throws = rest.get(size + 1).is_some_and(|op| op.code == op::ATHROW);
    (first.code == op::ASTORE && throws).then_some(size as u32)
}
