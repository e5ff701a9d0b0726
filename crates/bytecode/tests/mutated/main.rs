//! Class files and jars that are cut off or changed at random give errors that name them; nothing panics,
//! nothing goes on for ever.

#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;

use std::io::Write;
use std::path::Path;

use bytecode::world::{Hidden, MethodKey, Origin, Role, Settings, World};
use bytecode::{dynamic, lower};
use classfile::archive::Archive;
use classfile::error::LoadError;
use fastrand::Rng;
use program::{FuncId, Id, Program};
use zip::write::SimpleFileOptions;

use compiled::{compile, jdk};

/// A little of everything that class files have.
const SOURCE: &str = r#"
import java.util.function.*;
import java.util.*;

@Deprecated
public class Sample<T extends Comparable<T>> implements Runnable {
    static final int[][] TABLE = {{1, 2}, {3}};
    static final String TEXT = "constant \u00e9";
    static final long LONG = 1L << 40;
    record Pair(int a, double b, String c) { }
    enum Color { RED, GREEN { int f() { return 1; } }; int f() { return 0; } }
    interface Shape { default int sides() { return 4; } }
    private T value;

    int choose(int i, String s, Color color) {
        switch (i) { case 1: case 2: case 3: return 7; case 100: return 8; case -5000: return 9; default: }
        switch (s) { case "a": return 1; case "bb": return 2; default: }
        switch (color) { case RED: return 3; default: return 4; }
    }

    public void run() {
        Function<Integer, String> f = x -> TEXT + x + value;
        Supplier<List<String>> g = ArrayList::new;
        try {
            synchronized (this) { g.get().add(f.apply(3)); }
        } catch (IllegalStateException | NullPointerException e) {
            throw e;
        } finally {
            System.out.println(new Pair(1, 2.5, "x"));
        }
    }

    static double sum(double[] xs, long n, float f) {
        double total = 0;
        for (double x : xs) { total += x * n % f; }
        assert total > 0 : "positive";
        return (int) total ^ n >>> 3;
    }
}
"#;

fn rounds(few: usize, many: usize) -> usize {
    if std::env::var_os("FERRET_FULL").is_some() { many } else { few }
}

/// One random change, or a cut.
fn mutate(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if rng.u8(..) < 20 {
        bytes.truncate(rng.usize(..bytes.len()));
        return bytes;
    }
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..bytes.len());
        match rng.u8(..5) {
            0 => bytes[at] ^= 1 << rng.u8(..8),
            1 => bytes[at] = rng.u8(..),
            2 => bytes[at] = rng.choice([0, 1, 0x7f, 0x80, 0xff]).unwrap_or(0),
            3 => bytes.insert(at, rng.u8(..)),
            _ => {
                bytes.remove(at);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

/// Links a class file and lowers all that is in it; gives what it was refused for.
fn load(bytes: Vec<u8>, file: &str, beside: &Path) -> Result<usize, LoadError> {
    let (mut world, mut program) =
        World::new(Settings { jdk: jdk(), class_path: vec![beside.to_owned()] })
            .expect("the JDK can be read");
    let origin = Origin { module: None, user: true, location: Some(file.into()) };
    let class = world.define(&mut program, bytes, origin, Some(Hidden { host: None }))?;
    let mut lowered = 0;
    for index in 0..world.info(class).methods.len() as u32 {
        let key = MethodKey { class, index };
        let function = world.method_info(key).function;
        if world.method_info(key).has_code && write(&mut world, &mut program, function) {
            lowered += 1;
        }
    }
    for index in 0..program.functions.len() {
        let function = FuncId::new(index);
        if matches!(world.role(function), Role::CallSite { .. } | Role::Constant { .. }) {
            write(&mut world, &mut program, function);
        }
    }
    Ok(lowered)
}

fn write(world: &mut World, program: &mut Program, function: FuncId) -> bool {
    match world.role(function) {
        Role::CallSite { .. } | Role::Constant { .. } => {
            dynamic::body(world, program, function).is_ok()
        }
        _ => lower::body(world, program, function).is_ok(),
    }
}

#[test]
fn changed_class_files_are_lowered_or_refused_by_name() {
    let classes = compile("mutated-classes", &[("Sample.java", SOURCE)], &[]);
    let mut names: Vec<_> =
        std::fs::read_dir(&classes).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let mut rng = Rng::with_seed(7);
    let (mut refused, mut lowered) = (0, 0);
    for path in names {
        let whole = std::fs::read(&path).unwrap();
        let as_it_is =
            load(whole.clone(), "whole", &classes).expect("the compiler's class file is read");
        assert!(as_it_is > 0 || path.ends_with("Sample$Shape.class"), "{}", path.display());
        for round in 0..rounds(60, 4_000) {
            let file = format!("changed-{round}.class");
            match load(mutate(&whole, &mut rng), &file, &classes) {
                Ok(methods) => lowered += methods,
                Err(
                    LoadError::Malformed { file: named, .. }
                    | LoadError::Version { file: named, .. },
                ) => {
                    assert_eq!(named, file);
                    refused += 1;
                }
                // The change hit the name of a supertype.
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 0 && lowered > 0, "{refused} refused, {lowered} lowered");
}

#[test]
fn every_cut_of_a_class_file_is_refused() {
    let classes = compile(
        "mutated-cuts",
        &[("Small.java", "class Small { int f(int x) { return x; } }")],
        &[],
    );
    let whole = std::fs::read(classes.join("Small.class")).unwrap();
    for end in 0..whole.len() {
        let error = load(whole[..end].to_vec(), "Small.class", &classes).unwrap_err();
        assert!(error.to_string().starts_with("Small.class: "), "{error}");
    }
}

#[test]
fn changed_jars_are_read_or_refused_by_name() {
    let classes = compile("mutated-jar", &[("Sample.java", SOURCE)], &[]);
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (index, name) in
        ["Sample.class", "Sample$Color.class", "Sample$Pair.class"].iter().enumerate()
    {
        let method = match index {
            0 => zip::CompressionMethod::Deflated,
            _ => zip::CompressionMethod::Stored,
        };
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(&std::fs::read(classes.join(name)).unwrap()).unwrap();
    }
    zip.start_file("META-INF/MANIFEST.MF", SimpleFileOptions::default()).unwrap();
    zip.write_all(b"Manifest-Version: 1.0\nMain-Class: Sample\nMulti-Release: true\n\n").unwrap();
    let whole = zip.finish().unwrap().into_inner();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed.jar");
    let mut rng = Rng::with_seed(11);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..rounds(300, 50_000) {
        std::fs::write(&path, mutate(&whole, &mut rng)).unwrap();
        match files(&path) {
            Ok(count) => read += count,
            Err(error) => {
                assert!(error.to_string().contains("changed.jar"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0 && read > 0, "{refused} refused, {read} read");
}

fn files(path: &Path) -> Result<usize, LoadError> {
    let archive = Archive::open(path, 17)?;
    let mut count = 0;
    for name in archive.class_names()? {
        count += usize::from(archive.read(&format!("{name}.class"))?.is_some());
    }
    Ok(count)
}
