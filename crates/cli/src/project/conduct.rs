//! Carrying out a project's plan: rounds of units, each kept in the ledger as soon as it is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use campaign::{Cell, Failed, Identity, Item, Laboratory, Ledger, Missing, Plan};
use generate::{Settings, Stop};
use language::{Focus, fingerprint};
use project::discover::Layout;
use project::earlier::{Earlier, code_of, is_current, latest};
use project::regenerate::is_pending;
use project::share::{self, Slice};
use project::{Crew, Fuse, Outcome, Outsourced, Payload, Site, Task, Until, Workshop, restore};

use super::view::View;
use super::{Opened, ProjectOptions, Session, crew, summary};
use crate::failure::Failure;

/// The setting that tells which lines tests were made for.
const SINCE: &str = "since";

/// What is known at the end.
pub struct Known<'k> {
    /// The results, by the place of the unit; the best of several.
    pub results: BTreeMap<usize, &'k Payload>,
    /// Units whose work failed, with the reason.
    pub failed: BTreeMap<usize, String>,
    /// Units with tests that fail because the code changed and that were left as they are.
    pub pending: BTreeSet<usize>,
}

/// Tests the chosen units of a project, and tells what came of it.
pub fn conduct(
    options: &ProjectOptions,
    opened: &Opened,
    path: &Path,
    session: &Session<'_>,
) -> Result<ExitCode, Failure> {
    let Opened { site, chosen, focus, layout } = opened;
    let stop = session.stop;
    let mut settings = options.making.settings(stop);
    // Units side by side need no threads of their own, unless there are fewer of them.
    let workers = settings.jobs.min(chosen.len()).max(1);
    settings.jobs = (settings.jobs / workers).max(1);
    // A technique that cannot be made is told before any work is done.
    options.making.technique()?;
    let mut ledger = open(options, path)?;
    if options.crew.retry_failed {
        ledger.forget(|record| matches!(record.payload.outcome, Outcome::Failed(_)));
    }
    let crew = crew::crew(options, opened, session.words, workers, settings.jobs);
    let view = View::new(options.quiet, options.making.json, options.json_lines, chosen.len());
    let focus = focus.as_ref();
    let kept = others(options, layout, path)?;
    let mut campaign = Campaign {
        options,
        site,
        chosen,
        settings,
        workers,
        crew,
        stop,
        view: &view,
        focus,
        kept,
        end: None,
    };
    let failed = match options.total_budget {
        None => campaign.round(&mut ledger, path, 0, chosen, &[])?.failed,
        Some(total) => campaign.rounds(&mut ledger, path, total)?,
    };
    view.end();
    let by_name: BTreeMap<&str, usize> =
        chosen.iter().map(|index| (site.tasks[*index].name.as_str(), *index)).collect();
    let failed = failed.into_iter().filter_map(|Failed { identity, reason }| {
        Some((*by_name.get(&*identity.subject)?, reason))
    });
    let mut failed: BTreeMap<usize, String> = failed.collect();
    let mut results = campaign.results(&ledger);
    results.retain(|index, payload| match &payload.outcome {
        Outcome::Failed(reason) => {
            failed.insert(*index, reason.clone());
            false
        }
        _ => true,
    });
    // What an earlier round found is kept if a later one failed.
    failed.retain(|index, _| !results.contains_key(index));
    let mut known = Known { results, failed, pending: BTreeSet::new() };
    // Results of other machines come without their files, and the last round need not be the best one.
    for (index, payload) in &known.results {
        let task = &site.tasks[*index];
        match !options.incremental.update && is_pending(site, task, payload) {
            true => {
                known.pending.insert(*index);
            }
            false => restore(site, task, payload)?,
        }
    }
    summary::tell(options, opened, &known, stop)
}

/// For each chosen unit, what a ledger has as the result of its first round.
pub fn known<'l, P>(
    options: &ProjectOptions,
    opened: &Opened,
    ledger: &'l Ledger<P>,
    stop: &Stop,
) -> Vec<Option<&'l P>> {
    let Opened { site, chosen, focus, .. } = opened;
    let settings = options.making.settings(stop);
    let view = View::new(true, false, false, 0);
    let (focus, kept) = (focus.as_ref(), Ledger::default());
    let (workers, crew, view) = (1, None, &view);
    let campaign = Campaign {
        options,
        site,
        chosen,
        settings,
        workers,
        crew,
        stop,
        view,
        focus,
        kept,
        end: None,
    };
    let plan = campaign.plan(0, chosen, &[]);
    let result = |cell: Cell| ledger.get(&cell.identity).map(|record| &record.payload);
    plan.cells().map(result).collect()
}

/// Where results are kept.
pub fn ledger_path(options: &ProjectOptions, layout: &Layout) -> PathBuf {
    options.ledger.clone().unwrap_or_else(|| layout.root.join(".ferret/ledger.jsonl"))
}

/// What the project's ledger holds, where results go to another one: shards begin with what is known there.
fn others(
    options: &ProjectOptions,
    layout: &Layout,
    path: &Path,
) -> Result<Ledger<Payload>, Failure> {
    let main = ledger_path(options, layout);
    match main != path && main.exists() {
        true => read(&main),
        false => Ok(Ledger::default()),
    }
}

/// The whole lines of a ledger that somebody may be writing to.
pub fn read(path: &Path) -> Result<Ledger<Payload>, Failure> {
    Ledger::read(path).map_err(|error| Failure::new(format!("`{}`: {error}", path.display())))
}

/// The ledger with what is there.
fn open(options: &ProjectOptions, path: &Path) -> Result<Ledger<Payload>, Failure> {
    let failed = |error: String| Failure::new(format!("`{}`: {error}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
    }
    if options.fresh && path.exists() {
        std::fs::remove_file(path).map_err(|error| failed(error.to_string()))?;
    }
    Ledger::open(path).map_err(|error| {
        failed(error.to_string()).help("--fresh starts a new one, --ledger names another file")
    })
}

/// Rounds over the units of a project.
struct Campaign<'c> {
    options: &'c ProjectOptions,
    site: &'c Site,
    chosen: &'c [usize],
    settings: Settings,
    workers: usize,
    crew: Option<Crew>,
    stop: &'c Stop,
    view: &'c View,
    /// The lines that tests are made for, if not for all.
    focus: Option<&'c Focus>,
    /// Further results to begin with.
    kept: Ledger<Payload>,
    /// When no further unit begins, if there is one budget for all.
    end: Option<Instant>,
}

impl Campaign<'_> {
    /// Every unit for a short time, then those that something can still be gained from, until the time is up.
    fn rounds(
        &mut self,
        ledger: &mut Ledger<Payload>,
        path: &Path,
        total: Duration,
    ) -> Result<Vec<Failed>, Failure> {
        let started = Instant::now();
        self.end = Some(started + total);
        let first = share::first(total, self.workers, self.chosen.len());
        let slices = vec![first; self.chosen.len()];
        let mut failed = self.round(ledger, path, 0, self.chosen, &slices)?.failed;
        for number in 1.. {
            let left = total.saturating_sub(started.elapsed()) * self.workers as u32;
            let next = share::next(&self.histories(ledger), left);
            if next.is_empty() || self.stop.is_pulled() {
                break;
            }
            let (units, slices): (Vec<usize>, Vec<Duration>) =
                next.into_iter().map(|(unit, slice)| (self.chosen[unit], slice)).unzip();
            failed.extend(self.round(ledger, path, number, &units, &slices)?.failed);
        }
        Ok(failed)
    }

    /// One round: units that have no result of it yet.
    fn round(
        &self,
        ledger: &mut Ledger<Payload>,
        path: &Path,
        number: u32,
        units: &[usize],
        slices: &[Duration],
    ) -> Result<Missing, Failure> {
        let plan = self.plan(number, units, slices);
        self.view.round(number, units.len());
        let technique = || match self.options.making.technique() {
            Ok(technique) => technique,
            Err(_) => Box::new(generate::Auto::default()),
        };
        let earlier = self.earlier(ledger, units);
        let outsourced = self.crew.as_ref().map(|crew| Outsourced {
            crew,
            site: self.site,
            chosen: units,
            slices,
            earlier: &earlier,
            budget: self.settings.budget.time,
            observer: self.view,
            stop: self.stop,
        });
        let workshop = Workshop {
            site: self.site,
            chosen: units,
            slices,
            settings: &self.settings,
            technique: &technique,
            earlier: &earlier,
            focus: self.focus,
            keeps_changed: self.options.keeps_changed(),
            observer: self.view,
            stop: self.stop,
        };
        let mut tell = |progress: campaign::Progress<'_, Payload>| self.view.over(&progress);
        let laboratory: &dyn Laboratory<Payload> = match &outsourced {
            Some(outsourced) => outsourced,
            None => &workshop,
        };
        let until = Until::new(laboratory, self.end);
        let fuse = Fuse::new(&until);
        let kept = "results so far are kept; the same command continues from there";
        let missing =
            campaign::conduct(&plan, ledger, &fuse, self.workers, &mut tell).map_err(|error| {
                self.view.end();
                Failure::new(format!("`{}` cannot be written: {error}", path.display())).help(kept)
            })?;
        match fuse.blown() {
            None => Ok(missing),
            Some((count, reason)) => {
                self.view.end();
                let message = format!("{count} units in a row could not be tested: {reason}");
                Err(Failure::new(message).help(kept))
            }
        }
    }

    /// What earlier runs left for units.
    fn earlier(&self, ledger: &Ledger<Payload>, units: &[usize]) -> BTreeMap<usize, Earlier> {
        let (own, kept) = (latest(ledger), latest(&self.kept));
        let found = units.iter().filter_map(|index| {
            let task = &self.site.tasks[*index];
            let record = own.get(&*task.name).or_else(|| kept.get(&*task.name))?;
            Some((*index, Earlier::new(record, task)))
        });
        found.collect()
    }

    fn plan(&self, number: u32, units: &[usize], slices: &[Duration]) -> Plan {
        let mut settings = campaign::Settings::new();
        let mut set = |name: &str, value: String| settings.insert(name.to_owned(), value);
        set("version", env!("CARGO_PKG_VERSION").to_owned());
        set("criterion", self.settings.criteria.to_string());
        set("options", format!("{} {}", self.options.making.words(), self.options.shape.words()));
        if let Some(executions) = self.settings.budget.executions {
            set("executions", executions.to_string());
        }
        set("round", number.to_string());
        if let Some(focus) = self.focus {
            set(SINCE, format!("{:016x}", fingerprint(format!("{:?}", focus.lines).as_bytes())));
        }
        let subject = |(place, index): (usize, &usize)| {
            let task = &self.site.tasks[*index];
            let mut settings = campaign::Settings::new();
            settings.extend(code_of(task).map(|(name, code)| (name.to_owned(), code)));
            let time = slices.get(place).copied().or(self.settings.budget.time);
            if let Some(time) = time {
                settings.insert("seconds".to_owned(), time.as_secs_f64().to_string());
            }
            Item { name: task.name.clone(), settings }
        };
        let seed = self.settings.seed;
        Plan {
            subjects: units.iter().enumerate().map(subject).collect(),
            variants: vec![Item::new("test")],
            seeds: seed..seed + 1,
            settings,
        }
    }

    /// The results of this plan's rounds for each chosen unit, in the order of the rounds.
    fn found<'l>(&self, ledger: &'l Ledger<Payload>) -> Vec<Vec<(&'l Identity, &'l Payload)>> {
        let plan = self.plan(0, self.chosen, &[]);
        let chosen = self.chosen.iter().map(|index| &self.site.tasks[*index]).enumerate();
        let wanted: BTreeMap<&str, (usize, &Task)> =
            chosen.map(|(place, task)| (task.name.as_str(), (place, task))).collect();
        let of_round = |identity: &Identity| -> u32 {
            identity.settings.get("round").and_then(|round| round.parse().ok()).unwrap_or(0)
        };
        let mut found = vec![Vec::new(); self.chosen.len()];
        for record in ledger.records() {
            let identity = &record.identity;
            let Some((place, task)) = wanted.get(identity.subject.as_str()) else { continue };
            let same = |name: &str| identity.settings.get(name) == plan.settings.get(name);
            let mut settings = ["version", "criterion", "options", "executions", SINCE].into_iter();
            if settings.all(same)
                && identity.seed == self.settings.seed
                && is_current(identity, task)
            {
                found[*place].push((identity, &record.payload));
            }
        }
        for rounds in &mut found {
            rounds.sort_by_key(|(identity, _)| of_round(identity));
        }
        found
    }

    fn histories(&self, ledger: &Ledger<Payload>) -> Vec<Vec<Slice>> {
        let slice = |(identity, payload): (&Identity, &Payload)| {
            let seconds = identity.settings.get("seconds").and_then(|text| text.parse().ok());
            let (covered, open) = payload.outcome.goals();
            Slice {
                given: Duration::from_secs_f64(seconds.unwrap_or(0.0)),
                took: Duration::from_secs_f64(payload.seconds),
                covered,
                open,
            }
        };
        let found = self.found(ledger).into_iter();
        found.map(|rounds| rounds.into_iter().map(slice).collect()).collect()
    }

    /// The best result of each unit: the one that covers and notices most, of several such ones the last.
    fn results<'l>(&self, ledger: &'l Ledger<Payload>) -> BTreeMap<usize, &'l Payload> {
        let found = self.found(ledger).into_iter().zip(self.chosen);
        let best = |rounds: Vec<(&Identity, &'l Payload)>| {
            let all = rounds.into_iter().map(|(_, payload)| payload);
            all.max_by_key(|payload| payload.outcome.worth())
        };
        found.filter_map(|(rounds, index)| Some((*index, best(rounds)?))).collect()
    }
}
