//! Z3 through its library.

use solver::{Config, Layers, Solver};

use crate::queries::{Agreement, ours, query};

/// Queries of a usual run, and of one with `FERRET_FULL`.
const FEW: usize = 500;
const MANY: usize = 20_000;

#[test]
fn the_chain_and_z3_agree_on_random_queries() {
    let full = std::env::var_os("FERRET_FULL").is_some();
    let count = if full { MANY } else { FEW };
    let mut agreement = Agreement::default();
    for (number, asked) in (0..).filter_map(|number| Some((number, query(number)?))).take(count) {
        // New for each query: an answer from a cache would be compared twice, and Z3's budget is
        // for one.
        let theirs = asked.ask(&mut z3(), number);
        let ours = asked.ask(&mut ours(), number);
        agreement.count(number, ours, theirs);
    }
    agreement.is_telling();
}

/// A chain of Z3 alone; its models are evaluated as all are.
fn z3() -> Solver {
    Solver::new(Config { layers: Layers { z3: true, ..Layers::none() }, ..Config::default() })
}
