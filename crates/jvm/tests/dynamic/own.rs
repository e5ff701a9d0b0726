//! Bootstrap methods of a program's own: they are called, and what they give is used.

use std::path::Path;
use std::sync::Arc;

use jvm::run::{Launch, prepare};
use machine::{Captured, Config, Output};
use trace::{Mode, Trace};

use crate::compiled::{compile, jdk};

/// The compiler calls `StringConcatFactory`; the class file is changed to call this class.
const SOURCE: &str = r#"
import java.lang.invoke.*;

public class Main {
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            System.out.println("a" + i + "b" + args.length);
        }
    }
}

class Boot {
    static int links;

    static CallSite makeConcatWithConstants(
            MethodHandles.Lookup lookup, String name, MethodType type, String recipe, Object... rest)
            throws Throwable {
        links++;
        MethodHandle target = lookup.findStatic(Boot.class, "target", type);
        return new ConstantCallSite(target);
    }

    static String target(int i, int n) {
        return "linked " + links + ": " + (i + 10) + " " + n;
    }
}
"#;

#[test]
fn a_bootstrap_method_of_the_program_s_own_is_called_once() {
    let classes = compile("dynamic-own", &[("Main.java", SOURCE)], &["-XDstringConcat=inline"]);
    let plain = std::fs::read(classes.join("Main.class")).unwrap();
    assert!(!contains(&plain, b"StringConcatFactory"));
    let indy = compile("dynamic-own-main", &[("Main.java", SOURCE)], &[]);
    let bytes = std::fs::read(indy.join("Main.class")).unwrap();
    let bytes = with_text(&bytes, "java/lang/invoke/StringConcatFactory", "Boot");
    std::fs::write(classes.join("Main.class"), bytes).unwrap();
    assert_eq!(run(&classes), "linked 1: 10 0\nlinked 1: 11 0\n");
}

/// Runs the main class and gives what it prints.
pub fn run(classes: &Path) -> String {
    let captured = Arc::new(Captured::default());
    let launch = Launch::new(jdk(), vec![classes.to_owned()], "Main");
    let output = Arc::clone(&captured) as Arc<dyn Output>;
    let mut prepared = prepare(&launch, Config::default(), output).unwrap();
    let mut trace = Trace::default();
    prepared.run(Mode::Concrete, &mut trace).unwrap();
    let (output, error) = captured.take();
    assert_eq!(String::from_utf8_lossy(&error), "");
    String::from_utf8(output).unwrap()
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

/// A class file with another text in the place of one of its constants.
fn with_text(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let constant = |text: &str| [&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat();
    let (from, to) = (constant(from), constant(to));
    let at =
        bytes.windows(from.len()).position(|window| window == from).expect("the text is there");
    [&bytes[..at], &to, &bytes[at + from.len()..]].concat()
}
