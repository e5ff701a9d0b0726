//! What `equals`, `hashCode` and `compareTo` promise, tried on pairs of objects, and three at a time.

use super::observe::primitive_result;
use super::{Finding, Project, Should, Stage, limits};
use crate::api::{Callee, Member, trampoline};
use crate::write::{Closing, Expected, JavaCheck, Subject};
use bytecode::world::World;
use classfile::flags;
use fastrand::Rng;
use program::{FuncId, Id, Program};
use report::{FindingKind, Stack};
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::BTreeMap;
use trace::{Mode, Outcome, RunError, Runner, Trace};

/// Pairs of objects that one class is tried with.
const PAIRS: usize = 120;
/// Scenarios made up beside those that the search has kept.
const MADE_UP: usize = 40;
/// Statements of a scenario that is used for this.
const LONGEST: usize = 40;

/// The methods of a class that promise something.
#[derive(Clone, Debug)]
pub(super) struct Contract {
    class: String,
    /// `equals` and `hashCode`, where the class says what is equal.
    equality: Option<(FuncId, FuncId)>,
    compare: Option<FuncId>,
}

impl Contract {
    /// The functions that it calls.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> {
        let equality = self.equality.into_iter().flat_map(|(equals, hash)| [equals, hash]);
        equality.chain(self.compare)
    }
}

/// The promises of some classes.
pub(super) fn find(world: &mut World, program: &mut Program, classes: &[String]) -> Vec<Contract> {
    let mut found = Vec::new();
    for name in classes {
        let Ok(class) = world.class(program, name) else { continue };
        let info = world.info(class);
        // What the compiler makes for records and enumerations keeps what it promises.
        let above = info.superclass.map(|above| world.info(above).name.to_string());
        let made = matches!(above.as_deref(), Some("java/lang/Record" | "java/lang/Enum"));
        if made || info.is_interface() {
            continue;
        }
        let own = info.methods.iter().filter(|method| {
            let no = flags::STATIC | flags::ABSTRACT | flags::SYNTHETIC | flags::PRIVATE;
            method.flags & no == 0
        });
        let own: Vec<(String, String)> =
            own.map(|method| (method.name.to_string(), method.descriptor.to_string())).collect();
        let mut make = |name: &str, descriptor: &str| {
            let (name, descriptor) = (name.to_owned(), descriptor.to_owned());
            trampoline(world, program, &Callee::Method { class, name, descriptor }).ok()
        };
        let equals = ("equals".to_owned(), "(Ljava/lang/Object;)Z".to_owned());
        let equality = own.contains(&equals).then(|| make(&equals.0, &equals.1));
        let equality = equality.flatten().zip(make("hashCode", "()I"));
        let equality = equality.filter(|_| own.contains(&equals));
        let with_itself = format!("(L{name};)I");
        let compare = ("compareTo".to_owned(), with_itself);
        let compare = own.contains(&compare).then(|| make(&compare.0, &compare.1)).flatten();
        if equality.is_some() || compare.is_some() {
            found.push(Contract { class: name.clone(), equality, compare });
        }
    }
    found
}

/// A promise that was broken: what is wrong, what shows it, and what should hold.
struct Broken {
    method: &'static str,
    what: &'static str,
    scenario: Scenario,
    should: Should,
}

impl Project {
    /// Promises that are not kept.
    pub(super) fn broken_contracts(
        &self,
        stage: &mut Stage<'_>,
        kept: &[Scenario],
    ) -> Result<Vec<Finding>, RunError> {
        let mut findings = Vec::new();
        for contract in &self.contracts {
            let objects = self.objects(stage, contract, kept)?;
            let mut broken: BTreeMap<&str, (u32, Broken)> = BTreeMap::new();
            let mut random = Rng::with_seed(1);
            for round in 0..PAIRS.min(objects.len() * PAIRS) {
                let first = &objects[round % objects.len()];
                let [second, third] = [(); 2].map(|()| &objects[random.usize(..objects.len())]);
                let alike;
                let second = match round % 3 {
                    0 => first,
                    1 => {
                        alike = (changed(&mut random, &first.0), first.1);
                        &alike
                    }
                    _ => second,
                };
                let mut found = stage.try_pair(contract, first, second)?;
                found.extend(stage.try_three(contract, [first, second, third])?);
                for found in found {
                    let length = found.scenario.statements.len();
                    let known = broken.remove(found.what);
                    let count = known.as_ref().map_or(1, |(count, _)| count + 1);
                    let smaller = known.map(|(_, known)| known);
                    let smaller = smaller.filter(|known| known.scenario.statements.len() <= length);
                    broken.insert(found.what, (count, smaller.unwrap_or(found)));
                }
            }
            // Where two objects do not agree with each other, three need not either.
            let of_two = ["is not symmetric", "is not antisymmetric"];
            if of_two.iter().any(|what| broken.contains_key(what)) {
                broken.remove("is not transitive");
            }
            let simple = contract.class.rsplit(['/', '$']).next().unwrap_or(&contract.class);
            for (occurrences, mut broken) in broken.into_values() {
                self.name_calls(&contract.class, &mut broken);
                findings.push(Finding {
                    kind: FindingKind::BrokenContract,
                    line: self.line_of(&contract.class, broken.method),
                    method: format!("{simple}.{}", broken.method),
                    what: broken.what.to_owned(),
                    reason: None,
                    stack: Stack::default(),
                    occurrences,
                    scenario: broken.scenario,
                    should: broken.should,
                    test: None,
                });
            }
        }
        Ok(findings)
    }

    /// The file of a method, and the first line of its code.
    pub(super) fn line_of(&self, class: &str, name: &str) -> Option<(String, u32)> {
        self.with_world(|world| {
            let info = world.info(world.known_class(class)?);
            let bridge = flags::SYNTHETIC | flags::BRIDGE;
            let method = info
                .methods
                .iter()
                .find(|method| &*method.name == name && method.flags & bridge == 0)?;
            let blocks = self.program.functions[method.function].blocks.values();
            let spans = blocks.flat_map(|block| {
                block.instructions.iter().map(|located| located.span).chain([block.terminator.span])
            });
            Some((
                info.source_file.clone()?.to_string(),
                spans.flatten().map(|span| span.line).min()?,
            ))
        })
    }

    /// Scenarios in which there is an object of a class, and that come to their end.
    fn objects(
        &self,
        stage: &mut Stage<'_>,
        contract: &Contract,
        kept: &[Scenario],
    ) -> Result<Vec<(Scenario, VarId)>, RunError> {
        let subject = self.subject(&self.program, &super::no_machine);
        let (units, _) = subject.units(limits());
        let mut random = Rng::with_seed(2);
        let mut all: Vec<Scenario> = kept.to_vec();
        for round in 0..if units.is_empty() { 0 } else { MADE_UP } {
            let unit = &units[round % units.len()];
            all.push(unit.maker.scenario(&mut random, unit.function, &[]));
        }
        let mut found = Vec::new();
        let made = |scenario: &Scenario| {
            let statements = scenario.statements.iter().enumerate();
            statements.into_iter().find_map(|(index, statement)| match statement {
                Statement::Call { result: Some(result), function, .. } => {
                    let callable = self.program.catalogue.callable(*function)?;
                    let ty = &self.api.types[callable.result];
                    (ty.class_name() == Some(&contract.class)).then_some((index, *result))
                }
                _ => None,
            })
        };
        // An object as it is made is shown with less.
        for index in 0..all.len() {
            let mut short = all[index].clone();
            if let Some((last, _)) = made(&short) {
                short.statements.truncate(last + 1);
                short.prune();
                all.push(short);
            }
        }
        for scenario in all.into_iter().filter(|scenario| scenario.statements.len() <= LONGEST) {
            let Some((_, object)) = made(&scenario) else { continue };
            let mut trace = Trace::default();
            stage.prepared.machine.run(&scenario, Mode::Concrete, &mut trace)?;
            let is_plain = self.with_world(|world| self.is_public_use(world, &scenario));
            if trace.outcome == Outcome::Returned && is_plain && !self.has_stub(&scenario) {
                found.push((scenario, object));
            }
        }
        Ok(found)
    }

    /// Replaces the calls of a method by those that a test can write.
    fn name_calls(&self, class: &str, broken: &mut Broken) {
        let member = self.api.members.iter().find(|(_, member)| {
            matches!(member, Member::Method { class: own, name: called, .. }
                if own == class && called == broken.method)
        });
        let Some((known, _)) = member else { return };
        if let Some(Statement::Call { function, .. }) = broken.scenario.statements.last_mut() {
            *function = *known;
        }
        if let Should::Hold { checks, .. } = &mut broken.should {
            for check in checks {
                if let Subject::Call { function, .. } = &mut check.subject {
                    *function = *known;
                }
            }
        }
    }
}

/// An object, and the scenario that makes it.
type Made = (Scenario, VarId);

impl Stage<'_> {
    /// What a pair of objects shows.
    fn try_pair(
        &mut self,
        contract: &Contract,
        first: &Made,
        second: &Made,
    ) -> Result<Vec<Broken>, RunError> {
        let mut base = first.0.clone();
        let (x, y) = (first.1, joined(&mut base, second));
        let null = Argument::Literal(0);
        let [own, other] = [x, y].map(Argument::Variable);
        let mut found = Vec::new();
        let mut broken = |promise: Promise, arguments: [Argument; 2], expected: Expected| {
            // Of one object nothing but itself is shown.
            let scenario = if arguments.contains(&other) { &base } else { &first.0 };
            found.push(promise.broken(scenario.clone(), arguments, expected));
        };
        if let Some((equals, hash)) = contract.equality {
            let calls = [
                call(equals, &[own, own]),
                call(equals, &[own, other]),
                call(equals, &[other, own]),
                call(hash, &[own]),
                call(hash, &[other]),
                call(equals, &[own, null]),
            ];
            let [itself, there, back, one, two, nothing] = self.results(&base, &calls, 'Z')?;
            let promise = |what, name| Promise::new("equals", what, name, equals);
            if itself == Some(0) {
                let what = "says that an object differs from itself";
                broken(promise(what, "equalsIsReflexive"), [own, own], truth(true));
            }
            if let (Some(there), Some(back)) = (there, back)
                && there != back
            {
                let is = if there == 1 { "assertTrue" } else { "assertFalse" };
                let closing = Closing::new(is, &["$1.equals($0)"], &[x, y]);
                let promise = promise("is not symmetric", "equalsIsSymmetric").closing(closing);
                broken(promise, [own, other], truth(there == 1));
            }
            if [there, back] == [Some(1), Some(1)]
                && one.zip(two).is_some_and(|(one, two)| one != two)
            {
                let hashes = ["$0.hashCode()", "$1.hashCode()"];
                let closing = Closing::new("assertEquals", &hashes, &[x, y]);
                let what = "is true for objects with different hash codes";
                let promise = promise(what, "equalObjectsHaveEqualHashCodes").closing(closing);
                broken(promise, [own, other], truth(true));
            }
            if two.is_some() && nothing != Some(0) {
                broken(
                    promise("is not false for null", "equalsIsFalseForNull"),
                    [own, null],
                    truth(false),
                );
            }
        }
        if let Some(compare) = contract.compare {
            let calls = [
                call(compare, &[own, own]),
                call(compare, &[own, other]),
                call(compare, &[other, own]),
            ];
            let [itself, there, back] = self.results(&base, &calls, 'I')?;
            let promise = |what, name| Promise::new("compareTo", what, name, compare);
            if sign(itself).is_some_and(|sign| sign != 0) {
                let what = "says that an object differs from itself";
                broken(promise(what, "compareToReturnsZeroForItself"), [own, own], number(0));
            }
            if let (Some(bits), Some(one), Some(two)) = (there, sign(there), sign(back))
                && one != -two
            {
                let signs = [format!("{}", -one), "Integer.signum($1.compareTo($0))".to_owned()];
                let signs = [signs[0].as_str(), &signs[1]];
                let closing = Closing::new("assertEquals", &signs, &[x, y]);
                let what = "is not antisymmetric";
                let promise = promise(what, "compareToIsAntisymmetric");
                broken(promise.closing(closing), [own, other], number(bits));
            }
        }
        Ok(found)
    }

    /// What three objects show: what holds of the first and second and of the second and third holds of the first and
    /// third.
    fn try_three(
        &mut self,
        contract: &Contract,
        objects: [&Made; 3],
    ) -> Result<Vec<Broken>, RunError> {
        let mut base = objects[0].0.clone();
        let all = [objects[0].1, joined(&mut base, objects[1]), joined(&mut base, objects[2])];
        let [x, y, z] = all.map(Argument::Variable);
        let three =
            |function| [call(function, &[x, y]), call(function, &[y, z]), call(function, &[x, z])];
        let mut found = Vec::new();
        if let Some((equals, _)) = contract.equality
            && self.results(&base, &three(equals), 'Z')? == [Some(1), Some(1), Some(0)]
        {
            let closing = Closing::new("assertTrue", &["$0.equals($2)"], &all);
            let promise = Promise::new("equals", "is not transitive", "equalsIsTransitive", equals);
            let promise = promise.with([all[1], all[2]], truth(true)).closing(closing);
            found.push(promise.broken(base.clone(), [x, y], truth(true)));
        }
        if let Some(compare) = contract.compare
            && let [Some(there), Some(next), last] = self.results(&base, &three(compare), 'I')?
            && [sign(Some(there)), sign(Some(next))] == [Some(1), Some(1)]
            && sign(last).is_some_and(|sign| sign <= 0)
        {
            let closing = Closing::new("assertTrue", &["$0.compareTo($2) > 0"], &all);
            let (what, name) = ("is not transitive", "compareToIsTransitive");
            let promise = Promise::new("compareTo", what, name, compare);
            let promise = promise.with([all[1], all[2]], number(next)).closing(closing);
            found.push(promise.broken(base, [x, y], number(there)));
        }
        Ok(found)
    }

    /// The results of calls behind a scenario; none from the first that does not return.
    fn results<const N: usize>(
        &mut self,
        base: &Scenario,
        calls: &[Statement; N],
        letter: char,
    ) -> Result<[Option<u64>; N], RunError> {
        let mut scenario = base.clone();
        let first = scenario.statements.len();
        for statement in calls {
            let mut statement = statement.clone();
            if let Statement::Call { result, .. } = &mut statement {
                *result = Some(scenario.declare_fresh("seen"));
            }
            scenario.statements.push(statement);
        }
        let mut trace = Trace::default();
        self.prepared.machine.run(&scenario, Mode::Concrete, &mut trace)?;
        let mut results = [None; N];
        for (index, result) in results.iter_mut().enumerate() {
            let seen = primitive_result(&trace, first + index, letter);
            *result = seen.and_then(|expected| match expected {
                Expected::Primitive { bits, .. } => Some(bits),
                _ => None,
            });
        }
        Ok(results)
    }
}

/// A promise, and how a test of it looks.
struct Promise {
    method: &'static str,
    /// What is said when it is broken.
    what: &'static str,
    /// The name of a test.
    name: &'static str,
    function: FuncId,
    /// What else holds.
    checks: Vec<JavaCheck>,
    closing: Vec<Closing>,
}

impl Promise {
    fn new(method: &'static str, what: &'static str, name: &'static str, function: FuncId) -> Self {
        Self { method, what, name, function, checks: Vec::new(), closing: Vec::new() }
    }

    /// The same where a call with other objects gives this.
    fn with(mut self, objects: [VarId; 2], expected: Expected) -> Self {
        let subject = Subject::Call { function: self.function, arguments: objects.to_vec() };
        self.checks.push(JavaCheck { subject, expected });
        self
    }

    fn closing(mut self, closing: Closing) -> Self {
        self.closing.push(closing);
        self
    }

    /// The promise broken by a call behind a scenario, which has to give this.
    fn broken(
        self,
        mut scenario: Scenario,
        arguments: [Argument; 2],
        expected: Expected,
    ) -> Broken {
        let result = scenario.declare_fresh("seen");
        let (function, arguments) = (self.function, arguments.to_vec());
        scenario.statements.push(Statement::Call { result: Some(result), function, arguments });
        let mut checks = vec![JavaCheck { subject: Subject::Variable(result), expected }];
        checks.extend(self.checks);
        let name = self.name.to_owned();
        let should = Should::Hold { name, checks, closing: self.closing };
        Broken { method: self.method, what: self.what, scenario, should }
    }
}

fn truth(holds: bool) -> Expected {
    Expected::Primitive { letter: 'Z', bits: u64::from(holds) }
}

fn number(bits: u64) -> Expected {
    Expected::Primitive { letter: 'I', bits }
}

fn sign(bits: Option<u64>) -> Option<i32> {
    bits.map(|bits| (bits as i32).signum())
}

/// Appends what makes another object to a scenario, and gives its variable there.
fn joined(base: &mut Scenario, (scenario, object): &Made) -> VarId {
    let offset = base.variables.len() as u32;
    for name in &scenario.variables {
        base.declare_fresh(name);
    }
    for statement in &scenario.statements {
        let mut copy = statement.clone();
        copy.variables_mut(|variable| variable.0 += offset);
        base.statements.push(copy);
    }
    VarId::new(object.index() + offset as usize)
}

fn call(function: FuncId, arguments: &[Argument]) -> Statement {
    Statement::Call { result: None, function, arguments: arguments.to_vec() }
}

/// A scenario with another number somewhere.
fn changed(random: &mut Rng, scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    let is_number = |statement: &&mut Statement| match statement {
        Statement::Value { ty, .. } => *ty != program::Type::Ptr,
        Statement::Array { array, .. } => array.element.is_int() && array.length > 0,
        _ => false,
    };
    let mut numbers: Vec<&mut Statement> =
        scenario.statements.iter_mut().filter(is_number).collect();
    if numbers.is_empty() {
        return scenario;
    }
    let chosen = random.usize(..numbers.len());
    match &mut *numbers[chosen] {
        Statement::Value { bits, ty, .. } => {
            let mask = u128::MAX >> (128 - u32::from(ty.bits()).clamp(1, 128));
            *bits = (*bits ^ (1 << random.u32(..u32::from(ty.bits()).clamp(1, 64)))) & mask;
        }
        Statement::Array { array, .. } => {
            let place = random.usize(..array.elements.len());
            array.elements[place] ^= 1;
        }
        _ => {}
    }
    scenario
}
