//! What came of a class, as the report has it.

use crate::confirm::Confirmed;
use crate::lines::sources;
use crate::part::{Part, short};
use crate::project::{Product, Project};
use crate::write::{self, Known as Classes, Style};
use ::coverage::{Criteria, Criterion, Row, Share};
use jacoco::Tally;
use language::{Known, Mutants, Prepared, coverage, effort, goals, numbers};
use report::{
    Exception, ExistingTests, Exits, FailedTest, Finding, Member, NonNull, OtherDecision,
    SourceDecisions, Unit,
};
use scenario::Scenario;
use std::collections::BTreeSet;
use suite::assemble::subject_of;

/// The result of a class, but for its files and what was left out of them.
pub(crate) fn unit(part: &Part, product: &Product, criteria: Criteria) -> Unit {
    let Part { project, .. } = part;
    let checks = criteria.needs_checks();
    let member = |function| match project.goals.unit_of(function) {
        Some(unit) => short(&project.goals.units[unit].name).to_owned(),
        None => String::new(),
    };
    let mutants = Mutants {
        all: &product.mutants,
        score: &product.score,
        verdicts: &product.verdicts,
        member: &member,
        place: &|span| project.place(span),
    };
    let (row, members) = rows(project, product, checks, &mutants);
    let (mut listed, sources) = verdicts(part, product, criteria.listed());
    if criteria.has(Criterion::Mutation) {
        listed.extend(mutants.goals(project.goals.goals.len() as u32));
    }
    let exception = |seen: &(String, String)| Exception {
        member: seen.0.clone(),
        thrown: seen.1.replace('/', "."),
        tested: product.tested.contains(seen),
    };
    let exits = |(member, runs): (&String, &u64)| Exits { member: member.clone(), runs: *runs };
    let non_null = |(member, parameters): (&String, &BTreeSet<String>)| NonNull {
        member: member.clone(),
        parameters: parameters.iter().cloned().collect(),
    };
    Unit {
        name: part.name.clone(),
        vocabulary: None,
        settings: None,
        coverage: coverage(&row, checks),
        members,
        sources,
        goals: listed,
        tests: tests(project, product, criteria.listed()),
        files: Vec::new(),
        findings: findings(part, product),
        non_null: product.nulls.iter().map(non_null).collect(),
        left_out: Vec::new(),
        flaky: product.flaky,
        exceptions: product.exceptions.iter().map(exception).collect(),
        exits: product.exits.iter().map(exits).collect(),
        existing_tests: Some(existing_tests(product)),
        source_decisions: source_decisions(part),
        mutation: mutants.mutation(),
        effort: effort(&product.generated.statistics, Vec::new()),
        notes: Vec::new(),
    }
}

/// What is covered of the class, and of its methods.
fn rows(
    project: &Project,
    product: &Product,
    checks: bool,
    mutants: &Mutants<'_>,
) -> (Row, Vec<Member>) {
    let mut row = Row::default();
    let mut members = Vec::new();
    let called: Vec<String> =
        product.tests.iter().map(|test| member_of(project, &test.scenario)).collect();
    for class in &project.classes {
        for unit in project.units_of(class) {
            let own = product.coverage.row(unit);
            row += own;
            let known = &project.goals.units[unit];
            let name = short(&known.name).to_owned();
            members.push(Member {
                place: known.span.map(|span| project.place(span)),
                coverage: coverage(&own, checks),
                constant_conditions: 0,
                mutants: mutants.killed(known.function),
                tests: called.iter().filter(|called| **called == name).count() as u32,
                untested: None,
                seconds: 0.0,
                name,
            });
        }
    }
    // A line that several methods share, as fields with a value are, counts once.
    (row.regions, row.branches) = (Share::default(), Share::default());
    for counters in product.counters.values() {
        row.regions += share(counters.lines);
        row.branches += share(counters.branches);
    }
    (row, members)
}

fn share(tally: Tally) -> Share {
    Share { covered: tally.covered, total: tally.total }
}

/// What is known about each goal, and about each line. A method was explored to an end if all ways into it were.
fn verdicts(
    part: &Part,
    product: &Product,
    criteria: Criteria,
) -> (Vec<report::Goal>, Vec<report::Source>) {
    let Part { project, .. } = part;
    let generated = &product.generated;
    let end = |method| {
        let mut ways = project.entries.iter().filter(|entry| entry.method == method);
        let first = *generated.ends.get(&ways.next()?.function)?;
        ways.next().is_none().then_some(first)
    };
    let unit_name = |function| {
        let unit = project.goals.unit_of(function)?;
        Some(short(&project.goals.units[unit].name).to_owned())
    };
    let known = Known {
        goals: &project.goals,
        coverage: &product.coverage,
        found: &generated.coverage,
        died: &generated.died,
        end: &end,
        place: &|span| project.place(span),
        name: &|function| unit_name(function).unwrap_or_default(),
    };
    let listed = goals(&known, part.wanted(criteria).into_iter());
    (listed, sources(project, product, &known))
}

fn tests(project: &Project, product: &Product, criteria: Criteria) -> Vec<report::Test> {
    let test = |test: &write::JavaTest| {
        let covered = product.reached.covers.get(&test.name).into_iter().flatten().copied();
        report::Test {
            name: test.name.clone(),
            member: member_of(project, &test.scenario),
            covers: numbers(&project.goals, covered, criteria),
            fabricated: false,
        }
    };
    product.tests.iter().map(test).collect()
}

/// The method that a test is about, as the list of members names it.
fn member_of(project: &Project, scenario: &Scenario) -> String {
    let Some(function) = subject_of(scenario) else { return String::new() };
    let entry = project.entries.iter().find(|entry| entry.function == function);
    match entry.and_then(|entry| project.goals.unit_of(entry.method)) {
        Some(unit) => short(&project.goals.units[unit].name).to_owned(),
        None => project.method_name(function),
    }
}

/// The findings, each with the statements that show it.
fn findings(part: &Part, product: &Product) -> Vec<Finding> {
    let Part { project, style, .. } = part;
    let package = write::package_of(&project.class);
    project.with_world(|world| {
        let known = Classes::new(world, &project.program, &project.api, &package);
        let unit = project.writing(&known, Style { closes: false, ..*style });
        let found = product.findings.iter().map(|finding| Finding {
            kind: finding.kind,
            member: finding.method.clone(),
            what: finding.what.clone(),
            reason: finding.reason.clone(),
            occurrences: finding.occurrences,
            place: finding.line.as_ref().map(|(file, line)| report::Place {
                file: file.clone(),
                line: Some(*line),
                column: None,
            }),
            stack: finding.stack.clone(),
            test: finding.test.clone(),
            reproduction: Some(
                write::statements(&unit, &finding.scenario).unwrap_or_default().join(" "),
            ),
        });
        found.collect()
    })
}

fn existing_tests(product: &Product) -> ExistingTests {
    let rerun = &product.rerun;
    ExistingTests {
        count: rerun.counts,
        seeds: rerun.seeds as u32,
        passed: rerun.passed.iter().map(|test| test.name.clone()).collect(),
        failed: rerun
            .failed
            .iter()
            .map(|(test, why)| FailedTest { test: test.name.clone(), text: why.clone() })
            .collect(),
    }
}

/// What the source says of the decisions that were rebuilt from bytecode, where it is given.
fn source_decisions(part: &Part) -> Option<SourceDecisions> {
    let Part { project, options, .. } = part;
    let path = project.source_path()?;
    let roots = options.sources.iter();
    let text = roots.into_iter().find_map(|root| std::fs::read_to_string(root.join(&path)).ok())?;
    let file = path.rsplit('/').next().unwrap_or(&path).to_owned();
    let told = Confirmed::new(&project.rebuilt_decisions(), &text);
    let other = |(rebuilt, written): &(crate::confirm::Rebuilt, Option<u32>)| OtherDecision {
        line: rebuilt.lines.0,
        compiled: rebuilt.conditions,
        written: *written,
    };
    let others = told.others.iter().map(other).collect();
    Some(SourceDecisions { file, confirmed: told.confirmed as u32, others })
}
