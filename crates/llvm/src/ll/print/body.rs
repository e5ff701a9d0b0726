//! Writing blocks and instructions.

use std::fmt::Write;

use program::id::IdVec;

use super::value::{bare_or_quoted, quoted};
use super::{Printer, put};
use crate::ll::ast::{
    Access, Block, BlockId, Call, Callee, DebugRecord, DebugRecordKind, Instruction,
    InstructionKind, Local, LocalId, NodeId, Operand, TailKind, Terminator, TerminatorKind, Type,
    TypeId,
};

type Locals<'l, 'a> = &'l IdVec<LocalId, Local<'a>>;
type Blocks<'l, 'a> = &'l IdVec<BlockId, Block<'a>>;

impl<'a> Printer<'_, 'a> {
    pub fn body(
        &mut self,
        blocks: Blocks<'_, 'a>,
        locals: Locals<'_, 'a>,
        debug: &[DebugRecord<'a>],
    ) {
        let mut records = debug.iter().peekable();
        for (id, block) in blocks.iter() {
            if !block.name.is_empty() {
                put!(self, "{}:\n", bare_or_quoted(block.name));
            }
            for index in 0..=block.instructions.len() {
                while let Some(record) =
                    records.next_if(|record| record.block == id && record.index as usize == index)
                {
                    self.debug_record(record, locals);
                }
                self.out.push_str("  ");
                match block.instructions.get(index) {
                    Some(instruction) => self.instruction(instruction, blocks, locals),
                    None => self.terminator(&block.terminator, blocks, locals),
                }
            }
        }
    }

    fn debug_record(&mut self, record: &DebugRecord<'a>, locals: Locals<'_, 'a>) {
        let keyword = match record.kind {
            DebugRecordKind::Declare => "declare",
            DebugRecordKind::Value => "value",
            DebugRecordKind::Label => "label",
            // What is left of an assignment is the value.
            DebugRecordKind::Assign => "value",
        };
        put!(self, "    #dbg_{keyword}(");
        if record.kind != DebugRecordKind::Label {
            match record.value {
                Some(value) => self.typed(value, locals),
                None => self.out.push_str("!{}"),
            }
            self.out.push_str(", ");
        }
        self.reference(record.variable);
        if record.kind != DebugRecordKind::Label {
            self.out.push_str(", ");
            self.metadata(&record.expression);
        }
        self.out.push_str(", ");
        self.reference(record.location);
        self.out.push_str(")\n");
    }

    fn reference(&mut self, node: Option<NodeId>) {
        match node {
            Some(node) => put!(self, "!{}", node.0),
            None => self.out.push_str("!{}"),
        }
    }

    fn location(&mut self, location: Option<NodeId>) {
        if let Some(node) = location {
            put!(self, ", !dbg !{}", node.0);
        }
        self.out.push('\n');
    }

    fn instruction(
        &mut self,
        instruction: &Instruction<'a>,
        blocks: Blocks<'_, 'a>,
        locals: Locals<'_, 'a>,
    ) {
        if let Some(local) = instruction.result.map(|result| &locals[result])
            && !local.name.is_empty()
        {
            self.local_name(local);
            self.out.push_str(" = ");
        }
        use InstructionKind as I;
        match &instruction.kind {
            I::Binary { op, flags, left, right } => {
                put!(self, "{} ", op.keyword());
                self.flags(*flags);
                self.pair(*left, *right, locals);
            }
            I::FloatNegate { flags, value } => {
                self.out.push_str("fneg ");
                self.flags(*flags);
                self.typed(*value, locals);
            }
            I::ExtractElement { vector, index } => {
                self.list("extractelement ", &[*vector, *index], locals);
            }
            I::InsertElement { vector, element, index } => {
                self.list("insertelement ", &[*vector, *element, *index], locals);
            }
            I::ShuffleVector { left, right, mask } => {
                self.list("shufflevector ", &[*left, *right, Operand::Constant(*mask)], locals);
            }
            I::ExtractValue { aggregate, indices } => {
                self.list("extractvalue ", &[*aggregate], locals);
                indices.iter().for_each(|index| put!(self, ", {index}"));
            }
            I::InsertValue { aggregate, element, indices } => {
                self.list("insertvalue ", &[*aggregate, *element], locals);
                indices.iter().for_each(|index| put!(self, ", {index}"));
            }
            I::Alloca { ty, count, align } => {
                self.out.push_str("alloca ");
                self.ty(*ty);
                if let Some(count) = count {
                    self.out.push_str(", ");
                    self.typed(*count, locals);
                }
                self.align(*align);
                if let Some(Type::Pointer(space @ 1..)) =
                    instruction.result.map(|result| &self.module.types[locals[result].ty])
                {
                    put!(self, ", addrspace({space})");
                }
            }
            I::Load { ty, pointer, access } => {
                self.access("load ", access);
                self.ty(*ty);
                self.out.push_str(", ");
                self.typed(*pointer, locals);
                self.ordering(access);
            }
            I::Store { value, pointer, access } => {
                self.access("store ", access);
                self.list("", &[*value, *pointer], locals);
                self.ordering(access);
            }
            I::Fence { ordering } => put!(self, "fence {}", ordering.keyword()),
            I::CompareExchange { pointer, expected, replacement, weak, access, failure } => {
                let volatile = if access.volatile { "volatile " } else { "" };
                put!(self, "cmpxchg {}{volatile}", if *weak { "weak " } else { "" });
                self.list("", &[*pointer, *expected, *replacement], locals);
                if let Some(ordering) = access.ordering {
                    put!(self, " {}", ordering.keyword());
                }
                put!(self, " {}", failure.keyword());
                self.align(access.align);
            }
            I::AtomicRmw { op, pointer, value, access } => {
                let volatile = if access.volatile { "volatile " } else { "" };
                put!(self, "atomicrmw {volatile}{} ", op.keyword());
                self.list("", &[*pointer, *value], locals);
                self.ordering(access);
            }
            I::GetElementPointer { flags, element, base, indices } => {
                self.out.push_str("getelementptr ");
                self.flags(*flags);
                self.ty(*element);
                for operand in std::iter::once(base).chain(indices) {
                    self.out.push_str(", ");
                    self.typed(*operand, locals);
                }
            }
            I::Cast { op, flags, value, to } => {
                put!(self, "{} ", op.keyword());
                self.flags(*flags);
                self.typed(*value, locals);
                self.out.push_str(" to ");
                self.ty(*to);
            }
            I::IntCompare { predicate, left, right } => {
                put!(self, "icmp {} ", predicate.keyword());
                self.pair(*left, *right, locals);
            }
            I::FloatCompare { predicate, flags, left, right } => {
                self.out.push_str("fcmp ");
                self.flags(*flags);
                put!(self, "{} ", predicate.keyword());
                self.pair(*left, *right, locals);
            }
            I::Phi { incoming } => {
                self.out.push_str("phi ");
                if let Some(result) = instruction.result {
                    self.ty(locals[result].ty);
                }
                for (index, (value, from)) in incoming.iter().enumerate() {
                    self.out.push_str(if index == 0 { " [ " } else { ", [ " });
                    self.operand(*value, locals);
                    put!(self, ", %{} ]", bare_or_quoted(blocks[*from].name));
                }
            }
            I::Select { condition, when_true, when_false } => {
                self.list("select ", &[*condition, *when_true, *when_false], locals);
            }
            I::Freeze { value } => self.list("freeze ", &[*value], locals),
            I::Call(call) => self.call(call, locals),
            I::VaArg { list, ty } => {
                self.list("va_arg ", &[*list], locals);
                self.out.push_str(", ");
                self.ty(*ty);
            }
        }
        self.location(instruction.location);
    }

    fn call(&mut self, call: &Call<'a>, locals: Locals<'_, 'a>) {
        self.out.push_str(match call.tail {
            TailKind::None => "call ",
            TailKind::Tail => "tail call ",
            TailKind::MustTail => "musttail call ",
            TailKind::NoTail => "notail call ",
        });
        self.parameter_attributes(&call.result_attributes);
        match &self.module.types[call.function_type] {
            Type::Function { result, variadic: false, .. } => self.ty(*result),
            _ => self.ty(call.function_type),
        }
        self.out.push(' ');
        match &call.callee {
            Callee::Address(address) => self.operand(*address, locals),
            Callee::Asm(asm) => {
                let effects = if asm.side_effects { "sideeffect " } else { "" };
                put!(self, "asm {effects}{}, {}", quoted(&asm.text), quoted(&asm.constraints));
            }
        }
        self.out.push('(');
        for (index, argument) in call.arguments.iter().enumerate() {
            self.separate(index);
            self.operand_type(argument.value, locals);
            self.out.push(' ');
            self.parameter_attributes(&argument.attributes);
            self.operand(argument.value, locals);
        }
        self.out.push(')');
        self.attributes(&call.attributes, false);
        for group in &call.attribute_groups {
            put!(self, " #{group}");
        }
        for (index, bundle) in call.bundles.iter().enumerate() {
            self.out.push_str(if index == 0 { " [ " } else { ", " });
            put!(self, "{}(", quoted(&bundle.name));
            self.list("", &bundle.operands, locals);
            self.out.push(')');
        }
        if !call.bundles.is_empty() {
            self.out.push_str(" ]");
        }
    }

    fn terminator(
        &mut self,
        terminator: &Terminator,
        blocks: Blocks<'_, 'a>,
        locals: Locals<'_, 'a>,
    ) {
        let label = |id: &BlockId| format!("label %{}", bare_or_quoted(blocks[*id].name));
        match &terminator.kind {
            TerminatorKind::Return(None) => self.out.push_str("ret void"),
            TerminatorKind::Return(Some(value)) => self.list("ret ", &[*value], locals),
            TerminatorKind::Jump(target) => put!(self, "br {}", label(target)),
            TerminatorKind::Branch { condition, when_true, when_false } => {
                self.list("br ", &[*condition], locals);
                put!(self, ", {}, {}", label(when_true), label(when_false));
            }
            TerminatorKind::Switch { value, default, cases } => {
                self.list("switch ", &[*value], locals);
                put!(self, ", {} [", label(default));
                for case in cases {
                    self.out.push_str("\n    ");
                    self.typed_constant(case.value);
                    put!(self, ", {}", label(&case.target));
                }
                self.out.push_str("\n  ]");
            }
            TerminatorKind::IndirectBranch { address, targets } => {
                self.list("indirectbr ", &[*address], locals);
                let targets: Vec<String> = targets.iter().map(label).collect();
                put!(self, ", [{}]", targets.join(", "));
            }
            TerminatorKind::Unreachable => self.out.push_str("unreachable"),
        }
        self.location(terminator.location);
    }

    fn access(&mut self, keyword: &str, access: &Access) {
        self.out.push_str(keyword);
        if access.ordering.is_some() {
            self.out.push_str("atomic ");
        }
        if access.volatile {
            self.out.push_str("volatile ");
        }
    }

    fn ordering(&mut self, access: &Access) {
        if let Some(ordering) = access.ordering {
            put!(self, " {}", ordering.keyword());
        }
        self.align(access.align);
    }

    fn align(&mut self, align: u32) {
        if align != 0 {
            put!(self, ", align {align}");
        }
    }

    /// A keyword and operands with their types.
    fn list(&mut self, keyword: &str, operands: &[Operand], locals: Locals<'_, 'a>) {
        self.out.push_str(keyword);
        for (index, operand) in operands.iter().enumerate() {
            self.separate(index);
            self.typed(*operand, locals);
        }
    }

    /// Two operands of one type.
    fn pair(&mut self, left: Operand, right: Operand, locals: Locals<'_, 'a>) {
        self.typed(left, locals);
        self.out.push_str(", ");
        self.operand(right, locals);
    }

    fn typed(&mut self, operand: Operand, locals: Locals<'_, 'a>) {
        self.operand_type(operand, locals);
        self.out.push(' ');
        self.operand(operand, locals);
    }

    fn operand_type(&mut self, operand: Operand, locals: Locals<'_, 'a>) {
        let ty: TypeId = match operand {
            Operand::Local(local) => locals[local].ty,
            Operand::Constant(constant) => self.module.constants[constant].ty,
            Operand::Metadata(_) => return self.out.push_str("metadata"),
        };
        self.ty(ty);
    }

    fn operand(&mut self, operand: Operand, locals: Locals<'_, 'a>) {
        let module = self.module;
        match operand {
            Operand::Local(local) => self.local_name(&locals[local]),
            Operand::Constant(constant) => self.constant(constant),
            Operand::Metadata(index) => self.metadata(&module.metadata_arguments[index as usize]),
        }
    }
}
