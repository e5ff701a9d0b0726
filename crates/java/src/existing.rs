//! Tests that are there already: JUnit's, which are run in the machine to see what they show.
//!
//! A test is a method with JUnit's annotation, or one of a `TestCase` whose name says so. Those with parameters, and
//! those that expect an exception by their annotation, are not run.

use crate::natives::{Answer, Jvm};
use bytecode::world::World;
use classfile::annotations::annotations;
use classfile::flags;
use machine::Value;
use program::{ClassId, FuncId, Program};

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Existing {
    /// Its class.
    pub class: ClassId,
    /// The place of its method among those of the class.
    pub method: u32,
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
                found.push(Existing { class, method: method as u32, name });
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

/// Runs a test, given by the numbers of its class and its method, as JUnit does.
pub(crate) fn run(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = ClassId(jvm.int(arguments, 0)? as u32);
    let method = jvm.int(arguments, 1)? as usize;
    let (first, before, test, after) = {
        let world = jvm.shared.world();
        let of = |purpose| of_purpose(&world, class, purpose);
        let test = world.info(class).methods[method].function;
        (of(Purpose::BeforeAll), of(Purpose::Before), test, of(Purpose::After))
    };
    jvm.initialize(class)?;
    for function in first {
        jvm.call(function, &[])?;
    }
    let object = jvm.instance_of(class)?;
    for function in before.into_iter().chain([test]).chain(after) {
        jvm.call(function, &[object])?;
    }
    Ok(None)
}
