//! Where the output of a program goes.

use std::sync::{Mutex, PoisonError};

/// One of the two streams that a program writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// Takes what a program prints, as it prints it.
pub trait Output: Send + Sync {
    /// Takes some bytes.
    fn write(&self, stream: Stream, bytes: &[u8]);
}

/// Keeps what a program prints.
#[derive(Default, Debug)]
pub struct Captured {
    kept: Mutex<(Vec<u8>, Vec<u8>)>,
}

impl Captured {
    /// What was printed to standard output and to standard error since the last call.
    pub fn take(&self) -> (Vec<u8>, Vec<u8>) {
        std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Output for Captured {
    fn write(&self, stream: Stream, bytes: &[u8]) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match stream {
            Stream::Output => kept.0.extend_from_slice(bytes),
            Stream::Error => kept.1.extend_from_slice(bytes),
        }
    }
}
