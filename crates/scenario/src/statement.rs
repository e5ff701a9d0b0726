//! The statements of a scenario.

use program::catalogue::ApiTypeId;
use program::{ClassId, FuncId, GlobalId, Id, Type, define_id};

define_id!(
    /// A variable of a scenario: the number of the `let`, `new` or result that makes it.
    VarId
);

/// An ordered list of statements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// Names of the variables, in the order in which they are made.
    pub variables: Vec<String>,
    /// The statements.
    pub statements: Vec<Statement>,
}

/// One step of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Makes a value; an input.
    Value {
        /// The variable.
        variable: VarId,
        /// Its type.
        ty: Type,
        /// Its bits.
        bits: u128,
        /// Its type in the words of the source.
        of: Option<ApiTypeId>,
    },
    /// Makes an array in memory and a variable that points at it; length and elements are inputs.
    Array {
        /// The variable: a `ptr`.
        variable: VarId,
        /// The array.
        array: Array,
    },
    /// Makes an object of a class without running a constructor.
    New {
        /// The variable: a `ptr`.
        variable: VarId,
        /// The class.
        class: ClassId,
    },
    /// Makes zeroed bytes, to be filled by `Set`: a record, or several of them in a row.
    Object {
        /// The variable: a `ptr`.
        variable: VarId,
        /// What is made.
        object: Object,
    },
    /// Gives the answers to what the program asks of the environment, such as the numbers of `rand`:
    /// the first question of that name gets the first value, and so on; each value is an input.
    Stream {
        /// The variable that the inputs are named after; it has no value of its own.
        variable: VarId,
        /// The name of the question.
        name: String,
        /// Type of the answers.
        ty: Type,
        /// The answers, in order.
        values: Vec<u128>,
    },
    /// Writes a value to memory.
    Set {
        /// Where.
        place: Place,
        /// Type of the value.
        ty: Type,
        /// First bit, counted from the lowest of the byte at the place, and width, for a bit-field:
        /// only so many low bits of the value are written and the bits around them stay.
        bits: Option<(u8, u8)>,
        /// The value.
        value: Argument,
    },
    /// Calls a function.
    Call {
        /// The variable that holds the result.
        result: Option<VarId>,
        /// Whom: a function, method or constructor; a receiver is the first argument.
        function: FuncId,
        /// With what.
        arguments: Vec<Argument>,
    },
    /// The arguments of the whole program, its name first.
    Arguments(Vec<Vec<u8>>),
    /// What the program reads from standard input.
    StandardInput(Vec<u8>),
    /// A file that the program may open.
    File {
        /// Its path.
        path: String,
        /// Its bytes.
        content: Vec<u8>,
    },
}

/// A sized input: a length and as many elements as there is capacity, all present in every run, so
/// that search and solver can change the length.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Type of the elements.
    pub element: Type,
    /// The array class, for a managed array.
    pub class: Option<ClassId>,
    /// How many of the elements the program sees.
    pub length: u32,
    /// The elements, up to the capacity.
    pub elements: Vec<u128>,
    /// What it is an array of, in the words of the source: the element's type, or that of a row of
    /// elements where rows lie behind each other.
    pub of: Option<ApiTypeId>,
    /// What its length means.
    pub extent: Extent,
}

/// Bytes that begin as zeros.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Object {
    /// How many bytes.
    pub size: u32,
    /// What lies there, in the words of the source.
    pub of: Option<ApiTypeId>,
    /// How many of that lie in a row.
    pub count: u32,
    /// What the count means.
    pub extent: Extent,
}

/// What the length of an array, or the count of an object, means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// There are so many and no more: the type says so, or whoever wrote the scenario.
    #[default]
    Fixed,
    /// Nobody knows how many there have to be: where a program goes beyond the end, there may just as
    /// well be more.
    Open,
    /// As many as stand before the first zero, and that zero.
    Text,
}

impl Array {
    /// An array of just these elements, without a class.
    pub fn new(element: Type, elements: Vec<u128>) -> Self {
        let length = elements.len() as u32;
        Self { element, class: None, length, elements, of: None, extent: Extent::Fixed }
    }
}

impl Object {
    /// So many bytes of which nothing is known.
    pub fn new(size: u32) -> Self {
        Self { size, of: None, count: 1, extent: Extent::Fixed }
    }
}

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// A byte offset into the object a variable points at.
    Variable(VarId, u32),
    /// A byte offset into a global.
    Global(GlobalId, u32),
}

/// A value that is handed on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Argument {
    /// The value of a variable.
    Variable(VarId),
    /// What lies in memory behind a variable, that many bytes from there: a record that is passed
    /// by value is taken apart.
    Part(VarId, u32),
    /// An address that many bytes behind where a variable points, at most at the end of what lies there.
    Inside(VarId, u32),
    /// A fixed value, of the type that is asked for there.
    Literal(u128),
    /// The address of a global.
    Global(GlobalId),
    /// The address of a function.
    Function(FuncId),
}

impl Scenario {
    /// Adds a variable.
    pub fn declare(&mut self, name: impl Into<String>) -> VarId {
        self.variables.push(name.into());
        VarId::new(self.variables.len() - 1)
    }

    /// Adds a variable whose name begins with `stem` and is not there yet.
    pub fn declare_fresh(&mut self, stem: &str) -> VarId {
        let mut name = stem.to_string();
        for number in 2.. {
            if !self.variables.contains(&name) {
                break;
            }
            name = format!("{stem}_{number}");
        }
        self.declare(name)
    }

    /// Adds a value.
    pub fn value(&mut self, variable: VarId, ty: Type, bits: u128) {
        self.statements.push(Statement::Value { variable, ty, bits, of: None });
    }

    /// Adds bytes of which nothing is known.
    pub fn object(&mut self, variable: VarId, size: u32) {
        self.statements.push(Statement::Object { variable, object: Object::new(size) });
    }

    /// Adds a write of a whole value.
    pub fn set(&mut self, place: Place, ty: Type, value: Argument) {
        self.statements.push(Statement::Set { place, ty, bits: None, value });
    }

    /// The name of a variable.
    pub fn name(&self, variable: VarId) -> &str {
        &self.variables[variable.index()]
    }

    /// A scenario of one call whose arguments are inputs named after the parameters.
    pub fn of_call(program: &program::Program, function: FuncId, arguments: &[u128]) -> Self {
        let mut scenario = Self::default();
        let callee = &program.functions[function];
        let mut handed = Vec::new();
        let params = callee.registers.values().take(callee.params as usize);
        for (register, &bits) in params.zip(arguments) {
            let variable = scenario.declare(register.name.clone());
            scenario.value(variable, register.ty, bits);
            handed.push(Argument::Variable(variable));
        }
        let result = callee.result.map(|_| scenario.declare_fresh("result"));
        scenario.statements.push(Statement::Call { result, function, arguments: handed });
        scenario
    }
}
