//! The lines of the small reports.

use super::share;
use crate::{
    Branch, Class, Condition, Decision, Evaluation, Function, Line, Share, Source, Verdict,
};

fn branch(goal: u32, branch: u32, outcome: &str, verdict: Verdict) -> Branch {
    Branch {
        goal: Some(goal),
        outcome: outcome.to_owned(),
        branch,
        column: None,
        end: None,
        count: None,
        covered: verdict == Verdict::Covered,
        verdict,
        nearest: None,
        asked: None,
    }
}

/// The file of the C program: `f` is covered in part, `g` is never entered.
pub fn program() -> Source {
    let counted = |number, count, tests: &[u32]| Line {
        number,
        count: Some(count),
        tests: tests.to_vec(),
        ..Line::default()
    };
    let at = |column: u32, count: u64, branch: Branch| Branch {
        column: Some(column),
        end: Some((2, column + 5)),
        count: Some(count),
        ..branch
    };
    let mut second = counted(2, 2, &[0, 1]);
    second.branches = vec![
        at(9, 2, branch(0, 0, "true", Verdict::Covered)),
        at(9, 0, branch(1, 0, "false", Verdict::Infeasible)),
        at(18, 1, branch(5, 1, "true", Verdict::Covered)),
        at(18, 1, branch(6, 1, "false", Verdict::Covered)),
    ];
    let condition = |column, goal, verdict, pair| Condition {
        line: Some(2),
        column: Some(column),
        end: Some((2, column + 5)),
        goal: Some(goal),
        verdict: Some(verdict),
        pair,
    };
    let shown = |second: bool, test| Evaluation {
        values: vec![Some(true), Some(second)],
        outcome: second,
        test: Some(test),
    };
    Source {
        file: "a.c".to_owned(),
        lines: vec![
            counted(1, 2, &[0, 1]),
            second,
            counted(3, 1, &[1]),
            counted(5, 2, &[0, 1]),
            counted(8, 0, &[]),
            counted(9, 0, &[]),
        ],
        functions: vec![
            Function {
                name: "f".to_owned(),
                line: Some(1),
                count: Some(2),
                lines: share(4, 4),
                branches: share(3, 4),
                regions: Some(share(3, 4)),
                ..Function::default()
            },
            Function {
                name: "g".to_owned(),
                line: Some(8),
                count: Some(0),
                lines: share(0, 2),
                branches: Share::default(),
                regions: Some(share(0, 1)),
                ..Function::default()
            },
        ],
        classes: Vec::new(),
        decisions: vec![Decision {
            member: "f".to_owned(),
            line: 2,
            column: Some(9),
            end: Some((2, 23)),
            conditions: vec![
                condition(9, 7, Verdict::Open, None),
                condition(18, 8, Verdict::Covered, Some((0, 1))),
            ],
            evaluations: vec![shown(true, 0), shown(false, 1)],
        }],
    }
}

/// The file of the Java class: a method with a branch, and a constructor that no test calls.
pub fn class() -> Source {
    let counted = |number, covered, total, tests: &[u32]| Line {
        number,
        instructions: Some(share(covered, total)),
        tests: tests.to_vec(),
        ..Line::default()
    };
    let mut second = counted(2, 3, 4, &[0]);
    second.branches =
        vec![branch(0, 0, "true", Verdict::Open), branch(1, 0, "false", Verdict::Covered)];
    let method = |name: &str, descriptor: &str, line, covered: Function| Function {
        name: name.to_owned(),
        class: Some("acme/Iban".to_owned()),
        descriptor: Some(descriptor.to_owned()),
        line: Some(line),
        ..covered
    };
    let missed = Function {
        lines: share(0, 1),
        instructions: Some(share(0, 2)),
        complexity: Some(share(0, 1)),
        ..Function::default()
    };
    let reached = Function {
        lines: share(2, 2),
        branches: share(1, 2),
        instructions: Some(share(5, 6)),
        complexity: Some(share(1, 2)),
        ..Function::default()
    };
    Source {
        file: "Iban.java".to_owned(),
        lines: vec![counted(1, 0, 2, &[]), second, counted(3, 2, 2, &[0])],
        functions: vec![
            method("<init>", "()V", 1, missed),
            method("check", "(Ljava/lang/String;)Z", 2, reached),
        ],
        classes: vec![Class { name: "acme/Iban".to_owned(), lines: share(2, 3) }],
        decisions: Vec::new(),
    }
}
