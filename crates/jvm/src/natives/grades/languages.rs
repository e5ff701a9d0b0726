//! Regular expressions that were met, each read once.

use pattern::Pattern;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Expressions that are kept; a program may make as many as it likes.
const MOST: usize = 256;

/// The longest expression that is read.
const LONGEST: usize = 2000;

/// An expression and its flags.
type Key = (Vec<u16>, u32);

/// Expressions by their texts and flags; none where one cannot be read.
#[derive(Default)]
pub(in crate::natives) struct Languages(Mutex<FxHashMap<Key, Option<Arc<Pattern>>>>);

impl Languages {
    /// The language of an expression of `java.util.regex`, if it can be read.
    pub fn of(&self, expression: &[u16], flags: u32) -> Option<Arc<Pattern>> {
        if expression.len() > LONGEST {
            return None;
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (expression.to_vec(), flags);
        if let Some(pattern) = known.get(&key) {
            return pattern.clone();
        }
        if known.len() == MOST {
            known.clear();
        }
        let pattern = Pattern::java(expression, flags).ok().map(Arc::new);
        known.insert(key, pattern.clone());
        pattern
    }
}

/// A number that depends on a text and nothing else.
pub(super) fn seed(text: &[u16]) -> u64 {
    // FNV-1a.
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, unit| {
        (hash ^ u64::from(*unit)).wrapping_mul(0x0100_0000_01b3)
    })
}
