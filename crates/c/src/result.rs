//! What came of C files, as the report has it.

use crate::lines::sources;
use crate::part::Part;
use crate::part::wanted;
use crate::produce::{Product, Project, UnitRow};
use coverage::{Criterion, Row};
use language::{Known, Mutants, coverage, effort, goals, numbers};
use program::FuncId;
use report::{Finding, Flaky, LeftOut, Member, NonNull, Note, TestFile, Unit};
use std::collections::BTreeMap;
use suite::Test;

/// The result of some functions.
pub(crate) fn unit(part: &Part, product: &Product, files: Vec<TestFile>, notes: Vec<Note>) -> Unit {
    let project = part.project();
    let rows = project.rows(product, &part.functions);
    told(
        &Told { project, name: &part.name, functions: &part.functions },
        rows,
        product,
        (files, notes),
    )
}

/// What a result is about.
pub(crate) struct Told<'t> {
    pub project: &'t Project,
    /// What it is called.
    pub name: &'t str,
    pub functions: &'t [FuncId],
}

/// The result of some functions, of which the rows of the table are known.
pub(crate) fn told(
    &Told { project, name: called, functions }: &Told<'_>,
    rows: Vec<UnitRow>,
    product: &Product,
    (files, notes): (Vec<TestFile>, Vec<Note>),
) -> Unit {
    let name = |function: FuncId| project.program.functions[function].source_name().to_owned();
    let all = sum(project, &rows);
    let known = Known {
        goals: &project.goals,
        coverage: &product.coverage,
        found: &product.found,
        died: &product.died,
        end: &|function| product.ends.get(&function).copied(),
        place: &|span| project.place(span),
        name: &name,
    };
    let sources = sources(project, product, &known, &rows);
    let wanted = wanted(project, functions, product.criteria.listed());
    let mutants = Mutants {
        all: &product.mutants,
        score: &product.score,
        verdicts: &product.verdicts,
        member: &name,
        place: &|span| project.place(span),
    };
    let mut listed = goals(&known, wanted.into_iter());
    if product.criteria.has(Criterion::Mutation) {
        listed.extend(mutants.goals(project.goals.goals.len() as u32));
    }
    let (non_null, findings) = split_findings(project, product);
    let left_out = |left: &crate::write::LeftOut| LeftOut {
        test: left.test.clone(),
        member: Some(name(left.function)),
        kind: left.kind,
        text: left.reason.clone(),
        missing_class: None,
    };
    let bounded = product.statistics.bounded.iter().map(|function| name(*function)).collect();
    Unit {
        name: called.to_owned(),
        vocabulary: None,
        settings: None,
        coverage: coverage(&all, false),
        members: rows.into_iter().map(|row| member(project, &mutants, row)).collect(),
        sources,
        goals: listed,
        tests: tests(project, product),
        files,
        findings,
        non_null,
        left_out: product.left_out.iter().map(left_out).collect(),
        flaky: Flaky { scenarios: product.flaky.len() as u32, assertions: 0 },
        exceptions: Vec::new(),
        exits: Vec::new(),
        existing_tests: None,
        source_decisions: None,
        mutation: mutants.mutation(),
        effort: effort(&product.statistics, bounded),
        notes,
    }
}

/// What is covered of all functions. Of those that were compiled several times from one place, as in headers, llvm-cov
/// counts the most that is covered of one.
fn sum(project: &Project, rows: &[UnitRow]) -> Row {
    let mut all = Row::default();
    let mut places: BTreeMap<_, Row> = BTreeMap::new();
    for row in rows {
        match project.goals.units[row.unit].span {
            Some(span) => {
                let file = project.program.files[span.file].to_string();
                let most = places.entry((file, span.line, span.column)).or_default();
                *most = most.most(row.row);
            }
            None => all += row.row,
        }
    }
    places.into_values().for_each(|row| all += row);
    all
}

fn member(project: &Project, mutants: &Mutants<'_>, row: UnitRow) -> Member {
    let UnitRow { unit, name, row, emitted: _, constant, tests, reason, time } = row;
    Member {
        name,
        place: project.goals.units[unit].span.map(|span| project.place(span)),
        coverage: coverage(&row, false),
        constant_conditions: constant as u32,
        mutants: mutants.killed(project.goals.units[unit].function),
        tests: tests as u32,
        untested: reason,
        seconds: time.as_secs_f64(),
    }
}

fn tests(project: &Project, product: &Product) -> Vec<report::Test> {
    let fabricated = project.fabricated(product);
    let test = |test: &Test| {
        let covered = product.reached.covers.get(&test.name).into_iter().flatten().copied();
        report::Test {
            name: test.name.clone(),
            member: project.program.functions[test.function].source_name().to_owned(),
            covers: numbers(&project.goals, covered, product.criteria.listed()),
            fabricated: fabricated.contains(&test.name.as_str()),
        }
    };
    product.tests.iter().map(test).collect()
}

/// The parameters that must not be null, by function, and the findings that say more than that.
fn split_findings(project: &Project, product: &Product) -> (Vec<NonNull>, Vec<Finding>) {
    let name = |function: FuncId| project.program.functions[function].source_name().to_owned();
    let mut nulls: BTreeMap<FuncId, Vec<String>> = BTreeMap::new();
    let mut others = Vec::new();
    for test in &product.findings {
        let Some(cause) = product.causes.get(&test.name) else { continue };
        if let Some((function, parameter)) = &cause.non_null {
            let known = nulls.entry(*function).or_default();
            if !known.contains(parameter) {
                known.push(parameter.clone());
            }
            continue;
        }
        let fault = product.said.get(&test.name).cloned().unwrap_or_default();
        others.push(Finding {
            kind: cause.kind,
            member: name(test.function),
            what: fault.cause,
            reason: Some(cause.reason.clone()),
            place: fault.place,
            stack: fault.stack,
            occurrences: cause.occurrences,
            test: cause.kind.is_reportable().then(|| test.name.clone()),
            reproduction: None,
        });
    }
    let non_null = |(function, parameters): (FuncId, Vec<String>)| NonNull {
        member: name(function),
        parameters,
    };
    (nulls.into_iter().map(non_null).collect(), others)
}
