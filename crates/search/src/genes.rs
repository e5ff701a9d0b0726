//! The inputs of a scenario as a vector of numbers, each with its domain.
//!
//! Integers and characters stand for themselves, floats for their place in the order of all floats, what is
//! chosen from a list for its place there, and so does which object a pointer is passed to. A sized input is a length and as many elements as there is room
//! for, all of them present whatever the length is.

mod handed;

use fastrand::Rng;
use program::catalogue::{ApiType, ApiTypeId, Catalogue};
use program::{Program, Type};
use scenario::{Argument, Array, Extent, Scenario, Statement};

/// Elements of one array that are genes.
const MOST_ELEMENTS: usize = 256;

/// A number that a search may change.
#[derive(Clone, Debug, PartialEq)]
pub struct Gene {
    /// The statement that it belongs to.
    statement: usize,
    part: Part,
    /// What it may be.
    pub domain: Domain,
}

/// Which part of its statement a gene is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The value.
    Value,
    /// The length of an array of open length or of a text, the zero not counted.
    Length,
    /// An element of an array, an answer of a stream, or a byte of an input of the whole program.
    Element(u32),
    /// A byte of an argument of the whole program.
    Argument(u32, u32),
    /// Which object is passed: the argument of a call, or what is written to memory.
    Handed(u32),
}

/// What a gene may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// A whole number of a type, from the least to the greatest.
    Integer {
        /// Its type.
        ty: Type,
        /// The least.
        least: i128,
        /// The greatest.
        most: i128,
    },
    /// A float.
    Float(Type),
    /// One of some values.
    Choice(Vec<u128>),
}

impl Domain {
    /// All numbers of a type.
    pub fn of_type(ty: Type, signed: bool) -> Self {
        match ty {
            Type::F32 | Type::F64 => Domain::Float(ty),
            Type::Int(128) => Domain::Integer { ty, least: i128::MIN, most: i128::MAX },
            _ if signed && ty.bits() > 1 => {
                let most = (1_i128 << (ty.bits() - 1)) - 1;
                Domain::Integer { ty, least: -most - 1, most }
            }
            _ => Domain::Integer { ty, least: 0, most: ty.mask() as i128 },
        }
    }

    /// The least and the greatest number that a gene may be.
    pub fn range(&self) -> (i128, i128) {
        match self {
            Domain::Integer { least, most, .. } => (*least, *most),
            // The infinities and all between.
            Domain::Float(Type::F32) => (-0x7f80_0000, 0x7f80_0000),
            Domain::Float(_) => (-0x7ff0_0000_0000_0000, 0x7ff0_0000_0000_0000),
            Domain::Choice(values) => (0, values.len() as i128 - 1),
        }
    }

    /// A number as bits.
    pub fn bits(&self, number: i128) -> u128 {
        match self {
            Domain::Integer { ty, .. } => number as u128 & ty.mask(),
            Domain::Float(ty) => {
                let sign = if number < 0 { 1_u128 << (ty.bits() - 1) } else { 0 };
                number.unsigned_abs() | sign
            }
            Domain::Choice(values) => {
                values.get(usize::try_from(number).unwrap_or(0)).copied().unwrap_or(0)
            }
        }
    }

    /// Bits as a number; what is not in the domain is as near as can be.
    pub fn number(&self, bits: u128) -> i128 {
        let number = match self {
            Domain::Integer { ty, least, .. } => {
                let shift = 128 - u32::from(ty.bits());
                if *least < 0 { ((bits << shift) as i128) >> shift } else { bits as i128 }
            }
            Domain::Float(ty) => {
                let sign = 1_u128 << (ty.bits() - 1);
                let magnitude = (bits & (sign - 1)) as i128;
                if bits & sign == 0 { magnitude } else { -magnitude }
            }
            Domain::Choice(values) => {
                values.iter().position(|value| *value == bits).unwrap_or(0) as i128
            }
        };
        let (least, most) = self.range();
        number.clamp(least, most)
    }

    /// Any number of the domain, all equally likely.
    pub fn random(&self, random: &mut Rng) -> i128 {
        let (least, most) = self.range();
        random.i128(least..=most)
    }

    /// So many steps of a size further, up to the end of the domain. Integers go round where their type does, as
    /// their [distances](term::distance::compare) do.
    pub fn step(&self, number: i128, steps: i128, size: Step) -> i128 {
        let (least, most) = self.range();
        let moved = match (self, size) {
            (Domain::Float(ty), Step::Decimal(precision)) => {
                let size = 10_f64.powi(-(precision as i32)) * steps as f64;
                let bits = self.bits(number);
                self.number(match ty {
                    Type::F32 => {
                        let sum = f64::from(f32::from_bits(bits as u32)) + size;
                        u128::from((sum as f32).to_bits())
                    }
                    _ => u128::from((f64::from_bits(bits as u64) + size).to_bits()),
                })
            }
            (Domain::Integer { ty, .. }, _) if *self == Domain::of_type(*ty, least < 0) => {
                return self.number(number.wrapping_add(steps) as u128 & ty.mask());
            }
            _ => number.saturating_add(steps),
        };
        moved.clamp(least, most)
    }
}

/// How far one step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next number of the domain.
    Next,
    /// For floats: one unit of the decimal place of that number behind the point.
    Decimal(u8),
}

/// The genes of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Genes {
    list: Vec<Gene>,
}

impl Genes {
    /// Finds the genes of a scenario, in which sized inputs get room for up to `room` elements.
    pub fn of(program: &Program, scenario: &mut Scenario, room: u32) -> Self {
        let catalogue = &program.catalogue;
        let mut list = Vec::new();
        for statement in 0..scenario.statements.len() {
            let field = bit_field(scenario, statement);
            let handed: &[Argument] = match &scenario.statements[statement] {
                Statement::Call { arguments, .. } => arguments,
                Statement::Set { ty: Type::Ptr, value, .. } => std::slice::from_ref(value),
                _ => &[],
            };
            for (index, argument) in handed.iter().enumerate() {
                let choices = handed::choices(catalogue, scenario, statement, *argument);
                let part = Part::Handed(index as u32);
                let gene = |choices| Gene { statement, part, domain: Domain::Choice(choices) };
                list.extend(choices.map(gene));
            }
            let mut add = |part, domain| list.push(Gene { statement, part, domain });
            match &mut scenario.statements[statement] {
                Statement::Value { ty, of, .. } if *ty != Type::Ptr => {
                    add(Part::Value, narrowed(domain(catalogue, *ty, *of), field));
                }
                Statement::Array { array, .. } => array_genes(catalogue, array, room, add),
                Statement::Stream { ty, values, .. } if *ty != Type::Ptr => {
                    for index in 0..values.len().min(MOST_ELEMENTS) {
                        add(Part::Element(index as u32), Domain::of_type(*ty, true));
                    }
                }
                Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } => {
                    for index in 0..bytes.len().min(MOST_ELEMENTS) {
                        add(Part::Element(index as u32), Domain::of_type(Type::I8, false));
                    }
                }
                Statement::Arguments(arguments) => {
                    for (argument, bytes) in arguments.iter().enumerate().skip(1) {
                        for index in 0..bytes.len().min(MOST_ELEMENTS) {
                            let domain = Domain::Integer { ty: Type::I8, least: 1, most: 255 };
                            add(Part::Argument(argument as u32, index as u32), domain);
                        }
                    }
                }
                _ => {}
            }
        }
        Self { list }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A gene.
    pub fn get(&self, index: usize) -> &Gene {
        &self.list[index]
    }

    /// All genes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Gene> {
        self.list.iter()
    }

    /// What the genes are in a scenario.
    pub fn read(&self, scenario: &Scenario, values: &mut Vec<i128>) {
        values.clear();
        values.extend(self.list.iter().map(|gene| gene.read(scenario)));
    }

    /// Makes all genes of a scenario these.
    pub fn write(&self, scenario: &mut Scenario, values: &[i128]) {
        for (gene, value) in self.list.iter().zip(values) {
            gene.write(scenario, *value);
        }
        // A zero that a length has put into a text must not be overwritten by what follows it.
        for (index, gene) in self.list.iter().enumerate() {
            if gene.part == Part::Length {
                self.write_one(scenario, values, index);
            }
        }
    }

    /// Makes one gene of a scenario what `values` says, in which all others are as they are there.
    #[inline]
    pub fn write_one(&self, scenario: &mut Scenario, values: &[i128], index: usize) {
        let gene = &self.list[index];
        match gene.part {
            Part::Length => self.write_length(scenario, values, index),
            Part::Element(element) if is_beyond(&scenario.statements[gene.statement], element) => {}
            _ => gene.write(scenario, values[index]),
        }
    }

    /// Whether a gene is of no effect: it lies behind the end of what it belongs to.
    pub fn is_idle(&self, scenario: &Scenario, index: usize) -> bool {
        let gene = &self.list[index];
        match (&scenario.statements[gene.statement], gene.part) {
            (Statement::Array { array, .. }, Part::Element(element)) => element >= array.length,
            _ => false,
        }
    }

    /// For the gene of the place where a text ends: the gene of its length, which grows by one when a letter is put there.
    pub fn at_end(&self, scenario: &Scenario, index: usize) -> Option<usize> {
        let gene = &self.list[index];
        let (Statement::Array { array, .. }, Part::Element(element)) =
            (&scenario.statements[gene.statement], gene.part)
        else {
            return None;
        };
        let is_end = array.extent == Extent::Text
            && element + 1 == array.length
            && (array.length as usize) < array.elements.len();
        let length = index.checked_sub(element as usize + 1)?;
        (is_end && self.list[length].part == Part::Length).then_some(length)
    }

    /// A length takes its elements with it: where a text ended there is a letter again.
    fn write_length(&self, scenario: &mut Scenario, values: &[i128], index: usize) {
        let gene = &self.list[index];
        let elements = self.list[index + 1..].iter().zip(&values[index + 1..]);
        let own = elements.take_while(|(other, _)| other.statement == gene.statement);
        for (element, value) in own {
            element.write(scenario, *value);
        }
        gene.write(scenario, values[index]);
    }
}

/// Whether an element of a text lies behind its end, where nothing may be written but by the length.
fn is_beyond(statement: &Statement, element: u32) -> bool {
    matches!(statement, Statement::Array { array, .. }
        if array.extent == Extent::Text && element + 1 >= array.length)
}

impl Gene {
    /// Whether it tells which object a pointer is passed to.
    pub fn is_handed(&self) -> bool {
        matches!(self.part, Part::Handed(_))
    }

    fn read(&self, scenario: &Scenario) -> i128 {
        let bits = match (&scenario.statements[self.statement], self.part) {
            (Statement::Value { bits, .. }, _) => *bits,
            (Statement::Array { array, .. }, Part::Length) => {
                u128::from(array.length) - u128::from(array.extent == Extent::Text)
            }
            (Statement::Array { array, .. }, Part::Element(index)) => {
                array.elements[index as usize]
            }
            (Statement::Stream { values, .. }, Part::Element(index)) => values[index as usize],
            (
                Statement::StandardInput(bytes) | Statement::File { content: bytes, .. },
                Part::Element(index),
            ) => bytes[index as usize].into(),
            (Statement::Arguments(arguments), Part::Argument(argument, index)) => {
                arguments[argument as usize][index as usize].into()
            }
            (Statement::Call { arguments, .. }, Part::Handed(index)) => {
                handed::choice(arguments[index as usize])
            }
            (Statement::Set { value, .. }, Part::Handed(_)) => handed::choice(*value),
            _ => 0,
        };
        self.domain.number(bits)
    }

    #[inline]
    fn write(&self, scenario: &mut Scenario, value: i128) {
        let new = self.domain.bits(value);
        match (&mut scenario.statements[self.statement], self.part) {
            (Statement::Value { bits, .. }, _) => *bits = new,
            (Statement::Array { array, .. }, Part::Length) => {
                array.length = new as u32;
                if array.extent == Extent::Text {
                    array.elements[new as usize] = 0;
                    array.length += 1;
                }
            }
            (Statement::Array { array, .. }, Part::Element(index)) => {
                array.elements[index as usize] = new;
            }
            (Statement::Stream { values, .. }, Part::Element(index)) => {
                values[index as usize] = new;
            }
            (
                Statement::StandardInput(bytes) | Statement::File { content: bytes, .. },
                Part::Element(index),
            ) => bytes[index as usize] = new as u8,
            (Statement::Arguments(arguments), Part::Argument(argument, index)) => {
                arguments[argument as usize][index as usize] = new as u8;
            }
            (Statement::Call { arguments, .. }, Part::Handed(index)) => {
                arguments[index as usize] = handed::argument(new);
            }
            (Statement::Set { value, .. }, Part::Handed(_)) => *value = handed::argument(new),
            _ => {}
        }
    }
}

fn array_genes(
    catalogue: &Catalogue,
    array: &mut Array,
    room: u32,
    mut add: impl FnMut(Part, Domain),
) {
    if array.element == Type::Ptr {
        return;
    }
    let rows = matches!(array.of.and_then(|of| catalogue.shape(of)), Some(ApiType::Array { .. }));
    let length_of = |most: usize| Domain::Integer { ty: Type::I32, least: 0, most: most as i128 };
    let count = array.elements.len();
    match array.extent {
        Extent::Text => {
            let letters = count.saturating_sub(1).max(room as usize);
            // Letters behind the end are there for when the text grows.
            array.elements.resize(letters + 1, u128::from(b'a'));
            array.elements[array.length.saturating_sub(1) as usize] = 0;
            add(Part::Length, length_of(letters));
            for index in 0..letters.min(MOST_ELEMENTS) {
                let most = array.element.mask() as i128;
                let domain = Domain::Integer { ty: array.element, least: 1, most };
                add(Part::Element(index as u32), domain);
            }
        }
        Extent::Open | Extent::Fixed => {
            if array.extent == Extent::Open && !rows && array.class.is_none() {
                let most = count.max(room as usize);
                array.elements.resize(most, 0);
                add(Part::Length, length_of(most));
            }
            for index in 0..array.elements.len().min(MOST_ELEMENTS) {
                let of = if rows { None } else { array.of };
                add(Part::Element(index as u32), domain(catalogue, array.element, of));
            }
        }
    }
}

/// The domain of a value, by its type in the words of the source where that is known.
fn domain(catalogue: &Catalogue, ty: Type, of: Option<ApiTypeId>) -> Domain {
    match of.and_then(|of| catalogue.shape(of)) {
        Some(ApiType::Bool) => Domain::Integer { ty, least: 0, most: 1 },
        Some(ApiType::Enum { enumerators, .. }) if !enumerators.is_empty() && !ty.is_float() => {
            let mut values: Vec<u128> =
                enumerators.iter().map(|(_, value)| *value as u128 & ty.mask()).collect();
            // What lies beside the enumerators is a choice too.
            let beside = enumerators.iter().map(|(_, value)| value).max().copied().unwrap_or(0);
            values.push(beside.wrapping_add(1) as u128 & ty.mask());
            values.sort_unstable();
            values.dedup();
            Domain::Choice(values)
        }
        Some(ApiType::Int { signed, .. } | ApiType::Char { signed, .. }) => {
            Domain::of_type(ty, *signed)
        }
        _ => Domain::of_type(ty, true),
    }
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

/// A domain as a bit-field of that width holds it.
fn narrowed(domain: Domain, width: Option<u8>) -> Domain {
    match (domain, width) {
        (Domain::Integer { ty, least, .. }, Some(width)) if width < ty.bits() && width > 0 => {
            let range = 1_i128 << width;
            let least = if least < 0 { -(range >> 1) } else { 0 };
            Domain::Integer { ty, least, most: least + range - 1 }
        }
        (domain, _) => domain,
    }
}

#[cfg(test)]
mod tests;
