//! Begins no further unit once the time for all of them is up.

use crate::site::Payload;
use campaign::{Cell, Laboratory, NoResult};
use std::time::Instant;

/// A laboratory that begins nothing after an instant, if there is one.
pub struct Until<'u> {
    inner: &'u dyn Laboratory<Payload>,
    end: Option<Instant>,
}

impl<'u> Until<'u> {
    /// One around a laboratory.
    pub fn new(inner: &'u dyn Laboratory<Payload>, end: Option<Instant>) -> Self {
        Self { inner, end }
    }
}

impl Laboratory<Payload> for Until<'_> {
    fn run(&self, cell: &Cell) -> Result<Payload, NoResult> {
        self.inner.run(cell)
    }

    fn is_stopped(&self) -> bool {
        self.inner.is_stopped() || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Open;

    impl Laboratory<Payload> for Open {
        fn run(&self, _: &Cell) -> Result<Payload, NoResult> {
            Err(NoResult::Stopped)
        }
    }

    #[test]
    fn nothing_begins_once_the_time_is_up() {
        let now = Instant::now();
        assert!(Until::new(&Open, Some(now)).is_stopped());
        let later = now + std::time::Duration::from_secs(3600);
        assert!(!Until::new(&Open, Some(later)).is_stopped());
        assert!(!Until::new(&Open, None).is_stopped());
    }
}
