//! What a model may do, in any domain.

use super::{Interpreter, stop_at};
use crate::domain::{Domain, Shaded};
use crate::memory::{ObjectKind, address};
use crate::model::{Context, Environment, Stop, Value};
use crate::streams::{Answer, Found};
use program::{
    BinaryOp, ClassId, CompareOp, ConvertOp, FuncId, GlobalId, Id, Point, Program, SelectorId, Type,
};
use scenario::make::Exchange;
use term::{Pool, TermId, fold};
use trace::{Asked, Handed, Mode, Observation, Observed, Origin, Reason, TrapKind, Wanted};

/// Observations beyond which calls are no longer noted.
const MOST_OBSERVATIONS: usize = 256;

/// How much of what was wanted is noted.
const MOST_WANTED: usize = 16;

/// Texts that are noted when they are compared, and how long they may be.
const MOST_TEXTS: usize = 32;
const LONGEST_TEXT: usize = 64;

/// Texts that are noted when they are judged, the last ones, how long they may be, and others of each.
const MOST_JUDGED: usize = 64;
const LONGEST_JUDGED: usize = 256;
const MOST_OTHERS: usize = 12;

/// Steps that a question costs: finding its answer by name takes as long as so many.
const QUESTION: u64 = 16;

impl<D: Domain> Context for Interpreter<'_, D> {
    fn mode(&self) -> Mode {
        self.mode
    }

    fn program(&self) -> &Program {
        &self.core.program
    }

    fn environment(&self) -> &Environment {
        &self.core.environment
    }

    fn ask(&mut self, name: &str, ty: Type, default: Value) -> Value {
        self.core.steps += QUESTION;
        match self.core.environment.streams.ask(name, ty) {
            Found::Answered(Answer { ty: given, bits, term }) => {
                let shadow = self.domain.of_term(term);
                let value = self.value(given, Shaded { bits, shadow });
                match given.bits().cmp(&ty.bits()) {
                    std::cmp::Ordering::Equal => Value { ty, ..value },
                    _ if ty.is_float() => default,
                    std::cmp::Ordering::Less => self.convert(ConvertOp::ZExt, ty, value),
                    std::cmp::Ordering::Greater => self.convert(ConvertOp::Trunc, ty, value),
                }
            }
            Found::Open { noted, index } => {
                if noted {
                    let (name, bits) = (name.to_owned(), default.bits & ty.mask());
                    self.trace.asked.push(Asked { name, index: index as u32, ty, bits });
                }
                default
            }
        }
    }

    fn has_answer(&self, name: &str) -> bool {
        self.core.environment.streams.has_answer(name)
    }

    fn want(&mut self, wanted: Wanted) {
        if self.trace.wanted.len() < MOST_WANTED && !self.trace.wanted.contains(&wanted) {
            self.trace.wanted.push(wanted);
        }
    }

    fn observes(&self) -> bool {
        self.core.config.observe_all
    }

    fn called(&mut self, function: FuncId, arguments: Vec<Handed>) {
        if self.observes() && self.trace.observations.len() < MOST_OBSERVATIONS {
            let seen = vec![Observed::Called { function, arguments }];
            self.trace.observations.push(Observation { statement: self.trace.statement, seen });
        }
    }

    fn compared(&mut self, text: &[u16]) {
        let texts = &mut self.trace.texts.compared;
        let fits = !text.is_empty() && text.len() <= LONGEST_TEXT && texts.len() < MOST_TEXTS;
        if D::GRADES && fits && !texts.iter().any(|known| known == text) {
            texts.push(text.to_vec());
        }
    }

    fn judged(&mut self, text: &[u16], others: &mut dyn FnMut() -> Vec<Vec<u16>>) {
        if !(D::GRADES || D::SYMBOLIC) || text.len() > LONGEST_JUDGED {
            return;
        }
        let exchanges = &mut self.trace.texts.exchanges;
        let known = exchanges.iter().position(|exchange| exchange.text == text);
        let known = match known {
            Some(known) => known,
            None => {
                // What was judged last is nearest to where the run went.
                if exchanges.len() == MOST_JUDGED {
                    exchanges.remove(0);
                }
                exchanges.push(Exchange { text: text.to_vec(), others: Vec::new() });
                exchanges.len() - 1
            }
        };
        let known = &mut exchanges[known].others;
        if known.len() < MOST_OTHERS {
            let new = others().into_iter().filter(|other| other != text);
            let new: Vec<Vec<u16>> = new.filter(|other| !known.contains(other)).collect();
            known.extend(new);
            known.truncate(MOST_OTHERS);
        }
    }

    fn load(&mut self, pointer: Value, ty: Type) -> Result<Value, Stop> {
        let at = pointer.bits as u64;
        let shadow = self.shaded(pointer).shadow;
        let value =
            if D::SYMBOLIC && (shadow != D::NONE || self.core.memory.flag(address::slot(at))) {
                let null = self.check_null(shadow);
                let term = self.domain.term(shadow).filter(|_| !null);
                self.load_at(at, term, ty)?
            } else {
                self.read(at, ty)?
            };
        self.hold(ty, value.bits);
        Ok(self.value(ty, value))
    }

    fn bytes(&mut self, pointer: u64, len: u64) -> Result<Vec<u8>, Stop> {
        // As many steps as it would take by loads.
        self.core.steps += len / 16;
        if self.core.config.ask_uninitialised {
            for offset in (0..len).step_by(16) {
                self.answer_unwritten(pointer + offset, (len - offset).min(16) as u32)?;
            }
        }
        let memory = &self.core.memory;
        let bytes = memory.bytes(pointer, len).map_err(stop_at)?.to_vec();
        if memory.checks_uninitialised() && !bytes.is_empty() {
            let index = memory.resolve(pointer, len as u32).map_err(stop_at)?;
            if !memory.check_written(index, len as u32) {
                return Err(Stop::Trap(TrapKind::Uninitialised));
            }
        }
        Ok(bytes)
    }

    fn store(&mut self, pointer: Value, value: Value) -> Result<(), Stop> {
        let at = pointer.bits as u64;
        let shadow = self.shaded(pointer).shadow;
        let shaded = self.shaded(value);
        if D::SYMBOLIC && (shadow != D::NONE || self.core.memory.flag(address::slot(at))) {
            let null = self.check_null(shadow);
            let term = self.domain.term(shadow).filter(|_| !null);
            self.store_at(at, term, value.ty, shaded)
        } else {
            self.write(at, value.ty, shaded)
        }
    }

    fn copy(&mut self, to: Value, from: Value, len: Value) -> Result<(), Stop> {
        let (to, from, size) = (self.shaded(to), self.shaded(from), self.shaded(len));
        self.copy_between(to, from, (len.ty, size))
    }

    fn fill(&mut self, to: Value, byte: Value, len: Value) -> Result<(), Stop> {
        let (to, byte, size) = (self.shaded(to), self.shaded(byte), self.shaded(len));
        self.fill_at(to, byte, (len.ty, size))
    }

    fn allocate(&mut self, size: Value, zeroed: bool) -> Result<Value, Stop> {
        let size = self.widened(size);
        let object = self.make_object(size, 16, ObjectKind::Heap, zeroed)?;
        Ok(Value::pointer(object))
    }

    fn free(&mut self, pointer: Value) -> Result<(), Stop> {
        let pointer = self.fixed(pointer, Reason::Address);
        self.core.memory.free(pointer as u64).map_err(stop_at)
    }

    fn object_size(&mut self, pointer: u64) -> Option<Value> {
        let bits = self.core.memory.size(pointer).ok()?;
        let size = self
            .domain
            .concolic()
            .and_then(|concolic| concolic.sizes.get(&address::tag(pointer)).copied());
        let value = Value::new(Type::I64, bits.into());
        Some(Value { term: size.map(|size| size.term), ..value })
    }

    fn is_block(&mut self, pointer: u64) -> bool {
        self.core.memory.claim(pointer)
    }

    fn new_object(&mut self, class: ClassId) -> Result<Value, Stop> {
        if class.index() >= self.core.program.classes.len() {
            return Err(Stop::Trap(TrapKind::BadCall));
        }
        let object = self.make_managed(class)?;
        self.hold(Type::Ptr, object.into());
        Ok(Value::pointer(object))
    }

    fn new_array(&mut self, class: ClassId, length: Value) -> Result<Value, Stop> {
        let classes = &self.core.program.classes;
        let is_array = class.index() < classes.len() && classes[class].element.is_some();
        if !is_array || length.ty != Type::I32 {
            return Err(Stop::Trap(TrapKind::BadCall));
        }
        let length = self.shaded(length);
        let array = self.make_array(class, length)?;
        self.hold(Type::Ptr, array.into());
        Ok(Value::pointer(array))
    }

    fn array_length(&mut self, array: Value) -> Result<Value, Stop> {
        let array = self.shaded(array);
        let array = self.object_at(array, Reason::Address);
        let length = self.length_of(array)?;
        Ok(self.value(Type::I32, length))
    }

    fn class_of(&mut self, object: Value) -> Result<ClassId, Stop> {
        let object = self.shaded(object);
        let object = self.object_at(object, Reason::Address);
        self.core.class_of(object).ok_or_else(|| self.not_managed(object))
    }

    fn is_subtype(&self, class: ClassId, of: ClassId) -> bool {
        class.index() < self.core.program.classes.len() && self.core.classes.is_subtype(class, of)
    }

    fn method(&mut self, class: ClassId, selector: SelectorId) -> Option<FuncId> {
        self.core.program.classes.get(class)?;
        self.core.classes.method(&self.core.program, class, selector)
    }

    fn class_state(&self, class: ClassId) -> u8 {
        self.core.memory.load(self.class_state_at(class), 1).map_or(0, |state| state as u8)
    }

    fn set_class_state(&mut self, class: ClassId, state: u8) -> Result<(), Stop> {
        let at = self.class_state_at(class);
        self.core.memory.store(at, 1, state.into()).map_err(stop_at)
    }

    fn initialise(&mut self, class: ClassId) -> Result<(), Stop> {
        let Some(found) = self.core.program.classes.get(class) else {
            return Err(Stop::Trap(TrapKind::BadCall));
        };
        let initializer = found.initializer;
        if self.class_state(class) != 0 {
            return Ok(());
        }
        self.set_class_state(class, 1)?;
        match initializer {
            Some(initializer) => self.call_from_outside(initializer, &[]).map(|_| ()),
            None => Ok(()),
        }
    }

    fn grow(&mut self, change: &mut dyn FnMut(&mut Program)) -> Result<(), Stop> {
        Interpreter::grow(self, change)
    }

    fn stack(&self) -> Vec<Point> {
        self.core.stack()
    }

    fn global(&self, global: GlobalId) -> u64 {
        self.core.globals.get(global).copied().unwrap_or(address::NULL)
    }

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let ty = a.ty;
        let (x, y) = (self.shaded(a), self.shaded(b));
        let bits = fold::binary(op, ty.sort(), x.bits, y.bits);
        let shadow = if D::TRACKS && (x.shadow != D::NONE || y.shadow != D::NONE) {
            self.domain.binary(op, ty, x, y)
        } else {
            D::NONE
        };
        self.value(ty, Shaded { bits, shadow })
    }

    fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> Value {
        let ty = a.ty;
        let (x, y) = (self.shaded(a), self.shaded(b));
        let bits = u128::from(fold::compare(op, ty.sort(), x.bits, y.bits));
        let shadow = if D::GRADES || (D::TRACKS && (x.shadow != D::NONE || y.shadow != D::NONE)) {
            self.domain.compare(op, ty, x, y)
        } else {
            D::NONE
        };
        self.value(Type::BOOL, Shaded { bits, shadow })
    }

    fn convert(&mut self, op: ConvertOp, to: Type, a: Value) -> Value {
        let x = self.shaded(a);
        let bits = fold::convert(op, a.ty.sort(), to.sort(), x.bits);
        let shadow = if D::TRACKS && x.shadow != D::NONE {
            self.domain.convert(op, a.ty, to, x)
        } else {
            D::NONE
        };
        self.value(to, Shaded { bits, shadow })
    }

    fn decide(&mut self, test: Value) -> bool {
        let holds = test.bits != 0;
        let shaded = self.shaded(test);
        let term = self.domain.term(shaded.shadow);
        let point = self.core.point();
        self.assert(term, holds, Origin::Model { point });
        holds
    }

    fn concrete(&mut self, value: Value) -> u128 {
        self.fixed(value, Reason::Model)
    }

    fn pool(&mut self) -> Option<&mut Pool> {
        self.domain.concolic().map(|concolic| &mut concolic.pool)
    }

    fn assume(&mut self, clause: TermId) {
        let point = self.core.point();
        self.assert(Some(clause), true, Origin::Model { point });
    }

    fn mark(&mut self) -> u64 {
        self.mark_place()
    }

    fn jump(&mut self, place: u64, result: Value) -> Stop {
        self.jump_to(place, result)
    }

    fn call(&mut self, function: FuncId, arguments: &[Value]) -> Result<Option<Value>, Stop> {
        let Some(callee) = self.core.program.functions.get(function) else {
            return Err(Stop::Trap(TrapKind::BadCall));
        };
        let fits = arguments.len() == callee.params as usize
            && arguments
                .iter()
                .zip(callee.parameter_types())
                .all(|(given, wanted)| given.ty.sort() == wanted.sort());
        if !fits {
            return Err(Stop::Trap(TrapKind::BadCall));
        }
        let result = callee.result;
        let arguments: Vec<(Type, Shaded<D::Shadow>)> =
            arguments.iter().map(|&argument| (argument.ty, self.shaded(argument))).collect();
        let value = self.call_from_outside(function, &arguments);
        if let Err(Stop::Throw { object }) = value {
            self.hold(Type::Ptr, object.into());
        }
        let value = value?;
        Ok(result.map(|ty| {
            self.hold(ty, value.bits);
            self.value(ty, value)
        }))
    }
}

impl<D: Domain> Interpreter<'_, D> {
    /// The bits of a value; a symbolic one is fixed to them.
    fn fixed(&mut self, value: Value, reason: Reason) -> u128 {
        let shaded = self.shaded(value);
        self.concretise(value.ty, shaded, reason)
    }

    /// A size in 64 bits, whatever the type it was given in.
    fn widened(&mut self, size: Value) -> Shaded<D::Shadow> {
        let shaded = self.shaded(size);
        let shadow = match size.ty.bits().cmp(&64) {
            std::cmp::Ordering::Equal => shaded.shadow,
            std::cmp::Ordering::Less if shaded.shadow != D::NONE => {
                self.domain.convert(ConvertOp::ZExt, size.ty, Type::I64, shaded)
            }
            _ => {
                self.concretise(size.ty, shaded, Reason::Size);
                D::NONE
            }
        };
        Shaded { bits: shaded.bits.min(u64::MAX.into()), shadow }
    }
}
