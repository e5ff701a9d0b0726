//! Lines that inputs of a whole program are to reach, as goals.

use super::Whole;
use coverage::{Coverage, GoalId, GoalKind};
use language::Focus;
use llvm::mapping::lines::Coverer;
use program::Span;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What a search is to reach; everything, if nothing is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aims {
    /// The goals of lines: regions that make them executed, and the branches in them.
    goals: Vec<GoalId>,
    /// Each line with the region that says whether it is executed.
    lines: BTreeMap<(String, u32), GoalId>,
}

impl Aims {
    /// Whether everything is meant.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// Whether a goal is meant.
    pub fn has(&self, goal: GoalId) -> bool {
        self.goals.is_empty() || self.goals.binary_search(&goal).is_ok()
    }

    /// Takes all other goals as covered.
    pub fn narrow(&self, coverage: &mut Coverage) {
        let goals = Arc::clone(coverage.goals());
        goals.goals.ids().filter(|goal| !self.has(*goal)).for_each(|goal| coverage.assume(goal));
    }

    /// The lines, each with the region that says whether it is executed.
    pub fn lines(&self) -> impl Iterator<Item = (&str, u32, GoalId)> {
        self.lines.iter().map(|((file, line), goal)| (file.as_str(), *line, *goal))
    }
}

/// A region of code in a line's file.
#[derive(Clone, Copy)]
struct Code {
    goal: GoalId,
    span: Span,
}

/// The regions of a file, and the lines of it that are meant.
struct MeantFile {
    name: String,
    code: Vec<Code>,
    parts: Vec<(u32, u32)>,
}

impl Whole {
    /// The goals of lines. Lines without code have none.
    pub fn aims(&self, focus: &Focus) -> Aims {
        let project = &self.project;
        let mut aims = Aims::default();
        for MeantFile { name, code, parts } in self.meant_files(focus) {
            // A whole file may be meant.
            let last = code.iter().map(|code| code.span.end_line).max().unwrap_or(0);
            for line in parts.into_iter().flat_map(|(first, end)| first..=end.min(last)) {
                let own: Vec<&Code> = code.iter().filter(|code| code.span.line == line).collect();
                let around =
                    code.iter().filter(|code| code.span.line <= line && line <= code.span.end_line);
                let inner = around.max_by_key(|code| (code.span.line, code.span.column));
                let Some(says) = own.first().copied().or(inner) else { continue };
                aims.lines.insert((name.clone(), line), says.goal);
                aims.goals.push(says.goal);
                aims.goals.extend(own.iter().map(|code| code.goal));
            }
        }
        let is_meant = |span: Span| focus.has(&project.place(span));
        let branches = project.goals.goals.iter().filter(|(_, goal)| {
            matches!(goal.kind, GoalKind::Branch { .. }) && goal.span.is_some_and(is_meant)
        });
        aims.goals.extend(branches.map(|(id, _)| id));
        aims.goals.sort_unstable();
        aims.goals.dedup();
        aims
    }

    fn meant_files(&self, focus: &Focus) -> Vec<MeantFile> {
        let project = &self.project;
        let mut files: BTreeMap<String, Vec<Code>> = BTreeMap::new();
        for (id, unit) in project.goals.units.iter() {
            let goals = project.goals.of_unit(id);
            let mut regions =
                goals.filter(|goal| matches!(project.goals.goals[*goal].kind, GoalKind::Region(_)));
            for mapped in project.mapped.get(&unit.function).into_iter().flatten() {
                if mapped.coverer != Coverer::Code {
                    continue;
                }
                let Some(goal) = regions.next() else { break };
                let name = project.program.files[mapped.span.file].to_string();
                files.entry(name).or_default().push(Code { goal, span: mapped.span });
            }
        }
        let meant = files.into_iter().filter_map(|(name, code)| {
            let own = focus.of(&[PathBuf::from(&name)]);
            let parts: Vec<(u32, u32)> = own.lines.into_values().flatten().collect();
            (!parts.is_empty()).then_some(MeantFile { name, code, parts })
        });
        meant.collect()
    }
}
