//! Carrying out a project's plan: rounds of units, each kept in the ledger as soon as it is there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use campaign::{Failed, Identity, Item, Laboratory, Ledger, Missing, Plan};
use generate::{Settings, Stop};
use project::discover::Layout;
use project::share::{self, Slice};
use project::{Crew, Outcome, Outsourced, Payload, Site, Workshop, restore};

use super::view::View;
use super::{Opened, ProjectOptions, Session, crew, summary};
use crate::failure::Failure;

/// What is known at the end.
pub struct Known<'k> {
    /// The results, by the place of the unit; the last of several.
    pub results: BTreeMap<usize, &'k Payload>,
    /// Units whose work failed, with the reason.
    pub failed: BTreeMap<usize, String>,
}

/// Tests the chosen units of a project, and tells what came of it.
pub fn conduct(
    options: &ProjectOptions,
    opened: &Opened,
    path: &Path,
    session: &Session<'_>,
) -> Result<ExitCode, Failure> {
    let Opened { layout, site, chosen } = opened;
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
    let crew = crew::crew(options, layout, session.words, workers, settings.jobs);
    let view = View::new(options.quiet, options.making.json, options.json_lines, chosen.len());
    let mut campaign =
        Campaign { options, site, chosen, settings, workers, crew, stop, view: &view };
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
    let known = Known { results, failed };
    // Results of other machines come without their files.
    for (index, payload) in &known.results {
        restore(site, &site.tasks[*index], payload)?;
    }
    summary::tell(options, opened, &known, stop)
}

/// Where results are kept.
pub fn ledger_path(options: &ProjectOptions, layout: &Layout) -> PathBuf {
    options.ledger.clone().unwrap_or_else(|| layout.root.join(".ferret/ledger.jsonl"))
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
        failed(error.to_string()).help("--fresh begins a new one, --ledger names another file")
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
        let outsourced = self.crew.as_ref().map(|crew| Outsourced {
            crew,
            site: self.site,
            chosen: units,
            slices,
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
            observer: self.view,
            stop: self.stop,
        };
        let mut tell = |progress: campaign::Progress<'_, Payload>| self.view.over(&progress);
        let laboratory: &dyn Laboratory<Payload> = match &outsourced {
            Some(outsourced) => outsourced,
            None => &workshop,
        };
        campaign::conduct(&plan, ledger, laboratory, self.workers, &mut tell).map_err(|error| {
            Failure::new(format!("`{}` cannot be written: {error}", path.display()))
                .help("what is in it is kept; the same command goes on from there")
        })
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
        let subject = |(place, index): (usize, &usize)| {
            let task = &self.site.tasks[*index];
            let mut settings = campaign::Settings::new();
            settings.insert("code".to_owned(), format!("{:016x}", task.found.code));
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
        let wanted: BTreeMap<&str, (usize, String)> = self
            .chosen
            .iter()
            .enumerate()
            .map(|(place, index)| {
                let task = &self.site.tasks[*index];
                (task.name.as_str(), (place, format!("{:016x}", task.found.code)))
            })
            .collect();
        let of_round = |identity: &Identity| -> u32 {
            identity.settings.get("round").and_then(|round| round.parse().ok()).unwrap_or(0)
        };
        let mut found = vec![Vec::new(); self.chosen.len()];
        for record in ledger.records() {
            let identity = &record.identity;
            let Some((place, code)) = wanted.get(identity.subject.as_str()) else { continue };
            let same = |name: &str| identity.settings.get(name) == plan.settings.get(name);
            let alike = ["version", "criterion", "options", "executions"].into_iter().all(same);
            if alike
                && identity.seed == self.settings.seed
                && identity.settings.get("code") == Some(code)
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

    /// The last result of each unit; that it failed once is none if it did not before.
    fn results<'l>(&self, ledger: &'l Ledger<Payload>) -> BTreeMap<usize, &'l Payload> {
        let found = self.found(ledger).into_iter().zip(self.chosen);
        let has_failed = |payload: &Payload| matches!(payload.outcome, Outcome::Failed(_));
        found
            .filter_map(|(rounds, index)| {
                let good = rounds.iter().rev().find(|(_, payload)| !has_failed(payload));
                Some((*index, good.or(rounds.last())?.1))
            })
            .collect()
    }
}
