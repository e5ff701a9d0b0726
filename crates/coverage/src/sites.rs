//! Units of a program that no front-end describes: its functions with their own branches.

use crate::exits::{Joins, exits};
use crate::{Branch, Count, DecisionGoal, Source, Unit};
use program::{FuncId, Program, SiteKind, SiteTable};

/// A function as the program itself has it: what is counted are its branches, selects and cases.
pub fn unit(program: &Program, sites: &SiteTable, function: FuncId) -> Unit {
    let body = &program.functions[function];
    let several = |decision: program::DecisionId| body.decisions[decision].conditions.len() > 1;
    let mut branches = Vec::new();
    for id in sites.of_function(function) {
        let site = sites.site(id);
        let source = |index: u32| Source::Outcome(site.outcome(index));
        let condition = site.condition.filter(|condition| several(condition.decision));
        match site.kind {
            SiteKind::Branch | SiteKind::Select => branches.push(Branch {
                span: None,
                counts: [Count::of(source(0)), Count::of(source(1))],
                outcomes: [vec![site.outcome(0)], vec![site.outcome(1)]],
                condition,
                decision: condition.is_none(),
                single: false,
            }),
            SiteKind::Switch { cases } => {
                for case in 0..cases {
                    let others = (0..=cases).filter(|other| *other != case);
                    let terms = others.clone().map(|other| (source(other), 1)).collect();
                    branches.push(Branch {
                        span: None,
                        counts: [Count::of(source(case)), Count { terms }],
                        outcomes: [
                            vec![site.outcome(case)],
                            others.map(|other| site.outcome(other)).collect(),
                        ],
                        condition: None,
                        decision: false,
                        single: false,
                    });
                }
            }
            SiteKind::Check(_) => {}
        }
    }
    let first = sites.first_counter(function);
    let entered = match body.counters {
        0 => Count::default(),
        _ => Count::of(Source::Counter(first)),
    };
    let decisions = body
        .decisions
        .iter()
        .filter(|(id, _)| several(*id))
        .map(|(id, decision)| DecisionGoal {
            decision: id,
            span: decision.span,
            folded: vec![false; decision.conditions.len()],
        })
        .collect();
    Unit {
        function,
        name: body.name.clone(),
        span: body.span,
        entered,
        regions: Vec::new(),
        branches,
        decisions,
        exits: exits(program, sites, function, first, |_, _| Joins::One),
        checks: Vec::new(),
    }
}
