//! The verifier for a program that grows: what it has seen it need not see again.

use super::{Problem, Verifier};
use crate::{FuncId, Program};

/// What has been seen of a program that grows.
///
/// Nothing that is in a program changes, except that a function without a body may get one.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    globals: usize,
    classes: usize,
    selectors: Vec<Option<FuncId>>,
}

impl Growth {
    /// Takes everything in a program that [`verify`](super::verify) has accepted as seen.
    pub fn new(program: &Program) -> Self {
        let mut growth = Self::default();
        // Its problems are known: none.
        let _ = growth.extend(program);
        growth
    }

    /// Looks at the globals and classes that were added. Names are not compared: whoever adds has an
    /// index of them.
    ///
    /// # Errors
    ///
    /// What is wrong with them; they are not looked at again.
    pub fn extend(&mut self, program: &Program) -> Result<(), Vec<Problem>> {
        let Self { globals, classes, selectors } = std::mem::take(self);
        let mut verifier = Verifier { program, problems: Vec::new(), selectors };
        verifier.globals(globals);
        verifier.classes(classes);
        *self = Self {
            globals: program.globals.len(),
            classes: program.classes.len(),
            selectors: verifier.selectors,
        };
        if verifier.problems.is_empty() { Ok(()) } else { Err(verifier.problems) }
    }

    /// Looks at one function, which may use everything that has been seen.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn function(&mut self, program: &Program, function: FuncId) -> Result<(), Vec<Problem>> {
        let selectors = std::mem::take(&mut self.selectors);
        let mut verifier = Verifier { program, problems: Vec::new(), selectors };
        verifier.function(function);
        self.selectors = verifier.selectors;
        if verifier.problems.is_empty() { Ok(()) } else { Err(verifier.problems) }
    }
}
