//! What can go wrong between LLVM IR and a program.

/// A line of clang's coverage mapping that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("coverage mapping, line {line}: {reason}")]
pub struct MappingError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Why modules could not be made into a program.
#[derive(Debug, thiserror::Error)]
pub enum LowerError {
    /// A module cannot be read.
    #[error("{file}: {error}")]
    Module {
        /// The source file.
        file: String,
        /// What is wrong.
        error: String,
    },
    /// The coverage mapping cannot be read.
    #[error("{file}: {error}")]
    Mapping {
        /// The source file.
        file: String,
        /// What is wrong.
        error: MappingError,
    },
    /// Two files define the same function or variable.
    #[error("`{name}` is defined in {first} and again in {second}")]
    Duplicate {
        /// What.
        name: String,
        /// The first file.
        first: String,
        /// The second file.
        second: String,
    },
    /// A variable is larger than the machine can hold, or refers to what does not exist.
    #[error("variable `{name}`: {reason}")]
    Global {
        /// Which.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The module is for another kind of machine.
    #[error("{file}: the target `{target}` is not supported; Ferret reads code for x86-64")]
    Target {
        /// The source file.
        file: String,
        /// What the module is for.
        target: String,
    },
    /// The lowered program is not well-formed; always a mistake of the lowering.
    #[error("the lowered program is not well-formed:\n{problems}")]
    Verify {
        /// What the verifier says.
        problems: String,
    },
}
