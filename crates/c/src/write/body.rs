//! One test as a C function: what is made, what is called, what must hold.

mod call;
mod check;
mod forms;
mod further;
mod hand;
mod heap;
mod hidden;
mod initial;
mod lines;
mod make;

pub use lines::spaced;

use super::order::ordered;
use super::streams::Answers;
use super::stubs::name_of;
use super::types::declare;
use super::values::{converted, literal, text};
use super::{Inexpressible, Unit};
use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{Catalogue, FuncId, GlobalId, Program, Type};
use scenario::{Array, Scenario, Statement, VarId};
use std::collections::{BTreeMap, BTreeSet};
use suite::Test;
use suite::checks::callable;
use suite::layout::resolve;
use trace::Outcome;

/// A test as text.
pub struct Body {
    /// The statements of its function, without indentation; empty ones stand between what is made, the call that the test
    /// is about, what must hold, and what is given back.
    pub lines: Vec<String>,
    /// The answers that it gives to what is asked of the environment.
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
            // There is none silently.
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
}

/// The elements that a program sees.
fn seen(array: &Array) -> &[u128] {
    &array.elements[..(array.length as usize).min(array.elements.len())]
}
