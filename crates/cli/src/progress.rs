//! The line that tells how far the work on a unit has come, on a terminal.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use generate::Progress;

use crate::fit::middle;

/// Which layers of the solver answered how often.
fn layers(layers: &[(&'static str, u64)]) -> String {
    let busy = layers.iter().filter(|(_, answered)| *answered > 0);
    let words: Vec<String> = busy.map(|(layer, answered)| format!("{layer} {answered}")).collect();
    if words.is_empty() { String::new() } else { format!("  solved by {}", words.join(", ")) }
}

/// The line that tells how far the work has come, on a terminal.
pub struct Line {
    shown: bool,
    /// Whether layers of the solver are told.
    verbose: bool,
    /// How long the search for a unit may take.
    time: Option<Duration>,
    /// The unit, and which of how many it is.
    unit: String,
    last: Duration,
}

impl Line {
    /// A line that is shown if it is wanted and there is a terminal.
    pub fn new(wanted: bool, verbose: bool, time: Option<Duration>) -> Self {
        let shown = wanted && std::io::stderr().is_terminal();
        Self { shown, verbose, time, unit: String::new(), last: Duration::ZERO }
    }

    /// A unit begins: which one it is, the first being 0, and of how many.
    pub fn begin(&mut self, unit: &str, number: usize, units: usize) {
        self.unit = match units {
            1 => unit.to_owned(),
            _ => format!("{} of {units}: {unit}", number + 1),
        };
        self.last = Duration::ZERO;
    }

    /// Shows how far the work has come, if that was not done just now.
    pub fn show(&mut self, progress: &Progress) {
        if !self.shown || progress.elapsed.saturating_sub(self.last) < Duration::from_millis(100) {
            return;
        }
        self.last = progress.elapsed;
        let mut text = self.text(progress);
        if let Some(columns) = host::columns() {
            text = middle(&text, columns.saturating_sub(1));
        }
        let _ = write!(std::io::stderr(), "\r{text}\x1b[K");
    }

    fn text(&self, progress: &Progress) -> String {
        let Progress { covered, goals, findings, elapsed, .. } = progress;
        let time = match self.time {
            Some(time) => format!("{:.0}s left", time.saturating_sub(*elapsed).as_secs_f64()),
            None => format!("{:.0}s", elapsed.as_secs_f64()),
        };
        let mut text = format!("{}  {covered}/{goals} goals  {time}", self.unit);
        if *findings > 0 {
            text += &format!("  {findings} findings");
        }
        if self.verbose {
            let Progress { executions, kept, .. } = progress;
            text += &format!("  {executions} executions  {kept} kept{}", layers(&progress.layers));
        }
        text
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_names_the_unit_and_the_time_left_and_the_solver_only_when_asked() {
        let progress = Progress {
            executions: 20,
            covered: 3,
            goals: 7,
            kept: 2,
            findings: 0,
            elapsed: Duration::from_secs(4),
            layers: vec![("cache", 5)],
        };
        let mut line = Line::new(true, false, Some(Duration::from_secs(10)));
        line.begin("acme.Iban", 2, 12);
        assert_eq!(line.text(&progress), "3 of 12: acme.Iban  3/7 goals  6s left");
        let mut line = Line::new(true, true, None);
        line.begin("a.c", 0, 1);
        assert_eq!(
            line.text(&progress),
            "a.c  3/7 goals  4s  20 executions  2 kept  solved by cache 5"
        );
    }
}
