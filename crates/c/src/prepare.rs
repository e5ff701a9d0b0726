//! What is done to a program before tests are made for it: what no test can say or see is taken out of its reach.

use llvm::lower::Lowered;
use llvm::related;
use program::catalogue::{ApiCallable, ApiItem, ApiKept, ApiType, ApiTypeId, Holds};
use program::{Access, Block, FuncId, IdVec, Instruction, Operand, Program};
use std::cmp::Reverse;

/// What `FILE` is another name of.
pub const STREAM: &str = "_IO_FILE";

/// Makes a stream of a text, in the library and in tests.
pub const GIVER: &str = "ferret_stream";

/// Prepares a program for tests.
pub fn prepare(lowered: &mut Lowered) {
    let program = &mut lowered.program;
    hide_locals(program);
    hide_streams(program);
    give_streams(program);
    hide_threads(program);
    for goals in &mut lowered.goals.functions {
        let function = &mut program.functions[goals.function];
        for id in function.blocks.ids() {
            check_copies(&mut function.blocks[id]);
        }
        related::check(function, goals);
    }
}

/// A variable that lives in a function has no name outside of it: tests can neither set nor see it.
fn hide_locals(program: &mut Program) {
    let globals = &program.globals;
    for item in &mut program.catalogue.items {
        let ApiItem::Global { global, ty } = *item else { continue };
        let name = globals[global].source_name();
        if name.contains('.') {
            let (holds, name) = (Holds::Typed(ty), name.to_owned());
            *item = ApiItem::Kept(ApiKept { global, offset: 0, holds, name });
        }
    }
}

/// The inside of `FILE` belongs to the library: nobody makes one by hand.
fn hide_streams(program: &mut Program) {
    let types = &mut program.catalogue.types;
    for id in types.ids() {
        if matches!(&types[id], ApiType::Record { name, .. } if name == STREAM) {
            types[id] = ApiType::Opaque(STREAM.to_owned());
        }
    }
}

/// Locks and the like: a test makes them as zeros, which is what their initialisers are, and never looks inside.
const LOCKS: [&str; 9] = [
    "pthread_mutex_t",
    "pthread_cond_t",
    "pthread_rwlock_t",
    "pthread_barrier_t",
    "pthread_attr_t",
    "pthread_mutexattr_t",
    "pthread_condattr_t",
    "pthread_rwlockattr_t",
    "sem_t",
];

/// Numbers that only the library gives, and other ones in each run.
const HANDLES: [&str; 4] = ["pthread_t", "pthread_key_t", "pthread_once_t", "pthread_spinlock_t"];

/// The inside of what threads are made and synchronised with belongs to the library.
fn hide_threads(program: &mut Program) {
    let types = &mut program.catalogue.types;
    let named = |types: &IdVec<ApiTypeId, ApiType>, names: &[&str]| -> Vec<ApiTypeId> {
        let found = types.iter().filter_map(|(_, ty)| match ty {
            ApiType::Alias { name, of } if names.contains(&name.as_str()) => Some(*of),
            _ => None,
        });
        found.collect()
    };
    for id in named(types, &LOCKS) {
        if let ApiType::Record { fields, .. } = &mut types[id] {
            fields.clear();
        }
    }
    let is_handle = |types: &IdVec<ApiTypeId, ApiType>, mut ty: ApiTypeId| loop {
        match &types[ty] {
            ApiType::Alias { name, .. } if HANDLES.contains(&name.as_str()) => return true,
            ApiType::Alias { of, .. } | ApiType::Const(of) => ty = *of,
            ApiType::Array { element, .. } => ty = *element,
            _ => return false,
        }
    };
    for id in types.ids() {
        if let ApiType::Record { fields, .. } = &types[id] {
            let kept = fields.iter().filter(|field| !is_handle(types, field.ty)).cloned().collect();
            if let ApiType::Record { fields, .. } = &mut types[id] {
                *fields = kept;
            }
        }
    }
    for item in &mut program.catalogue.items {
        if let ApiItem::Global { global, ty } = *item
            && is_handle(types, ty)
        {
            let name = program.globals[global].source_name().to_owned();
            *item = ApiItem::Kept(ApiKept { global, offset: 0, holds: Holds::Typed(ty), name });
        }
    }
}

/// Lists the function that makes a stream of a text, so that scenarios can hand one over.
fn give_streams(program: &mut Program) {
    let Some(function) = giver(program) else { return };
    let catalogue = &mut program.catalogue;
    let stream = |ty: ApiTypeId| matches!(catalogue.shape(ty), Some(ApiType::Opaque(name)) if name == STREAM);
    let pointers = catalogue.types.iter().filter_map(|(id, ty)| match ty {
        ApiType::Pointer(target) if stream(*target) => Some((id, *target)),
        _ => None,
    });
    // What has a name is spelled by it.
    let named = |target: ApiTypeId| matches!(&catalogue.types[target], ApiType::Alias { .. });
    let Some((result, _)) = pointers.max_by_key(|(id, target)| (named(*target), Reverse(*id)))
    else {
        return;
    };
    let of = catalogue.types.push(ApiType::Char { bits: 8, signed: true });
    let letter = catalogue.types.push(ApiType::Const(of));
    let text = catalogue.types.push(ApiType::Pointer(letter));
    let params = vec![("text".to_owned(), text)];
    catalogue.items.push(ApiItem::Function(ApiCallable { function, params, result }));
    // It is in no file of the program's.
    program.functions[function].span = None;
}

/// The function that makes a stream of a text, where the program works with streams.
pub fn giver(program: &Program) -> Option<FuncId> {
    program.function_named(GIVER).filter(|function| program.functions[*function].has_body())
}

/// A program may copy what was never written. A test that asserts the copy would assert what happened to lie
/// there, so such a run is none.
fn check_copies(block: &mut Block) {
    for index in 0..block.instructions.len() {
        let Instruction::Load { access: Access::Zeros, dst, .. } = block.instructions[index].node
        else {
            continue;
        };
        let is_stored = block.instructions[index + 1..].iter().any(|later| {
            matches!(later.node, Instruction::Store { value: Operand::Register(value), .. } if value == dst)
        });
        if let Instruction::Load { access, .. } = &mut block.instructions[index].node
            && is_stored
        {
            *access = Access::Checked;
        }
    }
}
