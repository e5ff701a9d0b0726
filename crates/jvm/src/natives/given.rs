//! What a whole program is given as inputs, and asks for itself: the native methods of `ferret.Given`, which the class
//! that a run of the program begins with calls.

use super::jvm::lock;
use super::values::{int, wide};
use super::{Answer, Jvm, Table};
use machine::{Stop, Value};
use program::{ConvertOp, Type};
use trace::Limit;

pub(super) const TABLE: Table = &[
    ("ferret/Given.bytes([BI)[B", bytes),
    ("ferret/Given.file(Ljava/lang/String;[BI)V", file),
    ("ferret/Given.ask(Ljava/lang/String;I)J", ask_number),
    ("ferret/Given.askFloat(Ljava/lang/String;)F", |jvm, arguments| {
        ask(jvm, arguments, Type::F32).map(Some)
    }),
    ("ferret/Given.askDouble(Ljava/lang/String;)D", |jvm, arguments| {
        ask(jvm, arguments, Type::F64).map(Some)
    }),
    // A run that breaks an assumption is none.
    ("ferret/Given.discard()V", |_, _| Err(Stop::Limit(Limit::Steps))),
];

/// An input that a program asked for itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asked {
    /// The name of the question.
    pub name: String,
    /// The type of the answer.
    pub ty: Type,
    /// The answer.
    pub bits: u128,
}

/// Answers that are kept of one run.
const MOST: usize = 1 << 20;

/// An array of so many bytes: those that are given, or zeros where there are too few. How many are given is no question to
/// the solver, and so is no access to them.
fn bytes(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let given = jvm.reference(arguments, 0)?;
    let size = jvm.int(arguments, 1)?.max(0) as usize;
    let array = jvm.new_array("[B", size)?;
    if given.bits != 0 && jvm.context.array_length(given)?.bits as u32 as usize >= size {
        let [to, from] = [array, given].map(|array| Value::pointer(array.bits as u64));
        jvm.context.copy(to, from, wide(size as i64))?;
    }
    Ok(Some(array))
}

/// Puts a file there whose bytes are inputs.
fn file(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let path = jvm.text_of(arguments, 0)?;
    let content = jvm.object(arguments, 1)?;
    let number = jvm.int(arguments, 2)? as u32;
    let size = jvm.length(content)?;
    let known = jvm.see_bytes(content.bits as u64, size)?;
    let place = jvm.shared.slots.file(number);
    if let Some(place) = place {
        jvm.set_slot(place, content)?;
    }
    jvm.files(|state, now| state.give(&path, known, place.map(|_| number), now))?;
    Ok(None)
}

fn ask(jvm: &mut Jvm<'_>, arguments: &[Value], ty: Type) -> Result<Value, Stop> {
    let name = jvm.text_of(arguments, 0)?;
    let answer = jvm.context.ask(&name, ty, Value::new(ty, 0));
    jvm.shared.note_answer(Asked { name, ty, bits: answer.bits });
    Ok(answer)
}

/// An answer of so many bits, as a `long`.
fn ask_number(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let ty = match jvm.int(arguments, 1)? {
        1 => Type::BOOL,
        8 => Type::I8,
        16 => Type::I16,
        32 => Type::I32,
        _ => Type::I64,
    };
    let answer = ask(jvm, arguments, ty)?;
    Ok(Some(match ty {
        Type::I64 => answer,
        Type::BOOL => jvm.context.convert(ConvertOp::ZExt, Type::I64, answer),
        _ => jvm.context.convert(ConvertOp::SExt, Type::I64, answer),
    }))
}

impl super::JvmState {
    fn note_answer(&self, asked: Asked) {
        let mut answers = lock(&self.answers);
        if answers.len() < MOST {
            answers.push(asked);
        }
    }

    /// What the program asked for since the last call, in order.
    pub(crate) fn take_answers(&self) -> Vec<Asked> {
        std::mem::take(&mut *lock(&self.answers))
    }
}

impl Jvm<'_> {
    /// Reads from a file to an address: how many bytes. Those that are inputs keep their terms.
    pub(super) fn read_file(
        &mut self,
        descriptor: i32,
        (address, count): (u64, usize),
        from: Option<u64>,
    ) -> Result<Result<usize, super::files::Trouble>, Stop> {
        let read = self.files(|state, _| {
            let source = state.source(descriptor, from);
            state.read(descriptor, count, from).map(|bytes| (bytes, source))
        })?;
        let (bytes, source) = match read {
            Ok(read) => read,
            Err(trouble) => return Ok(Err(trouble)),
        };
        let place =
            source.and_then(|(number, start)| Some((self.shared.slots.file(number)?, start)));
        match place {
            Some((place, start)) => {
                let content = self.slot(place)?;
                let from = Value::pointer(content.bits as u64 + start);
                self.context.copy(Value::pointer(address), from, wide(bytes.len() as i64))?;
            }
            None => self.write_bytes(address, &bytes)?,
        }
        Ok(Ok(bytes.len()))
    }

    /// Reads one byte of a file, as `read` gives it.
    pub(super) fn read_file_once(&mut self, descriptor: i32) -> Answer {
        let read = self.files(|state, _| {
            let source = state.source(descriptor, None);
            state.read(descriptor, 1, None).map(|bytes| (bytes, source))
        })?;
        let (bytes, source) = self.io(read)?;
        let Some(byte) = bytes.first() else { return int(-1) };
        let place =
            source.and_then(|(number, start)| Some((self.shared.slots.file(number)?, start)));
        let Some((place, start)) = place else { return int(i32::from(*byte)) };
        let content = self.slot(place)?;
        let byte = self.context.load(Value::pointer(content.bits as u64 + start), Type::I8)?;
        Ok(Some(self.context.convert(ConvertOp::ZExt, Type::I32, byte)))
    }
}
