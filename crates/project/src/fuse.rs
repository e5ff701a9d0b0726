//! Ends a campaign when units fail one after the other for reasons outside of them: a full disk, a folder that cannot be
//! written. Searching on would cost hours and keep nothing.

use crate::site::Payload;
use campaign::{Cell, Laboratory, NoResult};
use std::sync::{Mutex, PoisonError};

/// So many failures in a row are no accident.
const MOST: usize = 4;

/// A laboratory that begins nothing more once it has blown.
pub struct Fuse<'f> {
    inner: &'f dyn Laboratory<Payload>,
    /// Failures in a row, and the reason of the last.
    row: Mutex<(usize, String)>,
}

impl<'f> Fuse<'f> {
    /// One around a laboratory.
    pub fn new(inner: &'f dyn Laboratory<Payload>) -> Self {
        Self { inner, row: Mutex::default() }
    }

    /// Why nothing more was begun, if that is so: how many units failed in a row, and the reason of the last.
    pub fn blown(&self) -> Option<(usize, String)> {
        let row = self.row.lock().unwrap_or_else(PoisonError::into_inner);
        (row.0 >= MOST).then(|| row.clone())
    }
}

impl Laboratory<Payload> for Fuse<'_> {
    fn run(&self, cell: &Cell) -> Result<Payload, NoResult> {
        let result = self.inner.run(cell);
        let mut row = self.row.lock().unwrap_or_else(PoisonError::into_inner);
        // Once it has blown it stays so, whatever units under way come to.
        match &result {
            Err(NoResult::Failed(reason)) => *row = (row.0 + 1, reason.clone()),
            Ok(_) if row.0 < MOST => *row = (0, String::new()),
            Ok(_) | Err(NoResult::Stopped) => {}
        }
        result
    }

    fn is_stopped(&self) -> bool {
        self.inner.is_stopped() || self.blown().is_some()
    }
}
