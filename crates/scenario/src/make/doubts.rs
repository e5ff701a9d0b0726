//! What a caller would hardly do: doubts about an input on which the code fails.
//!
//! Inputs are compared by them before they are compared by size, so that of all that fail at one place the one
//! is kept that says most about the code and least about the test.

use super::Maker;
use crate::{Argument, Array, Extent, Place, Scenario, Statement, VarId};
use program::catalogue::{ApiType, ApiTypeId};
use program::{FuncId, Linkage, Type};
use std::collections::{BTreeMap, BTreeSet};

/// A set of doubts. The greater one is the worse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Doubts(u8);

impl Doubts {
    /// One object is passed as two arguments.
    pub const SHARED: Self = Self(1);
    /// A null pointer is passed.
    pub const NULL: Self = Self(1 << 1);
    /// A text has no terminator, or the end of something is passed as if more came.
    pub const ENDLESS: Self = Self(1 << 2);
    /// A length is passed that is larger than what it is the length of.
    pub const TOO_LONG: Self = Self(1 << 3);
    /// A function that releases something was called before.
    pub const RELEASED: Self = Self(1 << 4);
    /// A variable of the program is set.
    pub const GLOBAL: Self = Self(1 << 5);
    /// The inside of a record with pointers, of one that functions create, or of what a `void *` stands for, is made up.
    pub const FABRICATED: Self = Self(1 << 6);
    /// A function is called that other files cannot, or by its name should not, call.
    pub const PRIVATE: Self = Self(1 << 7);

    /// Those about the state that the code is called in.
    pub const GRAVE: Self = Self(Self::GLOBAL.0 | Self::FABRICATED.0 | Self::PRIVATE.0);
    /// All of them.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether one of these is among them.
    pub fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Adds some.
    fn add(&mut self, others: Self) {
        self.0 |= others.0;
    }
}

/// Words in the names of functions that release what they are given.
const RELEASING: [&str; 13] = [
    "free", "destroy", "delete", "dispose", "release", "close", "cleanup", "deinit", "fini",
    "unref", "detach", "dealloc", "end",
];

/// Whether a function releases what it is given, by its name.
pub fn releases(name: &str) -> bool {
    let name = name.to_lowercase();
    // `end` is part of too many words.
    RELEASING.iter().any(|word| match *word {
        "end" => name.ends_with("end") && !name.ends_with("append") && !name.ends_with("send"),
        word => name.contains(word),
    })
}

/// Whether a parameter is a number of elements or bytes, by its name.
pub fn is_length(name: &str) -> bool {
    let name = name.to_lowercase();
    let parts = ["len", "size", "count", "num", "cap", "max", "bytes", "avail", "limit"];
    // `line_number` says which, not how many.
    let is_ordinal = name.ends_with("number");
    matches!(&*name, "n" | "nb" | "l" | "cnt" | "sz" | "amt")
        || parts.iter().any(|part| name.contains(part) && !(is_ordinal && *part == "num"))
}

/// What an argument of a call is.
#[derive(Clone, Copy)]
struct Given<'s> {
    name: &'s str,
    ty: ApiTypeId,
    argument: Argument,
}

impl Maker<'_> {
    /// What a caller would hardly do among what a scenario does.
    pub fn doubts(&self, scenario: &Scenario) -> Doubts {
        let mut doubts = Doubts::default();
        if self.makes_up(scenario) {
            doubts.add(Doubts::FABRICATED);
        }
        let made = Made::new(scenario);
        let last = scenario
            .statements
            .iter()
            .rposition(|statement| matches!(statement, Statement::Call { .. }));
        for (index, statement) in scenario.statements.iter().enumerate() {
            match statement {
                Statement::Object { object, .. }
                    if object.of.is_some_and(|ty| self.is_delicate(ty, 0)) =>
                {
                    doubts.add(Doubts::FABRICATED);
                }
                Statement::Set { place: Place::Global(..), .. } => doubts.add(Doubts::GLOBAL),
                Statement::Call { function, arguments, .. } => {
                    let entered = self.program.catalogue.entered_by(*function);
                    let callee = &self.program.functions[entered];
                    // A name that begins so says that nobody else is to call it.
                    if callee.linkage == Linkage::Private || callee.source_name().starts_with('_') {
                        doubts.add(Doubts::PRIVATE);
                    }
                    if Some(index) != last && releases(callee.source_name()) {
                        doubts.add(Doubts::RELEASED);
                    }
                    doubts.add(self.call_doubts(*function, arguments, &made));
                }
                _ => {}
            }
        }
        doubts
    }

    /// Whether the code knows where an array of a scenario ends: at the terminator of a text, or by a number that a call
    /// is handed too. Where it goes beyond that, there is no reason to make the array longer.
    pub fn has_end(&self, scenario: &Scenario, call: usize, variable: VarId) -> bool {
        let made = Made::new(scenario);
        match made.arrays.get(&variable) {
            Some((_, true)) => true,
            Some((length, false)) => self
                .length_of(scenario, call, variable)
                .is_some_and(|(_, told)| told > 0 && told <= *length),
            None => false,
        }
    }

    /// The parameter that says how long an array is that a call is handed, and what it says.
    pub fn length_of(
        &self,
        scenario: &Scenario,
        call: usize,
        variable: VarId,
    ) -> Option<(&str, u128)> {
        let length = self.length_given(scenario, call, variable)?;
        Some((length.name, Made::new(scenario).number(length.argument)?))
    }

    /// The argument that says how long an array is that a call is handed.
    pub fn length_argument(
        &self,
        scenario: &Scenario,
        call: usize,
        variable: VarId,
    ) -> Option<Argument> {
        Some(self.length_given(scenario, call, variable)?.argument)
    }

    fn length_given(&self, scenario: &Scenario, call: usize, variable: VarId) -> Option<Given<'_>> {
        let Some(Statement::Call { function, arguments, .. }) = scenario.statements.get(call)
        else {
            return None;
        };
        let given = self.given(*function, arguments)?;
        let own =
            |one: &Given<'_>| matches!(one.argument, Argument::Variable(own) if own == variable);
        self.length_beside(&given, given.iter().position(own)?)
    }

    /// The argument that says how long another one is: the one behind it, one whose name begins like its name, or the
    /// only length where there is only one pointer.
    fn length_beside<'g>(&self, given: &[Given<'g>], index: usize) -> Option<Given<'g>> {
        let catalogue = &self.program.catalogue;
        let whole = |one: &&Given<'_>| matches!(catalogue.shape(one.ty), Some(ApiType::Int { .. }));
        let is_size = |one: &&Given<'_>| {
            let alias = catalogue.types.get(one.ty);
            is_length(one.name)
                || matches!(alias, Some(ApiType::Alias { name, .. }) if name == "size_t")
        };
        let behind = given.get(index + 1).filter(whole).filter(is_size);
        let stem = |name: &str| name.chars().take(2).collect::<String>().to_lowercase();
        let named = |one: &&Given<'_>| stem(one.name) == stem(given[index].name);
        let lengths = || given.iter().filter(whole).filter(|one| is_length(one.name));
        let pointers = given.iter().filter(|one| self.is_pointer(one.ty)).count();
        let only = || lengths().next().filter(|_| pointers == 1 && lengths().count() == 1);
        behind.or_else(|| lengths().find(named)).or_else(only).copied()
    }

    /// Whether an argument is memory of which only the code knows what has to lie there.
    fn is_disguised(&self, given: &[Given<'_>], index: usize, made: &Made) -> bool {
        let to = self.program.catalogue.pointee(given[index].ty);
        let shape = to.and_then(|to| self.program.catalogue.shape(to));
        matches!(shape, Some(ApiType::Void | ApiType::Opaque(_)))
            && made.array(given[index].argument).is_some()
            && self.length_beside(given, index).is_none()
    }

    fn call_doubts(&self, function: FuncId, arguments: &[Argument], made: &Made) -> Doubts {
        let mut doubts = Doubts::default();
        let variables = arguments.iter().filter_map(|argument| match argument {
            Argument::Variable(variable) | Argument::Inside(variable, _) => Some(variable),
            _ => None,
        });
        let mut pointers: Vec<&VarId> =
            variables.filter(|variable| !made.numbers.contains_key(variable)).collect();
        pointers.sort_unstable();
        if pointers.windows(2).any(|pair| pair[0] == pair[1]) {
            doubts.add(Doubts::SHARED);
        }
        if arguments.iter().any(|argument| matches!(made.array(*argument), Some((0, _)))) {
            doubts.add(Doubts::ENDLESS);
        }
        let Some(given) = self.given(function, arguments) else { return doubts };
        if given.iter().any(|one| self.is_pointer(one.ty) && made.number(one.argument) == Some(0)) {
            doubts.add(Doubts::NULL);
        }
        if made.is_too_long(&given) {
            doubts.add(Doubts::TOO_LONG);
        }
        if (0..given.len()).any(|index| self.is_disguised(&given, index, made)) {
            doubts.add(Doubts::FABRICATED);
        }
        let endless = |one: &Given<'_>| {
            let to = self.program.catalogue.pointee(one.ty);
            let letters = to.and_then(|to| self.program.catalogue.shape(to));
            matches!(letters, Some(ApiType::Char { .. }))
                && matches!(one.argument, Argument::Variable(variable) if made.endless.contains(&variable))
        };
        if given.iter().any(endless) && !given.iter().any(|one| is_length(one.name)) {
            doubts.add(Doubts::ENDLESS);
        }
        doubts
    }

    /// The arguments of a call with their parameters, where each has one.
    fn given(&self, function: FuncId, arguments: &[Argument]) -> Option<Vec<Given<'_>>> {
        let callable = self.index.callables.get(&function)?;
        let params = callable.params.iter().zip(arguments);
        let given =
            params.map(|((name, ty), argument)| Given { name, ty: *ty, argument: *argument });
        (callable.params.len() == arguments.len()).then(|| given.collect())
    }

    fn is_pointer(&self, ty: ApiTypeId) -> bool {
        matches!(
            self.program.catalogue.shape(ty),
            Some(ApiType::Pointer(_) | ApiType::Array { .. })
        )
    }

    /// Whether the parts of a type have to agree with each other: a record that has pointers, or a union.
    fn is_delicate(&self, ty: ApiTypeId, depth: u32) -> bool {
        let catalogue = &self.program.catalogue;
        let holds = |ty: ApiTypeId| match catalogue.shape(ty) {
            Some(ApiType::Pointer(_)) => true,
            Some(ApiType::Array { element, .. }) => {
                catalogue.pointee(*element).is_some()
                    || (depth < 8 && self.is_delicate(*element, depth + 1))
            }
            _ => depth < 8 && self.is_delicate(ty, depth + 1),
        };
        match catalogue.shape(ty) {
            Some(ApiType::Record { union, fields, .. }) => {
                *union || fields.iter().any(|field| holds(field.ty))
            }
            _ => false,
        }
    }
}

/// Whether a text has a terminator.
fn is_ended(array: &Array) -> bool {
    array.elements.iter().take(array.length as usize).any(|element| *element == 0)
}

/// What a scenario makes.
struct Made {
    numbers: BTreeMap<VarId, u128>,
    /// Arrays, with their lengths and whether they are texts.
    arrays: BTreeMap<VarId, (u128, bool)>,
    /// Arrays of bytes that have no zero.
    endless: BTreeSet<VarId>,
}

impl Made {
    fn new(scenario: &Scenario) -> Self {
        let (mut numbers, mut arrays) = (BTreeMap::new(), BTreeMap::new());
        let mut endless = BTreeSet::new();
        for statement in &scenario.statements {
            match statement {
                Statement::Value { variable, bits, .. } => {
                    numbers.insert(*variable, *bits);
                }
                Statement::Array { variable, array } => {
                    if array.element == Type::I8 && !is_ended(array) {
                        endless.insert(*variable);
                    }
                    arrays.insert(
                        *variable,
                        (u128::from(array.length), array.extent == Extent::Text),
                    );
                }
                Statement::Object { variable, object } => {
                    arrays.insert(*variable, (u128::from(object.count), false));
                }
                _ => {}
            }
        }
        Self { numbers, arrays, endless }
    }

    fn number(&self, argument: Argument) -> Option<u128> {
        match argument {
            Argument::Literal(bits) => Some(bits),
            Argument::Variable(variable) => self.numbers.get(&variable).copied(),
            _ => None,
        }
    }

    fn array(&self, argument: Argument) -> Option<(u128, bool)> {
        match argument {
            Argument::Variable(variable) => self.arrays.get(&variable).copied(),
            Argument::Inside(variable, offset) => {
                let (length, text) = self.arrays.get(&variable)?;
                Some((length.saturating_sub(u128::from(offset)), *text))
            }
            _ => None,
        }
    }

    /// Whether a length is larger than an array beside it: than the text before it, than any buffer, or than all there is.
    fn is_too_long(&self, given: &[Given<'_>]) -> bool {
        let arrays = || given.iter().filter_map(|one| self.array(one.argument));
        let shortest = arrays().filter(|(_, text)| !text).map(|(length, _)| length).min();
        let longest = arrays().map(|(length, _)| length).max();
        given.iter().enumerate().any(|(index, one)| {
            let behind = index.checked_sub(1).and_then(|before| self.array(given[before].argument));
            let Some(number) =
                self.number(one.argument).filter(|_| behind.is_some() || is_length(one.name))
            else {
                return false;
            };
            let text = behind.filter(|(_, text)| *text).map(|(length, _)| length);
            let all = longest.filter(|_| is_length(one.name));
            [shortest, text, all].into_iter().flatten().any(|length| number > length)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_beyond_all_memory_that_is_handed_over_is_too_long() {
        let mut scenario = Scenario::default();
        let names = ["target", "text", "size"].map(|name| scenario.declare_fresh(name));
        for (variable, length) in names.into_iter().zip([1, 3]) {
            let (element, elements) = (Type::I8, vec![0; 3]);
            let (class, of, extent) = (None, None, Extent::Text);
            let array = Array { element, class, length, elements, of, extent };
            scenario.statements.push(Statement::Array { variable, array });
        }
        let given = |order: [usize; 3]| {
            let labels = ["target", "text", "size"];
            let one = |place: usize| Given {
                name: labels[place],
                ty: ApiTypeId(0),
                argument: Argument::Variable(names[place]),
            };
            order.map(one)
        };
        let is_too_long = |size: u128, order: [usize; 3]| {
            let mut scenario = scenario.clone();
            scenario.value(names[2], Type::I64, size);
            Made::new(&scenario).is_too_long(&given(order))
        };
        // The size stands first, so that no text stands before it.
        assert!(!is_too_long(3, [2, 0, 1]));
        assert!(is_too_long(4, [2, 0, 1]));
    }

    #[test]
    fn a_length_is_how_many_and_not_which() {
        for name in ["len", "bufferSize", "num_items", "n", "number_of_words", "maxBytes"] {
            assert!(is_length(name), "{name}");
        }
        for name in ["line_number", "number", "port", "index"] {
            assert!(!is_length(name), "{name}");
        }
    }
}
