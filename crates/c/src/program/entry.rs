//! The function that a run of a whole program begins with: its parameters are all that the program is given.

use crate::clang::{Clang, Compiled};
use crate::libc;
use crate::markers;
use language::Error;
use program::catalogue::{ApiCallable, ApiItem, ApiType, ApiTypeId};
use program::{ClassId, FuncId, Program};
use std::fmt::Write as _;

/// The name of the function.
pub const ENTRY: &str = "__ferret_program";

/// What stands for its file.
pub(super) const FILE: &str = "<libc>/program.c";

/// What a program is given, and how much of it at most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// How many arguments, and bytes of each.
    pub arguments: (u32, u32),
    /// Bytes of standard input; there is none without.
    pub input: Option<u32>,
    /// Files by their paths, and bytes of each.
    pub files: Vec<(String, u32)>,
    /// Variables of the environment, and bytes of each.
    pub variables: Vec<(String, u32)>,
    /// Bytes that a fuzzing harness is handed.
    pub data: Option<u32>,
}

/// Bytes that a fuzzing harness is handed, unless another number is asked for.
const DATA: u32 = 64;

impl Inputs {
    /// The inputs of a program that starts so.
    ///
    /// # Errors
    ///
    /// When it cannot have such inputs.
    pub(super) fn for_start(mut self, start: Start) -> Result<Self, Error> {
        match start {
            Start::Harness => {
                if self.arguments.0 > 0 || self.input.is_some() {
                    let text = "`LLVMFuzzerTestOneInput` has neither arguments nor standard input";
                    return Err(Error::new(text).help("its bytes are sized by --data"));
                }
                self.data.get_or_insert(DATA);
            }
            Start::Main { .. } if self.data.is_some() => {
                let text = "only `LLVMFuzzerTestOneInput` is handed data, and there is none";
                return Err(Error::new(text).help("a program has --stdin, --file and --args"));
            }
            Start::Main { .. } => {}
        }
        Ok(self)
    }
}

/// Where a program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At `main`, which takes so many arguments and may give a number.
    Main {
        /// How many parameters it has.
        parameters: usize,
        /// Whether it gives a number.
        gives: bool,
    },
    /// At the harness of a fuzzer.
    Harness,
}

/// What fuzzers call.
const HARNESS: &str = "LLVMFuzzerTestOneInput";

impl Start {
    /// Where a program of compiled files starts; nowhere if none of them says.
    pub fn of(compiled: &[Compiled]) -> Option<Self> {
        let lines = || compiled.iter().flat_map(|file| file.ir.lines());
        let defined = |name: &str| {
            let head = format!("@{name}(");
            lines().find(|line| line.starts_with("define ") && line.contains(&head))
        };
        if let Some(line) = defined("main") {
            let (before, behind) = line.split_once("@main(")?;
            let inside = behind.split_once(')').map_or("", |(inside, _)| inside);
            let parameters = inside.split(',').filter(|one| !one.trim().is_empty()).count();
            return Some(Self::Main { parameters, gives: !before.contains(" void ") });
        }
        defined(HARNESS).map(|_| Self::Harness)
    }

    /// The function of the program's.
    pub fn function(self) -> &'static str {
        match self {
            Self::Main { .. } => "main",
            Self::Harness => HARNESS,
        }
    }
}

/// What a parameter of the function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// How many arguments there are.
    Count,
    /// The bytes of an argument, up to the first zero.
    Argument(usize),
    /// How many of the bytes that follow are given.
    Length(Bytes),
    /// The bytes.
    Content(Bytes),
    /// Whether a variable of the environment is set.
    IsSet(usize),
    /// Its value, up to the first zero.
    Variable(usize),
}

/// What bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// Standard input.
    Input,
    /// The content of a file.
    File(usize),
    /// What the harness of a fuzzer is handed.
    Data,
}

/// The parameters of the function, in their order.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The function.
    pub function: FuncId,
    /// What they are made for.
    pub inputs: Inputs,
    /// The parameters, each with its capacity; of numbers that is the largest.
    pub slots: Vec<(Slot, u32)>,
    /// The types of numbers and of bytes, once they are declared.
    pub types: Option<(ApiTypeId, ApiTypeId)>,
    /// The class of an array of bytes, where arrays have one.
    pub class: Option<ClassId>,
}

/// The parameters for some inputs, each with its capacity; of numbers that is the largest.
fn slots(inputs: &Inputs) -> Vec<(Slot, u32)> {
    let mut slots = Vec::new();
    let (count, size) = inputs.arguments;
    if count > 0 {
        slots.push((Slot::Count, count));
        slots.extend((0..count as usize).map(|index| (Slot::Argument(index), size)));
    }
    let files = inputs.files.iter().enumerate().map(|(index, file)| (Bytes::File(index), file.1));
    let input = inputs.input.map(|size| (Bytes::Input, size));
    let data = inputs.data.map(|size| (Bytes::Data, size));
    for (bytes, size) in input.into_iter().chain(files).chain(data) {
        slots.push((Slot::Length(bytes), size));
        slots.push((Slot::Content(bytes), size));
    }
    for (index, (_, size)) in inputs.variables.iter().enumerate() {
        slots.push((Slot::IsSet(index), 1));
        slots.push((Slot::Variable(index), *size));
    }
    slots
}

/// The name of a parameter.
pub fn name_of(slot: Slot) -> String {
    let bytes = |bytes| match bytes {
        Bytes::Input => "input".to_owned(),
        Bytes::File(index) => format!("file{}", index + 1),
        Bytes::Data => "data".to_owned(),
    };
    match slot {
        Slot::Count => "count".to_owned(),
        Slot::Argument(index) => format!("argument{}", index + 1),
        Slot::Length(of) => format!("{}_length", bytes(of)),
        Slot::Content(of) => bytes(of),
        Slot::IsSet(index) => format!("variable{}_is_set", index + 1),
        Slot::Variable(index) => format!("variable{}", index + 1),
    }
}

impl Layout {
    /// The parameters of a function for some inputs.
    pub fn new(function: FuncId, inputs: Inputs) -> Self {
        let slots = slots(&inputs);
        Self { function, inputs, slots, types: None, class: None }
    }

    /// Finds the function in a program, and lists it with its parameters.
    pub fn declare(program: &mut Program, inputs: Inputs) -> Option<Self> {
        let function = program.function_named(ENTRY)?;
        let mut layout = Self::new(function, inputs);
        let types = &mut program.catalogue.types;
        let number = types.push(ApiType::Int { bits: 32, signed: true });
        let letter = types.push(ApiType::Char { bits: 8, signed: false });
        let result = types.push(ApiType::Void);
        let mut params = Vec::new();
        for (slot, size) in &layout.slots {
            let ty = match slot {
                Slot::Count | Slot::Length(_) | Slot::IsSet(_) => number,
                _ => types.push(ApiType::Array { element: letter, length: Some(*size) }),
            };
            params.push((name_of(*slot), ty));
        }
        let items = &mut program.catalogue.items;
        items
            .retain(|item| !matches!(item, ApiItem::Function(known) if known.function == function));
        items.push(ApiItem::Function(ApiCallable { function, params, result }));
        program.functions[function].span = None;
        layout.types = Some((number, letter));
        Some(layout)
    }
}

/// A text as a literal of C.
fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                literal.push('\\');
                literal.push(char::from(byte));
            }
            b' '..=b'~' => literal.push(char::from(byte)),
            _ => {
                let _ = write!(literal, "\\{byte:03o}");
            }
        }
    }
    literal.push('"');
    literal
}

/// The text of the function.
fn text(name: &str, inputs: &Inputs, start: Start) -> String {
    let mut text = String::from(
        "void __ferret_give_input(byte *, size_t);\nvoid __ferret_give_file(const char *, byte *, size_t);\n\
         void __ferret_give_process(char *, char **);\nchar *__ferret_text(const char *, const byte *, size_t);\n\
         _Noreturn void __ferret_end(int);\n",
    );
    let slots = slots(inputs);
    let parameter = |(slot, _): &(Slot, u32)| match slot {
        Slot::Count | Slot::Length(_) | Slot::IsSet(_) => format!("int {}", name_of(*slot)),
        _ => format!("byte *{}", name_of(*slot)),
    };
    let parameters: Vec<String> = slots.iter().map(parameter).collect();
    let parameters = if slots.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    text += &match start {
        Start::Main { parameters, gives } => {
            let taken = ["int", "char **", "char **"].get(..parameters).unwrap_or_default();
            let taken = if taken.is_empty() { "void".to_owned() } else { taken.join(", ") };
            let gives = if gives { "int" } else { "void" };
            format!("{gives} program_main({taken}) __asm__(\"main\");\n")
        }
        Start::Harness => format!("int {HARNESS}(const byte *, size_t);\n"),
    };
    let _ = writeln!(text, "void {ENTRY}({parameters}) {{");
    let largest = slots.iter().map(|(_, size)| *size).max().unwrap_or(1);
    let _ = writeln!(text, "static byte zeros[{largest}];");
    for (slot, size) in &slots {
        let name = name_of(*slot);
        let _ = match slot {
            Slot::Count | Slot::Length(_) => {
                writeln!(text, "if ({name} < 0) {name} = 0; if ({name} > {size}) {name} = {size};")
            }
            Slot::IsSet(_) => Ok(()),
            // Where the bytes lie is no input; bytes that are not there are zeros.
            _ => writeln!(
                text,
                "{name} = (byte *)__ferret_concrete((long){name});\n\
                 if (!{name} || __ferret_object_size({name}) < {size}) {name} = zeros;"
            ),
        };
    }
    let (count, size) = inputs.arguments;
    let variables = inputs.variables.len() + 1;
    let _ = write!(
        text,
        "static char name[] = {};\nstatic char *variables[{variables}], *arguments[{}];\n\
         int set = 0, given = 1;\narguments[0] = name;\n",
        literal(name),
        count + 2,
    );
    for (index, (name, size)) in inputs.variables.iter().enumerate() {
        let (is_set, of) = (name_of(Slot::IsSet(index)), name_of(Slot::Variable(index)));
        let prefix = literal(&format!("{name}="));
        let _ = writeln!(
            text,
            "if ({is_set} & 1) variables[set++] = __ferret_text({prefix}, {of}, {size});"
        );
    }
    text += "__ferret_give_process(name, variables);\n";
    for index in 0..count as usize {
        let of = name_of(Slot::Argument(index));
        let _ = writeln!(
            text,
            "if (count > {index}) arguments[given++] = __ferret_text(\"\", {of}, {size});"
        );
    }
    let input = match inputs.input {
        Some(_) => "input, (size_t)input_length",
        None => "0, 0",
    };
    let _ = writeln!(text, "__ferret_give_input({input});");
    for (index, (path, _)) in inputs.files.iter().enumerate() {
        let of = name_of(Slot::Content(Bytes::File(index)));
        let _ = writeln!(text, "__ferret_give_file({}, {of}, (size_t){of}_length);", literal(path));
    }
    text += &match start {
        Start::Main { parameters, gives } => {
            let handed = ["given", "arguments", "variables"].get(..parameters).unwrap_or_default();
            let call = format!("program_main({})", handed.join(", "));
            match gives {
                true => format!("__ferret_end({call});\n"),
                false => format!("{call};\n__ferret_end(0);\n"),
            }
        }
        // Its bytes are no text: what is read behind them is read beyond the end.
        Start::Harness => format!(
            "byte *copy = __ferret_allocate((size_t)data_length);\n\
             __builtin_memmove(copy, data, (size_t)data_length);\n\
             {HARNESS}(copy, (size_t)data_length);\n__ferret_end(0);\n"
        ),
    };
    text + "}\n"
}

/// The function, compiled.
pub(super) fn compile(
    clang: &Clang,
    name: &str,
    inputs: &Inputs,
    start: Start,
) -> Result<String, Error> {
    let text = format!("{}\n{}", markers::source(), text(name, inputs, start));
    libc::compile(clang, ("program.c", &text)).map_err(Error::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_program_starts_is_read_from_what_clang_made_of_it() {
        let start = |ir: &str| Start::of(&[Compiled { ir: ir.to_owned(), ..Compiled::default() }]);
        let main = "define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {";
        assert_eq!(start(main), Some(Start::Main { parameters: 2, gives: true }));
        let main = "define dso_local void @main() #0 {";
        assert_eq!(start(main), Some(Start::Main { parameters: 0, gives: false }));
        let harness = "define i32 @LLVMFuzzerTestOneInput(ptr noundef %d, i64 noundef %n) #0 {";
        assert_eq!(start(harness), Some(Start::Harness));
        assert_eq!(start("declare i32 @main()"), None);
    }

    #[test]
    fn a_path_is_a_literal_whatever_is_in_it() {
        assert_eq!(literal("a\"b\\\n1"), "\"a\\\"b\\\\\\0121\"");
    }
}
