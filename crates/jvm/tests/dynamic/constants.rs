//! Constants that are computed, as no Java compiler writes them: the class that has them is written here.

use std::path::Path;
use std::process::Command;

use ristretto_classfile::attributes::{Attribute, BootstrapMethod, Instruction};
use ristretto_classfile::{
    ClassAccessFlags, ClassFile, ConstantPool, JAVA_17, Method, MethodAccessFlags, ReferenceKind,
};

use crate::compiled::{compile, jdk};
use crate::own::run;

/// Prints what the constants are; a second use gives the same object.
const MAIN: &str = r#"
import java.lang.invoke.*;
import java.time.DayOfWeek;

public class Main {
    public static void main(String[] args) throws Throwable {
        System.out.println(K.nothing());
        System.out.println(K.primitive());
        System.out.println(K.day() == DayOfWeek.FRIDAY);
        System.out.println(K.largest());
        System.out.println(K.text() + " " + (K.text() == K.text()));
        System.out.println(((VarHandle) K.elements()).varType());
        System.out.println(K.type());
        System.out.println((int) ((MethodHandle) K.handle()).invokeExact("12", 3));
    }
}

class K {
    static Object nothing() { return null; }
    static Object primitive() { return null; }
    static Object day() { return null; }
    static int largest() { return 0; }
    static Object text() { return null; }
    static Object elements() { return null; }
    static Object type() { return null; }
    static Object handle() { return null; }
}
"#;

#[test]
fn computed_constants_are_what_the_jvm_computes() {
    let classes = compile("dynamic-constants", &[("Main.java", MAIN)], &[]);
    std::fs::write(classes.join("K.class"), class().expect("a class file is written")).unwrap();
    assert_eq!(run(&classes), referee(&classes));
}

/// What the JVM prints.
fn referee(classes: &Path) -> String {
    let java = jdk().home.join("bin/java");
    let output = Command::new(java).arg("-cp").arg(classes).arg("Main").output();
    let output = output.expect("java can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program prints text")
}

/// The constants of a class and their bootstrap methods.
struct Constants {
    pool: ConstantPool<'static>,
    bootstraps: Vec<BootstrapMethod>,
}

type Written<T> = ristretto_classfile::Result<T>;

impl Constants {
    fn handle(&mut self, class: &str, name: &str, descriptor: &str) -> Written<u16> {
        let class = self.pool.add_class(class)?;
        let method = self.pool.add_method_ref(class, name, descriptor)?;
        self.pool.add_method_handle(ReferenceKind::InvokeStatic, method)
    }

    /// A constant by a method of `ConstantBootstraps`.
    fn dynamic(
        &mut self,
        bootstrap: (&str, &str),
        arguments: &[u16],
        name: &str,
        descriptor: &str,
    ) -> Written<u16> {
        let types = format!(
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;{}",
            bootstrap.1
        );
        let method = self.handle("java/lang/invoke/ConstantBootstraps", bootstrap.0, &types)?;
        self.bootstraps
            .push(BootstrapMethod { bootstrap_method_ref: method, arguments: arguments.to_vec() });
        self.pool.add_dynamic(self.bootstraps.len() as u16 - 1, name, descriptor)
    }
}

/// The class `K`: each method gives one constant.
fn class() -> Written<Vec<u8>> {
    let mut constants = Constants { pool: ConstantPool::new(), bootstraps: Vec::new() };
    let object = ")Ljava/lang/Object;";
    let nothing = constants.dynamic(("nullConstant", object), &[], "x", "Ljava/lang/Object;")?;
    let types = ")Ljava/lang/Class;";
    let primitive = constants.dynamic(("primitiveClass", types), &[], "J", "Ljava/lang/Class;")?;
    let day = constants.dynamic(
        ("enumConstant", ")Ljava/lang/Enum;"),
        &[],
        "FRIDAY",
        "Ljava/time/DayOfWeek;",
    )?;
    let integer = constants.pool.add_class("java/lang/Integer")?;
    let types = "Ljava/lang/Class;)Ljava/lang/Object;";
    let largest = constants.dynamic(("getStaticFinal", types), &[integer], "MAX_VALUE", "I")?;
    let binary =
        constants.handle("java/lang/Integer", "toBinaryString", "(I)Ljava/lang/String;")?;
    let number = constants.pool.add_integer(10)?;
    let types = "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;";
    let text =
        constants.dynamic(("invoke", types), &[binary, number], "x", "Ljava/lang/String;")?;
    let array = constants.pool.add_class("[I")?;
    let types = "Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;";
    let elements = constants.dynamic(
        ("arrayVarHandle", types),
        &[array],
        "x",
        "Ljava/lang/invoke/VarHandle;",
    )?;
    let ty = constants.pool.add_method_type("(I[Ljava/lang/String;)J")?;
    let handle = constants.handle("java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I")?;

    let mut methods = Vec::new();
    for (name, descriptor, constant, end) in [
        ("nothing", "()Ljava/lang/Object;", nothing, Instruction::Areturn),
        ("primitive", "()Ljava/lang/Object;", primitive, Instruction::Areturn),
        ("day", "()Ljava/lang/Object;", day, Instruction::Areturn),
        ("largest", "()I", largest, Instruction::Ireturn),
        ("text", "()Ljava/lang/Object;", text, Instruction::Areturn),
        ("elements", "()Ljava/lang/Object;", elements, Instruction::Areturn),
        ("type", "()Ljava/lang/Object;", ty, Instruction::Areturn),
        ("handle", "()Ljava/lang/Object;", handle, Instruction::Areturn),
    ] {
        methods.push(Method {
            access_flags: MethodAccessFlags::STATIC,
            name_index: constants.pool.add_utf8(name)?,
            descriptor_index: constants.pool.add_utf8(descriptor)?,
            attributes: vec![Attribute::Code {
                name_index: constants.pool.add_utf8("Code")?,
                max_stack: 1,
                max_locals: 0,
                code: vec![Instruction::Ldc_w(constant), end],
                exception_table: Vec::new(),
                attributes: Vec::new(),
            }],
        });
    }
    let table = Attribute::BootstrapMethods {
        name_index: constants.pool.add_utf8("BootstrapMethods")?,
        methods: constants.bootstraps,
    };
    let file = ClassFile {
        version: JAVA_17,
        access_flags: ClassAccessFlags::SUPER,
        this_class: constants.pool.add_class("K")?,
        super_class: constants.pool.add_class("java/lang/Object")?,
        constant_pool: constants.pool,
        methods,
        attributes: vec![table],
        ..ClassFile::default()
    };
    let mut bytes = Vec::new();
    file.to_bytes(&mut bytes)?;
    Ok(bytes)
}
