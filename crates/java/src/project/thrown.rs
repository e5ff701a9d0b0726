//! Exceptions that a method does not declare and nobody throws on purpose: what looks like a mistake.

use super::{Finding, Project, Stage};
use crate::api::Member;
use bytecode::world::World;
use classfile::error::LoadError;
use classfile::flags;
use jvm::run::Error;
use program::{ClassId, FuncId, Program, Type};
use report::FindingKind;
use scenario::{Argument, Place, Scenario, Statement, VarId};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use trace::{Mode, Outcome, Runner, Trace};

/// Scenarios that ended with an exception: of each class out of each function the smallest.
#[derive(Default)]
pub(super) struct Thrown {
    kept: Mutex<BTreeMap<(FuncId, String), Ended>>,
    /// How many runs ended the JVM, by the function that was called.
    exits: Mutex<BTreeMap<FuncId, u64>>,
}

/// How a scenario ended.
#[derive(Default)]
struct Ended {
    scenario: Scenario,
    /// The classes above that of the exception. It may be one that only the machine of one thread knows.
    above: Vec<String>,
}

impl Thrown {
    /// Notes how a run of a scenario ended.
    pub fn note(&self, program: &Program, scenario: &Scenario, trace: &Trace) {
        let last = trace.statement;
        let Some(Statement::Call { function, .. }) = scenario.statements.get(last) else { return };
        if let Outcome::Exited(_) = trace.outcome {
            let mut exits = self.exits.lock().unwrap_or_else(PoisonError::into_inner);
            *exits.entry(*function).or_default() += 1;
        }
        let Outcome::Threw { class, .. } = trace.outcome else { return };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (*function, program.classes[class].name.clone());
        let mut scenario = scenario.clone();
        scenario.statements.truncate(last + 1);
        scenario.prune();
        // Which of several comes first depends on threads; which of them is kept does not.
        if kept.get(&key).is_none_or(|known| rank(&scenario) < rank(&known.scenario)) {
            let mut above = Vec::new();
            let mut next = program.classes[class].superclass;
            while let Some(class) = next {
                above.push(program.classes[class].name.clone());
                next = program.classes[class].superclass;
            }
            kept.insert(key, Ended { scenario, above });
        }
    }

    /// How many runs ended the JVM, by the function that was called.
    pub fn exits(&self) -> BTreeMap<FuncId, u64> {
        self.exits.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was thrown, by the function that was called.
    pub fn seen(&self) -> Vec<(FuncId, String)> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.keys().filter(|(_, class)| super::may_throw(class)).cloned().collect()
    }

    /// The smallest scenarios of what was thrown by some functions.
    pub fn scenarios(&self, wanted: impl Fn(FuncId) -> bool) -> Vec<Scenario> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = kept
            .iter()
            .filter(|((function, class), _)| wanted(*function) && super::may_throw(class));
        wanted.map(|(_, ended)| ended.scenario.clone()).collect()
    }

    fn take(self) -> BTreeMap<(FuncId, String), Ended> {
        self.kept.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs by which a finding is made smaller, at most.
const TRIES: u32 = 300;

/// By what the smallest of several is found.
fn rank(scenario: &Scenario) -> (usize, u128, String) {
    let bits = scenario.statements.iter().map(|statement| match statement {
        Statement::Value { bits, .. } => *bits,
        Statement::Array { array, .. } => u128::from(array.length),
        _ => 0,
    });
    let sum = bits.fold(0, u128::saturating_add);
    (scenario.statements.len(), sum, format!("{scenario:?}"))
}

/// What methods do with null: the parameters that must not be null, by the method.
pub type Nulls = BTreeMap<String, BTreeSet<String>>;

impl Project {
    /// What exceptions tell: mistakes, and parameters that must not be null.
    pub(super) fn exceptions(
        &self,
        stage: &mut Stage<'_>,
        thrown: Thrown,
    ) -> Result<(Vec<Finding>, Nulls), Error> {
        let mut world = self.mould.world().clone();
        let mut constructed = BTreeMap::new();
        let (mut findings, mut nulls) = (Vec::new(), Nulls::new());
        for ((function, class), Ended { scenario, above }) in thrown.take() {
            let Some(entry) = self.entries.iter().find(|entry| entry.function == function) else {
                continue;
            };
            let name = class.as_str();
            if !super::may_throw(name)
                || declares(&world, entry.method, name, &above)
                || is_of_every_enum(&world, entry.method)
            {
                continue;
            }
            let mut trace = Trace::default();
            stage.prepared.machine.run(&scenario, Mode::Concrete, &mut trace)?;
            let calls = stage.prepared.origin(&trace);
            // Behind a method of the library there may be anything.
            let own = self.is_under_test(&world, entry.method);
            let came_by = |(function, _): &(FuncId, u32)| self.is_under_test(&world, *function);
            if !own && !calls.iter().any(came_by) {
                continue;
            }
            // Whoever makes an object of the class means it. The calls may go through code that another thread loaded.
            let maker = calls.first().and_then(|(function, _)| class_of(&world, *function));
            if let Some(maker) = maker.filter(|_| name != "java/lang/AssertionError") {
                let made = match constructed.entry(maker) {
                    Entry::Occupied(made) => made.into_mut(),
                    Entry::Vacant(empty) => empty.insert(constructed_by(&mut world, maker)?),
                };
                if made.contains(name) {
                    continue;
                }
            }
            let method = self.method_name(function);
            if name == "java/lang/NullPointerException" {
                let given = self.nulls_given(&scenario);
                // What an interface of the library takes is not for a class that implements it to say.
                if !given.is_empty() && own {
                    nulls.entry(method).or_default().extend(given);
                    continue;
                }
                if has_null(&scenario) {
                    continue;
                }
            }
            let simple = name.rsplit(['/', '$']).next().unwrap_or(name);
            let what = format!("throws {simple}, which it does not declare");
            let line = calls.iter().find_map(|(function, line)| {
                let info = world.info(class_of(&world, *function)?);
                Some((info.source_file.clone().filter(|_| *line > 0)?.to_string(), *line))
            });
            let scenario = self.smaller(stage, &scenario, &trace);
            findings.push(Finding { kind: FindingKind::Crash, method, what, line, scenario });
        }
        Ok((findings, nulls))
    }

    /// A smaller scenario that throws the same out of the same calls.
    fn smaller(&self, stage: &mut Stage<'_>, scenario: &Scenario, trace: &Trace) -> Scenario {
        let (thrown, calls) = (stage.thrown(scenario, trace), stage.prepared.origin(trace));
        // That a null makes it throw as well is another matter.
        let nulls = has_null(scenario) || self.hands_null(scenario);
        suite::minimise(&self.program.catalogue, scenario, TRIES, |candidate| {
            let mut trace = Trace::default();
            let run = stage.prepared.machine.run(candidate, Mode::Concrete, &mut trace);
            run.is_ok()
                && trace.statement + 1 == candidate.statements.len()
                && stage.thrown(candidate, &trace) == thrown
                && stage.prepared.origin(&trace) == calls
                && (nulls || !has_null(candidate) && !self.hands_null(candidate))
        })
    }

    /// The name of the method that a function of the catalogue calls, with its class.
    pub(crate) fn method_name(&self, function: FuncId) -> String {
        let simple = |class: &str| class.rsplit(['/', '$']).next().unwrap_or(class).to_owned();
        match self.api.members.get(&function) {
            Some(Member::Constructor { class, .. }) => format!("new {}", simple(class)),
            Some(Member::Stub(stub)) => format!("new {}", simple(&stub.class)),
            Some(Member::Method { class, name, .. }) => format!("{}.{name}", simple(class)),
            _ => self.program.functions[function].name.clone(),
        }
    }

    /// Whether a null is handed to a call as it is, without a variable.
    fn hands_null(&self, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| {
            let Statement::Call { function, arguments, .. } = statement else { return false };
            let types = self.program.functions[*function].parameter_types();
            arguments
                .iter()
                .zip(types)
                .any(|(argument, ty)| *argument == Argument::Literal(0) && ty == Type::Ptr)
        })
    }

    /// The parameters of the last call that were null.
    fn nulls_given(&self, scenario: &Scenario) -> Vec<String> {
        let Some(Statement::Call { function, arguments, .. }) = scenario.statements.last() else {
            return Vec::new();
        };
        let Some(callable) = self.program.catalogue.callable(*function) else { return Vec::new() };
        let params = callable
            .params
            .iter()
            .zip(arguments)
            .zip(self.program.functions[*function].parameter_types());
        let null = params.filter(|((_, argument), ty)| match argument {
            Argument::Literal(0) => *ty == Type::Ptr,
            Argument::Variable(variable) => is_null(scenario, *variable),
            _ => false,
        });
        null.map(|(((name, _), _), _)| name.clone()).collect()
    }
}

fn declares(world: &World, method: FuncId, thrown: &str, above: &[String]) -> bool {
    let Some(key) = world.function_method(method) else { return false };
    let declared = world.declared_exceptions(key);
    declared.iter().any(|declared| declared == thrown || above.contains(declared))
}

/// Whether a method is the `valueOf` that compilers write into each enumeration: that it throws is in the language.
fn is_of_every_enum(world: &World, method: FuncId) -> bool {
    world.function_method(method).is_some_and(|key| {
        let (info, method) = (world.info(key.class), world.method_info(key));
        info.flags & flags::ENUM != 0
            && &*method.name == "valueOf"
            && method.descriptor.starts_with("(Ljava/lang/String;)")
    })
}

fn is_null(scenario: &Scenario, variable: VarId) -> bool {
    scenario.statements.iter().any(|statement| {
        matches!(statement, Statement::Value { variable: own, ty: Type::Ptr, bits: 0, .. }
            if *own == variable)
    })
}

/// Whether there is a null anywhere in a scenario, in an array too.
fn has_null(scenario: &Scenario) -> bool {
    scenario.statements.iter().any(|statement| match statement {
        Statement::Value { ty: Type::Ptr, bits: 0, .. } => true,
        Statement::Array { variable, array } if array.element == Type::Ptr => {
            let set = |slot: u32| {
                let place = Place::Variable(*variable, slot * Type::Ptr.bytes());
                scenario
                    .statements
                    .iter()
                    .any(|set| matches!(set, Statement::Set { place: own, .. } if *own == place))
            };
            (0..array.length).any(|slot| !set(slot))
        }
        _ => false,
    })
}

/// The class of the program's own that a function is a method of.
fn class_of(world: &World, function: FuncId) -> Option<ClassId> {
    let class = world.function_method(function)?.class;
    (world.info(class).origin.user && world.bytes(class).is_some()).then_some(class)
}

/// The classes of which the code of a class makes objects: exceptions among them are thrown on purpose.
fn constructed_by(world: &mut World, class: ClassId) -> Result<BTreeSet<String>, LoadError> {
    let mut found = BTreeSet::new();
    let pool = world.pool(class)?;
    for index in 1..=pool.len() as u16 {
        let Ok((class, signature)) = pool.try_get_method_ref(index) else { continue };
        let name = pool.try_get_name_and_type(*signature);
        let name = name.and_then(|(name, _)| pool.try_get_utf8(*name));
        if let (Ok(class), Ok(name)) = (pool.try_get_class(*class), name)
            && name.to_str_lossy() == "<init>"
        {
            found.insert(class.to_str_lossy().into_owned());
        }
    }
    Ok(found)
}
