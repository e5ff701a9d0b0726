//! The view that natives have of a run: the machine's context, and the linked world of classes.

use super::deflate::Streams;
use super::files::Files;
use super::given::Asked;
use super::grades::Languages;
use super::outside::Outside;
use super::seen::{Known, Look, Questions, Seen};
use super::services::{Catalogue, catalogue};
use super::values::{Spot, number};
use crate::environment::Environment;
use bytecode::world::{MethodRef, World};
use classfile::error::LoadError;
use machine::{Context, Output, Stop, Stream, Value};
use program::{ClassId, FuncId, Program};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all natives of one machine share. Nothing in it changes what a run does: it finds things again
/// that the machine's memory, or the classes, say.
pub struct JvmState {
    world: Arc<Mutex<World>>,
    output: Arc<dyn Output>,
    spots: Mutex<FxHashMap<(&'static str, &'static str), Spot>>,
    methods: Mutex<FxHashMap<(&'static str, &'static str), MethodRef>>,
    modules: Mutex<BTreeMap<String, u32>>,
    defined: Mutex<FxHashMap<Definition, Vec<ClassId>>>,
    services: Mutex<Option<Catalogue>>,
    seen: Mutex<Vec<Seen>>,
    /// The regular expressions that were met.
    pub(super) languages: Languages,
    looks: Mutex<(Arc<Questions>, VecDeque<Look>)>,
    thrown: Mutex<Origin>,
    muted: AtomicBool,
    outside: AtomicU8,
    /// The test that is to be run.
    test: Mutex<Option<TestRun>>,
    /// What the program asked for itself.
    pub(super) answers: Mutex<Vec<Asked>>,
    /// The virtual files.
    pub(super) files: Mutex<Files>,
    /// The streams of compressed data that are open.
    pub(super) streams: Mutex<Streams>,
    /// Places in the page of statics that natives keep their own state in.
    pub(super) slots: Slots,
    /// What a run finds around it.
    pub(super) environment: Environment,
}

/// A throwable, and the calls that were open when it was made, innermost first, with their lines.
pub(crate) type Origin = (u64, Vec<(FuncId, u32)>);

/// A test that is there already, as it is run: what is called on the way, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRun {
    /// Its class, which is initialised first.
    pub class: ClassId,
    /// What is called before there is an object of the class.
    pub first: Vec<FuncId>,
    /// What is called on that object: the test, with what comes before it and after it.
    pub calls: Vec<FuncId>,
}

/// What a class was defined from: its bytes, and for a hidden one the host of its nest.
type Definition = (Vec<u8>, Option<Option<ClassId>>);

/// Offsets in the page of statics of what belongs to no class.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// The running thread: a reference.
    pub thread: u32,
    /// What the running thread keeps of scoped values: a reference.
    pub scoped: u32,
    /// How far sleeping has moved the clock on: nanoseconds.
    pub slept: u32,
    /// Which state of the virtual files the run is at: a number.
    pub files: u32,
    /// Which streams of compressed data are the run's: a number.
    pub streams: u32,
    /// The strings that the program interned and no code names: a map from text to string.
    pub interned: u32,
    /// The strings that scenarios have as literals and no code names: a reference to an array of them.
    pub literals: u32,
    /// Standard input, where it is a managed `byte[]` of its own: a reference.
    pub input: u32,
    /// How much of standard input was read: a `long`.
    pub input_read: u32,
    /// The number of the next thread: a `long`.
    pub next_thread: u32,
    /// What was started and has not run yet: a list of arrays of two, what it is and what follows.
    pub pending: u32,
    /// The first of the arguments of `main` that are inputs: references to `char[]`.
    first_argument: u32,
    /// The first of the files whose content is an input: references to `byte[]`.
    first_file: u32,
}

/// How many arguments of `main` can be inputs.
const MOST_ARGUMENTS: u32 = 64;
/// How many files can be inputs.
const MOST_FILES: u32 = 32;

impl Slots {
    /// Takes the places from a world.
    pub fn new(world: &mut World) -> Result<Self, LoadError> {
        let mut slot = || world.slot(8);
        Ok(Self {
            thread: slot()?,
            scoped: slot()?,
            slept: slot()?,
            files: slot()?,
            streams: slot()?,
            interned: slot()?,
            literals: slot()?,
            input: slot()?,
            input_read: slot()?,
            next_thread: slot()?,
            pending: slot()?,
            first_argument: world.slot(8 * MOST_ARGUMENTS)?,
            first_file: world.slot(8 * MOST_FILES)?,
        })
    }

    /// The place of the content of a file that is an input; none if there are too many.
    pub fn file(self, number: u32) -> Option<u32> {
        (number < MOST_FILES).then_some(self.first_file + 8 * number)
    }

    /// The places of the arguments of `main` that are inputs.
    pub fn arguments(self) -> impl Iterator<Item = u32> {
        (0..MOST_ARGUMENTS).map(move |index| self.first_argument + 8 * index)
    }
}

impl JvmState {
    /// What natives share over a world; what the program prints goes to `output`.
    pub fn new(
        world: Arc<Mutex<World>>,
        output: Arc<dyn Output>,
        environment: Environment,
    ) -> Result<Self, LoadError> {
        let (slots, home) = {
            let mut locked = lock(&world);
            (Slots::new(&mut locked)?, locked.jdk().home.clone())
        };
        Ok(Self {
            world,
            output,
            spots: Mutex::default(),
            methods: Mutex::default(),
            modules: Mutex::default(),
            defined: Mutex::default(),
            services: Mutex::default(),
            seen: Mutex::default(),
            languages: Languages::default(),
            looks: Mutex::default(),
            thrown: Mutex::default(),
            muted: AtomicBool::new(false),
            outside: AtomicU8::new(0),
            test: Mutex::default(),
            answers: Mutex::default(),
            files: Mutex::new(Files::new(home, environment.random)),
            streams: Mutex::default(),
            slots,
            environment,
        })
    }

    /// What runs find around them.
    pub(crate) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The same over a copy of the world, for another machine in an environment of its own.
    pub(crate) fn fork(
        &self,
        world: Arc<Mutex<World>>,
        output: Arc<dyn Output>,
        environment: Environment,
    ) -> Self {
        let home = lock(&world).jdk().home.clone();
        Self {
            world,
            output,
            spots: Mutex::new(lock(&self.spots).clone()),
            methods: Mutex::new(lock(&self.methods).clone()),
            modules: Mutex::new(lock(&self.modules).clone()),
            defined: Mutex::new(lock(&self.defined).clone()),
            services: Mutex::default(),
            seen: Mutex::default(),
            languages: Languages::default(),
            looks: Mutex::default(),
            thrown: Mutex::default(),
            muted: AtomicBool::new(false),
            outside: AtomicU8::new(0),
            test: Mutex::default(),
            answers: Mutex::default(),
            files: Mutex::new(Files::new(home, environment.random)),
            streams: Mutex::default(),
            slots: self.slots,
            environment,
        }
    }

    /// The world; it must not stay locked while code runs.
    pub fn world(&self) -> MutexGuard<'_, World> {
        lock(&self.world)
    }

    /// The places in the page of statics.
    pub fn slots(&self) -> Slots {
        self.slots
    }

    /// A run begins whose state is to be kept.
    pub(crate) fn begin(&self) {
        lock(&self.files).begin();
    }

    /// Makes the state of now the one that runs start from.
    pub(crate) fn rebase(&self) {
        lock(&self.files).rebase();
    }

    /// Takes what the program prints.
    pub(crate) fn write(&self, stream: Stream, bytes: &[u8]) {
        if !self.muted.load(Ordering::Relaxed) {
            self.output.write(stream, bytes);
        }
    }

    /// Lets what the program prints go nowhere, or not any more.
    pub(crate) fn mute(&self, muted: bool) {
        self.muted.store(muted, Ordering::Relaxed);
    }

    /// Notes that the program has asked for what lies outside of its process: a file, a host, another process.
    pub(super) fn go_outside(&self) {
        self.go(Outside::Beyond);
    }

    /// Notes how far outside of its process it has gone.
    pub(super) fn go(&self, outside: Outside) {
        self.outside.fetch_max(outside as u8, Ordering::Relaxed);
    }

    /// How far it has gone since the last call.
    pub(crate) fn take_outside(&self) -> Outside {
        match self.outside.swap(0, Ordering::Relaxed) {
            0 => Outside::Nothing,
            1 => Outside::Scratch,
            _ => Outside::Beyond,
        }
    }

    /// Hands over a test, to be run by the entry that runs begin with.
    pub(crate) fn hand_over(&self, test: &TestRun) {
        *lock(&self.test) = Some(test.clone());
    }

    /// The test that was passed last.
    pub(crate) fn handed_over(&self) -> Option<TestRun> {
        lock(&self.test).clone()
    }

    pub(super) fn see(&self, seen: Seen) {
        lock(&self.seen).push(seen);
    }

    /// How the next object is looked at, and what it may be asked.
    pub(super) fn next_look(&self) -> (Arc<Questions>, Look) {
        let mut looks = lock(&self.looks);
        let whole = Look::Whole { known: Known::default(), but: None };
        (Arc::clone(&looks.0), looks.1.pop_front().unwrap_or(whole))
    }

    /// Says how objects are looked at in the next run, and what they may be asked.
    pub(crate) fn set_looks(&self, questions: &Arc<Questions>, looks: Vec<Look>) {
        *lock(&self.looks) = (Arc::clone(questions), looks.into());
    }

    /// What was looked at since the last call.
    pub(crate) fn take_seen(&self) -> Vec<Seen> {
        std::mem::take(&mut *lock(&self.seen))
    }

    pub(super) fn note_thrown(&self, throwable: u64, calls: &[(FuncId, u32)]) {
        let mut thrown = lock(&self.thrown);
        thrown.0 = throwable;
        thrown.1.clear();
        thrown.1.extend_from_slice(calls);
    }

    /// Where the last throwable comes from.
    pub(crate) fn last_thrown(&self) -> Origin {
        lock(&self.thrown).clone()
    }

    pub(super) fn spot(&self, class: &'static str, name: &'static str) -> Option<Spot> {
        lock(&self.spots).get(&(class, name)).copied()
    }

    pub(super) fn remember_spot(&self, class: &'static str, name: &'static str, spot: Spot) {
        lock(&self.spots).insert((class, name), spot);
    }

    /// The classes that were defined from the same bytes before.
    pub(super) fn defined(&self, bytes: &[u8], host: Option<Option<ClassId>>) -> Vec<ClassId> {
        lock(&self.defined).get(&(bytes.to_vec(), host)).cloned().unwrap_or_default()
    }

    pub(super) fn remember_defined(
        &self,
        bytes: Vec<u8>,
        host: Option<Option<ClassId>>,
        class: ClassId,
    ) {
        lock(&self.defined).entry((bytes, host)).or_default().push(class);
    }

    /// Looks something up among what the JDK's modules provide.
    pub(super) fn services<R>(&self, look: impl FnOnce(&Catalogue) -> R) -> R {
        let mut services = lock(&self.services);
        look(services.get_or_insert_with(|| catalogue(&self.world())))
    }

    /// The place that holds the object of a named module.
    pub(super) fn module_slot(&self, name: &str) -> Result<u32, LoadError> {
        let mut modules = lock(&self.modules);
        if let Some(slot) = modules.get(name) {
            return Ok(*slot);
        }
        let slot = self.world().slot(8)?;
        modules.insert(name.to_owned(), slot);
        Ok(slot)
    }
}

/// Locks what no panic can leave half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run as a native sees it.
pub struct Jvm<'a> {
    /// The machine.
    pub context: &'a mut dyn Context,
    /// What natives share.
    pub shared: &'a JvmState,
}

impl Jvm<'_> {
    /// Works on the world and the program, which may grow.
    pub(super) fn grow<R>(
        &mut self,
        work: impl FnOnce(&mut World, &mut Program) -> R,
    ) -> Result<R, Stop> {
        let shared = self.shared;
        let mut work = Some(work);
        let mut result = None;
        self.context.grow(&mut |program| {
            if let Some(work) = work.take() {
                result = Some(work(&mut shared.world(), program));
            }
        })?;
        // It is called exactly once, if there is room to grow at all.
        result.ok_or(Stop::Limit(trace::Limit::Memory))
    }

    /// Where the page of statics begins.
    pub(super) fn statics(&mut self) -> u64 {
        self.context.global(program::GlobalId(0))
    }

    /// Reads a reference from a place in the page of statics.
    pub(crate) fn slot(&mut self, offset: u32) -> Result<Value, Stop> {
        let at = self.statics() + u64::from(offset);
        self.load(at, classfile::descriptor::JType::Reference)
    }

    /// Writes a reference to a place in the page of statics.
    pub(super) fn set_slot(&mut self, offset: u32, value: Value) -> Result<(), Stop> {
        let at = self.statics() + u64::from(offset);
        self.context.store(Value::pointer(at), value)
    }

    /// A class by its internal name; `NoClassDefFoundError` if it is not there.
    pub(super) fn class(&mut self, name: &str) -> Result<ClassId, Stop> {
        let known = self.shared.world().known_class(name);
        if let Some(class) = known {
            return Ok(class);
        }
        match self.grow(|world, program| world.class(program, name))? {
            Ok(class) => Ok(class),
            Err(error) => Err(self.load_error(&error)),
        }
    }

    /// A class by its internal name, or what is wrong with it.
    pub(super) fn try_class(&mut self, name: &str) -> Result<Result<ClassId, LoadError>, Stop> {
        self.grow(|world, program| world.class(program, name))
    }

    /// Throws what the JVM throws when linking fails.
    pub(super) fn load_error(&mut self, error: &LoadError) -> Stop {
        let (class, message) = error.throwable();
        self.throw(class, Some(&message))
    }

    /// Initialises a class of the JDK.
    pub(crate) fn initialize_named(&mut self, name: &str) -> Result<(), Stop> {
        let class = self.class(name)?;
        self.initialize(class)
    }

    /// Makes an object of a class of the JDK without running a constructor.
    pub(crate) fn allocate(&mut self, name: &str) -> Result<Value, Stop> {
        let class = self.class(name)?;
        self.context.new_object(class)
    }

    /// Initialises a class, unless that was begun before.
    pub(crate) fn initialize(&mut self, class: ClassId) -> Result<(), Stop> {
        self.context.initialise(class)
    }

    /// A method of a class of the JDK by name and descriptor in one: `size()I`.
    pub(super) fn method(
        &mut self,
        class: &'static str,
        signature: &'static str,
    ) -> Result<MethodRef, Stop> {
        if let Some(method) = lock(&self.shared.methods).get(&(class, signature)).copied() {
            return Ok(method);
        }
        let id = self.class(class)?;
        let method = self.resolve(id, signature)?;
        lock(&self.shared.methods).insert((class, signature), method);
        Ok(method)
    }

    /// The only method of a name of a class of the JDK, whatever its descriptor is in this release.
    pub(super) fn method_by_name(
        &mut self,
        class: &'static str,
        name: &'static str,
    ) -> Result<MethodRef, Stop> {
        let id = self.class(class)?;
        let descriptor = {
            let world = self.shared.world();
            let method = world.info(id).methods.iter().find(|method| &*method.name == name);
            method.map(|method| method.descriptor.to_string()).unwrap_or_default()
        };
        self.resolve(id, &format!("{name}{descriptor}"))
    }

    /// A method of any class by name and descriptor in one.
    pub(super) fn resolve(&mut self, class: ClassId, signature: &str) -> Result<MethodRef, Stop> {
        let split = signature.find('(').unwrap_or(signature.len());
        let (name, descriptor) = signature.split_at(split);
        match self.grow(|world, program| world.method(program, class, name, descriptor))? {
            Ok(method) => Ok(method),
            Err(error) => Err(self.load_error(&error)),
        }
    }

    /// Calls a static method of a class of the JDK.
    pub(crate) fn call_static(
        &mut self,
        class: &'static str,
        signature: &'static str,
        arguments: &[Value],
    ) -> Result<Value, Stop> {
        let method = self.method(class, signature)?;
        self.initialize(method.class)?;
        self.call(method.function, arguments)
    }

    /// Calls a method on an object, as its class has it.
    pub(crate) fn call_virtual(
        &mut self,
        class: &'static str,
        signature: &'static str,
        arguments: &[Value],
    ) -> Result<Value, Stop> {
        let method = self.method(class, signature)?;
        self.dispatch(method, arguments)
    }

    /// Calls a method as the class of the receiver has it; one that is not virtual is called as it is.
    pub(super) fn dispatch(
        &mut self,
        method: MethodRef,
        arguments: &[Value],
    ) -> Result<Value, Stop> {
        let mut function = method.function;
        if let Some(selector) = method.selector {
            let receiver = machine::argument(arguments, 0)?;
            let class = self.context.class_of(receiver)?;
            match self.context.method(class, selector) {
                Some(found) => function = found,
                None => return Err(self.throw("java/lang/AbstractMethodError", None)),
            }
        }
        self.call(function, arguments)
    }

    /// Calls a function; without a result it answers zero.
    pub(crate) fn call(&mut self, function: FuncId, arguments: &[Value]) -> Result<Value, Stop> {
        Ok(self.context.call(function, arguments)?.unwrap_or(number(0)))
    }

    /// Makes an object of a class of the JDK and runs a constructor, named by its descriptor.
    pub(crate) fn construct(
        &mut self,
        class: &'static str,
        constructor: &'static str,
        arguments: &[Value],
    ) -> Result<Value, Stop> {
        let method = self.method(class, constructor)?;
        self.initialize(method.class)?;
        let object = self.context.new_object(method.class)?;
        let mut all = vec![object];
        all.extend_from_slice(arguments);
        self.call(method.function, &all)?;
        Ok(object)
    }

    /// Throws an exception of a class of the JDK.
    pub(super) fn throw(&mut self, class: &'static str, message: Option<&str>) -> Stop {
        let made = match message {
            Some(message) => self
                .new_string(message)
                .and_then(|text| self.construct(class, "<init>(Ljava/lang/String;)V", &[text])),
            None => self.construct(class, "<init>()V", &[]),
        };
        match made {
            Ok(object) => Stop::Throw { object: object.bits as u64 },
            Err(stop) => stop,
        }
    }

    /// Throws an `InternalError`: what a native relies on is not as it must be.
    pub(super) fn internal(&mut self, message: &str) -> Stop {
        self.throw("java/lang/InternalError", Some(message))
    }
}
