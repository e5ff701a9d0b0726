//! Lowers every method of many classes, verifies what comes out, and counts.

use std::fmt;
use std::path::PathBuf;

use bytecode::world::{MethodKey, Role, Settings, World};
use bytecode::{dynamic, lower};
use classfile::error::LoadError;
use classfile::jdk::Jdk;
use program::verify::Growth;
use program::{FuncId, Id, Program};

/// What was lowered, and what was not.
#[derive(Debug, Default)]
pub struct Survey {
    /// Classes that were linked.
    pub classes: usize,
    /// Classes that name supertypes which are not there: libraries have such for their optional parts.
    pub without_supertypes: usize,
    /// Functions that need a class which is not there to do anything at all.
    pub without_classes: usize,
    /// Methods with bytecode.
    pub methods: usize,
    /// Instructions of bytecode.
    pub bytecodes: usize,
    /// Call sites and constants with bootstrap methods, method handles and method types.
    pub sites: usize,
    /// Functions that were written and verified, with initialisers and throwers.
    pub functions: usize,
    /// Instructions of the IR.
    pub instructions: usize,
    /// What went wrong.
    pub problems: Vec<String>,
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} classes ({} without their supertypes, {} functions without their classes), {} methods of {} bytecodes, {} sites: \
             {} functions of {} instructions, {} problems",
            self.classes,
            self.without_supertypes,
            self.without_classes,
            self.methods,
            self.bytecodes,
            self.sites,
            self.functions,
            self.instructions,
            self.problems.len(),
        )
    }
}

/// Where the classes come from.
pub enum From<'a> {
    /// A module of the JDK.
    Module(&'a str),
    /// A part of the class path, by its place.
    Archive(usize),
}

impl Survey {
    /// Lowers every `step`-th class, with what counts its execution if that is asked for.
    pub fn of(
        jdk: &Jdk,
        class_path: Vec<PathBuf>,
        from: &From<'_>,
        step: usize,
        measured: bool,
    ) -> Result<Self, LoadError> {
        let (mut world, mut program) = World::new(Settings { jdk: jdk.clone(), class_path })?;
        let names = match from {
            From::Module(module) => world.image().class_names(module),
            From::Archive(index) => world.class_path()[*index].class_names()?,
        };
        let mut surveyor =
            Surveyor { survey: Survey::default(), growth: Growth::default(), written: 0 };
        if measured {
            world.measure(names.iter().cloned());
        }
        for name in names.iter().step_by(step) {
            surveyor.class(&mut world, &mut program, name);
        }
        Ok(surveyor.survey)
    }
}

struct Surveyor {
    survey: Survey,
    growth: Growth,
    /// Functions below this number were looked at for roles.
    written: usize,
}

impl Surveyor {
    fn class(&mut self, world: &mut World, program: &mut Program, name: &str) {
        let class = match world.class(program, name) {
            Ok(class) => class,
            // A name that is not there: not a problem of the class that was read.
            Err(LoadError::NotFound(missing)) if missing != name => {
                self.survey.without_supertypes += 1;
                return;
            }
            Err(error) => return self.survey.problems.push(error.to_string()),
        };
        self.survey.classes += 1;
        for index in 0..world.info(class).methods.len() as u32 {
            self.method(world, program, MethodKey { class, index });
        }
        if let Some(initializer) = program.classes[class].initializer {
            self.write(world, program, initializer);
        }
        self.others(world, program);
    }

    fn method(&mut self, world: &mut World, program: &mut Program, key: MethodKey) {
        let method = world.method_info(key);
        let function = method.function;
        if !method.has_code {
            return;
        }
        self.survey.methods += 1;
        match world.code(key) {
            Ok(code) => self.survey.bytecodes += code.instructions.len(),
            Err(error) => return self.survey.problems.push(error.to_string()),
        }
        self.write(world, program, function);
        world.forget_code(key);
    }

    /// Call sites, constants and throwers that the methods made necessary, and what those need.
    fn others(&mut self, world: &mut World, program: &mut Program) {
        while self.written < program.functions.len() {
            let function = FuncId::new(self.written);
            self.written += 1;
            match world.role(function) {
                Role::CallSite { .. } | Role::Constant { .. } => {
                    self.survey.sites += 1;
                    self.write(world, program, function);
                }
                Role::Thrower(_) => self.write(world, program, function),
                Role::Built if program.functions[function].has_body() => {
                    self.check(program, function);
                }
                _ => {}
            }
        }
    }

    /// Gives a function its body and verifies it.
    fn write(&mut self, world: &mut World, program: &mut Program, function: FuncId) {
        if program.functions[function].has_body() {
            return;
        }
        let written = match world.role(function) {
            Role::CallSite { .. } | Role::Constant { .. } => {
                dynamic::body(world, program, function).map_err(lower::LowerError::Load)
            }
            _ => lower::body(world, program, function),
        };
        let name = &program.functions[function].name;
        match written {
            Ok(()) => self.check(program, function),
            // An optional part of a library is not there; the call throws that.
            Err(lower::LowerError::Load(LoadError::NotFound(_))) => {
                self.survey.without_classes += 1;
            }
            Err(error) => self.survey.problems.push(format!("{name}: {error}")),
        }
    }

    fn check(&mut self, program: &mut Program, function: FuncId) {
        self.survey.functions += 1;
        let blocks = program.functions[function].blocks.values();
        self.survey.instructions += blocks.map(|block| block.instructions.len() + 1).sum::<usize>();
        let grown = self.growth.extend(program);
        let checked = grown.and_then(|()| self.growth.function(program, function));
        if let Err(problems) = checked {
            let name = &program.functions[function].name;
            self.survey.problems.push(format!("{name}: {}", problems[0]));
        }
    }
}
