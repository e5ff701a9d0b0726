//! The coverage structure under MC/DC: which evaluations it aims at.

mod common;

use common::Subject;
use coverage::{Criterion, PairRule, Relevance, UnitId};
use expect_test::expect;
use program::OutcomeId;
use std::collections::BTreeSet;
use std::fmt::Write;

/// `if ((a && b) || c)`, once or in a loop that goes on as long as `again` is true.
fn program(looping: bool) -> String {
    let next = if looping { "again" } else { "return" };
    let again = if looping { "again:\n  br eq i32 %x, 4 ? a : return" } else { "" };
    format!(
        "
func @f(%x: i32) {{
  decision d0 {{ c0 ? c1 : c2, c1 ? end : c2, c2 ? end : end }}
a:
  br d0.c0 eq i32 %x, 1 ? b : c
b:
  br d0.c1 eq i32 %x, 2 ? yes : c
c:
  br d0.c2 eq i32 %x, 3 ? yes : no
yes:
  decide d0 true
  jump {next}
no:
  decide d0 false
  jump {next}
{again}
return:
  ret
}}
"
    )
}

const PATHS: [&str; 5] = ["aT bT", "aT bF cT", "aT bF cF", "aF cT", "aF cF"];

/// All candidates that paths through the decision leave, each with what it brings.
fn candidates(subject: &Subject) -> String {
    let mut all = vec![];
    for path in PATHS {
        let path = subject.outcomes(path);
        for end in 1..=path.len() {
            if !all.contains(&path[..end].to_vec()) {
                all.push(path[..end].to_vec());
            }
        }
    }
    all.sort_by_key(|path| path.iter().map(|&way| subject.name(way)).collect::<Vec<_>>());
    subject.show(&all)
}

#[test]
fn a_prefix_is_relevant_while_it_can_become_an_evaluation_that_is_wanted() {
    let mut subject = Subject::new(&program(false), Criterion::Mcdc);
    subject.run("aT bT");
    subject.run("aF cF");
    subject.run("aT bF cF");
    // A and B are shown. C wants F-T=T, which makes a pair with F-F=F, or TFT=T with TFF=F.
    expect![[r#"
        Must: aF
        Irrelevant: aF cF
        Must: aF cT
        Must: aT
        Must: aT bF
        Irrelevant: aT bF cF
        Must: aT bF cT
        Irrelevant: aT bT
    "#]]
    .assert_eq(&candidates(&subject));
    assert!(subject.run("aF cT"));
    expect![[r#"
        Irrelevant: aF
        Irrelevant: aF cF
        Irrelevant: aF cT
        Irrelevant: aT
        Irrelevant: aT bF
        Irrelevant: aT bF cF
        Irrelevant: aT bF cT
        Irrelevant: aT bT
    "#]]
    .assert_eq(&candidates(&subject));
    assert_eq!(subject.structure.share(), (12, 12));
}

#[test]
fn evaluations_that_need_another_to_make_a_pair_may_be_relevant() {
    let mut subject = Subject::new(&program(false), Criterion::Mcdc);
    subject.run("aT bT");
    expect![[r#"
        Must: aF
        Must: aF cF
        Must: aF cT
        Must: aT
        Must: aT bF
        Must: aT bF cF
        Must: aT bF cT
        Irrelevant: aT bT
    "#]]
    .assert_eq(&candidates(&subject));
}

#[test]
fn another_evaluation_in_a_loop_lies_ahead() {
    let mut subject = Subject::new(&program(true), Criterion::Mcdc);
    for path in ["aT bT againF", "aF cF againF", "aT bF cF againT aT bT againF"] {
        subject.run(path);
    }
    // Here C is open, and this evaluation cannot show it; the next one can.
    let path = subject.outcomes("aT bT");
    assert_eq!(subject.relevance(&path, &[]), Relevance::May);
    let mut once = Subject::new(&program(false), Criterion::Mcdc);
    for path in ["aT bT", "aF cF", "aT bF cF"] {
        once.run(path);
    }
    assert_eq!(once.relevance(&once.outcomes("aT bT"), &[]), Relevance::Irrelevant);
}

#[test]
fn conditions_so_far_are_those_of_the_same_evaluation() {
    let subject = Subject::new(&program(true), Criterion::Mcdc);
    let path = subject.outcomes("aT bT againT aT bF cF");
    let so_far = |end: usize| {
        let earlier = path[..end].iter().rev().copied();
        let found = subject.map.so_far(path[end], earlier);
        found.iter().map(|(c, value)| format!("c{}={value}", c.index)).collect::<Vec<_>>().join(" ")
    };
    let all: Vec<String> = (0..path.len()).map(so_far).collect();
    assert_eq!(all, ["", "c0=true", "", "", "c0=true", "c0=true c1=false"]);
}

/// Which independence pairs are shown by a set of paths, and how many goals are covered.
fn shown(rule: PairRule, paths: &[&str]) -> (usize, usize) {
    let mut subject = Subject::with(&program(false), Criterion::Mcdc, rule);
    for path in paths {
        subject.run(path);
    }
    subject.structure.share()
}

#[test]
fn a_and_b_or_c_needs_at_least_four_tests_under_each_rule() {
    for rule in PairRule::all() {
        let mut enough = Vec::new();
        for set in 0u32..1 << PATHS.len() {
            let chosen: Vec<&str> =
                (0..PATHS.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| PATHS[bit]).collect();
            let (covered, all) = shown(rule, &chosen);
            if covered == all {
                enough.push(chosen.len());
            }
        }
        // Strictly, two conditions can never be shown.
        let fewest = enough.into_iter().min();
        assert_eq!(fewest, (rule != PairRule::Strict).then_some(4), "{rule}");
    }
    assert_eq!(shown(PairRule::Strict, &PATHS), (10, 12));
}

#[test]
fn an_uncovered_condition_names_the_evaluations_that_would_complete_a_pair() {
    let mut text = String::new();
    for rule in PairRule::all() {
        let mut subject = Subject::with(&program(false), Criterion::Mcdc, rule);
        subject.run("aT bT");
        for condition in 0..3 {
            let wanted = subject.structure.coverage().wanted(UnitId(0), 0, condition).expect("few");
            let list = |vectors: &[coverage::Vector]| {
                vectors.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            };
            let (complete, prepare) = (list(&wanted.completing), list(&wanted.preparing));
            let _ = writeln!(text, "{rule} c{condition}: [{complete}] [{prepare}]");
        }
    }
    expect![[r#"
        unique-cause c0: [F-F=F] []
        unique-cause c1: [TFF=F] []
        unique-cause c2: [] [F-F=F F-T=T TFF=F TFT=T]
        strict c0: [] []
        strict c1: [] []
        strict c2: [] [F-F=F F-T=T TFF=F TFT=T]
        masking c0: [F-F=F] []
        masking c1: [TFF=F] []
        masking c2: [] [F-F=F F-T=T TFF=F TFT=T]
    "#]]
    .assert_eq(&text);
}

/// How many goals a set of paths covers, given by bits.
fn covered(rule: PairRule) -> Vec<BTreeSet<u32>> {
    (0u32..1 << PATHS.len())
        .map(|set| {
            let mut subject = Subject::with(&program(false), Criterion::Mcdc, rule);
            (0..PATHS.len()).filter(|bit| set >> bit & 1 == 1).for_each(|bit| {
                subject.run(PATHS[bit]);
            });
            let goals = subject.map.goals().goals.ids();
            goals
                .filter(|goal| subject.structure.coverage().is_covered(*goal))
                .map(|g| g.0)
                .collect()
        })
        .collect()
}

/// Whatever was seen: what must be relevant covers a goal on some way on, and what can ever cover one,
/// alone or with others, is not irrelevant.
#[test]
fn relevance_under_mcdc_is_neither_too_bold_nor_too_shy() {
    for rule in PairRule::all() {
        let covered = covered(rule);
        for seen in 0u32..1 << PATHS.len() {
            let mut subject = Subject::with(&program(false), Criterion::Mcdc, rule);
            (0..PATHS.len()).filter(|bit| seen >> bit & 1 == 1).for_each(|bit| {
                subject.run(PATHS[bit]);
            });
            for path in PATHS {
                let path = subject.outcomes(path);
                for end in 1..=path.len() {
                    let prefix = &path[..end];
                    // A candidate turns off a path that was run.
                    let starts = |bit: &usize, prefix: &[OutcomeId]| {
                        subject.outcomes(PATHS[*bit]).starts_with(prefix)
                    };
                    let mut known = (0..PATHS.len()).filter(|bit| seen >> bit & 1 == 1);
                    if !known.any(|bit| starts(&bit, &prefix[..end - 1])) {
                        continue;
                    }
                    let ways_on: Vec<usize> =
                        (0..PATHS.len()).filter(|bit| starts(bit, prefix)).collect();
                    let brings = |others: u32| {
                        ways_on.iter().any(|bit| {
                            let set = seen | others;
                            covered[(set | 1 << bit) as usize] != covered[set as usize]
                        })
                    };
                    let relevance = subject.relevance(prefix, &[]);
                    if relevance == Relevance::Must {
                        assert!(brings(0), "{rule} {seen:b} {prefix:?}");
                    }
                    if (0..1 << PATHS.len()).any(brings) {
                        assert_ne!(relevance, Relevance::Irrelevant, "{rule} {seen:b} {prefix:?}");
                    }
                }
            }
        }
    }
}
