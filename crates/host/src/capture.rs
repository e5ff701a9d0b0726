//! The output of a process, read while it runs and kept up to a limit.

use std::borrow::Cow;
use std::io::{PipeReader, Read};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// What a process wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The first bytes of it, up to the limit.
    pub bytes: Vec<u8>,
    /// Whether there was more.
    pub cut: bool,
}

impl Captured {
    /// As text; what is no UTF-8 is replaced.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// A thread that reads a pipe to its end. What goes beyond the limit is read as well, so that the process is not held up.
pub(crate) struct Capture {
    captured: Arc<Mutex<Captured>>,
    end: mpsc::Receiver<()>,
}

impl Capture {
    /// Begins to read.
    pub fn start(mut pipe: PipeReader, limit: usize) -> Self {
        let captured = Arc::new(Mutex::new(Captured::default()));
        let (ended, end) = mpsc::channel();
        let shared = Arc::clone(&captured);
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(count @ 1..) = pipe.read(&mut buffer) {
                let mut captured = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let kept = count.min(limit - captured.bytes.len());
                captured.bytes.extend_from_slice(&buffer[..kept]);
                captured.cut |= kept < count;
            }
            // Nobody listens when the pipe was given up.
            let _ = ended.send(());
        });
        Self { captured, end }
    }

    /// What was read when the pipe is closed, or after so much time: somebody who outlives the process may hold it open.
    pub fn finish(self, patience: Option<Duration>) -> Captured {
        let _ = match patience {
            Some(patience) => self.end.recv_timeout(patience).ok(),
            None => self.end.recv().ok(),
        };
        std::mem::take(&mut *self.captured.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
