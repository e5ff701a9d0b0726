//! Resources: what a test opens it closes, in a try-with-resources statement.

use super::body::Body;
use super::types::Suppressed;
use crate::api::{Api, JavaType, Member};
use program::{FuncId, Program};
use scenario::{Scenario, Statement, VarId};

/// How methods are called that open something.
const OPENING: [&str; 9] =
    ["open", "create", "new", "parse", "build", "of", "make", "start", "connect"];

/// The class that makes executors.
const EXECUTORS: &str = "java/util/concurrent/Executors";

/// Beginnings of classes that nobody closes: they hold nothing but memory.
const NEVER_CLOSED: [&str; 5] = [
    "java/io/ByteArray",
    "java/io/CharArray",
    "java/io/String",
    "java/util/stream/",
    "java/util/concurrent/",
];

/// The variables that a test has to close, with their classes, in the order in which they are made: those of classes that can be closed
/// and that the scenario neither closes by itself nor hands to another one of these.
pub fn resources(
    api: &Api,
    program: &Program,
    is_closeable: &dyn Fn(&str) -> bool,
    scenario: &Scenario,
) -> Vec<(VarId, String)> {
    let mut found: Vec<(VarId, String)> = Vec::new();
    for statement in &scenario.statements {
        let Statement::Call { function, arguments, result } = statement else { continue };
        match api.members.get(function) {
            Some(Member::Method { name, is_static: false, .. }) if name == "close" => {
                let on = arguments.first().and_then(scenario::Argument::variable);
                found.retain(|(variable, _)| Some(*variable) != on);
                continue;
            }
            Some(Member::Constructor { inner: false, .. }) => {}
            Some(Member::Method { name, .. }) if is_opening(name) => {}
            _ => continue,
        }
        let callable = program.catalogue.callable(*function);
        let class = callable.and_then(|callable| api.types[callable.result].class_name());
        let class = class.filter(|class| {
            !NEVER_CLOSED.iter().any(|start| class.starts_with(start)) && is_closeable(class)
        });
        if let (Some(class), Some(made)) = (class, *result) {
            // The outer one closes what is inside of it.
            found.retain(|(inner, _)| !arguments.iter().any(|own| own.variable() == Some(*inner)));
            found.push((made, class.to_owned()));
        }
    }
    found
}

fn is_opening(name: &str) -> bool {
    OPENING.iter().any(|verb| {
        let rest = name.strip_prefix(verb);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
    })
}

/// The function of the catalogue that closes objects of a class.
pub fn closer(
    api: &Api,
    program: &Program,
    fits: &dyn Fn(&str, &str) -> bool,
    class: &str,
) -> Option<FuncId> {
    api.members.iter().find_map(|(function, member)| match member {
        Member::Method { class: owner, name, is_static: false, .. } if name == "close" => {
            let callable = program.catalogue.callable(*function)?;
            (callable.params.len() == 1 && fits(class, owner)).then_some(*function)
        }
        _ => None,
    })
}

impl Body<'_> {
    /// Puts what comes after an executor is made into a statement that shuts it down: threads that wait for work would
    /// outlive the test.
    pub(super) fn shut_down_executors(&mut self) {
        let api = self.context.unit.api;
        let made = self.scenario().statements.iter().filter_map(|statement| match statement {
            Statement::Call { function, result, .. } => match api.members.get(function) {
                Some(Member::Method { class, .. }) if class == EXECUTORS => *result,
                _ => None,
            },
            _ => None,
        });
        for variable in made.collect::<Vec<_>>().into_iter().rev() {
            let Some((name, at)) = self.declared_at(variable) else { continue };
            let mut rest = self.lines.split_off(at + 1);
            if rest.first().is_some_and(String::is_empty) {
                rest.remove(0);
            }
            self.lines.push("try {".to_owned());
            self.lines.extend(rest.into_iter().map(|line| indented(&line)));
            self.lines.push("} finally {".to_owned());
            self.lines.push(format!("    {name}.shutdownNow();"));
            self.lines.push("}".to_owned());
        }
    }

    /// The name of a variable, and the line that declares it and does nothing else.
    fn declared_at(&self, variable: VarId) -> Option<(String, usize)> {
        let name = self.name_of(variable)?;
        let declares = format!(" {name} = ");
        let at = self.lines.iter().position(|line| {
            let ty = line.split_once(&declares).map(|(ty, _)| ty);
            ty.is_some_and(|ty| !ty.contains(['(', ' ', '=']) || ty.contains('<'))
                && line.ends_with(';')
                && !line.contains('\n')
        })?;
        Some((name, at))
    }

    /// Whether a variable is declared as `Object`, since a test cannot name its class: then it cannot be closed either.
    fn is_only_an_object(&self, variable: VarId) -> bool {
        let written = |ty: &JavaType| self.context.written(ty, &mut Suppressed::new());
        let object = written(&JavaType::raw("java/lang/Object"));
        self.type_of(variable).is_some_and(|ty| written(&ty) == object)
    }

    /// Puts what comes after a resource is opened into the statement that closes it.
    pub(super) fn close_resources(&mut self) {
        let unit = self.context.unit;
        let is_closeable = |class: &str| unit.classes.closing(class).is_some();
        let opened = resources(unit.api, unit.program, &is_closeable, self.scenario());
        for (variable, class) in opened.into_iter().rev() {
            let Some((name, at)) = self.declared_at(variable) else { continue };
            if self.is_only_an_object(variable) {
                continue;
            }
            let mut rest = self.lines.split_off(at + 1);
            // A compiler warns of a resource that nothing is done with.
            if !rest.iter().any(|line| super::shared::mentions(line, &name)) {
                self.lines.append(&mut rest);
                continue;
            }
            let declaration = self.lines.pop().unwrap_or_default();
            let declaration = declaration.trim_end_matches(';').to_owned();
            if rest.first().is_some_and(String::is_empty) {
                rest.remove(0);
            }
            let inner = rest.first().and_then(|line| line.strip_prefix("try (")).map(str::to_owned);
            match inner.filter(|_| is_one_block(&rest)) {
                Some(inner) => {
                    self.lines.push(format!("try ({declaration}; {inner}"));
                    self.lines.extend(rest.into_iter().skip(1));
                }
                None => {
                    self.lines.push(format!("try ({declaration}) {{"));
                    self.lines.extend(rest.into_iter().map(|line| indented(&line)));
                    self.lines.push("}".to_owned());
                }
            }
            for exception in unit.classes.closing(&class).unwrap_or_default() {
                if matches!(
                    exception.as_str(),
                    "java/lang/Exception" | "java/lang/InterruptedException"
                ) {
                    self.suppressed.insert("try");
                }
                self.throws = self.throws.or(Some("Exception"));
            }
        }
    }
}

/// Whether lines are one statement with a block, and nothing behind it.
fn is_one_block(lines: &[String]) -> bool {
    lines.iter().position(|line| line == "}") == Some(lines.len() - 1)
}

fn indented(line: &str) -> String {
    match line {
        "" => String::new(),
        _ => format!("    {}", line.replace('\n', "\n    ")),
    }
}
