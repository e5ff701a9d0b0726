//! Looking at objects after a run of a scenario, so that tests can say what they were.

use super::seen::{Gives, Known, Look, Part, Questions, Seen, Step};
use super::{Answer, Jvm, Table};
use classfile::descriptor::{JType, field_type};
use machine::{Stop, Value};
use program::{FuncId, Id, Type};

/// Items of a list that are looked at.
const MOST_ITEMS: u32 = 12;

/// Elements of an array of references that are looked at.
const MOST_ELEMENTS: usize = 64;

/// Elements of an array of primitives that are looked at, and those of a longer one.
const MOST_PRIMITIVES: usize = 256;
const FIRST_PRIMITIVES: usize = 32;

/// Elements and items that are asked in turn.
const MOST_ASKED: usize = 3;

/// What an iterator is asked for at most.
const MOST_DRAINED: usize = 16;

/// Observers that an object is asked, and what it holds or says in turn.
const MOST_OBSERVERS: [usize; 3] = [16, 6, 3];

pub(super) const TABLE: Table = &[("ferret/Boot.see", see), ("ferret/Boot.text", text)];

fn see(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.reference(arguments, 0)?;
    let (questions, look) = jvm.shared.next_look();
    let seen = match look {
        Look::Whole { known, but } => {
            let asking = Asking { questions: &questions, but, depth: 0 };
            jvm.seen(object, &known, &asking)
        }
        Look::Along(steps) => jvm.follow(object, &steps).map(|()| Seen::Unknown),
        Look::Drained => jvm.drained(object),
    };
    let seen = caught(seen)?.unwrap_or(Seen::Unknown);
    jvm.shared.see(seen);
    Ok(None)
}

/// What came of a call; none if it threw.
fn caught<T>(result: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Stop::Throw { .. }) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// What objects are asked, and how deep it goes.
#[derive(Clone, Copy)]
struct Asking<'q> {
    questions: &'q Questions,
    but: Option<FuncId>,
    depth: usize,
}

impl Asking<'_> {
    fn deeper(self) -> Self {
        Self { but: None, depth: self.depth + 1, ..self }
    }

    fn is_over(self) -> bool {
        self.depth >= MOST_OBSERVERS.len()
    }
}

/// Calls `toString`, as a test that looks at the text does.
fn text(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.object(arguments, 0)?;
    jvm.call_virtual("java/lang/Object", "toString()Ljava/lang/String;", &[object]).map(Some)
}

impl Jvm<'_> {
    fn seen(&mut self, object: Value, known: &Known, asking: &Asking<'_>) -> Result<Seen, Stop> {
        let object = Value::pointer(self.context.concrete(object) as u64);
        if object.bits == 0 {
            return Ok(Seen::Null);
        }
        let class = self.context.class_of(object)?;
        let (name, component, is_enum) = {
            let world = self.shared.world();
            let info = world.info(class);
            let enumeration = world.known_class("java/lang/Enum");
            let is_enum = enumeration.is_some_and(|of| self.context.is_subtype(class, of));
            (info.name.to_string(), info.component().map(str::to_owned), is_enum)
        };
        if name == "java/lang/String" {
            return Ok(Seen::Text(self.units(object)?));
        }
        if let Some((ty, value)) = self.unboxed(object)? {
            let bits = self.context.concrete(value) as u64;
            return Ok(Seen::Boxed(ty.letter().unwrap_or('V'), narrow(ty, bits)));
        }
        if let Some(component) = component {
            return self.seen_array(object, &component, known, asking);
        }
        if is_enum {
            let text = self.get(object, "java/lang/Enum", "name")?;
            let constant = self.text(text)?;
            // A constant with a body has a class of its own below the enumeration.
            let owner = self.enumeration_of(class.index())?;
            return Ok(Seen::Constant { class: owner, name: constant });
        }
        if let Some(items) = self.seen_list(object, asking)? {
            return Ok(Seen::List(items));
        }
        let address = object.bits as u64;
        let text = self.own_text(object)?;
        let mut parts = Vec::new();
        if asking.depth == 0 || text.is_none() {
            self.ask(object, known, asking, &mut parts)?;
        }
        self.items(object, known, asking, &mut parts)?;
        Ok(Seen::Object { class: name, text, address, parts })
    }

    /// Asks an object all that the observers of its class say.
    fn ask(
        &mut self,
        object: Value,
        known: &Known,
        asking: &Asking<'_>,
        parts: &mut Vec<Part>,
    ) -> Result<(), Stop> {
        let questions = known.class.as_ref().and_then(|class| asking.questions.get(class));
        let Some(most) = MOST_OBSERVERS.get(asking.depth).copied() else { return Ok(()) };
        let open = questions.into_iter().flatten();
        for question in open.filter(|own| Some(own.function) != asking.but).take(most) {
            let said = self.call(question.function, &[object]);
            let Some(said) = caught(said)? else { continue };
            let seen = match &question.gives {
                Gives::Primitive(letter) => {
                    let ty = JType::of_letter(*letter as u8).unwrap_or(JType::Int);
                    Seen::Boxed(*letter, narrow(ty, self.context.concrete(said) as u64))
                }
                // What gives itself says nothing more.
                Gives::Reference(_) if said.bits == object.bits => continue,
                Gives::Reference(known) => {
                    let seen = self.seen(said, known, &asking.deeper());
                    caught(seen)?.unwrap_or(Seen::Unknown)
                }
            };
            parts.push(Part { step: Step::Call(question.function), seen });
        }
        Ok(())
    }

    /// What a collection or map of the library's holds: how much, and of a list the first items.
    fn items(
        &mut self,
        object: Value,
        known: &Known,
        asking: &Asking<'_>,
        parts: &mut Vec<Part>,
    ) -> Result<(), Stop> {
        let is_list = self.is_of_library(object, "java/util/List")?;
        let size = if is_list || self.is_of_library(object, "java/util/Collection")? {
            self.call_virtual("java/util/Collection", "size()I", &[object])?
        } else if self.is_of_library(object, "java/util/Map")? {
            self.call_virtual("java/util/Map", "size()I", &[object])?
        } else {
            return Ok(());
        };
        let size = self.context.concrete(size) as u32;
        parts.push(Part { step: Step::Size, seen: Seen::Boxed('I', size.into()) });
        let item = Known { class: known.item.clone(), item: None };
        if !is_list || item.class.is_none() || asking.deeper().is_over() {
            return Ok(());
        }
        for index in 0..size.min(MOST_ASKED as u32) {
            let held = self.item(object, index)?;
            let seen = self.seen(held, &item, &asking.deeper())?;
            parts.push(Part { step: Step::Item(index), seen });
        }
        Ok(())
    }

    fn item(&mut self, list: Value, index: u32) -> Result<Value, Stop> {
        let index = Value::new(Type::I32, index.into());
        self.call_virtual("java/util/List", "get(I)Ljava/lang/Object;", &[list, index])
    }

    /// Whether an object is of a class of the library's that is below another.
    fn is_of_library(&mut self, object: Value, above: &str) -> Result<bool, Stop> {
        let class = self.context.class_of(object)?;
        let above = {
            let world = self.shared.world();
            if world.info(class).origin.user { None } else { world.known_class(above) }
        };
        Ok(above.is_some_and(|above| self.context.is_subtype(class, above)))
    }

    /// Calls what a test calls that goes some steps from an object.
    fn follow(&mut self, object: Value, steps: &[Step]) -> Result<(), Stop> {
        let mut at = object;
        for step in steps {
            if at.bits == 0 {
                return Ok(());
            }
            let class = self.context.class_of(at)?;
            let is_array = self.shared.world().info(class).component().is_some();
            at = match step {
                Step::Call(function) => self.call(*function, &[at])?,
                Step::Item(index) if is_array => self.element(at, *index as usize)?,
                Step::Item(index) => self.item(at, *index)?,
                Step::Text => {
                    self.call_virtual("java/lang/Object", "toString()Ljava/lang/String;", &[at])?
                }
                Step::Size => return Ok(()),
            };
        }
        Ok(())
    }

    /// What an iterator, a stream or what can be iterated over still gives, if that is not much.
    fn drained(&mut self, object: Value) -> Result<Seen, Stop> {
        if object.bits == 0 {
            return Ok(Seen::Unknown);
        }
        let class = self.context.class_of(object)?;
        let is = |jvm: &Self, above: &str| {
            let above = jvm.shared.world().known_class(above);
            above.is_some_and(|above| jvm.context.is_subtype(class, above))
        };
        const ITERATOR: &str = "java/util/Iterator";
        const ITERATE: &str = "iterator()Ljava/util/Iterator;";
        let (from, more, next) = if is(self, "java/util/Enumeration") {
            let next = "nextElement()Ljava/lang/Object;";
            ("java/util/Enumeration", "hasMoreElements()Z", next)
        } else {
            (ITERATOR, "hasNext()Z", "next()Ljava/lang/Object;")
        };
        let iterator = if is(self, from) {
            object
        } else if is(self, "java/util/stream/BaseStream") {
            self.call_virtual("java/util/stream/BaseStream", ITERATE, &[object])?
        } else if is(self, "java/lang/Iterable") {
            self.call_virtual("java/lang/Iterable", ITERATE, &[object])?
        } else {
            return Ok(Seen::Unknown);
        };
        let none = Questions::new();
        let asking = Asking { questions: &none, but: None, depth: MOST_OBSERVERS.len() };
        let mut items = Vec::new();
        loop {
            let is_more = self.call_virtual(from, more, &[iterator])?;
            if self.context.concrete(is_more) & 1 == 0 {
                return Ok(Seen::Drained(items));
            }
            if items.len() >= MOST_DRAINED {
                return Ok(Seen::Unknown);
            }
            let item = self.call_virtual(from, next, &[iterator])?;
            items.push(self.seen(item, &Known::default(), &asking)?);
        }
    }

    /// What a list of the library's holds, if all of it is simple.
    fn seen_list(&mut self, object: Value, asking: &Asking<'_>) -> Result<Option<Vec<Seen>>, Stop> {
        if !self.is_of_library(object, "java/util/List")? {
            return Ok(None);
        }
        let size = self.call_virtual("java/util/List", "size()I", &[object])?;
        let size = self.context.concrete(size) as u32;
        if size > MOST_ITEMS || asking.is_over() {
            return Ok(None);
        }
        let mut items = Vec::with_capacity(size as usize);
        for index in 0..size {
            let item = self.item(object, index)?;
            let over = Asking { depth: MOST_OBSERVERS.len(), ..*asking };
            // One that holds itself would never end.
            let is_itself = item.bits == object.bits;
            match self.seen(item, &Known::default(), &over)? {
                item if item.is_simple() && !is_itself => items.push(item),
                _ => return Ok(None),
            }
        }
        Ok(Some(items))
    }

    fn enumeration_of(&mut self, class: usize) -> Result<String, Stop> {
        let world = self.shared.world();
        let class = program::ClassId::new(class);
        let info = world.info(class);
        let above = info.superclass.map(|above| world.info(above).name.to_string());
        Ok(match above {
            Some(above) if above != "java/lang/Enum" => above,
            _ => info.name.to_string(),
        })
    }

    fn seen_array(
        &mut self,
        array: Value,
        component: &str,
        known: &Known,
        asking: &Asking<'_>,
    ) -> Result<Seen, Stop> {
        let length = self.length(array)?;
        let ty = field_type(component).unwrap_or(JType::Reference);
        if ty != JType::Reference {
            return self.seen_primitives(array, length, ty);
        }
        let class = component.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let boxed = class.and_then(JType::wrapped_by).and_then(JType::letter);
        if length > MOST_ELEMENTS {
            return Ok(Seen::Objects(length as u32, Vec::new()));
        }
        if let Some(boxed) = boxed.filter(|letter| *letter != 'V') {
            return self.seen_boxes(array, length, boxed);
        }
        if class == Some("java/lang/String") {
            let mut texts = Vec::with_capacity(length);
            for index in 0..length {
                let element = self.element(array, index)?;
                texts.push(if element.bits == 0 { None } else { Some(self.units(element)?) });
            }
            return Ok(Seen::TextArray(texts));
        }
        // One that holds itself would never end.
        if asking.is_over() {
            return Ok(Seen::Objects(length as u32, Vec::new()));
        }
        let item = Known { class: known.item.clone(), item: None };
        let mut elements = Vec::new();
        for index in 0..length {
            let element = self.element(array, index)?;
            let depth = if index < MOST_ASKED { asking.depth + 1 } else { MOST_OBSERVERS.len() };
            elements.push(self.seen(element, &item, &Asking { depth, but: None, ..*asking })?);
        }
        let is_plain = |seen: &Seen| seen.is_simple() || matches!(seen, Seen::Array(..));
        if elements.iter().all(is_plain) {
            return Ok(Seen::References(elements));
        }
        let first = (0u32..).zip(elements).take(MOST_ASKED);
        let parts = first.map(|(index, seen)| Part { step: Step::Item(index), seen }).collect();
        Ok(Seen::Objects(length as u32, parts))
    }

    fn seen_primitives(&mut self, array: Value, length: usize, ty: JType) -> Result<Seen, Stop> {
        let is_long = length > MOST_PRIMITIVES;
        let looked = if is_long { FIRST_PRIMITIVES } else { length };
        let mut elements = Vec::with_capacity(looked);
        let size = u64::from(ty.storage().bytes());
        for index in 0..looked as u64 {
            let value = self.load(array.bits as u64 + size * index, ty)?;
            elements.push(narrow(ty, self.context.concrete(value) as u64));
        }
        let element = ty.letter().unwrap_or('V');
        Ok(match is_long {
            true => Seen::LongArray { element, length: length as u32, start: elements },
            false => Seen::Array(element, elements),
        })
    }

    fn seen_boxes(&mut self, array: Value, length: usize, letter: char) -> Result<Seen, Stop> {
        let mut elements = Vec::with_capacity(length);
        for index in 0..length {
            let element = self.element(array, index)?;
            let element = self.unboxed(element)?;
            elements.push(element.map(|(ty, value)| {
                let bits = self.context.concrete(value) as u64;
                narrow(ty, bits)
            }));
        }
        Ok(Seen::BoxedArray(letter, elements))
    }

    /// What `toString` says, unless it is the one that every object has, or throws.
    fn own_text(&mut self, object: Value) -> Result<Option<Vec<u16>>, Stop> {
        let method = self.method("java/lang/Object", "toString()Ljava/lang/String;")?;
        let class = self.context.class_of(object)?;
        let found = method.selector.and_then(|selector| self.context.method(class, selector));
        let Some(found) = found.filter(|found| *found != method.function) else { return Ok(None) };
        match self.call(found, &[object]) {
            Ok(text) if text.bits != 0 => self.units(text).map(Some),
            Ok(_) | Err(Stop::Throw { .. }) => Ok(None),
            Err(stop) => Err(stop),
        }
    }
}

/// The bits of a value without those that only fill its register.
fn narrow(ty: JType, bits: u64) -> u64 {
    match ty {
        JType::Boolean | JType::Byte => bits & 0xff,
        JType::Char | JType::Short => bits & 0xffff,
        JType::Int | JType::Float => bits & 0xffff_ffff,
        _ => bits,
    }
}
