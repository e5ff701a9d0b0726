//! The state at the beginning of a call: what a call is given and all that this reaches, by name.
//!
//! A *symbol* is a number, an address, a length or a class that is there when a scenario calls a function, named by
//! the way that leads to it from the arguments or a global: `this.a[0]`, `this.a.length`, `list.head.next.value`. In a concolic
//! run symbols are inputs of their own from that call on, so the call's part of the path condition is about them,
//! whatever calls before brought the state about; in any run their values can be read.

use program::catalogue::ApiKept;
use program::{ClassId, FuncId, GlobalId, Type};
use std::sync::Arc;
use term::TermId;

/// Something that is there when a call begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// What it is.
    pub of: Of,
    /// Its type: of an address a pointer, of a class's number 32 bits.
    pub ty: Type,
    /// How a person would write it.
    pub name: String,
}

/// What a symbol is. Other symbols are meant by their number in the same list; they come before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// An argument of the call.
    Argument(u32),
    /// What lies in a global, so many bytes from its start.
    Global(GlobalId, u32),
    /// What lies behind an address, so many bytes from it.
    Inside(u32, u32),
    /// The length of the array that an address is.
    Length(u32),
    /// The class of the object that an address is.
    Class(u32),
    /// Whether the object that an address is belongs to a class.
    Instance {
        /// The address.
        object: u32,
        /// The class.
        class: ClassId,
        /// What is said of null.
        null: bool,
    },
}

impl Symbol {
    /// Whether only equality means something: an address or a class.
    pub fn is_identity(&self) -> bool {
        self.ty == Type::Ptr || matches!(self.of, Of::Class(_) | Of::Instance { .. })
    }
}

/// What is to be seen of the calls of a function that a scenario makes.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The function.
    pub function: FuncId,
    /// Symbols whose values are read when a call begins. Without, the last such call of a concolic run makes symbols
    /// of its own, which are inputs from there on.
    pub symbols: Option<Arc<[Symbol]>>,
    /// Variables of the program that such symbols are made of too.
    pub globals: Arc<[ApiKept]>,
}

/// The call that symbols were made for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// The statement.
    pub statement: usize,
    /// Where in the path the call's clauses begin, and where they end.
    pub clauses: (usize, usize),
    /// The symbols.
    pub symbols: Vec<Entered>,
    /// Whether there was more than symbols were made for.
    pub cut: bool,
}

/// A symbol in a concolic run.
#[derive(Clone, Debug, PartialEq)]
pub struct Entered {
    /// The symbol.
    pub symbol: Symbol,
    /// The variable that stands for it.
    pub term: TermId,
    /// Its value in this run.
    pub bits: u128,
    /// What it is in terms of the scenario's inputs, if it depends on them.
    pub bound: Option<TermId>,
}
