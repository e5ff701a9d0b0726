//! The body of a method as JaCoCo's filters see it: instructions among labels, lines and frames.
//!
//! A label stands wherever something refers to an instruction: a jump, a handler, a line, the range of a
//! local. Some filters look at what stands right behind an instruction, so all of these are kept, in the
//! order in which a reader of class files meets them.

use std::borrow::Cow;

use classfile::code::boundaries;
use classfile::skeleton::{ClassFileError, RawAttribute, Reader, Skeleton, attributes};

use crate::opcode as op;

/// Something in the list that a body is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Node {
    /// The label before an instruction; the last one stands behind all of them.
    Label(u32),
    /// From here on instructions are of that line.
    Line(u16),
    /// A frame of the stack map.
    Frame,
    /// An instruction.
    Op(u32),
}

/// An instruction: its opcode, the short and wide forms being the same as the usual one.
#[derive(Debug)]
pub(super) struct Op<'a> {
    /// The opcode.
    pub code: u8,
    /// What it says beside that, as far as it matters.
    pub operand: Operand<'a>,
}

/// What an instruction says beside its opcode.
#[derive(Debug)]
pub(super) enum Operand<'a> {
    /// Nothing that matters.
    None,
    /// A local.
    Local(u16),
    /// Where it jumps.
    Jump(u32),
    /// Where it may go: the default, and the cases in their order.
    Switch(u32, Vec<u32>),
    /// A class.
    Class(Cow<'a, str>),
    /// A field or a method: owner, name and descriptor.
    Member([Cow<'a, str>; 3]),
    /// A call site that is computed: the number of its bootstrap method, and its name.
    CallSite(u16, Cow<'a, str>),
}

/// A handler: instructions, and the class that it catches, if not all.
#[derive(Debug)]
pub(super) struct Handler<'a> {
    /// The first instruction it covers.
    pub start: u32,
    /// The first one behind those.
    pub end: u32,
    /// The instruction it goes to.
    pub target: u32,
    /// The class it catches.
    pub class: Option<Cow<'a, str>>,
}

/// The body of a method.
#[derive(Debug, Default)]
pub(super) struct Body<'a> {
    /// The instructions.
    pub ops: Vec<Op<'a>>,
    /// Instructions, labels, lines and frames.
    pub nodes: Vec<Node>,
    /// By label: its place in the list, if there is one.
    labels: Vec<Option<u32>>,
    /// By instruction: its place in the list.
    places: Vec<u32>,
    /// The handlers, in the order in which they are tried.
    pub handlers: Vec<Handler<'a>>,
}

impl<'a> Body<'a> {
    /// Reads the contents of a `Code` attribute.
    pub fn read(skeleton: &'a Skeleton, code: &RawAttribute) -> Result<Self, ClassFileError> {
        let end = code.range.end as usize;
        let mut reader =
            Reader { bytes: &skeleton.bytes[..end], position: code.range.start as usize };
        reader.skip(4)?;
        let length = reader.u32()? as usize;
        let start = reader.position;
        reader.skip(length)?;
        let bytes = &skeleton.bytes[start..start + length];
        let offsets = boundaries(bytes)?;
        let places = Places { offsets: &offsets, length };
        let mut marks = vec![Mark::default(); offsets.len() + 1];
        let mut body = Self::default();
        for &offset in &offsets {
            let op = read_op(skeleton, bytes, usize::from(offset), &places)?;
            op.operand.each_target(|target| marks[target as usize].label = true);
            body.ops.push(op);
        }
        for _ in 0..reader.u16()? {
            let range = [reader.u16()?, reader.u16()?, reader.u16()?, reader.u16()?];
            let [start, end, target] = [range[0], range[1], range[2]].map(|at| places.at(at));
            let handler = Handler {
                start: start?,
                end: end?,
                target: target?,
                class: skeleton.class(range[3]),
            };
            for label in [handler.start, handler.end, handler.target] {
                marks[label as usize].label = true;
            }
            body.handlers.push(handler);
        }
        for attribute in attributes(&mut reader)? {
            let mut reader = Reader {
                bytes: &skeleton.bytes[..attribute.range.end as usize],
                position: attribute.range.start as usize,
            };
            match skeleton.raw_text(attribute.name) {
                Some(b"LineNumberTable") => read_lines(&mut reader, &places, &mut marks)?,
                Some(b"LocalVariableTable") => read_locals(&mut reader, &places, &mut marks)?,
                Some(b"StackMapTable") => read_frames(&mut reader, bytes, &places, &mut marks)?,
                _ => {}
            }
        }
        body.line_up(&marks);
        Ok(body)
    }

    /// Puts labels, lines, frames and instructions in a row.
    fn line_up(&mut self, marks: &[Mark]) {
        for (index, mark) in marks.iter().enumerate() {
            let place = self.nodes.len() as u32;
            self.labels.push(mark.label.then_some(place));
            if mark.label {
                self.nodes.push(Node::Label(index as u32));
            }
            self.nodes.extend(mark.lines.iter().map(|line| Node::Line(*line)));
            if mark.frame {
                self.nodes.push(Node::Frame);
            }
            if index < self.ops.len() {
                self.places.push(self.nodes.len() as u32);
                self.nodes.push(Node::Op(index as u32));
            }
        }
    }

    /// The place of a label; that of its instruction if there is none.
    pub fn label(&self, index: u32) -> usize {
        let label = self.labels.get(index as usize).copied().flatten();
        label.map_or_else(|| self.place(index), |place| place as usize)
    }

    /// The place of an instruction.
    pub fn place(&self, index: u32) -> usize {
        self.places.get(index as usize).map_or(self.nodes.len(), |place| *place as usize)
    }
}

impl Operand<'_> {
    /// Gives every instruction that one can jump to.
    pub fn each_target(&self, mut each: impl FnMut(u32)) {
        match self {
            Operand::Jump(target) => each(*target),
            Operand::Switch(default, cases) => {
                each(*default);
                cases.iter().copied().for_each(each);
            }
            _ => {}
        }
    }
}

/// What stands before an instruction.
#[derive(Clone, Default)]
struct Mark {
    label: bool,
    lines: Vec<u16>,
    frame: bool,
}

/// From positions in bytes to positions in instructions.
struct Places<'a> {
    offsets: &'a [u16],
    length: usize,
}

impl Places<'_> {
    /// The instruction that begins at an offset; their number at the end of the code.
    fn at(&self, offset: u16) -> Result<u32, ClassFileError> {
        if usize::from(offset) == self.length {
            return Ok(self.offsets.len() as u32);
        }
        let index = self.offsets.binary_search(&offset);
        index.map(|index| index as u32).map_err(|_| "an offset is inside an instruction".into())
    }

    /// The target of a jump.
    fn relative(&self, from: usize, distance: i32) -> Result<u32, ClassFileError> {
        let target = i64::try_from(from).unwrap_or(0) + i64::from(distance);
        let target = u16::try_from(target)
            .map_err(|_| ClassFileError::from("a jump leads out of its code"))?;
        match self.at(target)? {
            index if (index as usize) < self.offsets.len() => Ok(index),
            _ => Err("a jump leads out of its code".into()),
        }
    }
}

fn read_op<'a>(
    skeleton: &'a Skeleton,
    bytes: &[u8],
    at: usize,
    places: &Places<'_>,
) -> Result<Op<'a>, ClassFileError> {
    let mut reader = Reader { bytes, position: at + 1 };
    let no_member = || ClassFileError::from("an index leads to no fitting constant");
    let code = bytes[at];
    let (code, operand) = match code {
        18..=20 => (op::LDC, Operand::None),
        21..=25 | 54..=58 | 169 => (code, Operand::Local(reader.u8()?.into())),
        26..=45 => (21 + (code - 26) / 4, Operand::Local(u16::from((code - 26) % 4))),
        59..=78 => (54 + (code - 59) / 4, Operand::Local(u16::from((code - 59) % 4))),
        196 => {
            let code = reader.u8()?;
            let local = reader.u16()?;
            (code, if code == 132 { Operand::None } else { Operand::Local(local) })
        }
        153..=168 | 198 | 199 => {
            let distance = reader.u16()?.cast_signed();
            (code, Operand::Jump(places.relative(at, distance.into())?))
        }
        200 | 201 => {
            let distance = reader.u32()?.cast_signed();
            (code - 200 + op::GOTO, Operand::Jump(places.relative(at, distance)?))
        }
        op::TABLESWITCH | op::LOOKUPSWITCH => (code, read_switch(&mut reader, at, code, places)?),
        178..=185 => {
            let member = skeleton.member(reader.u16()?).ok_or_else(no_member)?;
            (code, Operand::Member(member))
        }
        op::INVOKEDYNAMIC => {
            let (bootstrap, name) = skeleton.call_site(reader.u16()?).ok_or_else(no_member)?;
            (code, Operand::CallSite(bootstrap, name))
        }
        187 | 189 | 192 | 193 => {
            (code, Operand::Class(skeleton.class(reader.u16()?).ok_or_else(no_member)?))
        }
        _ => (code, Operand::None),
    };
    Ok(Op { code, operand })
}

fn read_switch<'a>(
    reader: &mut Reader<'_>,
    at: usize,
    code: u8,
    places: &Places<'_>,
) -> Result<Operand<'a>, ClassFileError> {
    reader.position = (at | 3) + 1;
    let default = places.relative(at, reader.u32()?.cast_signed())?;
    let mut cases = Vec::new();
    if code == op::TABLESWITCH {
        let (low, high) = (reader.u32()?.cast_signed(), reader.u32()?.cast_signed());
        for _ in i64::from(low)..=i64::from(high) {
            cases.push(places.relative(at, reader.u32()?.cast_signed())?);
        }
    } else {
        for _ in 0..reader.u32()? {
            reader.skip(4)?;
            cases.push(places.relative(at, reader.u32()?.cast_signed())?);
        }
    }
    Ok(Operand::Switch(default, cases))
}

fn read_lines(
    reader: &mut Reader<'_>,
    places: &Places<'_>,
    marks: &mut [Mark],
) -> Result<(), ClassFileError> {
    for _ in 0..reader.u16()? {
        let (start, line) = (reader.u16()?, reader.u16()?);
        // A line that begins inside an instruction is met by nobody.
        if let Ok(index) = places.at(start) {
            marks[index as usize].label = true;
            marks[index as usize].lines.push(line);
        }
    }
    Ok(())
}

fn read_locals(
    reader: &mut Reader<'_>,
    places: &Places<'_>,
    marks: &mut [Mark],
) -> Result<(), ClassFileError> {
    for _ in 0..reader.u16()? {
        let (start, length) = (reader.u16()?, reader.u16()?);
        reader.skip(6)?;
        for offset in [start, start.saturating_add(length)] {
            if let Ok(index) = places.at(offset) {
                marks[index as usize].label = true;
            }
        }
    }
    Ok(())
}

/// A `StackMapTable`: where frames stand, and labels for objects that are not initialised yet.
fn read_frames(
    reader: &mut Reader<'_>,
    code: &[u8],
    places: &Places<'_>,
    marks: &mut [Mark],
) -> Result<(), ClassFileError> {
    /// The mark of an object that is not initialised.
    const UNINITIALISED: u8 = 8;
    let count = reader.u16()?;
    // Any three bytes that look like a reference to a `new` count as one.
    let table = &reader.bytes[reader.position..];
    for window in table.windows(3).filter(|window| window[0] == UNINITIALISED) {
        let offset = u16::from_be_bytes([window[1], window[2]]);
        if code.get(usize::from(offset)) == Some(&op::NEW)
            && let Ok(index) = places.at(offset)
        {
            marks[index as usize].label = true;
        }
    }
    let mut offset: i32 = -1;
    for _ in 0..count {
        let kind = reader.u8()?;
        let delta = match kind {
            0..=63 => u16::from(kind),
            64..=127 => {
                skip_type(reader)?;
                u16::from(kind - 64)
            }
            128..=246 => return Err("a frame is of an unknown kind".into()),
            247..=255 => {
                let delta = reader.u16()?;
                let types = match kind {
                    247 => 1,
                    248..=251 => 0,
                    252..=254 => u16::from(kind - 251),
                    _ => {
                        for _ in 0..reader.u16()? {
                            skip_type(reader)?;
                        }
                        reader.u16()?
                    }
                };
                for _ in 0..types {
                    skip_type(reader)?;
                }
                delta
            }
        };
        offset += i32::from(delta) + 1;
        if let Ok(index) =
            u16::try_from(offset).map_err(|_| ()).and_then(|at| places.at(at).map_err(|_| ()))
        {
            marks[index as usize].frame = true;
        }
    }
    Ok(())
}

fn skip_type(reader: &mut Reader<'_>) -> Result<(), ClassFileError> {
    if matches!(reader.u8()?, 7 | 8) {
        reader.skip(2)?;
    }
    Ok(())
}
