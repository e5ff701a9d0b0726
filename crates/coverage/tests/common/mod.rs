//! Programs as text, with their branches by name: the label of the block that they end (`5` for
//! `l5`), then `T` or `F` (`0`, `1`, … and `-` for a switch).

#![allow(dead_code, reason = "each test file uses its own part")]

use coverage::{Coverage, Criterion, Goals, Map, PairRule, Relevance, Structure, sites};
use program::{ConditionRef, FuncId, Id, OutcomeId, Program, SiteKind, SiteTable};
use std::fmt::Write;
use std::sync::Arc;
use trace::{Event, Trace};

/// A program, and what is covered of it.
pub struct Subject {
    pub program: Program,
    pub map: Arc<Map>,
    pub structure: Structure,
    names: Vec<String>,
}

impl Subject {
    pub fn new(text: &str, criterion: Criterion) -> Self {
        Self::with(text, criterion, PairRule::default())
    }

    pub fn with(text: &str, criterion: Criterion, rule: PairRule) -> Self {
        let program = program::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let table = SiteTable::new(&program);
        let bodies = program.functions.iter().filter(|(_, function)| function.has_body());
        let units = bodies.map(|(id, _)| sites::unit(&program, &table, id)).collect();
        let goals = Arc::new(Goals::new(&program, units));
        let map = Arc::new(Map::new(&program, Arc::clone(&goals)));
        let structure = Structure::new(Arc::clone(&map), Coverage::new(goals, rule), criterion);
        let names = names(&program, &table);
        Self { program, map, structure, names }
    }

    pub fn function(&self, name: &str) -> FuncId {
        let found = self.program.functions.iter().find(|(_, function)| function.name == name);
        found.unwrap_or_else(|| panic!("no function {name}")).0
    }

    pub fn outcome(&self, name: &str) -> OutcomeId {
        let found = self.names.iter().position(|other| other == name);
        OutcomeId::new(found.unwrap_or_else(|| panic!("no outcome {name}")))
    }

    pub fn outcomes(&self, names: &str) -> Vec<OutcomeId> {
        names.split_whitespace().map(|name| self.outcome(name)).collect()
    }

    pub fn name(&self, outcome: OutcomeId) -> &str {
        &self.names[outcome.index()]
    }

    /// The trace of a run along a path.
    pub fn trace(&self, path: &[OutcomeId]) -> Trace {
        let mut trace = Trace::default();
        trace.tally.clear(self.map.sites().outcomes());
        for &outcome in path {
            trace.tally.take(outcome);
            let Some((condition, value)) = self.map.condition(outcome) else { continue };
            let function = self.map.function(outcome);
            trace.events.push(Event::Condition { function, depth: 1, condition, value });
            let decision = &self.program.functions[function].decisions[condition.decision];
            let place = &decision.conditions[condition.index as usize];
            if (if value { place.if_true } else { place.if_false }).is_none() {
                let decision = condition.decision;
                trace.events.push(Event::Decision { function, depth: 1, decision, value });
            }
        }
        trace
    }

    pub fn run(&mut self, path: &str) -> bool {
        let trace = self.trace(&self.outcomes(path));
        self.structure.update(&trace)
    }

    /// What a candidate brings: a path whose last outcome is the flipped one.
    pub fn relevance(&self, path: &[OutcomeId], rest: &[FuncId]) -> Relevance {
        let (&last, earlier) = path.split_last().expect("a path");
        let so_far = self.map.so_far(last, earlier.iter().rev().copied());
        self.structure.relevance(last, &so_far, rest)
    }

    pub fn other(&self, outcome: OutcomeId) -> OutcomeId {
        let (site, index) = self.map.sites().owner(outcome);
        self.map.sites().site(site).outcome(1 - index)
    }

    /// The candidates that a path of two-way branches leaves behind: its prefixes with the last outcome
    /// turned.
    pub fn candidates(&self, path: &str) -> Vec<Vec<OutcomeId>> {
        let path = self.outcomes(path);
        let turned = |index: usize| {
            let flipped = self.other(path[index]);
            path[..index].iter().copied().chain([flipped]).collect()
        };
        (0..path.len()).map(turned).collect()
    }

    /// Candidates by name, each with its relevance.
    pub fn show(&self, candidates: &[Vec<OutcomeId>]) -> String {
        let mut text = String::new();
        for path in candidates {
            let names: Vec<&str> = path.iter().map(|&outcome| self.name(outcome)).collect();
            let relevance = self.relevance(path, &[]);
            let _ = writeln!(text, "{relevance:?}: {}", names.join(" "));
        }
        text
    }
}

/// A condition by decision and place.
pub fn condition(decision: u32, index: u32) -> ConditionRef {
    ConditionRef { decision: program::DecisionId(decision), index }
}

fn names(program: &Program, sites: &SiteTable) -> Vec<String> {
    let mut names = Vec::new();
    for (_, site) in sites.iter() {
        let block = &program.functions[site.point.function].blocks[site.point.block];
        let line = block.label.strip_prefix('l').filter(|rest| rest.parse::<u32>().is_ok());
        let label = line.unwrap_or(&block.label);
        for index in 0..site.outcomes() {
            let way = match site.kind {
                SiteKind::Switch { cases } if index == cases => "-".to_owned(),
                SiteKind::Switch { .. } => index.to_string(),
                _ => ["T", "F"][index as usize].to_owned(),
            };
            let place = match site.kind {
                SiteKind::Select => format!("{label}.{}", site.point.index),
                SiteKind::Check(_) => format!("{label}.check{}", site.point.index),
                _ => label.to_owned(),
            };
            names.push(format!("{place}{way}"));
        }
    }
    names
}
