//! Values to start from, which a script may give its constants: `(set-info :seed ((x #x05) (p true)))`.
//!
//! Other solvers pass over it, as over any information they do not know.

use std::fmt::Write;

use term::print::symbol;
use term::{Assignment, Pool, Sort, TermId, VarSet, free_variables};

use super::model::literal;
use super::sort::SmtSort;

/// The attribute.
pub(super) const SEED: &str = "seed";

/// The values that variables of some conjuncts have, as a command of a script.
pub(crate) fn spelled(pool: &Pool, clauses: &[TermId], values: &Assignment) -> String {
    let mut text = format!("(set-info :{SEED} (");
    let all: VarSet = clauses
        .iter()
        .flat_map(|&clause| free_variables(pool, clause).iter().collect::<Vec<_>>())
        .collect();
    for variable in all.iter() {
        let sort = pool.variable_sort(variable);
        if let Ok(name) = symbol(pool.variable_name(variable)) {
            let value = literal(kind(sort), &values.value(variable, sort));
            let _ = write!(text, "({name} {value})");
        }
    }
    text.push_str("))\n");
    text
}

/// What the printer of terms declares a variable of some sort as.
fn kind(sort: Sort) -> SmtSort {
    match sort {
        Sort::BOOL => SmtSort::Bool,
        Sort::Bits(width) => SmtSort::Vector(width),
        Sort::F32 => SmtSort::Float32,
        Sort::F64 => SmtSort::Float64,
        Sort::Bytes { index_bits } => SmtSort::Bytes(index_bits),
    }
}
