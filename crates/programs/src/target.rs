//! A whole program as a language of Ferret's: its one unit is the program.

use crate::options::Options;
use crate::settle::Suite;
use c::program::Whole;
use coverage::{GoalId, Goals};
use generate::{Generated, Progress};
use language::{
    Error, Found, Language, Prepared, Recipe, Settle, Unready, Verified, fingerprint, wish,
};
use report::{SkippedKind, Vocabulary};
use std::path::Path;
use std::sync::Arc;

/// A whole program.
#[derive(Clone)]
pub struct WholeProgram {
    whole: Arc<Whole>,
    options: Options,
}

impl WholeProgram {
    /// A program that was linked.
    pub fn new(whole: Whole, options: Options) -> Self {
        Self { whole: Arc::new(whole), options }
    }
}

impl Language for WholeProgram {
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary {
            language: "C".to_owned(),
            unit: "program".to_owned(),
            member: "function".to_owned(),
            statements: "regions".to_owned(),
            by_member: true,
        }
    }

    fn find(&self) -> Result<Vec<Found>, Error> {
        let sources = self.whole.sources.iter().map(|source| source.file.clone()).collect();
        let beginning = format!("{:?}", self.options.beginning);
        let code = self.whole.code ^ fingerprint(beginning.as_bytes());
        let name = self.whole.name.clone();
        Ok(vec![Found { number: 0, name, code, reached: code, sources }])
    }

    fn prepare(&self, _: &Found) -> Result<Arc<dyn Prepared>, Unready> {
        Ok(Arc::new(self.clone()))
    }

    fn verify(&self, _: &Found, _: &Path, _: &[String]) -> Result<Verified, Unready> {
        let text = "the inputs of a whole program are replayed by their own script, `replay.sh`";
        Err(Unready::new(SkippedKind::NotPrepared, text))
    }
}

impl Prepared for WholeProgram {
    fn goals(&self) -> &Arc<Goals> {
        &self.whole.project.goals
    }

    fn describe(&self, goal: GoalId) -> String {
        let project = &self.whole.project;
        let known = &project.goals.goals[goal];
        let place = known.span.map(|span| project.place(span).to_string()).unwrap_or_default();
        let name = &project.goals.units[known.unit].name;
        format!("{place} {name}: {}", wish(&project.goals, goal))
    }

    fn generate(
        &self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, Error> {
        let (settings, beginning) = (recipe.settings, &self.options.beginning);
        let generated = self.whole.generate(recipe.technique, settings, beginning, progress);
        generated.map_err(Error::new)
    }

    fn produce<'p>(
        &'p self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Box<dyn Settle + 'p>, Error> {
        let (settings, beginning) = (recipe.settings, &self.options.beginning);
        let product = self.whole.search(recipe.technique, settings, beginning, progress);
        let stopped = settings.budget.is_stopped();
        Ok(Box::new(Suite::new(
            (&self.whole, &self.options),
            product.map_err(Error::new)?,
            stopped,
        )))
    }
}
