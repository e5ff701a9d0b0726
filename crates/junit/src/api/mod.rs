//! What a test may write: the types, constructors, methods and fields of classes, in the words of Java.
//!
//! An [`Api`] stands beside the catalogue of a program: for each type and each function of the catalogue it
//! says what a person writes for it. A function of the catalogue is no method itself but does what an
//! expression does: it makes the object and runs the constructor, looks up the method, initialises the class.

pub mod build;
mod hierarchy;
mod known;
mod signature;
mod stub;
mod trampoline;
mod types;

pub use build::release;
pub use trampoline::{Callee, make as trampoline};
pub use types::{JavaType, TypeArgument};

use program::catalogue::ApiTypeId;
use program::{FuncId, IdVec};
use std::collections::{BTreeMap, BTreeSet};

/// What is written for the types and functions of a catalogue.
#[derive(Clone, Debug, Default)]
pub struct Api {
    /// The types, by their numbers in the catalogue.
    pub types: IdVec<ApiTypeId, JavaType>,
    /// What each function of the catalogue is.
    pub members: BTreeMap<FuncId, Member>,
    /// The methods and constructors that they call, where they call one.
    pub methods: BTreeMap<FuncId, FuncId>,
    /// Those that are there only to look at what methods under test give.
    pub observers: BTreeSet<FuncId>,
    /// Numbers and texts that the class under test has a public name for, those that two names stand for left out.
    pub constants: BTreeMap<Named, Option<(String, String)>>,
}

/// A value that a constant may stand for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Named {
    /// A number, by its type's letter and its bits.
    Number(char, u64),
    /// A text.
    Text(Vec<u16>),
}

/// What a function of the catalogue is in the source; classes by their internal names.
///
/// The arguments of the function are those of the source in order; what something is called on comes first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    /// `new C(…)`; of an inner class `outer.new C(…)`, the outer object being the first argument.
    Constructor {
        /// The class.
        class: String,
        /// Whether it has an outer object.
        inner: bool,
    },
    /// `C.name(…)`, or `object.name(…)`.
    Method {
        /// The class that it is found in.
        class: String,
        /// Its name.
        name: String,
        /// Whether it belongs to the class.
        is_static: bool,
        /// Whether its last parameter takes any number of arguments, as an array.
        variadic: bool,
    },
    /// `C.NAME`, or `object.name`: the value of a field.
    Field {
        /// The class that it is found in.
        class: String,
        /// Its name.
        name: String,
        /// Whether it belongs to the class.
        is_static: bool,
    },
    /// `C.name = value`, or `object.name = value`.
    SetField {
        /// The class that it is found in.
        class: String,
        /// Its name.
        name: String,
        /// Whether it belongs to the class.
        is_static: bool,
    },
    /// A string literal: its argument is an array of characters, which are one byte each (Latin-1) or two.
    Text,
    /// A boxed primitive: written as the value itself where the context boxes it.
    Boxed,
    /// `C.class`.
    ClassLiteral(JavaType),
    /// `C.class.getMethod("name", …)` and its like.
    Reflected {
        /// The class that has it.
        class: String,
        /// The method of `Class` that gives it.
        lookup: &'static str,
        /// Its name, unless it is a constructor.
        name: Option<String>,
        /// What it takes.
        takes: Vec<JavaType>,
    },
    /// An object of a class made for the test: a lambda, or `new C(…) { … }`.
    Stub(Stub),
}

/// The descriptor of a method of `Class` that gives one of its members.
pub fn lookup_descriptor(lookup: &str) -> &'static str {
    match lookup {
        "getField" => "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        "getConstructor" => "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;",
        _ => "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
    }
}

/// A class that is made for a test because nobody implements what it implements. Its methods give what the test
/// says, so what they give is an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stub {
    /// The interface that it implements or the class that it extends.
    pub class: String,
    /// How many of the function's arguments go to the constructor of that class; the others are answers.
    pub constructor: usize,
    /// Warnings that compilers give where that constructor is called.
    pub warnings: Vec<&'static str>,
    /// Whether a lambda can be written for it.
    pub functional: bool,
    /// Whether nothing but what is left open is known of it: an interface without methods of its own.
    pub mockable: bool,
    /// What it implements.
    pub methods: Vec<StubMethod>,
}

impl Stub {
    /// Whether it is the same as another one, but for what it gives for certain arguments.
    pub fn is_like(&self, other: &Self) -> bool {
        let methods = self.methods.iter().zip(&other.methods);
        self.class == other.class
            && self.constructor == other.constructor
            && self.methods.len() == other.methods.len()
            && { methods }.all(|(own, other)| own.name == other.name && own.takes == other.takes)
    }
}

/// A method of a stub.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StubMethod {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub takes: Vec<JavaType>,
    /// Whether its last parameter takes any number of arguments.
    pub variadic: bool,
    /// What it gives.
    pub gives: JavaType,
    /// How much of the world must see it: `public`, `protected` or nothing.
    pub visibility: &'static str,
    /// Warnings that compilers give where it is overridden.
    pub warnings: Vec<&'static str>,
    /// Whether it declares exceptions.
    pub throws: bool,
    /// Which of the function's arguments it gives: for a primitive an array, whose elements it gives one after the
    /// other and the last one again and again. Zero or null if there is none.
    pub answer: Option<usize>,
    /// What it gives for one value of an argument, if it tells arguments apart.
    pub keyed: Option<Keyed>,
    /// Which of the function's arguments is the list that it adds to what it is handed, unless that is null.
    pub records: Option<usize>,
}

/// How a method of a stub tells arguments apart: one value of a parameter has an answer of its own, unless that is null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyed {
    /// Which parameter of the method it is.
    pub parameter: usize,
    /// Which of the function's arguments is the value.
    pub key: usize,
    /// Which of the function's arguments is given for it.
    pub special: usize,
}
