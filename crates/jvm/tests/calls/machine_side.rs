//! The calls of a script in the machine, a few in each run.

use crate::script::{Call, Script};
use classfile::jdk::Jdk;
use jvm::run::{Launch, Prepared, prepare};
use machine::{Captured, Config, Output};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use trace::{Mode, Outcome, Trace};

/// Calls in one run.
const IN_A_RUN: usize = 25;

/// What became of a call.
pub enum Answer {
    /// The driver told its result.
    Result(String),
    /// The run ended in it, for that reason.
    Stopped(String),
}

/// A booted machine with the driver.
pub struct MachineSide {
    prepared: Prepared,
    captured: Arc<Captured>,
}

impl MachineSide {
    /// Boots a machine.
    pub fn new(jdk: &Jdk, class_path: &[PathBuf]) -> Self {
        let captured = Arc::new(Captured::default());
        let mut launch = Launch::new(jdk.clone(), class_path.to_vec(), "Calls");
        // The clock is an input: it is given the JVM's, so that what depends on the day is comparable.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        launch.clock = i64::try_from(now.as_millis()).ok();
        let config = Config {
            max_steps: 3_000_000_000,
            memory: 1 << 30,
            observe_memory: false,
            ..Config::default()
        };
        let output = Arc::clone(&captured) as Arc<dyn Output>;
        let prepared = prepare(&launch, config, output).expect("the library comes up");
        Self { prepared, captured }
    }

    /// Makes the calls. One that ends the run is answered with the reason, and the next run begins behind it.
    pub fn answers(&mut self, script: &Script) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(script.calls.len());
        while answers.len() < script.calls.len() {
            let rest = &script.calls[answers.len()..];
            let some = &rest[..rest.len().min(IN_A_RUN)];
            let before = answers.len();
            let reason = self.run(some, &mut answers);
            if answers.len() < before + some.len() {
                answers.push(Answer::Stopped(reason));
            }
        }
        answers
    }

    /// Makes a few calls, and tells how the run ended.
    fn run(&mut self, calls: &[Call], answers: &mut Vec<Answer>) -> String {
        let lines: String = calls.iter().map(|call| format!("{}\n", call.line)).collect();
        if let Err(error) = self.prepared.again("Calls", &[], lines.as_bytes()) {
            return error.to_string();
        }
        self.captured.take();
        let mut trace = Trace::default();
        if let Err(error) = self.prepared.run(Mode::Concrete, &mut trace) {
            return error.to_string();
        }
        let (output, _) = self.captured.take();
        let text = String::from_utf8_lossy(&output).into_owned();
        let mut lines = text.lines();
        for call in calls {
            // What a method prints itself may stand between the results.
            let number = call.line.split(' ').next().unwrap_or_default();
            let result = lines.find_map(|line| line.strip_prefix(number)?.strip_prefix(' '));
            let Some(result) = result else { break };
            answers.push(Answer::Result(result.to_owned()));
        }
        let program = self.prepared.machine.program();
        match &trace.outcome {
            Outcome::Trapped(trap) => {
                let innermost = trap.stack.last();
                let name = innermost.map(|point| program.functions[point.function].name.clone());
                format!("{} in {}", trap.kind, name.unwrap_or_default())
            }
            outcome => format!("{outcome:?}"),
        }
    }
}
