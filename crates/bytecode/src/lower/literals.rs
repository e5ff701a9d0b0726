//! The classes that code names as values: `String.class`, `int.class`.

use super::constants::{class_name, member};
use crate::world::{MethodKey, World};
use classfile::descriptor::{JType, of_class};
use program::ClassId;
use ristretto_classfile::ConstantPool;
use ristretto_classfile::attributes::Instruction;

/// The descriptors of what the methods of a class name so, each once, in the order of the code.
pub fn class_literals(world: &mut World, class: ClassId) -> Vec<String> {
    let Ok(pool) = world.pool(class) else { return Vec::new() };
    let mut found = Vec::new();
    for index in 0..world.info(class).methods.len() as u32 {
        let key = MethodKey { class, index };
        if !world.method_info(key).has_code {
            continue;
        }
        let Ok(code) = world.code(key) else { continue };
        for instruction in &code.instructions {
            let named = literal(&pool, instruction).filter(|named| !found.contains(named));
            found.extend(named);
        }
    }
    found
}

fn literal(pool: &ConstantPool<'static>, instruction: &Instruction) -> Option<String> {
    match instruction {
        Instruction::Ldc(index) => Some(of_class(&class_name(pool, u16::from(*index)).ok()?)),
        Instruction::Ldc_w(index) => Some(of_class(&class_name(pool, *index).ok()?)),
        // That is how the class of a primitive type is compiled.
        Instruction::Getstatic(index) => {
            let field = member(pool, *index).ok().filter(|field| field.name == "TYPE")?;
            JType::wrapped_by(&field.class)?.letter().map(String::from)
        }
        _ => None,
    }
}
