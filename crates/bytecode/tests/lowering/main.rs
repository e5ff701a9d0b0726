//! Every class of the JDK and of ten libraries is lowered without an error, and what comes out is verified.

#[path = "../../../classfile/tests/libraries/mod.rs"]
mod libraries;
mod survey;

use classfile::jdk::Jdk;
use survey::{From, Survey};

/// Whether everything is tried, not only a part.
fn full() -> bool {
    std::env::var_os("FERRET_FULL").is_some()
}

/// No class fails, and there were enough of them for that to mean something.
#[track_caller]
fn expect_all(survey: &Survey, least: usize) {
    assert!(survey.problems.is_empty(), "{survey}\n{}", survey.problems.join("\n"));
    assert!(survey.methods >= least, "{survey}");
}

/// The JDK of this machine; if everything is tried, also those of other releases that lie beside it.
fn jdks() -> Vec<Jdk> {
    let mut jdks = vec![Jdk::find(None).expect("a JDK is needed for these tests")];
    let folder = jdks[0].home.parent().filter(|_| full()).map(std::fs::read_dir);
    let beside = folder.into_iter().flatten().flatten().flatten();
    let mut homes: Vec<_> = beside.map(|entry| entry.path()).collect();
    homes.sort();
    for jdk in homes.iter().filter_map(|home| Jdk::at(home).ok()) {
        if jdks.iter().all(|known| known.release != jdk.release) {
            jdks.push(jdk);
        }
    }
    jdks
}

#[test]
fn classes_of_java_base_are_lowered() {
    let step = if full() { 1 } else { 7 };
    for jdk in jdks() {
        let survey = Survey::of(&jdk, Vec::new(), &From::Module("java.base"), step, false).unwrap();
        expect_all(&survey, if full() { 50_000 } else { 5_000 });
    }
}

#[test]
fn classes_whose_execution_is_counted_are_lowered() {
    let step = if full() { 1 } else { 23 };
    let jdk = Jdk::find(None).expect("a JDK is needed for these tests");
    let survey = Survey::of(&jdk, Vec::new(), &From::Module("java.base"), step, true).unwrap();
    expect_all(&survey, if full() { 50_000 } else { 2_000 });
}

#[test]
#[ignore = "takes minutes: make check-full"]
fn classes_of_libraries_are_lowered() {
    let jars = libraries::jars().expect("the libraries are needed for this test");
    for jdk in jdks() {
        for name in libraries::NAMES {
            let jar = libraries::jar(&jars, name).expect("each library has a jar").clone();
            let others = jars.iter().filter(|other| **other != jar).cloned();
            let class_path = std::iter::once(jar.clone()).chain(others).collect();
            let survey = Survey::of(&jdk, class_path, &From::Archive(0), 1, false).unwrap();
            expect_all(&survey, 200);
        }
    }
}
