//! Minimising: a smaller scenario that does the same.
//!
//! Delta debugging on statements and values: whole calls and objects go first, then arrays get shorter,
//! then numbers get smaller. What "the same" means is the caller's.

mod replace;

use program::catalogue::ApiType;
use program::{Catalogue, Type};
use replace::{drop_answered_calls, fill_nulls, replace_results};
use scenario::{Argument, Extent, Place, Scenario, Statement, VarId};
use std::ops::Range;

/// Makes a scenario smaller as long as `same` says that the smaller one will do; `same` is asked at most `budget`
/// times. The catalogue tells what may stand in place of what.
pub fn minimise(
    catalogue: &Catalogue,
    scenario: &Scenario,
    budget: u32,
    mut same: impl FnMut(&Scenario) -> bool,
) -> Scenario {
    let mut best = scenario.clone();
    let mut ask = Ask { left: budget, same: &mut same };
    loop {
        let before = best.clone();
        drop_statements(&mut best, &mut ask);
        replace_results(catalogue, &mut best, &mut ask);
        drop_answered_calls(&mut best, &mut ask);
        fill_nulls(catalogue, &mut best, &mut ask);
        pull_pointers(&mut best, &mut ask);
        shorten(&mut best, &mut ask);
        level(catalogue, &mut best, &mut ask);
        shrink_together(catalogue, &mut best, &mut ask);
        shrink_values(catalogue, &mut best, &mut ask);
        if best == before || ask.is_spent() {
            return best;
        }
    }
}

/// Asks as long as there is budget.
struct Ask<'a> {
    left: u32,
    same: &'a mut dyn FnMut(&Scenario) -> bool,
}

impl Ask<'_> {
    fn is_spent(&self) -> bool {
        self.left == 0
    }

    fn same(&mut self, candidate: &Scenario) -> bool {
        if self.is_spent() {
            return false;
        }
        self.left -= 1;
        (self.same)(candidate)
    }
}

/// Below this many statements each is tried by itself; above, whole runs of them first.
const FEW: usize = 16;

/// Leaves out statements that nothing else needs, the last first.
fn drop_statements(best: &mut Scenario, ask: &mut Ask<'_>) {
    let mut size = if best.statements.len() > FEW { best.statements.len() / 2 } else { 1 };
    loop {
        drop_runs(best, size, ask);
        if size == 1 {
            return;
        }
        size /= 2;
    }
}

/// Leaves out runs of so many statements.
fn drop_runs(best: &mut Scenario, size: usize, ask: &mut Ask<'_>) {
    let mut end = best.statements.len();
    while end >= size && best.statements.len() > size && !ask.is_spent() {
        let start = end - size;
        let users = &best.statements[end..];
        let mut made = best.statements[start..end].iter().filter_map(made_by);
        if made.all(|variable| !users.iter().any(|statement| uses(statement, variable))) {
            let mut candidate = best.clone();
            candidate.statements.drain(start..end);
            if ask.same(&candidate) {
                *best = candidate;
                end = start;
                continue;
            }
        }
        // Runs overlap by half, so that one that was cut through is met again.
        end -= size.div_ceil(2);
    }
}

/// The variable that a statement makes.
fn made_by(statement: &Statement) -> Option<VarId> {
    match statement {
        Statement::Value { variable, .. }
        | Statement::Array { variable, .. }
        | Statement::New { variable, .. }
        | Statement::Object { variable, .. }
        | Statement::Stream { variable, .. } => Some(*variable),
        Statement::Call { result, .. } => *result,
        _ => None,
    }
}

/// Whether a statement needs a variable.
fn uses(statement: &Statement, variable: VarId) -> bool {
    let is = |argument: &Argument| argument.variable() == Some(variable);
    match statement {
        Statement::Set { place, value, .. } => {
            is(value) || matches!(place, Place::Variable(v, _) if *v == variable)
        }
        Statement::Call { arguments, .. } => arguments.iter().any(is),
        _ => false,
    }
}

/// Makes arrays, objects and streams shorter: to nothing, to half, by less and less.
fn shorten(best: &mut Scenario, ask: &mut Ask<'_>) {
    for index in 0..best.statements.len() {
        while !ask.is_spent() {
            let length = length_of(&best.statements[index]);
            if length == 0 {
                break;
            }
            let shorter = [0, length / 2, length - length / 4, length - length / 16, length - 1];
            let found = shorter.into_iter().filter(|n| *n < length).find_map(|length| {
                let mut candidate = best.clone();
                cut(&mut candidate, index, length);
                ask.same(&candidate).then_some(candidate)
            });
            match found {
                Some(candidate) => *best = candidate,
                None => break,
            }
        }
        drop_pieces(best, index, ask);
    }
}

/// An array is taken apart into at most so many pieces.
const PIECES: usize = 64;

/// Leaves out pieces of an array whose length is free, of a stream, of standard input or a file: halves first, then smaller and smaller ones,
/// the last first; a text keeps its end.
fn drop_pieces(best: &mut Scenario, index: usize, ask: &mut Ask<'_>) {
    if !matches!(
        best.statements[index],
        Statement::Array { .. }
            | Statement::Stream { .. }
            | Statement::StandardInput(_)
            | Statement::File { .. }
    ) {
        return;
    }
    let length = |best: &Scenario| length_of(&best.statements[index]).saturating_sub(1) as usize;
    let mut size = length(best) / 2;
    let smallest = length(best).div_ceil(PIECES);
    while size.max(1) >= smallest && length(best) > 0 {
        let size_now = size.max(1);
        let mut end = length(best);
        while end >= size_now && !ask.is_spent() {
            let mut candidate = best.clone();
            remove(&mut candidate, index, end - size_now..end);
            if ask.same(&candidate) {
                *best = candidate;
            }
            end -= size_now;
        }
        if size <= 1 {
            break;
        }
        size /= 2;
    }
}

/// Takes elements out; pointers to what lies behind them move along.
fn remove(scenario: &mut Scenario, index: usize, piece: Range<usize>) {
    match &mut scenario.statements[index] {
        Statement::Stream { values, .. } => {
            values.drain(piece);
        }
        Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } => {
            bytes.drain(piece);
        }
        Statement::Array { variable, array } => {
            array.elements.truncate(array.length as usize);
            array.elements.drain(piece.clone());
            array.length = array.elements.len() as u32;
            let (variable, size) = (*variable, array.element.bytes());
            let (start, end) = (piece.start as u32 * size, piece.end as u32 * size);
            move_pointers(scenario, variable, |offset| match offset {
                _ if offset >= end => offset - (end - start),
                _ => offset.min(start),
            });
        }
        _ => {}
    }
}

/// Lets pointers into the middle of something point at its beginning, or nearer to it.
fn pull_pointers(best: &mut Scenario, ask: &mut Ask<'_>) {
    for index in 0..best.statements.len() {
        let count = match &best.statements[index] {
            Statement::Call { arguments, .. } => arguments.len(),
            Statement::Set { .. } => 1,
            _ => 0,
        };
        for part in 0..count {
            while let Some((variable, offset)) =
                inside(&mut best.statements[index], part).and_then(|argument| match *argument {
                    Argument::Inside(variable, offset) => Some((variable, offset)),
                    _ => None,
                })
                && !ask.is_spent()
            {
                let step = step_of(best, variable).max(1);
                let half = offset / 2 / step * step;
                let nearer = [half, offset.saturating_sub(step)]
                    .map(|offset| Argument::Inside(variable, offset));
                let found =
                    [Argument::Variable(variable)].into_iter().chain(nearer).find_map(|new| {
                        let mut candidate = best.clone();
                        *inside(&mut candidate.statements[index], part)? = new;
                        (candidate != *best && ask.same(&candidate)).then_some(candidate)
                    });
                match found {
                    Some(candidate) => *best = candidate,
                    None => break,
                }
            }
        }
    }
}

/// An argument of a call, or what is set.
fn inside(statement: &mut Statement, part: usize) -> Option<&mut Argument> {
    match statement {
        Statement::Call { arguments, .. } => arguments.get_mut(part),
        Statement::Set { value, .. } => Some(value),
        _ => None,
    }
}

/// The size of one element of what a variable points at.
fn step_of(scenario: &Scenario, variable: VarId) -> u32 {
    let size = |statement: &Statement| match statement {
        Statement::Array { variable: made, array } if *made == variable => {
            Some(array.element.bytes())
        }
        Statement::Object { variable: made, object } if *made == variable => {
            object.size.checked_div(object.count)
        }
        _ => None,
    };
    scenario.statements.iter().find_map(size).unwrap_or(1)
}

/// Arrays from this length on are made simple in large pieces before their elements are.
const LONG_ARRAY: usize = 8;

/// Makes the elements of long arrays equal: the whole array, or halves of halves of it.
fn level(catalogue: &Catalogue, best: &mut Scenario, ask: &mut Ask<'_>) {
    for index in 0..best.statements.len() {
        let Statement::Array { array, .. } = &best.statements[index] else { continue };
        let length = (array.length as usize).min(array.elements.len());
        if length < LONG_ARRAY || array.element == Type::Ptr {
            continue;
        }
        // A text keeps its end.
        let is_text = is_text(&best.statements[index]);
        let is_word = is_word(catalogue, &best.statements[index]);
        let (length, simple) = match (is_text, is_word) {
            (true, _) => (length - 1, b'a'.into()),
            (false, true) => (length, b'a'.into()),
            (false, false) => (length, 0),
        };
        let mut pieces: Vec<Range<usize>> = Vec::new();
        pieces.push(0..length);
        while let Some(piece) = pieces.pop().filter(|_| !ask.is_spent()) {
            let mut candidate = best.clone();
            let Statement::Array { array, .. } = &mut candidate.statements[index] else { break };
            array.elements[piece.clone()].fill(simple);
            if candidate == *best {
                continue;
            }
            if ask.same(&candidate) {
                *best = candidate;
            } else if piece.len() > 1 {
                let middle = piece.start + piece.len() / 2;
                pieces.extend([piece.start..middle, middle..piece.end]);
            }
        }
    }
}

/// How long something is whose length is free.
fn length_of(statement: &Statement) -> u32 {
    match statement {
        Statement::Array { array, .. } if array.extent != Extent::Fixed => array.length,
        Statement::Object { object, .. } if object.extent != Extent::Fixed => object.count,
        Statement::Stream { values, .. } => values.len() as u32,
        Statement::StandardInput(bytes) => bytes.len() as u32,
        Statement::File { content, .. } => content.len() as u32,
        _ => 0,
    }
}

/// Cuts something off; pointers to the end of it, or of a text, stay there.
fn cut(scenario: &mut Scenario, index: usize, length: u32) {
    set_length(&mut scenario.statements[index], length);
    let (variable, end) = match &scenario.statements[index] {
        Statement::Array { variable, array } => {
            let zero = u32::from(array.extent == Extent::Text);
            (*variable, array.length.saturating_sub(zero) * array.element.bytes())
        }
        Statement::Object { variable, object } => (*variable, object.size),
        _ => return,
    };
    move_pointers(scenario, variable, |offset| offset.min(end));
}

/// Moves the pointers to the inside of what a variable points at.
fn move_pointers(scenario: &mut Scenario, of: VarId, new: impl Fn(u32) -> u32) {
    let change = |argument: &mut Argument| {
        if let Argument::Inside(variable, offset) = argument
            && *variable == of
        {
            *offset = new(*offset);
        }
    };
    for statement in &mut scenario.statements {
        match statement {
            Statement::Call { arguments, .. } => arguments.iter_mut().for_each(change),
            Statement::Set { value, .. } => change(value),
            _ => {}
        }
    }
}

/// Cuts something off; a text keeps its end.
fn set_length(statement: &mut Statement, length: u32) {
    match statement {
        Statement::Array { array, .. } => {
            if array.extent == Extent::Text {
                let last = array.elements[..array.length as usize].last().copied();
                array.elements.truncate(length as usize);
                if let Some(end) = array.elements.last_mut() {
                    *end = last.unwrap_or(0);
                }
            } else {
                array.elements.truncate(length as usize);
            }
            array.length = array.elements.len() as u32;
        }
        Statement::Object { object, .. } if object.count > 0 => {
            object.size = object.size / object.count * length;
            object.count = length;
        }
        Statement::Stream { values, .. } => values.truncate(length as usize),
        Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } => {
            bytes.truncate(length as usize);
        }
        _ => {}
    }
}

/// Makes numbers smaller that are equal, all of them at once: what compares them goes on as before.
fn shrink_together(catalogue: &Catalogue, best: &mut Scenario, ask: &mut Ask<'_>) {
    let all = |scenario: &mut Scenario| -> Vec<(Type, u128)> {
        let statements = scenario.statements.iter_mut();
        statements.flat_map(numbers).map(|(ty, bits)| (ty, *bits)).collect()
    };
    let mut seen: Vec<(Type, u128)> = Vec::new();
    while !ask.is_spent() {
        let known = all(best);
        let mut repeated = known.iter().enumerate().filter(|(index, number)| {
            number.1 != 0 && known[..*index].contains(number) && !seen.contains(number)
        });
        let Some((_, &(ty, bits))) = repeated.next() else { return };
        let mut holders = best.statements.iter_mut().filter_map(|statement| {
            let holds =
                numbers(statement).into_iter().any(|(other, at)| (other, *at) == (ty, bits));
            holds.then(|| is_text(statement) || is_of_words(catalogue, statement))
        });
        let letters = holders.all(|text| text);
        let simpler = if letters { simpler_letter(bits) } else { simpler(ty, bits) };
        let found = simpler.into_iter().find_map(|smaller| {
            let mut candidate = best.clone();
            for statement in &mut candidate.statements {
                for (other, place) in numbers(statement) {
                    if (other, *place) == (ty, bits) {
                        *place = smaller;
                    }
                }
            }
            ask.same(&candidate).then_some(candidate)
        });
        match found {
            Some(candidate) => *best = candidate,
            None => seen.push((ty, bits)),
        }
    }
}

/// Makes numbers smaller, each by itself.
fn shrink_values(catalogue: &Catalogue, best: &mut Scenario, ask: &mut Ask<'_>) {
    for index in 0..best.statements.len() {
        for part in 0..numbers(&mut best.statements[index]).len() {
            while !ask.is_spent() {
                let (ty, bits) = {
                    let list = numbers(&mut best.statements[index]);
                    let Some((ty, place)) = list.into_iter().nth(part) else { break };
                    (ty, *place)
                };
                let word = is_of_words(catalogue, &best.statements[index]);
                let simpler = match is_text(&best.statements[index]) || word {
                    // A zero does not end a word.
                    true if word && bits == 0 => vec![b'a'.into()],
                    true => simpler_letter(bits),
                    // Characters that may be a text or not.
                    false if bits != 0 && is_letters(catalogue, &best.statements[index]) => {
                        [vec![0], simpler_letter(bits)].concat()
                    }
                    false => simpler(ty, bits),
                };
                let found = simpler.into_iter().find_map(|bits| {
                    let mut candidate = best.clone();
                    *numbers(&mut candidate.statements[index]).swap_remove(part).1 = bits;
                    ask.same(&candidate).then_some(candidate)
                });
                match found {
                    Some(candidate) => *best = candidate,
                    None => break,
                }
            }
        }
    }
}

/// The numbers of a statement that may change.
fn numbers(statement: &mut Statement) -> Vec<(Type, &mut u128)> {
    match statement {
        Statement::Value { ty, bits, .. } if *ty != Type::Ptr => vec![(*ty, bits)],
        Statement::Array { array, .. } if array.element != Type::Ptr => {
            // Nobody sees what lies behind the length.
            let (ty, seen) = (array.element, array.length as usize);
            array.elements.iter_mut().take(seen).map(|bits| (ty, bits)).collect()
        }
        Statement::Stream { ty, values, .. } => values.iter_mut().map(|bits| (*ty, bits)).collect(),
        _ => Vec::new(),
    }
}

/// Simpler numbers than this one, the simplest first; each is strictly simpler, so that this ends.
fn simpler(ty: Type, bits: u128) -> Vec<u128> {
    match ty {
        Type::F64 => simpler_float(f64::from_bits(bits as u64))
            .into_iter()
            .map(|value| u128::from(value.to_bits()))
            .collect(),
        Type::F32 => simpler_float(f64::from(f32::from_bits(bits as u32)))
            .into_iter()
            .map(|value| u128::from((value as f32).to_bits()))
            .filter(|candidate| *candidate != bits)
            .collect(),
        _ => simpler_integer(ty, bits),
    }
}

fn is_text(statement: &Statement) -> bool {
    matches!(statement, Statement::Array { array, .. }
        if array.extent == Extent::Text && array.element == Type::I8)
}

/// Whether a statement makes characters of one byte.
fn is_letters(catalogue: &Catalogue, statement: &Statement) -> bool {
    let Statement::Array { array, .. } = statement else { return false };
    let shape = array.of.and_then(|of| catalogue.shape(of));
    array.element == Type::I8 && matches!(shape, Some(ApiType::Char { .. }))
}

/// Whether a statement makes the characters of a text that has no end of its own.
fn is_word(catalogue: &Catalogue, statement: &Statement) -> bool {
    let Statement::Array { array, .. } = statement else { return false };
    let shape = array.of.and_then(|of| catalogue.shape(of));
    array.class.is_some() && matches!(shape, Some(ApiType::Char { .. }))
}

/// Whether a statement makes characters of texts without an end, or one such character by itself.
fn is_of_words(catalogue: &Catalogue, statement: &Statement) -> bool {
    let Statement::Value { of: Some(of), .. } = statement else {
        return is_word(catalogue, statement);
    };
    matches!(catalogue.shape(*of), Some(ApiType::Char { bits: 16, .. }))
}

/// Letters that are easier to read than this one; the end of a text stays.
fn simpler_letter(bits: u128) -> Vec<u128> {
    let rank = |unit: u16| match u8::try_from(unit) {
        Ok(b'a'..=b'z') => (0, unit),
        Ok(b'0'..=b'9') => (1, unit),
        Ok(b'A'..=b'Z') => (2, unit),
        Ok(b' ') => (3, unit),
        Ok(byte) if byte.is_ascii_graphic() => (4, unit),
        _ => (5, unit),
    };
    let unit = bits as u16;
    let letters = [b'a', b'b', b'x', b'0', b'1', b'A', b' ', b'-', b'.', b','].map(u16::from);
    let simpler = letters.into_iter().filter(|letter| unit != 0 && rank(*letter) < rank(unit));
    simpler.map(u128::from).collect()
}

fn simpler_integer(ty: Type, bits: u128) -> Vec<u128> {
    let width = ty.bits();
    let signed = signed(bits, width.into());
    let magnitude = signed.unsigned_abs();
    let mut values: Vec<i128> = vec![0, 1, -1, 2, 10, 100];
    values.extend([signed / 10, signed / 2]);
    values.extend([4, 16, 64, 1024].map(|part| signed - signed / part));
    values.push(signed - signed.signum());
    if signed < 0 {
        values.push(signed.wrapping_neg());
    }
    let rank = |value: i128| (value.unsigned_abs(), value < 0);
    values.retain(|value| rank(*value) < (magnitude, signed < 0));
    let mut found: Vec<u128> = Vec::new();
    for value in values {
        let simpler = value as u128 & ty.mask();
        // A single bit is 1 and -1.
        if simpler != bits & ty.mask() && !found.contains(&simpler) {
            found.push(simpler);
        }
    }
    found
}

fn signed(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

fn simpler_float(value: f64) -> Vec<f64> {
    let whole = value.trunc();
    let mut values = vec![0.0, 1.0, -1.0, 0.5, 10.0];
    if value.is_finite() {
        values.extend([whole, (value / 10.0).trunc(), (value / 2.0).trunc()]);
        values.push(whole - whole.signum());
    }
    let rank = |value: f64| {
        let fraction = u8::from(value.fract() != 0.0);
        (u8::from(!value.is_finite()), fraction, value.abs().to_bits(), value.is_sign_negative())
    };
    let smaller = |candidate: f64| value.is_nan() || candidate.abs() <= value.abs();
    values.retain(|candidate| rank(*candidate) < rank(value) && smaller(*candidate));
    values.dedup_by_key(|value| value.to_bits());
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::Array;

    fn value(scenario: &mut Scenario, name: &str, ty: Type, bits: u128) -> VarId {
        let variable = scenario.declare(name);
        scenario.value(variable, ty, bits);
        variable
    }

    #[test]
    fn a_bit_that_is_needed_does_not_keep_numbers_from_getting_smaller() {
        let mut scenario = Scenario::default();
        value(&mut scenario, "fails", Type::Int(1), 1);
        value(&mut scenario, "n", Type::I32, 4097);
        let fails = scenario.statements[0].clone();
        let smaller = minimise(&Catalogue::default(), &scenario, 100, |candidate| {
            candidate.statements.len() == 2 && candidate.statements[0] == fails
        });
        assert!(matches!(smaller.statements[1], Statement::Value { bits: 0, .. }), "{smaller:?}");
    }

    #[test]
    fn numbers_become_as_small_as_the_caller_allows() {
        let mut scenario = Scenario::default();
        value(&mut scenario, "n", Type::I32, 123_456);
        let bits = |scenario: &Scenario| match scenario.statements[0] {
            Statement::Value { bits, .. } => bits,
            _ => 0,
        };
        let small = minimise(&Catalogue::default(), &scenario, 1000, |candidate| {
            bits(candidate) as i32 > 700
        });
        assert_eq!(bits(&small), 701);
        let negative = minimise(&Catalogue::default(), &scenario, 1000, |candidate| {
            bits(candidate) as i32 != 0
        });
        assert_eq!(bits(&negative), 1);
    }

    #[test]
    fn what_nothing_needs_is_left_out() {
        let mut scenario = Scenario::default();
        let a = value(&mut scenario, "a", Type::I32, 1);
        value(&mut scenario, "b", Type::I32, 2);
        let call = Statement::Call {
            result: None,
            function: program::FuncId(0),
            arguments: vec![Argument::Variable(a)],
        };
        scenario.statements.push(call.clone());
        let small = minimise(&Catalogue::default(), &scenario, 100, |candidate| {
            candidate.statements.contains(&call)
        });
        assert_eq!(small.statements.len(), 2);
    }

    #[test]
    fn an_open_array_gets_shorter_and_a_text_keeps_its_end() {
        let mut scenario = Scenario::default();
        let variable = scenario.declare("s");
        let mut array = Array::new(Type::I8, vec![97, 98, 99, 100, 0]);
        array.extent = Extent::Text;
        scenario.statements.push(Statement::Array { variable, array });
        let elements = |scenario: &Scenario| match &scenario.statements[0] {
            Statement::Array { array, .. } => array.elements.clone(),
            _ => Vec::new(),
        };
        let small = minimise(&Catalogue::default(), &scenario, 1000, |candidate| {
            let elements = elements(candidate);
            elements.last() == Some(&0) && elements.contains(&98)
        });
        assert_eq!(elements(&small), [98, 0]);
    }

    #[test]
    fn floats_become_whole_before_they_become_small() {
        let mut scenario = Scenario::default();
        value(&mut scenario, "x", Type::F64, 7.25f64.to_bits().into());
        let float = |scenario: &Scenario| match scenario.statements[0] {
            Statement::Value { bits, .. } => f64::from_bits(bits as u64),
            _ => 0.0,
        };
        let small =
            minimise(&Catalogue::default(), &scenario, 1000, |candidate| float(candidate) > 2.0);
        assert_eq!(float(&small), 3.0);
    }
}
