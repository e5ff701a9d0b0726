//! Tests of characters by glibc's table become calls of functions that compare.
//!
//! `isdigit(c)` is a macro of glibc's that reads a table and tests a bit: `(*__ctype_b_loc())[c] & 2048`. What the bit
//! says of `c` stays unknown to a search, and a solver has to look through the table. The library has a function for
//! each bit that gives the same number by comparing `c`; the table is still read, so that what lies outside of it traps.

use program::{
    Argument, BinaryOp, Callee, Constant, ConvertOp, FuncId, Function, Instruction, Operand,
    Program, RegId, Type,
};
use std::collections::BTreeMap;

/// The bits of the table and the functions that tell them.
const CLASSES: [(u128, &str); 12] = [
    (1 << 8, "__ferret_is_upper"),
    (1 << 9, "__ferret_is_lower"),
    (1 << 10, "__ferret_is_alpha"),
    (1 << 11, "__ferret_is_digit"),
    (1 << 12, "__ferret_is_xdigit"),
    (1 << 13, "__ferret_is_space"),
    (1 << 14, "__ferret_is_print"),
    (1 << 15, "__ferret_is_graph"),
    (1 << 0, "__ferret_is_blank"),
    (1 << 1, "__ferret_is_cntrl"),
    (1 << 2, "__ferret_is_punct"),
    (1 << 3, "__ferret_is_alnum"),
];

/// The functions that look into the table and those that tell its bits, by the bit.
#[derive(Debug)]
pub(crate) struct Characters {
    table: FuncId,
    by_bit: BTreeMap<u128, FuncId>,
}

/// What is known of a register.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Seen {
    /// Where the address of the table is.
    Handle,
    Table,
    /// The place in it of what this is.
    Place(Operand),
    /// What stands there.
    Entry(Operand),
}

impl Characters {
    /// The functions of a program, if it has them.
    pub fn of(program: &Program) -> Option<Self> {
        let table = program.function_named("__ctype_b_loc")?;
        let known = CLASSES.iter();
        let by_bit =
            known.filter_map(|(bit, name)| Some((*bit, program.function_named(name)?))).collect();
        Some(Self { table, by_bit })
    }

    /// Rewrites the tests of a function, one instruction for one.
    pub fn rewrite(&self, function: &mut Function) {
        for id in function.blocks.ids() {
            let mut seen: BTreeMap<RegId, Seen> = BTreeMap::new();
            for located in &mut function.blocks[id].instructions {
                if let Some(call) = self.call(&located.node, &seen) {
                    located.node = call;
                }
                let Some(register) = located.node.destination() else { continue };
                let now = self.look(&located.node, &seen);
                let of_it = |it: &Seen| {
                    matches!(it, Seen::Place(of) | Seen::Entry(of)
                    if *of == Operand::Register(register))
                };
                seen.retain(|_, it| !of_it(it));
                match now {
                    Some(now) => seen.insert(register, now),
                    None => seen.remove(&register),
                };
            }
        }
    }

    /// What an instruction gives.
    fn look(&self, instruction: &Instruction, seen: &BTreeMap<RegId, Seen>) -> Option<Seen> {
        let known = |operand| match operand {
            Operand::Register(register) => seen.get(&register).copied(),
            Operand::Constant(_) => None,
        };
        match *instruction {
            Instruction::Call { callee: Callee::Direct(callee), .. } if callee == self.table => {
                Some(Seen::Handle)
            }
            Instruction::Load { ty: Type::Ptr, address, offset: 0, .. } => {
                (known(address)? == Seen::Handle).then_some(Seen::Table)
            }
            Instruction::Address { base, index, scale: 2, offset: 0, .. } => {
                (known(base)? == Seen::Table).then_some(Seen::Place(index))
            }
            Instruction::Load { ty: Type::Int(16), address, offset: 0, .. } => {
                match known(address)? {
                    Seen::Place(index) => Some(Seen::Entry(index)),
                    _ => None,
                }
            }
            Instruction::Convert { op: ConvertOp::ZExt, to: Type::Int(32), value, .. } => {
                known(value).filter(|it| matches!(it, Seen::Entry(_)))
            }
            _ => None,
        }
    }

    /// The call that an instruction becomes.
    fn call(&self, instruction: &Instruction, seen: &BTreeMap<RegId, Seen>) -> Option<Instruction> {
        let Instruction::Binary {
            op: BinaryOp::And,
            ty: Type::Int(32),
            dst,
            left: Operand::Register(entry),
            right: Operand::Constant(Constant::Bits(bit)),
            ..
        } = *instruction
        else {
            return None;
        };
        let (Seen::Entry(index), callee) = (*seen.get(&entry)?, *self.by_bit.get(&bit)?) else {
            return None;
        };
        Some(Instruction::Call {
            dst: Some(dst),
            result: Some(Type::I32),
            callee: Callee::Direct(callee),
            arguments: vec![Argument { ty: Type::I64, value: index }],
        })
    }
}
