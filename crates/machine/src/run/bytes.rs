//! The bytes of arguments, standard input and files as inputs.
//!
//! How many there are is fixed: a longer file is another scenario.

use super::Session;
use crate::domain::Domain;
use program::CompareOp;
use term::{Sort, TermId};
use trace::{Origin, Source};

/// How many bytes of one piece are inputs; those behind them stay what they are.
const MOST_BYTES: usize = 1 << 12;

impl<D: Domain> Session<'_, D> {
    /// Makes inputs of the arguments of the whole program. Its name is none, and the end of an argument is
    /// where it is: no byte of it can become a zero.
    pub(super) fn argument_bytes(&mut self, statement: usize, arguments: &[Vec<u8>]) {
        let mut all = Vec::new();
        if D::SYMBOLIC {
            all.push(Vec::new());
            for (index, argument) in arguments.iter().enumerate().skip(1) {
                let name = format!("argv[{index}]");
                let variables = self.bytes_of(statement, index, &name, argument);
                for (&variable, &byte) in variables.iter().zip(argument) {
                    if byte != 0
                        && let Some(concolic) = self.interpreter.domain.concolic()
                    {
                        let zero = concolic.pool.bits(8, 0);
                        let test = concolic.pool.compare(CompareOp::Ne, variable, zero);
                        self.interpreter.assert(Some(test), true, Origin::Input);
                    }
                }
                all.push(variables);
            }
        }
        self.interpreter.core.environment.variables.arguments = all;
    }

    /// Makes inputs of bytes, in a concolic run.
    pub(super) fn bytes_of(
        &mut self,
        statement: usize,
        argument: usize,
        name: &str,
        bytes: &[u8],
    ) -> Vec<TermId> {
        if !D::SYMBOLIC {
            return Vec::new();
        }
        let mut variables = Vec::with_capacity(bytes.len().min(MOST_BYTES));
        for (index, &byte) in bytes.iter().enumerate().take(MOST_BYTES) {
            let source = Source::Byte {
                statement: statement as u32,
                argument: argument as u32,
                index: index as u32,
            };
            let name = format!("{name}[{index}]");
            let shadow = self.input(name, source, Sort::Bits(8), byte.into());
            match self.interpreter.domain.term(shadow) {
                Some(variable) => variables.push(variable),
                None => break,
            }
        }
        variables
    }
}
