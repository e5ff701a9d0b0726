//! A worker: tests the units that a crew orders, one after the other, in a process of its own.

use crate::message::{Answer, Order, Search};
use crate::site::Site;
use crate::workshop::{Observer, Workshop};
use campaign::conduct::panic_words;
use campaign::{Item, Laboratory, NoResult, Plan};
use generate::{Progress, Settings, Stop, Technique};
use language::Focus;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often a search says how far it has come.
const NEWS: Duration = Duration::from_millis(200);

/// What a worker works with.
pub struct Bench<'b> {
    /// The project.
    pub site: &'b Site,
    /// How tests are made.
    pub settings: &'b Settings,
    /// By which technique.
    pub technique: &'b (dyn Fn() -> Box<dyn Technique> + Sync),
    /// The lines that tests are made for, if not for all.
    pub focus: Option<&'b Focus>,
    /// Whether tests that fail because the code changed are kept as they are.
    pub keeps_changed: bool,
}

impl Bench<'_> {
    /// Carries out orders until there are no more of them, or something panics: what is left of a process then is nothing
    /// to rely on.
    ///
    /// # Errors
    ///
    /// When nobody reads the answers.
    pub fn serve(
        &self,
        orders: impl Iterator<Item = String>,
        answers: impl Write + Send,
    ) -> io::Result<()> {
        let speaker = Speaker { out: Mutex::new(answers), last: Mutex::new(Duration::ZERO) };
        speaker.say(&Answer::Ready)?;
        for line in orders {
            let answer = match serde_json::from_str::<Order>(&line) {
                Ok(order) => self.test(&order, &speaker),
                Err(error) => Answer::Failed(format!("an order cannot be read: {error}")),
            };
            speaker.say(&answer)?;
            if matches!(answer, Answer::Panicked(_)) {
                break;
            }
        }
        Ok(())
    }

    /// Tests one unit.
    fn test(&self, order: &Order, observer: &dyn Observer) -> Answer {
        let Some(task) = self.site.tasks.get(order.task).filter(|task| order.means(task)) else {
            return Answer::Failed(format!("`{}` has changed while it was tested", order.name));
        };
        let stop = Stop::new();
        let slices: Vec<Duration> = order.slice.into_iter().collect();
        let earlier = order.earlier.iter().map(|own| (order.task, own.clone())).collect();
        let workshop = Workshop {
            site: self.site,
            chosen: &[order.task],
            slices: &slices,
            settings: self.settings,
            technique: self.technique,
            earlier: &earlier,
            focus: self.focus,
            keeps_changed: self.keeps_changed,
            observer,
            stop: &stop,
        };
        let plan = Plan {
            subjects: vec![Item::new(&task.name)],
            variants: vec![Item::new("test")],
            seeds: 0..1,
            settings: campaign::Settings::new(),
        };
        let cell = plan.cell(0, 0, 0);
        match catch_unwind(AssertUnwindSafe(|| workshop.run(&cell))) {
            Ok(Ok(payload)) => Answer::Done(Box::new(payload)),
            Ok(Err(NoResult::Failed(reason))) => Answer::Failed(reason),
            Ok(Err(NoResult::Stopped)) => Answer::Failed("it was stopped".to_owned()),
            Err(panic) => Answer::Panicked(panic_words(panic.as_ref()).to_owned()),
        }
    }
}

/// Writes answers as lines.
struct Speaker<W> {
    out: Mutex<W>,
    /// When it last said how far a search has come.
    last: Mutex<Duration>,
}

impl<W: Write + Send> Speaker<W> {
    fn say(&self, answer: &Answer) -> io::Result<()> {
        let mut line = serde_json::to_string(answer)?;
        line.push('\n');
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(line.as_bytes())?;
        out.flush()
    }
}

impl<W: Write + Send> Observer for Speaker<W> {
    fn begun(&self, _: usize, _: &str) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Duration::ZERO;
    }

    fn progress(&self, _: usize, progress: &Progress) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if progress.elapsed < *last + NEWS {
            return;
        }
        *last = progress.elapsed;
        // If nobody listens, that shows when the unit is over.
        let _ = self.say(&Answer::Searching(Search::from(progress)));
    }

    fn settling(&self, _: usize) {
        let _ = self.say(&Answer::Settling);
    }
}
