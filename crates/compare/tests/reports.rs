//! What figures of a small experiment look like: the table, the CSV, the plot.

mod common;

use campaign::{Cell, Item, Laboratory, NoResult, Plan};
use common::{Steps, carry_out, plan};
use compare::goals::goals;
use compare::report::{Scale, csv, goals_csv, plot, searches, text};
use compare::searches::Searches;
use compare::{Axis, Figures, Ledger, Measurement, Questions, Searched};
use expect_test::{expect, expect_file};

fn questions() -> Questions {
    Questions { axis: Axis::Executions, at: vec![10.0, 50.0, 100.0], target: None, baseline: 0 }
}

fn figures(plan: &Plan, questions: Questions) -> Figures {
    let mut ledger = Ledger::default();
    carry_out(plan, &mut ledger, &Steps::default(), 1);
    Figures::new(plan, &ledger, questions)
}

#[test]
fn the_table_has_a_block_for_each_subject_and_one_for_all() {
    expect![[r#"
        small.c: 4 goals, target 2.7
        variant        runs  @10  @50  @100   sd  to target  executions  solved  unsat  unknown  time   Â12     p  only it  only base
        slow              9  1.1  2.7   2.7  0.5         27         100      20      0        4  1.5s
        quick,depth=3     9  2.3  4.0   4.0  0.0         11         100      24      5        4  0.5s  1.00  4e-5        1          0

        large.c:parse: 10 goals, target 8.7
        variant        runs  @10  @50  @100   sd  to target  executions  solved  unsat  unknown  time   Â12      p  only it  only base
        slow              9  1.1  5.6   8.7  0.5         81         100      20      0        4  1.5s
        quick,depth=3     9  1.3  9.0   9.0  0.0         33         100      24      5        4  0.5s  0.67  0.206        1          1

        all 2 subjects: 14 goals
        variant          @10    @50   @100  to target  executions  solved  unsat  unknown  time   Â12  better  worse  symmetry p  only it  only base
        slow           15.9%  58.7%  81.0%        108         200      40      0        8  3.0s
        quick,depth=3  26.2%  92.9%  92.9%         44         200      48     10        8  1.0s  0.83   2 (1)  0 (0)       0.500        2          1

        against `slow`  covered  to target  executions  solved
        quick,depth=3    +14.7%     -59.3%       +0.0%  +20.0%

        @N: mean goals covered after N executions; sd: standard deviation at the last N; to target: executions until the mean reaches the target
        chosen: executions for what the strategy chose; others were starts, repairs and checks made to fail
        against `slow`: Â12 how likely more goals are covered, p by Mann-Whitney's U test; goals that only it or only the base ever covered
        better, worse: subjects with Â12 above and below 0.5 (significant at 0.05); symmetry: of Â12 around 0.5, by Wilcoxon's signed-rank test
    "#]].assert_eq(&text(&figures(&plan(9), questions())));
}

#[test]
fn one_subject_has_no_totals() {
    let mut plan = plan(2);
    plan.subjects.truncate(1);
    expect![[r#"
        small.c: 4 goals, target 4
        variant        runs  @10  @50  @100   sd  to target  executions  solved  unsat  unknown  time   Â12      p  only it  only base
        slow              2  1.5  2.5   2.5  0.7      never         100      20      0      0.5  1.5s  0.00  0.333        0          1
        quick,depth=3     2  3.5  4.0   4.0  0.0         11         100    20.5      5      0.5  0.5s

        against `quick,depth=3`  covered  executions  solved    unsat
        slow                      -37.5%       +0.0%   -2.4%  -100.0%

        @N: mean goals covered after N executions; sd: standard deviation at the last N; to target: executions until the mean reaches the target
        chosen: executions for what the strategy chose; others were starts, repairs and checks made to fail
        against `quick,depth=3`: Â12 how likely more goals are covered, p by Mann-Whitney's U test; goals that only it or only the base ever covered
    "#]].assert_eq(&text(&figures(
        &plan,
        Questions { target: Some(1.0), baseline: 1, ..questions() },
    )));
}

#[test]
fn progress_can_be_measured_in_seconds() {
    let mut plan = plan(2);
    plan.subjects.truncate(1);
    let questions = Questions { axis: Axis::Seconds, at: vec![0.05, 1.0], ..questions() };
    expect![[r#"
        small.c: 4 goals, target 2.5
        variant        runs  @0.05   @1   sd  to target  executions  solved  unsat  unknown  time   Â12      p  only it  only base
        slow              2    1.0  2.5  0.7        0.2         100      20      0      0.5  1.5s
        quick,depth=3     2    2.0  4.0  0.0       0.07         100    20.5      5      0.5  0.5s  1.00  0.333        1          0

        against `slow`  covered  to target  executions  solved
        quick,depth=3    +60.0%     -65.0%       +0.0%   +2.5%

        @N: mean goals covered after N seconds; sd: standard deviation at the last N; to target: seconds until the mean reaches the target
        chosen: executions for what the strategy chose; others were starts, repairs and checks made to fail
        against `slow`: Â12 how likely more goals are covered, p by Mann-Whitney's U test; goals that only it or only the base ever covered
    "#]].assert_eq(&text(&figures(&plan, questions)));
}

#[test]
fn a_variant_without_results_has_an_empty_row() {
    let known = plan(3);
    let mut ledger = Ledger::default();
    carry_out(&known, &mut ledger, &Steps::default(), 1);
    let mut wanted = plan(3);
    wanted.variants.push(Item::new("never-run"));
    wanted.subjects.push(Item::new("never-tested.c"));
    let figures = Figures::new(&wanted, &ledger, Questions { baseline: 2, ..questions() });
    expect![[r#"
        small.c: 4 goals, target 2.7
        variant        runs  @10  @50  @100   sd  to target  executions  solved  unsat  unknown  time
        slow              3  1.3  2.7   2.7  0.6         21         100      20      0        1  1.5s
        quick,depth=3     3  3.3  4.0   4.0  0.0          8         100      21      5        1  0.5s
        never-run         0

        large.c:parse: 10 goals, target 8.7
        variant        runs  @10  @50  @100   sd  to target  executions  solved  unsat  unknown  time
        slow              3  1.3  6.0   8.7  0.6         75         100      20      0        1  1.5s
        quick,depth=3     3  2.3  9.0   9.0  0.0         29         100      21      5        1  0.5s
        never-run         0

        never-tested.c: 0 goals, target 0
        variant        runs
        slow              0
        quick,depth=3     0
        never-run         0

        all 3 subjects: 14 goals
        variant          @10    @50   @100  to target  executions  solved  unsat  unknown  time
        slow           19.0%  61.9%  81.0%         96         200      40      0        2  3.0s
        quick,depth=3  40.5%  92.9%  92.9%         37         200      42     10        2  1.0s
        never-run

        @N: mean goals covered after N executions; sd: standard deviation at the last N; to target: executions until the mean reaches the target
        chosen: executions for what the strategy chose; others were starts, repairs and checks made to fail
        against `never-run`: Â12 how likely more goals are covered, p by Mann-Whitney's U test; goals that only it or only the base ever covered
        better, worse: subjects with Â12 above and below 0.5 (significant at 0.05); symmetry: of Â12 around 0.5, by Wilcoxon's signed-rank test
    "#]].assert_eq(&text(&figures));
    assert_eq!(csv(&figures).lines().count(), 5);
    plot(&figures, Scale::Linear);
}

#[test]
fn the_csv_has_a_row_for_each_subject_and_variant() {
    expect![[r#"
        subject,variant,runs,goals,covered_at_10,covered_at_50,covered_at_100,deviation,target,target_at,executions,solved,unsatisfiable,unknown,chosen,seconds,a12,p,only_variant,only_baseline
        small.c,slow,9,4,1.1111111111111112,2.6666666666666665,2.6666666666666665,0.49999999999999994,2.6666666666666665,27,100,20,0,4,0,1.5,,,,
        small.c,"quick,depth=3",9,4,2.3333333333333335,4,4,0,2.6666666666666665,11,100,24,5,4,0,0.5,1,0.00004113533525298231,1,0
        large.c:parse,slow,9,10,1.1111111111111112,5.555555555555555,8.666666666666666,0.5,8.666666666666666,81,100,20,0,4,0,1.5,,,,
        large.c:parse,"quick,depth=3",9,10,1.3333333333333333,9,9,0,8.666666666666666,33,100,24,5,4,0,0.5,0.6666666666666666,0.20588235294117646,1,1
    "#]].assert_eq(&csv(&figures(&plan(9), questions())));
}

#[test]
fn goals_are_compared_one_by_one_by_pairs_of_runs() {
    let plan = plan(9);
    let mut ledger = Ledger::default();
    carry_out(&plan, &mut ledger, &Steps::default(), 1);
    let goals = goals(&plan, &ledger, Axis::Executions, 0);
    let name = |subject: usize, goal: u32| format!("{}{goal}", ["s", "l"][subject]);
    let text = goals_csv(&plan, &goals, &name);
    // The first goal of the small subject costs both the same, the last but one is not always covered by the slow one,
    // and the last never.
    let small: Vec<&str> = text.lines().take(9).collect();
    expect![[r#"
        subject,goal,variant,runs,covered,mean_effort,pairs,p_cheaper,p_dearer
        small.c,s0,slow,9,9,5,,,
        small.c,s0,"quick,depth=3",9,9,5,9,1,1
        small.c,s1,slow,9,9,14,,,
        small.c,s1,"quick,depth=3",9,9,8,9,0.0016767182274731634,0.9989176995186068
        small.c,s2,slow,9,6,23.5,,,
        small.c,s2,"quick,depth=3",9,9,11,6,0.009828078625084948,0.9948580174457918
        small.c,s3,slow,9,0,,,,
        small.c,s3,"quick,depth=3",9,9,14,,,
    "#]]
    .assert_eq(&(small.join("\n") + "\n"));
}

#[test]
fn the_plot_has_a_panel_for_all_and_for_each_subject() {
    let figures = figures(&plan(9), questions());
    expect_file!["fixtures/linear.svg"].assert_eq(&plot(&figures, Scale::Linear));
    expect_file!["fixtures/logarithmic.svg"].assert_eq(&plot(&figures, Scale::Logarithmic));
}

/// Searches of three goals: both find the first, the quick one in half the time; only it finds the second, and nobody
/// the third.
struct Hunts;

impl Laboratory<Measurement> for Hunts {
    fn run(&self, cell: &Cell) -> Result<Measurement, NoResult> {
        let (quick, seed) = (cell.variant == 1, cell.identity.seed);
        let first = 40 + 10 * seed;
        let first = Searched { goal: 0, evaluations: first >> u8::from(quick), covered: true };
        let found = quick && seed != 2;
        let second =
            Searched { goal: 1, evaluations: if found { 70 } else { 500 }, covered: found };
        let third = Searched { goal: 2, evaluations: 500, covered: false };
        let searches = vec![first, second, third];
        Ok(Measurement { goals: 3, searches, ..Measurement::default() })
    }
}

#[test]
fn searches_of_single_goals_are_paired_by_goal_and_seed() {
    let plan = plan(5);
    let mut ledger = Ledger::default();
    carry_out(&plan, &mut ledger, &Hunts, 1);
    let first = ledger.get(&plan.cell(0, 0, 0).identity).map(serde_json::to_string);
    let line = first.expect("a result").expect("a line");
    assert!(line.contains(r#""searches":[[0,40,true],[1,500,false],[2,500,false]]"#));
    let figures = Searches::new(&plan, &ledger, 0).expect("there are searches");
    let name = |subject: usize, goal: u32| format!("goal {goal} of {subject}");
    expect![[r#"
        searches              variant  goals  covered  success  evaluations  of base  p cheaper  p dearer  cheaper on  dearer on
        small.c                  slow      2        1    50.0%          280
        small.c         quick,depth=3      2        2    90.0%           93    33.2%      0.004     0.997           0          0
        large.c:parse            slow      2        1    50.0%          280
        large.c:parse   quick,depth=3      2        2    90.0%           93    33.2%      0.004     0.997           0          0
        all                      slow      4        2    50.0%          280
        all             quick,depth=3      4        4    90.0%           93    33.2%       9e-5     1.000           0          0
        mean of shares  quick,depth=3                                          33.2%

        success by goal  slow  quick,depth=3
        goal 1 of 0      0.0%          80.0%
        goal 1 of 1      0.0%          80.0%

        a search for every goal that some search covered; one that fails counts with all its evaluations
        mean of shares: of the subjects, whatever their size, as in Table III of Baars et al.
        of base: evaluations as a share of `slow`; p: one-sided Wilcoxon signed-rank test of pairs with the same goal and seed
        cheaper on, dearer on: goals on whose pairs alone that test has p < 0.01
    "#]].assert_eq(&searches(&plan, &figures, 0, &name));
    // Where no goal has a search of its own there is nothing to tell.
    let mut none = Ledger::default();
    carry_out(&plan, &mut none, &Steps::default(), 1);
    assert_eq!(Searches::new(&plan, &none, 0), None);
}
