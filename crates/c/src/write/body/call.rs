//! Calls, and what must hold behind them.

use super::{Form, Inexpressible, Writer, no};
use crate::prepare::GIVER;
use crate::teardown::FREE_BEHIND;
use crate::write::MAIN;
use program::FuncId;
use program::catalogue::{ApiType, ApiTypeId};
use scenario::{Argument, Place, Statement, VarId};
use suite::checks::callable;
use suite::layout::resolve;
use suite::words::value;
use suite::{Check, Expected, Target};

impl Writer<'_> {
    pub(super) fn call(
        &mut self,
        index: usize,
        result: Option<VarId>,
        function: FuncId,
        arguments: &[Argument],
    ) -> Result<(), Inexpressible> {
        if let ("free" | FREE_BEHIND, [first, behind @ ..]) =
            (self.program.functions[function].source_name(), arguments)
            && callable(self.catalogue, function).is_none()
        {
            let line = self.freed(*first, behind)?;
            self.lines.push(line);
            return Ok(());
        }
        let callable = self.callable(function)?.clone();
        let hidden = self.hidden.get(&index).copied();
        let mut rest = &arguments[usize::from(hidden.is_some())..];
        let mut texts = Vec::new();
        for (parameter, ty) in &callable.params {
            let Some((first, mut others)) = rest.split_first() else { break };
            if let Argument::Part(variable, _) = first {
                while let Some((Argument::Part(next, _), after)) = others.split_first()
                    && next == variable
                {
                    others = after;
                }
            }
            texts.push(match self.handed(function, parameter, *ty, *first) {
                Some(name) => name,
                None => self.argument(*ty, *first)?,
            });
            rest = others;
        }
        self.fit_further(function, arguments, &mut texts);
        if !rest.is_empty() {
            return Err(no("arguments beyond the parameters"));
        }
        let name = self.program.functions[function].source_name();
        let name = if name == "main" { MAIN } else { name };
        let call = format!("{name}({})", texts.join(", "));
        let is_act = self.act() == Some(index);
        if is_act {
            self.lines.push(String::new());
        }
        let mut checks: Vec<Check> =
            self.test.checks.iter().filter(|check| check.statement == index).cloned().collect();
        if name == GIVER {
            checks.clear();
        }
        if hidden.is_none() && self.gives_small_record(&callable) {
            if result.is_some_and(|result| self.is_used(result, index)) {
                return Err(no("a record that is given back in a register and used again"));
            }
            checks.retain(|check| check.target != Target::Behind);
        }
        if let Some(hidden) = hidden {
            self.check_hidden(hidden, index, &arguments[1..])?;
            let ty = self.without_const(callable.result);
            let name = self.name(hidden);
            self.forms.insert(hidden, Form::One(ty));
            let checked = checks.iter().any(|check| check.target == Target::Variable(hidden));
            if !checked && !self.is_used(hidden, index) {
                self.lines.push(format!("{call};"));
            } else {
                let first = self.declared.insert(hidden);
                let target = if first { self.declare(ty, &name)? } else { name };
                self.lines.push(format!("{target} = {call};"));
            }
        } else {
            let used = result.filter(|result| self.is_used(*result, index));
            let wanted =
                checks.iter().any(|check| matches!(check.target, Target::Result | Target::Behind));
            match result {
                Some(result) if used.is_some() || wanted => {
                    let declared = self.declare(callable.result, &self.name(result))?;
                    self.lines.push(format!("{declared} = {call};"));
                }
                _ => self.lines.push(format!("{call};")),
            }
        }
        if is_act {
            self.lines.push(String::new());
        }
        for check in &checks {
            let lines = self.check(check, result)?;
            self.lines.extend(lines);
        }
        if is_act {
            self.lines.push(String::new());
        }
        Ok(())
    }

    /// The name of the constant that a parameter is handed.
    fn handed(
        &self,
        function: FuncId,
        parameter: &str,
        ty: ApiTypeId,
        argument: Argument,
    ) -> Option<String> {
        let ApiType::Int { bits: width, signed } = resolve(self.catalogue, ty) else { return None };
        let bits = match argument {
            Argument::Literal(bits) => bits,
            Argument::Variable(variable) => match self.forms.get(&variable)? {
                Form::Value { bits, .. } => *bits,
                _ => return None,
            },
            _ => return None,
        };
        let function = self.catalogue.entered_by(function);
        let value = value(bits, *width, *signed);
        self.unit.constants.handed(function, parameter, value).map(str::to_owned)
    }

    /// The call that the test is about.
    pub(super) fn act(&self) -> Option<usize> {
        let is_act = |statement: &Statement| {
            matches!(statement, Statement::Call { function, .. }
            if self.catalogue.entered_by(*function) == self.test.function)
        };
        self.scenario.statements.iter().rposition(is_act)
    }

    /// Whether a later statement uses a result, or a check looks at it.
    pub(super) fn is_used(&self, variable: VarId, index: usize) -> bool {
        self.scenario.statements.iter().skip(index + 1).any(|statement| {
            let is = |argument: &Argument| argument.variable() == Some(variable);
            match statement {
                Statement::Call { arguments, .. } => arguments.iter().any(is),
                Statement::Set { place, value, .. } => {
                    is(value) || matches!(place, Place::Variable(v, _) if *v == variable)
                }
                _ => false,
            }
        }) || self.test.checks.iter().any(|check| {
            check.target == Target::Variable(variable)
                || matches!(check.expected, Expected::At(v, _) if v == variable)
        })
    }
}
