//! Inputs that a program asks for itself, by the functions of other tools: what `crates/c/libc/marker.c` rests on.

use crate::libc::text;
use crate::markers::{answer_of, widened};
use machine::{Context, Models, Stop, Value, argument};
use program::{ConvertOp, Type};
use std::sync::{Arc, Mutex, PoisonError};
use trace::{Limit, TrapKind};

/// An input that a program asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer {
    /// The function that it asked, or the object that it marked.
    pub name: String,
    /// Which byte of the object it is.
    pub byte: Option<u64>,
    /// Its type.
    pub ty: Type,
    /// What it got.
    pub bits: u128,
}

/// What a program asked for in one run, in order.
#[derive(Debug, Default)]
pub struct Answers(Mutex<Vec<Answer>>);

impl Answers {
    /// What was asked since the last call.
    pub fn take(&self) -> Vec<Answer> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn add(&self, answer: Answer) {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() < MOST {
            answers.push(answer);
        }
    }
}

/// Answers that are kept of one run.
const MOST: usize = 1 << 20;

/// Whether the inputs of a stream are those of a program that asks for them, and which byte of what.
fn ask(
    context: &mut dyn Context,
    (name, byte): (String, Option<u64>),
    ty: Type,
    answers: &Answers,
) -> Value {
    let stream = match byte {
        Some(byte) => format!("{name}[{byte}]"),
        None => name.clone(),
    };
    let answer = context.ask(&stream, ty, Value::new(ty, 0));
    answers.add(Answer { name, byte, ty, bits: answer.bits });
    answer
}

/// Adds the primitives of the functions. What is asked for is noted.
pub(super) fn add(models: &mut Models, answers: Arc<Answers>) {
    for function in ["__ferret_marked", "__ferret_marked_named"] {
        let kept = Arc::clone(&answers);
        models.add(function, move |context: &mut dyn Context, arguments: &[Value]| {
            let name = text(context, argument(arguments, 0)?)?;
            let bits = context.concrete(argument(arguments, 1)?);
            let ty = answer_of(bits).ok_or(Stop::Trap(TrapKind::BadCall))?;
            let answer = ask(context, (name, None), ty, &kept);
            Ok(Some(widened(context, answer)))
        });
    }
    for (function, ty) in
        [("__ferret_marked_double", Type::F64), ("__ferret_marked_float", Type::F32)]
    {
        let kept = Arc::clone(&answers);
        models.add(function, move |context: &mut dyn Context, arguments: &[Value]| {
            let name = text(context, argument(arguments, 0)?)?;
            Ok(Some(ask(context, (name, None), ty, &kept)))
        });
    }
    models.add("__ferret_marked_byte", move |context: &mut dyn Context, arguments: &[Value]| {
        let name = text(context, argument(arguments, 0)?)?;
        let byte = context.concrete(argument(arguments, 1)?) as u64;
        let answer = ask(context, (name, Some(byte)), Type::I8, &answers);
        Ok(Some(context.convert(ConvertOp::ZExt, Type::I64, answer)))
    });
    models
        .add("__ferret_discard", |_: &mut dyn Context, _: &[Value]| Err(Stop::Limit(Limit::Steps)));
}
