//! `ferret java`: compiled Java classes: tests for them, and programs run in the machine.

mod built;
mod named;
pub mod produce;
pub mod shape;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use bytecode::list::{self, Body, Listing};
use bytecode::world::{Settings, World};
use clap::Args;
use classfile::jdk::Jdk;
use generate::Stop;
use java::target::Target;
use jvm::run::{self, Launch, Prepared};
use machine::Config;
use program::Program;
use trace::print::{self, View};
use trace::{Mode, Origin, Outcome, Runner, Trace};

use crate::failure::Failure;
use crate::java::produce::TestOptions;
use crate::making::MOST_STEPS;
use crate::outside::{self, Terminal};
use crate::size::parse_size;

/// Exit status when the machine stopped the program: what a shell says of a process that aborted.
const TRAPPED: u8 = 134;
/// Exit status when a limit was reached: what `timeout` says.
const EXHAUSTED: u8 = 124;

/// What to do with compiled Java.
#[derive(Args)]
#[command(after_long_help = "\
Tests are run on the real JVM before they are kept, unless --no-native is given. Without a TARGET,
Maven or Gradle is asked where the classes of the project in this folder are.

With --run, nothing the program does touches the host: it sees only the files given by --file, and
what it writes is discarded. A thread runs to its end as soon as it is started.

Examples:
  ferret java
  ferret java target/classes
  ferret java library.jar --class com.acme.Iban --budget 20s
  ferret java --run Main.class
  ferret java --run app.jar -- --verbose input.txt
  ferret java --run com.example.Main --classpath classes:lib/util.jar
  ferret java --list library.jar

Exit status: 0; 1 tests do not compile and were dropped; 2 bad usage or input; 70 internal error.
With --run that of the program, 134 if it trapped, 124 if a limit was reached.")]
pub struct JavaOptions {
    /// A class file, a jar, a folder, or the name of a class [default: ask Maven or Gradle]
    #[arg(value_name = "TARGET")]
    target: Option<String>,
    #[command(flatten)]
    tests: TestOptions,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
    /// Folders and jars that the classes need [default: where the target is]
    #[arg(long, alias = "class-path", visible_alias = "cp", value_name = "PATHS")]
    classpath: Option<OsString>,
    /// The JDK to use [default: JAVA_HOME, or the `java` on the PATH]
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
    /// Run the main method in the interpreter instead of generating tests
    #[arg(long)]
    run: bool,
    /// List classes and methods with their branches, and what is not supported
    #[arg(long, conflicts_with = "run")]
    list: bool,
    /// Print the methods in the text form of the IR
    #[arg(long, conflicts_with_all = ["run", "list"])]
    ir: bool,
    /// Standard input of the program, or `-` [default: that of Ferret, unless it is a terminal]
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,
    /// A file that the program can see, and the host file with its content
    #[arg(long, value_name = "PATH[=HOSTPATH]")]
    file: Vec<String>,
    /// Start of the program's clock, in milliseconds since 1970
    #[arg(long, value_name = "MILLISECONDS")]
    clock: Option<i64>,
    /// Print every step to standard error
    #[arg(long, requires = "run")]
    trace: bool,
    /// Treat arguments and standard input as symbols, and summarise the path condition
    #[arg(long, requires = "run")]
    symbolic: bool,
    /// Memory limit of the program, such as 64M or 1G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size, allow_hyphen_values = true)]
    memory: u64,
}

/// Does what is asked for with compiled Java.
pub fn java(options: &JavaOptions, stop: &Stop) -> Result<ExitCode, Failure> {
    let jdk = Jdk::find(options.jdk.as_deref()).map_err(Failure::new)?;
    let given = options.classpath.as_ref().map_or_else(Vec::new, |paths| {
        std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty()).collect()
    });
    let Some(named) = &options.target else {
        if options.run || options.list || options.ir {
            return Err(Failure::new("no target is given")
                .help("name a class file, a jar, a directory or a class"));
        }
        return built::produce(&options.tests, jdk, &given, stop);
    };
    named::check(named)?;
    let target = Target::find(named, &given, &jdk).map_err(Failure::new)?;
    if options.run {
        return execute(options, jdk, target);
    }
    if !options.list && !options.ir {
        named::has_classes(named, &target, &jdk)?;
        return produce::produce(&options.tests, jdk, vec![(target, named.clone())], None, stop);
    }
    let settings = Settings { jdk, class_path: target.class_path.clone() };
    let (mut world, mut program) = World::new(settings).map_err(Failure::new)?;
    let text = match &target.archive {
        Some(path) => {
            let listing = list::archive(&mut world, &mut program, path).map_err(Failure::new)?;
            if options.ir { bodies(&program, &listing) } else { table(&listing) }
        }
        None => {
            let name = target.class.unwrap_or_default();
            let class = world.class(&mut program, &name).map_err(Failure::new)?;
            let methods = Ok(list::methods(&mut world, &mut program, class));
            let listing = Listing { classes: vec![list::ListedClass { name, methods }] };
            if options.ir { bodies(&program, &listing) } else { table(&listing) }
        }
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// The classes with their methods, one on a line, and the sums.
fn table(listing: &Listing) -> String {
    let mut text = String::new();
    let (mut methods, mut branches, mut checks, mut refused) = (0, 0, 0, 0);
    for class in &listing.classes {
        text += &format!("{}\n", class.name.replace('/', "."));
        let listed = match &class.methods {
            Ok(listed) => listed,
            Err(error) => {
                refused += 1;
                text += &format!("  cannot be linked: {error}\n");
                continue;
            }
        };
        for method in listed {
            methods += 1;
            let what = match &method.body {
                Body::Lowered { branches: ways, checks: asked } => {
                    branches += ways;
                    checks += asked;
                    format!("{}, {}", counted(*ways, "branch"), counted(*asked, "check"))
                }
                Body::Abstract => "abstract".to_owned(),
                Body::Native => "native".to_owned(),
                Body::Refused(error) => {
                    refused += 1;
                    format!("cannot be lowered: {error}")
                }
            };
            text += &format!("  {}: {what}\n", method.signature);
        }
    }
    let classes = counted(listing.classes.len() as u32, "class");
    text + &format!(
        "{classes}, {}, {}, {}; {refused} cannot be lowered\n",
        counted(methods, "method"),
        counted(branches, "branch"),
        counted(checks, "check"),
    )
}

/// A number of things.
fn counted(number: u32, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ if thing.ends_with(['h', 's']) => format!("{number} {thing}es"),
        _ => format!("{number} {thing}s"),
    }
}

/// The methods in the text form of the IR.
fn bodies(program: &Program, listing: &Listing) -> String {
    let listed = listing.classes.iter().filter_map(|class| class.methods.as_ref().ok()).flatten();
    let lowered = listed.filter(|method| matches!(method.body, Body::Lowered { .. }));
    let texts: Vec<String> =
        lowered.map(|method| program::text::function(program, method.function)).collect();
    texts.join("\n")
}

fn launch(options: &JavaOptions, jdk: Jdk, target: Target) -> Result<Launch, Failure> {
    let Some(main) = target.class else {
        let path = target.archive.unwrap_or_default();
        let what = if path.is_dir() { "a directory" } else { "a jar without a Main-Class" };
        return Err(Failure::new(format!(
            "`{}` is {what}: nothing says which class is run",
            path.display()
        ))
        .help(format!("name one: ferret java --run NAME --classpath {}", path.display())));
    };
    let mut launch = Launch::new(jdk, target.class_path, main);
    for word in &options.arguments {
        let word = word.to_str().ok_or_else(|| {
            Failure::new(format!("the argument {} is not Unicode", word.display()))
        })?;
        launch.arguments.push(word.to_owned());
    }
    launch.symbolic = options.symbolic;
    launch.clock = options.clock;
    launch.input = outside::input(options.stdin.as_deref())?;
    launch.files = outside::files(&options.file)?;
    Ok(launch)
}

fn execute(options: &JavaOptions, jdk: Jdk, target: Target) -> Result<ExitCode, Failure> {
    let config = Config {
        max_steps: options.tests.making.max_steps.unwrap_or(MOST_STEPS),
        memory: options.memory,
        record_events: options.trace,
        observe_memory: false,
        ..Config::default()
    };
    let launch = launch(options, jdk, target)?;
    let mut prepared = run::prepare(&launch, config, Arc::new(Terminal)).map_err(|error| {
        let failure = Failure::new(&error);
        match error {
            run::Error::NoClass(_) => failure.help("say where its classes are with --classpath"),
            _ => failure,
        }
    })?;
    let mode = if options.symbolic { Mode::Concolic } else { Mode::Concrete };
    let mut trace = Trace::default();
    prepared.run(mode, &mut trace).map_err(Failure::new)?;
    let _ = std::io::stdout().flush();
    let (code, notes) = ending(options, &prepared, &trace);
    let _ = std::io::stderr().write_all(notes.as_bytes());
    Ok(ExitCode::from(code))
}

/// The status of a run, and what is to be said about it.
fn ending(options: &JavaOptions, prepared: &Prepared, trace: &Trace) -> (u8, String) {
    let machine = &prepared.machine;
    let program = machine.program();
    let mut notes = String::new();
    if options.trace {
        let view = View {
            program,
            sites: machine.sites(),
            scenario: &prepared.scenario,
            pool: machine.pool(),
        };
        notes += &format!("{} steps\n{}", trace.steps, print::events(trace, view));
    }
    if options.symbolic {
        notes += &path_summary(prepared, trace);
    }
    for native in prepared.unmodelled() {
        notes += &format!("warning: no model of the native method {native}\n");
    }
    let code = match &trace.outcome {
        Outcome::Exited(code) => *code as u8,
        Outcome::Returned => 0,
        Outcome::Trapped(trap) => {
            notes += &format!("stopped: {}\n", trap.kind);
            for point in trap.stack.iter().rev().take(20) {
                notes += &format!("  in {}\n", program.functions[point.function].name);
            }
            TRAPPED
        }
        Outcome::Exhausted(limit) => {
            notes += &format!("stopped: {limit} used up after {} steps\n", trace.steps);
            EXHAUSTED
        }
        Outcome::Threw { class, .. } => {
            let class = program.classes[*class].name.replace('/', ".");
            notes += &format!("stopped: {class} was thrown\n");
            TRAPPED
        }
        Outcome::Unusable(_) => TRAPPED,
    };
    (code, notes)
}

/// How many clauses of which kind there are, and in whose code.
fn path_summary(prepared: &Prepared, trace: &Trace) -> String {
    let machine = &prepared.machine;
    let world = prepared.world();
    let world = world.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let is_own = |function| {
        world.function_method(function).is_some_and(|method| world.is_user(method.class))
    };
    let (mut own, mut library, mut access, mut fixed, mut others) = (0, 0, 0, 0, 0);
    for clause in &trace.path {
        match clause.origin {
            Origin::Site { site, .. } if is_own(machine.sites().site(site).point.function) => {
                own += 1;
            }
            Origin::Site { .. } => library += 1,
            Origin::Access { .. } => access += 1,
            Origin::Concretised { .. } => fixed += 1,
            Origin::Model { .. } | Origin::Input => others += 1,
        }
    }
    format!(
        "path condition: {} inputs, {} clauses: {own} of the program's own branches, {library} of the \
         library's, {access} of memory accesses, {fixed} of values that were fixed, {others} others\n",
        trace.inputs.len(),
        trace.path.len(),
    )
}
