//! What a test asserts: results, and what calls wrote.
//!
//! What a call changed is asserted, in the words of the catalogue: a field, an element, a text. What it could have
//! changed and left as it was is a candidate, for tests that notice a mistake by it. Addresses are asserted by what
//! they point at, never as numbers.

pub use crate::layout::Step;
use crate::layout::{Leaf, extended, leaves, resolve, size_of};
use crate::rehearsal::Known;
use crate::union::{Images, Lying};
use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{Catalogue, FuncId, GlobalId, Program};
use scenario::{Extent, Scenario, Statement, VarId};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use trace::{Handed, Observed, Placed, Trace};

/// Something that must hold after a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The statement that is the call.
    pub statement: usize,
    /// Where to look.
    pub target: Target,
    /// The way from there.
    pub path: Vec<Step>,
    /// The type of what is found.
    pub ty: ApiTypeId,
    /// What must be found.
    pub expected: Expected,
    /// Whether it goes without saying: it was so before the call, or is one of many zeros of something new.
    pub is_minor: bool,
}

impl Check {
    /// Whether it says no more than that nothing was done: inputs on which no more can be seen tell little.
    pub fn is_silent(&self) -> bool {
        self.is_minor || self.target == Target::Calls && self.expected == Expected::Bits(0)
    }
}

/// What was so before a call depends on the calls before it, and an assertion is the same however it came about.
impl Hash for Check {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.statement, self.target, &self.path, self.ty, &self.expected).hash(state);
    }
}

/// Where a check looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The result of the call.
    Result,
    /// What the result points at.
    Behind,
    /// What a variable of the scenario points at.
    Variable(VarId),
    /// A global.
    Global(GlobalId),
    /// How often the functions were called that the test stands in for.
    Calls,
    /// One of these calls, by its number from 0.
    Call(u32),
}

/// What must be found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A scalar.
    Bits(u128),
    /// The null address.
    Null,
    /// An address that is not null and of which no more can be said.
    NotNull,
    /// An address: so many bytes behind the beginning of what a variable points at.
    At(VarId, u32),
    /// An address in a global.
    AtGlobal(GlobalId, u32),
    /// The address of a function.
    Function(FuncId),
    /// A text that ends with a zero, which is not part of this.
    Text(Vec<u8>),
    /// Elements of an array, from the first on.
    Elements(Vec<u128>),
    /// A call of a function that the test stands in for, with what it was handed.
    Called(FuncId, Vec<Handed>),
}

/// Calls that are looked at.
pub const MOST_CALLS: usize = 32;
/// Scalars that one object is looked at for.
const MOST_LEAVES: usize = 256;
/// Checks on single scalars of one object, before the test gets hard to read.
const MOST_CHECKS: usize = 24;
/// Minor checks on one object.
const MOST_MINOR: usize = 32;
/// Bytes of an address.
const POINTER: usize = 8;
/// Scalars of a new object beyond which those that are zero go without saying.
const MOST_ZEROS: usize = 8;
/// Pointers that are followed one after the other.
const DEEPEST: usize = 3;
/// Elements behind a pointer to pointers that are looked at; the null address ends them.
const MOST_POINTERS: u32 = 8;

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

/// The functions that a statement hands over.
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

/// The catalogue's entry for a function.
pub fn callable(catalogue: &Catalogue, function: FuncId) -> Option<&ApiCallable> {
    catalogue.items.iter().find_map(|item| match item {
        ApiItem::Function(callable)
        | ApiItem::Constructor { callable, .. }
        | ApiItem::Method { callable, .. }
            if callable.function == function =>
        {
            Some(callable)
        }
        _ => None,
    })
}

fn global_type(catalogue: &Catalogue, global: GlobalId) -> Option<ApiTypeId> {
    catalogue.items.iter().find_map(|item| match item {
        ApiItem::Global { global: id, ty } if *id == global => Some(*ty),
        _ => None,
    })
}

/// What is looked at.
struct Found {
    statement: usize,
    target: Target,
    ty: ApiTypeId,
}

impl Found {
    fn check(&self, path: Vec<Step>, ty: ApiTypeId, expected: Expected, is_minor: bool) -> Check {
        Check { statement: self.statement, target: self.target, path, ty, expected, is_minor }
    }
}

struct Finder<'a> {
    catalogue: &'a Catalogue,
    scenario: &'a Scenario,
    trace: &'a Trace,
    known_at: &'a dyn Fn(u64) -> Option<Known>,
    /// What a call left behind pointers.
    reached: BTreeMap<u64, &'a [Option<u8>]>,
    /// What the call before it left there.
    earlier: BTreeMap<u64, &'a [Option<u8>]>,
    /// The address that the call gave, once that is told, and the variable that holds it.
    given: Option<(u64, VarId)>,
}

impl Finder<'_> {
    /// What the scenario's arrays and objects hold before the program sees them.
    fn initial(&self) -> BTreeMap<VarId, Vec<Option<u8>>> {
        let mut images = BTreeMap::new();
        for statement in &self.scenario.statements {
            match statement {
                Statement::Array { variable, array } => {
                    let size = array.element.bytes() as usize;
                    let seen = &array.elements[..(array.length as usize).min(array.elements.len())];
                    let bytes =
                        seen.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(size));
                    images.insert(*variable, bytes.map(Some).collect());
                }
                Statement::Object { variable, object } => {
                    images.insert(*variable, vec![Some(0); object.size as usize]);
                }
                Statement::Set { place, ty, bits: None, value } => {
                    self.set(&mut images, *place, *ty, *value);
                }
                Statement::Set { place: scenario::Place::Variable(variable, offset), .. } => {
                    if let Some(byte) =
                        images.get_mut(variable).and_then(|image| image.get_mut(*offset as usize))
                    {
                        *byte = None;
                    }
                }
                _ => {}
            }
        }
        images
    }

    /// The places that the scenario sets to the address of a function or a global.
    fn addresses(&self) -> BTreeMap<VarId, Vec<u32>> {
        let mut places: BTreeMap<VarId, Vec<u32>> = BTreeMap::new();
        for statement in &self.scenario.statements {
            if let Statement::Set {
                place: scenario::Place::Variable(variable, offset),
                value: scenario::Argument::Function(_) | scenario::Argument::Global(_),
                ..
            } = statement
            {
                places.entry(*variable).or_default().push(*offset);
            }
        }
        places
    }

    fn set(
        &self,
        images: &mut BTreeMap<VarId, Vec<Option<u8>>>,
        place: scenario::Place,
        ty: program::Type,
        value: scenario::Argument,
    ) {
        let scenario::Place::Variable(variable, offset) = place else { return };
        let Some(image) = images.get_mut(&variable) else { return };
        let size = ty.bytes() as usize;
        let Some(bytes) = image.get_mut(offset as usize..offset as usize + size) else { return };
        let bits = match value {
            scenario::Argument::Literal(bits) => Some(bits),
            scenario::Argument::Variable(source) => self.value_of(source),
            scenario::Argument::Inside(source, offset) => {
                self.value_of(source).map(|bits| bits + u128::from(offset))
            }
            _ => None,
        };
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = bits.map(|bits| bits.to_le_bytes()[index]);
        }
    }

    /// The bits of a variable that is known before the run: a value, or where something was placed.
    fn value_of(&self, variable: VarId) -> Option<u128> {
        let value = self.scenario.statements.iter().find_map(|statement| match statement {
            Statement::Value { variable: made, bits, .. } if *made == variable => Some(*bits),
            _ => None,
        });
        value.or_else(|| {
            let placed = self.trace.places.iter().find(|placed| placed.variable == variable);
            placed.map(|placed| placed.address.into())
        })
    }

    /// What a variable points at, and what its length means.
    fn content(&self, variable: VarId) -> Option<(ApiTypeId, Extent)> {
        self.scenario.statements.iter().find_map(|statement| match statement {
            Statement::Array { variable: made, array } if *made == variable => {
                Some((array.of?, array.extent))
            }
            Statement::Object { variable: made, object } if *made == variable => {
                Some((object.of?, object.extent))
            }
            // A block that a call gave.
            Statement::Call { result: Some(made), function, .. } if *made == variable => {
                let result = callable(self.catalogue, *function)?.result;
                Some((self.pointee(result)?, Extent::Open))
            }
            _ => None,
        })
    }

    fn pointee(&self, ty: ApiTypeId) -> Option<ApiTypeId> {
        match resolve(self.catalogue, ty) {
            ApiType::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// Adds checks for what differs between two images of values of a type that lie in a row, and minor ones for what
    /// is the same in both.
    fn compare(
        &self,
        what: &Found,
        extent: Extent,
        before: &[Option<u8>],
        after: &[Option<u8>],
        found: &mut Vec<Check>,
    ) {
        let Some(size) = size_of(self.catalogue, what.ty).filter(|size| *size > 0) else { return };
        let changed = |from: usize, to: usize| {
            (from..to).any(|index| {
                let now = after.get(index).copied().flatten();
                now.is_some() && now != before.get(index).copied().flatten()
            })
        };
        // The address is the same, but what lies there is not.
        let renewed = |offset: u32, size: u32| {
            size == POINTER as u32
                && bits_at(after, offset, size).is_some_and(|bits| self.is_renewed(bits as u64))
        };
        let words = after.len() as u32 / POINTER as u32;
        let same = !changed(0, after.len())
            && (0..words).all(|word| !renewed(word * POINTER as u32, POINTER as u32));
        // What is constant stays as it is, whatever mistakes are made.
        if same && matches!(self.catalogue.types[what.ty], ApiType::Const(_)) {
            return;
        }
        let count = after.len() as u32 / size;
        let element = resolve(self.catalogue, what.ty);
        // What was written behind the end of a text is seen element by element.
        if let (ApiType::Char { bits: 8, .. }, true) = (element, count > 1)
            && let Some(text) = text_in(after)
            && !changed(text.len() + 1, after.len())
        {
            found.push(what.check(Vec::new(), what.ty, Expected::Text(text), same));
            return;
        }
        let scalar = !matches!(
            element,
            ApiType::Record { .. } | ApiType::Array { .. } | ApiType::Pointer(_)
        );
        if scalar && count > 1 {
            let known = (0..count).map_while(|index| bits_at(after, index * size, size));
            let elements: Vec<u128> = known.collect();
            let seen = elements.len().min(MOST_LEAVES) as u32;
            let last = (0..seen)
                .rev()
                .find(|index| changed((index * size) as usize, ((index + 1) * size) as usize));
            let last = last.or((same && seen > 0).then(|| seen - 1));
            let Some(last) = last else { return };
            let whole = extent == Extent::Fixed || elements.len() <= MOST_CHECKS;
            let kept = if whole { elements.len() } else { last as usize + 1 };
            let elements = elements[..kept.min(MOST_LEAVES)].to_vec();
            found.push(what.check(Vec::new(), what.ty, Expected::Elements(elements), same));
            return;
        }
        let leaves = leaves(self.catalogue, what.ty, MOST_LEAVES);
        let (mut made, mut minor) = (0, Vec::new());
        for index in 0..count {
            let first = index * size;
            let images = Images { before: from(before, first), after: from(after, first) };
            let lying = |bits| self.lying(bits);
            let told = crate::union::told(self.catalogue, &leaves, &images, &lying);
            let mut rest = told.as_slice();
            while let Some((leaf, others)) = rest.split_first() {
                let offset = index * size + leaf.offset;
                let mut path = leaf.path.clone();
                if count > 1 || matches!(what.target, Target::Variable(_) | Target::Behind) {
                    path.insert(0, Step::Index(index));
                }
                if let Some(row) = row(self.catalogue, rest)
                    && let Some(expected) =
                        in_row(leaf, row, from(before, offset), from(after, offset))
                {
                    path.pop();
                    let end = offset as usize + row * leaf.size as usize;
                    let is_minor = !changed(offset as usize, end)
                        || what.target == Target::Behind && is_zero(&expected);
                    let check = what.check(path, leaf.ty, expected, is_minor);
                    match is_minor {
                        true => minor.push(check),
                        false => found.push(check),
                    }
                    made += usize::from(!is_minor);
                    rest = &rest[row..];
                    continue;
                }
                rest = others;
                let Some(bits) = bits_at(after, offset, leaf.size) else { continue };
                let bits = field_bits(self.catalogue, leaf, bits);
                let mut told = changed(offset as usize, (offset + leaf.size) as usize)
                    || renewed(offset, leaf.size);
                if leaf.bits.is_some() {
                    let old = bits_at(before, offset, leaf.size)
                        .map(|old| field_bits(self.catalogue, leaf, old));
                    told &= old != Some(bits);
                }
                // Most of something new is zero.
                told &= bits != 0 || what.target != Target::Behind || leaves.len() <= MOST_ZEROS;
                if !told {
                    // Which member of a union is meant is known only of what was written.
                    if !leaf.members.is_empty() {
                        continue;
                    }
                    let expected = self.expected(leaf.ty, bits);
                    if let Some(expected) =
                        expected.filter(|expected| *expected != Expected::NotNull)
                        && minor.len() < MOST_MINOR
                    {
                        minor.push(what.check(path, leaf.ty, expected, true));
                    }
                    continue;
                }
                if made >= MOST_CHECKS {
                    continue;
                }
                let first = found.len();
                let mut add = |path: Vec<Step>, ty, expected, is_minor| {
                    found.push(what.check(path, ty, expected, is_minor));
                };
                self.follow(path, leaf.ty, bits, &[], &mut add);
                made += found.len() - first;
            }
        }
        found.extend(minor);
    }

    fn is_renewed(&self, address: u64) -> bool {
        let earlier = self.earlier.get(&address);
        earlier.is_some() && self.reached.get(&address).is_some_and(|now| earlier != Some(now))
    }

    /// What to expect of a scalar and, where it is an address of something new, of what lies there.
    fn follow(
        &self,
        path: Vec<Step>,
        ty: ApiTypeId,
        bits: u128,
        above: &[u64],
        add: &mut dyn FnMut(Vec<Step>, ApiTypeId, Expected, bool),
    ) {
        let Some(expected) = self.expected(ty, bits) else { return };
        let address = bits as u64;
        let again = above.contains(&address);
        let behind = self.reached.get(&address).filter(|_| above.len() < DEEPEST && !again);
        let above = &[above, &[address]].concat();
        let (Expected::NotNull, Some(bytes), Some(target)) = (&expected, behind, self.pointee(ty))
        else {
            return add(path, ty, expected, false);
        };
        let mut found = 0;
        let mut add_more = |path: Vec<Step>, ty: ApiTypeId, expected: Expected, is_minor: bool| {
            found += usize::from(!is_minor);
            add(path, ty, expected, is_minor);
        };
        let with = |step: Step| [path.as_slice(), &[step]].concat();
        match resolve(self.catalogue, target) {
            ApiType::Char { bits: 8, .. } => {
                if let Some(text) = text_in(bytes) {
                    add_more(path.clone(), target, Expected::Text(text), false);
                }
            }
            ApiType::Pointer(_) => {
                for index in 0..MOST_POINTERS {
                    let at = index * POINTER as u32;
                    let Some(element) = bits_at(bytes, at, POINTER as u32) else { break };
                    self.follow(with(Step::Index(index)), target, element, above, &mut add_more);
                    if element == 0 {
                        break;
                    }
                }
            }
            ApiType::Record { .. } => {
                let leaves = leaves(self.catalogue, target, MOST_LEAVES);
                let images = Images { before: &[], after: bytes };
                let lying = |bits| self.lying(bits);
                let told = crate::union::told(self.catalogue, &leaves, &images, &lying);
                for leaf in told.into_iter().take(MOST_CHECKS) {
                    let Some(bits) = bits_at(bytes, leaf.offset, leaf.size) else { continue };
                    let bits = field_bits(self.catalogue, leaf, bits);
                    let Some((Step::Field(first), rest)) = leaf.path.split_first() else {
                        continue;
                    };
                    if first.is_empty() {
                        continue;
                    }
                    let path = [&with(Step::Behind(first.clone())), rest].concat();
                    if bits == 0 && leaves.len() > MOST_ZEROS {
                        if let Some(expected) = self.expected(leaf.ty, bits) {
                            add_more(path, leaf.ty, expected, true);
                        }
                        continue;
                    }
                    self.follow(path, leaf.ty, bits, above, &mut add_more);
                }
            }
            _ => {
                let size = size_of(self.catalogue, target).filter(|size| *size > 0).unwrap_or(1);
                let known = (0..MOST_CHECKS as u32).map_while(|at| bits_at(bytes, at * size, size));
                let mut elements: Vec<u128> = known.collect();
                while elements.len() > MOST_ZEROS && elements.last() == Some(&0) {
                    elements.pop();
                }
                let scalar = self.expected(target, 0).is_some();
                match elements[..] {
                    [one] if scalar => {
                        add_more(with(Step::Index(0)), target, Expected::Bits(one), false);
                    }
                    [_, ..] if scalar => {
                        add_more(path.clone(), target, Expected::Elements(elements), false);
                    }
                    _ => {}
                }
            }
        }
        if found == 0 {
            add(path, ty, expected, false);
        }
    }

    /// What to expect of a scalar; none where nothing stable can be said.
    fn expected(&self, ty: ApiTypeId, bits: u128) -> Option<Expected> {
        match resolve(self.catalogue, ty) {
            ApiType::Pointer(_) | ApiType::Class(_) | ApiType::Managed { .. } => {
                Some(self.address(bits as u64))
            }
            ApiType::Void
            | ApiType::Record { .. }
            | ApiType::Array { .. }
            | ApiType::Function { .. }
            | ApiType::Opaque(_) => None,
            _ => Some(Expected::Bits(bits)),
        }
    }

    /// What lies at an address.
    fn lying(&self, address: u64) -> Lying {
        match self.address(address) {
            Expected::Null => None,
            Expected::At(variable, _) => Some(self.content(variable).map(|(ty, _)| ty)),
            Expected::NotNull => self.reached.contains_key(&address).then_some(None),
            _ => Some(None),
        }
    }

    fn address(&self, address: u64) -> Expected {
        if address == 0 {
            return Expected::Null;
        }
        let inside = |placed: &&Placed| {
            (placed.address..=placed.address + u64::from(placed.size)).contains(&address)
        };
        if let Some(placed) = self.trace.places.iter().find(inside) {
            return Expected::At(placed.variable, (address - placed.address) as u32);
        }
        if let Some((_, variable)) = self.given.filter(|(given, _)| *given == address) {
            return Expected::At(variable, 0);
        }
        match (self.known_at)(address) {
            Some(Known::Function(function)) => Expected::Function(function),
            Some(Known::Global(global)) if global_type(self.catalogue, global).is_some() => {
                Expected::AtGlobal(global, 0)
            }
            _ => Expected::NotNull,
        }
    }
}

/// Elements of an array inside a record that are told together.
const MOST_IN_ROW: usize = 32;

/// How many of the first leaves are the elements of one array of numbers or characters that is told as a whole.
fn row(catalogue: &Catalogue, leaves: &[&Leaf]) -> Option<usize> {
    let first = leaves.first()?;
    let (Step::Index(0), prefix) = first.path.split_last()? else { return None };
    let shape = resolve(catalogue, first.ty);
    let is_text = matches!(shape, ApiType::Char { bits: 8, .. });
    let is_number = is_text || matches!(shape, ApiType::Int { .. } | ApiType::Enum { .. });
    let together =
        leaves.iter().take_while(|leaf| leaf.path.split_last().is_some_and(|(_, of)| of == prefix));
    let length = together.count();
    let fits = length > 1 && (is_text || length <= MOST_IN_ROW);
    (is_number && fits && first.members.is_empty()).then_some(length)
}

/// What to expect of an array: the text in it, if nothing was written behind its end, or all elements.
fn in_row(
    leaf: &Leaf,
    length: usize,
    before: &[Option<u8>],
    after: &[Option<u8>],
) -> Option<Expected> {
    let bytes = after.get(..length * leaf.size as usize)?;
    let is_left = |(at, byte): (usize, &Option<u8>)| {
        matches!(byte, None | Some(0)) || before.get(at).is_some_and(|old| old == byte)
    };
    if leaf.size == 1
        && let Some(text) = text_in(bytes)
        && bytes.iter().enumerate().skip(text.len()).all(is_left)
    {
        return Some(Expected::Text(text));
    }
    if length > MOST_IN_ROW {
        return None;
    }
    let element = |index: usize| bits_at(bytes, index as u32 * leaf.size, leaf.size);
    (0..length).map(element).collect::<Option<Vec<u128>>>().map(Expected::Elements)
}

/// Whether nothing but zeros is expected.
fn is_zero(expected: &Expected) -> bool {
    match expected {
        Expected::Text(text) => text.is_empty(),
        Expected::Elements(elements) => elements.iter().all(|bits| *bits == 0),
        _ => false,
    }
}

/// An image from a byte on.
fn from(image: &[Option<u8>], offset: u32) -> &[Option<u8>] {
    image.get(offset as usize..).unwrap_or_default()
}

/// The text that bytes begin with, if it has an end.
fn text_in(bytes: &[Option<u8>]) -> Option<Vec<u8>> {
    let text: Vec<u8> =
        bytes.iter().take_while(|byte| **byte != Some(0)).copied().collect::<Option<_>>()?;
    (text.len() < bytes.len()).then_some(text)
}

/// The bits of a scalar, if all of its bytes were written.
fn bits_at(bytes: &[Option<u8>], offset: u32, size: u32) -> Option<u128> {
    let bytes = bytes.get(offset as usize..(offset + size) as usize)?;
    let mut bits = 0u128;
    for (index, byte) in bytes.iter().enumerate().take(16) {
        bits |= u128::from((*byte)?) << (8 * index);
    }
    Some(bits)
}

/// The bits of a bit-field in those of its bytes.
fn field_bits(catalogue: &Catalogue, leaf: &Leaf, bits: u128) -> u128 {
    match leaf.bits {
        Some((first, width)) => extended(catalogue, leaf.ty, bits >> first, width),
        None => bits,
    }
}
