//! What call sites become: the functions that stand for bootstrap methods, as text.

#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;
mod constants;
mod own;

use bytecode::world::{MethodKey, Role, Settings, World};
use bytecode::{dynamic, lower};
use compiled::{compile, jdk};
use expect_test::{Expect, expect};
use program::{FuncId, Id, Program};

/// Lowers a class and prints the functions of its call sites, with the classes and functions that they
/// brought along.
fn call_sites(folder: &str, source: &str) -> String {
    let classes = compile(folder, &[("Main.java", source)], &["--release", "17"]);
    let (mut world, mut program) =
        World::new(Settings { jdk: jdk(), class_path: vec![classes] }).unwrap();
    let names: Vec<String> = world.class_path()[0].class_names().unwrap();
    let mut methods = Vec::new();
    for name in names {
        let class = world.class(&mut program, &name).unwrap();
        let count = world.info(class).methods.len() as u32;
        methods.extend((0..count).map(|index| MethodKey { class, index }));
    }
    for key in methods {
        let function = world.method_info(key).function;
        lower::body(&mut world, &mut program, function).unwrap();
    }
    let mut text = String::new();
    for index in 0..program.functions.len() {
        let function = FuncId::new(index);
        if matches!(world.role(function), Role::CallSite { .. } | Role::Constant { .. }) {
            let classes = program.classes.len();
            let before = program.functions.len();
            dynamic::body(&mut world, &mut program, function).unwrap();
            text += &program::text::function(&program, function);
            for made in before..program.functions.len() {
                let made = FuncId::new(made);
                if program.functions[made].has_body() && world.role(made) == Role::Built {
                    text += &program::text::function(&program, made);
                }
            }
            text += &classes_from(&program, classes);
        }
    }
    named(&world, &program, &text)
}

/// The text with names where numbers depend on the compiler and on the JDK.
fn named(world: &World, program: &Program, text: &str) -> String {
    let text = replaced(text, "<call-site ", ">", |_| String::new());
    let text = replaced(&text, "@statics + ", "\n", |_| "place".to_owned());
    let text = replaced(&text, "Runtime.string\"(i32 ", ")", |slot| {
        let units = slot.parse().ok().and_then(|slot| world.string_at(slot));
        units.map_or_else(String::new, |units| format!("{:?}", String::from_utf16_lossy(&units)))
    });
    let class = |number: &str| {
        let class = program::ClassId(number.parse().unwrap_or_default());
        program.classes[class].name.clone()
    };
    let text = replaced(&text, "Runtime.mirror\"(i32 ", ")", class);
    replaced(&text, "class_cast\"(ptr %a1, i32 ", ")", class)
}

/// The text with something else between each two marks.
fn replaced(text: &str, before: &str, after: &str, with: impl Fn(&str) -> String) -> String {
    let mut pieces = text.split(before);
    let mut result = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(after).unwrap_or(piece.len());
        result = result + before + &with(&piece[..end]) + &piece[end..];
    }
    result
}

/// Hidden classes that were added, by name and interfaces.
fn classes_from(program: &Program, first: usize) -> String {
    let mut text = String::new();
    for class in program.classes.values().skip(first).filter(|class| class.name.contains('+')) {
        let interfaces = class.interfaces.iter().map(|&id| program.classes[id].name.as_str());
        let interfaces: Vec<&str> = interfaces.collect();
        text += &format!("class {} implements {}\n", class.name, interfaces.join(", "));
    }
    text
}

#[track_caller]
fn gives(folder: &str, source: &str, expected: Expect) {
    expected.assert_eq(&call_sites(folder, source));
}

#[test]
fn a_concatenation_appends_its_recipe() {
    gives(
        "dynamic-concat",
        r#"class Main { static String f(int i, byte b, Object o, String s) { return i + "-" + b + o + s + "!"; } }"#,
        expect![[r#"
            func @"Main.<call-site >"(%a0: i32, %a1: i32, %a2: ptr, %a3: ptr) -> ptr {
            entry:
              init "java/lang/StringBuilder"
              %t4 = new "java/lang/StringBuilder"
              call void @"java/lang/StringBuilder.<init>()V"(ptr %t4)
              %t5 = call ptr @"java/lang/StringBuilder.append(I)Ljava/lang/StringBuilder;"(ptr %t4, i32 %a0)
              %t6 = call ptr @"ferret/Runtime.string"(i32 "-")
              %t7 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t4, ptr %t6)
              %t8 = call ptr @"java/lang/StringBuilder.append(I)Ljava/lang/StringBuilder;"(ptr %t4, i32 %a1)
              %t9 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t4, ptr %a2)
              %t10 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t4, ptr %a3)
              %t11 = call ptr @"ferret/Runtime.string"(i32 "!")
              %t12 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t4, ptr %t11)
              %t13 = call ptr @"java/lang/StringBuilder.toString()Ljava/lang/String;"(ptr %t4)
              ret %t13
            }
        "#]],
    );
}

#[test]
fn a_lambda_without_captures_is_one_object() {
    gives(
        "dynamic-single",
        "class Main { static java.util.function.IntUnaryOperator f() { return x -> x + 1; } }",
        expect![[r#"
            func @"Main.<call-site >"() -> ptr {
            entry:
              init "Main$$Lambda+0x1"
              %t0 = load.trusted ptr @statics + place
              ret %t0
            }
            func @"Main$$Lambda+0x1.applyAsInt(I)I"(%a0: ptr, %a1: i32) -> i32 {
            entry:
              %t2 = call i32 @"Main.lambda$f$0(I)I"(i32 %a1)
              ret %t2
            }
            func @"Main$$Lambda+0x1.<init-class>"() {
            entry:
              %t0 = new "Main$$Lambda+0x1"
              store.trusted ptr %t0, @statics + place
              ret
            }
            class Main$$Lambda+0x1 implements java/util/function/IntUnaryOperator
        "#]],
    );
}

#[test]
fn a_method_reference_converts_what_it_is_called_with() {
    gives(
        "dynamic-reference",
        "class Main { static java.util.function.Function<Integer, Long> f(Main m) { return m::g; } long g(int x) { return x; } }",
        expect![[r#"
            func @"Main.<call-site >"(%a0: ptr) -> ptr {
            entry:
              %t1 = new "Main$$Lambda+0x1"
              store.trusted ptr %a0, %t1
              ret %t1
            }
            func @"Main$$Lambda+0x1.apply(Ljava/lang/Object;)Ljava/lang/Object;"(%a0: ptr, %a1: ptr) -> ptr {
            entry:
              %t2 = load.trusted ptr %a0
              %t3 = maycast %a1, "java/lang/Integer"
              check cast %t3 else call @"ferret/Throw.class_cast"(ptr %a1, i32 java/lang/Integer)
              check null ne ptr %a1, null else call @"ferret/Throw.npe"(i32 0)
              %t4 = call i32 @"java/lang/Integer.intValue()I"(ptr %a1)
              check null ne ptr %t2, null else call @"ferret/Throw.npe"(i32 0)
              %t5 = callvirt i64 "g(I)J@"(ptr %t2, i32 %t4)
              init "java/lang/Long"
              %t6 = call ptr @"java/lang/Long.valueOf(J)Ljava/lang/Long;"(i64 %t5)
              ret %t6
            }
            class Main$$Lambda+0x1 implements java/util/function/Function
        "#]],
    );
}

#[test]
fn a_lambda_that_can_be_serialised_tells_how_to_make_it_again() {
    gives(
        "dynamic-serial",
        "class Main { static Object f(int n) { return (Runnable & java.io.Serializable) () -> g(n); } static void g(int n) { } }",
        expect![[r#"
            func @"Main.<call-site >"(%a0: i32) -> ptr {
            entry:
              %t1 = new "Main$$Lambda+0x1"
              store.trusted i32 %a0, %t1
              ret %t1
            }
            func @"Main$$Lambda+0x1.run()V"(%a0: ptr) {
            entry:
              %t1 = load.trusted i32 %a0
              call void @"Main.lambda$f$8208e44e$1(I)V"(i32 %t1)
              ret
            }
            func @"Main$$Lambda+0x1.writeReplace()Ljava/lang/Object;"(%a0: ptr) -> ptr {
            entry:
              %t1 = load.trusted i32 %a0
              init "java/lang/Integer"
              %t2 = call ptr @"java/lang/Integer.valueOf(I)Ljava/lang/Integer;"(i32 %t1)
              %t3 = newarray "[Ljava/lang/Object;" 1
              store.trusted ptr %t2, %t3
              %t4 = call ptr @"ferret/Runtime.mirror"(i32 Main)
              %t5 = call ptr @"ferret/Runtime.string"(i32 "java/lang/Runnable")
              %t6 = call ptr @"ferret/Runtime.string"(i32 "run")
              %t7 = call ptr @"ferret/Runtime.string"(i32 "()V")
              %t8 = call ptr @"ferret/Runtime.string"(i32 "Main")
              %t9 = call ptr @"ferret/Runtime.string"(i32 "lambda$f$8208e44e$1")
              %t10 = call ptr @"ferret/Runtime.string"(i32 "(I)V")
              %t11 = call ptr @"ferret/Runtime.string"(i32 "()V")
              init "java/lang/invoke/SerializedLambda"
              %t12 = new "java/lang/invoke/SerializedLambda"
              call void @"java/lang/invoke/SerializedLambda.<init>(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V"(ptr %t12, ptr %t4, ptr %t5, ptr %t6, ptr %t7, i32 6, ptr %t8, ptr %t9, ptr %t10, ptr %t11, ptr %t3)
              ret %t12
            }
            class Main$$Lambda+0x1 implements java/lang/Runnable, java/io/Serializable
        "#]],
    );
}

#[test]
fn a_record_compares_hashes_and_prints_its_components() {
    gives(
        "dynamic-record",
        "class Main { record Point(int x, double y, String name) { } }",
        expect![[r#"
            func @"Main$Point.<call-site >"(%a0: ptr) -> ptr {
            entry:
              init "java/lang/StringBuilder"
              %t1 = new "java/lang/StringBuilder"
              call void @"java/lang/StringBuilder.<init>()V"(ptr %t1)
              %t2 = call ptr @"ferret/Runtime.string"(i32 "Point[x=")
              %t3 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t1, ptr %t2)
              %t4 = load.trusted i32 %a0 + 16
              %t5 = call ptr @"java/lang/StringBuilder.append(I)Ljava/lang/StringBuilder;"(ptr %t1, i32 %t4)
              %t6 = call ptr @"ferret/Runtime.string"(i32 ", y=")
              %t7 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t1, ptr %t6)
              %t8 = load.trusted f64 %a0
              %t9 = call ptr @"java/lang/StringBuilder.append(D)Ljava/lang/StringBuilder;"(ptr %t1, f64 %t8)
              %t10 = call ptr @"ferret/Runtime.string"(i32 ", name=")
              %t11 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t1, ptr %t10)
              %t12 = load.trusted ptr %a0 + 8
              %t13 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t1, ptr %t12)
              %t14 = call ptr @"ferret/Runtime.string"(i32 "]")
              %t15 = call ptr @"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;"(ptr %t1, ptr %t14)
              %t16 = call ptr @"java/lang/StringBuilder.toString()Ljava/lang/String;"(ptr %t1)
              ret %t16
            }
            func @"Main$Point.<call-site >"(%a0: ptr) -> i32 {
            entry:
              %t1 = load.trusted i32 %a0 + 16
              init "java/lang/Integer"
              %t2 = call i32 @"java/lang/Integer.hashCode(I)I"(i32 %t1)
              %t3 = mul i32 0, 31
              %t4 = add i32 %t3, %t2
              %t5 = load.trusted f64 %a0
              init "java/lang/Double"
              %t6 = call i32 @"java/lang/Double.hashCode(D)I"(f64 %t5)
              %t7 = mul i32 %t4, 31
              %t8 = add i32 %t7, %t6
              %t9 = load.trusted ptr %a0 + 8
              %t10 = call i32 @"java/util/Objects.hashCode(Ljava/lang/Object;)I"(ptr %t9)
              %t11 = mul i32 %t8, 31
              %t12 = add i32 %t11, %t10
              ret %t12
            }
            func @"Main$Point.<call-site >"(%a0: ptr, %a1: ptr) -> i32 {
            entry:
              br eq ptr %a0, %a1 ? equal1 : next3
            equal1:
              ret 1
            different2:
              ret 0
            next3:
              %t2 = instanceof %a1, Main$Point
              %t3 = xor i1 %t2, true
              br %t3 ? different2 : next4
            next4:
              %t4 = load.trusted i32 %a0 + 16
              %t5 = load.trusted i32 %a1 + 16
              br ne i32 %t4, %t5 ? different2 : next5
            next5:
              %t6 = load.trusted f64 %a0
              %t7 = load.trusted f64 %a1
              init "java/lang/Double"
              %t8 = call i32 @"java/lang/Double.compare(DD)I"(f64 %t6, f64 %t7)
              br ne i32 %t8, 0 ? different2 : next6
            next6:
              %t9 = load.trusted ptr %a0 + 8
              %t10 = load.trusted ptr %a1 + 8
              %t11 = call i32 @"java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z"(ptr %t9, ptr %t10)
              br eq i32 %t11, 0 ? different2 : next7
            next7:
              ret 1
            }
        "#]],
    );
}
