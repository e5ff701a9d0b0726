//! One test as a C function: what is made, what is called, what must hold.

mod check;
mod further;
mod heap;
mod hidden;
mod initial;
mod lines;

pub use lines::spaced;

use super::order::ordered;
use super::place::{Put, way_to, with_parts};
use super::streams::Answers;
use super::stubs::{head, is_made_up, name_of};
use super::types::declare;
use super::values::{converted, literal, text};
use super::{Inexpressible, Unit};
use crate::prepare::GIVER;
use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{Catalogue, FuncId, GlobalId, Program, Type};
use scenario::{Argument, Array, Extent, Object, Place, Scenario, Statement, VarId};
use std::collections::{BTreeMap, BTreeSet};
use suite::checks::callable;
use suite::layout::{extended, resolve, size_of};
use suite::{Check, Expected, Target, Test};
use trace::Outcome;

/// A test as text.
pub struct Body {
    /// The statements of its function, without indentation; empty ones stand between what is made, the call that the test
    /// is about, what must hold, and what is given back.
    pub lines: Vec<String>,
    /// The answers that it gives to what is asked of the world outside.
    pub answers: Answers,
    /// Whether standard output is looked at.
    pub captures: bool,
    /// What the file must offer for it.
    pub needs: Needs,
}

/// What a test file must offer for a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Standard input from a text.
    pub input: bool,
    /// Files in a folder of their own.
    pub files: bool,
}

/// How a variable of the scenario is declared.
#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// Written out where it is used.
    Value { ty: Type, of: Option<ApiTypeId>, bits: u128 },
    /// A text that is written out where it is used.
    Literal(Vec<u8>),
    /// `T name`, so that a pointer to it is `&name`.
    One(ApiTypeId),
    /// `T name[n]`.
    Row(ApiTypeId),
    /// `unsigned char name[n]`.
    Bytes,
    /// A variable that is a pointer itself: the result of a call.
    Pointer(ApiTypeId),
    /// A scalar result.
    Scalar,
}

/// Bytes of output that are looked at although there is something else to look at.
const LONGEST_OUTPUT: usize = 200;

/// Writes the body of a test.
pub fn body(unit: &Unit<'_>, test: &Test) -> Result<Body, Inexpressible> {
    let scenario = &ordered(&test.scenario);
    let mut writer = Writer {
        unit,
        program: unit.program,
        catalogue: &unit.program.catalogue,
        test,
        scenario,
        names: BTreeMap::new(),
        forms: BTreeMap::new(),
        taken: unit.reserved.clone(),
        hidden: BTreeMap::new(),
        declared: BTreeSet::new(),
        done: BTreeSet::new(),
        lines: Vec::new(),
        stubs: unit.stubs.iter().map(|stub| name_of(unit.program, *stub)).collect(),
        answers: Answers::default(),
        needs: Needs::default(),
    };
    writer.find_forms()?;
    for index in 0..scenario.statements.len() {
        writer.statement(index)?;
    }
    let objects = scenario.statements.iter().filter_map(|statement| match statement {
        Statement::Array { variable, .. } | Statement::Object { variable, .. } => {
            let is_written_out = matches!(writer.forms.get(variable), Some(Form::Literal(_)));
            (!is_written_out).then(|| writer.name(*variable))
        }
        _ => None,
    });
    let hidden: BTreeSet<String> =
        writer.hidden.values().map(|variable| writer.name(*variable)).collect();
    let objects: BTreeSet<String> = objects.filter(|name| !hidden.contains(name)).collect();
    lines::drop_unused(&mut writer.lines, &objects);
    let results = scenario.statements.iter().filter_map(|statement| match statement {
        Statement::Call { result, .. } => Some(writer.name((*result)?)),
        _ => None,
    });
    let results: Vec<String> = results.collect();
    lines::drop_results(&mut writer.lines, &results);
    let mut captures = false;
    match test.outcome {
        Outcome::Exited(_) => writer.lines.push("CHECK(!\"it returned\");".to_owned()),
        _ if !test.output.is_empty()
            && (test.checks.is_empty() || test.output.len() <= LONGEST_OUTPUT) =>
        {
            captures = true;
            let (shown, length) = (text(&test.output), test.output.len());
            writer.lines.push(format!("CHECK(ferret_printed({shown}, {length}));"));
        }
        _ => {}
    }
    Ok(Body { lines: writer.lines, answers: writer.answers, captures, needs: writer.needs })
}

struct Writer<'a> {
    unit: &'a Unit<'a>,
    program: &'a Program,
    catalogue: &'a Catalogue,
    test: &'a Test,
    scenario: &'a Scenario,
    names: BTreeMap<VarId, String>,
    forms: BTreeMap<VarId, Form>,
    /// Names that cannot be given any more.
    taken: BTreeSet<String>,
    /// Records that a call gives back, by the statement of the call.
    hidden: BTreeMap<usize, VarId>,
    /// Those of them that are declared.
    declared: BTreeSet<VarId>,
    /// `Set` statements that an initialiser has taken care of.
    done: BTreeSet<usize>,
    lines: Vec<String>,
    /// Names of functions that answer from a stream.
    stubs: Vec<&'a str>,
    answers: Answers,
    needs: Needs,
}

fn no(reason: impl Into<String>) -> Inexpressible {
    Inexpressible(reason.into())
}

impl Writer<'_> {
    /// Decides how each variable is declared, and what it is called.
    fn find_forms(&mut self) -> Result<(), Inexpressible> {
        for (index, statement) in self.scenario.statements.iter().enumerate() {
            if let Statement::Call { function, arguments, .. } = statement
                && let Some(hidden) = self.hidden_result(*function, arguments)
            {
                self.hidden.insert(index, hidden);
            }
        }
        for statement in &self.scenario.statements {
            let (variable, form) = match statement {
                Statement::Value { variable, ty, bits, of } => {
                    (*variable, Form::Value { ty: *ty, of: *of, bits: *bits })
                }
                Statement::Array { variable, array } => {
                    let form = self.array_form(*variable, array);
                    // Equal literals are one object to a compiler.
                    let own = matches!(form, Form::Literal(_))
                        && (self.is_block(*variable)
                            || self.forms.values().any(|known| *known == form));
                    match array.of.filter(|_| own) {
                        Some(of) => (*variable, Form::Row(self.without_const(of))),
                        None => (*variable, form),
                    }
                }
                Statement::Object { variable, object } => (*variable, self.object_form(object)),
                Statement::Call { result: Some(variable), function, .. } => {
                    let result =
                        callable(self.catalogue, *function).map(|callable| callable.result);
                    let pointee = result.and_then(|result| self.pointee(result));
                    (*variable, pointee.map_or(Form::Scalar, Form::Pointer))
                }
                Statement::New { .. } => return Err(no("an object of a class")),
                _ => continue,
            };
            self.forms.insert(variable, form);
            let name = self.free_name(self.scenario.name(variable));
            self.names.insert(variable, name);
        }
        Ok(())
    }

    fn array_form(&self, variable: VarId, array: &Array) -> Form {
        let Some(of) = array.of else { return Form::Bytes };
        let bytes = seen(array);
        if array.extent == Extent::Text && self.is_const(of) && self.is_only_handed_over(variable) {
            match bytes.split_last() {
                Some((0, text)) => {
                    return Form::Literal(text.iter().map(|bits| *bits as u8).collect());
                }
                None => return Form::Literal(Vec::new()),
                Some(_) => {}
            }
        }
        let scalar = !matches!(resolve(self.catalogue, of), ApiType::Array { .. });
        let text = matches!(resolve(self.catalogue, of), ApiType::Char { .. });
        match bytes.len() {
            0 | 1 if scalar && !text => Form::One(self.without_const(of)),
            _ => Form::Row(self.without_const(of)),
        }
    }

    fn object_form(&self, object: &Object) -> Form {
        match object.of.map(|of| self.without_const(of)) {
            Some(of) if size_of(self.catalogue, of).is_none_or(|size| size == 0) => Form::Bytes,
            Some(of) if object.count <= 1 => Form::One(of),
            Some(of) => Form::Row(of),
            None => Form::Bytes,
        }
    }

    /// Whether a variable is handed to calls and nothing else looks at it.
    fn is_only_handed_over(&self, variable: VarId) -> bool {
        let in_set = self.scenario.statements.iter().any(|statement| match statement {
            Statement::Set { place, value, .. } => {
                value.variable() == Some(variable)
                    || matches!(place, Place::Variable(v, _) if *v == variable)
            }
            _ => false,
        });
        let uses = self.scenario.statements.iter().flat_map(|statement| match statement {
            Statement::Call { arguments, .. } => arguments.as_slice(),
            _ => &[],
        });
        let uses: Vec<_> = uses.filter(|argument| argument.variable() == Some(variable)).collect();
        let checked = self.test.checks.iter().any(|check| {
            check.target == Target::Variable(variable)
                || matches!(check.expected, Expected::At(v, _) if v == variable)
        });
        !in_set && !checked && uses == [&Argument::Variable(variable)]
    }

    fn is_const(&self, ty: ApiTypeId) -> bool {
        matches!(self.catalogue.types[ty], ApiType::Const(_))
    }

    fn without_const(&self, ty: ApiTypeId) -> ApiTypeId {
        match &self.catalogue.types[ty] {
            ApiType::Const(of) => *of,
            _ => ty,
        }
    }

    fn pointee(&self, ty: ApiTypeId) -> Option<ApiTypeId> {
        match resolve(self.catalogue, ty) {
            ApiType::Pointer(target) => Some(*target),
            // A parameter that is an array is a pointer.
            ApiType::Array { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// A name that is no keyword and that nothing else in the file has.
    fn free_name(&mut self, wanted: &str) -> String {
        let clean: String = wanted
            .chars()
            .map(
                |letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '_' },
            )
            .collect();
        let clean = match clean.chars().next() {
            None => "value".to_owned(),
            Some(first) if first.is_ascii_digit() => format!("value_{clean}"),
            Some(_) => clean,
        };
        // What the source calls so itself is something else.
        let stem = match self.unit.reserved.contains(&clean) {
            true => format!("{clean}_given"),
            false => clean,
        };
        let mut name = stem.clone();
        for number in 2.. {
            if self.taken.insert(name.clone()) {
                break;
            }
            name = format!("{stem}_{number}");
        }
        name
    }

    fn name(&self, variable: VarId) -> String {
        self.names.get(&variable).cloned().unwrap_or_else(|| "missing".to_owned())
    }

    fn callable(&self, function: FuncId) -> Result<&ApiCallable, Inexpressible> {
        let name = || self.program.functions[function].name.clone();
        callable(self.catalogue, function)
            .ok_or_else(|| no(format!("`{}` has no known signature", name())))
    }

    /// Whether a call gives back a record that fits into a register, of which only the bits are known.
    fn gives_small_record(&self, callable: &ApiCallable) -> bool {
        matches!(resolve(self.catalogue, callable.result), ApiType::Record { .. })
    }

    fn statement(&mut self, index: usize) -> Result<(), Inexpressible> {
        let scenario = self.scenario;
        match &scenario.statements[index] {
            Statement::Value { .. } => {}
            Statement::Array { variable, array } => self.array(*variable, array)?,
            Statement::Object { variable, object } => self.object(index, *variable, object)?,
            Statement::New { .. } => return Err(no("an object of a class")),
            Statement::Stream { name, ty, values, .. } => {
                self.answers.add(name, *ty, values, &self.stubs, &self.unit.calls)?;
            }
            Statement::Set { place, ty, bits, value } => {
                if !self.done.contains(&index) {
                    let line = self.assignment(*place, *ty, *bits, *value)?;
                    self.lines.push(line);
                }
            }
            Statement::Call { result, function, arguments } => {
                self.call(index, *result, *function, arguments)?;
            }
            Statement::Arguments(_) => {}
            // There is none without a word.
            Statement::StandardInput(bytes) if bytes.is_empty() => {}
            Statement::StandardInput(bytes) => {
                self.needs.input = true;
                self.lines.push(format!("ferret_input({}, {});", text(bytes), bytes.len()));
            }
            Statement::File { path, content } => {
                if path.starts_with('/') || path.contains("..") {
                    return Err(no(format!("the file `{path}` lies outside of the test's folder")));
                }
                self.needs.files = true;
                let path = text(path.as_bytes());
                self.lines.push(format!(
                    "ferret_file({path}, {}, {});",
                    text(content),
                    content.len()
                ));
            }
        }
        Ok(())
    }

    fn array(&mut self, variable: VarId, array: &Array) -> Result<(), Inexpressible> {
        if self.is_block(variable) {
            return self.array_block(variable, array);
        }
        let name = self.name(variable);
        let elements = seen(array);
        let line = match self.forms[&variable].clone() {
            Form::Literal(_) => return Ok(()),
            Form::One(ty) => {
                let declared = self.declare(ty, &name)?;
                let value = self.converted(ty, elements.first().copied().unwrap_or(0))?;
                format!("{declared} = {value};")
            }
            Form::Row(ty) => {
                let is_text = matches!(resolve(self.catalogue, ty), ApiType::Char { bits: 8, .. })
                    && elements.last().is_none_or(|bits| *bits as u8 == 0);
                if is_text {
                    let bytes: Vec<u8> = elements.iter().map(|bits| *bits as u8).collect();
                    let declared = self.declare(ty, &format!("{name}[]"))?;
                    format!("{declared} = {};", text(&bytes[..bytes.len().saturating_sub(1)]))
                } else {
                    let (count, values) = self.rows(ty, elements)?;
                    let declared = self.declare(ty, &format!("{name}[{count}]"))?;
                    format!("{declared} = {{{values}}};")
                }
            }
            _ => bytes_line(&name, &bytes_of(array)),
        };
        self.lines.push(line);
        Ok(())
    }

    /// How many values of a type flat elements make, and their text; rows get braces of their own.
    fn rows(&self, ty: ApiTypeId, elements: &[u128]) -> Result<(usize, String), Inexpressible> {
        if let ApiType::Array { element, .. } = resolve(self.catalogue, ty) {
            let per_row = self.flat_length(ty).ok_or_else(|| no("a row of unknown length"))?;
            let mut rows = Vec::new();
            for row in elements.chunks(per_row.max(1)) {
                rows.push(format!("{{{}}}", self.rows(*element, row)?.1));
            }
            return Ok((rows.len().max(1), rows.join(", ")));
        }
        let mut values = Vec::new();
        for bits in elements {
            values.push(self.converted(ty, *bits)?);
        }
        if values.is_empty() {
            return Ok((1, "0".to_owned()));
        }
        Ok((values.len(), values.join(", ")))
    }

    /// How many scalars an array has, all its dimensions taken together.
    fn flat_length(&self, ty: ApiTypeId) -> Option<usize> {
        match resolve(self.catalogue, ty) {
            ApiType::Array { element, length } => {
                Some((*length)? as usize * self.flat_length(*element)?)
            }
            _ => Some(1),
        }
    }

    fn object(
        &mut self,
        index: usize,
        variable: VarId,
        object: &Object,
    ) -> Result<(), Inexpressible> {
        if self.hidden.values().any(|hidden| *hidden == variable) {
            return Ok(());
        }
        if self.is_block(variable) {
            return self.object_block(index, variable, object);
        }
        let name = self.name(variable);
        match self.forms[&variable].clone() {
            Form::One(ty) => {
                let sets = self.initial_sets(index, variable);
                let value = self.initialiser(ty, 0, &sets)?;
                let declared = self.declare(ty, &name)?;
                self.lines.push(format!("{declared} = {value};"));
            }
            Form::Row(ty) => {
                let size = size_of(self.catalogue, ty).unwrap_or(1);
                let sets = self.initial_sets(index, variable);
                let values = self.initialisers(ty, size, object.count, &sets)?;
                let declared = self.declare(ty, &format!("{name}[{}]", object.count.max(1)))?;
                self.lines.push(format!("{declared} = {{{values}}};"));
            }
            _ => self.lines.push(bytes_line(&name, &vec![0; object.size as usize])),
        }
        Ok(())
    }

    fn assignment(
        &self,
        place: Place,
        ty: Type,
        bits: Option<(u8, u8)>,
        value: Argument,
    ) -> Result<String, Inexpressible> {
        let (base, of, offset) = match place {
            Place::Global(global, offset) => {
                let (name, ty) = self.global(global)?;
                (name, ty, offset)
            }
            Place::Variable(variable, offset) => match self.forms.get(&variable).cloned() {
                Some(Form::One(of)) => (self.name(variable), of, offset),
                Some(Form::Row(of) | Form::Pointer(of)) => {
                    let size = size_of(self.catalogue, of).filter(|size| *size > 0);
                    let size = size.ok_or_else(|| no("a write to something of unknown size"))?;
                    (format!("{}[{}]", self.name(variable), offset / size), of, offset % size)
                }
                Some(Form::Bytes) => {
                    return self.bytes_assignment(&self.name(variable), offset, ty, value);
                }
                _ => return Err(no("a write to something that is no object")),
            },
        };
        let way = way_to(self.catalogue, of, offset, self.put(ty, bits, value))
            .ok_or_else(|| no(format!("no field of `{base}` lies at byte {offset}")))?;
        let value = self.put_value(way.ty, self.cut(way.ty, bits, value))?;
        Ok(format!("{} = {value};", with_parts(format!("{base}{}", way.text))))
    }

    /// What a value is that is put somewhere.
    fn put(&self, ty: Type, bits: Option<(u8, u8)>, value: Argument) -> Put {
        let (mut of, mut to) = (None, None);
        if let Some(variable) = value.variable() {
            match self.forms.get(&variable) {
                Some(Form::Value { of: known, .. }) => of = *known,
                Some(Form::One(target) | Form::Row(target) | Form::Pointer(target)) => {
                    to = Some(*target);
                }
                _ => {}
            }
        }
        Put { ty, bits, of, to }
    }

    /// What is left of a value in a bit-field.
    fn cut(&self, ty: ApiTypeId, bits: Option<(u8, u8)>, value: Argument) -> Argument {
        let Some((_, width)) = bits else { return value };
        let known = match value {
            Argument::Literal(bits) => Some(bits),
            Argument::Variable(variable) => match self.forms.get(&variable) {
                Some(Form::Value { bits, .. }) => Some(*bits),
                _ => None,
            },
            _ => None,
        };
        known.map_or(value, |bits| Argument::Literal(extended(self.catalogue, ty, bits, width)))
    }

    fn bytes_assignment(
        &self,
        name: &str,
        offset: u32,
        ty: Type,
        value: Argument,
    ) -> Result<String, Inexpressible> {
        let bits = match value {
            Argument::Literal(bits) => bits,
            Argument::Variable(variable) => match self.forms.get(&variable) {
                Some(Form::Value { bits, .. }) => *bits,
                _ => return Err(no("an address inside plain bytes")),
            },
            _ => return Err(no("an address inside plain bytes")),
        };
        let bytes = &bits.to_le_bytes()[..ty.bytes() as usize];
        Ok(format!("memcpy({name} + {offset}, {}, {});", text(bytes), bytes.len()))
    }

    /// A global's name and type.
    fn global(&self, id: GlobalId) -> Result<(String, ApiTypeId), Inexpressible> {
        let global = &self.program.globals[id];
        let ty = self.catalogue.items.iter().find_map(|item| match item {
            ApiItem::Global { global, ty } if *global == id => Some(*ty),
            _ => None,
        });
        let name = global.source_name();
        match ty {
            Some(ty) if !name.contains('.') => Ok((name.to_owned(), ty)),
            _ => Err(no(format!("`{}` cannot be named outside of its function", global.name))),
        }
    }

    /// A value where one of that type is wanted.
    fn argument(&self, ty: ApiTypeId, value: Argument) -> Result<String, Inexpressible> {
        match value {
            Argument::Literal(bits) => self.literal(ty, bits),
            Argument::Function(function) => self.function(ty, function),
            Argument::Global(global) => {
                let (name, of) = self.global(global)?;
                let is_array = matches!(resolve(self.catalogue, of), ApiType::Array { .. });
                Ok(if is_array { name } else { format!("&{name}") })
            }
            Argument::Part(variable, _) => Ok(self.name(variable)),
            Argument::Inside(variable, offset) => self.inside(ty, variable, offset),
            Argument::Variable(variable) => self.variable(ty, variable),
        }
    }

    /// A function where a pointer to one is wanted, which may know its parameters by other types.
    fn function(&self, ty: ApiTypeId, function: FuncId) -> Result<String, Inexpressible> {
        if is_made_up(self.unit, function) && head(self.unit, function).is_none() {
            return Err(no("a function whose type has no name"));
        }
        let name = self.program.functions[function].source_name();
        let name = if name == "main" { super::MAIN } else { name };
        let wanted = self.pointee(ty).map(|of| resolve(self.catalogue, of));
        let (Some(ApiType::Function { params, result, .. }), Some(callable)) =
            (wanted, callable(self.catalogue, function))
        else {
            return Ok(name.to_owned());
        };
        let spelled = |ty: ApiTypeId| declare(self.catalogue, ty, "");
        let given = callable.params.iter().map(|(_, ty)| *ty).chain([callable.result]);
        let same = given.map(spelled).eq(params.iter().chain([result]).map(|ty| spelled(*ty)));
        Ok(match spelled(ty).filter(|_| !same) {
            Some(cast) => format!("({cast}){name}"),
            None => name.to_owned(),
        })
    }

    fn variable(&self, ty: ApiTypeId, variable: VarId) -> Result<String, Inexpressible> {
        let name = self.name(variable);
        let form = self.forms.get(&variable).cloned();
        let by_value = matches!(resolve(self.catalogue, ty), ApiType::Record { .. });
        match form {
            Some(Form::Value { bits, .. }) => self.literal(ty, bits),
            Some(Form::Literal(bytes)) => {
                let target = self.pointee(ty).map(|of| resolve(self.catalogue, of));
                let plain =
                    matches!(target, Some(ApiType::Char { signed: true, .. } | ApiType::Void));
                match declare(self.catalogue, ty, "").filter(|_| !plain) {
                    Some(spelled) => Ok(format!("({spelled}){}", text(&bytes))),
                    None => Ok(text(&bytes)),
                }
            }
            Some(Form::One(_)) if by_value => Ok(name),
            Some(Form::One(of)) => Ok(self.cast(ty, of, format!("&{name}"))),
            Some(Form::Row(of)) => {
                self.is_long_enough(ty, variable)?;
                Ok(self.cast(ty, of, name))
            }
            Some(Form::Pointer(of)) => Ok(self.cast(ty, of, name)),
            Some(Form::Bytes) => {
                let pointee = self.pointee(ty);
                let void =
                    pointee.is_some_and(|of| matches!(resolve(self.catalogue, of), ApiType::Void));
                Ok(match declare(self.catalogue, ty, "").filter(|_| !void) {
                    Some(spelled) => format!("({spelled}){name}"),
                    None => name,
                })
            }
            Some(Form::Scalar) => Ok(name),
            None => Err(no("a variable that nothing makes")),
        }
    }

    /// A pointer to the middle or the end of something.
    fn inside(&self, ty: ApiTypeId, variable: VarId, offset: u32) -> Result<String, Inexpressible> {
        let name = self.name(variable);
        let (of, name) = match self.forms.get(&variable) {
            Some(Form::One(of)) => (*of, format!("&{name}")),
            Some(Form::Row(of) | Form::Pointer(of)) => (*of, name),
            _ => return Err(no("a pointer into something that is no array")),
        };
        let size =
            size_of(self.catalogue, of).filter(|size| *size > 0 && offset.is_multiple_of(*size));
        let size = size.ok_or_else(|| no("a pointer between two elements"))?;
        let text = match offset / size {
            0 => name,
            index => format!("{name} + {index}"),
        };
        let cast = self.cast(ty, of, text.clone());
        Ok(match cast.strip_suffix(&text) {
            Some(cast) if !cast.is_empty() && text.contains(' ') => format!("{cast}({text})"),
            _ => cast,
        })
    }

    /// A compiler that knows how long an array parameter is written refuses a shorter one.
    fn is_long_enough(&self, ty: ApiTypeId, variable: VarId) -> Result<(), Inexpressible> {
        let ApiType::Array { length: Some(wanted), .. } = resolve(self.catalogue, ty) else {
            return Ok(());
        };
        let given = self.scenario.statements.iter().find_map(|statement| match statement {
            Statement::Array { variable: made, array } if *made == variable => Some(array.length),
            Statement::Object { variable: made, object } if *made == variable => Some(object.count),
            _ => None,
        });
        match given.is_some_and(|given| given < *wanted) {
            true => Err(no("an array that is shorter than its parameter says")),
            false => Ok(()),
        }
    }

    /// A pointer to one type where a pointer to another may be wanted.
    fn cast(&self, wanted: ApiTypeId, of: ApiTypeId, expression: String) -> String {
        let Some(target) = self.pointee(wanted) else { return expression };
        let plain = |ty| declare(self.catalogue, self.without_const(ty), "");
        let is_void = matches!(resolve(self.catalogue, target), ApiType::Void);
        let loses_const = self.is_const(of) && !self.is_const(target);
        if !loses_const && (is_void || plain(target) == plain(of)) {
            return expression;
        }
        match declare(self.catalogue, wanted, "") {
            Some(spelled) => format!("({spelled}){expression}"),
            None => expression,
        }
    }

    /// A value that is put where C converts it to its type.
    fn put_value(&self, ty: ApiTypeId, value: Argument) -> Result<String, Inexpressible> {
        match value {
            Argument::Literal(bits) => self.converted(ty, bits),
            Argument::Variable(variable) => match self.forms.get(&variable) {
                Some(Form::Value { bits, .. }) => self.converted(ty, *bits),
                _ => self.argument(ty, value),
            },
            _ => self.argument(ty, value),
        }
    }

    fn converted(&self, ty: ApiTypeId, bits: u128) -> Result<String, Inexpressible> {
        converted(self.catalogue, ty, bits)
            .ok_or_else(|| no("a value that is not expressible in C source"))
    }

    fn literal(&self, ty: ApiTypeId, bits: u128) -> Result<String, Inexpressible> {
        literal(self.catalogue, ty, bits)
            .ok_or_else(|| no("a value that is not expressible in C source"))
    }

    fn declare(&self, ty: ApiTypeId, name: &str) -> Result<String, Inexpressible> {
        declare(self.catalogue, ty, name)
            .ok_or_else(|| no(format!("the type of `{name}` has no name")))
    }

    fn call(
        &mut self,
        index: usize,
        result: Option<VarId>,
        function: FuncId,
        arguments: &[Argument],
    ) -> Result<(), Inexpressible> {
        if let ("free", [argument]) = (self.program.functions[function].source_name(), arguments)
            && callable(self.catalogue, function).is_none()
        {
            let line = self.freed(*argument)?;
            self.lines.push(line);
            return Ok(());
        }
        let callable = self.callable(function)?.clone();
        let hidden = self.hidden.get(&index).copied();
        let mut rest = &arguments[usize::from(hidden.is_some())..];
        let mut texts = Vec::new();
        for (_, ty) in &callable.params {
            let Some((first, mut others)) = rest.split_first() else { break };
            if let Argument::Part(variable, _) = first {
                while let Some((Argument::Part(next, _), after)) = others.split_first()
                    && next == variable
                {
                    others = after;
                }
            }
            texts.push(self.argument(*ty, *first)?);
            rest = others;
        }
        self.fit_further(function, arguments, &mut texts);
        if !rest.is_empty() {
            return Err(no("arguments beyond the parameters"));
        }
        let name = self.program.functions[function].source_name();
        let name = if name == "main" { super::MAIN } else { name };
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

    /// The call that the test is about.
    fn act(&self) -> Option<usize> {
        let is_act = |statement: &Statement| {
            matches!(statement, Statement::Call { function, .. }
            if self.catalogue.entered_by(*function) == self.test.function)
        };
        self.scenario.statements.iter().rposition(is_act)
    }

    /// Whether a later statement uses a result.
    fn is_used(&self, variable: VarId, index: usize) -> bool {
        self.scenario.statements.iter().skip(index + 1).any(|statement| {
            let is = |argument: &Argument| argument.variable() == Some(variable);
            match statement {
                Statement::Call { arguments, .. } => arguments.iter().any(is),
                Statement::Set { place, value, .. } => {
                    is(value) || matches!(place, Place::Variable(v, _) if *v == variable)
                }
                _ => false,
            }
        }) || self
            .test
            .checks
            .iter()
            .any(|check| matches!(check.expected, Expected::At(v, _) if v == variable))
    }
}

/// The elements that a program sees.
fn seen(array: &Array) -> &[u128] {
    &array.elements[..(array.length as usize).min(array.elements.len())]
}

/// The bytes of the elements that a program sees.
fn bytes_of(array: &Array) -> Vec<u8> {
    let size = array.element.bytes() as usize;
    seen(array).iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(size)).collect()
}

fn bytes_line(name: &str, bytes: &[u8]) -> String {
    let size = bytes.len().max(1);
    if bytes.iter().all(|byte| *byte == 0) {
        return format!("ALIGNED unsigned char {name}[{size}] = {{0}};");
    }
    let values: Vec<String> = bytes.iter().map(u8::to_string).collect();
    format!("ALIGNED unsigned char {name}[{size}] = {{{}}};", values.join(", "))
}
