//! Which conditions make up which decision, from the regions of a coverage mapping.

use crate::mapping::{ConditionIds, FunctionMapping, Range, Region, RegionKind};
use program::{Condition, ConditionRef, Decision, DecisionId, IdVec, Span};

/// The decisions of a function.
#[derive(Default)]
pub(super) struct Decisions {
    /// As the program has them.
    pub decisions: IdVec<DecisionId, Decision>,
    /// By decision: where the bits of its test vectors begin.
    starts: IdVec<DecisionId, u32>,
    /// By decision and index of the condition: clang's id and the number of its region.
    members: IdVec<DecisionId, Vec<(u32, usize)>>,
    /// By decision: the number of its region.
    pub regions: IdVec<DecisionId, usize>,
}

impl Decisions {
    /// Groups the conditions of a function.
    pub(super) fn new(mapping: &FunctionMapping, span: impl Fn(&Region) -> Option<Span>) -> Self {
        let mut found: Vec<(u32, usize, u32)> = Vec::new();
        for (number, region) in mapping.regions.iter().enumerate() {
            if let RegionKind::Decision { bitmap_end, conditions } = region.kind {
                found.push((bitmap_end, number, conditions));
            }
        }
        found.sort_unstable();
        let mut result = Self::default();
        let mut claimed = vec![false; mapping.regions.len()];
        let mut start = 0;
        for (end, number, count) in found {
            let members = members(mapping, number, count, &mut claimed);
            let index = |id: Option<u32>| {
                let place = members.iter().position(|(member, _)| Some(member.id) == id)?;
                Some(place as u32)
            };
            let conditions = members
                .iter()
                .map(|(ids, region)| Condition {
                    span: span(&mapping.regions[*region]),
                    if_true: index(ids.if_true),
                    if_false: index(ids.if_false),
                })
                .collect();
            result.decisions.push(Decision { span: span(&mapping.regions[number]), conditions });
            result.starts.push(start);
            result.members.push(members.iter().map(|(ids, region)| (ids.id, *region)).collect());
            result.regions.push(number);
            start = end;
        }
        result
    }

    /// The decision whose test vectors begin at that bit.
    pub(super) fn starting_at(&self, bit: u32) -> Option<DecisionId> {
        self.starts.iter().find(|(_, start)| **start == bit).map(|(id, _)| id)
    }

    /// The condition of a decision with clang's id.
    pub(super) fn condition(&self, decision: DecisionId, id: u32) -> Option<ConditionRef> {
        let index = self.members[decision].iter().position(|(member, _)| *member == id)?;
        Some(ConditionRef { decision, index: index as u32 })
    }

    /// The condition that a branch region is.
    pub(super) fn of_region(&self, region: usize) -> Option<ConditionRef> {
        self.members.iter().find_map(|(decision, members)| {
            let index = members.iter().position(|(_, number)| *number == region)?;
            Some(ConditionRef { decision, index: index as u32 })
        })
    }
}

/// The conditions inside a decision, in source order.
fn members(
    mapping: &FunctionMapping,
    decision: usize,
    count: u32,
    claimed: &mut [bool],
) -> Vec<(ConditionIds, usize)> {
    let whole = &mapping.regions[decision];
    let mut members: Vec<(Range, ConditionIds, usize)> = Vec::new();
    for (number, region) in mapping.regions.iter().enumerate() {
        let RegionKind::Branch { condition: Some(ids), .. } = region.kind else { continue };
        if claimed[number] || members.iter().any(|(_, member, _)| member.id == ids.id) {
            continue;
        }
        if let Some(range) = seen_from(mapping, region, whole.file)
            && contains(whole.range, range)
            && members.len() < count as usize
        {
            claimed[number] = true;
            members.push((range, ids, number));
        }
    }
    members.sort_by_key(|(range, ids, _)| (range.line, range.column, ids.id));
    members.into_iter().map(|(_, ids, number)| (ids, number)).collect()
}

/// Where a region is seen from a file: itself, or the use of the macro that it stands in.
fn seen_from(mapping: &FunctionMapping, region: &Region, file: u32) -> Option<Range> {
    let (mut at, mut range) = (region.file, region.range);
    // A file is expanded once, so there are at most as many steps as regions.
    for _ in 0..=mapping.regions.len() {
        if at == file {
            return Some(range);
        }
        let user = mapping
            .regions
            .iter()
            .find(|user| matches!(user.kind, RegionKind::Expansion { file, .. } if file == at))?;
        (at, range) = (user.file, user.range);
    }
    None
}

fn contains(outer: Range, inner: Range) -> bool {
    (outer.line, outer.column) <= (inner.line, inner.column)
        && (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::parse;

    #[test]
    fn conditions_behind_macros_belong_to_the_decision_around_them() {
        let mapping = parse(
            "f:\n  Expansion,File 0, 5:7 -> 5:10 = #0 (Expanded file = 1)\n  \
             Decision,File 0, 5:7 -> 5:20 = M:6, C:2\n  \
             Branch,File 0, 5:15 -> 5:20 = #4, (#2 - #4) [2,0,0]\n  \
             Decision,File 0, 3:1 -> 3:9 = M:3, C:2\n  \
             Branch,File 0, 3:1 -> 3:2 = #1, (#0 - #1) [1,2,0]\n  \
             Branch,File 0, 3:6 -> 3:9 = #2, (#1 - #2) [2,0,0]\n  \
             Branch,File 1, 1:9 -> 1:12 = #3, (#2 - #3) [1,2,0]\n",
        )
        .expect("the text is clang's");
        let decisions = Decisions::new(&mapping[0], |_| None);
        assert_eq!(decisions.starting_at(0), Some(DecisionId(0)));
        assert_eq!(decisions.starting_at(3), Some(DecisionId(1)));
        assert_eq!(decisions.starting_at(6), None);
        let of = |decision, index| Some(ConditionRef { decision: DecisionId(decision), index });
        assert_eq!(decisions.condition(DecisionId(1), 1), of(1, 0));
        assert_eq!(decisions.of_region(6), of(1, 0));
        assert_eq!(decisions.of_region(2), of(1, 1));
        assert_eq!(decisions.decisions[DecisionId(0)].conditions[0].if_true, Some(1));
    }
}
