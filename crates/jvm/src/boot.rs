//! What happens before `main` and around it: the library is brought up, and the program is started and
//! ended as the `java` command does.

use crate::natives::{Answer, Jvm, LITERAL, Table};
use crate::warm::SUBSYSTEMS;
use bytecode::world::World;
use machine::{Stop, Stream, Value};
use program::{ClassId, FuncId, Program, Type};

/// The functions that runs begin with, by name.
pub(crate) const TABLE: Table = &[
    ("ferret/Boot.up", up),
    ("ferret/Boot.main", main),
    ("ferret/Boot.warm", warm),
    ("ferret/Boot.use", use_once),
    ("ferret/Boot.test", test),
    ("ferret/Boot.input", |jvm, _| jvm.renew_input().map(|()| None)),
];

/// The functions that runs begin with.
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    /// Brings the library up; no argument.
    pub up: FuncId,
    /// Runs the main method of a class, whose number is the argument.
    pub main: FuncId,
    /// Initialises a class of the library, whose number is the argument.
    pub warm: FuncId,
    /// Uses a subsystem of the library once, whose number is the argument.
    pub use_once: FuncId,
    /// Runs the test that was passed with `JvmState::hand_over`; no argument.
    pub test: FuncId,
    /// Makes standard input begin anew, as a test does that gives one; no argument.
    pub input: FuncId,
    /// Looks at an object, the argument.
    pub see: FuncId,
    /// Calls `toString` of an object, the argument.
    pub text: FuncId,
}

impl Entries {
    /// Declares them.
    pub fn new(world: &mut World, program: &mut Program) -> Self {
        let (taken, given, built) = ([Type::Ptr], Some(Type::Ptr), bytecode::world::Role::Built);
        world.declare(program, LITERAL.to_owned(), &taken, given, built);
        let mut entry = |name: &str, parameters: &[Type]| {
            world.declare(program, name.to_owned(), parameters, None, bytecode::world::Role::Built)
        };
        Self {
            up: entry("ferret/Boot.up", &[]),
            main: entry("ferret/Boot.main", &[Type::I32]),
            warm: entry("ferret/Boot.warm", &[Type::I32]),
            use_once: entry("ferret/Boot.use", &[Type::I32]),
            test: entry("ferret/Boot.test", &[]),
            input: entry("ferret/Boot.input", &[]),
            see: entry("ferret/Boot.see", &[Type::Ptr]),
            text: world.declare(
                program,
                "ferret/Boot.text".to_owned(),
                &[Type::Ptr],
                Some(Type::Ptr),
                bytecode::world::Role::Built,
            ),
        }
    }
}

/// Initialises the classes that everything rests on, makes the main thread, and runs the phases of
/// `System` that the JVM runs. The second phase, which builds the graph of modules, is left out: modules
/// are made as classes need them.
fn up(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    match bring_up(jvm) {
        Ok(()) => Ok(None),
        Err(Stop::Throw { object }) => {
            // The library cannot print it yet.
            let text = jvm.describe(Value::pointer(object))?;
            jvm.shared.write(Stream::Error, text.as_bytes());
            Err(Stop::Throw { object })
        }
        Err(stop) => Err(stop),
    }
}

fn bring_up(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    for class in [
        "java/lang/String",
        "java/lang/System",
        "java/lang/Class",
        "java/lang/ThreadGroup",
        "java/lang/Thread",
    ] {
        if class == "java/lang/ThreadGroup" {
            set_constants(jvm)?;
        }
        jvm.initialize_named(class)?;
    }
    make_main_thread(jvm)?;
    for class in ["java/lang/Module", "java/lang/reflect/Method", "java/lang/ref/Finalizer"] {
        jvm.initialize_named(class)?;
    }
    jvm.call_static("java/lang/System", "initPhase1()V", &[])?;
    let layer = jvm.call_static("java/lang/ModuleLayer", "empty()Ljava/lang/ModuleLayer;", &[])?;
    jvm.put_static("java/lang/System", "bootLayer", layer)?;
    jvm.call_static("jdk/internal/misc/VM", "initLevel(I)V", &[Value::new(Type::I32, 2)])?;
    jvm.call_static("java/lang/System", "initPhase3()V", &[])?;
    // Reflection waits for it.
    jvm.initialize_named("java/lang/invoke/MethodHandleNatives")?;
    Ok(())
}

/// What `Unsafe` knows of the machine: the layout that the IR fixes.
fn set_constants(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    const CONSTANTS: &str = "jdk/internal/misc/UnsafeConstants";
    jvm.initialize_named(CONSTANTS)?;
    for (name, value) in [("ADDRESS_SIZE0", 8), ("PAGE_SIZE", 4096), ("UNALIGNED_ACCESS", 1)] {
        jvm.put_static(CONSTANTS, name, Value::new(Type::I32, value))?;
    }
    Ok(())
}

fn make_main_thread(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    let system = jvm.construct("java/lang/ThreadGroup", "<init>()V", &[])?;
    let name = jvm.literal("main")?;
    let with_parent = "<init>(Ljava/lang/ThreadGroup;Ljava/lang/String;)V";
    let group = jvm.construct("java/lang/ThreadGroup", with_parent, &[system, name])?;
    // The thread is the running one while its own constructor asks for its parent.
    let thread = jvm.allocate("java/lang/Thread")?;
    jvm.adopt(thread)?;
    jvm.put_if_there(thread, "java/lang/Thread", "priority", Value::new(Type::I32, 5))?;
    jvm.call_virtual("java/lang/Thread", with_parent, &[thread, group, name])?;
    jvm.set_running(thread)
}

/// Runs `main` with the arguments of the scenario, and what follows its end.
fn main(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = ClassId(jvm.int(arguments, 0)? as u32);
    run_main(jvm, class)
}

fn run_main(jvm: &mut Jvm<'_>, class: ClassId) -> Answer {
    let failed = match start(jvm, class) {
        Ok(()) => false,
        Err(Stop::Throw { object }) => {
            let thread = jvm.current_thread()?;
            jvm.call_virtual(
                "java/lang/Thread",
                "dispatchUncaughtException(Ljava/lang/Throwable;)V",
                &[thread, Value::pointer(object)],
            )?;
            true
        }
        Err(stop) => return Err(stop),
    };
    jvm.call_static("java/lang/Shutdown", "shutdown()V", &[])?;
    if failed { Err(Stop::Exit(1)) } else { Ok(None) }
}

fn start(jvm: &mut Jvm<'_>, class: ClassId) -> Result<(), Stop> {
    let given = jvm.program_arguments()?;
    jvm.initialize(class)?;
    let (function, is_static, takes) = jvm.main_of(class)?;
    let mut values = Vec::new();
    if !is_static {
        values.push(jvm.instance_of(class)?);
    }
    if takes {
        values.push(given);
    }
    jvm.call(function, &values).map(|_| ())
}

/// Runs the test that was passed.
fn test(jvm: &mut Jvm<'_>, _: &[Value]) -> Answer {
    let Some(test) = jvm.shared.handed_over() else { return Ok(None) };
    jvm.initialize(test.class)?;
    for function in test.first {
        jvm.call(function, &[])?;
    }
    let object = jvm.instance_of(test.class)?;
    for function in test.calls {
        jvm.call(function, &[object])?;
    }
    Ok(None)
}

fn warm(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = ClassId(jvm.int(arguments, 0)? as u32);
    if jvm.shared.world().is_beside(class) {
        return jvm.initialize_beside(class).map(|()| None);
    }
    match jvm.initialize(class) {
        // What cannot be initialised now will fail again where it is needed.
        Ok(()) | Err(Stop::Throw { .. }) => Ok(None),
        Err(stop) => Err(stop),
    }
}

fn use_once(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let index = jvm.int(arguments, 0)? as usize;
    let Some(subsystem) = SUBSYSTEMS.get(index) else { return Ok(None) };
    (subsystem.use_once)(jvm).map(|()| None)
}
