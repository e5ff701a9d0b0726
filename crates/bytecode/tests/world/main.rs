//! Linking and resolution, on small classes that a Java compiler made.

#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;
mod resources;

use std::path::PathBuf;

use bytecode::world::{Place, Settings, World};
use classfile::descriptor::JType;
use classfile::error::LoadError;
use program::{ClassId, Program};

use compiled::{compile, jdk};

fn world(classes: PathBuf) -> (World, Program) {
    let settings = Settings { jdk: jdk(), class_path: vec![classes] };
    World::new(settings).expect("the JDK can be read")
}

/// The class that a virtual call of a method ends up in, as the machine looks it up.
fn selected(
    world: &mut World,
    program: &mut Program,
    receiver: &str,
    through: &str,
    method: &str,
    descriptor: &str,
) -> String {
    let receiver = world.class(program, receiver).unwrap();
    let through = world.class(program, through).unwrap();
    let resolved = world.method(program, through, method, descriptor).unwrap();
    let Some(selector) = resolved.selector else {
        return program.functions[resolved.function].name.clone();
    };
    let mut order = vec![receiver];
    order.extend(world.supertypes(receiver));
    let entries = order.iter().flat_map(|&class| &program.classes[class].methods);
    let found = entries.into_iter().find(|(own, _)| *own == selector);
    found.map_or("nothing".to_owned(), |(_, function)| program.functions[*function].name.clone())
}

#[test]
fn a_method_that_only_a_package_sees_is_overridden_in_it_alone() {
    let classes = compile(
        "world-packages",
        &[
            ("a/A.java", "package a; public class A { void m() {} void n() {} }"),
            ("b/B.java", "package b; public class B extends a.A { public void m() {} }"),
            (
                "a/C.java",
                "package a; public class C extends b.B { public void m() {} public void n() {} }",
            ),
            ("b/D.java", "package b; public class D extends a.C { public void n() {} }"),
        ],
        &[],
    );
    let (mut world, mut program) = world(classes);
    let mut ask = |receiver, through, method| {
        selected(&mut world, &mut program, receiver, through, method, "()V")
    };
    assert_eq!(ask("b/B", "a/A", "m"), "a/A.m()V");
    assert_eq!(ask("b/B", "b/B", "m"), "b/B.m()V");
    assert_eq!(ask("a/C", "a/A", "m"), "a/C.m()V");
    assert_eq!(ask("a/C", "b/B", "m"), "a/C.m()V");
    // What overrides a method overrides what that one overrides, in whatever package it is.
    assert_eq!(ask("b/D", "a/A", "n"), "b/D.n()V");
}

#[test]
fn fields_are_found_in_interfaces_before_superclasses() {
    let classes = compile(
        "world-fields",
        &[
            ("Top.java", "class Top { int x; long own; byte small; Object reference; }"),
            ("Named.java", "interface Named { Object KEY = new Object(); int NUMBER = 7; }"),
            ("Below.java", "class Below extends Top implements Named { int x; boolean flag; }"),
        ],
        &[],
    );
    let (mut world, mut program) = world(classes);
    let below = world.class(&mut program, "Below").unwrap();
    let name = |world: &World, class: ClassId| world.info(class).name.to_string();
    let x = world.field(&mut program, below, "x", "I").unwrap();
    assert_eq!(name(&world, x.class), "Below");
    let own = world.field(&mut program, below, "own", "J").unwrap();
    assert_eq!((name(&world, own.class).as_str(), own.ty), ("Top", JType::Long));
    let key = world.field(&mut program, below, "KEY", "Ljava/lang/Object;").unwrap();
    assert_eq!(name(&world, key.class), "Named");
    assert!(matches!(key.place, Place::Static { .. }));
    let missing = world.field(&mut program, below, "x", "J").unwrap_err();
    assert_eq!(missing.to_string(), "class Below has no field x of type J");
    assert_eq!(missing.throwable().0, "java/lang/NoSuchFieldError");

    let top = world.class(&mut program, "Top").unwrap();
    let layout: Vec<(&str, u32)> = program.classes[top]
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.offset))
        .collect();
    assert_eq!(layout, [("own", 0), ("reference", 8), ("x", 16), ("small", 20)]);
    // A subclass begins where its superclass ends.
    let layout: Vec<(&str, u32)> = program.classes[below]
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.offset))
        .collect();
    assert_eq!((program.classes[top].size, layout), (24, vec![("x", 24), ("flag", 28)]));
}

#[test]
fn the_most_specific_default_is_resolved() {
    let classes = compile(
        "world-defaults",
        &[(
            "I.java",
            "interface I { default int f() { return 1; } private int p() { return 2; } static int s() { return p2(); } private static int p2() { return 3; } }
             interface J extends I { default int f() { return 4; } }
             abstract class C implements I, J { }
             class D extends C { }",
        )],
        &[],
    );
    let (mut world, mut program) = world(classes);
    let class = world.class(&mut program, "D").unwrap();
    let resolved = world.method(&mut program, class, "f", "()I").unwrap();
    assert_eq!(program.functions[resolved.function].name, "J.f()I");
    assert!(resolved.selector.is_some());
    // Private and static methods of interfaces are not inherited.
    for hidden in ["p", "s"] {
        let error = world.method(&mut program, class, hidden, "()I").unwrap_err();
        assert_eq!(error.throwable().0, "java/lang/NoSuchMethodError");
    }
    let interface = world.class(&mut program, "I").unwrap();
    for direct in ["p", "s", "p2"] {
        let method = world.method(&mut program, interface, direct, "()I").unwrap();
        assert_eq!(method.selector, None, "{direct}");
    }
    let object = world.method(&mut program, interface, "hashCode", "()I").unwrap();
    assert_eq!(program.functions[object.function].name, "java/lang/Object.hashCode()I");
}

#[test]
fn arrays_stand_below_the_arrays_of_what_stands_above_their_components() {
    let (mut world, mut program) = world(PathBuf::new());
    let mut below = |class: &str, above: &str| {
        let class = world.class(&mut program, class).unwrap();
        let above = world.class(&mut program, above).unwrap();
        world.is_subtype(&program, class, above)
    };
    for above in [
        "[Ljava/lang/Object;",
        "[Ljava/lang/Number;",
        "[Ljava/lang/Comparable;",
        "[Ljava/io/Serializable;",
        "java/lang/Cloneable",
        "java/lang/Object",
    ] {
        assert!(below("[Ljava/lang/Integer;", above), "{above}");
    }
    assert!(below("[[I", "[Ljava/lang/Object;"));
    assert!(below("[[I", "[Ljava/lang/Cloneable;"));
    assert!(!below("[I", "[Ljava/lang/Object;"));
    assert!(!below("[[I", "[[J"));
    assert!(!below("[Ljava/lang/Number;", "[Ljava/lang/Integer;"));
    for none in ["[", "[V", "[Ljava/lang/Integer", "[Lno/Such;"] {
        let error = world.class(&mut program, none).unwrap_err();
        assert!(matches!(error, LoadError::NotFound(_)), "{none}: {error}");
    }
}

#[test]
fn a_class_that_cannot_be_had_is_an_error_that_stays() {
    let classes = compile(
        "world-missing",
        &[("A.java", "class A { } class B extends A { } class C { B b; }")],
        &[],
    );
    std::fs::remove_file(classes.join("A.class")).unwrap();
    let (mut world, mut program) = world(classes.clone());
    let error = world.class(&mut program, "B").unwrap_err();
    assert_eq!(error, LoadError::NotFound("A".to_owned()));
    assert_eq!(world.class(&mut program, "B").unwrap_err(), error);
    // A class may mention what is not there.
    world.class(&mut program, "C").unwrap();
    let error = world.class(&mut program, "java/lang/NoSuchThing").unwrap_err();
    assert_eq!(
        error.throwable(),
        ("java/lang/NoClassDefFoundError", "java/lang/NoSuchThing".to_owned())
    );

    // A class that extends itself, by way of a file that was put in another's place.
    let other = compile("world-circle", &[("A.java", "class A extends B { } class B { }")], &[]);
    std::fs::copy(other.join("A.class"), classes.join("A.class")).unwrap();
    let settings = Settings { jdk: jdk(), class_path: vec![classes] };
    let (mut world, mut program) = World::new(settings).unwrap();
    let error = world.class(&mut program, "B").unwrap_err();
    assert_eq!(error.throwable().0, "java/lang/ClassCircularityError");
}

#[test]
fn linked_classes_are_well_formed() {
    let (mut world, mut program) = world(PathBuf::new());
    for name in ["java/util/HashMap", "java/util/stream/Collectors", "java/sql/Timestamp"] {
        world.class(&mut program, name).unwrap();
    }
    let module = |name: &str| {
        let class = world.known_class(name).unwrap();
        world.info(class).origin.module.as_deref().map(str::to_owned)
    };
    assert_eq!(module("java/util/HashMap").as_deref(), Some("java.base"));
    assert_eq!(module("java/sql/Timestamp").as_deref(), Some("java.sql"));
    assert_eq!(program::verify::verify(&program), Ok(()));
}
