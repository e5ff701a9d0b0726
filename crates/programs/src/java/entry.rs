//! The class that a run of a whole Java program begins with: the parameters of its method are all that the program is
//! given.

use c::program::{Bytes, Inputs, Layout, Slot, name_of};
use classfile::jdk::Jdk;
use host::{Limits, Process, Reach, Scratch};
use language::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The simple name of the class; it lies in the package of the main class.
const CLASS: &str = "FerretProgram";
/// Its method.
pub const METHOD: &str = "run";
/// The class by which programs of SV-COMP ask for their inputs.
pub const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";
/// What answers for that class.
const GIVEN: &str = "ferret/Given";

/// How long the compiler may take.
const COMPILING: Duration = Duration::from_secs(120);

/// The internal name of the class, for a main class.
pub fn class(main: &str) -> String {
    match main.rsplit_once('/') {
        Some((package, _)) => format!("{package}/{CLASS}"),
        None => CLASS.to_owned(),
    }
}

/// Whether a class is one of ours.
pub fn is_own(class: &str) -> bool {
    class == VERIFIER || class == GIVEN || class.starts_with(&format!("{GIVEN}$"))
}

/// The descriptor of the method.
pub fn descriptor(layout: &Layout) -> String {
    let letter = |(slot, _): &(Slot, u32)| if is_number(*slot) { "I" } else { "[B" };
    format!("({})V", layout.slots.iter().map(letter).collect::<String>())
}

/// Whether a parameter is a number.
pub fn is_number(slot: Slot) -> bool {
    matches!(slot, Slot::Count | Slot::Length(_) | Slot::IsSet(_))
}

/// What answers natively, as paths and texts.
pub fn answering() -> [(String, &'static str); 2] {
    [
        (format!("{GIVEN}.java"), include_str!("source/Answers.java")),
        (format!("{VERIFIER}.java"), include_str!("source/Verifier.java")),
    ]
}

/// A text as a literal of Java.
fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ (b'"' | b'\\')) => literal.extend(['\\', char::from(byte)]),
            Ok(byte @ b' '..=b'~') => literal.push(char::from(byte)),
            _ => {
                let _ = write!(literal, "\\u{unit:04x}");
            }
        }
    }
    literal.push('"');
    literal
}

/// The text of the class.
fn text(main: &str, layout: &Layout) -> String {
    let inputs: &Inputs = &layout.inputs;
    let mut text = String::new();
    let (package, simple) = main.rsplit_once('/').unwrap_or(("", main));
    if !package.is_empty() {
        let _ = writeln!(text, "package {};\n", package.replace('/', "."));
    }
    let parameter = |(slot, _): &(Slot, u32)| {
        let ty = if is_number(*slot) { "int" } else { "byte[]" };
        format!("{ty} {}", name_of(*slot))
    };
    let parameters: Vec<String> = layout.slots.iter().map(parameter).collect();
    let (most, size) = inputs.arguments;
    let _ = write!(
        text,
        "/** What a run of the program begins with: its parameters are all that the program is given. */\n\
         public final class {CLASS} {{\n    public static void {METHOD}({}) throws Throwable {{\n\
         \x20       int known = 0;\n",
        parameters.join(", "),
    );
    if most > 0 {
        let _ = writeln!(text, "        while (known < {most} && known < count) known++;");
    }
    text += "        String[] arguments = new String[known];\n";
    for index in 0..most as usize {
        let of = name_of(Slot::Argument(index));
        let _ = writeln!(
            text,
            "        if (known > {index}) arguments[{index}] = ferret.Given.text({of}, {size});"
        );
    }
    if let Some(size) = inputs.input {
        let _ = writeln!(
            text,
            "        System.setIn(new ferret.Given.Input(input, {size}, input_length));"
        );
    }
    for (index, (path, size)) in inputs.files.iter().enumerate() {
        let of = name_of(Slot::Content(Bytes::File(index)));
        let _ = writeln!(
            text,
            "        ferret.Given.file({}, ferret.Given.first({of}, {size}, {of}_length), {index});",
            literal(path)
        );
    }
    let _ = writeln!(text, "        {}.main(arguments);\n    }}\n}}", simple.replace('$', "."));
    text
}

/// Compiles the class and those that it rests on to a folder, which comes first on the class path.
///
/// # Errors
///
/// When the compiler cannot be started, or refuses them.
pub fn compile(
    jdk: &Jdk,
    class_path: &[PathBuf],
    main: &str,
    layout: &Layout,
    scratch: &Scratch,
) -> Result<PathBuf, Error> {
    let failed = |error: std::io::Error| Error::new(format!("javac cannot be run: {error}"));
    let (sources, classes) = (scratch.path().join("sources"), scratch.path().join("classes"));
    let texts = [
        (class(main), text(main, layout)),
        (GIVEN.to_owned(), include_str!("source/Given.java").to_owned()),
        (VERIFIER.to_owned(), include_str!("source/Verifier.java").to_owned()),
    ];
    let mut files = Vec::new();
    for (name, text) in texts {
        let file = sources.join(format!("{name}.java"));
        fs::create_dir_all(file.parent().unwrap_or(&sources)).map_err(failed)?;
        fs::write(&file, text).map_err(failed)?;
        files.push(file);
    }
    fs::create_dir_all(&classes).map_err(failed)?;
    let mut javac = Process::new(jdk.home.join("bin/javac"));
    javac.args(["-nowarn", "-proc:none", "-encoding", "UTF-8", "-classpath"]);
    javac.arg(joined(class_path.iter().map(PathBuf::as_path))).arg("-d").arg(&classes).args(files);
    javac.confined(Reach::readable().writing(scratch.path())).merged();
    let ended = javac.run(&Limits::time(COMPILING)).map_err(failed)?;
    match ended.succeeded() {
        true => Ok(classes),
        false => {
            let said = ended.out.text();
            let said =
                said.lines().find(|line| line.contains("error")).unwrap_or("it gives no reason");
            let said = said.split_once("error: ").map_or(said, |(_, reason)| reason);
            let text =
                format!("javac cannot compile a call of `{}.main`: {said}", main.replace('/', "."));
            Err(Error::new(text).help("--classpath names what the program needs"))
        }
    }
}

/// A class path in the form that tools take.
pub fn joined<'p>(path: impl Iterator<Item = &'p Path>) -> OsString {
    let mut joined = OsString::new();
    for (number, entry) in path.enumerate() {
        if number > 0 {
            joined.push(":");
        }
        joined.push(entry);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::FuncId;

    #[test]
    fn the_method_takes_all_that_the_program_is_given() {
        let inputs = Inputs {
            arguments: (1, 4),
            input: Some(5),
            files: vec![("a\"b".to_owned(), 3)],
            ..Inputs::default()
        };
        let layout = Layout::new(FuncId(0), inputs);
        assert_eq!(descriptor(&layout), "(I[BI[BI[B)V");
        let text = text("demo/Main", &layout);
        let head = "run(int count, byte[] argument1, int input_length, byte[] input, int file1_length, byte[] file1)";
        assert!(text.starts_with("package demo;\n") && text.contains(head), "{text}");
        assert!(text.contains(
            "ferret.Given.file(\"a\\\"b\", ferret.Given.first(file1, 3, file1_length), 0);"
        ));
        assert!(text.contains("Main.main(arguments);"));
        assert_eq!(class("Main"), "FerretProgram");
    }
}
