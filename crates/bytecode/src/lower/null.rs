//! What the JVM says of a `NullPointerException`: what could not be done, and what was null.
//!
//! The rules are those of the JDK's enhancement proposal 358. A text is made when it is asked for, from
//! the bytecode around the instruction that failed.

use classfile::code::Code;
use classfile::descriptor::Signature;
use classfile::error::external_type;
use ristretto_classfile::attributes::Instruction;
use ristretto_classfile::{Constant, ConstantPool};

use super::diamonds::{Simple, simple};
use super::sources::{Origins, call_words, field_words, name_and_type, origins};
use crate::world::{MethodKey, World};

/// How far a description goes: `a.b.c.d.e`.
const DEEPEST: u32 = 5;

/// The message about the instruction of a method that met a null.
pub fn null_message(world: &mut World, method: MethodKey, at: u16) -> Option<String> {
    let code = world.code(method).ok()?;
    let pool = world.pool(method.class).ok()?;
    let info = world.method_info(method);
    let is_static = info.is_static();
    let descriptor = info.descriptor.clone();
    let place = Place {
        code: &code,
        pool: &pool,
        origins: origins(&code, &pool, usize::from(at))?,
        is_static,
        descriptor: &descriptor,
    };
    place.message(usize::from(at))
}

struct Place<'a> {
    code: &'a Code,
    pool: &'a ConstantPool<'static>,
    origins: Vec<Option<Origins>>,
    is_static: bool,
    descriptor: &'a str,
}

impl Place<'_> {
    fn message(&self, at: usize) -> Option<String> {
        let instruction = self.code.instructions.get(at)?;
        let (action, word) = self.action(instruction)?;
        let mut text = action;
        if let Some(source) = self.origins[at].as_ref()?.pushed_by(word) {
            let call = is_call(&self.code.instructions[usize::from(source)]);
            if let Some(cause) = self.description(at, word, DEEPEST) {
                text += if call { " because the return value of \"" } else { " because \"" };
                text += &cause;
                text += "\" is null";
            }
        }
        Some(text)
    }

    /// What could not be done, and which word of the stack was null.
    fn action(&self, instruction: &Instruction) -> Option<(String, usize)> {
        use Instruction as I;
        let load = |what: &str| Some((format!("Cannot load from {what} array"), 1));
        let store = |what: &str, word| Some((format!("Cannot store to {what} array"), word));
        match instruction {
            I::Iaload => load("int"),
            I::Laload => load("long"),
            I::Faload => load("float"),
            I::Daload => load("double"),
            I::Aaload => load("object"),
            I::Baload => load("byte/boolean"),
            I::Caload => load("char"),
            I::Saload => load("short"),
            I::Iastore => store("int", 2),
            I::Lastore => store("long", 3),
            I::Fastore => store("float", 2),
            I::Dastore => store("double", 3),
            I::Aastore => store("object", 2),
            I::Bastore => store("byte/boolean", 2),
            I::Castore => store("char", 2),
            I::Sastore => store("short", 2),
            I::Arraylength => Some(("Cannot read the array length".to_owned(), 0)),
            I::Athrow => Some(("Cannot throw exception".to_owned(), 0)),
            I::Monitorenter => Some(("Cannot enter synchronized block".to_owned(), 0)),
            I::Monitorexit => Some(("Cannot exit synchronized block".to_owned(), 0)),
            I::Getfield(index) => {
                let (name, _) = name_and_type(self.pool, *index)?;
                Some((format!("Cannot read field \"{name}\""), 0))
            }
            I::Putfield(index) => {
                let (name, _) = name_and_type(self.pool, *index)?;
                Some((format!("Cannot assign field \"{name}\""), field_words(self.pool, *index)?))
            }
            I::Invokevirtual(index) | I::Invokespecial(index) | I::Invokeinterface(index, _) => {
                let word = call_words(self.pool, *index)?.0;
                Some((format!("Cannot invoke \"{}\"", self.method_name(*index)?), word))
            }
            _ => None,
        }
    }

    /// How the value of a word of the stack before an instruction came about.
    fn description(&self, at: usize, word: usize, depth: u32) -> Option<String> {
        use Instruction as I;
        if depth == 0 {
            return None;
        }
        let origins = self.origins.get(at)?.as_ref()?;
        let source = usize::from(origins.pushed_by(word)?);
        let instruction = &self.code.instructions[source];
        match simple(instruction) {
            Some(Simple::Local(program::Type::I32 | program::Type::Ptr, local)) => {
                let is_written = origins.is_written(local);
                return Some(self.local(source, local, !is_written));
            }
            Some(Simple::Constant(program::Type::Ptr, _)) => return Some("null".to_owned()),
            Some(Simple::Constant(program::Type::I32, program::Operand::Constant(value))) => {
                let program::Constant::Bits(bits) = value else { return None };
                return Some((bits as u32 as i32).to_string());
            }
            Some(_) => return None,
            None => {}
        }
        match instruction {
            I::Getstatic(index) => {
                let (name, _) = name_and_type(self.pool, *index)?;
                Some(format!("{}.{name}", self.class_name(*index)?))
            }
            I::Getfield(index) => {
                let (name, _) = name_and_type(self.pool, *index)?;
                Some(match self.description(source, 0, depth - 1) {
                    Some(object) => format!("{object}.{name}"),
                    None => name.into_owned(),
                })
            }
            I::Invokevirtual(index)
            | I::Invokespecial(index)
            | I::Invokestatic(index)
            | I::Invokeinterface(index, _) => self.method_name(*index),
            I::Iaload | I::Aaload => {
                let array = self.description(source, 1, depth - 1);
                let index = self.description(source, 0, depth);
                let array = array.unwrap_or_else(|| "<array>".to_owned());
                Some(format!("{array}[{}]", index.unwrap_or_else(|| "...".to_owned())))
            }
            _ => None,
        }
    }

    /// The name of a local; without a table of names, what is known of it by its number.
    fn local(&self, at: usize, local: u16, is_parameter: bool) -> String {
        let named = self.code.locals.iter().find(|entry| {
            entry.index == local && (usize::from(entry.start)..usize::from(entry.end)).contains(&at)
        });
        if let Some(entry) = named {
            return entry.name.to_string();
        }
        if !self.is_static && local == 0 && is_parameter {
            return "this".to_owned();
        }
        let mut place = u16::from(!self.is_static);
        let parameters =
            Signature::parse(self.descriptor).into_iter().flat_map(Signature::parameters);
        for (number, (ty, _)) in parameters.enumerate() {
            if is_parameter && (place..place + ty.words()).contains(&local) {
                return format!("<parameter{}>", number + 1);
            }
            place += ty.words();
        }
        format!("<local{local}>")
    }

    /// A method with its class and parameters: `java.util.Map.get(Object)`.
    fn method_name(&self, index: u16) -> Option<String> {
        let (name, descriptor) = name_and_type(self.pool, index)?;
        let parameters: Vec<String> =
            Signature::parse(&descriptor)?.parameters().map(|(_, text)| short(text)).collect();
        Some(format!("{}.{name}({})", self.class_name(index)?, parameters.join(", ")))
    }

    /// The class of a member.
    fn class_name(&self, index: u16) -> Option<String> {
        let class = match self.pool.get(index)? {
            Constant::FieldRef { class_index, .. }
            | Constant::MethodRef { class_index, .. }
            | Constant::InterfaceMethodRef { class_index, .. } => *class_index,
            _ => return None,
        };
        let name = self.pool.try_get_class(class).ok()?.to_str_lossy();
        Some(short(&classfile::descriptor::of_class(&name)))
    }
}

fn is_call(instruction: &Instruction) -> bool {
    use Instruction as I;
    matches!(
        instruction,
        I::Invokevirtual(_) | I::Invokespecial(_) | I::Invokestatic(_) | I::Invokeinterface(..)
    )
}

/// A type as the messages write it: the two commonest classes without their package.
fn short(descriptor: &str) -> String {
    let text = external_type(descriptor);
    let element = text.trim_end_matches("[]");
    match element {
        "java.lang.Object" | "java.lang.String" => text["java.lang.".len()..].to_owned(),
        _ => text,
    }
}
