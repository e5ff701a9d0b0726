//! Tests that are there already: JUnit's, which are run in the machine to see what they show.
//!
//! A test is a method with JUnit's annotation, or one of a `TestCase` whose name says so. Those with parameters, and
//! those that expect an exception by their annotation, are not run.

use crate::api::{Api, Member};
use bytecode::world::World;
use classfile::annotations::annotations;
use classfile::descriptor::JType;
use classfile::flags;
use jvm::natives::TestRun;
use jvm::transcript::Interface;
use program::catalogue::ApiType;
use program::{ClassId, FuncId, Program, Type};

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Existing {
    /// What is called on the way, as JUnit does it.
    pub run: TestRun,
    /// The class and the method, as people write them.
    pub name: String,
}

/// What tests that are there already are good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// What they cover needs no other test, and what they do is where others start.
    #[default]
    Both,
    /// What they cover needs no other test.
    Covered,
    /// What they do is where others start.
    Start,
}

/// What a method of a class of tests is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    BeforeAll,
    Before,
    Test,
    After,
}

/// What annotations say, newer ones and older ones.
const ANNOTATIONS: [(&str, Purpose); 8] = [
    ("Lorg/junit/jupiter/api/BeforeAll;", Purpose::BeforeAll),
    ("Lorg/junit/BeforeClass;", Purpose::BeforeAll),
    ("Lorg/junit/jupiter/api/BeforeEach;", Purpose::Before),
    ("Lorg/junit/Before;", Purpose::Before),
    ("Lorg/junit/jupiter/api/Test;", Purpose::Test),
    ("Lorg/junit/Test;", Purpose::Test),
    ("Lorg/junit/jupiter/api/AfterEach;", Purpose::After),
    ("Lorg/junit/After;", Purpose::After),
];

/// Annotations that keep a test from being run.
const DISABLED: [&str; 2] = ["Lorg/junit/jupiter/api/Disabled;", "Lorg/junit/Ignore;"];

/// The class that the oldest tests extend.
const TEST_CASE: &str = "junit/framework/TestCase";

/// The tests in some classes that mention a class under test.
pub fn find(
    world: &mut World,
    program: &mut Program,
    classes: &[String],
    subject: &str,
) -> Vec<Existing> {
    let mut found = Vec::new();
    for name in classes {
        let Ok(class) = world.class(program, name) else { continue };
        if world.info(class).flags & flags::ABSTRACT != 0 || !mentions(world, class, subject) {
            continue;
        }
        for method in 0..world.info(class).methods.len() {
            if purpose(world, class, method) == Some(Purpose::Test) {
                let written = &world.info(class).methods[method].name;
                let name = format!("{}.{written}", name.replace('/', "."));
                found.push(Existing { run: test_run(world, class, method), name });
            }
        }
    }
    found
}

/// Whether the constants of a class name another.
fn mentions(world: &mut World, class: ClassId, subject: &str) -> bool {
    let Ok(pool) = world.pool(class) else { return false };
    let is_part = |text: &str| {
        text.match_indices(subject).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let behind = text[at + subject.len()..].chars().next();
            before.is_none_or(|letter| matches!(letter, 'L' | '['))
                && behind.is_none_or(|letter| matches!(letter, ';' | '$' | '<'))
        })
    };
    (1..=pool.len() as u16)
        .any(|index| pool.try_get_utf8(index).is_ok_and(|text| is_part(&text.to_str_lossy())))
}

fn purpose(world: &World, class: ClassId, method: usize) -> Option<Purpose> {
    let info = world.info(class);
    let described = &info.methods[method];
    let skeleton = info.skeleton()?;
    let annotations = annotations(skeleton, &skeleton.methods.get(method)?.attributes);
    let is = |name: &&str| annotations.iter().any(|annotation| annotation == *name);
    if &*described.descriptor != "()V" || DISABLED.iter().any(&is) {
        return None;
    }
    let said = ANNOTATIONS.iter().find(|(name, _)| is(name)).map(|(_, purpose)| *purpose);
    said.or_else(|| match &*described.name {
        _ if !lines(world, class).any(|above| &*world.info(above).name == TEST_CASE) => None,
        "setUp" => Some(Purpose::Before),
        "tearDown" => Some(Purpose::After),
        name if name.starts_with("test") => Some(Purpose::Test),
        _ => None,
    })
}

/// A class and those above it.
fn lines(world: &World, class: ClassId) -> impl Iterator<Item = ClassId> {
    std::iter::successors(Some(class), |class| world.info(*class).superclass)
}

/// How JUnit runs a test, given by its class and the place of its method there.
fn test_run(world: &World, class: ClassId, method: usize) -> TestRun {
    let of = |purpose| of_purpose(world, class, purpose);
    let mut calls = of(Purpose::Before);
    calls.push(world.info(class).methods[method].function);
    calls.extend(of(Purpose::After));
    TestRun { class, first: of(Purpose::BeforeAll), calls }
}

/// The methods of a purpose, those of classes above first.
fn of_purpose(world: &World, class: ClassId, wanted: Purpose) -> Vec<FuncId> {
    let mut line: Vec<ClassId> = lines(world, class).collect();
    line.reverse();
    let mut found = Vec::new();
    for class in line {
        let methods = &world.info(class).methods;
        let own =
            (0..methods.len()).filter(|method| purpose(world, class, *method) == Some(wanted));
        found.extend(own.map(|method| methods[method].function));
    }
    found
}

/// What a catalogue has that scenarios may call, for what tests do with it to be written down.
pub fn interface(
    world: &World,
    program: &Program,
    api: &Api,
    own: &[ClassId],
    tests: &[String],
) -> Interface {
    let mut interface = Interface {
        own: own.iter().copied().collect(),
        tests: tests.iter().filter_map(|name| world.known_class(name)).collect(),
        ..Interface::default()
    };
    for (&function, member) in &api.members {
        if api.observers.contains(&function) {
            continue;
        }
        let Some(callable) = program.catalogue.callable(function) else { continue };
        match member {
            Member::Constructor { .. } | Member::Method { .. } => {
                let method = api.methods.get(&function);
                let Some(key) = method.and_then(|method| world.function_method(*method)) else {
                    continue;
                };
                let method = world.method_info(key);
                let name = (method.name.to_string(), method.descriptor.to_string());
                interface.ways.entry(name).or_default().push((function, key.class));
            }
            Member::Field { class, name, is_static: true } => {
                let field = world.known_class(class);
                let field = field.and_then(|class| world.declared_field(class, name));
                if let Some(field) = field.filter(|field| field.ty == JType::Reference) {
                    interface.constants.push((function, field.place.offset()));
                }
            }
            Member::Text => {
                let element = match callable.params.first().map(|(_, ty)| ty) {
                    Some(ty) => match program.catalogue.shape(*ty) {
                        Some(ApiType::Managed { element, .. }) => {
                            program.catalogue.scalar(*element)
                        }
                        _ => None,
                    },
                    None => None,
                };
                match element {
                    Some(Type::I8) => interface.texts.0 = Some(function),
                    _ => interface.texts.1 = Some(function),
                }
            }
            Member::Boxed => {
                let name = api.types[callable.result].class_name();
                let ty = name.and_then(JType::wrapped_by);
                interface.boxes.extend(ty.map(|ty| (ty, function)));
            }
            _ => {}
        }
    }
    interface
}
