//! The probes that runs have passed, over all of them together, and the counters that follow.

use std::collections::{BTreeMap, BTreeSet};

use classfile::error::LoadError;
use coverage::Source;
use jacoco::{Counters, Lines, MethodView};
use program::{ClassId, FuncId, Id, Program, SiteTable};
use trace::Trace;

use super::units::{Outcomes, sources_of};
use crate::world::World;

/// Which probes of measured classes were passed.
#[derive(Clone, Debug, Default)]
pub struct Probes {
    /// By counter and by outcome: the probes that they mean.
    by_counter: BTreeMap<u32, (FuncId, u32)>,
    by_outcome: BTreeMap<u32, Vec<(FuncId, u32)>>,
    passed: BTreeSet<(FuncId, u32)>,
}

impl Probes {
    /// None passed yet, of all methods of the classes that have bodies.
    pub fn new(world: &World, program: &Program, sites: &SiteTable, classes: &[ClassId]) -> Self {
        let mut probes = Self::default();
        for method in classes.iter().flat_map(|class| &world.info(*class).methods) {
            let function = method.function;
            let Some(measured) = world.measured(function) else { continue };
            let outcomes = Outcomes::new(function, &program.functions[function], sites);
            let first = sites.first_counter(function);
            for probe in 0..measured.counted.len() as u32 {
                for source in sources_of(first, measured, &outcomes, probe) {
                    probes.tie(source, (function, probe));
                }
            }
        }
        probes
    }

    fn tie(&mut self, source: Source, probe: (FuncId, u32)) {
        match source {
            Source::Counter(counter) => {
                self.by_counter.insert(counter, probe);
            }
            Source::Outcome(outcome) => {
                self.by_outcome.entry(outcome.0).or_default().push(probe);
            }
        }
    }

    /// Adds what a run has passed.
    pub fn add(&mut self, trace: &Trace) {
        for counter in trace.counters.touched() {
            self.passed.extend(self.by_counter.get(counter));
        }
        for outcome in trace.tally.touched() {
            if trace.tally.get(*outcome).count > 0 {
                self.passed
                    .extend(self.by_outcome.get(&(outcome.index() as u32)).into_iter().flatten());
            }
        }
    }

    /// Adds what other runs have passed.
    pub fn merge(&mut self, other: &Self) {
        self.passed.extend(&other.passed);
    }

    /// The counters of a class, as JaCoCo would give them after the runs that were added; none if there is
    /// nothing to count.
    ///
    /// # Errors
    ///
    /// When the class file cannot be read.
    pub fn counters(
        &self,
        world: &mut World,
        class: ClassId,
    ) -> Result<Option<Counters>, LoadError> {
        let Some(view) = world.view(class)? else { return Ok(None) };
        let counters = Counters::of(&view, self.passed(world, class));
        Ok(counters.is_counted().then_some(counters))
    }

    /// What is counted in the lines of a class after the runs that were added.
    ///
    /// # Errors
    ///
    /// When the class file cannot be read.
    pub fn lines(&self, world: &mut World, class: ClassId) -> Result<Lines, LoadError> {
        let Some(view) = world.view(class)? else { return Ok(Lines::new()) };
        Ok(jacoco::lines(&view, self.passed(world, class)))
    }

    /// Whether a probe of a method of a class was passed.
    fn passed(&self, world: &World, class: ClassId) -> impl Fn(&MethodView, u32) -> bool {
        let methods = &world.info(class).methods;
        move |method, probe| {
            let function = methods.get(method.index as usize).map(|method| method.function);
            function.is_some_and(|function| self.passed.contains(&(function, probe)))
        }
    }
}
