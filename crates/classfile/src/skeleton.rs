//! The outline of a class file: everything that linking needs, and where the rest is.
//!
//! Start-up links hundreds of classes and runs few of their methods. So bodies and most attributes are
//! left as ranges of bytes, to be read when they are asked for.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use ristretto_classfile::JavaStr;

/// The newest class files that are read: those of release 25.
const NEWEST: u16 = 69;
/// The oldest, those of the first releases.
const OLDEST: u16 = 45;

/// What is wrong with a class file.
#[derive(Debug)]
pub enum ClassFileError {
    /// It is of a release that is not read.
    Version {
        /// Major version.
        major: u16,
        /// Minor version.
        minor: u16,
    },
    /// It breaks a rule of the format.
    Format(String),
}

impl From<&str> for ClassFileError {
    fn from(reason: &str) -> Self {
        ClassFileError::Format(reason.to_owned())
    }
}

/// The outline of a class file.
#[derive(Debug)]
pub struct Skeleton {
    /// The file.
    pub bytes: Arc<[u8]>,
    /// Where each entry of the constant pool starts; 0 where there is none.
    pool: Vec<u32>,
    /// Access flags of the class.
    pub flags: u16,
    /// Index of its name.
    pub this_class: u16,
    /// Index of its superclass; 0 for `Object`.
    pub super_class: u16,
    /// Indices of its interfaces.
    pub interfaces: Vec<u16>,
    /// Its fields.
    pub fields: Vec<Part>,
    /// Its methods.
    pub methods: Vec<Part>,
    /// Attributes of the class.
    pub attributes: Vec<RawAttribute>,
}

/// A field or a method.
#[derive(Debug)]
pub struct Part {
    /// Access flags.
    pub flags: u16,
    /// Index of its name.
    pub name: u16,
    /// Index of its descriptor.
    pub descriptor: u16,
    /// Its attributes.
    pub attributes: Vec<RawAttribute>,
}

/// An attribute that is not read yet.
#[derive(Clone, Debug)]
pub struct RawAttribute {
    /// Index of its name.
    pub name: u16,
    /// Its contents.
    pub range: Range<u32>,
}

impl Skeleton {
    /// Reads the outline; every index it holds leads to an entry of the right kind.
    pub fn read(bytes: Arc<[u8]>) -> Result<Self, ClassFileError> {
        let mut reader = Reader { bytes: &bytes, position: 0 };
        if reader.u32()? != 0xCAFE_BABE {
            return Err("it does not begin as a class file does".into());
        }
        let (minor, major) = (reader.u16()?, reader.u16()?);
        if !(OLDEST..=NEWEST).contains(&major) {
            return Err(ClassFileError::Version { major, minor });
        }
        let pool = pool(&mut reader)?;
        let flags = reader.u16()?;
        let (this_class, super_class) = (reader.u16()?, reader.u16()?);
        let interfaces =
            (0..reader.u16()?).map(|_| reader.u16()).collect::<Result<_, ClassFileError>>()?;
        let fields = parts(&mut reader)?;
        let methods = parts(&mut reader)?;
        let attributes = attributes(&mut reader)?;
        if reader.position != bytes.len() {
            return Err("there is more after its end".into());
        }
        let skeleton = Self {
            pool,
            flags,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
            bytes: Arc::clone(&bytes),
        };
        skeleton.check()?;
        Ok(skeleton)
    }

    /// Every index of the outline leads where it should.
    fn check(&self) -> Result<(), ClassFileError> {
        let class = |index| match self.class(index) {
            Some(name) if !name.is_empty() => Ok(()),
            _ => Err(ClassFileError::from("an index leads to no class")),
        };
        let text = |index| match self.text(index) {
            Some(_) => Ok(()),
            None => Err(ClassFileError::from("an index leads to no text")),
        };
        class(self.this_class)?;
        if self.super_class != 0 {
            class(self.super_class)?;
        }
        self.interfaces.iter().try_for_each(|&index| class(index))?;
        for part in self.fields.iter().chain(&self.methods) {
            text(part.name)?;
            text(part.descriptor)?;
            part.attributes.iter().try_for_each(|attribute| text(attribute.name))?;
        }
        self.attributes.iter().try_for_each(|attribute| text(attribute.name))
    }

    /// The bytes of a text of the constant pool.
    pub fn raw_text(&self, index: u16) -> Option<&[u8]> {
        let start = self.entry(index, 1)?;
        let length = usize::from(u16::from_be_bytes([self.bytes[start], self.bytes[start + 1]]));
        self.bytes.get(start + 2..start + 2 + length)
    }

    /// A text of the constant pool.
    pub fn text(&self, index: u16) -> Option<Cow<'_, str>> {
        let bytes = self.raw_text(index)?;
        if bytes.is_ascii() {
            return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        JavaStr::from_mutf8(bytes).ok().map(JavaStr::to_str_lossy)
    }

    /// The name of a class of the constant pool.
    pub fn class(&self, index: u16) -> Option<Cow<'_, str>> {
        let start = self.entry(index, 7)?;
        self.text(u16::from_be_bytes([self.bytes[start], self.bytes[start + 1]]))
    }

    /// The classes that the constant pool names, arrays by what they are arrays of.
    pub fn named_classes(&self) -> Vec<String> {
        let indices = (1..self.pool.len()).filter_map(|index| u16::try_from(index).ok());
        let names = indices.filter_map(|index| self.class(index));
        let element = |name: Cow<'_, str>| match name.strip_prefix('[') {
            Some(array) => {
                let element = array.trim_start_matches('[').strip_prefix('L')?;
                element.strip_suffix(';').map(str::to_owned)
            }
            None => Some(name.into_owned()),
        };
        names.filter_map(element).collect()
    }

    /// The owner, name and descriptor of a field or method that the constant pool refers to.
    pub fn member(&self, index: u16) -> Option<[Cow<'_, str>; 3]> {
        let entry = [9, 10, 11].into_iter().find_map(|tag| self.entry(index, tag))?;
        let [name, descriptor] = self.name_and_type(self.u16_at(entry + 2)?)?;
        Some([self.class(self.u16_at(entry)?)?, name, descriptor])
    }

    /// The bootstrap method, as a number, and the name of a call site that is computed.
    pub fn call_site(&self, index: u16) -> Option<(u16, Cow<'_, str>)> {
        let entry = self.entry(index, 18)?;
        let [name, _] = self.name_and_type(self.u16_at(entry + 2)?)?;
        Some((self.u16_at(entry)?, name))
    }

    /// What a method handle leads to, as [`Skeleton::member`] gives it.
    pub fn handle(&self, index: u16) -> Option<[Cow<'_, str>; 3]> {
        let entry = self.entry(index, 15)?;
        self.member(self.u16_at(entry + 1)?)
    }

    fn name_and_type(&self, index: u16) -> Option<[Cow<'_, str>; 2]> {
        let entry = self.entry(index, 12)?;
        Some([self.text(self.u16_at(entry)?)?, self.text(self.u16_at(entry + 2)?)?])
    }

    fn u16_at(&self, position: usize) -> Option<u16> {
        let bytes = self.bytes.get(position..)?.first_chunk()?;
        Some(u16::from_be_bytes(*bytes))
    }

    /// The file with another name of its own: wherever the class names itself, it names that.
    pub fn renamed(&self, name: &str) -> Option<Vec<u8>> {
        let class = self.entry(self.this_class, 7)?;
        let index = u16::from_be_bytes([self.bytes[class], self.bytes[class + 1]]);
        let start = self.entry(index, 1)?;
        let end = start + 2 + self.raw_text(index)?.len();
        let mut bytes = self.bytes[..start].to_vec();
        bytes.extend_from_slice(&u16::try_from(name.len()).ok()?.to_be_bytes());
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&self.bytes[end..]);
        Some(bytes)
    }

    /// Where the contents of an entry begin, if it is of that tag.
    fn entry(&self, index: u16, tag: u8) -> Option<usize> {
        let start = self.pool.get(usize::from(index)).copied().filter(|&start| start != 0)?;
        (self.bytes[start as usize] == tag).then_some(start as usize + 1)
    }

    /// The contents of the first attribute of a name.
    pub fn attribute(&self, attributes: &[RawAttribute], name: &str) -> Option<&[u8]> {
        let attribute = self.raw_attribute(attributes, name)?;
        Some(&self.bytes[attribute.range.start as usize..attribute.range.end as usize])
    }

    /// The first attribute of a name.
    pub fn raw_attribute<'a>(
        &self,
        attributes: &'a [RawAttribute],
        name: &str,
    ) -> Option<&'a RawAttribute> {
        let name = name.as_bytes();
        attributes.iter().find(|attribute| self.raw_text(attribute.name) == Some(name))
    }
}

/// Where the entries of the constant pool are.
fn pool(reader: &mut Reader<'_>) -> Result<Vec<u32>, ClassFileError> {
    let count = usize::from(reader.u16()?);
    let mut pool = Vec::with_capacity(count);
    pool.push(0);
    while pool.len() < count {
        pool.push(reader.offset()?);
        let tag = reader.u8()?;
        let length = match tag {
            1 => usize::from(reader.u16()?),
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => {
                return Err(ClassFileError::Format(format!(
                    "its constant pool has an entry of kind {tag}"
                )));
            }
        };
        reader.skip(length)?;
        if matches!(tag, 5 | 6) {
            pool.push(0);
        }
    }
    Ok(pool)
}

/// Fields or methods.
fn parts(reader: &mut Reader<'_>) -> Result<Vec<Part>, ClassFileError> {
    let count = reader.u16()?;
    (0..count)
        .map(|_| {
            let (flags, name, descriptor) = (reader.u16()?, reader.u16()?, reader.u16()?);
            Ok(Part { flags, name, descriptor, attributes: attributes(reader)? })
        })
        .collect()
}

/// Attributes, unread.
pub fn attributes(reader: &mut Reader<'_>) -> Result<Vec<RawAttribute>, ClassFileError> {
    let count = reader.u16()?;
    (0..count)
        .map(|_| {
            let name = reader.u16()?;
            let length = reader.u32()? as usize;
            let start = reader.offset()?;
            reader.skip(length)?;
            Ok(RawAttribute { name, range: start..reader.offset()? })
        })
        .collect()
}

/// A place in the bytes; reading goes on behind what was read.
#[derive(Debug)]
pub struct Reader<'a> {
    /// All bytes.
    pub bytes: &'a [u8],
    /// What comes next.
    pub position: usize,
}

impl Reader<'_> {
    /// Bytes that come next.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], ClassFileError> {
        let chunk = self.bytes.get(self.position..).and_then(|rest| rest.first_chunk::<N>());
        let chunk = *chunk.ok_or("it ends too early")?;
        self.position += N;
        Ok(chunk)
    }

    /// One byte.
    pub fn u8(&mut self) -> Result<u8, ClassFileError> {
        Ok(self.take::<1>()?[0])
    }

    /// Two bytes.
    pub fn u16(&mut self) -> Result<u16, ClassFileError> {
        self.take().map(u16::from_be_bytes)
    }

    /// Four bytes.
    pub fn u32(&mut self) -> Result<u32, ClassFileError> {
        self.take().map(u32::from_be_bytes)
    }

    /// Leaves bytes out.
    pub fn skip(&mut self, length: usize) -> Result<(), ClassFileError> {
        if self.bytes.len() - self.position < length {
            return Err("it ends too early".into());
        }
        self.position += length;
        Ok(())
    }

    /// The position as ranges keep it.
    fn offset(&self) -> Result<u32, ClassFileError> {
        u32::try_from(self.position).map_err(|_| "it is larger than any class file".into())
    }
}
