//! From a solver's model back to a scenario, and what every scenario of a shape fulfils.

use crate::run::Run;
use program::catalogue::ApiType;
use program::{Id, Program};
use rustc_hash::{FxHashMap, FxHasher};
use scenario::make::{Slot, Target};
use scenario::{Argument, Place, Scenario, Statement};
use std::hash::{Hash, Hasher};
use term::op::{CompareOp, ConvertOp};
use term::{Assignment, Pool, Sort, TermId, VarId};
use trace::{Part, Source};

/// A pointer of a scenario that has to point elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retarget {
    /// Which.
    pub slot: Slot,
    /// Where it has to point.
    pub target: Target,
}

/// Puts the values of a model into a scenario, and tells which pointers have to point elsewhere.
pub(crate) fn apply(scenario: &mut Scenario, run: &Run, model: &Assignment) -> Vec<Retarget> {
    let Run { inputs, values: seed, .. } = run;
    let mut pointers: Vec<(Slot, u128)> = Vec::new();
    let mut by_variable: FxHashMap<scenario::VarId, usize> = FxHashMap::default();
    for (index, statement) in scenario.statements.iter().enumerate() {
        if let Statement::Value { variable, .. }
        | Statement::Array { variable, .. }
        | Statement::Stream { variable, .. } = statement
        {
            by_variable.insert(*variable, index);
        }
    }
    for (source, variable) in &**inputs {
        let bits = model.raw(*variable);
        if bits == seed.raw(*variable) {
            continue;
        }
        let (of, part) = match *source {
            Source::Variable(of, part) => (of, part),
            Source::Byte { statement, argument, index } => {
                if let Some(byte) = byte_of(scenario, statement, argument, index) {
                    *byte = bits as u8;
                }
                continue;
            }
            Source::Pointer { statement, argument } => {
                let slot = Slot::Argument { statement: statement as usize, argument };
                pointers.push((slot, bits));
                continue;
            }
            Source::Field { variable, offset } => {
                pointers.push((Slot::Field { variable, offset }, bits));
                continue;
            }
        };
        let Some(&statement) = by_variable.get(&of) else { continue };
        match (&mut scenario.statements[statement], part) {
            (Statement::Value { bits: old, .. }, Part::Value) => *old = bits,
            (Statement::Array { array, .. }, Part::Length) => {
                array.length = (bits as u32).min(array.elements.len() as u32);
            }
            (Statement::Array { array, .. }, Part::Element(index)) => {
                if let Some(element) = array.elements.get_mut(index as usize) {
                    *element = bits;
                }
            }
            (Statement::Stream { values, .. }, Part::Element(index)) => {
                if let Some(value) = values.get_mut(index as usize) {
                    *value = bits;
                }
            }
            _ => {}
        }
    }
    let target = |(index, (slot, address)): (usize, &(Slot, u128))| {
        let same = pointers.iter().position(|(_, other)| other == address);
        let target = match target(run, *address) {
            // Two that are to be the same point at one new thing.
            Target::Fresh if same.is_some_and(|same| same < index) => {
                same.map_or(Target::Fresh, Target::Same)
            }
            target => target,
        };
        Retarget { slot: *slot, target }
    };
    pointers.iter().enumerate().map(target).collect()
}

/// A byte of what the whole program is given.
fn byte_of(scenario: &mut Scenario, statement: u32, argument: u32, index: u32) -> Option<&mut u8> {
    let bytes = match scenario.statements.get_mut(statement as usize)? {
        Statement::Arguments(arguments) => arguments.get_mut(argument as usize)?,
        Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } => bytes,
        _ => return None,
    };
    bytes.get_mut(index as usize)
}

/// What an address means: something that the run made or passed, or something that is not there yet.
fn target(run: &Run, address: u128) -> Target {
    if address == 0 {
        return Target::Null;
    }
    let place = run.places.iter().find(|place| u128::from(place.address) == address);
    let made = place.map(|place| place.variable);
    let handed = || {
        let same = |(_, variable): &&(Source, VarId)| run.values.raw(*variable) == address;
        run.inputs.iter().filter(same).find_map(|(source, _)| handed(&run.scenario, *source))
    };
    made.or_else(handed).map_or(Target::Fresh, Target::Alias)
}

/// The variable that a pointer was passed from.
fn handed(scenario: &Scenario, source: Source) -> Option<scenario::VarId> {
    let Source::Pointer { statement, argument } = source else { return None };
    match scenario.statements.get(statement as usize)? {
        Statement::Set { value: Argument::Variable(variable), .. } => Some(*variable),
        Statement::Call { arguments, .. } => match arguments.get(argument as usize)? {
            Argument::Variable(variable) => Some(*variable),
            _ => None,
        },
        _ => None,
    }
}

/// What every scenario of a shape fulfils beyond what its runs say: lengths that nobody can see stay, a
/// truth value is 0 or 1, and what goes into a bit-field fits.
pub(crate) fn given(
    program: &Program,
    scenario: &Scenario,
    inputs: &[(Source, VarId)],
    pool: &mut Pool,
) -> Vec<TermId> {
    let is_bool = |of: Option<program::catalogue::ApiTypeId>| {
        of.and_then(|of| program.catalogue.shape(of)).is_some_and(|ty| *ty == ApiType::Bool)
    };
    let mut fixed = FxHashMap::default();
    let mut bools = FxHashMap::default();
    let mut fields = FxHashMap::default();
    for statement in &scenario.statements {
        match statement {
            Statement::Array { variable, array } => {
                if array.class.is_none() {
                    fixed.insert(*variable, array.length);
                }
                bools.insert(*variable, is_bool(array.of));
            }
            Statement::Value { variable, of, .. } => {
                bools.insert(*variable, is_bool(*of));
            }
            Statement::Set {
                bits: Some((_, width)), value: Argument::Variable(variable), ..
            } => {
                fields.insert(*variable, *width);
            }
            _ => {}
        }
    }
    let mut clauses = Vec::new();
    for (source, variable) in inputs {
        let term = pool.variable_term(*variable);
        let Sort::Bits(width) = pool.sort(term) else { continue };
        let Source::Variable(of, part) = *source else { continue };
        let bools = bools.get(&of).copied().unwrap_or(false);
        let clause = match part {
            Part::Length => fixed.get(&of).map(|length| {
                let length = pool.bits(width, u128::from(*length));
                pool.compare(CompareOp::Eq, term, length)
            }),
            _ if bools && width > 1 => {
                let one = pool.bits(width, 1);
                Some(pool.compare(CompareOp::Ule, term, one))
            }
            Part::Value => fields.get(&of).filter(|bits| **bits < width).map(|bits| {
                // Fields are read back with the sign that their type has; both readings are kept.
                let low = pool.convert(ConvertOp::Trunc, Sort::Bits(*bits), term);
                let unsigned = pool.convert(ConvertOp::ZExt, Sort::Bits(width), low);
                let signed = pool.convert(ConvertOp::SExt, Sort::Bits(width), low);
                let fits = pool.compare(CompareOp::Eq, term, unsigned);
                let fits_signed = pool.compare(CompareOp::Eq, term, signed);
                pool.or(fits, fits_signed)
            }),
            _ => None,
        };
        clauses.extend(clause.filter(|clause| pool.as_constant(*clause).is_none()));
    }
    clauses
}

/// A number for all that is the same in scenarios which differ in values only: such scenarios share a
/// tree. Arrays and streams may differ in length too, since that moves nothing else.
pub(crate) fn shape(scenario: &Scenario) -> u64 {
    let mut hasher = FxHasher::default();
    scenario.variables.hash(&mut hasher);
    for statement in &scenario.statements {
        std::mem::discriminant(statement).hash(&mut hasher);
        match statement {
            Statement::Value { variable, ty, .. } => (variable, ty).hash(&mut hasher),
            Statement::Array { variable, array } => {
                (variable, array.element, array.class).hash(&mut hasher);
            }
            Statement::New { variable, class } => (variable, class).hash(&mut hasher),
            Statement::Object { variable, object } => (variable, object.size).hash(&mut hasher),
            Statement::Stream { variable, name, ty, .. } => {
                (variable, name, ty).hash(&mut hasher);
            }
            Statement::Set { place, ty, bits, value } => {
                match place {
                    Place::Variable(variable, offset) => (0, variable.index(), offset),
                    Place::Global(global, offset) => (1, global.index(), offset),
                }
                .hash(&mut hasher);
                (ty, bits).hash(&mut hasher);
                argument(value, &mut hasher);
            }
            Statement::Call { result, function, arguments } => {
                (result, function).hash(&mut hasher);
                arguments.iter().for_each(|value| argument(value, &mut hasher));
            }
            Statement::Arguments(arguments) => {
                arguments.iter().for_each(|argument| argument.len().hash(&mut hasher));
            }
            Statement::StandardInput(bytes) => bytes.len().hash(&mut hasher),
            Statement::File { path, content } => (path, content.len()).hash(&mut hasher),
        }
    }
    hasher.finish()
}

fn argument(value: &Argument, hasher: &mut FxHasher) {
    match value {
        Argument::Variable(variable) => (0, variable.index() as u128, 0),
        Argument::Part(variable, offset) => (1, variable.index() as u128, *offset),
        Argument::Literal(bits) => (2, *bits, 0),
        Argument::Global(global) => (3, global.index() as u128, 0),
        Argument::Function(function) => (4, function.index() as u128, 0),
        Argument::Inside(variable, offset) => (5, variable.index() as u128, *offset),
    }
    .hash(hasher);
}
