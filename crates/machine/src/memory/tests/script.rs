//! A small language of memory operations, so that a test reads as a session and its transcript.

use std::collections::BTreeMap;
use std::fmt::Write;

use expect_test::Expect;

use crate::memory::{Fault, Memory, MemoryConfig, ObjectKind, address};

/// Runs the script, one operation a line, and compares what each line came to.
pub(super) fn check(config: MemoryConfig, script: &str, transcript: Expect) {
    let mut session = Session { memory: Memory::new(config), names: BTreeMap::new() };
    let mut output = String::new();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let answer = match session.run(line) {
            Ok(answer) => answer,
            Err(fault) => fault.to_string(),
        };
        writeln!(output, "{line:<24} {answer}").expect("a string takes all text");
    }
    transcript.assert_eq(&output);
}

struct Session {
    memory: Memory,
    names: BTreeMap<String, u64>,
}

impl Session {
    fn run(&mut self, line: &str) -> Result<String, Fault> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let memory = &mut self.memory;
        let place = |text: &str| place(&self.names, text);
        match words[..] {
            [name, "=", ref made @ ..] => {
                let address = match made {
                    ["function", number] => address::function_address(numeral(number) as u32),
                    [kind, size, zeroed @ ..] => {
                        let zeroed = zeroed == ["zeroed"];
                        memory.allocate(numeral(size), 8, kind_named(kind), zeroed)?
                    }
                    _ => panic!("what is made by `{line}`?"),
                };
                self.names.insert(name.to_owned(), address);
                return Ok(format!("{address:#x}"));
            }
            ["load", at, len] => {
                return Ok(format!("{:#x}", memory.load(place(at), numeral(len) as u32)?));
            }
            ["bytes", at, len] => {
                let bytes = memory.bytes(place(at), numeral(len))?;
                return Ok(format!("\"{}\"", bytes.escape_ascii()));
            }
            ["written", at, len] => {
                let len = numeral(len) as u32;
                let index = memory.resolve(place(at), len)?;
                return Ok(memory.check_written(index, len).to_string());
            }
            ["kind", at] => return Ok(format!("{:?}", memory.kind(place(at))?)),
            ["size", at] => return Ok(memory.size(place(at))?.to_string()),
            ["marked", at] => return Ok(memory.flag(address::slot(place(at))).to_string()),
            ["touched"] => {
                let touched = memory.touched();
                return Ok(format!(
                    "{} lines, {} objects, {} slots, {} bytes",
                    touched.lines, touched.objects, touched.slots, touched.bytes
                ));
            }
            ["objects"] => {
                let objects: Vec<_> =
                    memory.objects().map(|object| format!("{:#x}", object.address)).collect();
                return Ok(objects.join(" "));
            }
            ["store", at, len, value] => {
                memory.store(place(at), numeral(len) as u32, numeral(value).into())?;
            }
            ["write", at, text] => memory.write_bytes(place(at), text.as_bytes())?,
            ["initialise", at, text] => memory.initialise(place(at), text.as_bytes())?,
            ["fill", at, byte, len] => {
                memory.fill(place(at), numeral(byte) as u8, numeral(len))?;
            }
            ["copy", to, from, len] => memory.copy(place(to), place(from), numeral(len))?,
            ["free", at] => memory.free(place(at))?,
            ["release", at] => memory.release(place(at))?,
            ["protect", at] => memory.set_read_only(place(at), true)?,
            ["unprotect", at] => memory.set_read_only(place(at), false)?,
            ["mark", at] => memory.set_flag(address::slot(place(at)), true),
            ["unmark", at] => memory.set_flag(address::slot(place(at)), false),
            ["snapshot"] => memory.snapshot(),
            ["reset"] => memory.reset(),
            _ => panic!("what is `{line}`?"),
        }
        Ok("ok".to_owned())
    }
}

/// A name or number, with a displacement or without.
fn place(names: &BTreeMap<String, u64>, text: &str) -> u64 {
    let base = |text: &str| names.get(text).copied().unwrap_or_else(|| numeral(text));
    if let Some((name, by)) = text.split_once('+') {
        base(name).wrapping_add(numeral(by))
    } else if let Some((name, by)) = text.split_once('-') {
        base(name).wrapping_sub(numeral(by))
    } else {
        base(text)
    }
}

fn numeral(text: &str) -> u64 {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.unwrap_or_else(|_| panic!("`{text}` is neither a name nor a number"))
}

fn kind_named(name: &str) -> ObjectKind {
    match name {
        "global" => ObjectKind::Global(0),
        "stack" => ObjectKind::Stack,
        "heap" => ObjectKind::Heap,
        "managed" => ObjectKind::Managed { class: 3 },
        "array" => ObjectKind::Array { class: 4, length: 2 },
        "varargs" => ObjectKind::VarArgs,
        "input" => ObjectKind::Input,
        _ => panic!("`{name}` is no kind of object"),
    }
}
