//! What `equals`, `hashCode` and `compareTo` promise, tried on pairs of objects.

use super::observe::primitive_result;
use super::{Finding, Project, Stage, limits};
use crate::api::{Callee, Member, trampoline};
use crate::write::Expected;
use bytecode::world::World;
use classfile::flags;
use fastrand::Rng;
use program::{FuncId, Id, Program};
use report::FindingKind;
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

/// A promise that was broken: what is wrong, and what shows it.
struct Broken {
    method: &'static str,
    what: &'static str,
    scenario: Scenario,
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
            let mut broken: BTreeMap<&str, Broken> = BTreeMap::new();
            let mut random = Rng::with_seed(1);
            for round in 0..PAIRS.min(objects.len() * PAIRS) {
                let (first, object) = &objects[round % objects.len()];
                let other = &objects[random.usize(..objects.len())];
                let (second, same) = match round % 3 {
                    0 => (first.clone(), *object),
                    1 => (changed(&mut random, first), *object),
                    _ => other.clone(),
                };
                for found in stage.try_pair(contract, (first, *object), (&second, same))? {
                    let length = found.scenario.statements.len();
                    let known = broken.get(found.what);
                    if known.is_none_or(|known| length < known.scenario.statements.len()) {
                        broken.insert(found.what, found);
                    }
                }
            }
            let simple = contract.class.rsplit(['/', '$']).next().unwrap_or(&contract.class);
            findings.extend(broken.into_values().map(|broken| Finding {
                kind: FindingKind::BrokenContract,
                line: self.line_of(&contract.class, broken.method),
                method: format!("{simple}.{}", broken.method),
                what: broken.what.to_owned(),
                scenario: self.nameable_calls(&contract.class, broken.method, broken.scenario),
            }));
        }
        Ok(findings)
    }

    /// The file of a method, and the first line of its code.
    fn line_of(&self, class: &str, name: &str) -> Option<(String, u32)> {
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
        for scenario in all.into_iter().filter(|scenario| scenario.statements.len() <= LONGEST) {
            let made = scenario.statements.iter().find_map(|statement| match statement {
                Statement::Call { result: Some(result), function, .. } => {
                    let callable = self.program.catalogue.callable(*function)?;
                    let ty = &self.api.types[callable.result];
                    (ty.class_name() == Some(&contract.class)).then_some(*result)
                }
                _ => None,
            });
            let Some(object) = made else { continue };
            let mut trace = Trace::default();
            stage.prepared.machine.run(&scenario, Mode::Concrete, &mut trace)?;
            if trace.outcome == Outcome::Returned {
                found.push((scenario, object));
            }
        }
        Ok(found)
    }

    /// A scenario whose last call is one that a test can write.
    fn nameable_calls(&self, class: &str, name: &str, mut scenario: Scenario) -> Scenario {
        let member = self.api.members.iter().find(|(_, member)| {
            matches!(member, Member::Method { class: own, name: called, .. }
                if own == class && called == name)
        });
        if let (Some((known, _)), Some(Statement::Call { function, .. })) =
            (member, scenario.statements.last_mut())
        {
            *function = *known;
        }
        scenario.prune();
        scenario
    }
}

impl Stage<'_> {
    /// What a pair of objects shows.
    fn try_pair(
        &mut self,
        contract: &Contract,
        (first, x): (&Scenario, VarId),
        (second, y): (&Scenario, VarId),
    ) -> Result<Vec<Broken>, RunError> {
        let mut base = first.clone();
        let offset = base.variables.len() as u32;
        for name in &second.variables {
            base.declare_fresh(name);
        }
        for statement in &second.statements {
            let mut copy = statement.clone();
            copy.variables_mut(|variable| variable.0 += offset);
            base.statements.push(copy);
        }
        let y = VarId::new(y.index() + offset as usize);
        let (x, y) = (Argument::Variable(x), Argument::Variable(y));
        let mut found = Vec::new();
        let mut broken = |method, what, function, arguments: &[Argument]| {
            // Of one object nothing but itself is shown.
            let mut scenario = if arguments.contains(&y) { &base } else { first }.clone();
            scenario.statements.push(call(function, arguments));
            found.push(Broken { method, what, scenario });
        };
        if let Some((equals, hash)) = contract.equality {
            let null = Argument::Literal(0);
            let calls = [
                call(equals, &[x, x]),
                call(equals, &[x, y]),
                call(equals, &[y, x]),
                call(hash, &[x]),
                call(hash, &[y]),
                call(equals, &[x, null]),
            ];
            let [itself, there, back, one, other, nothing] = self.results(&base, &calls, 'Z')?;
            let pair = [x, y];
            if itself == Some(0) {
                broken("equals", "says that an object is not equal to itself", equals, &[x, x]);
            }
            if let (Some(there), Some(back)) = (there, back)
                && there != back
            {
                broken("equals", "is not symmetric", equals, &pair);
            }
            if there == Some(1) && one.zip(other).is_some_and(|(one, other)| one != other) {
                broken("equals", "is true of objects with different hash codes", equals, &pair);
            }
            if other.is_some() && nothing != Some(0) {
                broken("equals", "is not false of null", equals, &[x, null]);
            }
        }
        if let Some(compare) = contract.compare {
            let calls = [call(compare, &[x, x]), call(compare, &[x, y]), call(compare, &[y, x])];
            let [itself, there, back] = self.results(&base, &calls, 'I')?;
            let sign = |bits: Option<u64>| bits.map(|bits| (bits as i32).signum());
            if sign(itself).is_some_and(|sign| sign != 0) {
                broken("compareTo", "says that an object differs from itself", compare, &[x, x]);
            }
            if let (Some(there), Some(back)) = (sign(there), sign(back))
                && there != -back
            {
                broken("compareTo", "is not the opposite the other way round", compare, &[x, y]);
            }
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
