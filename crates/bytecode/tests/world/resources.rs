//! Jars: files for several releases, manifests, what is beside the classes.

use std::io::Write;
use std::path::{Path, PathBuf};

use bytecode::world::{Settings, World};
use classfile::archive::Archive;
use zip::write::SimpleFileOptions;

use crate::compiled::{compile, jdk};

/// A jar with files of these names and contents.
fn jar(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let file = std::fs::File::create(&path).expect("the build directory can be written");
    let mut zip = zip::ZipWriter::new(file);
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, contents) in files {
        zip.start_file(*name, options).expect("a file can be added");
        zip.write_all(contents).expect("a file can be added");
    }
    zip.finish().expect("a jar can be written");
    path
}

#[test]
fn the_newest_file_that_is_not_too_new_counts() {
    let path = jar(
        "releases.jar",
        &[
            ("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\nMulti-Release: true\n\n"),
            ("a/text", b"8"),
            ("META-INF/versions/9/a/text", b"9"),
            ("META-INF/versions/17/a/text", b"17"),
            ("META-INF/versions/21/a/text", b"21"),
            ("META-INF/versions/17/a/only", b"17"),
            ("a/B.class", b""),
            ("META-INF/versions/11/a/C.class", b""),
            ("module-info.class", b""),
        ],
    );
    let text = |release: u32, name: &str| {
        let archive = Archive::open(&path, release).unwrap();
        archive.read(name).unwrap().map(|bytes| String::from_utf8(bytes).unwrap())
    };
    assert_eq!(text(8, "a/text").as_deref(), Some("8"));
    assert_eq!(text(16, "a/text").as_deref(), Some("9"));
    assert_eq!(text(17, "a/text").as_deref(), Some("17"));
    assert_eq!(text(25, "a/text").as_deref(), Some("21"));
    assert_eq!(text(11, "a/only"), None);
    assert_eq!(text(17, "a/only").as_deref(), Some("17"));
    let names = Archive::open(&path, 17).unwrap().class_names().unwrap();
    assert_eq!(names, ["a/B", "a/C"]);
}

#[test]
fn a_manifest_adds_to_the_class_path() {
    let classes = compile(
        "resources-main",
        &[(
            "Main.java",
            "class Main { Helper h; }
        class Helper { }",
        )],
        &[],
    );
    let read = |name: &str| std::fs::read(classes.join(name)).unwrap();
    jar("helper.jar", &[("Helper.class", &read("Helper.class")), ("data.txt", b"text")]);
    let manifest = b"Manifest-Version: 1.0\nClass-Path: helper.jar nowhere.jar\n\n";
    let main =
        jar("main.jar", &[("META-INF/MANIFEST.MF", manifest), ("Main.class", &read("Main.class"))]);
    let settings = Settings { jdk: jdk(), class_path: vec![main] };
    let (mut world, mut program) = World::new(settings).unwrap();
    let helper = world.class(&mut program, "Helper").unwrap();
    assert!(world.is_user(helper));
    assert_eq!(world.resource("data.txt").unwrap().as_deref(), Some(&b"text"[..]));
    assert_eq!(world.resource("none.txt").unwrap(), None);
    assert!(world.resource("java/lang/Object.class").unwrap().is_some());
}
