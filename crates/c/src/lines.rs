//! The lines of C files, counted as llvm-cov counts them.

use crate::produce::{Product, Project, UnitRow};
use crate::units::Mapped;
use coverage::{GoalId, GoalKind, UnitId};
use language::{Known, Listing};
use llvm::mapping::Range;
use llvm::mapping::lines::{Counted, CountedLine, Coverer, lines};
use program::FileId;
use report::{Branch, Function, Line, Share, Source};
use std::collections::{BTreeMap, BTreeSet};

/// The files of some functions, each with its lines, in the order of their names.
pub(crate) fn sources(
    project: &Project,
    product: &Product,
    known: &Known<'_>,
    rows: &[UnitRow],
) -> Vec<Source> {
    let units: Vec<UnitId> = rows.iter().filter(|row| row.emitted).map(|row| row.unit).collect();
    let count = |goal: GoalId| {
        project.goals.count_of(goal).map(|count| product.reached.counted.value(count))
    };
    let listing = Listing {
        known,
        units: &units,
        tests: product.tests.iter().map(|test| test.name.as_str()).collect(),
        reached: &product.reached,
        count: &count,
        used: &|unit, branch| {
            let uses = project.uses.get(&project.goals.units[unit].function)?;
            uses.get(branch as usize).copied().flatten()
        },
    };
    let mut files = BTreeMap::<FileId, Vec<Piece>>::new();
    let mut functions = BTreeMap::<FileId, Vec<Function>>::new();
    for row in rows {
        let pieces = pieces(project, product, row);
        if let Some(main) = pieces.first().map(|piece| piece.file) {
            functions.entry(main).or_default().push(function(project, row, &pieces));
        }
        for piece in pieces {
            files.entry(piece.file).or_default().push(piece);
        }
    }
    let (reaching, mut branches) = (listing.reaching(), listing.branches());
    let mut decisions = listing.decisions();
    let mut sources: Vec<Source> = Vec::new();
    for (file, pieces) in files {
        let name = project.program.files[file].to_string();
        let regions: Vec<Counted> = pieces.iter().map(|piece| piece.counted).collect();
        let mut counted = lines(&regions);
        let own: Vec<u32> = branches.range(span_of(&name)).map(|((_, line), _)| *line).collect();
        // A branch in a line of a macro that nothing else counts is in the file anyway.
        own.into_iter().for_each(|line| {
            counted.entry(line).or_default();
        });
        let line = |(number, own): (u32, CountedLine)| {
            let branches = branches.remove(&(name.clone(), number)).unwrap_or_default();
            line(number, own, branches, &pieces, &reaching)
        };
        let lines = counted.into_iter().map(line).collect();
        sources.push(Source {
            lines,
            functions: functions.remove(&file).unwrap_or_default(),
            classes: Vec::new(),
            decisions: decisions.remove(&name).unwrap_or_default(),
            file: name,
        });
    }
    sources.sort_by(|a, b| a.file.cmp(&b.file));
    sources
}

fn span_of(file: &str) -> std::ops::RangeInclusive<(String, u32)> {
    (file.to_owned(), 0)..=(file.to_owned(), u32::MAX)
}

/// A region of a function in a file.
struct Piece {
    file: FileId,
    counted: Counted,
    /// Its goal, if it is code.
    goal: Option<GoalId>,
    in_macro: bool,
}

/// The regions of a function. Of one that no code is made for, clang maps the body as one region.
fn pieces(project: &Project, product: &Product, row: &UnitRow) -> Vec<Piece> {
    let goals = &project.goals;
    let function = goals.units[row.unit].function;
    let Some(mapped) = project.mapped.get(&function) else { return Vec::new() };
    let kept = if row.emitted { mapped.len() } else { 1.min(mapped.len()) };
    let mut regions = goals
        .of_unit(row.unit)
        .filter(|goal| matches!(goals.goals[*goal].kind, GoalKind::Region(_)));
    let piece = |own: &Mapped| {
        let Mapped { span, coverer, count, in_macro } = own;
        let range = Range {
            line: span.line,
            column: span.column,
            end_line: span.end_line,
            end_column: span.end_column,
        };
        let count = if row.emitted { product.reached.counted.value(count) } else { 0 };
        let goal = if *coverer == Coverer::Code { regions.next() } else { None };
        Piece {
            file: span.file,
            counted: Counted { range, coverer: *coverer, count },
            goal,
            in_macro: *in_macro,
        }
    };
    mapped[..kept].iter().map(piece).collect()
}

/// A function as llvm-cov sums it up: its lines are those that are written in it, and not in a macro.
fn function(project: &Project, row: &UnitRow, pieces: &[Piece]) -> Function {
    let own: Vec<Counted> =
        pieces.iter().filter(|piece| !piece.in_macro).map(|piece| piece.counted).collect();
    let mut covered = Share::default();
    lines(&own).values().for_each(|line| covered.add(line.count > 0));
    let share = |share: coverage::Share| Share { covered: share.covered, total: share.total };
    let span = project.goals.units[row.unit].span;
    Function {
        name: row.name.clone(),
        line: span.map(|span| span.line),
        count: own.first().map(|first| first.count),
        lines: covered,
        branches: share(row.row.branches),
        regions: Some(share(row.row.regions)),
        ..Function::default()
    }
}

fn line(
    number: u32,
    own: CountedLine,
    branches: Vec<Branch>,
    pieces: &[Piece],
    reaching: &BTreeMap<GoalId, Vec<u32>>,
) -> Line {
    let goals = own.regions.iter().filter_map(|region| pieces[*region].goal);
    let tests: BTreeSet<u32> =
        goals.filter_map(|goal| reaching.get(&goal)).flatten().copied().collect();
    Line {
        number,
        count: Some(own.count),
        instructions: None,
        branches,
        tests: tests.into_iter().collect(),
    }
}
