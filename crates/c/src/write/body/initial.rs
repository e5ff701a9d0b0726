//! Initialisers: what is known of an object where it is declared.

use super::{Form, Writer, no};
use crate::write::Inexpressible;
use crate::write::place::{Way, is_complex, way_to};
use program::catalogue::{ApiType, ApiTypeId};
use scenario::{Argument, Place, Scenario, Statement, VarId};
use suite::layout::{resolve, size_of};

impl Writer<'_> {
    /// The writes to an object that can stand in its initialiser: all up to the first call whose values
    /// are known where it is declared.
    pub(super) fn initial_sets(&mut self, index: usize, variable: VarId) -> Vec<(u32, usize)> {
        let mut found: Vec<(u32, usize)> = Vec::new();
        let of = match self.forms.get(&variable) {
            Some(Form::One(of) | Form::Row(of)) => *of,
            _ => return found,
        };
        // Of a union only one member can be given there, and the last one written is the one that counts.
        let size = size_of(self.catalogue, of).unwrap_or(0).max(1);
        let mut ways: Vec<(u32, Way)> = Vec::new();
        for (number, statement) in self.scenario.statements.iter().enumerate().skip(index + 1) {
            match statement {
                Statement::Set { place: Place::Variable(target, offset), ty, bits, value }
                    if *target == variable =>
                {
                    let put = self.put(*ty, *bits, *value);
                    if let Some(way) = way_to(self.catalogue, of, offset % size, put) {
                        // No initialiser names the parts of a complex number.
                        if way.is_part() {
                            continue;
                        }
                        let element = offset / size;
                        let excluded =
                            |(of, other): &(u32, Way)| *of == element && other.excludes(&way);
                        if ways.iter().any(excluded) {
                            break;
                        }
                        ways.push((element, way));
                    }
                    // A second write to a place must come after the first one.
                    let known = self.is_known_before(*value, index);
                    if !known
                        || found
                            .iter()
                            .any(|(at, set)| at == offset && same_bits(self.scenario, *set, number))
                    {
                        break;
                    }
                    found.push((*offset, number));
                }
                Statement::Call { .. } => break,
                _ => {}
            }
        }
        self.done.extend(found.iter().map(|(_, number)| *number));
        found
    }

    /// Whether a value can be written before a statement.
    fn is_known_before(&self, value: Argument, index: usize) -> bool {
        match value {
            Argument::Literal(_) | Argument::Global(_) | Argument::Function(_) => true,
            Argument::Part(..) => false,
            Argument::Variable(variable) | Argument::Inside(variable, _) => match self
                .forms
                .get(&variable)
            {
                Some(Form::Value { .. } | Form::Literal(_)) => true,
                _ => self.scenario.statements[..index].iter().any(|statement| match statement {
                    Statement::Array { variable: made, .. }
                    | Statement::Object { variable: made, .. } => *made == variable,
                    Statement::Call { result, .. } => *result == Some(variable),
                    _ => false,
                }),
            },
        }
    }

    /// The initialisers of values in a row; those that are zero are left out.
    pub(super) fn initialisers(
        &self,
        ty: ApiTypeId,
        size: u32,
        count: u32,
        sets: &[(u32, usize)],
    ) -> Result<String, Inexpressible> {
        let mut values = Vec::new();
        for element in 0..count {
            values.push(self.initialiser(ty, element * size, sets)?);
        }
        let is_zero = |value: &String| value == "{0}" || is_zero(value);
        if values.iter().all(is_zero) {
            return Ok("0".to_owned());
        }
        if values.iter().any(|value| value == "{0}") {
            let shown = values.iter().enumerate().filter(|(_, value)| !is_zero(value));
            values = shown.map(|(index, value)| format!("[{index}] = {value}")).collect();
        }
        Ok(values.join(", "))
    }

    /// The initialiser of a value: its fields by name, zeros left out.
    pub(super) fn initialiser(
        &self,
        ty: ApiTypeId,
        base: u32,
        sets: &[(u32, usize)],
    ) -> Result<String, Inexpressible> {
        if is_complex(self.catalogue, ty) {
            return Ok("0".to_owned());
        }
        let size = size_of(self.catalogue, ty).unwrap_or(0);
        let mut parts: Vec<String> = Vec::new();
        for (offset, number) in sets {
            if *offset < base || *offset >= base + size.max(1) {
                continue;
            }
            let Statement::Set { ty: stored, bits, value, .. } = &self.scenario.statements[*number]
            else {
                continue;
            };
            let put = self.put(*stored, *bits, *value);
            let way = way_to(self.catalogue, ty, offset - base, put)
                .ok_or_else(|| no(format!("no field lies at byte {offset}")))?;
            let value = self.put_value(way.ty, self.cut(way.ty, *bits, *value))?;
            if way.text.is_empty() {
                return Ok(value);
            }
            if !is_zero(&value) {
                parts.push(format!("{} = {value}", way.text));
            }
        }
        let scalar =
            !matches!(resolve(self.catalogue, ty), ApiType::Record { .. } | ApiType::Array { .. });
        Ok(match (scalar, parts.is_empty()) {
            (true, _) => self.literal(ty, 0)?,
            (false, true) => "{0}".to_owned(),
            (false, false) => format!("{{{}}}", parts.join(", ")),
        })
    }
}

/// Whether two writes go to the same bits.
fn same_bits(scenario: &Scenario, a: usize, b: usize) -> bool {
    match (&scenario.statements[a], &scenario.statements[b]) {
        (Statement::Set { bits: a, .. }, Statement::Set { bits: b, .. }) => a == b,
        _ => false,
    }
}

fn is_zero(value: &str) -> bool {
    matches!(value, "0" | "0U" | "0L" | "0UL" | "NULL" | "'\\0'" | "0.0" | "0.0f")
}
