//! What was seen after each call, in the words of the scenario.

use std::fmt::Write;

use program::{Class, ClassId, Field, Program, Type};
use scenario::text::{elements, statement, value};
use scenario::{Array, Statement, VarId};

use super::View;
use super::outcome::calls;
use crate::{Handed, Observation, Observed, Trace};

/// How many elements or bytes of one object are written out.
const MOST: usize = 32;

/// What was seen after each call: the result where the outcome does not tell it, its term, and the
/// memory behind the arguments.
pub fn observations(trace: &Trace, view: View<'_>) -> String {
    let several = calls(view) > 1;
    let mut text = String::new();
    for observation in &trace.observations {
        if several {
            let _ =
                writeln!(text, "{}", statement(view.scenario, view.program, observation.statement));
        }
        for seen in &observation.seen {
            observed(&mut text, view, observation, seen, several);
        }
    }
    text
}

fn observed(
    text: &mut String,
    view: View<'_>,
    observation: &Observation,
    seen: &Observed,
    several: bool,
) {
    let _ = match seen {
        Observed::Result { ty, bits, term } => {
            let name = match view.scenario.statements.get(observation.statement) {
                Some(Statement::Call { result: Some(variable), .. }) => name(view, *variable),
                _ => "result",
            };
            let term = term.map(|term| term::print::infix(view.pool, term));
            match (several, term) {
                (true, None) => writeln!(text, "  {name} = {}", value(*ty, *bits)),
                (true, Some(term)) => writeln!(text, "  {name} = {} = {term}", value(*ty, *bits)),
                (false, Some(term)) => writeln!(text, "  {name} = {term}"),
                (false, None) => Ok(()),
            }
        }
        Observed::Memory { variable, bytes } => {
            writeln!(text, "  {} = {}", name(view, *variable), memory(view, *variable, bytes))
        }
        Observed::Global { global, bytes, .. } => {
            writeln!(text, "  {} = {}", view.program.globals[*global].name, bytes_text(bytes))
        }
        Observed::Object { address, bytes } => {
            let is_result = observation.seen.iter().any(
                |seen| matches!(seen, Observed::Result { bits, .. } if *bits == u128::from(*address)),
            );
            match is_result {
                true => writeln!(text, "  *result = {}", bytes_text(bytes)),
                false => writeln!(text, "  *{address:#x} = {}", bytes_text(bytes)),
            }
        }
        Observed::Left { address } => writeln!(text, "  left {address:#x}"),
        Observed::Called { function, arguments } => {
            let handed: Vec<String> = arguments.iter().map(handed).collect();
            let name = &view.program.functions[*function].name;
            writeln!(text, "  {name}({})", handed.join(", "))
        }
    };
}

fn handed(handed: &Handed) -> String {
    match handed {
        Handed::Number(number) => number.to_string(),
        Handed::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
        Handed::Null => "null".to_owned(),
        Handed::Address => "an address".to_owned(),
        Handed::Text(text, more) => {
            format!("\"{}\"{}", text.escape_ascii(), if *more { "…" } else { "" })
        }
        Handed::Broken | Handed::Unsaid => "?".to_owned(),
    }
}

fn name(view: View<'_>, variable: VarId) -> &str {
    use program::Id;
    view.scenario.variables.get(variable.index()).map_or("?", |name| name)
}

fn memory(view: View<'_>, variable: VarId, bytes: &[Option<u8>]) -> String {
    let made = view.scenario.statements.iter().find_map(|statement| match statement {
        Statement::Array { variable: made, array } if *made == variable => Some(Made::Array(array)),
        Statement::New { variable: made, class } if *made == variable => Some(Made::Object(*class)),
        _ => None,
    });
    match made {
        Some(Made::Array(array)) => array_text(array, bytes),
        Some(Made::Object(class)) => object_text(view.program, class, bytes),
        None => bytes_text(bytes),
    }
}

enum Made<'s> {
    Array(&'s Array),
    Object(ClassId),
}

/// The value of a type that begins at `offset`, if all its bytes were written.
fn read(ty: Type, bytes: &[Option<u8>], offset: usize) -> Option<u128> {
    let bytes = bytes.get(offset..offset + ty.bytes() as usize)?;
    let value =
        bytes.iter().rev().try_fold(0, |value: u128, byte| Some(value << 8 | u128::from((*byte)?)));
    value.map(|value| value & ty.mask())
}

fn array_text(array: &Array, bytes: &[Option<u8>]) -> String {
    let size = array.element.bytes() as usize;
    let count = bytes.len() / size;
    let values: Vec<Option<u128>> =
        (0..count.min(MOST)).map(|index| read(array.element, bytes, index * size)).collect();
    let written: Option<Vec<u128>> = values.iter().copied().collect();
    if let Some(values) = written.filter(|_| count <= MOST) {
        return elements(array.element, &values);
    }
    let shown: Vec<String> = values
        .into_iter()
        .map(|bits| bits.map_or_else(|| "?".into(), |bits| value(array.element, bits)))
        .collect();
    let more = if count > MOST { format!(", … {} more", count - MOST) } else { String::new() };
    format!("[{}{more}]", shown.join(", "))
}

fn object_text(program: &Program, class: ClassId, bytes: &[Option<u8>]) -> String {
    let parent = |class: &ClassId| program.classes.get(*class).and_then(|class| class.superclass);
    let lineage = std::iter::successors(Some(class), parent).take(program.classes.len());
    let classes = lineage.filter_map(|class| program.classes.get(class));
    let mut fields: Vec<&Field> = classes.flat_map(|class: &Class| &class.fields).collect();
    fields.sort_by_key(|field| field.offset);
    let shown: Vec<String> = fields
        .iter()
        .map(|field| {
            let bits = read(field.ty, bytes, field.offset as usize);
            format!(
                "{}: {}",
                field.name,
                bits.map_or_else(|| "?".into(), |bits| value(field.ty, bits))
            )
        })
        .collect();
    let name = program.classes.get(class).map_or("?", |class| &class.name);
    if shown.is_empty() {
        format!("{name} {{}}")
    } else {
        format!("{name} {{ {} }}", shown.join(", "))
    }
}

fn bytes_text(bytes: &[Option<u8>]) -> String {
    let shown: Vec<String> = bytes
        .iter()
        .take(MOST)
        .map(|byte| byte.map_or_else(|| "??".into(), |byte| format!("{byte:02x}")))
        .collect();
    let more = if bytes.len() > MOST {
        format!(" … {} more", bytes.len() - MOST)
    } else {
        String::new()
    };
    format!("bytes {}{more}", shown.join(" "))
}
