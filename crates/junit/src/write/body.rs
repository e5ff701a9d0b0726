//! What stands between the brackets of a test: its statements, the call that it is about, what must hold then.

use super::context::Context;
use super::plan::Plan;
use super::test::{Ending, JavaTest, Subject};
use super::types::Suppressed;
use super::variables::{self, Variables};
use super::{Inexpressible, Junit, literal, mention};
use crate::api::{JavaType, Member};
use program::{FuncId, Id};
use scenario::{Argument, Place, Statement, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Lines before a call that stand apart from it though what is asserted stands apart too.
const MANY: usize = 3;

/// A test that is being written.
pub(super) struct Body<'b> {
    pub context: &'b Context<'b>,
    pub(super) test: &'b JavaTest,
    pub plan: Plan,
    pub(super) variables: Variables,
    names: BTreeMap<VarId, String>,
    /// The statements so far.
    pub lines: Vec<String>,
    /// The assertions that are called.
    pub assertions: BTreeSet<&'static str>,
    /// What is imported of Mockito, by full names.
    pub mocking: BTreeSet<&'static str>,
    /// Warnings that the test gives cause for.
    pub suppressed: Suppressed,
    /// What the test declares to throw.
    pub throws: Option<&'static str>,
    /// The line of the call that the test is about.
    act: Option<usize>,
    /// The variable that keeps what is printed, where that is looked at.
    pub(super) printed: Option<String>,
}

/// Writes a test.
pub(super) fn body<'b>(
    context: &'b Context<'b>,
    test: &'b JavaTest,
) -> Result<Body<'b>, Inexpressible> {
    let mut body = Body {
        context,
        test,
        plan: Plan::new(context, test)?,
        variables: Variables::default(),
        names: BTreeMap::new(),
        lines: Vec::new(),
        assertions: BTreeSet::new(),
        mocking: BTreeSet::new(),
        suppressed: Suppressed::new(),
        throws: None,
        act: None,
        printed: None,
    };
    for (index, statement) in test.scenario.statements.iter().enumerate() {
        body.statement(index, statement)?;
    }
    let asserts = body.lines.len();
    for index in 0..test.checks.len() {
        if Some(index) != body.first_check() {
            let check = &test.checks[index];
            body.check(check, None)?;
        }
    }
    body.part(asserts);
    body.finish();
    let classes = context.unit.classes;
    for line in &body.lines {
        mention::each(line, |class| body.suppressed.extend(classes.class_warnings(class)));
    }
    Ok(body)
}

impl<'b> Body<'b> {
    /// Puts what the test does between what it needs and what takes that away again.
    fn finish(&mut self) {
        if self.context.unit.style.closes {
            self.close_resources();
            self.shut_down_executors();
        }
        if let Some(printed) = self.printed.take() {
            self.keep_output(&printed);
        }
        for statement in &self.test.scenario.statements {
            if let Statement::StandardInput(bytes) = statement {
                self.give_input(bytes);
            }
        }
    }

    /// The statement that makes a variable.
    pub(super) fn maker(&self, variable: VarId) -> Option<&'b Statement> {
        self.plan.maker(variable).and_then(|maker| self.test.scenario.statements.get(maker))
    }

    /// Whether what a variable holds is made where it is passed: a new object of the library that only a stub which
    /// a method makes, or a mock, is told to give. A list to which a stub adds what it is handed, and that nobody looks
    /// at, is not made at all.
    pub(super) fn is_deferred(&self, variable: VarId) -> bool {
        let Some(Statement::Call { function, arguments, .. }) = self.maker(variable) else {
            return false;
        };
        let is_new = match self.context.unit.api.members.get(function) {
            Some(Member::Constructor { class, inner: false }) => {
                class.starts_with("java/util/") && arguments.is_empty()
            }
            Some(Member::Method { class, name, is_static: true, .. }) => {
                class.starts_with("java/util/") && matches!(name.as_str(), "of" | "empty")
            }
            _ => false,
        };
        is_new
            && self.plan.uses(variable) == 1
            && self.test.scenario.statements.iter().any(|statement| match statement {
                Statement::Call { function, arguments, .. } => {
                    let is_told = self.context.shared.contains_key(function)
                        || self.context.mocked(*function).is_some();
                    let is_list = match self.context.unit.api.members.get(function) {
                        Some(Member::Stub(stub)) => stub.methods.iter().any(|method| {
                            let list = method.records.and_then(|list| arguments.get(list));
                            list == Some(&Argument::Variable(variable))
                        }),
                        _ => false,
                    };
                    is_list || is_told && arguments.contains(&Argument::Variable(variable))
                }
                _ => false,
            })
    }

    /// What the test does.
    pub(super) fn scenario(&self) -> &'b scenario::Scenario {
        &self.test.scenario
    }

    /// The name of a variable, if it has one.
    pub(super) fn name_of(&self, variable: VarId) -> Option<String> {
        self.names.get(&variable).cloned()
    }

    /// Notes that the call that the test is about comes next.
    fn acts(&mut self) {
        self.act = Some(self.lines.len());
    }

    /// Parts what the test arranges, what it does and what it asserts by blank lines, where there are several lines.
    fn part(&mut self, asserts: usize) {
        let Some(act) = self.act else { return };
        let arranged: usize = self.lines[..act].iter().map(|line| line.lines().count()).sum();
        let is_apart = asserts < self.lines.len() && self.first_check().is_none();
        if is_apart && arranged > 0 {
            self.lines.insert(asserts, String::new());
        }
        if arranged > if is_apart { MANY } else { 1 } {
            self.lines.insert(act, String::new());
        }
    }

    fn statement(&mut self, index: usize, statement: &'b Statement) -> Result<(), Inexpressible> {
        self.variables.begin();
        match statement {
            Statement::Call { result: Some(result), .. } if self.is_deferred(*result) => Ok(()),
            Statement::Call { result, function, arguments }
                if self.context.is_effect(*function) =>
            {
                if Some(index) == self.plan.last {
                    self.last(*result, *function, arguments)
                } else {
                    self.effect(*result, *function, arguments)
                }
            }
            Statement::Set { place: Place::Variable(array, offset), ty, value, .. }
                if self.plan.late.contains(&index) =>
            {
                let name = self.named(*array)?;
                let Some(JavaType::Array(element)) = self.type_of(*array) else {
                    return Err(Inexpressible("it writes to memory".to_owned()));
                };
                let value = self.assigned(value, &element)?;
                self.lines.push(format!(
                    "{name}[{}] = {};",
                    offset / ty.bytes().max(1),
                    value.text
                ));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A call on the way to the last one.
    fn effect(
        &mut self,
        result: Option<VarId>,
        function: FuncId,
        arguments: &[Argument],
    ) -> Result<(), Inexpressible> {
        let expression = self.call(function, arguments)?;
        self.may_throw(function);
        match result.filter(|result| self.plan.uses(*result) > 0) {
            Some(result) => {
                let ty = self.type_of(result);
                let expression = match ty {
                    Some(ty) => self.fitted(expression, &ty),
                    None => expression,
                };
                self.declare(result, &expression.text)
            }
            None if self.is_statement(function) => {
                self.lines.push(format!("{};", expression.text));
                Ok(())
            }
            // A field is read because that initialises its class.
            None => {
                let ty = expression.ty.unwrap_or(JavaType::raw("java/lang/Object"));
                self.declare_as(&ty, &[variables::of_type(&ty)], &expression.text);
                Ok(())
            }
        }
    }

    /// The call that the test is about, and the first check if that is all that becomes of its result.
    fn last(
        &mut self,
        result: Option<VarId>,
        function: FuncId,
        arguments: &[Argument],
    ) -> Result<(), Inexpressible> {
        if self.test.ending == Ending::InTime {
            let run = self.run_by_lambda(function, arguments)?;
            self.acts();
            let limit = format!("{}.ofSeconds(5)", mention::class("java/time/Duration"));
            let line = self.assertion("assertTimeoutPreemptively", &[&limit, &run]);
            self.lines.push(line);
            return Ok(());
        }
        if let Ending::Throws { class, message, cause } = &self.test.ending {
            let run = self.run_by_lambda(function, arguments)?;
            self.acts();
            // TestNG's `assertThrows` gives nothing.
            let asserts = match self.context.unit.style.junit {
                Junit::Testng if self.test.asserts() => "expectThrows",
                _ => "assertThrows",
            };
            self.assertions.insert(asserts);
            let class = mention::class(class);
            let thrown = format!("{asserts}({class}.class, {run})");
            if !self.test.asserts() {
                self.lines.push(format!("{thrown};"));
                return Ok(());
            }
            let names = ["exception", "thrown"].map(str::to_owned);
            let name = self.variables.fresh(&self.context.reserved, &names);
            self.lines.push(format!("{class} {name} = {thrown};"));
            let said = format!("{name}.getMessage()");
            let line = message.as_ref().map(|message| match message {
                Some(text) => self.assertion("assertEquals", &[&literal::string(text), &said]),
                None => self.assertion("assertNull", &[&said]),
            });
            self.lines.extend(line);
            if let Some(cause) = cause {
                let expected = format!("{}.class", mention::class(cause));
                let actual = format!("{name}.getCause().getClass()");
                let line = self.assertion("assertEquals", &[&expected, &actual]);
                self.lines.push(line);
            }
            return Ok(());
        }
        let can_say_so =
            self.context.unit.style.junit == Junit::Five && self.is_statement(function);
        if self.test.checks.is_empty() && can_say_so {
            let expression = self.call(function, arguments)?;
            self.acts();
            let line =
                self.assertion("assertDoesNotThrow", &[&format!("() -> {}", expression.text)]);
            self.lines.push(line);
            return Ok(());
        }
        match self.first_check() {
            Some(first) => {
                let check = &self.test.checks[first];
                if let Some(line) = self.equality(function, arguments, &check.expected)? {
                    self.may_throw(function);
                    self.acts();
                    self.lines.push(line);
                    return Ok(());
                }
                let expression = self.call(function, arguments)?;
                self.may_throw(function);
                self.acts();
                self.check(check, Some(expression))
            }
            None => {
                self.effect(result, function, arguments)?;
                self.act = self.lines.len().checked_sub(1);
                Ok(())
            }
        }
    }

    /// A lambda that makes a call: `() -> call()`.
    fn run_by_lambda(
        &mut self,
        function: FuncId,
        arguments: &[Argument],
    ) -> Result<String, Inexpressible> {
        let expression = self.call(function, arguments)?;
        if self.is_statement(function) {
            return Ok(format!("() -> {}", expression.text));
        }
        let ty = expression.ty.unwrap_or(JavaType::raw("java/lang/Object"));
        let shown = self.context.written(&ty, &mut self.suppressed);
        Ok(format!("() -> {{ {shown} read = {}; }}", expression.text))
    }

    /// The check that the last call is written into: the only use of its result.
    fn first_check(&self) -> Option<usize> {
        let last = self.test.scenario.statements.get(self.plan.last?)?;
        let result = last.made().filter(|_| self.test.ending == Ending::Returns)?;
        if self.plan.uses(result) != 1 {
            return None;
        }
        self.test.checks.iter().position(|check| check.subject == Subject::Variable(result))
    }

    fn is_statement(&self, function: FuncId) -> bool {
        !matches!(self.context.unit.api.members.get(&function), Some(Member::Field { .. }))
    }

    /// Notes that a call may throw what somebody must catch.
    pub(super) fn may_throw(&mut self, function: FuncId) {
        for declared in self.context.unit.classes.declares(function) {
            let is_any = declared == "java/lang/Throwable";
            self.throws =
                if is_any { Some("Throwable") } else { self.throws.or(Some("Exception")) };
        }
    }

    /// The name of a variable, which is declared now if it is not yet.
    pub(super) fn named(&mut self, variable: VarId) -> Result<String, Inexpressible> {
        if let Some(name) = self.names.get(&variable) {
            return Ok(name.clone());
        }
        let unmade = || Inexpressible("it uses what nothing makes".to_owned());
        let ty = self.type_of(variable).ok_or_else(unmade)?;
        match self.maker(variable).ok_or_else(unmade)? {
            Statement::Array { array, .. } => {
                let text = self.array(variable, array, &ty)?;
                self.declare(variable, &text)?;
            }
            Statement::Call { function, arguments, .. } if !self.context.is_effect(*function) => {
                if let Some(mock) = self.mock(*function, arguments)? {
                    self.declare(variable, &mock.made)?;
                    let name = self.names.get(&variable).cloned().ok_or_else(unmade)?;
                    self.lines.extend(mock.statements(&name));
                    return Ok(name);
                }
                let made = self.made(*function, arguments, ty)?;
                self.declare(variable, &made.text)?;
            }
            _ => return Err(unmade()),
        }
        self.names.get(&variable).cloned().ok_or_else(unmade)
    }

    /// Declares a variable of the scenario.
    fn declare(&mut self, variable: VarId, value: &str) -> Result<(), Inexpressible> {
        let ty = self.type_of(variable);
        let ty = ty.ok_or_else(|| Inexpressible("it uses what nothing makes".to_owned()))?;
        let name = self.declare_as(&ty, &self.candidates(variable, &ty), value);
        self.names.insert(variable, name);
        Ok(())
    }

    fn declare_as(&mut self, ty: &JavaType, names: &[String], value: &str) -> String {
        let name = self.variables.fresh(&self.context.reserved, names);
        let ty = self.context.written(ty, &mut self.suppressed);
        self.lines.push(format!("{ty} {name} = {value};"));
        name
    }

    /// Names for a variable, the best first.
    fn candidates(&self, variable: VarId, ty: &JavaType) -> Vec<String> {
        let by_type = variables::of_type(ty);
        let hint = self.plan.hints.get(variable.index()).cloned().flatten();
        let is_value = match ty {
            JavaType::Class { name, .. } => {
                name == "java/lang/String"
                    || name == "java/lang/Object"
                    || classfile::descriptor::JType::wrapped_by(name).is_some()
            }
            _ => true,
        };
        let member = match self.maker(variable) {
            Some(Statement::Call { function, .. }) => self.context.unit.api.members.get(function),
            _ => None,
        };
        let property = match member {
            Some(Member::Method { name, .. }) => variables::of_property(name),
            Some(Member::Field { name, .. }) if variables::is_telling(name) => Some(name.clone()),
            _ => None,
        };
        let result = match member {
            Some(Member::Method { .. }) if is_value => Some("result".to_owned()),
            _ => None,
        };
        let called = match member {
            Some(Member::Method { name, .. }) if !is_value => Some(name.clone()),
            _ => None,
        };
        let telling = property.into_iter().chain(hint).chain(result).chain(called);
        let mut telling: Vec<String> = telling.collect();
        if telling.is_empty() || !is_value {
            telling.insert(0, by_type);
        }
        // Of two readers the second is rather a `boundedReader` than a `reader2`.
        if let Some(class) = ty.class_name().filter(|_| !is_value) {
            telling.push(variables::lowered(&super::names::simple(class)));
        }
        telling
    }
}
