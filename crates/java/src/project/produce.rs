//! Making tests of a class: searching, assembling, choosing what they assert, measuring.

use super::candidate::Candidate;
use super::stage::{JavaRunner, Stage};
use super::thrown::Thrown;
use super::{Product, Project, limits, no_machine};
use crate::write::JavaTest;
use ::coverage::{Coverage, Criterion, GoalId};
use bytecode::goals;
use generate::{
    Generated, Ground, Progress, Settings, Start, Technique, generate_from, kill_mutants,
};
use jvm::natives::Outside;
use jvm::run::Error;
use language::Reached;
use machine::{Captured, Config};
use program::{IdVec, SiteTable};
use scenario::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::assemble::{Plan as SuitePlan, add_throwing, assemble_beyond};
use suite::footprint::Footprint;
use suite::idle::Measure;
use suite::tries::{Chances, Score, Tries};
use suite::{Beginning, Rehearsal};
use trace::{RunError, Trace};

/// How often one scenario is run to make it smaller.
const EFFORT: u32 = 300;
/// The shares of the budget that may be taken beyond it until the suite is assembled, and until it is chosen what tests assert.
const ASSEMBLING: f64 = 0.06;
const CHOOSING: f64 = 0.10;

impl Project {
    /// Lets a technique make scenarios.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn generate(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, RunError> {
        let start = Start {
            coverage: Coverage::new(Arc::clone(&self.goals), settings.rule),
            seeds: Vec::new(),
        };
        self.search(technique, settings, start, progress, &Arc::default())
    }

    /// Lets a technique make scenarios, and notes what they throw.
    fn search(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        start: Start,
        progress: &mut dyn FnMut(&Progress),
        thrown: &Arc<Thrown>,
    ) -> Result<Generated, RunError> {
        let record_decisions = settings.criteria.needs_decisions();
        let runner = || -> Result<Box<dyn trace::Runner + Send>, RunError> {
            let config = Config { record_decisions, ..Self::config(self.start) };
            let forked = self.mould.cast(config, Arc::new(Captured::default()));
            let forked = forked.map_err(Error::into_run)?;
            let steps = (self.start, settings.max_steps);
            Ok(Box::new(JavaRunner::new(forked, Arc::clone(thrown), steps)))
        };
        let settings = Settings { limits: limits(), ..settings.clone() };
        let subject = self.subject(&self.program, &runner);
        generate_from(&subject, start, technique, &settings, progress)
    }

    /// Makes tests.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn produce(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Product, Error> {
        self.produce_from(technique, settings, Beginning::default(), progress)
    }

    /// Makes tests, beginning with those that were there before.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn produce_from(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        mut beginning: Beginning,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Product, Error> {
        let thrown = Arc::new(Thrown::default());
        let started = settings.budget.clock.now();
        let mut stage = Stage::for_mutants(self)?;
        let known = stage.rerun(settings.rule)?;
        let elapsed = || settings.budget.clock.now().saturating_sub(started);
        let searching = settings.budget.searching();
        beginning.tests.retain(|test| stage.run(&test.scenario, &mut Trace::default()).is_ok());
        let mut coverage = known.coverage.clone();
        beginning.aside.iter().for_each(|goal| coverage.assume(*goal));
        let seeds = [beginning.scenarios(), known.seeds].concat();
        let start = Start { coverage, seeds };
        // A mutant that no run comes by is noticed by none: a call that always throws covers no line behind it.
        let criteria = match settings.mutation > 0.0 && settings.until.is_none() {
            true => settings.criteria.and(Criterion::Mutation),
            false => settings.criteria,
        };
        let budget = searching.keeping(settings.mutation);
        let own = Settings { budget, criteria, ..settings.clone() };
        let mut generated = self.search(technique, &own, start, progress, &thrown)?;
        if !beginning.aside.is_empty() {
            // What was taken as covered for the search need not be.
            let kept = generated.kept.iter().map(|kept| &kept.scenario);
            let all = beginning.tests.iter().map(|test| &test.scenario).chain(kept);
            generated.coverage = language::covered_by(&mut stage, known.coverage.clone(), all)?;
        }
        let mut scenarios = Vec::new();
        for kept in &generated.kept {
            let ended = stage.ended(&kept.scenario)?;
            if beginning.test(&ended).is_none() {
                scenarios.push(ended);
            }
        }
        if settings.mutation > 0.0 {
            scenarios.extend(stage.beginnings(&scenarios)?);
        }
        let mutants = match settings.mutation > 0.0 {
            true => self.mutants(),
            false => IdVec::new(),
        };
        let rest = searching.without(generated.statistics.executions, elapsed());
        let subject = self.subject(&self.program, &no_machine);
        let (units, _) = subject.units(limits());
        let mut starts: Vec<Scenario> =
            beginning.tests.iter().map(|test| test.scenario.clone()).collect();
        let mut twins = match mutants.is_empty() {
            true => Vec::new(),
            false => self.twins(&scenarios),
        };
        // A copy may use what it does not make: it is no scenario then.
        twins.retain(|twin| stage.run(twin, &mut Trace::default()).is_ok());
        starts.append(&mut twins);
        starts.extend_from_slice(&scenarios);
        let ground = Ground { units: &units, goals: &self.goals, mutants: &mutants };
        // Where nothing is mutated, nobody helps.
        let helpers = if mutants.is_empty() { 1 } else { settings.jobs.max(1) };
        let mut others = Vec::new();
        for _ in 1..helpers {
            others.push(Stage::for_mutants(self)?);
        }
        let stages = std::iter::once(&mut stage).chain(&mut others).map(|own| own as _).collect();
        let found = kill_mutants(stages, ground, starts, &rest, settings.seed)?;
        drop(others);
        stage.deadline = settings.budget.finishing(elapsed(), ASSEMBLING);
        let plan = SuitePlan {
            criteria: settings.criteria,
            rule: settings.rule,
            effort: EFFORT,
            mutants: &mutants,
            knows_kills: mutants.is_empty() || !found.is_cut,
            anchors: beginning.tests.len(),
            keeps_anchors: found.is_cut && !mutants.is_empty(),
        };
        let shown = known.footprint;
        let (mut tests, mut left) =
            assemble_beyond(&mut stage, &self.goals, plan, shown.clone(), &found.drafts)?;
        let thrown = Arc::try_unwrap(thrown).unwrap_or_default();
        self.cut_texts(&mut stage, &scenarios, &thrown, &settings.budget)?;
        if settings.criteria.has(Criterion::Exception) {
            let throwing = thrown.scenarios(|function| self.is_own_entry(function));
            let more = add_throwing(&mut stage, &self.goals, plan, &mut tests, &throwing)?;
            left.flaky.extend(more.flaky);
        }
        stage.deadline = settings.budget.finishing(elapsed(), CHOOSING);
        let mut candidates = Vec::new();
        for mut test in tests {
            let (kills, tried) = (std::mem::take(&mut test.kills), std::mem::take(&mut test.tried));
            let before = test.scenario.clone();
            if let Some(mut candidate) = stage.candidate(test)? {
                candidate.kills = kills;
                if candidate.scenario == before {
                    candidate.tried = tried;
                }
                candidates.push(candidate);
            }
        }
        let (mut written, mut tries) = match mutants.is_empty() {
            true => {
                let telling = candidates.into_iter().map(Candidate::telling);
                (telling.collect(), Tries::default())
            }
            false => {
                let worth = found.worth_trying(&mutants);
                stage.choose(&mutants, &worth, &beginning, candidates)?
            }
        };
        if !mutants.is_empty() && !stage.is_late() {
            let wanted = |goal: GoalId| plan.wants(&self.goals, goal);
            let measure = Measure {
                goals: &self.goals,
                wanted: &wanted,
                pairs: settings.criteria.has(Criterion::Mcdc),
                shown: &shown,
                mutants: &mutants,
                knows_kills: !found.is_cut,
            };
            stage.drop_idle(measure, &beginning, &mut written, &mut tries)?;
        }
        let seen = thrown.seen().into_iter().filter(|(function, _)| self.is_own_entry(*function));
        let exceptions =
            seen.map(|(function, class)| (self.method_name(function), class)).collect();
        let mut exits = BTreeMap::new();
        for (function, runs) in thrown.exits() {
            *exits.entry(self.method_name(function)).or_default() += runs;
        }
        let endless = thrown.endless();
        let (mut findings, nulls) = self.exceptions(&mut stage, thrown, &settings.budget)?;
        findings.extend(self.broken_contracts(&mut stage, &scenarios)?);
        findings.extend(self.broken_annotations(&mut stage, &scenarios)?);
        findings.extend(self.hangs(&mut stage, endless)?);
        let accepted = self.accepted(&mut stage, &scenarios)?;
        let mut product = Product {
            tests: written,
            closes: true,
            coverage: Coverage::new(Arc::clone(&self.goals), settings.rule),
            reached: Reached::default(),
            counters: BTreeMap::new(),
            generated,
            flaky: report::Flaky {
                scenarios: left.flaky.len() as u32,
                assertions: stage.shaky as u32,
            },
            exceptions,
            tested: BTreeSet::new(),
            exits,
            findings,
            accepted,
            nulls,
            rerun: known.rerun,
            chances: Chances { killable: found.worth_trying(&mutants), tries },
            verdicts: found.verdicts,
            mutants,
            score: Score::default(),
            budget: settings.budget.clone(),
            beginning,
        };
        self.measure(&mut product)?;
        Ok(product)
    }

    /// What the tests cover, all together and one after the other as JUnit would run them.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn measure(&self, product: &mut Product) -> Result<(), Error> {
        let mut stage = Stage::new(self)?;
        stage.closes = product.closes;
        let mut coverage = Coverage::new(Arc::clone(&self.goals), product.coverage.rule());
        let mut trace = Trace::default();
        let sites = SiteTable::new(&self.program);
        let mut world = self.mould.world().clone();
        let classes = self.class_ids(&world);
        let mut probes = goals::Probes::new(&world, &self.program, &sites, &classes);
        for test in product.rerun.passed.iter().filter(|_| product.rerun.counts) {
            stage.prepared.run_existing(&test.run, &mut trace)?;
            coverage.update(&trace);
            probes.add(&trace);
        }
        let mut tests: Vec<&JavaTest> = product.tests.iter().collect();
        tests.sort_by_key(|test| hash_code(&test.name));
        let mut tested = BTreeSet::new();
        product.reached = Reached::default();
        for test in tests {
            stage.run_next(test, &mut trace)?;
            let Footprint { goals: mut covers, evaluations, .. } =
                Footprint::of(&self.goals, &trace);
            covers.extend(coverage.update(&trace));
            product.reached.add(&test.name, covers, evaluations);
            probes.add(&trace);
            tested.extend(stage.thrown(&test.scenario, &trace));
        }
        product.tested = tested;
        product.coverage = coverage;
        product.counters.clear();
        for (name, class) in self.classes.iter().zip(classes) {
            if let Some(counters) = probes.counters(&mut world, class)? {
                product.counters.insert(name.clone(), counters);
                let lines = probes.lines(&mut world, class)?;
                product.reached.counted.insert(name.clone(), lines);
            }
        }
        Ok(())
    }

    /// Takes away the tests that go further out of their process than they may: to files, hosts or other processes. In the
    /// machine they find nothing there; on the real JVM they would, and could do harm. Gives how many there were.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn stay_inside(&self, product: &mut Product, limit: Outside) -> Result<usize, Error> {
        let mut stage = Stage::new(self)?;
        let before = product.tests.len();
        let mut kept = Vec::with_capacity(before);
        for test in std::mem::take(&mut product.tests) {
            if stage.goes_outside(&test)? <= limit {
                kept.push(test);
            }
        }
        product.tests = kept;
        Ok(before - product.tests.len())
    }
}

/// The hash code of a text in Java: JUnit runs tests in the order of those of their names.
fn hash_code(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(unit.into()))
}
