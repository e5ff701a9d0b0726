//! Building the statements of a scenario, one value, object or call after the other.

use fastrand::Rng;
use program::catalogue::{ApiField, ApiPass, ApiType, ApiTypeId};
use program::{FuncId, GlobalId, Type};

use super::{Maker, draw, padded};
use crate::{Argument, Array, Extent, Object, Place, Scenario, Statement, VarId};

/// A scenario that is being made.
pub(super) struct Builder<'b, 'p> {
    pub(super) maker: &'b Maker<'p>,
    pub(super) random: &'b mut Rng,
    pub(super) scenario: Scenario,
    /// Pointers that were made, with the type of what they point at, for those who want another.
    pointers: Vec<(VarId, ApiTypeId)>,
    pub(super) calls: u32,
    /// What the next call of a function is given, and where.
    given: Option<(FuncId, usize, VarId)>,
    /// How deep in arguments of arguments it is.
    pub(super) nested: u32,
    /// References that were made, with their types.
    pub(super) references: Vec<(VarId, ApiTypeId)>,
    /// Names that variables got instead of those they were meant to have, which were taken.
    renamed: Vec<(String, String)>,
    /// Whether what is there is used more often than something new is made.
    pub(super) thrifty: bool,
}

impl<'b, 'p> Builder<'b, 'p> {
    /// Goes on with a scenario.
    pub fn new(maker: &'b Maker<'p>, random: &'b mut Rng, scenario: Scenario) -> Self {
        let mut builder = Self {
            maker,
            random,
            scenario,
            pointers: Vec::new(),
            calls: 0,
            given: None,
            nested: 0,
            references: Vec::new(),
            renamed: Vec::new(),
            thrifty: false,
        };
        let statements = std::mem::take(&mut builder.scenario.statements);
        for statement in &statements {
            builder.learn(statement);
        }
        builder.scenario.statements = statements;
        builder
    }

    /// Goes on with a sequence of calls: however long it is, there is room for another, and most calls are made
    /// on what others were made on.
    pub fn onto(maker: &'b Maker<'p>, random: &'b mut Rng, scenario: Scenario) -> Self {
        Self { calls: 0, thrifty: true, ..Self::new(maker, random, scenario) }
    }

    /// Something that is there and may stand where a type is asked for.
    pub fn existing(&mut self, ty: ApiTypeId) -> Option<Argument> {
        match self.shape(ty)? {
            ApiType::Class(_) | ApiType::Managed { .. } => self.shared(ty),
            ApiType::Pointer(target) => {
                let target = *target;
                self.alias(target).map(Argument::Variable)
            }
            _ => None,
        }
    }

    /// Notes what a statement makes that others may use.
    fn learn(&mut self, statement: &Statement) {
        match statement {
            Statement::Array { variable, array } if array.class.is_some() => {
                self.learn_array(*variable, array);
            }
            Statement::Array { variable, array: Array { of: Some(of), .. } }
            | Statement::Object { variable, object: Object { of: Some(of), .. } } => {
                self.pointers.push((*variable, *of));
            }
            Statement::Call { result, function, .. } => {
                self.calls += 1;
                let callable = self.maker.index.callables.get(function);
                let target = callable
                    .and_then(|callable| self.maker.program.catalogue.pointee(callable.result));
                if let (Some(result), Some(target)) = (result, target) {
                    self.pointers.push((*result, target));
                }
                self.learn_result(*result, callable.map(|callable| callable.result));
            }
            _ => {}
        }
    }

    /// The scenario.
    pub fn finish(self) -> Scenario {
        self.scenario
    }

    /// The names that variables got, and those that they were meant to have.
    pub fn take_renamed(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.renamed)
    }

    pub(super) fn declare(&mut self, name: &str) -> VarId {
        let variable = self.scenario.declare_fresh(name);
        let given = self.scenario.name(variable);
        if given != name {
            self.renamed.push((given.to_owned(), name.to_owned()));
        }
        variable
    }

    pub(super) fn push(&mut self, statement: Statement) {
        self.learn(&statement);
        self.scenario.statements.push(statement);
    }

    pub(super) fn shape(&self, ty: ApiTypeId) -> Option<&'p ApiType> {
        self.maker.program.catalogue.shape(ty)
    }

    /// One in so many.
    pub(super) fn rarely(&mut self, times: u32) -> bool {
        self.random.u32(..times) == 0
    }

    /// Sets some of the globals; those that nobody defines more often than others.
    pub fn globals(&mut self, globals: &[GlobalId]) {
        for &global in globals {
            let Some(&ty) = self.maker.index.globals.get(&global) else { continue };
            let definition = &self.maker.program.globals[global];
            let times = if definition.external { 2 } else { 3 };
            if self.rarely(times) {
                let name = definition.name.clone();
                self.fill(Place::Global(global, 0), ty, &name, 1);
            }
        }
    }

    /// Sets each of the globals.
    pub fn all_globals(&mut self, globals: &[GlobalId]) {
        for global in globals {
            let Some(&ty) = self.maker.index.globals.get(global) else { continue };
            let name = self.maker.program.globals[*global].name.clone();
            self.fill(Place::Global(*global, 0), ty, &name, 1);
        }
    }

    /// Makes what a function takes, and the call of it. Gives its result.
    pub fn call(&mut self, function: FuncId) -> Option<VarId> {
        let arguments = self.arguments(function);
        let callee = &self.maker.program.functions[function];
        let result = callee.result.map(|_| self.declare("result"));
        self.push(Statement::Call { result, function, arguments });
        result
    }

    /// Makes the call of a function that is given something, and what else it takes.
    pub fn call_with(&mut self, function: FuncId, place: usize, object: VarId) {
        self.given = Some((function, place, object));
        self.call(function);
        self.given = None;
    }

    /// Makes what a function takes.
    pub fn arguments(&mut self, function: FuncId) -> Vec<Argument> {
        let callee = &self.maker.program.functions[function];
        let mut types = callee.parameter_types();
        let mut arguments = Vec::with_capacity(callee.params as usize);
        let Some(&callable) = self.maker.index.callables.get(&function) else {
            for register in callee.registers.values().take(callee.params as usize) {
                arguments.push(self.bare(&register.name, register.ty));
            }
            return arguments;
        };
        let passing = self.maker.index.passings.get(&function);
        // What a call gives back is none of its inputs.
        let known = self.pointers.len();
        if passing.is_some_and(|passing| passing.hidden_result) {
            types.next();
            arguments.push(self.record("result", callable.result, false));
        }
        let given_back = self.pointers.split_off(known);
        for (index, (name, ty)) in callable.params.iter().enumerate() {
            let pass = passing.and_then(|passing| passing.params.get(index));
            match pass.unwrap_or(&ApiPass::Value) {
                ApiPass::Value => {
                    let taken = types.next().unwrap_or(Type::I64);
                    if let Some((_, _, object)) =
                        self.given.take_if(|given| (given.0, given.1) == (function, index))
                    {
                        arguments.push(Argument::Variable(object));
                        continue;
                    }
                    let receiver = index == 0 && self.maker.index.managed.has_receiver(function);
                    arguments.push(match receiver {
                        true => self.receiver(name, *ty),
                        false => self.argument(name, *ty, taken, self.nested),
                    });
                }
                ApiPass::Address => {
                    types.next();
                    arguments.push(self.record(name, *ty, true));
                }
                ApiPass::Parts(offsets) => {
                    // Registers are whole words, also for the last bytes of a record.
                    let record = self.record(name, *ty, true);
                    if let Some(Statement::Object { object, .. }) = self.made_last(record) {
                        object.size = object.size.next_multiple_of(8);
                    }
                    for &offset in offsets {
                        types.next();
                        arguments.extend(
                            record.variable().map(|variable| Argument::Part(variable, offset)),
                        );
                    }
                }
            }
        }
        self.pointers.extend(given_back);
        arguments
    }

    /// A value for a parameter of which only the type in the machine is known.
    fn bare(&mut self, name: &str, ty: Type) -> Argument {
        if ty == Type::Ptr && !self.rarely(4) {
            return self.bytes(name);
        }
        self.value(name, None, ty)
    }

    /// A value of a type that goes where the machine takes a `taken`.
    pub fn argument(&mut self, name: &str, ty: ApiTypeId, taken: Type, depth: u32) -> Argument {
        match self.shape(ty) {
            Some(ApiType::Pointer(target)) => self.pointer(name, ty, *target, depth),
            Some(ApiType::Array { element, length }) => self
                .fixed(name, ty, *element, *length, depth)
                .unwrap_or_else(|| self.pointer(name, ty, *element, depth)),
            Some(ApiType::Class(_) | ApiType::Managed { .. }) => self.reference(name, ty, depth),
            _ => self.value(name, Some(ty), taken),
        }
    }

    fn value(&mut self, name: &str, of: Option<ApiTypeId>, ty: Type) -> Argument {
        let shape = of.and_then(|of| self.shape(of));
        let bits = draw::value(&self.maker.pool, self.random, ty, shape);
        let variable = self.declare(name);
        self.push(Statement::Value { variable, ty, bits, of });
        Argument::Variable(variable)
    }

    /// A pointer to nothing.
    pub fn null(&mut self, name: &str, of: impl Into<Option<ApiTypeId>>) -> Argument {
        let variable = self.declare(name);
        self.push(Statement::Value { variable, ty: Type::Ptr, bits: 0, of: of.into() });
        Argument::Variable(variable)
    }

    /// A pointer to something new, whatever its type allows; never to nothing. What it points at has null
    /// pointers: who wants it to grow points them elsewhere. Of functions it is another one than `now`, if
    /// there is another.
    pub fn fresh(&mut self, name: &str, ty: ApiTypeId, now: Option<Argument>) -> Option<Argument> {
        let last = self.maker.limits.depth.saturating_sub(1);
        let target = match self.shape(ty)? {
            ApiType::Pointer(target) => *target,
            ApiType::Array { element, length } => {
                let fixed = length.filter(|length| *length > 0);
                let made = fixed.and_then(|length| self.row_of(name, ty, *element, length, last));
                return made.or_else(|| self.memory(name, *element, last));
            }
            ApiType::Class(_) | ApiType::Managed { .. } => return self.something(name, ty, last),
            _ => return None,
        };
        let shape = self.shape(target);
        if let Some(function @ ApiType::Function { .. }) = shape {
            let all = self.maker.functions_like(function).into_iter().map(Argument::Function);
            let mut others: Vec<Argument> = all.collect();
            if others.len() > 1 {
                others.retain(|other| Some(*other) != now);
            }
            return (!others.is_empty()).then(|| others[self.random.usize(..others.len())]);
        }
        let index = &self.maker.index;
        let known = self.maker.name_of(target);
        let creators = known.and_then(|name| index.creators.get(&name));
        let producers = creators.or(known.and_then(|name| index.producers.get(&name)));
        let opaque = creators.is_some() || matches!(shape, Some(ApiType::Opaque(_)));
        if opaque {
            let producers = producers.filter(|_| self.calls < self.maker.limits.calls)?;
            let producer = producers[self.random.usize(..producers.len())];
            return self.call(producer).map(Argument::Variable);
        }
        self.memory(name, target, last)
    }

    /// Whether a variable points at what a pointer of that type does.
    pub fn points_at(&self, variable: VarId, ty: ApiTypeId) -> bool {
        let target = match self.shape(ty) {
            Some(ApiType::Pointer(target)) => *target,
            Some(ApiType::Array { element, .. }) => *element,
            Some(ApiType::Class(_) | ApiType::Managed { .. }) => {
                return self.refers_to(variable, ty);
            }
            _ => return false,
        };
        let mut pointers = self.pointers.iter();
        pointers.any(|(other, of)| *other == variable && self.is_same(*of, target))
    }

    /// Whether two types are the same, or have the same name.
    fn is_same(&self, a: ApiTypeId, b: ApiTypeId) -> bool {
        let (catalogue, name) = (&self.maker.program.catalogue, self.maker.name_of(b));
        catalogue.resolve(a) == catalogue.resolve(b)
            || (name.is_some() && self.maker.name_of(a) == name)
    }

    /// A record that stands for itself, not behind a pointer of the program's.
    fn record(&mut self, name: &str, ty: ApiTypeId, filled: bool) -> Argument {
        let size = self.maker.program.catalogue.size_of(ty).unwrap_or(0);
        let variable = self.object(name, ty, size, 1, Extent::Fixed);
        if filled {
            self.fill(Place::Variable(variable, 0), ty, name, 0);
        }
        Argument::Variable(variable)
    }

    /// The statement that made what an argument stands for.
    fn made_last(&mut self, argument: Argument) -> Option<&mut Statement> {
        let made = argument.variable();
        self.scenario.statements.iter_mut().rev().find(|statement| statement.made() == made)
    }

    /// A pointer: to nothing, to something that is there, to what a call gives, or to something new.
    fn pointer(&mut self, name: &str, ty: ApiTypeId, target: ApiTypeId, depth: u32) -> Argument {
        let shape = self.shape(target);
        if let Some(function @ ApiType::Function { .. }) = shape {
            let candidates = self.maker.functions_like(function);
            if candidates.is_empty() || self.rarely(16) {
                return self.null(name, ty);
            }
            return Argument::Function(candidates[self.random.usize(..candidates.len())]);
        }
        if self.rarely(if depth == 0 { 10 } else { 3 }) || depth >= self.maker.limits.depth {
            return self.null(name, ty);
        }
        let known = self.maker.name_of(target);
        // An alias of a text or of numbers seldom means anything; one of a record often does.
        if self.rarely(if known.is_some() { 5 } else { 16 })
            && let Some(alias) = self.alias(target)
        {
            return Argument::Variable(alias);
        }
        // The beginning and the end of something are often passed as two pointers.
        if !self.pointers.is_empty()
            && self.rarely(4)
            && let Some(inside) = self.inside(target)
        {
            return inside;
        }
        let index = &self.maker.index;
        let creators = known.and_then(|name| index.creators.get(&name));
        let producers = known.and_then(|name| index.producers.get(&name));
        let by_hand = self.maker.by_hand
            && matches!(shape, Some(ApiType::Record { .. }))
            && self.random.bool();
        // Who creates something sees to it that its inside makes sense: it is seldom made by hand then.
        let creators = creators.filter(|_| !by_hand);
        let opaque = creators.is_some() || matches!(shape, Some(ApiType::Opaque(_)));
        if let Some(producers) = producers
            && self.calls < self.maker.limits.calls
            && !by_hand
            && (opaque || self.random.bool())
        {
            let producers = creators.filter(|_| !self.rarely(4)).unwrap_or(producers);
            self.calls += 1;
            let producer = producers[self.random.usize(..producers.len())];
            if let Some(result) = self.call(producer) {
                return Argument::Variable(result);
            }
        }
        if creators.is_some() {
            return self.null(name, ty);
        }
        self.memory(name, target, depth).unwrap_or_else(|| self.null(name, ty))
    }

    /// An array whose parameter says how long it is; `None` where it does not.
    fn fixed(
        &mut self,
        name: &str,
        ty: ApiTypeId,
        element: ApiTypeId,
        length: Option<u32>,
        depth: u32,
    ) -> Option<Argument> {
        let length = length.filter(|length| *length > 0)?;
        if !self.maker.limits.whole && self.rarely(16) {
            return Some(self.null(name, ty));
        }
        self.row_of(name, ty, element, length, depth)
    }

    /// An array of a length that is known and not 0.
    fn row_of(
        &mut self,
        name: &str,
        ty: ApiTypeId,
        element: ApiTypeId,
        length: u32,
        depth: u32,
    ) -> Option<Argument> {
        let catalogue = &self.maker.program.catalogue;
        catalogue.size_of(ty).filter(|size| *size <= self.maker.limits.bytes)?;
        let (base, count) = self.row(ty)?;
        if let Some(scalar) = catalogue.scalar(base).filter(|scalar| *scalar != Type::Ptr) {
            let elements = match padded::holds_text(self.maker, scalar, Some(element)) {
                true => padded::padded_text(self.maker, self.random, count as usize),
                false => self.elements(scalar, base, count),
            };
            return Some(self.array(name, scalar, elements, Some(element), Extent::Fixed));
        }
        let size = catalogue.size_of(element)?;
        let whole = size.checked_mul(length)?;
        let variable = self.object(name, element, whole, length, Extent::Fixed);
        for index in 0..length {
            let name = format!("{name}_{index}");
            self.fill(Place::Variable(variable, size * index), element, &name, depth + 1);
        }
        Some(Argument::Variable(variable))
    }

    /// Another pointer to what is there already.
    fn alias(&mut self, target: ApiTypeId) -> Option<VarId> {
        let fitting: Vec<VarId> = self
            .pointers
            .iter()
            .filter(|(_, ty)| self.is_same(*ty, target))
            .map(|(variable, _)| *variable)
            .collect();
        (!fitting.is_empty()).then(|| fitting[self.random.usize(..fitting.len())])
    }

    /// A pointer to the middle or the end of what is there already: of an array or of several records.
    fn inside(&mut self, target: ApiTypeId) -> Option<Argument> {
        let size = self.maker.program.catalogue.size_of(target).filter(|size| *size > 0)?;
        let fitting: Vec<(VarId, u32)> = self
            .scenario
            .statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Array { variable, array } if array.extent != Extent::Fixed => {
                    let same = self.is_same(array.of?, target) && array.element.bytes() == size;
                    // A text ends before its zero.
                    let zero = u32::from(array.extent == Extent::Text);
                    same.then(|| (*variable, array.length.saturating_sub(zero)))
                }
                Statement::Object { variable, object } if object.count > 1 => {
                    let same =
                        self.is_same(object.of?, target) && object.size == size * object.count;
                    same.then_some((*variable, object.count))
                }
                _ => None,
            })
            .filter(|(_, count)| *count > 0)
            .collect();
        let &(variable, count) = fitting.get(self.random.usize(..fitting.len().max(1)))?;
        let index = if self.random.bool() { count } else { self.random.u32(1..=count) };
        Some(Argument::Inside(variable, index * size))
    }

    /// Something new for a pointer to point at; `None` where nothing can be made.
    fn memory(&mut self, name: &str, target: ApiTypeId, depth: u32) -> Option<Argument> {
        let catalogue = &self.maker.program.catalogue;
        match self.shape(target)? {
            ApiType::Void => Some(self.bytes(name)),
            ApiType::Char { bits: 8, .. } => {
                let lengths = self.maker.limits.text_lengths();
                let mut text = draw::text(&self.maker.pool, self.random, lengths);
                text.push(0);
                let elements = text.into_iter().map(u128::from).collect();
                Some(self.array(name, Type::I8, elements, Some(target), Extent::Text))
            }
            ApiType::Array { .. } => {
                let (element, length) = self.row(target)?;
                let scalar = catalogue.scalar(element).filter(|ty| *ty != Type::Ptr)?;
                let rows = self.random.u32(1..=4);
                let count = length.checked_mul(rows)?.min(self.maker.limits.bytes / scalar.bytes());
                let elements = self.elements(scalar, element, count);
                Some(self.array(name, scalar, elements, Some(target), Extent::Open))
            }
            ApiType::Pointer(_) | ApiType::Record { .. } => {
                let size = catalogue.size_of(target)?;
                let count = match self.random.u8(..8) {
                    0 => self.random.u32(2..=4),
                    _ => 1,
                };
                let extent = Extent::Open;
                let variable = self.object(name, target, size.checked_mul(count)?, count, extent);
                for index in 0..count {
                    let name = if count == 1 { name.to_owned() } else { format!("{name}_{index}") };
                    let place = Place::Variable(variable, size * index);
                    self.fill(place, target, &name, depth + 1);
                }
                Some(Argument::Variable(variable))
            }
            ApiType::Function { .. } | ApiType::Opaque(_) | ApiType::Class(_) => None,
            ApiType::Managed { .. } => None,
            _ => {
                let scalar = catalogue.scalar(target)?;
                let count = match self.random.u8(..8) {
                    0..3 => 1,
                    3..6 => self.random.u32(1..=4),
                    _ => self.random.u32(..=self.maker.limits.elements),
                };
                let elements = self.elements(scalar, target, count);
                Some(self.array(name, scalar, elements, Some(target), Extent::Open))
            }
        }
    }

    /// Bytes of which nothing is known.
    pub fn bytes(&mut self, name: &str) -> Argument {
        let count = self.random.u32(..=self.maker.limits.elements);
        let elements = (0..count)
            .map(|_| draw::value(&self.maker.pool, self.random, Type::I8, None))
            .collect();
        self.array(name, Type::I8, elements, None, Extent::Open)
    }

    fn array(
        &mut self,
        name: &str,
        element: Type,
        elements: Vec<u128>,
        of: Option<ApiTypeId>,
        extent: Extent,
    ) -> Argument {
        let variable = self.declare(name);
        let array = Array { of, extent, ..Array::new(element, elements) };
        self.push(Statement::Array { variable, array });
        Argument::Variable(variable)
    }

    pub(super) fn elements(&mut self, ty: Type, of: ApiTypeId, count: u32) -> Vec<u128> {
        let shape = self.shape(of);
        (0..count).map(|_| draw::value(&self.maker.pool, self.random, ty, shape)).collect()
    }

    fn object(
        &mut self,
        name: &str,
        of: ApiTypeId,
        size: u32,
        count: u32,
        extent: Extent,
    ) -> VarId {
        let variable = self.declare(name);
        let object = Object { size, of: Some(of), count, extent };
        self.push(Statement::Object { variable, object });
        variable
    }

    /// The scalar that an array of arrays is made of, and how many of them there are.
    fn row(&self, mut ty: ApiTypeId) -> Option<(ApiTypeId, u32)> {
        let mut length: u32 = 1;
        while let ApiType::Array { element, length: own } = self.shape(ty)? {
            length = length.checked_mul((*own)?)?;
            ty = *element;
        }
        Some((ty, length))
    }

    /// Fills memory that is zeros so far with a value of a type.
    fn fill(&mut self, place: Place, ty: ApiTypeId, name: &str, depth: u32) {
        match self.shape(ty) {
            Some(ApiType::Record { union, fields, .. }) => {
                if *union {
                    if let Some(field) = fields.get(self.random.usize(..fields.len().max(1))) {
                        self.field(place, field, name, depth);
                    }
                    return;
                }
                let few = fields.len() <= self.maker.limits.fields as usize;
                for field in fields {
                    if few || self.random.usize(..fields.len()) < self.maker.limits.fields as usize
                    {
                        self.field(place, field, name, depth);
                    }
                }
            }
            Some(ApiType::Array { element, length }) => {
                self.fill_array(place, *element, length.unwrap_or(0), name, depth);
            }
            Some(ApiType::Pointer(target)) => {
                // Zeros are null already.
                let value = self.pointer(name, ty, *target, depth);
                if let Argument::Variable(variable) = value
                    && let Some(Statement::Value { variable: last, .. }) =
                        self.scenario.statements.last()
                    && *last == variable
                {
                    self.scenario.statements.pop();
                    self.scenario.variables.pop();
                    return;
                }
                self.scenario.set(place, Type::Ptr, value);
            }
            Some(_) => {
                if let Some(scalar) = self.maker.program.catalogue.scalar(ty) {
                    let value = self.value(name, Some(ty), scalar);
                    self.scenario.set(place, scalar, value);
                }
            }
            None => {}
        }
    }

    fn field(&mut self, place: Place, field: &ApiField, owner: &str, depth: u32) {
        let name = match &*field.name {
            "" => owner.to_owned(),
            name => format!("{owner}_{name}"),
        };
        let place = place.plus(field.offset);
        let Some((first, width)) = field.bits else {
            self.fill(place, field.ty, &name, depth);
            return;
        };
        // A field without a width only moves the next one.
        let scalar = self.maker.program.catalogue.scalar(field.ty);
        let Some(scalar) = scalar.filter(|ty| ty.is_int() && (1..=ty.bits()).contains(&width))
        else {
            return;
        };
        let value = self.value(&name, Some(field.ty), scalar);
        if let Some(Statement::Value { bits, .. }) = self.scenario.statements.last_mut() {
            *bits = wrap(*bits, scalar, width, signed(self.maker, field.ty));
        }
        let bits = Some((first, width));
        self.scenario.statements.push(Statement::Set { place, ty: scalar, bits, value });
    }

    fn fill_array(
        &mut self,
        place: Place,
        element: ApiTypeId,
        length: u32,
        name: &str,
        depth: u32,
    ) {
        let Some(size) = self.maker.program.catalogue.size_of(element) else { return };
        if matches!(self.shape(element), Some(ApiType::Char { bits: 8, .. })) {
            let (usual, most) = self.maker.limits.text_lengths();
            let most = most.min(length.saturating_sub(1) as usize);
            let text = draw::text(&self.maker.pool, self.random, (usual, most));
            for (index, byte) in text.into_iter().enumerate() {
                let variable = self.declare(&format!("{name}_{index}"));
                let bits = byte.into();
                self.push(Statement::Value { variable, ty: Type::I8, bits, of: Some(element) });
                let place = place.plus(index as u32);
                self.scenario.set(place, Type::I8, Argument::Variable(variable));
            }
            return;
        }
        for index in 0..length.min(self.maker.limits.elements) {
            let name = format!("{name}_{index}");
            self.fill(place.plus(index * size), element, &name, depth);
        }
    }
}

impl Place {
    /// A place that many bytes further on.
    #[must_use]
    pub fn plus(self, offset: u32) -> Self {
        match self {
            Place::Variable(variable, at) => Place::Variable(variable, at + offset),
            Place::Global(global, at) => Place::Global(global, at + offset),
        }
    }
}

pub(super) fn signed(maker: &Maker<'_>, ty: ApiTypeId) -> bool {
    matches!(
        maker.program.catalogue.shape(ty),
        Some(
            ApiType::Int { signed: true, .. }
                | ApiType::Char { signed: true, .. }
                | ApiType::Enum { signed: true, .. }
        )
    )
}

/// A value as a field of so many bits gives it back.
pub(super) fn wrap(bits: u128, ty: Type, width: u8, signed: bool) -> u128 {
    let unused = 128 - u32::from(width);
    let kept = bits << unused;
    let value = if signed { (kept as i128 >> unused) as u128 } else { kept >> unused };
    value & ty.mask()
}
