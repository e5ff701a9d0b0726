//! A suite in the exchange format of Test-Comp: metadata, and an XML file for each test, in one archive.

use crate::hash::sha256;
use c::program::{Answer, Product, Whole};
use language::Error;
use program::Type;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use zip::write::SimpleFileOptions;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// A suite says when it was made; the same inputs make the same suite.
const CREATED: &str = "1970-01-01T00:00:00Z";

/// Writes the suite.
pub fn write(path: &Path, whole: &Whole, product: &Product) -> Result<(), Error> {
    let failed = |error: io::Error| {
        Error::new(format!("cannot write the suite `{}`: {error}", path.display()))
    };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    let mut entries = vec![("metadata.xml".to_owned(), metadata(whole).map_err(failed)?)];
    for kept in &product.kept {
        entries.push((format!("{}.xml", kept.name), test(&kept.answers, false)));
    }
    for crash in &product.crashes {
        entries.push((format!("{}.xml", crash.name), test(&crash.answers, crash.is_error)));
    }
    let written = File::create(path).and_then(|file| {
        let mut archive = zip::ZipWriter::new(file);
        for (name, text) in entries {
            archive.start_file(name, SimpleFileOptions::default()).map_err(io::Error::other)?;
            archive.write_all(text.as_bytes())?;
        }
        archive.finish().map_err(io::Error::other).map(|_| ())
    });
    written.map_err(failed)
}

fn metadata(whole: &Whole) -> io::Result<String> {
    let source = whole.sources.first();
    let file = source.map_or(Path::new(""), |source| &source.file);
    let directory = source.and_then(|source| source.directory.as_deref());
    let bytes = fs::read(directory.unwrap_or(Path::new("")).join(file))?;
    Ok(format!(
        "{HEAD}<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n\
         <sourcecodelang>C</sourcecodelang>\n<producer>Ferret {}</producer>\n\
         <specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>\n\
         <programfile>{}</programfile>\n<programhash>{}</programhash>\n\
         <entryfunction>main</entryfunction>\n<architecture>64bit</architecture>\n\
         <creationtime>{CREATED}</creationtime>\n</test-metadata>\n",
        env!("CARGO_PKG_VERSION"),
        escaped(&file.display().to_string()),
        sha256(&bytes),
    ))
}

/// A test: the answers to what the program asks, in order.
fn test(asked: &[Answer], is_error: bool) -> String {
    let covers = if is_error { " coversError=\"true\"" } else { "" };
    let mut text = format!(
        "{HEAD}<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase{covers}>\n"
    );
    for answer in asked {
        let (ty, value) = value(answer);
        let _ = writeln!(text, "  <input type=\"{ty}\">{value}</input>");
    }
    text + "</testcase>\n"
}

/// The type of an answer in the words of C, and its value.
fn value(Answer { name, ty, bits, .. }: &Answer) -> (String, String) {
    let of = name.strip_prefix("__VERIFIER_nondet_").unwrap_or_default();
    let unsigned = of.starts_with('u') || of.starts_with('U') || of == "size_t" || of == "bool";
    let signed = |width: u32| {
        let shift = 128 - width;
        ((*bits as i128) << shift) >> shift
    };
    let (plain, value) = match *ty {
        Type::F64 => return ("double".to_owned(), format!("{:?}", f64::from_bits(*bits as u64))),
        Type::F32 => return ("float".to_owned(), format!("{:?}", f32::from_bits(*bits as u32))),
        _ if unsigned || ty.bits() == 1 => (unsigned_name(*ty), bits.to_string()),
        Type::I8 if of == "schar" => ("signed char", signed(8).to_string()),
        Type::I8 => ("char", signed(8).to_string()),
        Type::I16 => ("short", signed(16).to_string()),
        Type::I32 => ("int", signed(32).to_string()),
        _ => ("long", signed(64).to_string()),
    };
    (plain.to_owned(), value)
}

fn unsigned_name(ty: Type) -> &'static str {
    match ty.bits() {
        1 => "bool",
        8 => "unsigned char",
        16 => "unsigned short",
        32 => "unsigned int",
        _ => "unsigned long",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(name: &str, ty: Type, bits: u128) -> Answer {
        Answer { name: format!("__VERIFIER_nondet_{name}"), byte: None, ty, bits }
    }

    #[test]
    fn a_test_lists_what_the_program_asks_for_in_order() {
        let asked = [
            answer("int", Type::I32, 0xffff_ffff),
            answer("uchar", Type::I8, 200),
            answer("bool", Type::BOOL, 1),
            answer("double", Type::F64, 0.5f64.to_bits().into()),
        ];
        let text = test(&asked, true);
        let (_, body) = text.split_once("<testcase").unwrap();
        assert_eq!(
            body,
            " coversError=\"true\">\n  <input type=\"int\">-1</input>\n  <input type=\"unsigned char\">200</input>\n  \
             <input type=\"bool\">1</input>\n  <input type=\"double\">0.5</input>\n</testcase>\n"
        );
    }
}
