//! What is asked about objects after a run, and what was seen of them.

use program::FuncId;
use std::collections::BTreeMap;

/// What an object was seen to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// Nothing.
    Null,
    /// A string.
    Text(Vec<u16>),
    /// A primitive, boxed or not: the letter of its type, and its bits.
    Boxed(char, u64),
    /// A constant of an enumeration.
    Constant {
        /// The internal name of its class.
        class: String,
        /// Its name.
        name: String,
    },
    /// An array of primitives: the letter of its elements, and their bits.
    Array(char, Vec<u64>),
    /// The beginning of a long array of primitives.
    LongArray {
        /// The letter of its elements.
        element: char,
        /// How many there are.
        length: u32,
        /// The bits of the first ones.
        start: Vec<u64>,
    },
    /// An array of strings.
    TextArray(Vec<Option<Vec<u16>>>),
    /// An array of boxed primitives: the letter of their type, and their bits.
    BoxedArray(char, Vec<Option<u64>>),
    /// An array of other references that holds nothing but what is simple, and arrays of primitives.
    References(Vec<Seen>),
    /// A list of the library's that holds nothing but strings, boxed primitives, constants and nulls.
    List(Vec<Seen>),
    /// What an iterator, a stream or the like still gave.
    Drained(Vec<Seen>),
    /// An array of other objects: how many, and what the first of them are.
    Objects(u32, Vec<Part>),
    /// Any other object.
    Object {
        /// The internal name of its class.
        class: String,
        /// What its own `toString` says, if it has one of its own.
        text: Option<Vec<u16>>,
        /// Where it is.
        address: u64,
        /// What it holds or says.
        parts: Vec<Part>,
    },
    /// It could not be looked at.
    Unknown,
}

impl Seen {
    /// Whether a literal can be written for it.
    pub fn is_simple(&self) -> bool {
        matches!(self, Self::Null | Self::Text(_) | Self::Boxed(..) | Self::Constant { .. })
    }
}

/// Something that an object holds or says.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The way there.
    pub step: Step,
    /// What it is.
    pub seen: Seen,
}

/// A step from an object to something that it holds or says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// What an observer says: a function that takes the object only.
    Call(FuncId),
    /// An element of an array, or an item of a list.
    Item(u32),
    /// How many elements or items there are.
    Size,
    /// What `toString` says.
    Text,
}

/// What a compiler knows of something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Its class, by whose observers it is asked.
    pub class: Option<String>,
    /// The class of its elements or items.
    pub item: Option<String>,
}

/// An observer of a class.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is called with the object.
    pub function: FuncId,
    /// What that gives.
    pub gives: Gives,
}

/// What an observer gives.
#[derive(Clone, Debug)]
pub enum Gives {
    /// A primitive, by its letter.
    Primitive(char),
    /// A reference.
    Reference(Known),
}

/// The observers of classes, by the internal names of these.
pub type Questions = BTreeMap<String, Vec<Question>>;

/// How an object is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// All of it, but for what one function says.
    Whole {
        /// What a compiler knows of it.
        known: Known,
        /// The function.
        but: Option<FuncId>,
    },
    /// Only what is at the end of some steps.
    Along(Vec<Step>),
    /// What an iterator, a stream or the like still gives.
    Drained,
}
