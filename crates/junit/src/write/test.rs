//! Tests, ready to be written down: what they do, how they end, what must hold then.

use jvm::natives::Step;
use program::FuncId;
use scenario::{Scenario, VarId};

/// A test, ready to be written down.
#[derive(Clone, Debug, PartialEq)]
pub struct JavaTest {
    /// Its name: an identifier in the way of Java, different from all others of its class.
    pub name: String,
    /// What it does; its last call is what the test is about.
    pub scenario: Scenario,
    /// How the last call ends.
    pub ending: Ending,
    /// What must hold then, in the order in which it is looked at.
    pub checks: Vec<JavaCheck>,
}

impl JavaTest {
    /// Whether it looks at anything beyond how its last call ends.
    pub fn asserts(&self) -> bool {
        let says_more = match &self.ending {
            Ending::Throws { message, cause, .. } => message.is_some() || cause.is_some(),
            Ending::Returns | Ending::InTime => false,
        };
        says_more || !self.checks.is_empty()
    }

    /// Leaves of what it asserts only how its last call ends.
    pub fn assert_nothing(&mut self) {
        self.checks.clear();
        if let Ending::Throws { message, cause, .. } = &mut self.ending {
            (*message, *cause) = (None, None);
        }
    }
}

/// How the last call of a test ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It returns.
    Returns,
    /// It ends within some seconds, somehow; JUnit 5 only.
    InTime,
    /// It throws.
    Throws {
        /// The internal name of what it throws, or of the nearest class above that a test can name.
        class: String,
        /// What its message has to be, where a test can tell; none within where it has none.
        message: Option<Option<Vec<u16>>>,
        /// The internal name of the class of its cause, where a test can tell.
        cause: Option<String>,
    },
}

/// What must hold at the end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JavaCheck {
    /// What is looked at.
    pub subject: Subject,
    /// What it has to be.
    pub expected: Expected,
}

/// What a check looks at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// What a variable of the scenario holds: mostly the result of the last call, but also an array or an
    /// object that the call may have changed.
    Variable(VarId),
    /// What a function of the catalogue says after the last call: a getter, a field, `equals`. What it is called on
    /// comes first.
    Call {
        /// The function.
        function: FuncId,
        /// Variables of the scenario, one for each parameter.
        arguments: Vec<VarId>,
    },
    /// `x.toString()`.
    Text(VarId),
    /// An element of an array of references.
    Element(VarId, u32),
    /// How long an array is.
    Length(VarId),
    /// What is at the end of some steps from a variable: `order.getItems().get(0)`.
    Path {
        /// The variable.
        of: VarId,
        /// The steps; at least one.
        steps: Vec<Step>,
    },
    /// All that an iterator, a stream or what can be iterated over still gives, as a list.
    Drained(VarId),
    /// What was printed to standard output.
    Output,
}

impl Subject {
    /// The variable that is looked at or asked.
    pub fn variable(&self) -> Option<VarId> {
        match self {
            Self::Variable(of)
            | Self::Text(of)
            | Self::Element(of, _)
            | Self::Length(of)
            | Self::Path { of, .. }
            | Self::Drained(of) => Some(*of),
            Self::Call { arguments, .. } => arguments.first().copied(),
            Self::Output => None,
        }
    }
}

/// What a subject has to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A primitive.
    Primitive {
        /// Its type, by its descriptor's letter.
        letter: char,
        /// Its bits: two's complement, or those of IEEE 754.
        bits: u64,
    },
    /// A primitive in a box.
    Boxed {
        /// Its type, by its descriptor's letter.
        letter: char,
        /// Its bits.
        bits: u64,
    },
    /// A string, in UTF-16.
    Text(Vec<u16>),
    /// A string whose lines end as the system ends them, here by `\n`.
    Lines(Vec<u16>),
    /// What a static method `empty` of a class of the library gives, as `Optional` has one.
    Empty(String),
    /// Nothing.
    Null,
    /// Anything but null.
    NotNull,
    /// A constant of an enumeration, or another constant that a class has a name for.
    Constant {
        /// The internal name of the class.
        class: String,
        /// The name of the constant.
        name: String,
    },
    /// An object of exactly this class, by its internal name.
    ClassOf(String),
    /// The class of this internal name, as an object.
    Class(String),
    /// An array of primitives.
    Array {
        /// The type of its elements, by its descriptor's letter.
        element: char,
        /// The bits of its elements.
        elements: Vec<u64>,
    },
    /// An array of primitives that is long.
    LongArray {
        /// The type of its elements, by its descriptor's letter.
        element: char,
        /// How many there are.
        length: u32,
        /// The bits of the first ones.
        start: Vec<u64>,
    },
    /// An array of references to what literals can be written for, and to arrays of primitives.
    References(Vec<Expected>),
    /// An array of strings, some of which may be null.
    TextArray(Vec<Option<Vec<u16>>>),
    /// An array of boxed primitives, some of which may be null.
    BoxedArray {
        /// The letter of their type.
        letter: char,
        /// Their bits.
        elements: Vec<Option<u64>>,
    },
    /// A list that is equal to the list of these.
    List(Vec<Expected>),
    /// The very object that a variable of the scenario holds.
    Same(VarId),
    /// An object that is equal to what a variable of the scenario holds.
    Equal(VarId),
}
