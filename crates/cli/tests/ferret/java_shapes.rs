//! `ferret java`: the shapes that tests can have, and that a class's tests do not depend on other classes.

use crate::{Directory, told};
use expect_test::expect;
use std::process::Command;

const LAMP: &str = "\
package demo;
public class Lamp {
    private int level;
    public void dim(int by) {
        if (by > level) {
            throw new IllegalArgumentException(\"too dark\");
        }
        level -= by;
    }
    public void turnUp() { level++; }
    public boolean isOn() { return level > 0; }
}
";

const SHELF: &str = "\
package demo;
public class Shelf {
    public static int boards(int width) { return width < 100 ? 1 : width < 200 ? 2 : 3; }
}
";

/// A directory with both classes, compiled.
fn directory(name: &str) -> Directory {
    let directory = Directory::new(name);
    directory.write("Lamp.java", LAMP);
    directory.write("Shelf.java", SHELF);
    let mut javac = Command::new("javac");
    javac.args(["-g", "-d", "classes", "Lamp.java", "Shelf.java"]).current_dir(&directory.path);
    assert!(javac.output().expect("a JDK on the path").status.success());
    directory
}

#[test]
fn tests_of_a_class_do_not_depend_on_other_classes_in_the_run() {
    let directory = directory("java_stable");
    directory.told("java classes --class demo.Shelf --executions 300 --no-native --out alone");
    directory.told("java classes --executions 300 --jobs 2 --no-native --out together");
    let alone = directory.read("alone/demo/ShelfTest.java");
    assert!(alone.contains("boardsReturns3"), "{alone}");
    assert_eq!(alone, directory.read("together/demo/ShelfTest.java"));
    directory.read("together/demo/LampTest.java");
}

#[test]
fn tests_are_grouped_in_nested_classes_where_that_is_asked_for() {
    let directory = directory("java_nested");
    directory.told("java classes --class demo.Lamp --executions 300 --style nested --out src");
    let text = directory.read("src/demo/LampTest.java");
    let group = text.split("    @Nested\n").find(|group| group.contains("class IsOnTests {"));
    let group = group.unwrap_or_else(|| panic!("{text}"));
    assert!(group.contains("        void returnsFalse() {"), "{text}");
}

#[test]
fn what_a_shape_needs_is_said_before_anything_is_done() {
    let directory = directory("java_shape_needs");
    let told_of = |line: &str| told(&mut directory.ferret(line.split_whitespace()));
    expect![[r#"
        ! error: --style nested is for JUnit 5, and these tests are for JUnit 4
        !   = help: omit it, or use --framework junit5
        => 2
    "#]]
    .assert_eq(&told_of("java classes --junit 4 --style nested"));
    expect![[r#"
        ! error: --parameterised is for JUnit 5, and these tests are for JUnit 4
        !   = help: omit it, or use --framework junit5
        => 2
    "#]]
    .assert_eq(&told_of("java classes --junit 4 --parameterised"));
    expect![[r#"
        ! error: --mocks mockito: Mockito is not on the class path of `classes`; add its jars by --classpath
        => 2
    "#]]
    .assert_eq(&told_of("java classes --mocks mockito"));
}

/// An interface whose lambda takes what it is, and a method that gives what a test cannot name and could close.
const SCALE: &str = "\
package demo;
public class Scale {
    public interface Weight { int compareWith(Weight weight); }
    private static final class Handle implements AutoCloseable {
        private final String name;
        Handle(String name) { this.name = name; }
        @Override public void close() { }
        @Override public String toString() { return \"handle \" + name; }
    }
    private final Weight weight;
    public Scale(Weight weight) {
        if (weight == null) {
            throw new IllegalArgumentException(\"no weight\");
        }
        this.weight = weight;
    }
    public boolean balances(Weight other) { return weight.compareWith(other) == 0; }
    Handle openHandle(String name) { return new Handle(name); }
}
";

#[test]
fn lambdas_and_resources_of_types_without_a_name_compile() {
    let directory = Directory::new("java_lambda");
    directory.write("Scale.java", SCALE);
    let mut javac = Command::new("javac");
    javac.args(["-g", "-d", "classes", "Scale.java"]).current_dir(&directory.path);
    assert!(javac.output().expect("a JDK on the path").status.success());
    let said = directory.told("java classes --executions 300 --jobs 1 --out src");
    assert!(!said.contains("compile") && !said.contains("=>"), "{said}");
    let text = directory.read("src/demo/ScaleTest.java");
    assert!(text.contains("Weight weight = otherWeight -> "), "{text}");
    assert!(text.contains("scale.openHandle(") && !text.contains("try (Object"), "{text}");
}

const COIN: &str = "\
package demo;
public abstract class Coin {
    private final short value;
    protected Coin(short value) { this.value = value; }
    public abstract String name();
    public boolean isGold() { return value > 100; }
    public boolean isNothing() { return value == 0; }
}
";

#[test]
fn a_stub_that_several_tests_make_is_given_small_numbers_by_casts() {
    let directory = Directory::new("java_small");
    directory.write("Coin.java", COIN);
    let mut javac = Command::new("javac");
    javac.args(["-g", "-d", "classes", "Coin.java"]).current_dir(&directory.path);
    assert!(javac.output().expect("a JDK on the path").status.success());
    let said = directory.told("java classes --executions 300 --jobs 1 --out src");
    assert!(!said.contains("compile") && !said.contains("=>"), "{said}");
    let text = directory.read("src/demo/CoinTest.java");
    assert!(text.contains("coin((short) "), "{text}");
}
