//! Strings: making them, reading them, and keeping one of each content.

use super::values::number;
use super::{Answer, Jvm, Table};
use machine::{Stop, Value};
use program::Type;
use trace::Mode;

/// The function that gives the string that a literal of the same content is.
pub const LITERAL: &str = "ferret/Boot.literal";

pub(super) const TABLE: Table = &[
    ("java/lang/String.intern()Ljava/lang/String;", intern),
    (LITERAL, literal),
    ("java/lang/StringUTF16.isBigEndian()Z", super::zero),
    ("java/lang/StringCoding.err(Ljava/lang/String;)V", super::nothing),
];

const STRING: &str = "java/lang/String";

fn intern(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let string = jvm.object(arguments, 0)?;
    let units = jvm.units(string)?;
    jvm.interned(&units, Some(string)).map(Some)
}

/// Equal literals are one object, and so are those of a test and of the code under test. Where values are symbols
/// they stay apart: what is one object needs no comparison of characters, so none could be turned round.
fn literal(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let string = jvm.object(arguments, 0)?;
    if jvm.context.mode() != Mode::Concrete {
        return Ok(Some(string));
    }
    let units = jvm.units(string)?;
    if let Some(known) = jvm.literal_of_scenario(&units)? {
        return Ok(Some(known));
    }
    let slot = jvm.shared.world().known_string(&units);
    let named = slot.map_or(Ok(Value::pointer(0)), |slot| jvm.slot(slot))?;
    if named.bits != 0 || jvm.slot(jvm.shared.slots.interned)?.bits != 0 {
        return jvm.interned(&units, Some(string)).map(Some);
    }
    jvm.keep_literal(string)?;
    Ok(Some(string))
}

impl Jvm<'_> {
    /// Makes a string.
    pub(super) fn new_string(&mut self, text: &str) -> Result<Value, Stop> {
        if text.chars().all(|char| u32::from(char) < 256) {
            let bytes: Vec<u8> = text.chars().map(|char| char as u8).collect();
            self.make_string(&bytes, 0)
        } else {
            let units: Vec<u16> = text.encode_utf16().collect();
            self.new_string_of(&units)
        }
    }

    /// Makes a string of UTF-16 units, stored as the JDK does: one byte each where that is enough.
    pub(super) fn new_string_of(&mut self, units: &[u16]) -> Result<Value, Stop> {
        if units.iter().all(|unit| *unit < 256) {
            let bytes: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
            self.make_string(&bytes, 0)
        } else {
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            self.make_string(&bytes, 1)
        }
    }

    fn make_string(&mut self, bytes: &[u8], coder: i32) -> Result<Value, Stop> {
        let class = self.class(STRING)?;
        let string = self.context.new_object(class)?;
        let value = self.byte_array(bytes)?;
        self.put(string, STRING, "value", value)?;
        self.put(string, STRING, "coder", number(coder))?;
        Ok(string)
    }

    /// A string, or null.
    pub(super) fn new_string_or_null(&mut self, text: Option<&str>) -> Result<Value, Stop> {
        text.map_or(Ok(Value::pointer(0)), |text| self.new_string(text))
    }

    /// The UTF-16 units of a string, each of which is fixed.
    pub(crate) fn units(&mut self, string: Value) -> Result<Vec<u16>, Stop> {
        let value = self.get_known(string, STRING, "value")?;
        let coder = self.get_known(string, STRING, "coder")?;
        let length = self.length(Value::pointer(value))?;
        let bytes = self.read_bytes(value, length)?;
        Ok(if coder == 0 {
            bytes.into_iter().map(u16::from).collect()
        } else {
            let (pairs, _) = bytes.as_chunks::<2>();
            pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect()
        })
    }

    /// The text of a string; lone surrogates become replacement characters.
    pub(super) fn text(&mut self, string: Value) -> Result<String, Stop> {
        Ok(String::from_utf16_lossy(&self.units(string)?))
    }

    /// The text of an argument that is a string and not null.
    pub(super) fn text_of(&mut self, arguments: &[Value], index: usize) -> Result<String, Stop> {
        let string = self.object(arguments, index)?;
        self.text(string)
    }

    /// The one string of a content; the first that is asked for becomes it.
    pub(super) fn interned(&mut self, units: &[u16], string: Option<Value>) -> Result<Value, Stop> {
        let known = self.shared.world().known_string(units);
        let kept = known.map_or(Ok(Value::pointer(0)), |slot| self.slot(slot))?;
        if kept.bits != 0 {
            return Ok(kept);
        }
        let literal = self.literal_of_scenario(units)?;
        let slot = match (known, literal, string) {
            (Some(slot), ..) => slot,
            (None, Some(literal), Some(_)) => return Ok(literal),
            // Places are never given back: strings that only a run makes have a table that ends with it.
            (None, None, Some(string)) => return self.interned_by_program(units, string),
            (None, _, None) => {
                let slot = self.shared.world().string_slot(units);
                slot.map_err(|error| self.load_error(&error))?
            }
        };
        let made = literal.or(string);
        let mut string = made.map_or_else(|| self.new_string_of(units), Ok)?;
        if literal.is_none() && self.slot(self.shared.slots.interned)?.bits != 0 {
            string = self.interned_by_program(units, string)?;
        }
        self.set_slot(slot, Value::new(Type::Ptr, string.bits))?;
        Ok(string)
    }

    /// The literal of a content that the scenario has had.
    fn literal_of_scenario(&mut self, units: &[u16]) -> Result<Option<Value>, Stop> {
        let literals = self.slot(self.shared.slots.literals)?;
        let count = if literals.bits == 0 { 0 } else { self.length(literals)? };
        for index in 0..count {
            let literal = self.element(literals, index)?;
            if self.units(literal)? == units {
                return Ok(Some(literal));
            }
        }
        Ok(None)
    }

    /// Adds a literal of the scenario. There are few, and no code of the library may run for them: it may be under
    /// test itself.
    fn keep_literal(&mut self, string: Value) -> Result<(), Stop> {
        let literals = self.slot(self.shared.slots.literals)?;
        let count = if literals.bits == 0 { 0 } else { self.length(literals)? };
        let mut all = Vec::with_capacity(count + 1);
        for index in 0..count {
            all.push(self.element(literals, index)?);
        }
        all.push(string);
        let literals = self.references("[Ljava/lang/String;", &all)?;
        self.set_slot(self.shared.slots.literals, Value::new(Type::Ptr, literals.bits))
    }

    /// The one string of a content that the program asks for and no code names.
    fn interned_by_program(&mut self, units: &[u16], string: Value) -> Result<Value, Stop> {
        const PUT: &str = "putIfAbsent(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        let mut table = self.slot(self.shared.slots.interned)?;
        if table.bits == 0 {
            table = self.construct("java/util/HashMap", "<init>()V", &[])?;
            self.set_slot(self.shared.slots.interned, table)?;
        }
        let content = self.new_string_of(units)?;
        let string = Value::new(Type::Ptr, string.bits);
        let kept = self.call_virtual("java/util/Map", PUT, &[table, content, string])?;
        Ok(if kept.bits == 0 { string } else { Value::new(Type::Ptr, kept.bits) })
    }

    /// The one string of a text.
    pub(crate) fn literal(&mut self, text: &str) -> Result<Value, Stop> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.interned(&units, None)
    }
}
