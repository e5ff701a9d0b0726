//! A Java program as a language of Ferret's: its one unit is the program.

use super::options::JavaOptions;
use super::product::Product;
use super::program::{JavaProgram, Main};
use super::settle::Suite;
use c::program::Inputs;
use coverage::{GoalId, Goals};
use generate::{Generated, Progress};
use language::{
    Error, Found, Language, Prepared, Recipe, Settle, Unready, Verified, fingerprint, wish,
};
use report::{SkippedKind, Vocabulary};
use std::path::Path;
use std::sync::Arc;

/// A Java program.
#[derive(Clone)]
pub struct JavaTarget {
    program: Arc<JavaProgram>,
    options: JavaOptions,
}

impl JavaTarget {
    /// A program that was made ready.
    ///
    /// # Errors
    ///
    /// When its classes cannot be read, or it has no `main`.
    pub fn new(main: Main, inputs: Inputs, options: JavaOptions) -> Result<Self, Error> {
        if !inputs.variables.is_empty() || inputs.data.is_some() {
            let text = "a Java program has no environment variables and no data as inputs";
            return Err(Error::new(text).help("its inputs are --args, --stdin and --file"));
        }
        Ok(Self { program: Arc::new(JavaProgram::new(main, inputs)?), options })
    }
}

impl Language for JavaTarget {
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary {
            language: "Java".to_owned(),
            unit: "program".to_owned(),
            member: "method".to_owned(),
            statements: "lines".to_owned(),
            by_member: true,
        }
    }

    fn find(&self) -> Result<Vec<Found>, Error> {
        let given = format!("{:?} {:?}", self.program.inputs(), self.options.beginning);
        let code = self.program.code ^ fingerprint(given.as_bytes());
        let name = self.program.name();
        Ok(vec![Found { number: 0, name, code, reached: code, sources: Vec::new() }])
    }

    fn prepare(&self, _: &Found) -> Result<Arc<dyn Prepared>, Unready> {
        if self.program.goals.goals.is_empty() {
            return Err(Unready::new(SkippedKind::NothingToCover, "nothing to cover"));
        }
        Ok(Arc::new(self.clone()))
    }

    fn verify(&self, _: &Found, _: &Path, _: &[String]) -> Result<Verified, Unready> {
        let text = "the inputs of a whole program are replayed by their own script, `replay.sh`";
        Err(Unready::new(SkippedKind::NotPrepared, text))
    }
}

impl Prepared for JavaTarget {
    fn goals(&self) -> &Arc<Goals> {
        &self.program.goals
    }

    fn describe(&self, goal: GoalId) -> String {
        let known = &self.program.goals.goals[goal];
        let place = known.span.map(|span| self.program.place(span).to_string()).unwrap_or_default();
        let name = &self.program.goals.units[known.unit].name;
        format!("{place} {name}: {}", wish(&self.program.goals, goal))
    }

    fn generate(
        &self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, Error> {
        let Recipe { technique, settings, .. } = recipe;
        let beginning = &self.options.beginning;
        let generated =
            self.program.generate(technique, settings, beginning, &Arc::default(), progress);
        generated.map_err(Error::new)
    }

    fn produce<'p>(
        &'p self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Box<dyn Settle + 'p>, Error> {
        let Recipe { technique, settings, .. } = recipe;
        let product = self.program.search(technique, settings, &self.options.beginning, progress);
        let product: Product = product.map_err(Error::new)?;
        let stopped = settings.budget.is_stopped();
        Ok(Box::new(Suite::new((&self.program, &self.options), product, stopped)))
    }
}
