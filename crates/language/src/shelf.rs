//! Units that are kept ready: each thread works on one, and the next run of it comes soon.

use crate::{Found, Language, Prepared, Unready};
use std::sync::{Arc, Mutex, PoisonError};

/// How many units are kept ready: all of a large target at once would take too much memory.
const READY: usize = 4;

/// A target whose units are prepared when they are first needed, and again when they were not needed for a while.
pub struct Shelf {
    language: Box<dyn Language>,
    /// The units that were needed last, by number.
    ready: Mutex<Vec<(usize, Arc<dyn Prepared>)>>,
}

impl Shelf {
    /// A shelf without anything on it.
    pub fn new(language: Box<dyn Language>) -> Self {
        Self { language, ready: Mutex::new(Vec::new()) }
    }

    /// A unit, ready to be tested.
    ///
    /// # Errors
    ///
    /// Why it cannot be tested.
    pub fn get(&self, unit: &Found) -> Result<Arc<dyn Prepared>, Unready> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, prepared)) = ready.iter().find(|(number, _)| *number == unit.number) {
            return Ok(Arc::clone(prepared));
        }
        let prepared = self.language.prepare(unit)?;
        if ready.len() >= READY {
            ready.remove(0);
        }
        ready.push((unit.number, Arc::clone(&prepared)));
        Ok(prepared)
    }
}
