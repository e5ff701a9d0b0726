//! Arguments beyond the parameters of a function, as C has them.

use super::{Form, Writer, seen};
use crate::variadic::asked_for;
use crate::write::values::text;
use program::FuncId;
use program::catalogue::ApiType;
use scenario::{Argument, Statement, VarId};
use suite::checks::callable;
use suite::layout::resolve;

impl Writer<'_> {
    /// Hands over as many arguments as a format asks for, and each with its own type: C converts none of them.
    pub(super) fn fit_further(
        &self,
        function: FuncId,
        arguments: &[Argument],
        texts: &mut Vec<String>,
    ) {
        let inner = self.catalogue.entered_by(function);
        let Some(callable) = callable(self.catalogue, function).filter(|_| inner != function)
        else {
            return;
        };
        let own = self.program.functions[inner].params as usize;
        let further = &callable.params[own.min(callable.params.len())..];
        let is_long = |place: usize| {
            let (_, ty) = &further[place];
            matches!(resolve(self.catalogue, *ty), ApiType::Int { bits: 64, .. })
        };
        for (place, text) in texts.iter_mut().skip(own).enumerate() {
            if is_long(place) && text.parse::<i64>().is_ok() {
                text.push('L');
            }
        }
        let follows_format = further.len() == 2 && !is_long(0) && !is_long(1);
        let format = own.checked_sub(1).and_then(|last| arguments.get(last));
        if let (true, Some(Argument::Variable(variable))) = (follows_format, format)
            && !matches!(self.forms.get(variable), Some(Form::Value { .. }))
        {
            // Compilers warn of a format that is no literal.
            let bytes = self.bytes_in(*variable);
            texts[own - 1] = text(&bytes);
            texts.truncate(own + asked_for(&bytes));
        } else if follows_format {
            texts.truncate(own);
        }
    }

    /// The text that a variable holds.
    fn bytes_in(&self, variable: VarId) -> Vec<u8> {
        if let Some(Form::Literal(bytes)) = self.forms.get(&variable) {
            return bytes.clone();
        }
        let made = self.scenario.statements.iter().find_map(|statement| match statement {
            Statement::Array { variable: made, array } if *made == variable => Some(array),
            _ => None,
        });
        let bytes = made.map(|array| seen(array).iter().map(|bits| *bits as u8));
        bytes.map(|bytes| bytes.take_while(|byte| *byte != 0).collect()).unwrap_or_default()
    }
}
