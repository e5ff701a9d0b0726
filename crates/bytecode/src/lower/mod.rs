//! From bytecode to the IR: the operand stack becomes registers.
//!
//! Inside a block the stack is symbolic: `iload a; iload b; iadd; istore c` is one instruction. Values
//! that are still on the stack where several ways meet go into registers that belong to the depth of
//! the stack. Blocks are lowered in the order in which they are found, each once; what is known on a
//! block's only way in (who is not null, which classes are initialised) is known in it.

mod arithmetic;
mod arrays;
mod blocks;
mod branches;
mod bytecode;
mod calls;
mod constants;
mod decisions;
mod diamonds;
mod dispatch;
mod emit;
mod exceptions;
mod fields;
mod literals;
mod locals;
mod measure;
mod null;
mod objects;
mod repeated;
mod runtime;
mod sources;
mod stack;

use std::sync::Arc;

use classfile::code::Code;
use classfile::descriptor::Signature;
use classfile::error::LoadError;
use jacoco::Probe;
use program::{
    Block, BlockId, ClassId, FileId, FuncId, Function, Id, Instruction, Located, Program, RegId,
    Span, Terminator, Type,
};
use ristretto_classfile::ConstantPool;
use thiserror::Error;

use crate::world::{MethodKey, Role, World};
use blocks::Plan;
pub use literals::class_literals;
use locals::Locals;
use measure::Measure;
pub use null::null_message;
use stack::{Entry, RegisterKind};

/// Why a method has no code in the IR.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum LowerError {
    /// Its class file breaks a rule that the JVM's verifier would find broken.
    #[error("{0}")]
    Malformed(#[from] Malformed),
    /// Something that it cannot do without cannot be loaded.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// There is no bytecode to lower.
    #[error("it has no bytecode")]
    Nothing,
    /// It has subroutines and begins with a loop, which no compiler made.
    #[error("it has subroutines (`jsr`) and begins with a loop, which is not supported")]
    Subroutine,
    /// It has too many values for one function.
    #[error("it needs more than {} registers", program::verify::MOST_REGISTERS)]
    TooLarge,
}

/// How bytecode can be broken.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum Malformed {
    /// No instruction at all.
    #[error("its bytecode is empty")]
    Empty,
    /// The last instruction does not end the method.
    #[error("its bytecode goes on behind its end")]
    End,
    /// A jump out of the method.
    #[error("a jump leads out of its bytecode")]
    Target,
    /// Too little on the operand stack.
    #[error("an instruction takes from an empty stack")]
    Underflow,
    /// Something else on the operand stack.
    #[error("an instruction finds a value of another type on the stack")]
    StackType,
    /// Stacks that differ where ways meet.
    #[error("ways meet with different stacks")]
    StackShape,
    /// An index that leads to no fitting constant.
    #[error("an index leads to no fitting entry of the constant pool")]
    Constant,
    /// A descriptor that is none.
    #[error("a descriptor cannot be read")]
    Descriptor,
    /// An instruction that class files must not have.
    #[error("it has an instruction that class files must not have")]
    Reserved,
}

/// Gives a function its body: that of its method, of its class's initialisation, or of the part of the
/// run-time that it stands for.
pub fn body(world: &mut World, program: &mut Program, function: FuncId) -> Result<(), LowerError> {
    match world.role(function).clone() {
        Role::Method(method) => method_body(world, program, function, method),
        Role::Initializer(class) => runtime::initializer(world, program, function, class),
        Role::Thrower(thrower) => runtime::thrower(world, program, function, &thrower),
        _ => Err(LowerError::Nothing),
    }
}

fn method_body(
    world: &mut World,
    program: &mut Program,
    id: FuncId,
    method: MethodKey,
) -> Result<(), LowerError> {
    let info = world.info(method.class);
    let declared = info.methods.get(method.index as usize).ok_or(LowerError::Nothing)?;
    let (descriptor, is_static) = (Arc::clone(&declared.descriptor), declared.is_static());
    let source = source_name(info);
    let code = world.code(method)?;
    let pool = world.pool(method.class)?;
    let signature = Signature::parse(&descriptor).ok_or(Malformed::Descriptor)?;
    let plan = Plan::new(&code.instructions, &code.handlers)?;

    let declared = &program.functions[id];
    let mut function = Function {
        name: declared.name.clone(),
        linkage: declared.linkage,
        params: declared.params,
        result: declared.result,
        registers: declared.registers.clone(),
        ..Function::default()
    };
    let mut places = Vec::with_capacity(function.params as usize);
    let mut next = 0;
    if !is_static {
        places.push(0);
        next = 1;
    }
    for (ty, _) in signature.parameters() {
        places.push(next);
        next += ty.words();
    }
    let locals = Locals::new(&code, &mut function.registers, &places, !is_static);
    let file = source.map(|source| world.source(program, &source));
    let this_is_kept = !is_static
        && !code
            .instructions
            .iter()
            .any(|instruction| locals::written(instruction).is_some_and(|(_, place)| place == 0));
    let result = function.result;
    let measure = Measure::of(world, method, &code)?;
    let mut body = Body {
        measure,
        source: SourceLines {
            file,
            first_line: code.lines.iter().map(|&(_, line)| u32::from(line)).min(),
            span: None,
        },
        registers: Registers::default(),
        blocks: Blocks {
            entries: vec![None; plan.len()],
            finished: (0..plan.len()).map(|_| None).collect(),
            open: Vec::new(),
            current: Function::ENTRY,
        },
        in_block: InBlock::default(),
        world,
        program,
        class: method.class,
        pool,
        code: &code,
        plan,
        function,
        result,
        locals,
        this_is_kept,
        at: 0,
        instructions: Vec::new(),
        stack: Vec::new(),
        known: Known::default(),
        throwers: [None; emit::OFTEN],
    };
    body.lower()?;
    let measure = body.measure.take();
    let mut function = body.finish()?;
    if let Some(measure) = measure {
        world.keep_measured(id, measure.finish(&mut function));
    }
    program.functions[id] = function;
    world.forget_code(method);
    Ok(())
}

/// The name of a class's source file with its package: `java/lang/String.java`.
fn source_name(info: &crate::world::ClassInfo) -> Option<String> {
    let file = info.source_file.as_deref()?;
    let package = info.package();
    Some(if package.is_empty() { file.to_owned() } else { format!("{package}/{file}") })
}

/// What is known at a place in a block.
#[derive(Clone, Default, Debug)]
struct Known {
    /// Registers that are not null.
    not_null: Vec<RegId>,
    /// Classes whose initialisation has begun.
    initialised: Vec<ClassId>,
}

/// How a block is entered.
#[derive(Clone, Debug)]
struct Arrival {
    stack: Vec<Entry>,
    known: Known,
}

/// A method being lowered.
struct Body<'a> {
    world: &'a mut World,
    program: &'a mut Program,
    class: ClassId,
    pool: Arc<ConstantPool<'static>>,
    code: &'a Code,
    plan: Plan,
    function: Function,
    result: Option<Type>,
    locals: Locals,
    /// Whether the first local is `this` all along.
    this_is_kept: bool,
    source: SourceLines,
    registers: Registers,
    blocks: Blocks,
    in_block: InBlock,
    /// The bytecode instruction at hand.
    at: usize,
    instructions: Vec<Located<Instruction>>,
    stack: Vec<Entry>,
    known: Known,
    /// The functions that throw, once they were asked for.
    throwers: [Option<FuncId>; emit::OFTEN],
    /// What is counted, if that is asked for.
    measure: Option<Measure>,
}

/// Where the code stands in the source.
struct SourceLines {
    file: Option<FileId>,
    first_line: Option<u32>,
    /// The line of the instruction at hand.
    span: Option<Span>,
}

/// The registers that take the place of the operand stack.
#[derive(Default)]
struct Registers {
    /// Those that values are in where ways meet: by depth, one for each type.
    stack_registers: Vec<Vec<(Type, RegId)>>,
    /// Those for what is on the stack in between.
    temporaries: [Vec<RegId>; RegisterKind::COUNT],
    /// Those that the instruction at hand still needs, though they are not on the stack.
    held: Vec<RegId>,
}

/// How far the blocks have come.
struct Blocks {
    /// By block: how it is entered, once that is known.
    entries: Vec<Option<Arrival>>,
    /// By block: its code, once it is lowered.
    finished: Vec<Option<Block>>,
    /// Blocks that wait to be lowered.
    open: Vec<BlockId>,
    /// The block at hand.
    current: BlockId,
}

/// What one instruction leaves for later ones of the same block.
#[derive(Default)]
struct InBlock {
    /// A three-way comparison that the branch after it takes up.
    comparison: Option<branches::ThreeWay>,
    /// The element of an array that was last used.
    element: Option<arrays::Element>,
    /// The constants that the block needs made.
    constants: Option<constants::Pending>,
}

/// What comes after an instruction.
enum Next {
    /// The one after it.
    On,
    /// Another one, in the same block.
    At(usize),
    /// Nothing: the block is at its end.
    End(Terminator),
}

impl Body<'_> {
    fn lower(&mut self) -> Result<(), LowerError> {
        self.handler_tables()?;
        let entry = Function::ENTRY;
        let has_subroutines = bytecode::returns(&self.code.instructions).next().is_some();
        self.blocks.entries[entry.index()] =
            Some(Arrival { stack: Vec::new(), known: Known::default() });
        self.blocks.open.push(entry);
        while let Some(block) = self.blocks.open.pop() {
            self.block(block)?;
        }
        if has_subroutines {
            if !self.plan.has_one_way(entry) {
                return Err(LowerError::Subroutine);
            }
            self.clear_locals();
        }
        Ok(())
    }

    /// Lowers one block.
    fn block(&mut self, block: BlockId) -> Result<(), LowerError> {
        let Some(arrival) = &mut self.blocks.entries[block.index()] else { return Ok(()) };
        // Ways that come later must bring the same stack, but nothing else.
        self.stack.clone_from(&arrival.stack);
        self.known = std::mem::take(&mut arrival.known);
        self.in_block.comparison = None;
        self.in_block.element = None;
        self.blocks.current = block;
        let start = self.plan.starts[block] as usize;
        let region = self.plan.region(start);
        if block == Function::ENTRY {
            self.count_entry();
        }
        self.open_handlers(region)?;
        let mut at = start;
        let (depth, mut pure) = (self.depth(), true);
        let terminator = loop {
            if at != start
                && let Some(next) = self.plan.block_at(at)
            {
                break Terminator::Jump(self.edge(next)?);
            }
            self.stand_at(at);
            match self.instruction()? {
                Next::On => {
                    at += 1;
                    self.count(Probe::Before(at as u32));
                }
                Next::At(next) => at = next,
                Next::End(terminator) => break terminator,
            }
            if at >= self.code.instructions.len() {
                return Err(Malformed::End.into());
            }
            // A statement ends where nothing more is on the stack than before it.
            pure &= self.depth() > depth;
        };
        if let Some(measure) = self.measure.as_mut().filter(|_| pure) {
            measure.noticed.pure.insert(block);
        }
        self.make_constants();
        let offset = self.code.offsets[start];
        let block_body = Block {
            label: if block == Function::ENTRY { "entry".to_owned() } else { format!("L{offset}") },
            handlers: (region > 0).then(|| program::HandlerTableId(u32::from(region) - 1)),
            instructions: self.instructions.drain(..).collect(),
            terminator: Located { node: terminator, span: self.source.span },
        };
        self.blocks.finished[block.index()] = Some(block_body);
        Ok(())
    }

    /// How many values are on the stack.
    fn depth(&self) -> usize {
        self.stack.len() + usize::from(self.in_block.comparison.is_some())
    }

    /// Moves on to an instruction.
    fn stand_at(&mut self, at: usize) {
        self.at = at;
        self.registers.held.clear();
        let line = self.code.line(at as u16).map(u32::from);
        self.source.span = match (self.source.file, line) {
            (Some(file), Some(line)) => Some(line_span(file, line)),
            _ => None,
        };
    }

    /// The function, whole.
    fn finish(mut self) -> Result<Function, LowerError> {
        if self.function.registers.len() > program::verify::MOST_REGISTERS {
            return Err(LowerError::TooLarge);
        }
        let unreachable = |label: String| Block {
            label,
            handlers: None,
            instructions: Vec::new(),
            terminator: Located::nowhere(Terminator::Unreachable),
        };
        for (number, block) in std::mem::take(&mut self.blocks.finished).into_iter().enumerate() {
            let offset = self.code.offsets[self.plan.starts[BlockId::new(number)] as usize];
            let block = block.unwrap_or_else(|| unreachable(format!("L{offset}")));
            self.function.blocks.push(block);
        }
        self.function.span = match (self.source.file, self.source.first_line) {
            (Some(file), Some(line)) => Some(line_span(file, line)),
            _ => None,
        };
        repeated::take_out(&mut self.function);
        Ok(self.function)
    }
}

/// A whole line: class files know no columns.
fn line_span(file: FileId, line: u32) -> Span {
    Span { file, line, column: 1, end_line: line, end_column: 1 }
}
