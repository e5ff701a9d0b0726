//! The machine's loader: a function gets its model or its lowered body when it is first called.

use std::sync::{Arc, Mutex, PoisonError};

use machine::{CaseGrader, Grader, Loaded, Loader};
use program::{Block, BlockId, Callee, FuncId, Instruction, Located, Program, Terminator};
use trace::Limit;

use crate::dynamic;
use crate::lower::{self, LowerError};
use crate::natives::Natives;
use crate::world::{Role, Thrower, World};

/// Loads the functions of a world.
pub struct JavaLoader {
    world: Arc<Mutex<World>>,
    natives: Box<dyn Natives>,
}

impl JavaLoader {
    /// A loader of a world's functions; models win over bytecode.
    pub fn new(world: Arc<Mutex<World>>, natives: Box<dyn Natives>) -> Self {
        Self { world, natives }
    }
}

impl Loader for JavaLoader {
    fn load(&mut self, program: &mut Program, function: FuncId) -> Loaded {
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        let role = world.role(function);
        let name = program.functions[function].name.clone();
        let polymorphic = matches!(role, Role::Polymorphic { .. });
        if let Some(model) = self.natives.model(&mut world, &name, polymorphic) {
            return Loaded::Model(model);
        }
        let lowered = match role {
            Role::CallSite { .. } | Role::Constant { .. } => {
                dynamic::body(&mut world, program, function).map_err(LowerError::Load)
            }
            _ => lower::body(&mut world, program, function),
        };
        if let Err(error) = lowered {
            let (class, message) = failure(&mut world, &role, &name, &error);
            throw_always(&mut world, program, function, class, message);
        }
        Loaded::Body
    }

    fn grader(&mut self, program: &Program, function: FuncId) -> Option<Arc<dyn Grader>> {
        self.natives.grader(&program.functions[function].name)
    }

    fn case_grader(
        &mut self,
        program: &Program,
        function: FuncId,
        block: BlockId,
    ) -> Option<Arc<dyn CaseGrader>> {
        let world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        self.natives.case_grader(&world, program, &program.functions[function], block)
    }

    fn on_limit(&mut self, program: &mut Program, limit: Limit) -> Option<FuncId> {
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        let thrower = match limit {
            Limit::Depth => Thrower::StackOverflow,
            Limit::Memory => Thrower::OutOfMemory,
            _ => return None,
        };
        Some(world.thrower(program, &thrower))
    }
}

/// What a call of a function that cannot be lowered throws.
fn failure(
    world: &mut World,
    role: &Role,
    name: &str,
    error: &LowerError,
) -> (&'static str, String) {
    if let Role::Method(key) = role {
        let method = world.method_info(*key);
        if method.is_native() {
            world.note_missing_native(name);
            return ("java/lang/UnsatisfiedLinkError", format!("no model of {name}"));
        }
        if method.is_abstract() {
            return ("java/lang/AbstractMethodError", name.to_owned());
        }
    }
    match error {
        LowerError::Load(error) => error.throwable(),
        LowerError::Nothing => {
            world.note_missing_native(name);
            ("java/lang/UnsatisfiedLinkError", format!("no model of {name}"))
        }
        _ => ("java/lang/VerifyError", format!("{name}: {error}")),
    }
}

/// Gives a function a body that throws.
fn throw_always(
    world: &mut World,
    program: &mut Program,
    function: FuncId,
    class: &str,
    message: String,
) {
    let thrower = Thrower::Fixed { class: class.to_owned(), message };
    let callee = Callee::Direct(world.thrower(program, &thrower));
    let call = Instruction::Call { dst: None, result: None, callee, arguments: Vec::new() };
    let block = Block {
        label: "entry".to_owned(),
        handlers: None,
        instructions: vec![Located::nowhere(call)],
        terminator: Located::nowhere(Terminator::Unreachable),
    };
    program.functions[function].blocks.push(block);
}
