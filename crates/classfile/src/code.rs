//! The body of one method: instructions, handlers, line numbers and names of locals.
//!
//! Positions are counted in instructions. Boundaries are found here, before ristretto decodes the
//! instructions, so that a switch whose size is absurd is refused and not allocated.

use std::sync::Arc;

use ristretto_classfile::ConstantPool;
use ristretto_classfile::attributes::{Attribute, Instruction};
use ristretto_classfile::byte_reader::ByteReader;

use crate::skeleton::{ClassFileError, RawAttribute, Reader, Skeleton, attributes};

/// The body of a method.
#[derive(Debug)]
pub struct Code {
    /// How deep the operand stack gets, in words.
    pub max_stack: u16,
    /// How many words the locals take.
    pub max_locals: u16,
    /// The instructions. Targets of `goto` and `if` are indices of instructions; those of switches are
    /// relative to the index of the switch.
    pub instructions: Vec<Instruction>,
    /// Where in the bytecode each instruction stands.
    pub offsets: Vec<u16>,
    /// Handlers, in the order in which they are tried.
    pub handlers: Vec<Handler>,
    /// Line numbers, sorted: from which instruction on which line.
    pub lines: Vec<(u16, u16)>,
    /// Names of locals, where the class file has them.
    pub locals: Vec<Local>,
}

/// A handler of exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The first instruction it covers.
    pub start: u16,
    /// The first one behind those it covers; the number of instructions if it covers the last one.
    pub end: u16,
    /// The instruction it goes to.
    pub target: u16,
    /// Index in the constant pool of the class it catches; 0 for all.
    pub class: u16,
}

/// The name of a local in a part of the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// The first instruction at which it holds a value.
    pub start: u16,
    /// The first one behind its range.
    pub end: u16,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Its number.
    pub index: u16,
}

impl Code {
    /// The line of an instruction.
    pub fn line(&self, instruction: u16) -> Option<u16> {
        let after = self.lines.partition_point(|&(start, _)| start <= instruction);
        self.lines[..after].last().map(|&(_, line)| line)
    }

    /// Reads the contents of a `Code` attribute.
    pub fn read(
        skeleton: &Skeleton,
        pool: &ConstantPool<'static>,
        code: &RawAttribute,
    ) -> Result<Self, ClassFileError> {
        let end = code.range.end as usize;
        let mut reader =
            Reader { bytes: &skeleton.bytes[..end], position: code.range.start as usize };
        let (max_stack, max_locals) = (reader.u16()?, reader.u16()?);
        let length = reader.u32()? as usize;
        if length == 0 || length > usize::from(u16::MAX) {
            return Err("a method has no code or too much".into());
        }
        let start = reader.position;
        reader.skip(length)?;
        let bytes = &skeleton.bytes[start..start + length];
        let offsets = boundaries(bytes)?;
        let instructions = decode(pool, code.name, max_stack, max_locals, bytes)?;
        if instructions.len() != offsets.len() {
            return Err("a method's code cannot be told apart".into());
        }
        let places = Places { offsets: &offsets, length };

        let mut handlers = Vec::new();
        for _ in 0..reader.u16()? {
            let range = [reader.u16()?, reader.u16()?, reader.u16()?, reader.u16()?];
            let (start, end) = (places.exact(range[0])?, places.end(range[1])?);
            if start >= end {
                return Err("a handler covers nothing".into());
            }
            handlers.push(Handler { start, end, target: places.exact(range[2])?, class: range[3] });
        }
        let (mut lines, mut locals) = (Vec::new(), Vec::new());
        for attribute in attributes(&mut reader)? {
            let mut reader = Reader {
                bytes: &skeleton.bytes[..attribute.range.end as usize],
                position: attribute.range.start as usize,
            };
            match skeleton.raw_text(attribute.name) {
                Some(b"LineNumberTable") => read_lines(&mut reader, &places, &mut lines)?,
                Some(b"LocalVariableTable") => {
                    read_locals(&mut reader, skeleton, &places, &mut locals)?;
                }
                _ => {}
            }
        }
        lines.sort_by_key(|&(start, _)| start);
        Ok(Self { max_stack, max_locals, instructions, offsets, handlers, lines, locals })
    }
}

/// A `LineNumberTable`; a line that begins inside an instruction is left out.
fn read_lines(
    reader: &mut Reader<'_>,
    places: &Places<'_>,
    lines: &mut Vec<(u16, u16)>,
) -> Result<(), ClassFileError> {
    for _ in 0..reader.u16()? {
        let (start, line) = (reader.u16()?, reader.u16()?);
        if let Ok(start) = places.exact(start) {
            lines.push((start, line));
        }
    }
    Ok(())
}

/// A `LocalVariableTable`; names are for people, so an entry that makes no sense is left out.
fn read_locals(
    reader: &mut Reader<'_>,
    skeleton: &Skeleton,
    places: &Places<'_>,
    locals: &mut Vec<Local>,
) -> Result<(), ClassFileError> {
    for _ in 0..reader.u16()? {
        let (start, length) = (reader.u16()?, reader.u16()?);
        let (name, descriptor, index) = (reader.u16()?, reader.u16()?, reader.u16()?);
        let range = (places.end(start), places.end(start.saturating_add(length)));
        let text = (skeleton.text(name), skeleton.text(descriptor));
        if let ((Ok(start), Ok(end)), (Some(name), Some(descriptor))) = (range, text) {
            let (name, descriptor) = (name.into(), descriptor.into());
            locals.push(Local { start, end, name, descriptor, index });
        }
    }
    Ok(())
}

/// From positions in bytes to positions in instructions.
struct Places<'a> {
    offsets: &'a [u16],
    length: usize,
}

impl Places<'_> {
    /// The instruction that begins at an offset.
    fn exact(&self, offset: u16) -> Result<u16, ClassFileError> {
        let index = self.offsets.binary_search(&offset);
        index.map(|index| index as u16).map_err(|_| "an offset is inside an instruction".into())
    }

    /// The same, where the end of the code is meant too.
    fn end(&self, offset: u16) -> Result<u16, ClassFileError> {
        if usize::from(offset) == self.length {
            return Ok(self.offsets.len() as u16);
        }
        self.exact(offset)
    }
}

/// The instructions, by way of a `Code` attribute that has nothing else.
fn decode(
    pool: &ConstantPool<'static>,
    name: u16,
    max_stack: u16,
    max_locals: u16,
    code: &[u8],
) -> Result<Vec<Instruction>, ClassFileError> {
    let length = code.len() as u32;
    let mut bytes = Vec::with_capacity(code.len() + 18);
    bytes.extend_from_slice(&name.to_be_bytes());
    bytes.extend_from_slice(&(length + 12).to_be_bytes());
    bytes.extend_from_slice(&max_stack.to_be_bytes());
    bytes.extend_from_slice(&max_locals.to_be_bytes());
    bytes.extend_from_slice(&length.to_be_bytes());
    bytes.extend_from_slice(code);
    bytes.extend_from_slice(&[0; 4]);
    match Attribute::from_bytes(pool, &mut ByteReader::new(&bytes)) {
        Ok(Attribute::Code { code, .. }) => Ok(code),
        Ok(_) => Err("a method's code is none".into()),
        Err(error) => Err(ClassFileError::Format(error.to_string())),
    }
}

/// Where each instruction begins; the last one ends where the code ends.
pub fn boundaries(code: &[u8]) -> Result<Vec<u16>, ClassFileError> {
    let mut offsets = Vec::with_capacity(code.len() / 2 + 1);
    let mut position = 0;
    while position < code.len() {
        offsets.push(position as u16);
        position += length(code, position).ok_or("an instruction is cut off or makes no sense")?;
    }
    if position != code.len() {
        return Err("an instruction is cut off".into());
    }
    Ok(offsets)
}

/// How many bytes the instruction at a position takes.
fn length(code: &[u8], position: usize) -> Option<usize> {
    let word = |at: usize| {
        let bytes = code.get(at..)?.first_chunk::<4>()?;
        Some(i64::from(i32::from_be_bytes(*bytes)))
    };
    let operands = (position | 3) + 1;
    Some(match *code.get(position)? {
        0..=15 | 26..=53 | 59..=131 | 133..=152 | 172..=177 | 190 | 191 | 194 | 195 => 1,
        16 | 18 | 21..=25 | 54..=58 | 169 | 188 => 2,
        17 | 19 | 20 | 132 | 153..=168 | 178..=184 | 187 | 189 | 192 | 193 | 198 | 199 => 3,
        197 => 4,
        185 | 186 | 200 | 201 => 5,
        170 => {
            let (low, high) = (word(operands + 4)?, word(operands + 8)?);
            let count = usize::try_from(high - low + 1).ok()?;
            operands - position + 12 + count.checked_mul(4)?
        }
        171 => {
            let count = usize::try_from(word(operands + 4)?).ok()?;
            operands - position + 8 + count.checked_mul(8)?
        }
        196 => match *code.get(position + 1)? {
            132 => 6,
            21..=25 | 54..=58 | 169 => 4,
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_told_apart() {
        // iconst_0, tableswitch 0..1 with two bytes of padding, wide iinc, return.
        let mut code = vec![3, 170, 0, 0];
        for word in [27_i32, 0, 1, 27, 27] {
            code.extend_from_slice(&word.to_be_bytes());
        }
        code.extend_from_slice(&[196, 132, 0, 1, 0, 1, 177]);
        assert_eq!(boundaries(&code).unwrap(), [0, 1, 24, 30]);
    }

    #[test]
    fn a_switch_that_is_larger_than_its_code_is_refused() {
        let mut code = vec![170, 0, 0, 0, 0, 0, 0, 0];
        code.extend_from_slice(&i32::MIN.to_be_bytes());
        code.extend_from_slice(&i32::MAX.to_be_bytes());
        assert!(boundaries(&code).is_err());
        let mut code = vec![171, 0, 0, 0, 0, 0, 0, 0];
        code.extend_from_slice(&i32::MAX.to_be_bytes());
        assert!(boundaries(&code).is_err());
    }
}
