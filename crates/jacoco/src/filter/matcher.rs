//! A place in a body that goes on from instruction to instruction as long as they are the expected ones.

use std::collections::BTreeMap;

use crate::body::{Body, Node, Op, Operand};
use crate::opcode as op;

/// A place in the list of a body, and what was learned on the way to it.
pub(super) struct Matcher<'a> {
    body: &'a Body<'a>,
    /// The place of the instruction that was last matched; none as soon as one was another.
    pub cursor: Option<usize>,
    /// Locals by the role they play.
    locals: BTreeMap<String, u16>,
}

impl<'a> Matcher<'a> {
    /// Stands at a place; what follows it comes next.
    pub fn at(body: &'a Body<'a>, place: Option<usize>) -> Self {
        Self { body, cursor: place, locals: BTreeMap::new() }
    }

    /// Stands right before a label, so that its instruction comes next.
    pub fn before(body: &'a Body<'a>, label: u32) -> Self {
        Self::at(body, body.label(label).checked_sub(1))
    }

    /// Stands at the first instruction, if that loads `this`.
    pub fn at_this(body: &'a Body<'a>) -> Self {
        let first = body.ops.first();
        let this = first.is_some_and(|first| {
            first.code == op::ALOAD && matches!(first.operand, Operand::Local(0))
        });
        Self::at(body, this.then(|| body.place(0)))
    }

    /// Whether everything was as expected so far.
    pub fn matches(&self) -> bool {
        self.cursor.is_some()
    }

    /// The instruction at hand.
    pub fn op(&self) -> Option<&'a Op<'a>> {
        self.index().map(|index| &self.body.ops[index as usize])
    }

    /// The number of the instruction at hand.
    pub fn index(&self) -> Option<u32> {
        match self.body.nodes.get(self.cursor?)? {
            Node::Op(index) => Some(*index),
            _ => None,
        }
    }

    /// Goes back or elsewhere; what was learned is kept.
    pub fn go(&mut self, place: Option<usize>) {
        self.cursor = place;
    }

    /// Takes a local for a role.
    pub fn bind(&mut self, role: &str, local: u16) {
        self.locals.insert(role.to_owned(), local);
    }

    /// Goes on to the next instruction.
    pub fn next(&mut self) -> &mut Self {
        self.cursor = self.cursor.and_then(|place| {
            let rest = self.body.nodes.iter().enumerate().skip(place + 1);
            let mut ops = rest.filter(|(_, node)| matches!(node, Node::Op(_)));
            ops.next().map(|(place, _)| place)
        });
        self
    }

    /// The next instruction is of that opcode.
    pub fn next_is(&mut self, code: u8) -> &mut Self {
        self.next_fits(|op| op.code == code)
    }

    /// The next instruction is a switch.
    pub fn next_is_switch(&mut self) -> &mut Self {
        self.next_fits(|op| matches!(op.operand, Operand::Switch(..)))
    }

    /// The next instruction is of that opcode and uses the local that plays a role; if none plays it yet,
    /// this one does.
    pub fn next_is_local(&mut self, code: u8, role: &str) -> &mut Self {
        self.next_is(code);
        if let Some(Operand::Local(local)) = self.op().map(|op| &op.operand) {
            match self.locals.get(role) {
                None => self.bind(role, *local),
                Some(expected) if expected == local => {}
                Some(_) => self.cursor = None,
            }
        }
        self
    }

    /// The next instruction is of that opcode and names this class.
    pub fn next_is_class(&mut self, code: u8, class: &str) -> &mut Self {
        self.next_fits(|op| {
            op.code == code && matches!(&op.operand, Operand::Class(name) if name == class)
        })
    }

    /// The next instruction is of that opcode and names this field or method.
    pub fn next_is_member(
        &mut self,
        code: u8,
        owner: &str,
        name: &str,
        descriptor: &str,
    ) -> &mut Self {
        self.next_fits(|op| {
            op.code == code
                && matches!(&op.operand, Operand::Member(member) if *member == [owner, name, descriptor])
        })
    }

    fn next_fits(&mut self, fits: impl FnOnce(&Op<'_>) -> bool) -> &mut Self {
        self.next();
        if !self.op().is_some_and(fits) {
            self.cursor = None;
        }
        self
    }

    /// What stands right behind the instruction at hand, be it a label.
    pub fn behind(&self) -> Option<Node> {
        self.body.nodes.get(self.cursor? + 1).copied()
    }

    /// The opcode of the instruction that stands right behind, with nothing in between.
    pub fn code_behind(&self) -> Option<u8> {
        match self.behind()? {
            Node::Op(index) => Some(self.body.ops[index as usize].code),
            _ => None,
        }
    }
}
