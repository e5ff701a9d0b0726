//! The API catalogue: what a test may construct, call and set, in the words of the source language.
//!
//! The IR's own types say how values are computed with; the catalogue's types say what a person would
//! write: signedness, names of structs, fields and enumerators, sizes of arrays, classes.

mod shape;

use crate::{ClassId, FuncId, GlobalId, IdVec, Type, define_id};

define_id!(
    /// A type of the catalogue.
    ApiTypeId
);

/// What a test may use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalogue {
    /// Types, in the order of the text; they may refer to each other in any order.
    pub types: IdVec<ApiTypeId, ApiType>,
    /// Functions, constructors, methods, fields and globals.
    pub items: Vec<ApiItem>,
}

/// A type as the source language has it.
#[derive(Clone, Debug, PartialEq)]
pub enum ApiType {
    /// No value.
    Void,
    /// A truth value.
    Bool,
    /// An integer.
    Int {
        /// Its width.
        bits: u8,
        /// Whether it is signed.
        signed: bool,
    },
    /// A character, written as one.
    Char {
        /// Its width.
        bits: u8,
        /// Whether it is signed.
        signed: bool,
    },
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// A pointer.
    Pointer(ApiTypeId),
    /// An array; in C of a fixed length, if the source gives one.
    Array {
        /// Type of the elements.
        element: ApiTypeId,
        /// How many.
        length: Option<u32>,
    },
    /// A struct or union with its layout.
    Record {
        /// Its name, without `struct` or `union`.
        name: String,
        /// Whether the fields share their place.
        union: bool,
        /// Size in bytes.
        size: u32,
        /// Its fields.
        fields: Vec<ApiField>,
    },
    /// An enumeration.
    Enum {
        /// Its name.
        name: String,
        /// Its width.
        bits: u8,
        /// Whether it is signed.
        signed: bool,
        /// Names and values.
        enumerators: Vec<(String, i128)>,
    },
    /// A function, as a pointer's target.
    Function {
        /// Parameters.
        params: Vec<ApiTypeId>,
        /// Result.
        result: ApiTypeId,
        /// Whether it takes more arguments.
        variadic: bool,
    },
    /// Another name for a type.
    Alias {
        /// The name.
        name: String,
        /// The type.
        of: ApiTypeId,
    },
    /// A type whose values are not written to.
    Const(ApiTypeId),
    /// A type whose inside is not known.
    Opaque(String),
    /// A reference to an object of a class.
    Class(ClassId),
    /// A reference to an array that has a class.
    Managed {
        /// The array's class.
        class: ClassId,
        /// Type of the elements.
        element: ApiTypeId,
    },
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiField {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: ApiTypeId,
    /// Its offset in bytes.
    pub offset: u32,
    /// First bit and width, for a bit-field.
    pub bits: Option<(u8, u8)>,
}

/// Something a test may use.
#[derive(Clone, Debug, PartialEq)]
pub enum ApiItem {
    /// A function or static method.
    Function(ApiCallable),
    /// A constructor; the first parameter of the function is the new object and is not listed.
    Constructor {
        /// Of which class.
        class: ClassId,
        /// What to call.
        callable: ApiCallable,
    },
    /// A method; the receiver is not listed among the parameters.
    Method {
        /// Of which class.
        class: ClassId,
        /// What to call.
        callable: ApiCallable,
    },
    /// A field of an object that may be set.
    Field {
        /// Of which class.
        class: ClassId,
        /// Its name.
        name: String,
        /// Its type.
        ty: ApiTypeId,
    },
    /// A variable that may be set.
    Global {
        /// Which.
        global: GlobalId,
        /// Its type.
        ty: ApiTypeId,
    },
    /// A variable that the code keeps from one call to the next and that no test can name: only calls change it.
    Kept(ApiKept),
    /// How the parameters of a function reach it, where that is not one value for each.
    Passing(ApiPassing),
    /// A pointer type through which nothing is written.
    ReadOnly(ApiTypeId),
    /// What is of one type may stand where another is asked for.
    Fits {
        /// The type that is there.
        given: ApiTypeId,
        /// The type that is asked for.
        wanted: ApiTypeId,
    },
    /// The first parameter of a function is what it is called on: never null.
    Receiver(FuncId),
    /// A function that is there to call another one, in the way a test does it: with what a call needs beside
    /// the body of what is called.
    Enters {
        /// The function that a scenario calls.
        function: FuncId,
        /// The one that it is about.
        inner: FuncId,
    },
}

/// A variable that no test can name.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiKept {
    /// The global that it lies in.
    pub global: GlobalId,
    /// Where in it.
    pub offset: u32,
    /// What it holds.
    pub holds: Holds,
    /// What it is called in the source.
    pub name: String,
}

/// What lies in a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// One value.
    Value(Type),
    /// What a type of the catalogue says.
    Typed(ApiTypeId),
}

/// How the parameters of a function reach it.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiPassing {
    /// The function.
    pub function: FuncId,
    /// Whether the result is written to where the function's first parameter, which is not listed, points.
    pub hidden_result: bool,
    /// One for each listed parameter.
    pub params: Vec<ApiPass>,
}

/// How a parameter reaches its function.
#[derive(Clone, Debug, PartialEq)]
pub enum ApiPass {
    /// As one value.
    Value,
    /// As the address of a copy.
    Address,
    /// Taken apart: a parameter of the function for what lies at each of these offsets.
    Parts(Vec<u32>),
}

/// A function as a person calls it.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiCallable {
    /// The function.
    pub function: FuncId,
    /// Names and types of the parameters.
    pub params: Vec<(String, ApiTypeId)>,
    /// The type of the result.
    pub result: ApiTypeId,
}
