//! What lowering makes of small methods, as text.

use bytecode::world::{Settings, World};
use expect_test::{Expect, expect};
use std::fs;
use std::path::Path;

/// Lowers the methods of a class body and prints one of them, without places in the source.
fn check(name: &str, method: &str, text: &str, expected: Expect) {
    let jdk = crate::tools::jdks().remove(0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shapes-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for sources");
    let source = folder.join(format!("{name}.java"));
    fs::write(&source, format!("class {name} {{ {text} }}")).expect("a source file");
    let compiled = std::process::Command::new(jdk.home.join("bin/javac"))
        .args(["-g", "-d"])
        .arg(&folder)
        .arg(&source)
        .output()
        .expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let settings = Settings { jdk, class_path: vec![folder] };
    let (mut world, mut program) = World::new(settings).expect("a world");
    let class = world.class(&mut program, name).expect("the class");
    let found = world.info(class).methods.iter().find(|known| &*known.name == method);
    let function = found.expect("the method").function;
    bytecode::lower::body(&mut world, &mut program, function).expect("a body");
    let printed = program::text::function(&program, function);
    let bare = printed.lines().map(|line| {
        let end = line.find("  !").or_else(|| line.find(" !0:")).unwrap_or(line.len());
        let tail = if line.ends_with('{') { " {" } else { "" };
        format!("{}{tail}\n", line[..end].trim_end_matches(" {"))
    });
    expected.assert_eq(&bare.collect::<String>());
}

#[test]
fn a_loop_over_an_array_checks_it_for_null_once() {
    let text = "static int sum(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += a[i]; \
        for (int j = 0; j < a.length; j++) s -= a[j]; return s; }";
    check(
        "Sum",
        "sum",
        text,
        expect![[r#"
        func @"Sum.sum([I)I"(%a: ptr) -> i32 {
          var %s: i32
          var %i: i32
          var %t.0i: i32
          var %j: i32
        entry:
          %s = copy i32 0
          %i = copy i32 0
          jump L4
        L4:
          check null ne ptr %a, null else call @"ferret/Throw.npe"(i32 7)
          %t.0i = arraylength %a
          br slt i32 %i, %t.0i ? L10 : L22
        L10:
          %t.0i = arraylength %a
          check bounds ult i32 %i, %t.0i else call @"ferret/Throw.array_index"(i32 %i, i32 %t.0i)
          %t.0l = zext i32 %i to i64
          %t.0a = address %a + %t.0l * 4
          %t.0i = load.trusted i32 %t.0a
          %s = add i32 %s, %t.0i
          %i = add i32 %i, 1
          jump L4
        L22:
          %j = copy i32 0
          jump L24
        L24:
          %t.0i = arraylength %a
          br slt i32 %j, %t.0i ? L30 : L42
        L30:
          %t.0i = arraylength %a
          check bounds ult i32 %j, %t.0i else call @"ferret/Throw.array_index"(i32 %j, i32 %t.0i)
          %t.0l = zext i32 %j to i64
          %t.0a = address %a + %t.0l * 4
          %t.0i = load.trusted i32 %t.0a
          %s = sub i32 %s, %t.0i
          %j = add i32 %j, 1
          jump L24
        L42:
          ret %s
        }
    "#]],
    );
}

#[test]
fn a_comparison_as_a_value_is_a_select() {
    let text = "static boolean both(double a, double b, long c) { return a < b && c != 3; }";
    check(
        "Both",
        "both",
        text,
        expect![[r#"
        func @"Both.both(DDJ)Z"(%a: f64, %b: f64, %c: i64) -> i32 {
          var %s.0i: i32
          var %t.0i: i32
        entry:
          br folt f64 %a, %b ? L6 : L19
        L6:
          %s.0i = select ne i64 %c, 3 ? i32 1 : 0
          jump L20
        L19:
          jump L20(%s.0i = 0)
        L20:
          ret %s.0i
        }
    "#]],
    );
}

#[test]
fn a_cast_is_one_question_and_a_string_is_made_once() {
    let text = "static String cast(Object o) { String s = (String) o; \
        return o instanceof Integer ? \"number\" : s; }";
    check(
        "Cast",
        "cast",
        text,
        expect![[r#"
        func @"Cast.cast(Ljava/lang/Object;)Ljava/lang/String;"(%o: ptr) -> ptr {
          var %t.0z: i1
          var %s: ptr
          var %s.0a: ptr
          var %t.0a: ptr
        entry:
          %t.0z = maycast %o, "java/lang/String"
          check cast %t.0z else call @"ferret/Throw.class_cast"(ptr %o, i32 16)
          %s = copy ptr %o
          %t.0z = instanceof %o, "java/lang/Integer"
          br %t.0z ? L12 : L17
        L12:
          init "ferret/Constants#19"
          %s.0a = load.trusted ptr @statics + 136
          jump L18
        L17:
          jump L18(%s.0a = %s)
        L18:
          ret %s.0a
        }
    "#]],
    );
}

#[test]
fn what_is_thrown_in_a_range_goes_to_its_handlers() {
    let text = "static int count; static int divide(int a, int b) { \
        try { return a / b; } catch (ArithmeticException e) { return -1; } finally { count++; } }";
    check(
        "Divide",
        "divide",
        text,
        expect![[r#"
        func @"Divide.divide(II)I"(%a: i32, %b: i32) -> i32 {
          var %s.0a: ptr
          var %t.0i: i32
          var %l.2i: i32
          var %l.4a: ptr
          handlers h0 { catch "java/lang/ArithmeticException" %s.0a -> L14, catch any %s.0a -> L27 }
          handlers h1 { catch any %s.0a -> L27 }
          handlers h2 { catch any %s.0a -> L27 }
        entry: handlers h0
          check division ne i32 %b, 0 else call @"ferret/Throw.arithmetic"()
          %l.2i = sdiv i32 %a, %b
          jump L4
        L4:
          %t.0i = load.trusted i32 @statics + 16
          %t.0i = add i32 %t.0i, 1
          store.trusted i32 %t.0i, @statics + 16
          ret %l.2i
        L14: handlers h1
          %e = copy ptr %s.0a
          %l.3i = copy i32 -1
          jump L17
        L17:
          %t.0i = load.trusted i32 @statics + 16
          %t.0i = add i32 %t.0i, 1
          store.trusted i32 %t.0i, @statics + 16
          ret %l.3i
        L27: handlers h2
          %l.4a = copy ptr %s.0a
          jump L29
        L29:
          %t.0i = load.trusted i32 @statics + 16
          %t.0i = add i32 %t.0i, 1
          store.trusted i32 %t.0i, @statics + 16
          throw %l.4a
        }
    "#]],
    );
}

#[test]
fn a_value_that_is_needed_after_its_variable_changed_is_copied() {
    let text = "byte[] data; int next; int put(int i) { data[next++] += 3; return i++ + i; }";
    check(
        "Put",
        "put",
        text,
        expect![[r#"
            func @"Put.put(I)I"(%this: ptr, %i: i32) -> i32 {
            entry:
              %t.0a = load.trusted ptr %this
              %t.0i = load.trusted i32 %this + 8
              %t.1i = add i32 %t.0i, 1
              store.trusted i32 %t.1i, %this + 8
              check null ne ptr %t.0a, null else call @"ferret/Throw.npe"(i32 11)
              %t.1i = arraylength %t.0a
              check bounds ult i32 %t.0i, %t.1i else call @"ferret/Throw.array_index"(i32 %t.0i, i32 %t.1i)
              %t.0l = zext i32 %t.0i to i64
              %t.1a = address %t.0a + %t.0l
              %t.0b = load.trusted i8 %t.1a
              %t.1i = sext i8 %t.0b to i32
              %t.1i = add i32 %t.1i, 3
              %t.0b = trunc i32 %t.1i to i8
              %t.1i = sext i8 %t.0b to i32
              %t.0b = trunc i32 %t.1i to i8
              store.trusted i8 %t.0b, %t.1a
              %t.0i = copy i32 %i
              %i = add i32 %i, 1
              %t.0i = add i32 %t.0i, %i
              ret %t.0i
            }
        "#]],
    );
}
