//! What Ferret counts in class files is what JaCoCo counts, class by class and method by method.
//!
//! JaCoCo is asked for a report on classes that were never run. A sample is compared in every run of the
//! tests; with `FERRET_FULL` all of the corpus, ten libraries and the JDK's `java.base`.

#![expect(clippy::print_stdout, reason = "the figures of a long test are worth reading")]

#[path = "../../../classfile/tests/libraries/mod.rs"]
mod libraries;
#[path = "../referees/mod.rs"]
mod referees;
#[path = "../../../classfile/tests/tools/mod.rs"]
#[expect(dead_code, reason = "other tests run programs too")]
mod tools;

use classfile::archive::{Archive, JdkImage};
use classfile::jdk::Jdk;
use jacoco::{ClassView, Counters, Lines};
use java::referee::report;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn is_full() -> bool {
    std::env::var_os("FERRET_FULL").is_some()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jacoco").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the build directory can be written");
    folder
}

/// What JaCoCo says of class files in a folder, none of which was ever run.
fn reported(jdk: &Jdk, classes: &Path) -> (BTreeMap<String, Counters>, BTreeMap<String, Lines>) {
    let xml = classes.with_extension("xml");
    let output = Command::new(jdk.home.join("bin/java"))
        .args(["-Xmx2g", "-jar"])
        .arg(referees::jar("org.jacoco.cli"))
        .args(["report", "--quiet", "--classfiles"])
        .arg(classes)
        .arg("--xml")
        .arg(&xml)
        .output()
        .expect("java starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let xml = fs::read_to_string(&xml).expect("a report");
    (report::read(&xml), report::read_lines(&xml))
}

/// Compares what is counted in class files, given by their names and contents; tells how many classes and
/// branches there were.
#[track_caller]
fn compare(jdk: &Jdk, name: &str, classes: &[(String, Vec<u8>)]) -> (usize, u32) {
    let folder = folder(name);
    let mut ours = BTreeMap::new();
    let mut lines = BTreeMap::<String, Lines>::new();
    let mut kotlin = 0;
    for (class, bytes) in classes {
        let file = folder.join(format!("{class}.class"));
        fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
        fs::write(&file, bytes).expect("a class file can be written");
        let view = ClassView::read(bytes, class).expect("a class file that can be read");
        let Some(view) = view else { continue };
        kotlin += usize::from(view.kotlin);
        let totals = view.totals();
        if totals.is_counted() {
            if let Some(source) = &view.source {
                let folder = view.name.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
                let own = lines.entry(folder.unwrap_or_default() + source).or_default();
                for (line, counters) in jacoco::lines(&view, |_, _| false) {
                    *own.entry(line).or_default() += counters;
                }
            }
            ours.insert(view.name, totals);
        }
    }
    assert_eq!(kotlin, 0, "classes of Kotlin are not compared");
    let (mut theirs, their_lines) = reported(jdk, &folder);
    theirs.retain(|_, counters| counters.is_counted());
    let mut wrong = Vec::new();
    for class in ours.keys().chain(theirs.keys()) {
        let pair = (ours.get(class), theirs.get(class));
        if pair.0 != pair.1 && wrong.len() < 20 {
            wrong.push(format!("{class}: {}", difference(pair.0, pair.1)));
        }
    }
    lines.retain(|_, lines| !lines.is_empty());
    for file in lines.keys().chain(their_lines.keys()) {
        let pair = (lines.get(file), their_lines.get(file));
        if pair.0 != pair.1 && wrong.len() < 20 {
            wrong.push(format!("lines of {file}: {pair:?}"));
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
    (ours.len(), ours.values().map(|counters| counters.branches.total).sum())
}

/// Where counters differ, in words.
fn difference(ours: Option<&Counters>, theirs: Option<&Counters>) -> String {
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        return format!("ours {}, theirs {}", ours.is_some(), theirs.is_some());
    };
    for (own, other) in ours.by_method.iter().zip(&theirs.by_method) {
        if own != other {
            return format!("\n  ours   {own:?}\n  theirs {other:?}");
        }
    }
    let plain = |counters: &Counters| Counters { by_method: Vec::new(), ..counters.clone() };
    let methods = (ours.by_method.len(), theirs.by_method.len());
    format!("methods {methods:?}\n  ours   {:?}\n  theirs {:?}", plain(ours), plain(theirs))
}

/// The classes of a directory or a jar.
fn classes_of(path: &Path, release: u32) -> Vec<(String, Vec<u8>)> {
    let archive = Archive::open(path, release).expect("an archive");
    let names = archive.class_names().expect("names of classes");
    let read = |name: String| {
        let bytes = archive.read(&format!("{name}.class")).ok().flatten();
        bytes.map(|bytes| (name, bytes))
    };
    names.into_iter().filter_map(read).collect()
}

/// The sources of the corpus that a release can compile.
fn sources(release: u32) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java");
    let mut sources = Vec::new();
    for needed in [17, 21, 25].into_iter().filter(|needed| *needed <= release) {
        let entries = fs::read_dir(root.join(format!("corpus{needed}"))).expect("the corpus");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        sources.extend(paths.filter(|path| path.extension().is_some_and(|it| it == "java")));
    }
    sources.sort();
    sources
}

#[test]
fn the_corpus_is_counted_as_jacoco_counts_it() {
    let jdks = tools::jdks();
    for jdk in jdks.iter().take(if is_full() { jdks.len() } else { 1 }) {
        let compiled = folder(&format!("compiled-{}", jdk.release));
        tools::compile(jdk, &sources(jdk.release), &compiled);
        let classes = classes_of(&compiled, jdk.release);
        let (count, branches) = compare(jdk, &format!("corpus-{}", jdk.release), &classes);
        assert!(count > 250 && branches > 800, "{count} classes, {branches} branches");
    }
}

#[test]
#[ignore = "needs the network: make check-full"]
fn libraries_are_counted_as_jacoco_counts_them() {
    let jdk = Jdk::find(None).expect("a JDK");
    let jars = libraries::jars().expect("Maven fetches the libraries");
    for name in libraries::NAMES {
        let jar = libraries::jar(&jars, name).expect("the library was fetched");
        let (count, branches) = compare(&jdk, name, &classes_of(jar, jdk.release));
        println!("{name}: {count} classes, {branches} branches");
        assert!(count > 15 && branches > 500, "{name}: {count} classes, {branches} branches");
    }
}

#[test]
fn classes_of_the_jdk_are_counted_as_jacoco_counts_them() {
    let step = if is_full() { 1 } else { 17 };
    let jdks = tools::jdks();
    for jdk in jdks.iter().take(if is_full() { 2 } else { 1 }) {
        let image = JdkImage::open(jdk).expect("an image");
        let names = image.class_names("java.base").into_iter().step_by(step);
        let classes: Vec<(String, Vec<u8>)> = names
            .filter(|name| !name.ends_with("-info"))
            .filter_map(|name| image.class(&name).map(|(bytes, _)| (name, bytes)))
            .collect();
        let name = format!("java.base-{}", jdk.release);
        let (count, branches) = compare(jdk, &name, &classes);
        println!("{name}: {count} classes, {branches} branches");
        assert!(count > 300 && branches > 5_000, "{count} classes, {branches} branches");
    }
}
