//! What becomes of the statements of a scenario: which are written in their order, which only where what
//! they make is used.

use super::context::Context;
use super::test::{Expected, JavaTest, Subject};
use super::{Inexpressible, keyed, variables};
use crate::api::Member;
use program::{FuncId, Id, Type};
use scenario::{Argument, Place, Statement, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a test before the first line of it is written.
pub(super) struct Plan {
    /// The statement that makes a variable.
    makers: Vec<Option<usize>>,
    /// How often a variable is used.
    uses: Vec<u32>,
    /// The name of the first parameter that a variable is passed as, where that tells anything.
    pub hints: Vec<Option<String>>,
    /// What arrays of references hold when they are made.
    pub contents: BTreeMap<VarId, BTreeMap<u32, Argument>>,
    /// Writes to arrays that come after their first use.
    pub late: BTreeSet<usize>,
    /// The call that the test is about.
    pub last: Option<usize>,
}

impl Plan {
    pub(super) fn new(context: &Context<'_>, test: &JavaTest) -> Result<Self, Inexpressible> {
        let scenario = &test.scenario;
        let statements = &scenario.statements;
        let count = scenario.variables.len();
        let mut plan = Self {
            makers: vec![None; count],
            uses: vec![0; count],
            hints: vec![None; count],
            contents: BTreeMap::new(),
            late: BTreeSet::new(),
            last: last(context, statements),
        };
        for (index, statement) in statements.iter().enumerate() {
            possible(statement)?;
            if let Some(maker) = statement.made().and_then(|made| plan.makers.get_mut(made.index()))
            {
                *maker = Some(index);
            }
            if let Statement::Call { function, arguments, .. } = statement {
                plan.hint(context, *function, arguments);
            }
        }
        plan.fill(statements);
        for (index, statement) in statements.iter().enumerate() {
            match statement {
                Statement::Call { function, .. } if context.is_effect(*function) => {
                    statement.uses(|variable| plan.note(context, statements, variable));
                }
                Statement::Set { place: Place::Variable(array, _), .. }
                    if plan.late.contains(&index) =>
                {
                    statement.uses(|variable| plan.note(context, statements, variable));
                    // It needs a name, to be written to.
                    plan.note(context, statements, *array);
                }
                _ => {}
            }
        }
        for check in &test.checks {
            check_uses(check, |variable| plan.note(context, statements, variable));
        }
        Ok(plan)
    }

    /// The statement that makes a variable.
    pub(super) fn maker(&self, variable: VarId) -> Option<usize> {
        self.makers.get(variable.index()).copied().flatten()
    }

    /// How often a variable is used.
    pub(super) fn uses(&self, variable: VarId) -> u32 {
        self.uses.get(variable.index()).copied().unwrap_or(0)
    }

    /// Notes a use of a variable, and with the first one those of what it is made from.
    fn note(&mut self, context: &Context<'_>, statements: &[Statement], variable: VarId) {
        let mut pending = vec![variable];
        while let Some(next) = pending.pop() {
            let Some(uses) = self.uses.get_mut(next.index()) else { continue };
            *uses += 1;
            let is_first = *uses == 1;
            match self.maker(next).map(|maker| &statements[maker]) {
                _ if !is_first => {}
                Some(Statement::Call { function, arguments, .. })
                    if !context.is_effect(*function) =>
                {
                    let unused = context.unused_keys(*function, statements, arguments);
                    let used = arguments.iter().enumerate();
                    let used = used.filter(|(index, _)| !unused.contains(index));
                    pending.extend(used.filter_map(|(_, argument)| argument.variable()));
                }
                Some(Statement::Array { .. }) => {
                    let held = self.contents.get(&next);
                    pending.extend(
                        held.into_iter().flat_map(BTreeMap::values).filter_map(Argument::variable),
                    );
                }
                _ => {}
            }
        }
    }

    fn hint(&mut self, context: &Context<'_>, function: FuncId, arguments: &[Argument]) {
        let Some(callable) = context.callable(function) else { return };
        let receiver = usize::from(context.has_receiver(function));
        for (argument, (name, _)) in arguments.iter().zip(&callable.params).skip(receiver) {
            if let Some(variable) = argument.variable()
                && let Some(hint @ None) = self.hints.get_mut(variable.index())
                && variables::is_telling(name)
            {
                *hint = Some(name.clone());
            }
        }
    }

    /// Finds out what arrays hold when they are first used.
    fn fill(&mut self, statements: &[Statement]) {
        let mut used: BTreeSet<VarId> = BTreeSet::new();
        for (index, statement) in statements.iter().enumerate() {
            let Statement::Set { place: Place::Variable(array, offset), ty, value, .. } = statement
            else {
                statement.uses(|variable| {
                    used.insert(variable);
                });
                continue;
            };
            let Some(Statement::Array { array: made, .. }) =
                self.maker(*array).and_then(|maker| statements.get(maker))
            else {
                continue;
            };
            let slot = offset / ty.bytes().max(1);
            if slot >= made.length {
                continue;
            }
            let reaches = value.variable().is_some_and(|from| self.reaches(from, *array));
            if used.contains(array) || reaches {
                self.late.insert(index);
                used.insert(*array);
            } else {
                self.contents.entry(*array).or_default().insert(slot, *value);
            }
            used.extend(value.variable());
        }
    }

    /// Whether an array is held, in some way, by what a variable stands for.
    fn reaches(&self, from: VarId, to: VarId) -> bool {
        let mut pending = vec![from];
        let mut seen = BTreeSet::new();
        while let Some(next) = pending.pop() {
            if next == to {
                return true;
            }
            if seen.insert(next)
                && let Some(held) = self.contents.get(&next)
            {
                pending.extend(held.values().filter_map(Argument::variable));
            }
        }
        false
    }
}

/// The call that a test is about: the last one that does something.
pub(super) fn last(context: &Context<'_>, statements: &[Statement]) -> Option<usize> {
    statements.iter().rposition(|statement| match statement {
        Statement::Call { function, .. } => context.is_effect(*function),
        _ => false,
    })
}

/// Gives every variable that a check uses.
fn check_uses(check: &super::JavaCheck, mut each: impl FnMut(VarId)) {
    match &check.subject {
        Subject::Call { arguments, .. } => arguments.iter().copied().for_each(&mut each),
        subject => subject.variable().into_iter().for_each(&mut each),
    }
    if let Expected::LongArray { .. } = check.expected {
        // Its length is looked at too.
        check.subject.variable().into_iter().for_each(&mut each);
    }
    if let Expected::Same(variable) | Expected::Equal(variable) = check.expected {
        each(variable);
    }
}

/// Refuses what has no counterpart in a test.
fn possible(statement: &Statement) -> Result<(), Inexpressible> {
    let fine =
        |argument: &Argument| matches!(argument, Argument::Variable(_) | Argument::Literal(_));
    let reason = match statement {
        Statement::Value { ty: Type::Ptr, bits, .. } if *bits != 0 => "it makes up an address",
        Statement::Stream { .. } => "it relies on answers from outside",
        Statement::File { .. } => "it relies on a file",
        Statement::Arguments(_) => "it relies on the arguments of a program",
        Statement::New { .. } | Statement::Object { .. } => {
            "it makes an object without a constructor"
        }
        Statement::Set { place: Place::Global(..), .. } => "it writes to memory",
        Statement::Set { value, .. } if !fine(value) => "it writes to memory",
        Statement::Call { arguments, .. } if !arguments.iter().all(fine) => {
            "it hands over an address"
        }
        _ => return Ok(()),
    };
    Err(Inexpressible(reason.to_owned()))
}

impl Context<'_> {
    /// The arguments of a stub that stand for values which nothing is told apart by: they are not written.
    fn unused_keys(
        &self,
        function: FuncId,
        statements: &[Statement],
        arguments: &[Argument],
    ) -> Vec<usize> {
        match self.unit.api.members.get(&function) {
            Some(Member::Stub(stub)) => keyed::unused_keys(stub, statements, arguments),
            _ => Vec::new(),
        }
    }

    /// Whether a call of a function does something, so that it stays where it is: literals and constants are
    /// written wherever they are used.
    pub(super) fn is_effect(&self, function: FuncId) -> bool {
        match self.unit.api.members.get(&function) {
            Some(Member::Text | Member::Boxed | Member::ClassLiteral(_)) => false,
            // Above an interface there is no constructor that could do anything.
            Some(Member::Stub(stub)) => self.unit.classes.is_class(&stub.class),
            Some(Member::Field { class, name, is_static: true }) => {
                let of_its_class =
                    self.result(function).is_some_and(|ty| ty.class_name() == Some(class));
                !of_its_class && name.chars().any(|letter| letter.is_ascii_lowercase())
            }
            _ => true,
        }
    }
}
