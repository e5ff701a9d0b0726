//! A Java program with its goals, ready to be run on inputs.

use super::entry::{self, METHOD, VERIFIER, is_number};
use super::uncaught::{Uncaught, WatchedRunner};
use ::coverage::Goals;
use ::program::catalogue::{ApiCallable, ApiItem, ApiType};
use ::program::{ClassId, FuncId, Program, SiteTable, Span};
use bytecode::goals;
use bytecode::world::World;
use c::program::{Given, Inputs, Layout};
use classfile::archive::Archive;
use classfile::flags;
use classfile::jdk::Jdk;
use generate::Subject;
use host::Scratch;
use java::api::{Callee, trampoline};
use jvm::run::{Error as JvmError, Launch, Mould, Prepared, prepare_library};
use language::{Error, fingerprint};
use machine::{Captured, Config};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use trace::{RunError, Trace};

/// Steps that one run may take unless another number is asked for.
const MAX_STEPS: u64 = 4_000_000;
/// Bytes that one run may take.
const MEMORY: u64 = 256 << 20;
/// Calls that may be open at once.
const MAX_DEPTH: u32 = 1_000;
/// Terms that one run may make: what needs more is followed without.
const TERMS: usize = 1_000_000;

/// Where a program is.
#[derive(Clone, Debug)]
pub struct Main {
    /// The JDK that it runs with.
    pub jdk: Jdk,
    /// The folders and jars with its classes and what they need.
    pub class_path: Vec<PathBuf>,
    /// The folder or jar with its own classes: those whose coverage counts.
    pub own: PathBuf,
    /// Its main class, by its internal name.
    pub class: String,
}

/// A Java program that is run as a whole.
pub struct JavaProgram {
    /// Where it is.
    pub origin: Main,
    /// A number that changes with its code.
    pub code: u64,
    /// Its classes, by their internal names.
    pub classes: Vec<String>,
    /// The program, the library included.
    pub program: Arc<Program>,
    /// Its goals.
    pub goals: Arc<Goals>,
    /// Whether it asks for inputs itself.
    pub asks: bool,
    pub(super) layout: Layout,
    mould: Mould,
    /// The folder with the class that runs begin with.
    _scratch: Scratch,
}

impl JavaProgram {
    /// Makes a program ready.
    ///
    /// # Errors
    ///
    /// When its classes cannot be read, or it has no `main`.
    pub fn new(origin: Main, inputs: Inputs) -> Result<Self, Error> {
        let archive = Archive::open(&origin.own, origin.jdk.release).map_err(Error::new)?;
        let mut classes = archive.class_names().map_err(Error::new)?;
        classes.sort();
        classes.retain(|class| !entry::is_own(class) && !class.ends_with("-info"));
        let mut bytes = Vec::new();
        for class in &classes {
            bytes.extend(
                archive.read(&format!("{class}.class")).map_err(Error::new)?.unwrap_or_default(),
            );
        }
        let scratch = Scratch::new().map_err(Error::new)?;
        let (Main { jdk, class_path, class: main, .. }, placed) =
            (&origin, Layout::new(FuncId(0), inputs.clone()));
        let folder = entry::compile(jdk, class_path, main, &placed, &scratch)?;
        let path = [&[folder], &class_path[..]].concat();
        let launch = Launch::new(jdk.clone(), path, main.clone());
        let mut scout = prepare_library(&launch, config(None), Arc::new(Captured::default()))
            .map_err(Error::new)?;
        let layout = link(&mut scout, &mut classes, main, &placed)?;
        warm_up(&mut scout, &layout);
        let mould = scout.mould();
        let program = Arc::clone(mould.program());
        let mut world = mould.world().clone();
        let asks = world.known_class(VERIFIER).is_some();
        let own = known(&world, &classes);
        let sites = SiteTable::new(&program);
        let mut units = goals::units(&mut world, &program, &sites, &own).map_err(Error::new)?;
        units.iter_mut().for_each(|unit| unit.checks.clear());
        let goals = Arc::new(Goals::new(&program, units));
        let code = fingerprint(&bytes);
        Ok(Self { origin, code, classes, program, goals, asks, layout, mould, _scratch: scratch })
    }

    /// What it is called: its main class, with dots.
    pub fn name(&self) -> String {
        self.origin.class.replace('/', ".")
    }

    /// What it is given.
    pub fn inputs(&self) -> &Inputs {
        &self.layout.inputs
    }

    /// What a scenario gives to it. Arguments are texts of ASCII.
    pub(super) fn given(&self, scenario: &scenario::Scenario) -> Given {
        let mut given = self.layout.given(scenario);
        for argument in &mut given.arguments {
            argument.iter_mut().for_each(|byte| *byte &= 0x7f);
            let end = argument.iter().position(|byte| *byte == 0);
            argument.truncate(end.unwrap_or(argument.len()));
        }
        given
    }

    /// The world of its classes.
    pub(super) fn world(&self) -> World {
        self.mould.world().clone()
    }

    /// Its classes by their numbers.
    pub(super) fn class_ids(&self) -> Vec<ClassId> {
        known(self.mould.world(), &self.classes)
    }

    /// The source file of a class below a root of sources, if the class file names it.
    pub(super) fn source_file(&self, class: &str) -> Option<String> {
        let world = self.mould.world();
        let file = world.info(world.known_class(class)?).source_file.as_deref()?.to_owned();
        Some(match class.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{file}"),
            None => file,
        })
    }

    /// A place in the source: a file below a root of sources, and a line.
    pub(super) fn place(&self, span: Span) -> report::Place {
        let file = self.program.files[span.file].to_string();
        report::Place { file, line: Some(span.line), column: None }
    }

    /// A method as a stack names it, and the file that it is in; none for what is there only to call it.
    pub(super) fn method(&self, function: FuncId) -> Option<(String, Option<String>, bool)> {
        let world = self.mould.world();
        let key = world.function_method(function).filter(|key| !world.is_hidden(key.class))?;
        let (info, method) = (world.info(key.class), world.method_info(key));
        if *info.name == *entry::class(&self.origin.class) || entry::is_own(&info.name) {
            return None;
        }
        let name = format!("{}.{}", info.name.replace('/', "."), method.name);
        let library = self.classes.binary_search_by(|class| (**class).cmp(&info.name)).is_err();
        Some((name, self.source_file(&info.name), library))
    }

    /// A machine for it.
    pub(super) fn machine(&self, config: Config) -> Result<Prepared, RunError> {
        self.mould.cast(config, Arc::new(Captured::default())).map_err(JvmError::into_run)
    }

    /// What techniques work on; what runs throw is noted.
    pub(super) fn subject<'s>(&'s self, config: Config, uncaught: &Arc<Uncaught>) -> Subject<'s> {
        let function = self.layout.function;
        let uncaught = Arc::clone(uncaught);
        let all = self.goals.units.values().map(|unit| unit.function).collect();
        Subject {
            program: &self.program,
            goals: Arc::clone(&self.goals),
            functions: vec![function],
            calls: Some(vec![function]),
            handed: BTreeMap::from([(function, all)]),
            texts: Vec::new(),
            runner: Box::new(move || {
                let prepared = self.machine(config.clone())?;
                Ok(Box::new(WatchedRunner::new(prepared, Arc::clone(&uncaught))))
            }),
        }
    }
}

/// How machines are made for it.
pub(super) fn config(max_steps: Option<u64>) -> Config {
    Config {
        max_steps: max_steps.unwrap_or(MAX_STEPS),
        memory: MEMORY,
        max_depth: MAX_DEPTH,
        observe_memory: false,
        term_budget: TERMS,
        ..Config::default()
    }
}

fn known(world: &World, classes: &[String]) -> Vec<ClassId> {
    classes.iter().filter_map(|class| world.known_class(class)).collect()
}

/// Links the classes of a program, and makes the function that its runs begin with. Classes that cannot be linked are taken
/// away: nothing can run them.
fn link(
    scout: &mut Prepared,
    classes: &mut Vec<String>,
    main: &str,
    placed: &Layout,
) -> Result<Layout, Error> {
    let world = scout.world();
    let mut linked = Err(Error::new(String::new()));
    scout
        .machine
        .grow(|program| {
            let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
            world.measure(classes.iter().cloned());
            classes.retain(|class| world.class(program, class).is_ok());
            linked = declare(&mut world, program, main, placed);
        })
        .map_err(Error::new)?;
    let layout = linked?;
    let methods: Vec<FuncId> = {
        let world = world.lock().unwrap_or_else(PoisonError::into_inner);
        let classes = known(&world, classes);
        let methods = classes.iter().flat_map(|class| &world.info(*class).methods);
        let own = methods.filter(|method| method.has_code && method.flags & flags::BRIDGE == 0);
        own.map(|method| method.function).collect()
    };
    for method in methods.into_iter().chain([layout.function]) {
        scout.machine.load(method);
    }
    Ok(layout)
}

/// Makes the function, and lists it with its parameters.
fn declare(
    world: &mut World,
    program: &mut Program,
    main: &str,
    placed: &Layout,
) -> Result<Layout, Error> {
    let class = world.class(program, &entry::class(main)).map_err(Error::new)?;
    let descriptor = entry::descriptor(placed);
    let callee = Callee::Method { class, name: METHOD.to_owned(), descriptor };
    let function = trampoline(world, program, &callee).map_err(Error::new)?;
    let array = world.class(program, "[B").map_err(Error::new)?;
    let types = &mut program.catalogue.types;
    let number = types.push(ApiType::Int { bits: 32, signed: true });
    let letter = types.push(ApiType::Char { bits: 8, signed: true });
    let bytes = types.push(ApiType::Managed { class: array, element: letter });
    let result = types.push(ApiType::Void);
    let params = placed.slots.iter().map(|(slot, _)| {
        (c::program::name_of(*slot), if is_number(*slot) { number } else { bytes })
    });
    let callable = ApiCallable { function, params: params.collect(), result };
    program.catalogue.items.push(ApiItem::Function(callable));
    let types = Some((number, letter));
    Ok(Layout { types, class: Some(array), ..Layout::new(function, placed.inputs.clone()) })
}

/// Runs a few inputs, so that the parts of the library which they need are there from the start.
fn warm_up(scout: &mut Prepared, layout: &Layout) {
    let inputs = &layout.inputs;
    for text in ["", "1 a\n", "-1.5 x=2;[3] \"b\"\n"] {
        let words = text.split_whitespace().map(|word| word.as_bytes().to_vec());
        let given = Given {
            arguments: words.take(inputs.arguments.0 as usize).collect(),
            input: inputs.input.map(|_| text.as_bytes().to_vec()),
            files: inputs.files.iter().map(|_| text.as_bytes().to_vec()).collect(),
            ..Given::default()
        };
        // One that does not fit is none of the scout's business.
        let _ = scout.warm_up_by(&layout.scenario(&given), &mut Trace::default());
    }
}
