//! Functions under test that take more arguments than they have parameters: tests hand some over.
//!
//! How many there may be and of which types is in no signature. A function that reads arguments of one type gets a few of
//! that type. One that hands them on, or reads several types, and whose last parameter is a text is taken to follow a format,
//! and gets a text and a number; a run whose format asks for something else ends, since no caller would write it. The way in
//! is a function of its own with all of them as parameters, which tests write as a call of the other.

use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{
    Argument, Block, Callee, FuncId, Function, IdVec, Instruction, Linkage, Located, Operand,
    Program, RegId, Register, Terminator, Type, local_name,
};
use std::collections::{BTreeMap, BTreeSet};

/// Arguments beyond the parameters that a function is handed which reads one type.
const MORE: usize = 3;

/// What arguments of one type are called, before their number.
const LIST: &str = "value_";

/// The first of several arguments of one type.
pub const FIRST_OF_LIST: &str = "value_1";

/// Ends a run whose format asks for other arguments than there are, in the library.
const GUARD: &str = "__ferret_check_format";

/// Formats that inputs are made from.
pub const FORMATS: [&str; 3] = ["%s", "%s=%d", "abc"];

/// What stands for the file of a function that only calls another one: no file has this name.
const NOWHERE: &str = "";

/// Gives functions under test that take further arguments a way in with some; tells which.
pub fn declare(program: &mut Program) -> BTreeMap<FuncId, FuncId> {
    let mut entries = BTreeMap::new();
    let split: BTreeSet<FuncId> = program
        .catalogue
        .items
        .iter()
        .filter_map(|item| match item {
            ApiItem::Passing(passing) => Some(passing.function),
            _ => None,
        })
        .collect();
    for item in 0..program.catalogue.items.len() {
        let ApiItem::Function(callable) = &program.catalogue.items[item] else { continue };
        let function = callable.function;
        let code = &program.functions[function];
        if !code.variadic || !code.has_body() || split.contains(&function) {
            continue;
        }
        let callable = callable.clone();
        let Some(more) = more(program, &callable) else { continue };
        let entry = enter(program, &callable, &more);
        let mut params = callable.params;
        let named = more.into_iter().map(|(name, ty, _)| (name, ty));
        params.extend(named);
        let result = callable.result;
        program.catalogue.items[item] =
            ApiItem::Function(ApiCallable { function: entry, params, result });
        program.catalogue.items.push(ApiItem::Enters { function: entry, inner: function });
        entries.insert(function, entry);
    }
    entries
}

/// Names and types of further arguments, and the types of their values; none where nothing is known of them.
fn more(program: &mut Program, callable: &ApiCallable) -> Option<Vec<(String, ApiTypeId, Type)>> {
    let read = read_types(&program.functions[callable.function]);
    if read.len() == 1 {
        let ty = read.into_iter().next()?;
        let of = spelled(program, ty)?;
        return Some((1..=MORE).map(|number| (format!("{LIST}{number}"), of, ty)).collect());
    }
    let (_, last) = callable.params.last()?;
    let target = program.catalogue.pointee(*last)?;
    let is_text = matches!(program.catalogue.shape(target), Some(ApiType::Char { bits: 8, .. }));
    if !is_text || program.function_named(GUARD).is_none() {
        return None;
    }
    let (text, number) = (spelled(program, Type::Ptr)?, spelled(program, Type::I32)?);
    Some(vec![("text".to_owned(), text, Type::Ptr), ("number".to_owned(), number, Type::I32)])
}

/// The types of further arguments that a function reads: clang gives each read a block that ends the choice between
/// registers and memory.
fn read_types(function: &Function) -> BTreeSet<Type> {
    let ends = function.blocks.values().filter(|block| block.label.starts_with("vaarg.end"));
    let loads = ends.filter_map(|block| {
        block.instructions.iter().find_map(|instruction| match &instruction.node {
            Instruction::Load { ty, .. } => Some(*ty),
            _ => None,
        })
    });
    loads.collect()
}

/// How the catalogue spells the type of a value.
fn spelled(program: &mut Program, ty: Type) -> Option<ApiTypeId> {
    let types = &mut program.catalogue.types;
    let spelled = match ty {
        Type::I32 => ApiType::Int { bits: 32, signed: true },
        Type::I64 => ApiType::Int { bits: 64, signed: true },
        Type::F64 => ApiType::F64,
        Type::Ptr => {
            let letter = types.push(ApiType::Char { bits: 8, signed: true });
            let constant = types.push(ApiType::Const(letter));
            ApiType::Pointer(constant)
        }
        _ => return None,
    };
    Some(types.push(spelled))
}

/// A function that calls another one with all its parameters.
fn enter(
    program: &mut Program,
    callable: &ApiCallable,
    more: &[(String, ApiTypeId, Type)],
) -> FuncId {
    let inner = &program.functions[callable.function];
    let mut registers: IdVec<RegId, Register> = IdVec::new();
    for (index, ty) in inner.parameter_types().enumerate() {
        registers.push(Register { name: format!("given_{index}"), ty });
    }
    for (name, _, ty) in more {
        registers.push(Register { name: name.clone(), ty: *ty });
    }
    let params = registers.len() as u32;
    let pass = |(register, of): (RegId, &Register)| Argument {
        ty: of.ty,
        value: Operand::Register(register),
    };
    let arguments: Vec<Argument> = registers.iter().map(pass).collect();
    let mut instructions = Vec::new();
    let last = inner.params.checked_sub(1).map(RegId);
    let is_format = more.iter().any(|(_, _, ty)| *ty == Type::I32) && more.len() == 2;
    if let (Some(guard), Some(last), true) = (program.function_named(GUARD), last, is_format) {
        let text = RegId(last.0 + 1);
        let pass = |register| Argument { ty: Type::Ptr, value: Operand::Register(register) };
        let arguments = vec![pass(last), pass(text)];
        let callee = Callee::Direct(guard);
        instructions.push(Located::nowhere(Instruction::Call {
            dst: None,
            result: None,
            callee,
            arguments,
        }));
    }
    let result = inner.result;
    let dst = result.map(|ty| registers.push(Register { name: "result".to_owned(), ty }));
    let callee = Callee::Direct(callable.function);
    instructions.push(Located::nowhere(Instruction::Call { dst, result, callee, arguments }));
    let block = Block {
        label: "entry".to_owned(),
        handlers: None,
        instructions,
        terminator: Located::nowhere(Terminator::Return(dst.map(Operand::Register))),
    };
    let (name, span) = (local_name(NOWHERE, inner.source_name()), inner.span);
    program.functions.push(Function {
        name,
        home: Some(NOWHERE.to_owned()),
        linkage: Linkage::Private,
        params,
        variadic: false,
        result,
        registers,
        blocks: [block].into_iter().collect(),
        decisions: IdVec::new(),
        handlers: IdVec::new(),
        counters: 0,
        span,
    })
}

/// How many arguments a format asks for.
pub fn asked_for(format: &[u8]) -> usize {
    let mut count = 0;
    let mut letters = format.iter();
    while let Some(letter) = letters.next() {
        if *letter == b'%' && letters.next().is_some_and(|next| *next != b'%') {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_asks_for_an_argument_for_each_conversion() {
        assert_eq!(asked_for(b"100%% of %s"), 1);
        assert_eq!(asked_for(b"%s=%5d"), 2);
        assert_eq!(asked_for(b"abc"), 0);
    }
}
