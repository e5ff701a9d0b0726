//! Questions that are kept as scripts while they are asked, to be asked again by anybody.

use std::fmt;
use std::sync::Arc;

use term::print::{Unprintable, smtlib};

use crate::smtlib::spelled;
use crate::solver::Query;

/// Is given every question to a solver as a script in SMT-LIB, with the values that the search for an answer
/// started from.
#[derive(Clone)]
pub struct Recorder(Arc<dyn Fn(Result<String, Unprintable>) + Send + Sync>);

impl Recorder {
    /// Hands scripts to a function; it is called by all solvers that have the recorder, in any order.
    pub fn new(take: impl Fn(Result<String, Unprintable>) + Send + Sync + 'static) -> Recorder {
        Recorder(Arc::new(take))
    }

    pub(crate) fn asked(&self, query: &Query<'_>) {
        (self.0)(script(query));
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Recorder")
    }
}

impl PartialEq for Recorder {
    fn eq(&self, other: &Recorder) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Recorder {}

/// A question as a script: its conjuncts in their order, and the seed as [`Reader`](crate::smtlib::Reader) reads it.
pub fn script(query: &Query<'_>) -> Result<String, Unprintable> {
    let mut text = smtlib(query.pool, query.clauses)?;
    let question = text.rfind("(check-sat)").unwrap_or(text.len());
    text.insert_str(question, &spelled(query.pool, query.clauses, query.seed));
    Ok(text)
}
