//! Tests of library classes, made up at random: whatever they do, they compile.

use bytecode::world::{Settings, World};
use classfile::archive::Archive;
use classfile::descriptor::JType;
use java::api::build::{Plan, build};
use java::api::{Api, JavaType, Member};
use java::write::{
    Ending, Expected, JavaCheck, JavaTest, Junit, Known, Subject, Unit, Written, name_tests, write,
};
use program::catalogue::Catalogue;
use program::{FuncId, Program};
use scenario::make::{Limits, Maker, Pool};
use scenario::{Argument, Scenario, Statement};
use std::path::{Path, PathBuf};

/// Writes tests of every so many classes of a jar, as many of each method.
pub fn written(
    jar: &Path,
    jars: &[PathBuf],
    every: usize,
    each: usize,
    junit: Junit,
) -> Vec<Written> {
    let settings = Settings { jdk: super::compiled::jdk(), class_path: jars.to_vec() };
    let names = Archive::open(jar, settings.jdk.release).and_then(|archive| archive.class_names());
    let names = names.expect("the names of the classes");
    let (mut world, mut program) = World::new(settings).expect("a world");
    let is_top = |name: &&String| !name.contains('$') && !name.ends_with("-info");
    let tops: Vec<&String> = names.iter().filter(is_top).step_by(every).collect();
    let mut all = Vec::new();
    for (seed, name) in tops.into_iter().enumerate() {
        let inner = format!("{name}$");
        let own = names.iter().filter(|other| *other == name || other.starts_with(&inner));
        let classes: Vec<String> = own.cloned().collect();
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        program.catalogue = Catalogue::default();
        let plan = Plan { classes: &classes, others: &names, package };
        if world.class(&mut program, name).is_err() {
            continue;
        }
        let (api, entries) = build(&mut world, &mut program, &plan);
        let functions: Vec<FuncId> = entries.iter().map(|entry| entry.function).collect();
        let mut random = fastrand::Rng::with_seed(seed as u64);
        let mut tests = made(&program, &api, &functions, each, &mut random);
        let known = Known::new(&world, &program, &api, package);
        let unit = Unit {
            class: name.clone(),
            program: &program,
            api: &api,
            classes: &known,
            style: junit.into(),
        };
        name_tests(&unit, &mut tests);
        all.push(write(&unit, &tests));
    }
    all
}

fn made(
    program: &Program,
    api: &Api,
    functions: &[FuncId],
    each: usize,
    random: &mut fastrand::Rng,
) -> Vec<JavaTest> {
    let limits = Limits { calls: 24, ..Limits::default() };
    let maker = Maker::new(program, api.members.keys().copied(), Pool::default(), limits);
    let mut tests = Vec::new();
    for function in functions.iter().filter(|function| maker.why_not(**function).is_none()) {
        for _ in 0..each {
            let scenario = maker.scenario(random, *function, &[]);
            let throws = random.u32(0..4) == 0;
            let checks = checks(program, api, &scenario, throws);
            let class = "java/lang/RuntimeException".to_owned();
            let ending = if throws {
                Ending::Throws { class, message: None, cause: None }
            } else {
                Ending::Returns
            };
            tests.push(JavaTest { name: String::new(), scenario, ending, checks });
        }
    }
    tests
}

/// Something to be looked at: it need not hold.
fn checks(program: &Program, api: &Api, scenario: &Scenario, throws: bool) -> Vec<JavaCheck> {
    let Some(Statement::Call { result, function, arguments }) = scenario.statements.last() else {
        return Vec::new();
    };
    let expected = |ty: &JavaType| match ty {
        JavaType::Primitive('V') => None,
        JavaType::Primitive(letter) => Some(Expected::Primitive { letter: *letter, bits: 1 }),
        JavaType::Array(element) => Some(match **element {
            JavaType::Primitive(element) => Expected::Array { element, elements: vec![1, 2] },
            _ => Expected::TextArray(vec![None, Some(vec![0x61])]),
        }),
        JavaType::Class { name, .. } => Some(match JType::wrapped_by(name) {
            Some(JType::Void) => Expected::Null,
            Some(ty) => Expected::Boxed { letter: ty.letter().unwrap_or('I'), bits: 1 },
            None if name == "java/lang/String" => Expected::Text(vec![0x61]),
            None if name == "java/util/List" => {
                Expected::List(vec![Expected::Null, Expected::Null])
            }
            None => Expected::NotNull,
        }),
    };
    let mut checks = Vec::new();
    let gives = program.catalogue.callable(*function).map(|callable| &api.types[callable.result]);
    if let (Some(result), Some(ty), false) = (result, gives, throws)
        && let Some(expected) = expected(ty)
    {
        checks.push(JavaCheck { subject: Subject::Variable(*result), expected });
        if ty.class_name().is_some() {
            let expected = Expected::Text(vec![0x62]);
            checks.push(JavaCheck { subject: Subject::Text(*result), expected });
        }
    }
    let object = arguments.first().and_then(Argument::variable);
    let Some(Member::Method { class, is_static: false, .. }) = api.members.get(function) else {
        return checks;
    };
    let observers = api.members.iter().filter(|(_, member)| {
        matches!(member, Member::Method { class: owner, is_static: false, .. } if owner == class)
    });
    for (observer, _) in observers.take(5) {
        let Some(callable) = program.catalogue.callable(*observer) else { continue };
        if let (Some(object), Some(expected), 1) =
            (object, expected(&api.types[callable.result]), callable.params.len())
        {
            let subject = Subject::Call { function: *observer, arguments: vec![object] };
            checks.push(JavaCheck { subject, expected });
        }
    }
    checks
}
