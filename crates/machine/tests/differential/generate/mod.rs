//! Random programs without undefined behaviour, whole and reproducible from a seed.
//!
//! Code is made from the outside in: statements nest, registers and pointers are known where they are in
//! scope, and every pointer is known with the room around it, so that accesses stay inside by
//! construction. Arithmetic may trap; memory does not.

mod body;
mod calls;
mod constants;
mod flow;
mod memory;
mod values;

use fastrand::Rng;
use program::{
    Class, ClassId, FuncId, Function, Global, GlobalId, Id, IdVec, Instruction, Operand, Program,
    Register, Relocation, RelocationTarget, SelectorId, Terminator, Type,
};

use body::Body;
pub use constants::{any_bits, any_type};

/// A program, what is called in it, and with what.
#[derive(Clone)]
pub struct Case {
    /// The seed it was made from.
    pub seed: u64,
    /// The program.
    pub program: Program,
    /// The function that is called.
    pub entry: FuncId,
    /// Globals whose bytes are compared, with the functions that read eight of them.
    pub watched: Vec<(GlobalId, FuncId)>,
    /// Type and number of the elements of the array that is the entry's first argument.
    pub array: Option<(Type, u32)>,
    /// One run each.
    pub vectors: Vec<Inputs>,
}

/// The inputs of one run.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The elements of the array.
    pub elements: Vec<u128>,
    /// The other arguments.
    pub scalars: Vec<u128>,
}

/// What can be handed to a function or given back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ValueKind {
    /// A number.
    Value(Type),
    /// The address of at least [`ROOM`] bytes.
    Data,
    /// The address of a managed object of class [`BASE`].
    Object,
}

impl ValueKind {
    fn ty(self) -> Type {
        match self {
            ValueKind::Value(ty) => ty,
            ValueKind::Data | ValueKind::Object => Type::Ptr,
        }
    }
}

/// How many bytes a handed-over address has behind it.
pub const ROOM: i64 = 16;
/// Entries of the table of addresses and of the table of functions: a power of two.
pub const CELLS: i64 = 4;

/// The root of the classes; the others of [`CLASSES`] are below it.
pub const BASE: ClassId = ClassId(0);
/// The classes that have instances: a root, one below it, and one below that.
pub const CLASSES: [ClassId; 3] = [ClassId(0), ClassId(1), ClassId(2)];
/// The class of arrays of `i32`.
pub const ARRAY: ClassId = ClassId(3);
/// The size of an instance of any class.
pub const INSTANCE: u32 = 24;
/// The one virtual method: `(ptr, i32) -> i64`.
pub const SELECTOR: SelectorId = SelectorId(0);

/// What a function takes and gives.
#[derive(Clone, Default)]
pub struct Signature {
    pub params: Vec<ValueKind>,
    /// Types of the arguments that every call passes beyond the parameters.
    pub extras: Vec<Type>,
    pub result: Option<ValueKind>,
    /// Whether its first parameter bounds how deep it calls itself.
    pub recursive: bool,
}

/// What the functions of a program know of each other.
pub struct Shape {
    pub signatures: Vec<Signature>,
    /// Functions that may be called directly by those before them.
    pub plain: std::ops::Range<usize>,
    /// Functions of one signature, which the table of functions leads to.
    pub leaves: std::ops::Range<usize>,
    /// The virtual method of each of [`CLASSES`].
    pub methods: std::ops::Range<usize>,
    /// Initialises class [`BASE`].
    pub initializer: usize,
    /// Never returns.
    pub fail: usize,
    /// Data: size, and whether it may be written.
    pub data: Vec<(GlobalId, i64, bool)>,
    /// Addresses of [`ROOM`] bytes each.
    pub cells: GlobalId,
    /// Addresses of the leaves.
    pub hooks: GlobalId,
}

/// Makes the case of a seed.
pub fn case(seed: u64, vectors: usize) -> Case {
    let mut random = Rng::with_seed(seed);
    let shape = shape(&mut random);
    let array = random
        .bool()
        .then(|| (Type::Int(random.choice([8, 16, 32, 64]).unwrap_or(8)), random.u32(4..12)));
    let mut program = Program { classes: classes(&shape), ..Program::default() };
    program.selectors.push("describe".to_owned());
    program.globals = globals(&mut random, &shape);
    for index in 0..shape.signatures.len() {
        let body = Body::new(&shape, Rng::with_seed(random.u64(..)), index, array);
        program.functions.push(body.finish());
    }
    let watched = shape.data.iter().map(|&(global, ..)| {
        let peek = peek(global, &program.globals[global]);
        (global, program.functions.push(peek))
    });
    let watched = watched.collect();
    let vectors = (0..vectors).map(|_| inputs(&mut random, &shape, array)).collect();
    Case { seed, program, entry: FuncId(0), watched, array, vectors }
}

fn inputs(random: &mut Rng, shape: &Shape, array: Option<(Type, u32)>) -> Inputs {
    let (element, length) = array.unwrap_or((Type::I8, 0));
    Inputs {
        elements: (0..length).map(|_| any_bits(random, element)).collect(),
        scalars: shape.signatures[0]
            .params
            .iter()
            .map(|kind| any_bits(random, kind.ty()))
            .collect(),
    }
}

fn shape(random: &mut Rng) -> Shape {
    let mut signatures = vec![Signature {
        params: (0..random.usize(1..6)).map(|_| ValueKind::Value(any_type(random))).collect(),
        result: Some(ValueKind::Value(any_type(random))),
        ..Signature::default()
    }];
    for _ in 0..random.usize(0..4) {
        signatures.push(signature(random));
    }
    let plain = 1..signatures.len();
    let leaf = Signature {
        params: vec![ValueKind::Value(any_type(random)), ValueKind::Value(any_type(random))],
        result: Some(ValueKind::Value(any_type(random))),
        ..Signature::default()
    };
    signatures.extend((0..random.usize(1..4)).map(|_| leaf.clone()));
    let leaves = plain.end..signatures.len();
    let method = Signature {
        params: vec![ValueKind::Object, ValueKind::Value(Type::I32)],
        result: Some(ValueKind::Value(Type::I64)),
        ..Signature::default()
    };
    signatures.extend(CLASSES.map(|_| method.clone()));
    let methods = leaves.end..signatures.len();
    let (initializer, fail) = (methods.end, methods.end + 1);
    signatures.push(Signature::default());
    signatures
        .push(Signature { params: vec![ValueKind::Value(Type::I32)], ..Signature::default() });
    let data = (0..random.u32(2..4))
        .map(|index| (GlobalId(2 + index), random.i64(2..9) * 8 + ROOM, index < 2))
        .collect();
    Shape {
        signatures,
        plain,
        leaves,
        methods,
        initializer,
        fail,
        data,
        cells: GlobalId(0),
        hooks: GlobalId(1),
    }
}

fn signature(random: &mut Rng) -> Signature {
    let recursive = random.u32(..3) == 0;
    let mut params = Vec::new();
    if recursive {
        params.push(ValueKind::Value(Type::I32));
    }
    for _ in 0..random.usize(0..5) {
        params.push(match random.u32(..8) {
            0 => ValueKind::Object,
            1 | 2 => ValueKind::Data,
            _ => ValueKind::Value(any_type(random)),
        });
    }
    let extras = match random.u32(..4) {
        0 => (0..random.usize(1..5)).map(|_| any_type(random)).collect(),
        _ => Vec::new(),
    };
    let result = match random.u32(..8) {
        0 => None,
        1 => Some(ValueKind::Data),
        2 => Some(ValueKind::Object),
        _ => Some(ValueKind::Value(any_type(random))),
    };
    Signature { params, extras, result, recursive }
}

fn classes(shape: &Shape) -> IdVec<ClassId, Class> {
    let method = |index: usize| (SELECTOR, FuncId::new(shape.methods.start + index));
    let class = |name: &str| Class { name: name.to_owned(), ..Class::default() };
    // The middle class has no method of its own if there are few leaves, so that it inherits one.
    let inherits = shape.leaves.len() == 1;
    IdVec::from_iter([
        Class {
            size: INSTANCE,
            methods: vec![method(0)],
            initializer: Some(FuncId::new(shape.initializer)),
            ..class("Base")
        },
        Class {
            size: INSTANCE,
            superclass: Some(BASE),
            methods: if inherits { Vec::new() } else { vec![method(1)] },
            ..class("Middle")
        },
        Class {
            size: INSTANCE,
            superclass: Some(ClassId(1)),
            methods: vec![method(2)],
            ..class("Leaf")
        },
        Class { element: Some(Type::I32), ..class("int[]") },
    ])
}

fn globals(random: &mut Rng, shape: &Shape) -> IdVec<GlobalId, Global> {
    let global = |name: &str, size: i64| Global {
        name: name.to_owned(),
        size: size as u32,
        align: 16,
        ..Global::default()
    };
    let mut globals = IdVec::new();
    let offsets = || (0..CELLS as u32).map(|index| index * 8);
    let writable: Vec<_> = shape.data.iter().filter(|(.., writable)| *writable).collect();
    let mut cells = global("cells", CELLS * 8);
    cells.relocations = offsets()
        .map(|offset| {
            let &&(target, size, _) = &writable[random.usize(..writable.len())];
            let at = random.i64(0..=size - ROOM);
            Relocation { offset, target: RelocationTarget::Global(target, at) }
        })
        .collect();
    globals.push(cells);
    let mut hooks = global("hooks", CELLS * 8);
    hooks.read_only = random.bool();
    hooks.relocations = offsets()
        .map(|offset| {
            let leaf = FuncId::new(random.usize(shape.leaves.clone()));
            Relocation { offset, target: RelocationTarget::Function(leaf) }
        })
        .collect();
    globals.push(hooks);
    for (index, &(_, size, writable)) in shape.data.iter().enumerate() {
        let mut data = global(&format!("data{index}"), size);
        data.read_only = !writable;
        let used = random.i64(0..=size);
        data.bytes = (0..used).map(|_| random.u8(..)).collect();
        globals.push(data);
    }
    globals
}

/// A function that gives the eight bytes at an offset into a global.
fn peek(global: GlobalId, data: &Global) -> Function {
    let mut function = Function {
        name: format!("peek_{}", data.name),
        params: 1,
        result: Some(Type::I64),
        ..Function::default()
    };
    let offset = function.registers.push(Register { name: "offset".to_owned(), ty: Type::I64 });
    let at = function.registers.push(Register { name: "at".to_owned(), ty: Type::Ptr });
    let word = function.registers.push(Register { name: "word".to_owned(), ty: Type::I64 });
    let base = Operand::Constant(program::Constant::Global(global, 0));
    let index = Operand::Register(offset);
    let instructions = [
        Instruction::Address { dst: at, base, index, scale: 1, offset: 0 },
        Instruction::Load {
            ty: Type::I64,
            dst: word,
            address: Operand::Register(at),
            offset: 0,
            access: program::Access::Checked,
        },
    ];
    function.blocks.push(program::Block {
        label: "entry".to_owned(),
        handlers: None,
        instructions: instructions.map(program::Located::nowhere).to_vec(),
        terminator: program::Located::nowhere(Terminator::Return(Some(Operand::Register(word)))),
    });
    function
}
