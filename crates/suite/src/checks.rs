//! What a test asserts: results, and what calls wrote.
//!
//! What a call changed is asserted, in the words of the catalogue: a field, an element, a text. What it could have
//! changed and left as it was is a candidate, for tests that notice a mistake by it. Addresses are asserted by what
//! they point at, never as numbers.

pub use crate::check::{Check, Expected, Target};
pub use crate::finder::callable;
use crate::finder::{Finder, Found, POINTER, global_type};
pub use crate::layout::Step;
use crate::layout::{resolve, size_of};
use crate::rehearsal::Known;
use program::catalogue::{ApiItem, ApiType};
use program::{FuncId, Program};
use scenario::{Extent, Scenario, Statement, VarId};
use std::collections::BTreeMap;
use trace::{Observed, Trace};

/// Calls that are looked at.
pub const MOST_CALLS: usize = 32;

/// What a run shows to be worth asserting: the results of all calls, what the last one wrote, and which functions it
/// called that the test stands in for. What the calls before it wrote is the matter of other tests.
pub fn checks(
    program: &Program,
    scenario: &Scenario,
    trace: &Trace,
    known_at: &dyn Fn(u64) -> Option<Known>,
) -> Vec<Check> {
    let mut finder = Finder {
        catalogue: &program.catalogue,
        scenario,
        trace,
        known_at,
        reached: BTreeMap::new(),
        earlier: BTreeMap::new(),
        given: None,
    };
    let mut images: BTreeMap<VarId, Vec<Option<u8>>> = finder.initial();
    let mut addresses = finder.addresses();
    let mut found = Vec::new();
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    let last = scenario.statements.iter().rposition(is_call);
    for observation in &trace.observations {
        let statement = observation.statement;
        // Calls come in observations of their own.
        if let [Observed::Called { .. }] = observation.seen[..] {
            continue;
        }
        let is_last = Some(statement) == last;
        let Some(Statement::Call { function, result, .. }) = scenario.statements.get(statement)
        else {
            continue;
        };
        let given = observation.seen.iter().find_map(|seen| match seen {
            Observed::Result { bits, .. } => Some(*bits as u64),
            _ => None,
        });
        finder.earlier = std::mem::take(&mut finder.reached);
        finder.reached.extend(observation.seen.iter().filter_map(|seen| match seen {
            Observed::Object { address, bytes } => Some((*address, bytes.as_slice())),
            _ => None,
        }));
        let callable = callable(&program.catalogue, *function);
        finder.given = None;
        for seen in &observation.seen {
            match seen {
                Observed::Result { bits, .. } => {
                    let Some(callable) = callable else { continue };
                    if let ApiType::Record { .. } = resolve(&program.catalogue, callable.result) {
                        // A record that fits into a register.
                        let size = size_of(&program.catalogue, callable.result).unwrap_or(0);
                        let bytes: Vec<Option<u8>> =
                            bits.to_le_bytes().into_iter().take(size as usize).map(Some).collect();
                        let what = Found { statement, target: Target::Result, ty: callable.result };
                        let none = vec![None; bytes.len()];
                        if is_last {
                            finder.compare(&what, Extent::Fixed, &none, &bytes, &mut found);
                        }
                        continue;
                    }
                    let expected = finder.expected(callable.result, *bits);
                    // What leads back to it is told by its name.
                    finder.given = result.map(|result| (*bits as u64, result)).filter(|_| is_last);
                    if let Some(expected) = expected {
                        let (target, ty) = (Target::Result, callable.result);
                        let path = Vec::new();
                        found.push(Check {
                            statement,
                            target,
                            path,
                            ty,
                            expected,
                            is_minor: false,
                        });
                    }
                }
                Observed::Object { address, bytes } if is_last && given == Some(*address) => {
                    let pointee = callable.and_then(|callable| finder.pointee(callable.result));
                    let Some(ty) = pointee else { continue };
                    let none = vec![None; bytes.len()];
                    let what = Found { statement, target: Target::Behind, ty };
                    finder.compare(&what, Extent::Open, &none, bytes, &mut found);
                }
                Observed::Memory { variable, bytes } => {
                    let mut before = images.insert(*variable, bytes.clone()).unwrap_or_default();
                    // Where a function lies is only seen now: it is taken to be where the scenario put it.
                    for at in addresses.remove(variable).unwrap_or_default() {
                        let range = at as usize..at as usize + POINTER;
                        if let (Some(old), Some(now)) =
                            (before.get_mut(range.clone()), bytes.get(range))
                        {
                            old.copy_from_slice(now);
                        }
                    }
                    // A record that is given back by value is new.
                    if is_hidden_result(program, &scenario.statements[statement], *variable) {
                        before = vec![None; bytes.len()];
                    }
                    let shown = is_last && *result != Some(*variable);
                    let content = finder.content(*variable).filter(|_| shown);
                    let Some((ty, extent)) = content else { continue };
                    let what = Found { statement, target: Target::Variable(*variable), ty };
                    finder.compare(&what, extent, &before, bytes, &mut found);
                }
                Observed::Global { global, before, bytes } if is_last => {
                    let Some(ty) = global_type(&program.catalogue, *global) else { continue };
                    let what = Found { statement, target: Target::Global(*global), ty };
                    finder.compare(&what, Extent::Fixed, before, bytes, &mut found);
                }
                Observed::Object { .. }
                | Observed::Global { .. }
                | Observed::Called { .. }
                | Observed::Left { .. } => {}
            }
        }
    }
    if let Some(last) = last {
        calls(program, scenario, trace, last, &mut found);
    }
    found
}

/// Adds the calls that the last statement led to of functions which the test stands in for, and how many there were in
/// all.
fn calls(
    program: &Program,
    scenario: &Scenario,
    trace: &Trace,
    last: usize,
    found: &mut Vec<Check>,
) {
    let seen = trace.observations.iter().filter_map(|observation| match &observation.seen[..] {
        [Observed::Called { function, arguments }] => {
            Some((observation.statement, *function, arguments))
        }
        _ => None,
    });
    let seen: Vec<_> = seen.collect();
    let check = |target, function, expected| {
        let ty = callable(&program.catalogue, function)?.result;
        let (statement, path) = (last, Vec::new());
        Some(Check { statement, target, path, ty, expected, is_minor: false })
    };
    let first = seen.first().map(|(_, function, _)| *function);
    let counted = first.or_else(|| {
        let mut handed = scenario.statements.iter().flat_map(handed);
        handed.find(|function| !program.functions[*function].has_body())
    });
    if let Some(function) = counted {
        let count = Expected::Bits(seen.len() as u128);
        found.extend(check(Target::Calls, function, count));
    }
    for (index, (statement, function, arguments)) in seen.into_iter().enumerate() {
        if statement == last && index < MOST_CALLS {
            let expected = Expected::Called(function, arguments.clone());
            found.extend(check(Target::Call(index as u32), function, expected));
        }
    }
}

/// Whether a variable is where a call puts the record that it gives back.
fn is_hidden_result(program: &Program, call: &Statement, variable: VarId) -> bool {
    let Statement::Call { function, arguments, .. } = call else { return false };
    arguments.first() == Some(&scenario::Argument::Variable(variable))
        && program.catalogue.items.iter().any(|item| {
            matches!(item, ApiItem::Passing(passing)
                if passing.function == *function && passing.hidden_result)
        })
}

/// The functions that a statement passes.
fn handed(statement: &Statement) -> Vec<FuncId> {
    let function = |argument: &scenario::Argument| match argument {
        scenario::Argument::Function(function) => Some(*function),
        _ => None,
    };
    match statement {
        Statement::Call { arguments, .. } => arguments.iter().filter_map(function).collect(),
        Statement::Set { value, .. } => function(value).into_iter().collect(),
        _ => Vec::new(),
    }
}
