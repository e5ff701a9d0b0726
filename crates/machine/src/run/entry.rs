//! The state at the beginning of a call that is watched: symbols are made of it, or their values read.
//!
//! What a call is given is walked through breadth first, so that what is near has a symbol and what is far may have
//! none. An object has the symbols of the first way that leads to it; other ways are other addresses.

use super::Session;
use crate::core::Core;
use crate::domain::{Domain, Shaded};
use crate::interpret::Interpreter;
use crate::memory::{ObjectKind, address};
use program::catalogue::{ApiField, ApiItem, ApiKept, ApiType, ApiTypeId, Holds};
use program::{ClassId, FuncId, GlobalId, Id, Program, RegId, Type};
use rustc_hash::FxHashSet;
use scenario::{Scenario, Statement};
use std::collections::VecDeque;
use std::sync::Arc;
use term::Sort;
use trace::{Entered, Entry, Of, Symbol};

/// How many symbols there are at most.
const MOST_SYMBOLS: usize = 512;
/// How many elements of an array have symbols.
const MOST_ELEMENTS: u32 = 24;
/// How many steps from the arguments symbols are.
const DEEPEST: u32 = 8;

/// Something that has a type and lies somewhere: what a symbol is to be made for.
struct Spot {
    of: Of,
    ty: Type,
    name: String,
    /// Where it lies; arguments lie nowhere.
    at: Option<u64>,
    /// What it points at, where the catalogue knows and the object itself does not.
    target: Option<ApiTypeId>,
}

/// An object that is to be looked into.
struct Reached {
    pointer: u32,
    address: u64,
    name: String,
    target: Option<ApiTypeId>,
    depth: u32,
}

impl<D: Domain> Session<'_, D> {
    /// Sees what is asked of a call that begins, whose arguments are at hand.
    pub(super) fn watch_call(&mut self, scenario: &Scenario, statement: usize, function: FuncId) {
        let Some(watch) = &self.interpreter.core.watch else { return };
        if watch.function != function {
            return;
        }
        match watch.symbols.clone() {
            Some(symbols) => {
                let values = self.values_of(&symbols);
                self.interpreter.trace.entered.push((statement, values));
            }
            None if D::SYMBOLIC && last_call(scenario, function) == Some(statement) => {
                let globals = Arc::clone(&watch.globals);
                self.make_symbols(statement, function, &globals);
            }
            None => {}
        }
    }

    /// Notes that a watched call is over.
    pub(super) fn watch_end(&mut self, statement: usize) {
        let trace = &mut *self.interpreter.trace;
        if let Some(entry) = trace.entry.as_mut().filter(|entry| entry.statement == statement) {
            entry.clauses.1 = trace.path.len();
        }
    }

    /// The value of each symbol; none where the way to it ends before.
    fn values_of(&self, symbols: &[Symbol]) -> Vec<Option<u128>> {
        let core = &*self.interpreter.core;
        let mut values: Vec<Option<u128>> = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            let of = |number: u32| values.get(number as usize).copied().flatten();
            let load = |at: u64| {
                let bits = core.memory.load(at, symbol.ty.bytes()).ok()?;
                Some(bits & symbol.ty.mask())
            };
            let value = match symbol.of {
                Of::Argument(index) => {
                    self.arguments.get(index as usize).map(|(_, value)| value.bits)
                }
                Of::Global(global, offset) => load(core.globals[global] + u64::from(offset)),
                Of::Inside(pointer, offset) => of(pointer)
                    .filter(|bits| *bits != 0)
                    .and_then(|bits| load((bits as u64).wrapping_add(offset.into()))),
                Of::Length(pointer) => {
                    of(pointer).and_then(|bits| match core.memory.kind(bits as u64) {
                        Ok(ObjectKind::Array { length, .. }) => Some(length.into()),
                        _ => None,
                    })
                }
                Of::Class(pointer) => of(pointer)
                    .and_then(|bits| core.class_of(bits as u64))
                    .map(|class| class.0.into()),
                Of::Instance { object, class, null } => of(object).and_then(|bits| {
                    core.classes.is_instance(&core.memory, bits as u64, class, null).map(u128::from)
                }),
            };
            values.push(value);
        }
        values
    }

    /// Makes symbols of all that the call is given, of globals, and of what these reach, as far as the limits go.
    fn make_symbols(&mut self, statement: usize, function: FuncId, globals: &[ApiKept]) {
        let first = self.interpreter.trace.path.len();
        let entry = Entry { statement, clauses: (first, usize::MAX), ..Entry::default() };
        self.interpreter.trace.entry = Some(entry);
        let mut queue = VecDeque::new();
        for index in 0..self.arguments.len() {
            let (ty, value) = self.arguments[index];
            let (name, target) = parameter(&self.interpreter.core.program, function, index);
            let spot = Spot { of: Of::Argument(index as u32), ty, name, at: None, target };
            if let Some(shadow) = self.symbol(&spot, value, 0, &mut queue) {
                self.arguments[index].1.shadow = shadow;
            }
        }
        let mut seen = FxHashSet::default();
        for variable in globals {
            seen.insert(address::tag(self.interpreter.core.globals[variable.global]));
            self.look_at_variable(variable, &mut queue);
        }
        while let Some(reached) = queue.pop_front() {
            if seen.insert(address::tag(reached.address)) {
                self.look_into(&reached, &mut queue);
            }
        }
    }

    /// Makes symbols of what a variable holds.
    fn look_at_variable(&mut self, variable: &ApiKept, queue: &mut VecDeque<Reached>) {
        let ApiKept { global, offset, holds, ref name } = *variable;
        let core = &*self.interpreter.core;
        let address = core.globals[global];
        let definition = &core.program.globals[global];
        let part = Part { core, base: Base::Global(global), address, left: definition.size };
        let mut spots = Vec::new();
        match holds {
            _ if definition.read_only => {}
            Holds::Typed(ty) => part.spots(ty, offset, name, true, &mut spots),
            Holds::Value(ty) => spots.extend(part.spot(ty, offset, name.clone(), None)),
        }
        if self.is_array_term(address) {
            return;
        }
        for spot in spots {
            self.symbol_at(&spot, 0, queue);
        }
    }

    /// Whether only an array term knows what lies in an object.
    fn is_array_term(&mut self, address: u64) -> bool {
        let tag = address::tag(address);
        let concolic = self.interpreter.domain.concolic();
        concolic.is_some_and(|it| it.arrays.get(&tag).is_some_and(|contents| contents.only))
    }

    /// Makes symbols of what an object holds.
    fn look_into(&mut self, reached: &Reached, queue: &mut VecDeque<Reached>) {
        if reached.depth >= DEEPEST {
            self.cut();
            return;
        }
        let Reached { pointer, address, ref name, target, depth } = *reached;
        // What only array terms know is left to them.
        if self.is_array_term(address) {
            return;
        }
        let core = &*self.interpreter.core;
        let spots = match core.memory.kind(address) {
            Ok(ObjectKind::Managed { class }) => {
                fields(&core.program, ClassId(class), pointer, address, name)
            }
            Ok(ObjectKind::Array { class, length }) => {
                let element = core.program.classes[ClassId(class)].element.unwrap_or(Type::I8);
                self.length_symbol(pointer, address, name, length);
                elements(element, length, pointer, address, name)
            }
            Ok(_) => {
                let size = self.interpreter.core.memory.object(address::slot(address));
                let size = size.map_or(0, |object| object.size);
                let left = size.saturating_sub(address::offset(address));
                let core = &*self.interpreter.core;
                let part = Part { core, base: Base::Pointer(pointer), address, left };
                target.map_or_else(Vec::new, |target| part.behind(target, name))
            }
            Err(_) => return,
        };
        for spot in spots {
            self.symbol_at(&spot, depth + 1, queue);
        }
    }

    fn cut(&mut self) {
        if let Some(entry) = &mut self.interpreter.trace.entry {
            entry.cut = true;
        }
    }

    /// Makes the symbol of what lies in memory.
    fn symbol_at(&mut self, spot: &Spot, depth: u32, queue: &mut VecDeque<Reached>) {
        let Some(at) = spot.at else { return };
        let memory = &self.interpreter.core.memory;
        let written = memory.resolve(at, spot.ty.bytes()).ok();
        if !written.is_some_and(|index| memory.check_written(index, spot.ty.bytes())) {
            return;
        }
        let Ok(value) = self.interpreter.read(at, spot.ty) else { return };
        if let Some(shadow) = self.symbol(spot, value, depth, queue) {
            // What can be read can be written here: the bits stay as they are.
            let _ = self.interpreter.host_write(at, spot.ty, Shaded { bits: value.bits, shadow });
        }
    }

    /// Makes a symbol. Gives what the value carries from now on.
    fn symbol(
        &mut self,
        spot: &Spot,
        value: Shaded<D::Shadow>,
        depth: u32,
        queue: &mut VecDeque<Reached>,
    ) -> Option<D::Shadow> {
        let Spot { of, ty, ref name, target, .. } = *spot;
        let symbol = Symbol { of, ty, name: name.clone() };
        let bound = self.interpreter.domain.carried(value.shadow);
        let (number, shadow) = self.interpreter.add_symbol(symbol, ty.sort(), value.bits, bound)?;
        if ty == Type::Ptr && value.bits != 0 {
            let address = value.bits as u64;
            queue.push_back(Reached {
                pointer: number,
                address,
                name: name.clone(),
                target,
                depth,
            });
        }
        Some(shadow)
    }

    fn length_symbol(&mut self, pointer: u32, array: u64, name: &str, length: u32) {
        let tag = address::tag(array);
        let Some(concolic) = self.interpreter.domain.concolic() else { return };
        let bound = concolic.lengths.get(&tag).copied();
        let symbol =
            Symbol { of: Of::Length(pointer), ty: Type::I32, name: format!("{name}.length") };
        let made = self.interpreter.add_symbol(symbol, Sort::Bits(32), length.into(), bound);
        let term = made.and_then(|(_, shadow)| self.interpreter.domain.term(shadow));
        if let (Some(term), Some(concolic)) = (term, self.interpreter.domain.concolic()) {
            concolic.lengths.insert(tag, term);
        }
    }
}

impl<D: Domain> Interpreter<'_, D> {
    /// Adds a symbol to the entry of a concolic run. Gives its number and what a value that it is carries.
    pub(crate) fn add_symbol(
        &mut self,
        symbol: Symbol,
        sort: Sort,
        bits: u128,
        bound: Option<term::TermId>,
    ) -> Option<(u32, D::Shadow)> {
        let entry = self.trace.entry.as_mut()?;
        if entry.symbols.len() >= MOST_SYMBOLS {
            entry.cut = true;
            return None;
        }
        let number = entry.symbols.len() as u32;
        let concolic = self.domain.concolic()?;
        let mut name = symbol.name.clone();
        // Inputs of the scenario may have such names.
        while concolic.pool.find_variable(&name).is_some() {
            name.push('\'');
        }
        let term = concolic.pool.variable(&name, sort);
        if symbol.ty == Type::Ptr {
            concolic.pointers.add(term, bits == 0);
            concolic.entered.insert(term, number);
        }
        entry.symbols.push(Entered { symbol, term, bits, bound });
        let shadow = self.domain.of_term(Some(term));
        Some((number, shadow))
    }

    /// The symbol that an address is, if it is one.
    pub(crate) fn entered(&mut self, shadow: D::Shadow) -> Option<u32> {
        let term = self.domain.carried(shadow)?;
        self.domain.concolic()?.entered.get(&term).copied()
    }

    /// What a truth about the class of an object carries, where its address is a symbol.
    pub(crate) fn instance_symbol(
        &mut self,
        object: D::Shadow,
        class: ClassId,
        null: bool,
        is: bool,
    ) -> Option<D::Shadow> {
        let object = self.entered(object)?;
        let of = Of::Instance { object, class, null };
        let name = {
            let entry = self.trace.entry.as_ref()?;
            let known = entry.symbols.iter().find(|known| known.symbol.of == of);
            if let Some(term) = known.map(|known| known.term) {
                return Some(self.domain.of_term(Some(term)));
            }
            let asked = self.core.program.classes[class].name.rsplit('/').next();
            let or_null = if null { "?" } else { "" };
            let of = &entry.symbols[object as usize].symbol.name;
            format!("{of} instanceof {}{or_null}", asked.unwrap_or_default())
        };
        let symbol = Symbol { of, ty: Type::BOOL, name };
        self.add_symbol(symbol, Sort::BOOL, is.into(), None).map(|(_, shadow)| shadow)
    }

    /// Adds the clause that an object is of the class that it is, where its address is a symbol and a call depends on
    /// it.
    pub(crate) fn class_symbol(&mut self, object: D::Shadow, class: ClassId) {
        let Some(object) = self.entered(object) else { return };
        let of = Of::Class(object);
        let Some(entry) = &self.trace.entry else { return };
        // What the function is called on is of the class that the function is of.
        if entry.symbols[object as usize].symbol.of == Of::Argument(0) {
            return;
        }
        let known =
            entry.symbols.iter().find(|known| known.symbol.of == of).map(|known| known.term);
        let name = format!("{}.class", entry.symbols[object as usize].symbol.name);
        let term = known.or_else(|| {
            let symbol = Symbol { of, ty: Type::I32, name };
            let (_, shadow) = self.add_symbol(symbol, Sort::Bits(32), class.0.into(), None)?;
            self.domain.term(shadow)
        });
        let (Some(term), Some(concolic)) = (term, self.domain.concolic()) else { return };
        let number = concolic.pool.bits(32, class.0.into());
        let test = concolic.pool.compare(program::CompareOp::Eq, term, number);
        let point = self.core.point();
        self.assert(Some(test), true, trace::Origin::Concretised { point });
    }
}

fn last_call(scenario: &Scenario, wanted: FuncId) -> Option<usize> {
    scenario.statements.iter().rposition(
        |statement| matches!(statement, Statement::Call { function, .. } if *function == wanted),
    )
}

/// The name of a parameter, and what it points at as far as the catalogue knows.
fn parameter(program: &Program, function: FuncId, index: usize) -> (String, Option<ApiTypeId>) {
    let catalogue = &program.catalogue;
    let known = catalogue.callable(function).and_then(|callable| callable.params.get(index));
    let target = known.and_then(|(_, ty)| catalogue.pointee(*ty));
    let receiver = |item: &ApiItem| matches!(item, ApiItem::Receiver(of) if *of == function);
    if index == 0 && catalogue.items.iter().any(receiver) {
        return ("this".to_owned(), target);
    }
    let register = || program.functions[function].registers[RegId::new(index)].name.clone();
    let name = known.map(|(name, _)| name.clone()).filter(|name| !name.is_empty());
    let name = Some(name.unwrap_or_else(register)).filter(|name| !name.is_empty());
    (name.unwrap_or_else(|| format!("argument{}", index + 1)), target)
}

/// The fields of an object, those of its superclasses first.
fn fields(program: &Program, class: ClassId, pointer: u32, address: u64, name: &str) -> Vec<Spot> {
    let above = std::iter::successors(Some(class), |class| program.classes[*class].superclass);
    let mut classes: Vec<ClassId> = above.collect();
    classes.reverse();
    let fields = classes.iter().flat_map(|class| &program.classes[*class].fields);
    fields
        .map(|field| Spot {
            of: Of::Inside(pointer, field.offset),
            ty: field.ty,
            name: format!("{name}.{}", field.name),
            at: Some(address + u64::from(field.offset)),
            target: None,
        })
        .collect()
}

fn elements(element: Type, length: u32, pointer: u32, address: u64, name: &str) -> Vec<Spot> {
    (0..length.min(MOST_ELEMENTS))
        .map(|index| {
            let offset = index * element.bytes();
            Spot {
                of: Of::Inside(pointer, offset),
                ty: element,
                name: format!("{name}[{index}]"),
                at: Some(address + u64::from(offset)),
                target: None,
            }
        })
        .collect()
}

/// Memory that the catalogue describes.
struct Part<'c> {
    core: &'c Core,
    base: Base,
    address: u64,
    /// Bytes from the address on.
    left: u32,
}

/// How memory is come to.
#[derive(Clone, Copy)]
enum Base {
    /// By an address that is a symbol, by its number.
    Pointer(u32),
    Global(GlobalId),
}

impl Base {
    /// What lies so many bytes from the start.
    fn at(self, offset: u32) -> Of {
        match self {
            Base::Pointer(pointer) => Of::Inside(pointer, offset),
            Base::Global(global) => Of::Global(global, offset),
        }
    }
}

impl Part<'_> {
    /// What a pointer to a type leads to.
    fn behind(&self, target: ApiTypeId, name: &str) -> Vec<Spot> {
        let catalogue = &self.core.program.catalogue;
        let mut spots = Vec::new();
        if matches!(catalogue.shape(target), Some(ApiType::Void)) {
            return self.untyped(target, name);
        }
        let size = catalogue.size_of(target).unwrap_or(1);
        let count = (self.left / size.max(1)).max(1);
        for index in 0..count.min(MOST_ELEMENTS) {
            let own = if count > 1 { format!("{name}[{index}]") } else { name.to_owned() };
            self.spots(target, index * size, &own, count > 1, &mut spots);
        }
        spots
    }

    /// What lies behind an address of which no type is known, by its offset: addresses where there are some, and words of
    /// 32 bits. Whoever reads less or more reads parts of those, or several.
    fn untyped(&self, void: ApiTypeId, name: &str) -> Vec<Spot> {
        let mut spots = Vec::new();
        let mut offset = 0;
        while offset < self.left && spots.len() < MOST_ELEMENTS as usize {
            let fits = |ty: &Type| {
                offset.is_multiple_of(ty.bytes())
                    && self.left - offset >= ty.bytes()
                    && self.is_written(offset, *ty)
            };
            let ty = match [Type::Ptr, Type::I32].into_iter().find(fits) {
                Some(Type::Ptr) if self.is_address(offset) => Type::Ptr,
                Some(Type::Ptr | Type::I32) => Type::I32,
                _ => Type::I8,
            };
            let target = (ty == Type::Ptr).then_some(void);
            spots.extend(self.spot(ty, offset, format!("{name}@{offset}"), target));
            offset += ty.bytes();
        }
        spots
    }

    fn is_written(&self, offset: u32, ty: Type) -> bool {
        let memory = &self.core.memory;
        let index = memory.resolve(self.address + u64::from(offset), ty.bytes()).ok();
        index.is_some_and(|index| memory.check_written(index, ty.bytes()))
    }

    /// Whether the address of something lies there.
    fn is_address(&self, offset: u32) -> bool {
        let memory = &self.core.memory;
        let at = memory.load(self.address + u64::from(offset), Type::Ptr.bytes());
        let at = at.ok().and_then(|bits| u64::try_from(bits).ok()).filter(|at| *at != 0);
        at.is_some_and(|at| memory.kind(at).is_ok())
    }

    /// What lies so many bytes from the address and is of a type.
    fn spots(&self, ty: ApiTypeId, offset: u32, name: &str, direct: bool, spots: &mut Vec<Spot>) {
        let catalogue = &self.core.program.catalogue;
        match catalogue.shape(ty) {
            Some(ApiType::Record { union: true, fields, .. }) => {
                spots.extend(self.union(fields, offset, name, direct));
            }
            Some(ApiType::Record { fields, .. }) => {
                for field in fields.iter().filter(|field| field.bits.is_none()) {
                    self.field(field, offset, name, direct, spots);
                }
            }
            Some(ApiType::Array { element, length: Some(length) }) => {
                let size = catalogue.size_of(*element).unwrap_or(1);
                for index in 0..(*length).min(MOST_ELEMENTS) {
                    let name = format!("{name}[{index}]");
                    let offset = offset.saturating_add(index.saturating_mul(size));
                    self.spots(*element, offset, &name, true, spots);
                }
            }
            _ => {
                let Some(scalar) = catalogue.scalar(ty) else { return };
                let name = if direct { name.to_owned() } else { format!("*{name}") };
                spots.extend(self.spot(scalar, offset, name, catalogue.pointee(ty)));
            }
        }
    }

    fn field(
        &self,
        field: &ApiField,
        offset: u32,
        name: &str,
        direct: bool,
        spots: &mut Vec<Spot>,
    ) {
        let way = if direct { "." } else { "->" };
        let name = format!("{name}{way}{}", field.name);
        self.spots(field.ty, offset.saturating_add(field.offset), &name, true, spots);
    }

    /// A value, if it lies inside.
    fn spot(&self, ty: Type, offset: u32, name: String, target: Option<ApiTypeId>) -> Option<Spot> {
        let inside = u64::from(offset) + u64::from(ty.bytes()) <= u64::from(self.left);
        let at = Some(self.address + u64::from(offset));
        inside.then(|| Spot { of: self.base.at(offset), ty, name, at, target })
    }

    /// What lies in a union. It is taken for the field that has an address of something where there is one, which is no
    /// accident; else for the one that most of its bytes belong to. What other fields have beyond that comes with it.
    fn union(&self, fields: &[ApiField], offset: u32, name: &str, direct: bool) -> Vec<Spot> {
        let start = |spot: &Spot| spot.at.map_or(0, |at| (at - self.address) as u32);
        let of_field = |field: &ApiField| {
            let mut own = Vec::new();
            self.field(field, offset, name, direct, &mut own);
            own.retain(|spot| self.is_written(start(spot), spot.ty));
            own
        };
        let mut choices: Vec<Vec<Spot>> =
            fields.iter().filter(|field| field.bits.is_none()).map(of_field).collect();
        let worth = |spots: &Vec<Spot>| {
            let addresses =
                spots.iter().filter(|spot| spot.ty == Type::Ptr && self.is_address(start(spot)));
            let bytes: u32 = spots.iter().map(|spot| spot.ty.bytes()).sum();
            (addresses.count(), bytes)
        };
        // The first of those that are as good.
        choices.sort_by_key(|spots| std::cmp::Reverse(worth(spots)));
        let mut taken: Vec<Spot> = Vec::new();
        for spot in choices.into_iter().flatten() {
            let end = |spot: &Spot| start(spot) + spot.ty.bytes();
            let apart = |other: &Spot| end(other) <= start(&spot) || start(other) >= end(&spot);
            if taken.iter().all(apart) {
                taken.push(spot);
            }
        }
        taken
    }
}
