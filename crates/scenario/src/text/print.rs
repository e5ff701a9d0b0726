//! From a scenario to its text.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt::Write;

use program::catalogue::ApiTypeId;
use program::text::type_labels;
use program::{ClassId, Id, Program, Type};

use super::literal::value;
use super::parse::field_at;
use super::syntax::{SCENARIO, push_quoted};
use crate::{Argument, Array, Extent, Object, Place, Scenario, Statement, VarId};

/// The text of a scenario, a statement on each line.
pub fn print(scenario: &Scenario, program: &Program) -> String {
    let printer = Printer::new(scenario, program);
    let mut text = String::new();
    for statement in &scenario.statements {
        printer.statement(&mut text, statement);
        text.push('\n');
    }
    text
}

/// The text of one statement, without a line feed; empty if there is no such statement.
pub fn statement(scenario: &Scenario, program: &Program, index: usize) -> String {
    let mut text = String::new();
    if let Some(statement) = scenario.statements.get(index) {
        Printer::new(scenario, program).statement(&mut text, statement);
    }
    text
}

/// The text of an array's elements: a list, or a string if they are bytes that read as one.
pub fn elements(element: Type, values: &[u128]) -> String {
    let mut text = String::new();
    push_elements(&mut text, element, u32::MAX, values);
    text
}

struct Printer<'p> {
    program: &'p Program,
    /// Names of the variables as they are written: quoted where they must be, all different.
    names: Vec<String>,
    /// The classes of the objects they point at, where those are known.
    classes: Vec<Option<ClassId>>,
    /// Labels of the catalogue's types, once one is written.
    types: OnceCell<Vec<String>>,
}

impl<'p> Printer<'p> {
    fn new(scenario: &Scenario, program: &'p Program) -> Self {
        let mut classes = vec![None; scenario.variables.len()];
        for statement in &scenario.statements {
            if let Statement::New { variable, class } = statement
                && let Some(known) = classes.get_mut(variable.index())
            {
                *known = Some(*class);
            }
        }
        Self { program, names: names(&scenario.variables), classes, types: OnceCell::new() }
    }

    fn statement(&self, out: &mut String, statement: &Statement) {
        match statement {
            Statement::Value { variable, ty, bits, of } => {
                let _ = write!(out, "let {}: {ty} = {}", self.name(*variable), value(*ty, *bits));
                self.of(out, *of, 1);
            }
            Statement::Array { variable, array } => self.array(out, *variable, array),
            Statement::New { variable, class } => {
                let _ = write!(out, "let {} = new {}", self.name(*variable), self.class(*class));
            }
            Statement::Object { variable, object } => {
                let Object { size, of, count, extent } = *object;
                let _ = write!(out, "let {} = object {size}", self.name(*variable));
                push_extent(out, extent);
                self.of(out, of, count);
            }
            Statement::Stream { variable, name, ty, values } => {
                let _ = write!(out, "let {}: {ty} = stream ", self.name(*variable));
                push_quoted(out, name.as_bytes(), '"');
                out.push(' ');
                push_elements(out, *ty, u32::MAX, values);
            }
            Statement::Set { place, ty, bits, value } => {
                out.push_str("set ");
                self.place(out, *place, *ty, *bits);
                out.push_str(" = ");
                self.argument(out, value, Some(*ty));
            }
            Statement::Call { result, function, arguments } => {
                out.push_str("call ");
                if let Some(result) = result {
                    let _ = write!(out, "{} = ", self.name(*result));
                }
                let callee = self.program.functions.get(*function);
                push_symbol(out, callee.map_or("?", |function| &function.name));
                out.push('(');
                let mut types = callee.into_iter().flat_map(program::Function::parameter_types);
                for (index, argument) in arguments.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { ", " });
                    self.argument(out, argument, types.next());
                }
                out.push(')');
            }
            Statement::Arguments(arguments) => {
                out.push_str("argv");
                for argument in arguments {
                    out.push(' ');
                    push_quoted(out, argument, '"');
                }
            }
            Statement::StandardInput(bytes) => {
                out.push_str("stdin ");
                push_quoted(out, bytes, '"');
            }
            Statement::File { path, content } => {
                out.push_str("file ");
                push_quoted(out, path.as_bytes(), '"');
                out.push(' ');
                push_quoted(out, content, '"');
            }
        }
    }

    fn array(&self, out: &mut String, variable: VarId, array: &Array) {
        let Array { element, class, length, elements, of, extent } = array;
        let capacity = elements.len();
        let name = self.name(variable);
        match class {
            None => {
                let _ = write!(out, "let {name}: {element}[{capacity}] = ");
            }
            Some(class) => {
                let _ = write!(out, "let {name} = new {} ", self.class(*class));
            }
        }
        let listed = push_elements(out, *element, *length, elements);
        if class.is_some() && listed < capacity {
            let _ = write!(out, " capacity {capacity}");
        }
        push_extent(out, *extent);
        self.of(out, *of, 1);
    }

    /// Writes what something is in the words of the source, if that is known.
    fn of(&self, out: &mut String, ty: Option<ApiTypeId>, count: u32) {
        let Some(ty) = ty else { return };
        out.push_str(" of ");
        if count != 1 {
            let _ = write!(out, "{count} ");
        }
        let labels = self.types.get_or_init(|| type_labels(self.program));
        push_name(out, labels.get(ty.index()).map_or("?", |label| label));
    }

    fn place(&self, out: &mut String, place: Place, ty: Type, bits: Option<(u8, u8)>) {
        let offset = match place {
            Place::Variable(variable, offset) => {
                out.push_str(self.name(variable));
                let class = self.classes.get(variable.index()).copied().flatten();
                if bits.is_none()
                    && let Some(field) =
                        class.and_then(|class| field_at(self.program, class, offset, ty))
                {
                    out.push('.');
                    push_name(out, &field.name);
                    return;
                }
                offset
            }
            Place::Global(global, offset) => {
                push_symbol(
                    out,
                    self.program.globals.get(global).map_or("?", |global| &global.name),
                );
                offset
            }
        };
        if offset != 0 {
            let _ = write!(out, " + {offset}");
        }
        let _ = write!(out, ": {ty}");
        if let Some((first, width)) = bits {
            let _ = write!(out, " bits {first}:{width}");
        }
    }

    fn argument(&self, out: &mut String, argument: &Argument, ty: Option<Type>) {
        match *argument {
            Argument::Variable(variable) => out.push_str(self.name(variable)),
            Argument::Part(variable, offset) => {
                let _ = write!(out, "{} at {offset}", self.name(variable));
            }
            Argument::Inside(variable, offset) => {
                let _ = write!(out, "{} + {offset}", self.name(variable));
            }
            Argument::Literal(bits) => out.push_str(&value(ty.unwrap_or(Type::I128), bits)),
            Argument::Global(global) => {
                push_symbol(
                    out,
                    self.program.globals.get(global).map_or("?", |global| &global.name),
                );
            }
            Argument::Function(function) => {
                push_symbol(out, self.program.functions.get(function).map_or("?", |f| &f.name));
            }
        }
    }

    fn name(&self, variable: VarId) -> &str {
        self.names.get(variable.index()).map_or("?", |name| name)
    }

    fn class(&self, class: ClassId) -> String {
        let mut text = String::new();
        push_name(&mut text, self.program.classes.get(class).map_or("?", |class| &class.name));
        text
    }
}

fn push_extent(out: &mut String, extent: Extent) {
    out.push_str(match extent {
        Extent::Fixed => "",
        Extent::Open => " open",
        Extent::Text => " text",
    });
}

/// Writes the elements and tells how many of them. Those beyond the length are written up to the last
/// that is not zero.
fn push_elements(out: &mut String, element: Type, length: u32, elements: &[u128]) -> usize {
    let (seen, rest) = elements.split_at(elements.len().min(length as usize));
    let rest = &rest[..rest.iter().rposition(|bits| *bits != 0).map_or(0, |last| last + 1)];
    if let Some(text) = as_text(element, seen).filter(|_| rest.is_empty()) {
        push_quoted(out, &text, '"');
        return seen.len();
    }
    out.push('[');
    for (index, bits) in seen.iter().chain(rest).enumerate() {
        out.push_str(match index {
            _ if index == seen.len() => {
                if index == 0 {
                    "| "
                } else {
                    " | "
                }
            }
            0 => "",
            _ => ", ",
        });
        out.push_str(&value(element, *bits));
    }
    out.push(']');
    seen.len() + rest.len()
}

/// The elements as bytes, if they read as text: printable characters, and NULs at the end only.
fn as_text(element: Type, elements: &[u128]) -> Option<Vec<u8>> {
    if element != Type::I8 {
        return None;
    }
    let bytes: Option<Vec<u8>> = elements.iter().map(|bits| u8::try_from(*bits).ok()).collect();
    let bytes = bytes?;
    let text = bytes.iter().rposition(|byte| *byte != 0).map(|last| &bytes[..=last])?;
    text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r')).then_some(bytes)
}

/// Names as they are written. A name that was there before gets a number, so that the text can be read
/// again.
fn names(variables: &[String]) -> Vec<String> {
    let mut used: BTreeSet<String> = BTreeSet::new();
    let taken: BTreeSet<&str> = variables.iter().map(|name| &**name).collect();
    let mut names = Vec::with_capacity(variables.len());
    for variable in variables {
        let mut name = variable.clone();
        let mut number = 2;
        while !used.insert(name.clone()) {
            name = format!("{variable}_{number}");
            number += 1;
            while taken.contains(&*name) {
                name = format!("{variable}_{number}");
                number += 1;
            }
        }
        let mut text = String::new();
        push_name(&mut text, &name);
        names.push(text);
    }
    names
}

/// Writes a name, quoted where it would read as something else.
fn push_name(out: &mut String, name: &str) {
    if SCENARIO.is_word(name) && !matches!(name, "true" | "false" | "null" | "inf" | "nan") {
        out.push_str(name);
    } else {
        push_quoted(out, name.as_bytes(), '"');
    }
}

fn push_symbol(out: &mut String, name: &str) {
    out.push('@');
    if SCENARIO.is_symbol(name) {
        out.push_str(name);
    } else {
        push_quoted(out, name.as_bytes(), '"');
    }
}
