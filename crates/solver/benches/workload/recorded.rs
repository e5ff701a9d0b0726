//! Questions that real explorations asked, as `ferret c --queries` keeps them.

use solver::smtlib::Reader;
use std::fs;
use std::path::{Path, PathBuf};
use term::Pool;

use super::{Case, Workload, holds};

/// How many are asked at most, evenly drawn from all that there are.
const MOST: usize = 2_000;

/// The scripts below a folder, in the order of their names.
pub fn recorded(folder: &Path) -> Workload {
    let mut scripts = scripts(folder);
    scripts.sort_unstable();
    let mut pool = Pool::new();
    let count = scripts.len().min(MOST);
    let chosen = (0..count).map(|index| &scripts[index * scripts.len() / count]);
    let cases = chosen.map(|script| case(&mut pool, script)).collect();
    (pool, cases)
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    paths.flat_map(|path| if path.is_dir() { scripts(&path) } else { vec![path] }).collect()
}

fn case(pool: &mut Pool, script: &Path) -> Case {
    let text = fs::read_to_string(script).unwrap_or_else(|error| panic!("{script:?}: {error}"));
    let mut reader = Reader::new(&text);
    reader.next(pool).unwrap_or_else(|error| panic!("{script:?}: {error}"));
    let (clauses, seed) = (reader.assertions().to_vec(), reader.seed().clone());
    let turned = clauses.iter().rposition(|&clause| !holds(pool, clause, &seed));
    Case { goal: turned.unwrap_or(clauses.len() - 1), clauses, seed, solution: None }
}
