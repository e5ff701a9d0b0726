//! The statements of a scenario.

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
    /// Makes a zeroed object of C of that many bytes, to be filled by `Set`.
    Object {
        /// The variable: a `ptr`.
        variable: VarId,
        /// Its size.
        size: u32,
    },
    /// Gives the answers to what the program asks of the world outside, such as the numbers of `rand`:
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
            scenario.statements.push(Statement::Value { variable, ty: register.ty, bits });
            handed.push(Argument::Variable(variable));
        }
        let result = callee.result.map(|_| scenario.declare_fresh("result"));
        scenario.statements.push(Statement::Call { result, function, arguments: handed });
        scenario
    }
}
