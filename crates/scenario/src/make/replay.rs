//! A scenario that does what something else was heard to do: the calls that a test made of an interface.
//!
//! What the calls were given is told by numbers, and objects by numbers of their own. An object that no call of the
//! scenario makes is made in one of the ways that are given for it, or made up; whatever it is, it stays the same from
//! call to call. So what comes out is valid, and does the same as far as a scenario can.

use fastrand::Rng;
use program::catalogue::{ApiType, ApiTypeId};
use program::{FuncId, Type};
use std::collections::{BTreeMap, BTreeSet};

use super::Maker;
use super::build::Builder;
use crate::{Argument, Array, Extent, Place, Scenario, Statement, VarId};

/// A call that was heard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The functions that do the same, one of which is called.
    pub functions: Vec<FuncId>,
    /// What it was given.
    pub arguments: Vec<Given>,
    /// The object that it made or gave.
    pub made: Option<u64>,
    /// Whether it threw something: what comes behind it cannot be in the same scenario.
    pub threw: bool,
}

/// What a call was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A number.
    Bits(u128),
    /// An object; 0 is none.
    Object(u64),
    /// An array and what it held.
    Array {
        /// The array; 0 if nobody else has it.
        id: u64,
        /// Its elements.
        elements: Vec<Given>,
    },
    /// An object that can be made, in the first way that fits.
    Made {
        /// The object.
        id: u64,
        /// The functions, and what they are given.
        ways: Vec<(FuncId, Vec<Given>)>,
    },
}

impl Given {
    fn id(&self) -> Option<u64> {
        match self {
            Given::Bits(_) | Given::Object(0) | Given::Array { id: 0, .. } => None,
            Given::Object(id) | Given::Array { id, .. } | Given::Made { id, .. } => Some(*id),
        }
    }

    /// The objects that a call could have changed.
    fn objects(&self, found: &mut BTreeSet<u64>) {
        match self {
            Given::Object(_) => found.extend(self.id()),
            Given::Array { id, elements } => {
                found.extend(Some(*id).filter(|id| *id != 0));
                elements.iter().for_each(|element| element.objects(found));
            }
            // What is made of what it holds does not change.
            Given::Bits(_) | Given::Made { .. } => {}
        }
    }
}

/// Steps of one scenario, and of one with what they need.
const MOST: (usize, usize) = (24, 64);

/// Scenarios that do what was heard: some steps each, with those before them that have to do with the same objects. One
/// that threw something is the last of its scenario.
pub fn replay(maker: &Maker<'_>, random: &mut Rng, steps: &[Step]) -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    let mut first = 0;
    let mut add = |wanted: &[usize]| {
        let needed = with_needed(steps, wanted);
        if wanted.is_empty() || needed.len() > MOST.1 {
            return;
        }
        let mut replay = Replay {
            builder: Builder::new(maker, random, Scenario::default()),
            known: BTreeMap::new(),
        };
        needed.into_iter().for_each(|step| replay.step(&steps[step]));
        let scenario = replay.builder.finish();
        if scenario.statements.iter().any(|statement| matches!(statement, Statement::Call { .. })) {
            scenarios.push(scenario);
        }
    };
    while first < steps.len() {
        let last = (first + MOST.0).min(steps.len());
        let wanted: Vec<usize> = (first..last).filter(|step| !steps[*step].threw).collect();
        add(&wanted);
        (first..last).filter(|step| steps[*step].threw).for_each(|step| add(&[step]));
        first = last;
    }
    scenarios
}

/// Steps, and those before them that made or could have changed the same objects.
fn with_needed(steps: &[Step], wanted: &[usize]) -> Vec<usize> {
    let mut objects = BTreeSet::new();
    let mut found: Vec<usize> = Vec::new();
    let last = wanted.last().map_or(0, |last| last + 1);
    for (index, step) in steps[..last].iter().enumerate().rev() {
        let mut own = BTreeSet::new();
        step.arguments.iter().for_each(|given| given.objects(&mut own));
        own.extend(step.made);
        let is_wanted = wanted.contains(&index);
        if is_wanted || !step.threw && own.iter().any(|object| objects.contains(object)) {
            objects.extend(own);
            found.push(index);
        }
    }
    found.reverse();
    found
}

/// A scenario that is being made.
struct Replay<'b, 'p> {
    builder: Builder<'b, 'p>,
    /// The variables that stand for an object; it may have several, of different types.
    known: BTreeMap<u64, Vec<VarId>>,
}

impl Replay<'_, '_> {
    fn step(&mut self, step: &Step) {
        let Some(function) = self.choose(step) else { return };
        let result = self.call(function, &step.arguments);
        if let (Some(made), Some(result)) = (step.made, result) {
            self.known.entry(made).or_default().push(result);
        }
    }

    /// The function whose parameters what was given fits best.
    fn choose(&self, step: &Step) -> Option<FuncId> {
        let index = &self.builder.maker.index;
        let fitting = |function: &FuncId| {
            let callable = index.callables.get(function)?;
            if callable.params.len() != step.arguments.len()
                || index.passings.contains_key(function)
            {
                return None;
            }
            let params = step.arguments.iter().zip(&callable.params);
            Some(params.filter(|(given, (_, ty))| self.fits(given, *ty)).count())
        };
        let ranked =
            step.functions.iter().filter_map(|function| Some((fitting(function)?, function)));
        // The first of those that are as good.
        let best = ranked.rev().max_by_key(|(count, _)| *count)?;
        Some(*best.1)
    }

    fn fits(&self, given: &Given, ty: ApiTypeId) -> bool {
        let index = &self.builder.maker.index;
        let gives = |function: &FuncId| {
            let callable = index.callables.get(function);
            callable.is_some_and(|callable| index.managed.fits(callable.result, ty))
        };
        match given {
            Given::Bits(_) | Given::Object(0) => true,
            Given::Object(id) => self.variable(*id, ty).is_some(),
            Given::Array { .. } => {
                matches!(self.builder.shape(ty), Some(ApiType::Managed { .. }))
            }
            Given::Made { ways, .. } => ways.iter().any(|(function, _)| gives(function)),
        }
    }

    /// The variable that stands for an object and may stand where a type is asked for.
    fn variable(&self, id: u64, ty: ApiTypeId) -> Option<VarId> {
        let known = self.known.get(&id)?;
        known.iter().find(|variable| self.builder.points_at(**variable, ty)).copied()
    }

    fn call(&mut self, function: FuncId, given: &[Given]) -> Option<VarId> {
        let maker = self.builder.maker;
        let callable = maker.index.callables.get(&function)?;
        let callee = &maker.program().functions[function];
        let mut arguments = Vec::with_capacity(given.len());
        let params = callable.params.iter().zip(callee.parameter_types());
        for (place, (given, ((name, ty), taken))) in given.iter().zip(params).enumerate() {
            let receiver = place == 0 && maker.index.managed.has_receiver(function);
            arguments.push(self.argument(given, name, *ty, taken, receiver));
        }
        let result = callee.result.map(|_| self.builder.declare("result"));
        self.builder.push(Statement::Call { result, function, arguments });
        result
    }

    fn argument(
        &mut self,
        given: &Given,
        name: &str,
        ty: ApiTypeId,
        taken: Type,
        receiver: bool,
    ) -> Argument {
        if let Given::Bits(bits) = given {
            let variable = self.builder.declare(name);
            let bits = bits & taken.mask();
            self.builder.push(Statement::Value { variable, ty: taken, bits, of: Some(ty) });
            return Argument::Variable(variable);
        }
        let Some(id) = given.id() else {
            let made = match given {
                Given::Array { elements, .. } => self.array(elements, name, ty),
                _ if receiver => Some(self.builder.receiver(name, ty)),
                _ => None,
            };
            return made.unwrap_or_else(|| self.builder.null(name, ty));
        };
        if let Some(variable) = self.variable(id, ty) {
            return Argument::Variable(variable);
        }
        let made = match given {
            Given::Array { elements, .. } => self.array(elements, name, ty),
            Given::Made { ways, .. } => self.first_way(ways, ty).map(Argument::Variable),
            Given::Bits(_) | Given::Object(_) => None,
        };
        let argument = made.unwrap_or_else(|| match receiver {
            true => self.builder.receiver(name, ty),
            false => self.builder.argument(name, ty, taken, 1),
        });
        if let Argument::Variable(variable) = argument {
            self.known.entry(id).or_default().push(variable);
        }
        argument
    }

    fn first_way(&mut self, ways: &[(FuncId, Vec<Given>)], ty: ApiTypeId) -> Option<VarId> {
        let index = &self.builder.maker.index;
        let (function, given) = ways.iter().find(|(function, _)| {
            let callable = index.callables.get(function);
            callable.is_some_and(|callable| index.managed.fits(callable.result, ty))
        })?;
        self.call(*function, given)
    }

    fn array(&mut self, given: &[Given], name: &str, ty: ApiTypeId) -> Option<Argument> {
        let Some(ApiType::Managed { class, element }) = self.builder.shape(ty) else { return None };
        let (class, element) = (Some(*class), *element);
        let scalar = self.builder.maker.program().catalogue.scalar(element)?;
        let bits = |given: &Given| match given {
            Given::Bits(bits) => bits & scalar.mask(),
            _ => 0,
        };
        let elements: Vec<u128> = given.iter().map(bits).collect();
        // What it refers to is there before it.
        let values: Vec<Argument> = match scalar {
            Type::Ptr => {
                let each = given.iter().enumerate();
                each.map(|(index, given)| {
                    self.argument(given, &format!("{name}{index}"), element, scalar, false)
                })
                .collect()
            }
            _ => Vec::new(),
        };
        let variable = self.builder.declare(name);
        let (of, extent) = (Some(element), Extent::Open);
        let array = Array { class, of, extent, ..Array::new(scalar, elements) };
        self.builder.push(Statement::Array { variable, array });
        for (index, value) in values.into_iter().enumerate() {
            let place = Place::Variable(variable, index as u32 * Type::Ptr.bytes());
            self.builder.scenario.set(place, Type::Ptr, value);
        }
        Some(Argument::Variable(variable))
    }
}
