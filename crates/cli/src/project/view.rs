//! What a person sees while a project is tested: one live view on a terminal, a line for each unit elsewhere.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::fit::cut;
use crate::size::counted;
use generate::Progress;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use project::{Observer, Outcome, Payload};

/// How the work is shown.
pub struct View {
    how: How,
}

enum How {
    /// Not at all.
    Silent,
    /// A line for each unit, on standard error.
    Plain,
    /// A line of JSON for each unit, on standard output.
    Json,
    /// Bars that are drawn in place.
    Live(Box<Live>),
}

struct Live {
    bars: MultiProgress,
    all: ProgressBar,
    /// The units at work, by their places, with what is known of each.
    working: Mutex<BTreeMap<usize, (ProgressBar, String)>>,
    findings: Mutex<u32>,
}

impl View {
    /// A view of so many units.
    pub fn new(quiet: bool, json: bool, json_lines: bool, units: usize) -> Self {
        let how = if json_lines {
            How::Json
        } else if quiet || json {
            How::Silent
        } else if std::io::stderr().is_terminal() {
            How::Live(Box::new(Live::new(units)))
        } else {
            How::Plain
        };
        Self { how }
    }

    /// A round begins.
    pub fn round(&self, number: u32, units: usize) {
        if let (How::Live(live), true) = (&self.how, number > 0) {
            live.all.set_length(units as u64);
            live.all.set_position(0);
        }
    }

    /// A unit is over.
    pub fn over(&self, progress: &campaign::Progress<'_, Payload>) {
        let (name, line) = match &progress.last {
            Ok(record) => (&record.identity.subject, told(&record.payload)),
            Err(failed) => (&failed.identity.subject, format!("failed: {}", failed.reason)),
        };
        match &self.how {
            How::Silent => {}
            How::Plain => {
                let (over, all) = (progress.over, progress.all);
                let _ = writeln!(std::io::stderr(), "[{over}/{all}] {name}: {line}");
            }
            How::Json => {
                let text = match &progress.last {
                    Ok(record) => serde_json::to_string(record).unwrap_or_default(),
                    Err(failed) => {
                        let outcome = serde_json::json!({"failed": failed.reason});
                        serde_json::json!({"subject": name, "outcome": outcome}).to_string()
                    }
                };
                let _ = writeln!(std::io::stdout(), "{text}");
            }
            How::Live(live) => live.over(name, &line, progress),
        }
    }

    /// The work is over.
    pub fn end(&self) {
        if let How::Live(live) = &self.how {
            let _ = live.bars.clear();
        }
    }
}

impl Observer for View {
    fn begun(&self, task: usize, name: &str) {
        if let How::Live(live) = &self.how {
            live.begun(task, name);
        }
    }

    fn progress(&self, task: usize, progress: &Progress) {
        if let How::Live(live) = &self.how {
            let Progress { covered, goals, elapsed, .. } = progress;
            live.say(task, &format!("{covered}/{goals} goals, {:.0} s", elapsed.as_secs_f64()));
        }
    }

    fn settling(&self, task: usize) {
        if let How::Live(live) = &self.how {
            live.say(task, "running its tests");
        }
    }
}

impl Live {
    fn new(units: usize) -> Self {
        let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        let all = bars.add(ProgressBar::new(units as u64));
        let style = ProgressStyle::with_template("{bar:24} {pos} of {len} units, {eta} left{msg}");
        all.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        all.enable_steady_tick(Duration::from_secs(1));
        Self { bars, all, working: Mutex::default(), findings: Mutex::new(0) }
    }

    fn begun(&self, task: usize, name: &str) {
        let bar = self.bars.add(ProgressBar::new_spinner());
        // What is too wide for the terminal is cut off there.
        let style = ProgressStyle::with_template("  {spinner} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_message(name.to_owned());
        let mut working = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        working.insert(task, (bar, name.to_owned()));
    }

    /// Prints a line above the bars, as wide as the terminal at most.
    fn print(&self, line: &str) {
        let _ = self.bars.println(cut(line, host::columns()));
    }

    fn say(&self, task: usize, what: &str) {
        let working = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((bar, name)) = working.get(&task) {
            bar.set_message(format!("{name}: {what}"));
            bar.tick();
        }
    }

    fn over(&self, name: &str, line: &str, progress: &campaign::Progress<'_, Payload>) {
        let mut working = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        let task = working.iter().find(|(_, (_, own))| own == name).map(|(task, _)| *task);
        if let Some((bar, _)) = task.and_then(|task| working.remove(&task)) {
            bar.finish_and_clear();
            self.bars.remove(&bar);
        }
        drop(working);
        self.all.set_position(progress.over as u64);
        let found = match &progress.last {
            Ok(record) => findings(&record.payload),
            Err(_) => Vec::new(),
        };
        let has_failed = match &progress.last {
            Ok(record) => matches!(record.payload.outcome, Outcome::Failed(_)),
            Err(_) => true,
        };
        if has_failed {
            self.print(&format!("{name}: {line}"));
        }
        for finding in &found {
            self.print(&format!("{name}: {finding}"));
        }
        let mut count = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        *count += found.len() as u32;
        if *count > 0 {
            self.all.set_message(format!(", {count} findings"));
        }
    }
}

/// Findings that are worth reporting, in words.
fn findings(payload: &Payload) -> Vec<String> {
    let Outcome::Tested(unit) = &payload.outcome else { return Vec::new() };
    let worth = unit.findings.iter().filter(|finding| finding.kind.is_reportable());
    worth
        .map(|finding| format!("{}: {} {}", finding.kind.label(), finding.member, finding.what))
        .collect()
}

/// What came of a unit, in a line.
fn told(payload: &Payload) -> String {
    match &payload.outcome {
        Outcome::Skipped(skipped) => format!("no tests: {}", skipped.text),
        Outcome::Failed(reason) => format!("failed: {reason}"),
        Outcome::Tested(unit) => format!(
            "{} branches, {}, {:.1} s",
            unit.coverage.branch,
            counted(unit.tests.len(), "test"),
            payload.seconds
        ),
    }
}
