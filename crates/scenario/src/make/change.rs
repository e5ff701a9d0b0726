//! Operators: one scenario from another.
//!
//! Each changes a scenario in place and tells whether it did. Those on values ([`input`], [`inputs`],
//! [`answer`]) keep the statements as they are and, as long as nothing grows, ask for no memory; those on
//! structure ([`argument`], [`insert_call`], [`delete_call`], [`duplicate_call`]) leave nothing behind that
//! nobody uses.

use fastrand::Rng;
use program::catalogue::{ApiType, ApiTypeId};
use program::{GlobalId, Id, Type};

use super::build::{Builder, wrap};
use super::{Maker, RecordName, draw, padded};
use crate::{Argument, Array, Extent, Scenario, Statement, VarId};

/// At most so many answers to one question.
const MOST_ANSWERS: usize = 64;

/// At most so many bytes of standard input or of a file.
const MOST_CONTENT: usize = 1 << 12;

/// Elements that are drawn at once; an array that has grown to more is not worth drawing as a whole.
const LONG: usize = 32;

/// Changes one input: a value, an array or a stream. Gives `false` if there is none to change.
pub fn input(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario) -> bool {
    let count = scenario.statements.len();
    let start = random.usize(..count.max(1));
    input_from(maker, random, scenario, start)
}

/// Changes the first input from a statement on, those before it last. Gives `false` if there is none to change.
pub fn input_from(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    start: usize,
) -> bool {
    let count = scenario.statements.len();
    for step in 0..count {
        let index = (start + step) % count;
        if is_input(&scenario.statements[index]) {
            change(maker, random, scenario, index);
            scenario.pull_in();
            return true;
        }
    }
    false
}

/// Draws all inputs anew and leaves everything else as it is; of a long array only some elements.
pub fn inputs(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario) {
    for index in 0..scenario.statements.len() {
        let field = bit_field(scenario, index);
        match &mut scenario.statements[index] {
            Statement::Value { ty, bits, of, .. } if *ty != Type::Ptr => {
                *bits = drawn(maker, random, *ty, *of, field);
            }
            Statement::Array { array, .. } => match array.extent {
                Extent::Text => new_text(maker, random, array),
                Extent::Open if is_word(maker, array) => new_word(maker, random, array),
                Extent::Open | Extent::Fixed => new_elements(maker, random, array),
            },
            Statement::Stream { ty, values, .. } => {
                for bits in values {
                    *bits = draw::value(&maker.pool, random, *ty, None);
                }
            }
            Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } => {
                *bytes = draw::lines(&maker.pool, random);
            }
            _ => {}
        }
    }
    scenario.pull_in();
}

/// Whether a statement makes an input.
pub fn is_input(statement: &Statement) -> bool {
    match statement {
        Statement::Value { ty, .. } => *ty != Type::Ptr,
        Statement::Array { .. }
        | Statement::Stream { .. }
        | Statement::StandardInput(_)
        | Statement::File { .. } => true,
        _ => false,
    }
}

fn shape<'p>(maker: &Maker<'p>, of: Option<ApiTypeId>) -> Option<&'p ApiType> {
    of.and_then(|of| maker.program.catalogue.shape(of))
}

/// The width of the bit-field that the next statement puts a value into.
fn bit_field(scenario: &Scenario, index: usize) -> Option<u8> {
    match scenario.statements.get(index + 1) {
        Some(Statement::Set {
            bits: Some((_, width)), value: Argument::Variable(used), ..
        }) if scenario.statements[index].made() == Some(*used) => Some(*width),
        _ => None,
    }
}

fn drawn(
    maker: &Maker<'_>,
    random: &mut Rng,
    ty: Type,
    of: Option<ApiTypeId>,
    field: Option<u8>,
) -> u128 {
    let bits = draw::value(&maker.pool, random, ty, shape(maker, of));
    fitted(maker, bits, ty, of, field)
}

/// A value as its bit-field holds it.
fn fitted(
    maker: &Maker<'_>,
    bits: u128,
    ty: Type,
    of: Option<ApiTypeId>,
    field: Option<u8>,
) -> u128 {
    match field {
        Some(width) => wrap(bits, ty, width, of.is_some_and(|of| super::build::signed(maker, of))),
        None => bits,
    }
}

fn change(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario, index: usize) {
    let field = bit_field(scenario, index);
    match &scenario.statements[index] {
        &Statement::Value { ty, bits, of, .. } => {
            let truth = ty == Type::BOOL || matches!(shape(maker, of), Some(ApiType::Bool));
            let new = match random.u8(..8) {
                _ if truth => drawn(maker, random, ty, of, field),
                0..2 => draw::near(random, ty, bits),
                2 => another(random, scenario, index, ty).unwrap_or(bits),
                3 => (!bits).wrapping_add(1) & ty.mask(),
                _ => drawn(maker, random, ty, of, field),
            };
            let new = fitted(maker, new, ty, of, field);
            if let Statement::Value { bits, .. } = &mut scenario.statements[index] {
                *bits = new;
            }
        }
        Statement::Array { array, .. } => {
            let other = another(random, scenario, index, array.element);
            if let Statement::Array { array, .. } = &mut scenario.statements[index] {
                match array.extent {
                    Extent::Text => change_text(maker, random, array),
                    Extent::Open if is_word(maker, array) => change_word(maker, random, array),
                    Extent::Open | Extent::Fixed => change_array(maker, random, array, other),
                }
            }
        }
        Statement::Stream { .. } => {
            if let Statement::Stream { ty, values, .. } = &mut scenario.statements[index] {
                change_answers(maker, random, *ty, values);
            }
        }
        Statement::StandardInput(_) | Statement::File { .. } => {
            if let Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } =
                &mut scenario.statements[index]
            {
                match random.u8(..4) {
                    0 => *bytes = draw::lines(&maker.pool, random),
                    1 => bytes.extend(draw::lines(&maker.pool, random)),
                    _ => draw::edit(&maker.pool, random, bytes),
                }
                bytes.truncate(MOST_CONTENT);
            }
        }
        _ => {}
    }
}

/// The value of another input of a type: what is equal or nearly so often makes a difference.
fn another(random: &mut Rng, scenario: &Scenario, index: usize, wanted: Type) -> Option<u128> {
    let count = scenario.statements.len();
    let start = random.usize(..count);
    (0..count).map(|step| (start + step) % count).filter(|other| *other != index).find_map(
        |other| match &scenario.statements[other] {
            Statement::Value { ty, bits, .. } if *ty == wanted => Some(*bits),
            Statement::Array { array, .. } if array.element == wanted => {
                array.elements.first().copied()
            }
            _ => None,
        },
    )
}

fn change_array(maker: &Maker<'_>, random: &mut Rng, array: &mut Array, other: Option<u128>) {
    if padded::holds_text(maker, array.element, array.of) && random.u8(..4) > 0 {
        padded::change(maker, random, array);
        return;
    }
    let shape = shape(maker, array.of);
    let rows = matches!(shape, Some(ApiType::Array { .. }));
    let ty = array.element;
    let fresh = |random: &mut Rng| draw::value(&maker.pool, random, ty, shape);
    let count = array.elements.len();
    if ty == Type::Ptr {
        return;
    }
    let resizable = array.extent == Extent::Open && !rows;
    let at = random.usize(..count.max(1));
    match random.u8(..8) {
        0 if resizable && count < maker.limits.elements as usize => {
            array.elements.insert(at, fresh(random));
            array.length = array.elements.len() as u32;
        }
        1 if resizable && count > 0 => {
            array.elements.remove(at);
            array.length = array.elements.len() as u32;
        }
        2 if count > 1 => array.elements.swap(at, random.usize(..count)),
        3 if count > 1 => array.elements[at] = array.elements[random.usize(..count)],
        4 if count > 0 && ty != Type::BOOL && !matches!(shape, Some(ApiType::Bool)) => {
            array.elements[at] = match other {
                Some(other) if random.bool() => other,
                _ => draw::near(random, ty, array.elements[at]),
            };
        }
        5 if count > 1 => new_elements(maker, random, array),
        _ if count > 0 => array.elements[at] = fresh(random),
        _ if resizable => {
            array.elements.push(fresh(random));
            array.length = 1;
        }
        _ => {}
    }
}

fn new_elements(maker: &Maker<'_>, random: &mut Rng, array: &mut Array) {
    let shape = shape(maker, array.of);
    let count = array.elements.len();
    if count <= LONG {
        for bits in &mut array.elements {
            *bits = draw::value(&maker.pool, random, array.element, shape);
        }
    } else {
        for _ in 0..LONG {
            let at = random.usize(..count);
            array.elements[at] = draw::value(&maker.pool, random, array.element, shape);
        }
    }
}

/// Whether an array holds the characters of a text, and no more.
fn is_word(maker: &Maker<'_>, array: &Array) -> bool {
    array.class.is_some() && matches!(shape(maker, array.of), Some(ApiType::Char { .. }))
}

fn change_word(maker: &Maker<'_>, random: &mut Rng, array: &mut Array) {
    array.elements.push(0);
    change_text(maker, random, array);
    end_word(array);
}

fn new_word(maker: &Maker<'_>, random: &mut Rng, array: &mut Array) {
    new_text(maker, random, array);
    end_word(array);
}

/// Drops the zero that ends other texts.
fn end_word(array: &mut Array) {
    array.elements.pop();
    array.length = array.elements.len() as u32;
}

fn change_text(maker: &Maker<'_>, random: &mut Rng, array: &mut Array) {
    let (pool, (short, long)) = (&maker.pool, maker.limits.grown_lengths());
    let length = array.elements.iter().position(|bits| *bits == 0).unwrap_or(0);
    let at = random.usize(..=length);
    let wide = array.element == Type::I16;
    let fresh = |random: &mut Rng| match wide {
        true => u128::from(draw::unit(pool, random).max(1)),
        false => u128::from(draw::byte(pool, random).max(1)),
    };
    match random.u8(..10) {
        0..3 if length < short => array.elements.insert(at, fresh(random)),
        3 | 4 if at < length => {
            array.elements.remove(at);
        }
        5..8 if at < length => array.elements[at] = fresh(random),
        8 if length < long
            && let Some(text) = pool.pick(random, &pool.known.texts, &pool.dynamic.texts) =>
        {
            array.elements.splice(at..at, text.iter().map(|byte| (*byte).into()));
        }
        _ => new_text(maker, random, array),
    }
    array.length = array.elements.len() as u32;
}

fn new_text(maker: &Maker<'_>, random: &mut Rng, array: &mut Array) {
    let lengths = maker.limits.text_lengths();
    array.elements.clear();
    if array.element == Type::I16 {
        let units = draw::wide_text(&maker.pool, random, lengths);
        array.elements.extend(units.into_iter().map(u128::from));
    } else {
        let text = draw::text(&maker.pool, random, lengths);
        array.elements.extend(text.into_iter().map(u128::from));
    }
    array.elements.push(0);
    array.length = array.elements.len() as u32;
}

fn change_answers(maker: &Maker<'_>, random: &mut Rng, ty: Type, values: &mut Vec<u128>) {
    let count = values.len();
    match random.u8(..6) {
        0 if count > 1 => {
            values.pop();
        }
        1 if count < MOST_ANSWERS => values.push(draw::value(&maker.pool, random, ty, None)),
        2 if count > 0 => {
            let at = random.usize(..count);
            values[at] = draw::near(random, ty, values[at]);
        }
        _ if count > 0 => {
            let at = random.usize(..count);
            values[at] = draw::value(&maker.pool, random, ty, None);
        }
        _ => {}
    }
}

/// Gives a drawn answer to the question of a name that was asked for the `index`th time and had none.
pub fn answer(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    name: &str,
    ty: Type,
    index: u32,
) -> bool {
    if index as usize >= MOST_ANSWERS {
        return false;
    }
    let found = scenario.statements.iter_mut().find_map(|statement| match statement {
        Statement::Stream { name: answered, ty, values, .. } if answered == name => {
            Some((*ty, values))
        }
        _ => None,
    });
    if let Some((ty, values)) = found {
        while values.len() <= index as usize {
            values.push(draw::value(&maker.pool, random, ty, None));
        }
        return true;
    }
    let values = (0..=index).map(|_| draw::value(&maker.pool, random, ty, None)).collect();
    let variable = scenario.declare_fresh(&stem(name));
    let stream = Statement::Stream { variable, name: name.to_owned(), ty, values };
    scenario.statements.insert(0, stream);
    scenario.renumber();
    true
}

/// Gives the program lines to read from standard input, in place of what it had.
pub fn standard_input(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario) {
    let bytes = draw::lines(&maker.pool, random);
    let given = scenario.statements.iter_mut().find_map(|statement| match statement {
        Statement::StandardInput(bytes) => Some(bytes),
        _ => None,
    });
    match given {
        Some(given) => *given = bytes,
        None => scenario.statements.insert(0, Statement::StandardInput(bytes)),
    }
}

/// Gives the program a file of lines to open by that path.
pub fn file(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario, path: &str) {
    let content = draw::lines(&maker.pool, random);
    let known = |statement: &Statement| matches!(statement, Statement::File { path: known, .. } if known == path);
    scenario.statements.retain(|statement| !known(statement));
    scenario.statements.insert(0, Statement::File { path: path.to_owned(), content });
}

/// A variable's name from a question's.
pub(super) fn stem(name: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    name.chars().map(letter).collect()
}

/// Makes one argument of one call anew: a pointer may become null, an alias or something else, and a
/// record is filled again.
pub fn argument(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario) -> bool {
    let Some(at) = some_call(random, scenario) else { return false };
    let Statement::Call { result, function, ref arguments } = scenario.statements[at] else {
        return false;
    };
    if arguments.is_empty() {
        return false;
    }
    let mut changed = arguments.clone();
    let index = random.usize(..changed.len());
    let rest = scenario.statements.split_off(at + 1);
    scenario.statements.pop();
    let mut builder = Builder::new(maker, random, std::mem::take(scenario));
    let fresh = builder.arguments(function);
    let renamed = builder.take_renamed();
    *scenario = builder.finish();
    // A record in parts is replaced as a whole.
    let (old, new) = (changed[index], fresh[index]);
    for (argument, fresh) in changed.iter_mut().zip(fresh) {
        let together = old.variable().is_some() && argument.variable() == old.variable();
        if together && fresh.variable() == new.variable() || *argument == old && fresh == new {
            *argument = fresh;
        }
    }
    let new = at..scenario.statements.len();
    scenario.statements.push(Statement::Call { result, function, arguments: changed });
    scenario.statements.extend(rest);
    scenario.prune_calls(new);
    name_again(scenario, renamed);
    true
}

/// Gives variables the names that they were meant to have, where those have become free.
pub(super) fn name_again(scenario: &mut Scenario, renamed: Vec<(String, String)>) {
    for (name, meant) in renamed {
        if !scenario.variables.contains(&meant)
            && let Some(variable) = scenario.variables.iter_mut().find(|other| **other == name)
        {
            *variable = meant;
        }
    }
}

/// Inserts a call before the last one, of a function that takes what one of the scenario's calls works
/// on, or of any function that scenarios may call.
pub fn insert_call(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    globals: &[GlobalId],
) -> bool {
    let calls: Vec<usize> = calls(scenario).collect();
    let Some(&last) = calls.last() else { return false };
    if calls.len() >= maker.limits.calls as usize {
        return false;
    }
    insert_call_at(maker, random, scenario, globals, last, false)
}

/// The same before the statement `last`, however many calls there are; as part of a sequence it makes use of what is
/// there.
pub(super) fn insert_call_at(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    globals: &[GlobalId],
    last: usize,
    in_sequence: bool,
) -> bool {
    if maker.index.functions.is_empty() {
        return false;
    }
    if let Some((object, function, place)) = taker(maker, random, &scenario.statements[..last]) {
        let rest = scenario.statements.split_off(last);
        let mut builder = begin(maker, random, scenario, in_sequence);
        builder.call_with(function, place, object);
        let renamed = builder.take_renamed();
        *scenario = builder.finish();
        scenario.statements.extend(rest);
        scenario.renumber();
        name_again(scenario, renamed);
        return true;
    }
    // Objects that are worked on are worked on by all that take them.
    let named: Vec<(VarId, RecordName<'_>)> = scenario.statements[..last]
        .iter()
        .filter_map(|statement| {
            let name = match statement {
                Statement::Object { object, .. } => object.of.and_then(|of| maker.name_of(of)),
                Statement::Call { function, .. } => maker
                    .index
                    .callables
                    .get(function)
                    .and_then(|callable| maker.target_name(callable.result)),
                _ => None,
            };
            statement.made().zip(name)
        })
        .collect();
    let shared = named.get(random.usize(..named.len().max(1))).copied();
    let consumers = shared.and_then(|(_, name)| maker.index.consumers.get(&name));
    let function = match consumers {
        Some(consumers) if random.u8(..4) > 0 => consumers[random.usize(..consumers.len())],
        _ => maker.index.functions[random.usize(..maker.index.functions.len())],
    };
    if maker.why_not(function).is_some() || !maker.program.functions[function].has_body() {
        return false;
    }
    let rest = scenario.statements.split_off(last);
    let with_globals = random.u8(..4) == 0;
    let mut builder = begin(maker, random, scenario, in_sequence);
    if with_globals {
        builder.globals(globals);
    }
    builder.call(function);
    let renamed = builder.take_renamed();
    *scenario = builder.finish();
    if let (Some((object, name)), Some(Statement::Call { arguments, .. })) =
        (shared, scenario.statements.last_mut())
        && let Some(callable) = maker.index.callables.get(&function)
        && !maker.index.passings.contains_key(&function)
    {
        let takes = |ty: ApiTypeId| maker.target_name(ty) == Some(name);
        if let Some(index) = callable.params.iter().position(|(_, ty)| takes(*ty)) {
            arguments[index] = Argument::Variable(object);
        }
    }
    // What the call was given instead of is not needed.
    let new = last..scenario.statements.len() - 1;
    scenario.statements.extend(rest);
    scenario.prune_calls(new);
    name_again(scenario, renamed);
    true
}

fn begin<'b, 'p>(
    maker: &'b Maker<'p>,
    random: &'b mut Rng,
    scenario: &mut Scenario,
    in_sequence: bool,
) -> Builder<'b, 'p> {
    let scenario = std::mem::take(scenario);
    match in_sequence {
        true => Builder::onto(maker, random, scenario),
        false => Builder::new(maker, random, scenario),
    }
}

/// A function that takes a reference which is there, where it takes it, and the reference.
fn taker(
    maker: &Maker<'_>,
    random: &mut Rng,
    statements: &[Statement],
) -> Option<(VarId, program::FuncId, usize)> {
    let index = &maker.index;
    let made = statements.iter().filter_map(|statement| match statement {
        Statement::Call { result: Some(result), function, .. } => {
            let callable = index.callables.get(function)?;
            let takers = index.managed.takers(callable.result);
            (!takers.is_empty()).then_some((*result, takers))
        }
        _ => None,
    });
    let made: Vec<_> = made.collect();
    if made.is_empty() {
        return None;
    }
    let (object, takers) = made[random.usize(..made.len())];
    let (function, place) = takers[random.usize(..takers.len())];
    Some((object, function, place))
}

/// Drops a call that is not the last one and whose result nobody uses.
pub fn delete_call(random: &mut Rng, scenario: &mut Scenario) -> bool {
    let mut used = vec![false; scenario.variables.len()];
    for statement in &scenario.statements {
        statement.uses(|variable| used[variable.index()] = true);
    }
    let mut calls: Vec<usize> = calls(scenario).collect();
    calls.pop();
    calls.retain(|at| scenario.statements[*at].made().is_none_or(|made| !used[made.index()]));
    if calls.is_empty() {
        return false;
    }
    scenario.statements.remove(calls[random.usize(..calls.len())]);
    scenario.prune();
    true
}

/// Makes a call twice.
pub fn duplicate_call(maker: &Maker<'_>, random: &mut Rng, scenario: &mut Scenario) -> bool {
    if calls(scenario).count() >= maker.limits.calls as usize {
        return false;
    }
    let Some(at) = some_call(random, scenario) else { return false };
    let mut call = scenario.statements[at].clone();
    if let Statement::Call { result: result @ Some(_), .. } = &mut call {
        *result = Some(scenario.declare_fresh("result"));
    }
    scenario.statements.insert(at + 1, call);
    scenario.renumber();
    true
}

pub(super) fn calls(scenario: &Scenario) -> impl Iterator<Item = usize> + '_ {
    let calls = scenario.statements.iter().enumerate();
    calls.filter(|(_, statement)| matches!(statement, Statement::Call { .. })).map(|(at, _)| at)
}

fn some_call(random: &mut Rng, scenario: &Scenario) -> Option<usize> {
    let count = calls(scenario).count();
    calls(scenario).nth(random.usize(..count.max(1)))
}
