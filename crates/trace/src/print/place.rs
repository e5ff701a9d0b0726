//! Places in a program and ways out of its sites, in words.

use program::{Point, Program, SiteId, SiteKind, Span, Terminator, Type};
use scenario::text::value;

use super::View;

/// Where a point is: its place in the source if that is known, its block otherwise.
pub fn place(program: &Program, point: Point) -> String {
    if let Some(span) = span(program, point) {
        return span_text(program, span);
    }
    let block = program
        .functions
        .get(point.function)
        .and_then(|function| function.blocks.get(point.block))
        .map_or("?", |block| &block.label);
    format!("block {block}")
}

/// The text of the instruction or terminator at a point.
pub fn point_text(program: &Program, point: Point) -> String {
    let Some(function) = program.functions.get(point.function) else { return "?".into() };
    let Some(block) = function.blocks.get(point.block) else { return "?".into() };
    match block.instructions.get(point.index as usize) {
        Some(instruction) => program::text::instruction(program, function, &instruction.node),
        None => program::text::terminator(program, function, &block.terminator.node),
    }
}

/// The place and the function it is in.
pub(super) fn place_in(program: &Program, point: Point) -> String {
    format!("{} in {}", place(program, point), function_name(program, point.function))
}

pub(super) fn function_name(program: &Program, function: program::FuncId) -> String {
    program
        .functions
        .get(function)
        .map_or_else(|| "?".into(), |function| format!("@{}", function.name))
}

pub(super) fn span_text(program: &Program, span: Span) -> String {
    let file = program.files.get(span.file).map_or("?", |name| name);
    format!("{file}:{}:{}", span.line, span.column)
}

fn span(program: &Program, point: Point) -> Option<Span> {
    let block = program.functions.get(point.function)?.blocks.get(point.block)?;
    match block.instructions.get(point.index as usize) {
        Some(instruction) => instruction.span,
        None => block.terminator.span,
    }
}

/// What kind of site it is.
pub(super) fn kind_name(kind: SiteKind) -> &'static str {
    use program::CheckKind;
    match kind {
        SiteKind::Branch => "branch",
        SiteKind::Select => "select",
        SiteKind::Switch { .. } => "switch",
        SiteKind::Check(kind) => match kind {
            CheckKind::Null => "null check",
            CheckKind::Bounds => "bounds check",
            CheckKind::Division => "division check",
            CheckKind::Cast => "cast check",
            CheckKind::Overflow => "overflow check",
            CheckKind::Initialised => "initialisation check",
            CheckKind::Size => "size check",
            CheckKind::Assertion => "assertion",
            CheckKind::Related => "check that pointers are related",
        },
    }
}

/// Which way out of a site an outcome is.
pub(super) fn outcome_name(view: View<'_>, site: SiteId, outcome: u32) -> String {
    let site = view.sites.site(site);
    match (site.kind, outcome) {
        (SiteKind::Branch | SiteKind::Select, 0) => "true".into(),
        (SiteKind::Branch | SiteKind::Select, _) => "false".into(),
        (SiteKind::Check(_), 0) => "passed".into(),
        (SiteKind::Check(_), _) => "failed".into(),
        (SiteKind::Switch { cases }, _) if outcome >= cases => "default".into(),
        (SiteKind::Switch { .. }, _) => match case(view.program, site.point, outcome) {
            Some((ty, bits)) => format!("case {}", value(ty, bits)),
            None => "?".into(),
        },
    }
}

fn case(program: &Program, point: Point, index: u32) -> Option<(Type, u128)> {
    let block = program.functions.get(point.function)?.blocks.get(point.block)?;
    let Terminator::Switch { ty, cases, .. } = &block.terminator.node else { return None };
    cases.get(index as usize).map(|(bits, _)| (*ty, *bits))
}
