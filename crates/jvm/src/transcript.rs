//! Writing down what tests do with a catalogue's classes, so that scenarios can do the same.
//!
//! A call is written down where nothing that was written down is open around it: of methods under test whoever makes
//! it, of others only where the tests themselves do. Texts, boxed numbers, constants and arrays are written down with
//! what they are at that moment.

use crate::natives::{Jvm, JvmState};
use classfile::descriptor::{JType, field_type};
use machine::{Context, Listener, Stop, Value};
use program::{ClassId, FuncId, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use scenario::make::{Given, Step};
use std::sync::{Arc, Mutex, PoisonError};

/// Elements of an array that are written down.
const MOST_ELEMENTS: usize = 64;

/// Calls of one test that are written down.
const MOST_STEPS: usize = 2_000;

/// Arrays in arrays that are written down.
const DEEPEST: u32 = 3;

/// What there is to hear of.
#[derive(Debug, Default)]
pub struct Interface {
    /// Functions of the catalogue by name and descriptor of their methods, each with the class of the method.
    pub ways: FxHashMap<(String, String), Vec<(FuncId, ClassId)>>,
    /// Functions that give the value of a static field, with its place.
    pub constants: Vec<(FuncId, u32)>,
    /// The two that make texts: of bytes, and of characters.
    pub texts: (Option<FuncId>, Option<FuncId>),
    /// Those that box primitives.
    pub boxes: Vec<(JType, FuncId)>,
    /// The classes under test.
    pub own: FxHashSet<ClassId>,
    /// The classes of tests.
    pub tests: FxHashSet<ClassId>,
}

impl Interface {
    /// The ways to make a text, or something else that differs where the text does.
    fn text(&self, units: &[u16]) -> Vec<(FuncId, Vec<Given>)> {
        let written = self.written(units);
        let text = String::from_utf16_lossy(units);
        let hash = |hash: i32, unit: &u16| hash.wrapping_mul(31).wrapping_add(i32::from(*unit));
        let number = text.parse().unwrap_or_else(|_| units.iter().fold(0, hash).into());
        written.into_iter().chain(self.boxed(number)).collect()
    }

    fn written(&self, units: &[u16]) -> Option<(FuncId, Vec<Given>)> {
        let narrow = units.iter().all(|unit| *unit < 0x100);
        let function = if narrow { self.texts.0.or(self.texts.1) } else { self.texts.1 }?;
        let elements = units.iter().map(|unit| Given::Bits(u128::from(*unit))).collect();
        Some((function, vec![Given::Array { id: 0, elements }]))
    }

    /// The ways to box a number, in whatever types there are.
    fn boxed(&self, number: i64) -> impl Iterator<Item = (FuncId, Vec<Given>)> {
        let each = self.boxes.iter();
        each.map(move |(ty, function)| {
            let bits = match ty {
                JType::Float => u128::from((number as f32).to_bits()),
                JType::Double => u128::from((number as f64).to_bits()),
                _ => u128::from(number as u64),
            };
            (*function, vec![Given::Bits(bits)])
        })
    }

    /// The ways to make a boxed number: as it is, in another type, as a text.
    fn box_of(&self, ty: JType, bits: u64) -> Vec<(FuncId, Vec<Given>)> {
        let number = match ty {
            JType::Float => f32::from_bits(bits as u32) as i64,
            JType::Double => f64::from_bits(bits) as i64,
            JType::Char => i64::from(bits as u16),
            JType::Long => bits as i64,
            _ => i64::from(bits as i32),
        };
        let same = self.boxes.iter().find(|(other, _)| *other == ty);
        let same = same.map(|(_, function)| (*function, vec![Given::Bits(bits.into())]));
        let text: Vec<u16> = number.to_string().encode_utf16().collect();
        same.into_iter().chain(self.boxed(number)).chain(self.written(&text)).collect()
    }
}

/// Who makes a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caller {
    Test,
    /// The initialiser of a class.
    Initialiser,
    Other,
}

/// What is known of a method that is called.
#[derive(Clone)]
struct Called {
    ways: Vec<(FuncId, ClassId)>,
    class: ClassId,
    own: bool,
    constructor: bool,
    is_static: bool,
}

/// Listens to a test.
pub(crate) struct Transcriber {
    shared: Arc<JvmState>,
    interface: Arc<Interface>,
    steps: Arc<Mutex<Vec<Step>>>,
    callers: FxHashMap<FuncId, Caller>,
    called: FxHashMap<FuncId, Option<Called>>,
}

impl Transcriber {
    pub fn new(
        shared: Arc<JvmState>,
        interface: Arc<Interface>,
        steps: Arc<Mutex<Vec<Step>>>,
    ) -> Self {
        let (callers, called) = (FxHashMap::default(), FxHashMap::default());
        Self { shared, interface, steps, callers, called }
    }

    fn caller(&mut self, function: Option<FuncId>) -> Caller {
        let Some(function) = function else { return Caller::Other };
        let (shared, interface) = (&self.shared, &self.interface);
        *self.callers.entry(function).or_insert_with(|| {
            let world = shared.world();
            match world.function_method(function) {
                Some(key) if interface.tests.contains(&key.class) => Caller::Test,
                Some(key) if &*world.method_info(key).name == "<clinit>" => Caller::Initialiser,
                _ => Caller::Other,
            }
        })
    }

    fn called(&mut self, function: FuncId) -> Option<&Called> {
        let (shared, interface) = (&self.shared, &self.interface);
        let called = self.called.entry(function).or_insert_with(|| {
            let world = shared.world();
            let key = world.function_method(function)?;
            let method = world.method_info(key);
            let name = (method.name.to_string(), method.descriptor.to_string());
            Some(Called {
                ways: interface.ways.get(&name)?.clone(),
                class: key.class,
                own: interface.own.contains(&key.class),
                constructor: &*method.name == "<init>",
                is_static: method.is_static(),
            })
        });
        called.as_ref()
    }
}

impl Listener for Transcriber {
    fn begins(
        &mut self,
        context: &mut dyn Context,
        caller: Option<FuncId>,
        function: FuncId,
        arguments: &[Value],
    ) -> bool {
        let Some(called) = self.called(function).cloned() else { return false };
        match self.caller(caller) {
            Caller::Test => {}
            Caller::Other if called.own => {}
            Caller::Other | Caller::Initialiser => return false,
        }
        let mut jvm = Jvm { context, shared: &self.shared };
        let step = jvm.step(&self.interface, &called, arguments).ok().flatten();
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        match step {
            Some(step) if steps.len() < MOST_STEPS => {
                steps.push(Step { threw: true, ..step });
                true
            }
            _ => false,
        }
    }

    fn ends(&mut self, result: Option<Value>) {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(step), Some(result)) = (steps.last_mut(), result) else { return };
        step.threw = false;
        // What a function that gives a number gives is told apart by the scenario: no object is made of it.
        if step.made.is_none() && result.bits != 0 {
            step.made = u64::try_from(result.bits).ok();
        }
    }
}

impl Jvm<'_> {
    /// What a call that begins is, if scenarios can make it.
    fn step(
        &mut self,
        interface: &Interface,
        called: &Called,
        arguments: &[Value],
    ) -> Result<Option<Step>, Stop> {
        let mut functions = Vec::new();
        let first = arguments.first().copied();
        for &(function, class) in &called.ways {
            let is = match first {
                _ if called.constructor || called.is_static => class == called.class,
                Some(receiver) => {
                    let actual = self.context.class_of(receiver)?;
                    self.context.is_subtype(actual, class)
                }
                None => false,
            };
            if is {
                functions.push(function);
            }
        }
        // Objects of other classes are made by constructors of those.
        let made = match first.filter(|_| called.constructor) {
            Some(object) if self.context.class_of(object)? == called.class => {
                u64::try_from(object.bits).ok()
            }
            Some(_) => return Ok(None),
            None => None,
        };
        if functions.is_empty() {
            return Ok(None);
        }
        let given = &arguments[usize::from(called.constructor)..];
        let given = given.iter().map(|value| self.given(interface, *value, 0));
        Ok(Some(Step {
            functions,
            arguments: given.collect::<Result<_, _>>()?,
            made,
            threw: false,
        }))
    }

    fn given(&mut self, interface: &Interface, value: Value, depth: u32) -> Result<Given, Stop> {
        if value.ty != Type::Ptr {
            return Ok(Given::Bits(value.bits));
        }
        let id = value.bits as u64;
        if id == 0 {
            return Ok(Given::Object(0));
        }
        let class = self.context.class_of(value)?;
        let (is_text, component) = {
            let world = self.shared.world();
            let info = world.info(class);
            (&*info.name == "java/lang/String", info.component().map(str::to_owned))
        };
        if is_text {
            let units = self.units(value)?;
            return Ok(Given::Made { id, ways: interface.text(&units) });
        }
        if let Some((ty, value)) = self.unboxed(value)? {
            return Ok(Given::Made { id, ways: interface.box_of(ty, value.bits as u64) });
        }
        if let Some(component) = component {
            let length = self.length(value)?;
            let ty = field_type(&component).unwrap_or(JType::Reference);
            if length > MOST_ELEMENTS || depth >= DEEPEST {
                return Ok(Given::Object(id));
            }
            let size = u64::from(ty.storage().bytes());
            let mut elements = Vec::with_capacity(length);
            for index in 0..length as u64 {
                let element = self.load(id + size * index, ty)?;
                elements.push(self.given(interface, element, depth + 1)?);
            }
            return Ok(Given::Array { id, elements });
        }
        let mut ways = Vec::new();
        for &(function, offset) in &interface.constants {
            if self.slot(offset)?.bits == value.bits {
                ways.push((function, Vec::new()));
            }
        }
        Ok(if ways.is_empty() { Given::Object(id) } else { Given::Made { id, ways } })
    }
}
