//! How far two values are from being equal, as far as the library's own `equals` decides it.

use super::super::Jvm;
use super::{MOST, collections, text};
use classfile::descriptor::JType;
use machine::{Stop, Value};
use term::distance::Distance;

/// How far null is from anything else, and one element from none: as far as the last character is from the first.
const APART: Distance = Distance::of_u64(1 << 16);

/// How deep elements of elements are compared.
const MOST_DEEP: u32 = 3;

const NUMBERS: &[(&str, JType)] = &[
    ("java/lang/Boolean", JType::Boolean),
    ("java/lang/Byte", JType::Byte),
    ("java/lang/Character", JType::Char),
    ("java/lang/Short", JType::Short),
    ("java/lang/Integer", JType::Int),
    ("java/lang/Long", JType::Long),
    ("java/lang/Float", JType::Float),
    ("java/lang/Double", JType::Double),
];

impl Jvm<'_> {
    /// How far two values are from being equal; nothing is known of classes that are not the library's.
    pub(super) fn difference(&mut self, a: Value, b: Value) -> Result<Option<Distance>, Stop> {
        self.difference_at(a, b, 0)
    }

    fn difference_at(&mut self, a: Value, b: Value, depth: u32) -> Result<Option<Distance>, Stop> {
        if a.bits == b.bits {
            return Ok(Some(Distance::ZERO));
        }
        if a.bits == 0 || b.bits == 0 {
            return Ok(Some(APART));
        }
        if let Some((a, b)) = self.characters(a)?.zip(self.characters(b)?) {
            self.context.compared(&a);
            self.context.compared(&b);
            return Ok(Some(Distance::of_u64(text::difference(&a, &b))));
        }
        let class = self.context.class_of(a)?;
        if class == self.context.class_of(b)? {
            let name = self.shared.world().info(class).name.to_string();
            if let Some((class, ty)) = NUMBERS.iter().find(|(class, _)| *class == name) {
                let (a, b) = (self.get(a, class, "value")?, self.get(b, class, "value")?);
                return Ok(Some(apart(*ty, a, b)));
            }
        }
        if depth < MOST_DEEP
            && let Some((a, b)) = self.elements(a)?.zip(self.elements(b)?)
        {
            return self.sum(&a, &b, depth + 1);
        }
        Ok(None)
    }

    /// How far lists are from being equal, one element after the other.
    fn sum(&mut self, a: &[Value], b: &[Value], depth: u32) -> Result<Option<Distance>, Stop> {
        let mut sum = Distance::ZERO;
        for index in 0..a.len().max(b.len()) {
            let part = match (a.get(index), b.get(index)) {
                (Some(a), Some(b)) => match self.difference_at(*a, *b, depth)? {
                    Some(part) => part,
                    None => return Ok(None),
                },
                _ => APART,
            };
            sum = sum + part;
        }
        Ok(Some(sum))
    }

    /// How far two arrays are from having equal elements.
    pub(super) fn array_difference(
        &mut self,
        a: Value,
        b: Value,
    ) -> Result<Option<Distance>, Stop> {
        if a.bits == 0 || b.bits == 0 {
            return Ok(Some(APART));
        }
        let class = self.context.class_of(a)?;
        let name = self.shared.world().info(class).name.to_string();
        let ty = match name.as_bytes() {
            b"[Z" => JType::Boolean,
            b"[B" => JType::Byte,
            b"[C" => JType::Char,
            b"[S" => JType::Short,
            b"[I" => JType::Int,
            b"[J" => JType::Long,
            b"[F" => JType::Float,
            b"[D" => JType::Double,
            _ => JType::Reference,
        };
        let (length, other) = (self.length(a)?, self.length(b)?);
        if ty == JType::Reference {
            let (a, b) = (self.list_of(a, length)?, self.list_of(b, other)?);
            return self.sum(&a, &b, 1);
        }
        let mut sum = Distance::ZERO;
        let size = ty.storage().bytes();
        for index in 0..length.max(other).min(MOST) {
            let part = if index < length.min(other) {
                let offset = u64::from(size) * index as u64;
                let (a, b) = (
                    self.load(a.bits as u64 + offset, ty)?,
                    self.load(b.bits as u64 + offset, ty)?,
                );
                apart(ty, a, b)
            } else {
                APART
            };
            sum = sum + part;
        }
        Ok(Some(sum))
    }

    fn list_of(&mut self, array: Value, length: usize) -> Result<Vec<Value>, Stop> {
        (0..length.min(collections::MOST)).map(|index| self.element(array, index)).collect()
    }

    /// How far a value is from the nearest of some.
    pub(super) fn nearest(
        &mut self,
        among: &[Value],
        value: Value,
    ) -> Result<Option<Distance>, Stop> {
        /// Texts among them that are offered.
        const OFFERED: usize = 12;
        let mut least = None;
        if let Some(text) = self.characters(value)? {
            let mut others = Vec::new();
            for other in among.iter().take(OFFERED) {
                others.extend(self.characters(*other)?);
            }
            self.context.judged(&text, &mut || others.clone());
        }
        for other in among {
            if let Some(distance) = self.difference(*other, value)? {
                least = Some(least.map_or(distance, |least: Distance| least.min(distance)));
            }
        }
        Ok(least)
    }

    /// The characters of a text, if it is one: a string or what builds one.
    pub(super) fn characters(&mut self, object: Value) -> Result<Option<Vec<u16>>, Stop> {
        const STRING: &str = "java/lang/String";
        const BUILDER: &str = "java/lang/AbstractStringBuilder";
        if object.bits == 0 {
            return Ok(None);
        }
        let class = self.context.class_of(object)?;
        let name = self.shared.world().info(class).name.to_string();
        let (class, count) = match &*name {
            STRING => (STRING, None),
            "java/lang/StringBuilder" | "java/lang/StringBuffer" => {
                let count = self.get(object, BUILDER, "count")?;
                (BUILDER, Some(count.bits as u32 as usize))
            }
            _ => return Ok(None),
        };
        let value = self.get(object, class, "value")?;
        let is_wide = self.get(object, class, "coder")?.bits != 0;
        let length = self.length(value)?;
        let count = count.unwrap_or(length >> u8::from(is_wide)).min(MOST);
        let bytes = self.see_bytes(value.bits as u64, count << u8::from(is_wide))?;
        let (pairs, _) = bytes.as_chunks::<2>();
        Ok(Some(if is_wide {
            pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect()
        } else {
            bytes.iter().map(|byte| (*byte).into()).collect()
        }))
    }
}

/// How far two numbers are apart.
fn apart(ty: JType, a: Value, b: Value) -> Distance {
    let long = |value: Value| match ty.value() {
        program::Type::I64 => value.bits as u64 as i64,
        _ => i64::from(value.bits as u32 as i32),
    };
    let float = |value: Value| match ty {
        JType::Float => f64::from(f32::from_bits(value.bits as u32)),
        _ => f64::from_bits(value.bits as u64),
    };
    match ty {
        JType::Float | JType::Double => {
            let (a, b) = (float(a), float(b));
            if a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() {
                Distance::ZERO
            } else {
                Distance::of_f64((a - b).abs()).max(Distance::of_f64(f64::MIN_POSITIVE))
            }
        }
        _ => Distance::of_u64(long(a).abs_diff(long(b))),
    }
}
