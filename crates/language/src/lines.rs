//! Branches, decisions and lines of the source, with what is known about each and the tests that reach them.

use crate::near::Near;
use crate::{Known, wish};
use coverage::{GoalId, GoalKind, UnitId, Vector};
use program::{FuncId, Span};
use report::{Branch, Condition, Decision, Evaluation, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Which test showed an evaluation of a decision first, by unit, decision and evaluation.
type Shown = BTreeMap<(UnitId, u32, Vector), String>;

/// What tests reach, one by one.
#[derive(Clone, Debug, Default)]
pub struct Reached<C> {
    /// What each test covers, by its name; a pair that shows independence counts for the test that completes it.
    pub covers: BTreeMap<String, BTreeSet<GoalId>>,
    /// Which test showed which evaluation of a decision first.
    pub shown: Shown,
    /// How near they came to branches that none of them takes.
    pub near: Near,
    /// What else all of them count together.
    pub counted: C,
}

impl<C> Reached<C> {
    /// Adds what a test covers and shows.
    pub fn add(
        &mut self,
        test: &str,
        covers: BTreeSet<GoalId>,
        evaluations: BTreeSet<(UnitId, u32, Vector)>,
    ) {
        self.covers.insert(test.to_owned(), covers);
        for evaluation in evaluations {
            self.shown.entry(evaluation).or_insert_with(|| test.to_owned());
        }
    }
}

/// Units of a program whose source is told line by line.
pub struct Listing<'k, C> {
    /// What is known about goals.
    pub known: &'k Known<'k>,
    /// The units.
    pub units: &'k [UnitId],
    /// The names of the tests, in their order.
    pub tests: Vec<&'k str>,
    /// What they reach.
    pub reached: &'k Reached<C>,
    /// How often the tests take a branch, where the referee counts that.
    pub count: &'k dyn Fn(GoalId) -> Option<u64>,
    /// Where a branch of a unit is used, by its number in the unit, if it is written elsewhere: in a macro.
    pub used: &'k dyn Fn(UnitId, u32) -> Option<Span>,
}

/// A place without its file: line, column if known, and end if known.
type Spot = (u32, Option<u32>, Option<(u32, u32)>);

impl<C> Listing<'_, C> {
    /// The branches, by file and line.
    pub fn branches(&self) -> BTreeMap<(String, u32), Vec<Branch>> {
        let mut lines = BTreeMap::<_, Vec<Branch>>::new();
        for &unit in self.units {
            for goal in self.known.goals.of_unit(unit) {
                if let Some((file, line, branch)) = self.branch(unit, goal) {
                    lines.entry((file, line)).or_default().push(branch);
                }
            }
        }
        lines
    }

    fn branch(&self, unit: UnitId, goal: GoalId) -> Option<(String, u32, Branch)> {
        let Known { goals, coverage, .. } = self.known;
        let GoalKind::Branch { branch, .. } = goals.goals[goal].kind else { return None };
        let span = (self.used)(unit, branch).or(goals.goals[goal].span);
        let (file, (line, column, end)) = self.spot(span)?;
        let count = (self.count)(goal);
        let covered = count.map_or_else(|| coverage.is_covered(goal), |count| count > 0);
        let outcome = match goals.units[unit].branches[branch as usize].single {
            true => "taken",
            false => wish(goals, goal),
        };
        let verdict = match (covered, self.verdict(unit, goal)) {
            (true, _) => Verdict::Covered,
            (false, Verdict::Covered) => Verdict::Open,
            (false, verdict) => verdict,
        };
        let nearest = match covered {
            true => None,
            false => self.reached.near.of(goal, &|test| self.number(test)),
        };
        let asked = self.reached.near.asked(goal).filter(|_| !covered);
        let branch = Branch {
            goal: Some(goal.0),
            outcome: outcome.to_owned(),
            branch,
            column,
            end,
            count,
            covered,
            verdict,
            nearest,
            asked,
        };
        Some((file, line, branch))
    }

    fn verdict(&self, unit: UnitId, goal: GoalId) -> Verdict {
        self.known.verdict(goal, self.function(unit))
    }

    fn function(&self, unit: UnitId) -> FuncId {
        self.known.goals.units[unit].function
    }

    /// Where something stands, if that is known.
    fn spot(&self, span: Option<Span>) -> Option<(String, Spot)> {
        let span = span?;
        let place = (self.known.place)(span);
        let end = place.column.map(|_| (span.end_line, span.end_column));
        Some((place.file, (place.line?, place.column, end)))
    }

    /// The tests that cover each goal, by their numbers.
    pub fn reaching(&self) -> BTreeMap<GoalId, Vec<u32>> {
        let mut reaching = BTreeMap::<GoalId, Vec<u32>>::new();
        for (number, test) in self.tests.iter().enumerate() {
            for goal in self.reached.covers.get(*test).into_iter().flatten() {
                reaching.entry(*goal).or_default().push(number as u32);
            }
        }
        reaching
    }

    /// The decisions of several conditions, by file.
    pub fn decisions(&self) -> BTreeMap<String, Vec<Decision>> {
        let mut files = BTreeMap::<_, Vec<Decision>>::new();
        for &unit in self.units {
            for number in 0..self.known.goals.units[unit].decisions.len() as u32 {
                if let Some((file, decision)) = self.decision(unit, number) {
                    files.entry(file).or_default().push(decision);
                }
            }
        }
        files
    }

    fn decision(&self, unit: UnitId, number: u32) -> Option<(String, Decision)> {
        let Known { goals, coverage, .. } = self.known;
        let shape = &goals.shape(unit, number).decision;
        let own = goals.units[unit].decisions[number as usize].span.or(shape.span);
        let first = || shape.conditions.iter().find_map(|condition| condition.span);
        let (file, (line, column, end)) = self.spot(own.or_else(first))?;
        let vectors: Vec<&Vector> = coverage.vectors(unit, number).iter().collect();
        let conditions = shape.conditions.iter().enumerate().map(|(index, condition)| {
            let index = index as u32;
            let goal = self.independence(unit, number, index);
            let spot = self.spot(condition.span).map(|(_, spot)| spot);
            Condition {
                line: spot.map(|spot| spot.0),
                column: spot.and_then(|spot| spot.1),
                end: spot.and_then(|spot| spot.2),
                goal: goal.map(|goal| goal.0),
                verdict: goal.map(|goal| self.verdict(unit, goal)),
                pair: self.pair(unit, number, index, &vectors),
            }
        });
        let evaluation = |vector: &&Vector| Evaluation {
            values: vector.conditions.clone(),
            outcome: vector.outcome,
            test: self.shower(unit, number, vector),
        };
        let decision = Decision {
            member: (self.known.name)(self.function(unit)),
            line,
            column,
            end,
            conditions: conditions.collect(),
            evaluations: vectors.iter().map(evaluation).collect(),
        };
        Some((file, decision))
    }

    /// The goal that a condition of a decision shows its independence.
    fn independence(&self, unit: UnitId, number: u32, index: u32) -> Option<GoalId> {
        let goals = self.known.goals;
        let wanted = GoalKind::Independence { decision: number, condition: index };
        goals.of_unit(unit).find(|goal| goals.goals[*goal].kind == wanted)
    }

    /// The first two evaluations that show the independence of a condition.
    fn pair(
        &self,
        unit: UnitId,
        number: u32,
        index: u32,
        vectors: &[&Vector],
    ) -> Option<(u32, u32)> {
        let shape = &self.known.goals.shape(unit, number).decision;
        let rule = self.known.coverage.rule();
        let numbers = 0..vectors.len();
        let mut pairs = numbers.flat_map(|second| (0..second).map(move |first| (first, second)));
        let (first, second) =
            pairs.find(|(a, b)| rule.shows(shape, index, vectors[*a], vectors[*b]))?;
        Some((first as u32, second as u32))
    }

    /// The test that showed an evaluation first.
    fn shower(&self, unit: UnitId, number: u32, vector: &Vector) -> Option<u32> {
        self.number(self.reached.shown.get(&(unit, number, vector.clone()))?)
    }

    /// The place of a test in the list.
    fn number(&self, name: &str) -> Option<u32> {
        let place = self.tests.iter().position(|test| *test == name)?;
        Some(place as u32)
    }
}
