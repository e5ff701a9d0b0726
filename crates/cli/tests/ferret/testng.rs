//! What new users meet first: their own tests, TestNG, and the place where tests belong.

use crate::{ferret, told};
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("testng").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("it is below the folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    folder
}

fn ferret_in(folder: &Path, words: &str) -> String {
    told(ferret().current_dir(folder).args(words.split_whitespace()))
}

fn pom(dependency: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>acme</groupId><artifactId>shop</artifactId>\
         <version>1</version><properties><maven.compiler.source>17</maven.compiler.source>\
         <maven.compiler.target>17</maven.compiler.target><project.build.sourceEncoding>UTF-8\
         </project.build.sourceEncoding></properties><dependencies>{dependency}</dependencies><build><plugins>\
         <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin></plugins></build>\
         </project>"
    )
}

const TESTNG: &str = "<dependency><groupId>org.testng</groupId><artifactId>testng</artifactId>\
                      <version>7.9.0</version><scope>test</scope></dependency>";

const CART: &str = r#"package acme;

import java.util.Arrays;

public class Cart {
    private int count;

    public int add(int items) {
        if (items <= 0) {
            throw new IllegalArgumentException("no items");
        }
        count += items;
        return count;
    }

    public double price(int cents) {
        return count > 3 ? cents * 0.9 : cents;
    }

    public int[] sorted(int[] values) {
        int[] copy = Arrays.copyOf(values, values.length);
        Arrays.sort(copy);
        return copy;
    }

    public Integer boxed(String text) {
        return text.isEmpty() ? null : Integer.valueOf(text.length());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cart && ((Cart) other).count == count;
    }

    @Override
    public int hashCode() {
        return count;
    }
}
"#;

#[test]
fn a_project_with_testng_gets_tests_that_testng_runs() {
    let pom = pom(TESTNG);
    let files = [("pom.xml", &*pom), ("src/main/java/acme/Cart.java", CART)];
    let folder = folder("cart", &files);
    let said = ferret_in(&folder, "test --build --executions 1500 --jobs 2");
    assert!(said.contains("[1/1] acme.Cart: 10/10 branches"), "{said}");
    let text = std::fs::read_to_string(folder.join("src/test/java/acme/CartTest.java"));
    let text = text.expect("tests are written");
    assert!(text.contains("import org.testng.annotations.Test;"), "{text}");
    assert!(text.contains("import static org.testng.Assert.assertEquals;"), "{text}");
    assert!(text.contains("Throws(IllegalArgumentException.class"), "{text}");
    assert!(!text.contains("junit"), "{text}");
    let mut maven = Command::new("mvn");
    maven.current_dir(&folder).args(["-q", "-B", "-Dstyle.color=never", "test"]);
    let output = maven.output().expect("Maven starts");
    assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stdout));
    let reports =
        std::fs::read_to_string(folder.join("target/surefire-reports/testng-results.xml"));
    let reports = reports.expect("TestNG wrote a report");
    let count = text.matches("@Test").count();
    let head = format!("passed=\"{count}\"");
    assert!(reports.contains(&head) && reports.contains("failed=\"0\""), "{head}\n{reports}");
}

#[test]
fn tests_of_the_user_keep_their_name_and_ours_go_beside_them() {
    let own = "package acme;\n\nclass CartTest {}\n";
    let pom = pom("");
    let files = [
        ("pom.xml", &*pom),
        ("src/main/java/acme/Cart.java", CART),
        ("src/test/java/acme/CartTest.java", own),
    ];
    let folder = folder("beside", &files);
    let said = ferret_in(&folder, "test --build --executions 300 --no-native");
    let read = |name: &str| std::fs::read_to_string(folder.join("src/test/java/acme").join(name));
    assert_eq!(read("CartTest.java").expect("it is still there"), own, "{said}");
    let text = read("CartFerretTest.java").expect("tests are written");
    assert!(text.contains("class CartFerretTest {"), "{text}");
    // The place of tests is also known when classes are named.
    std::fs::remove_dir_all(folder.join("src/test")).expect("removed");
    let said = ferret_in(&folder, "java target/classes --executions 100 --no-native");
    assert!(read("CartTest.java").is_ok(), "{said}");
    assert!(!folder.join("ferret-tests").exists());
}

#[test]
fn the_shape_of_tests_is_an_option_of_projects_and_of_their_file() {
    let pom = pom("");
    let toml = "junit = 5\nstyle = \"nested\"\n";
    let files = [("pom.xml", &*pom), ("src/main/java/acme/Cart.java", CART), ("ferret.toml", toml)];
    let folder = folder("shape", &files);
    ferret_in(&folder, "test --build --executions 300 --no-native --quiet");
    let path = folder.join("src/test/java/acme/CartTest.java");
    let text = std::fs::read_to_string(&path).expect("tests are written");
    assert!(text.contains("@Nested"), "{text}");
    // Another shape is another result.
    ferret_in(&folder, "test --style flat --executions 300 --no-native --quiet");
    let text = std::fs::read_to_string(&path).expect("tests are written");
    assert!(!text.contains("@Nested"), "{text}");
    let said = ferret_in(&folder, "test --framework testng --executions 300");
    let expected = "! error: --style nested is for JUnit 5, and these tests are for TestNG\n\
                    !   = help: omit it, or use --framework junit5\n=> 2\n";
    assert!(said.ends_with(expected), "{said}");
}
