//! Findings that depend on what nobody says how it has to be: further arguments, and answers of stubs.

use super::causes::{Cause, Examiner, Followed};
use crate::libc::answer_type;
use crate::markers::is_question;
use crate::variadic::FIRST_OF_LIST;
use program::Type;
use report::FindingKind;
use scenario::{Argument, Object, Statement};
use std::collections::BTreeMap;
use suite::checks::callable;

/// Bytes that stand in for what a pointer could point at.
const STAND_IN: u32 = 64;

impl Examiner<'_, '_> {
    /// Arguments beyond the parameters of a function, on which the trap depends: nobody says what they have to be.
    pub(super) fn beyond_parameters(&mut self, run: &Followed) -> Option<Cause> {
        let (function, arguments) = run.calls();
        let program = self.program();
        let inner = program.catalogue.entered_by(function);
        let callable = callable(&program.catalogue, function).filter(|_| inner != function)?;
        let (trap, count) = (run.trap()?.clone(), arguments.len());
        let own = program.functions[inner].params as usize;
        let is_list = callable.params.get(own).is_some_and(|(name, _)| name == FIRST_OF_LIST);
        // A list of arguments may have to end with a zero; a text must not be null.
        for zeros in if is_list { &[false, true][..] } else { &[false][..] } {
            let mut other = run.scenario.clone();
            let stand_in = other.declare_fresh("stand_in");
            for position in own..count {
                let pointer = callable
                    .params
                    .get(position)
                    .is_some_and(|(_, ty)| program.catalogue.pointee(*ty).is_some());
                if let Statement::Call { arguments, .. } = &mut other.statements[run.statement] {
                    arguments[position] = match pointer && !zeros {
                        true => Argument::Variable(stand_in),
                        false => Argument::Literal(u128::from(!zeros)),
                    };
                }
            }
            let object = Object::new(STAND_IN);
            other
                .statements
                .insert(run.statement, Statement::Object { variable: stand_in, object });
            if !self.ends_alike(&other, &trap) {
                let reason = "it depends on variadic arguments";
                return Some(Cause::new(FindingKind::InvalidArgument, reason));
            }
        }
        None
    }

    /// A function that the test stands in for, if the trap depends on its answers.
    pub(super) fn answering(&mut self, run: &Followed) -> Option<String> {
        let stubs: BTreeMap<String, Type> = run
            .asked()
            // What code marks as an input may be anything.
            .filter(|(name, _)| answer_type(name).is_none() && !is_question(name))
            .map(|(name, ty)| (name.to_owned(), ty))
            .collect();
        let first = stubs.keys().next()?.split('.').next()?.to_owned();
        let Some(trap) = run.trap().cloned() else { return Some(first) };
        for answer in [0, 1, u128::MAX] {
            let mut other = run.scenario.clone();
            other.statements.retain(
                |statement| !matches!(statement, Statement::Stream { name, .. } if stubs.contains_key(name)),
            );
            for (name, ty) in &stubs {
                let variable = other.declare_fresh("answer");
                let values = vec![answer & ty.mask(); 4];
                let stream = Statement::Stream { variable, name: name.clone(), ty: *ty, values };
                other.statements.insert(0, stream);
            }
            if !self.ends_alike(&other, &trap) {
                return Some(first);
            }
        }
        None
    }
}
