//! Fitness of targets in called functions, behind checks, in memory, and of whole evaluations.

mod common;

use common::{goals_of, machine, map, parse, score, table};
use coverage::{Coverage, GoalKind, PairRule};
use expect_test::expect;
use scenario::Scenario;
use search::fitness::{FitnessKind, Measure};
use search::path::Limits;
use search::{Target, Terrain};
use std::sync::Arc;
use term::Fitness;
use trace::{Mode, Runner, Trace};

const CALLS: &str = "
func @inner(%x: i32) -> i32 {
entry:
  br sgt i32 %x, 50 ? more : end
more:
  br slt i32 %x, 60 ? target : end
target:
  jump end
end:
  ret %x
}
func @outer(%a: i32, %b: i32) {
entry:
  br eq i32 %a, 1 ? called : end
called:
  %r = call i32 @inner(i32 %b)
  jump end
end:
  ret
}";

#[test]
fn a_target_in_a_called_function_is_as_far_as_that_function_and_the_way_to_the_call() {
    let calls: [&[i128]; 5] = [&[3, 55], &[2, 55], &[1, 8], &[1, 62], &[1, 55]];
    expect![[r#"
        [3, 55]: 2.7500 3.7500
        [2, 55]: 2.6667 3.6667
        [1, 8]: 1.9773 0.9773
        [1, 62]: 0.7500 0.7500
        [1, 55]: 0.0000 0.0000
    "#]]
    .assert_eq(&table(CALLS, "outer", ("inner", "more", 0), &calls));
}

#[test]
fn a_run_that_dies_at_a_check_is_as_far_as_the_check() {
    let program = "
func @f(%x: i32, %y: i32) {
entry:
  br sgt i32 %x, 10 ? checked : end
checked:
  check assertion slt i32 %y, 100
  br eq i32 %y, 7 ? target : end
target:
  jump end
end:
  ret
}";
    let calls: [&[i128]; 4] = [&[8, 0], &[11, 400], &[11, 101], &[11, 9]];
    expect![[r#"
        [8, 0]: 1.7500 1.6389
        [11, 400]: 1.9967 1.9942
        [11, 101]: 1.6667 1.6562
        [11, 9]: 0.7500 0.7500
    "#]]
    .assert_eq(&table(program, "f", ("f", "checked", 0), &calls));
}

#[test]
fn a_run_that_dies_in_a_loop_or_never_leaves_it_is_as_far_as_the_loop_was_from_its_end() {
    let program = "
global @room: 8 align 4 = i32 [0, 0]
func @f(%n: i32, %step: i32) {
  var %i: i32
entry:
  jump head(%i = 0)
head:
  br slt i32 %i, %n ? body : end
body:
  %index = sext i32 %i to i64
  %at = address @room + %index * 4
  store i32 %i, %at
  br eq i32 %step, 1 ? target : next
target:
  jump next
next:
  %i = add i32 %i, %step
  jump head
end:
  ret
}";
    // Beyond the second round there is no room.
    let calls: [&[i128]; 4] = [&[20, 1], &[4, 1], &[3, 1], &[2, 1]];
    expect![[r#"
        [20, 1]: 0.9500 0.9500
        [4, 1]: 0.7500 0.7500
        [3, 1]: 0.6667 0.6667
        [2, 1]: 0.0000 0.0000
    "#]]
    .assert_eq(&table(program, "f", ("f", "body", 0), &calls));
    // With a step of zero there is no end.
    let calls: [&[i128]; 4] = [&[20, 0], &[4, 0], &[1, 0], &[1, 2]];
    expect![[r#"
        [20, 0]: 0.9524 0.9524
        [4, 0]: 0.8000 0.8000
        [1, 0]: 0.5000 0.5000
        [1, 2]: 0.0000 0.0000
    "#]]
    .assert_eq(&table(program, "f", ("f", "body", 1), &calls));
}

#[test]
fn a_run_given_up_in_code_that_nobody_knew_is_as_far_as_can_be() {
    let program = |body: &str| {
        parse(&format!(
            "
func @f(%x: i32) {{
entry:
  call void @late(i32 %x)
  br eq i32 %x, 7 ? target : end
target:
  jump end
end:
  ret
}}
{body}"
        ))
    };
    // What a terrain was made of, and what runs: the second has a body by then, and the third is new.
    let before = program("declare @late(%x: i32)");
    let after = program(
        "
func @late(%x: i32) {
entry:
  jump round
round:
  call void @later(i32 %x)
  jump round
}
func @later(%x: i32) {
entry:
  br eq i32 %x, 0 ? entry : end
end:
  ret
}",
    );
    let map = map(&before);
    let terrain = Terrain::new(&before, Arc::clone(&map));
    let f = after.function_named("f").expect("it is there");
    for x in [0, 1] {
        let mut trace = Trace::default();
        let scenario = Scenario::of_call(&after, f, &[x]);
        machine(&after).run(&scenario, Mode::Graded, &mut trace).expect("it runs");
        assert_eq!(search::fitness::death::death_in_loops(&terrain, &trace), Fitness::BELOW_ONE);
    }
}

#[test]
fn conditions_on_memory_are_seen_from_afar() {
    let program = "
global @limit: 4 align 4 = i32 [30]
func @f(%x: i32) {
entry:
  br eq i32 %x, 1 ? first : end
first:
  %limit = load i32 @limit
  br slt i32 %x, %limit ? second : end
second:
  store i32 %x, @limit
  %again = load i32 @limit
  %sum = add i32 %again, %x
  br eq i32 %sum, 2 ? target : end
target:
  jump end
end:
  ret
}";
    let calls: [&[i128]; 3] = [&[35], &[2], &[1]];
    expect![[r#"
        [35]: 2.9722 2.8151
        [2]: 2.6667 1.4167
        [1]: 0.0000 0.0000
    "#]]
    .assert_eq(&table(program, "f", ("f", "second", 0), &calls));
}

#[test]
fn what_a_call_may_write_is_destroyed_and_what_it_cannot_is_not() {
    let program = |effect: &str| {
        format!(
            "
global @limit: 4 align 4 = i32 [30]
func @callee(%x: i32) -> i32 {{
entry:
  {effect}
  ret %x
}}
func @f(%x: i32, %y: i32) {{
entry:
  br eq i32 %x, 1 ? first : end
first:
  %r = call i32 @callee(i32 %x)
  %limit = load i32 @limit
  br eq i32 %y, %limit ? target : end
target:
  jump end
end:
  ret
}}"
        )
    };
    let calls: [&[i128]; 1] = [&[2, 33]];
    let writes = table(&program("store i32 5, @limit"), "f", ("f", "first", 0), &calls);
    let reads = table(&program("%l = load i32 @limit"), "f", ("f", "first", 0), &calls);
    expect![[r#"
        writes [2, 33]: 1.6667 1.6667
        reads [2, 33]: 1.6667 1.4667
    "#]]
    .assert_eq(&format!("writes {writes}reads {reads}"));
}

#[test]
fn a_condition_on_what_a_call_gave_is_as_far_as_what_the_call_compared() {
    let program = "
func @is_big(%x: i32) -> i32 {
entry:
  %big = sgt i32 %x, 100
  %result = zext i1 %big to i32
  ret %result
}
func @f(%x: i32, %y: i32) {
entry:
  %big = call i32 @is_big(i32 %x)
  br ne i32 %big, 0 ? second : end
second:
  br eq i32 %y, 5 ? target : end
target:
  jump end
end:
  ret
}";
    let calls: [&[i128]; 3] = [&[92, 8], &[99, 8], &[101, 8]];
    expect![[r#"
        [92, 8]: 1.9000 1.7000
        [99, 8]: 1.6667 1.4667
        [101, 8]: 0.8000 0.8000
    "#]]
    .assert_eq(&table(program, "f", ("f", "second", 0), &calls));
}

#[test]
fn switches_and_selects_are_targets_too() {
    let program = "
func @f(%x: i32, %y: i32) -> i32 {
entry:
  switch i32 %x { 3 -> three, 9 -> nine, default -> other }
three:
  %a = select sgt i32 %y, 50 ? i32 1 : 2
  ret %a
nine:
  ret 9
other:
  ret 0
}";
    let calls: [&[i128]; 3] = [&[7, 0], &[3, 48], &[3, 51]];
    let nine = table(program, "f", ("f", "entry", 1), &calls);
    let select = table(program, "f", ("f", "three", 0), &calls);
    expect![[r#"
        case 9
        [7, 0]: 0.7500 0.7500
        [3, 48]: 0.8750 0.8750
        [3, 51]: 0.8750 0.8750
        select
        [7, 0]: 1.8333 1.8141
        [3, 48]: 0.7500 0.7500
        [3, 51]: 0.0000 0.0000
    "#]]
    .assert_eq(&format!("case 9\n{nine}select\n{select}"));
}

#[test]
fn an_evaluation_that_completes_a_pair_is_as_far_as_its_conditions() {
    // (a && b) || c
    let program = parse(
        "
func @f(%a: i32, %b: i32, %c: i32) {
  decision d0 { c0 ? c1 : c2, c1 ? end : c2, c2 ? end : end }
entry:
  br d0.c0 eq i32 %a, 10 ? second : third
second:
  br d0.c1 eq i32 %b, 10 ? yes : third
third:
  br d0.c2 eq i32 %c, 10 ? yes : no
yes:
  decide d0 true
  ret
no:
  decide d0 false
  ret
}",
    );
    let map = map(&program);
    let terrain = Terrain::new(&program, Arc::clone(&map));
    let mut coverage = Coverage::new(Arc::clone(map.goals()), PairRule::default());
    let root = program.function_named("f").expect("the function is there");
    let mut machine = machine(&program);
    let mut trace = Trace::default();
    let goals = goals_of(&map, |kind| matches!(kind, GoalKind::Independence { .. }));
    let mut text = String::new();
    for values in [[7, 0, 9], [10, 0, 9], [10, 10, 0], [10, 0, 10]] {
        let scenario = Scenario::of_call(&program, root, &values);
        machine.run(&scenario, Mode::Graded, &mut trace).expect("it fits");
        coverage.update(&trace);
        for (condition, goal) in "abc".chars().zip(&goals) {
            let target = Target::new(&terrain, &coverage, *goal);
            let limits = Limits::default();
            let mut measure = Measure::new(&terrain, root, &target, FitnessKind::Combined, limits);
            let score = score(&mut machine, &mut measure, &scenario);
            let far = match coverage.is_covered(*goal) {
                true => "shown".to_owned(),
                false => {
                    let [standard, enhanced] = [0, 1].map(|guide| score.by(guide).to_f64());
                    let count = target.evaluations.len();
                    format!("{standard:.4}, enhanced {enhanced:.4} by {count}")
                }
            };
            text += &format!("{values:?} {condition}: {far}\n");
        }
    }
    expect![[r#"
        [7, 0, 9] a: 1.8000, enhanced 1.7167 by 1
        [7, 0, 9] b: 1.8000, enhanced 0.8000 by 2
        [7, 0, 9] c: 0.6667, enhanced 0.6667 by 1
        [10, 0, 9] a: 0.9167, enhanced 0.9167 by 1
        [10, 0, 9] b: 0.9167, enhanced 0.9167 by 1
        [10, 0, 9] c: 0.6667, enhanced 0.6667 by 2
        [10, 10, 0] a: shown
        [10, 10, 0] b: shown
        [10, 10, 0] c: 1.5000, enhanced 1.4167 by 2
        [10, 0, 10] a: shown
        [10, 0, 10] b: shown
        [10, 0, 10] c: shown
    "#]]
    .assert_eq(&text);
}

#[test]
fn fitness_is_zero_exactly_when_the_target_is_covered() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../subjects/ir/triangle.fir"
    ));
    let program = parse(&text.expect("the sample is there"));
    let map = map(&program);
    let terrain = Terrain::new(&program, Arc::clone(&map));
    let root = program.function_named("classify").expect("the function is there");
    let mut machine = machine(&program);
    let mut random = fastrand::Rng::with_seed(11);
    let goals = goals_of(&map, |kind| matches!(kind, GoalKind::Branch { .. }));
    let coverage = Coverage::new(Arc::clone(map.goals()), PairRule::default());
    let mut zeros = 0;
    for goal in goals {
        let target = Target::new(&terrain, &coverage, goal);
        for kind in [FitnessKind::Standard, FitnessKind::Enhanced] {
            let mut measure = Measure::new(&terrain, root, &target, kind, Limits::default());
            for _ in 0..60 {
                let sides = [0; 3].map(|_: u8| u128::from(random.i32(-1..4) as u32));
                let scenario = Scenario::of_call(&program, root, &sides);
                let fitness = score(&mut machine, &mut measure, &scenario).by(0);
                let mut trace = Trace::default();
                machine.run(&scenario, Mode::Concrete, &mut trace).expect("it fits");
                let count = map.goals().count_of(goal).expect("a count decides");
                assert_eq!(fitness == Fitness::ZERO, count.value(&trace) > 0, "{goal:?} {sides:?}");
                zeros += u32::from(fitness == Fitness::ZERO);
            }
        }
    }
    assert!(zeros > 100, "{zeros}");
}

#[test]
fn the_whole_way_is_seen_where_the_least_over_all_nodes_is_flat() {
    let program = parse(
        "
func @f(%a: i32, %b: i32) {
entry:
  %n = copy i32 0
  br sgt i32 %a, 0 ? compared : end
compared:
  br eq i32 %a, %b ? same : joined
same:
  %n = copy i32 1
  jump joined
joined:
  br eq i32 %n, 0 ? end : target
target:
  jump end
end:
  ret
}",
    );
    let map = map(&program);
    let terrain = Terrain::new(&program, Arc::clone(&map));
    let coverage = Coverage::new(Arc::clone(map.goals()), PairRule::default());
    let root = program.function_named("f").expect("the function is there");
    let goal = common::goal(&map, common::outcome(&program, "f", "joined", 1));
    let target = Target::new(&terrain, &coverage, goal);
    let mut measure =
        Measure::new(&terrain, root, &target, FitnessKind::Combined, Limits::default());
    let mut machine = machine(&program);
    let mut text = String::new();
    for sides in [[5, 100], [5, 9], [5, 6], [5, 5]] {
        let scenario = Scenario::of_call(&program, root, &sides);
        let score = score(&mut machine, &mut measure, &scenario);
        let by: Vec<String> =
            (0..measure.guides()).map(|it| format!("{:.3}", score.by(it).to_f64())).collect();
        text += &format!("{sides:?}: {}\n", by.join(" "));
    }
    expect![[r#"
        [5, 100]: 0.500 0.500 0.990
        [5, 9]: 0.500 0.500 0.833
        [5, 6]: 0.500 0.500 0.667
        [5, 5]: 0.000 0.000 0.000
    "#]]
    .assert_eq(&text);
}

#[test]
fn the_whole_way_is_seen_by_runs_that_do_not_come_to_every_node() {
    let program = parse(
        "
func @f(%a: i32, %b: i32, %c: i32) {
entry:
  %n = copy i32 0
  br sgt i32 %a, 0 ? compared : end
compared:
  br eq i32 %a, %b ? same : joined
same:
  %n = copy i32 1
  jump joined
joined:
  br eq i32 %n, 0 ? end : last
last:
  br eq i32 %c, 7 ? target : end
target:
  jump end
end:
  ret
}",
    );
    let map = map(&program);
    let terrain = Terrain::new(&program, Arc::clone(&map));
    let coverage = Coverage::new(Arc::clone(map.goals()), PairRule::default());
    let root = program.function_named("f").expect("the function is there");
    let goal = common::goal(&map, common::outcome(&program, "f", "last", 0));
    let target = Target::new(&terrain, &coverage, goal);
    let mut measure =
        Measure::new(&terrain, root, &target, FitnessKind::Combined, Limits::default());
    let mut machine = machine(&program);
    // The first call leaves all nodes, so that paths from each of them are probed in the calls after it.
    let calls = [[5, 5, 8], [5, 100, 8], [5, 9, 8], [5, 6, 8]];
    let whole = calls.map(|values| {
        let scenario = Scenario::of_call(&program, root, &values);
        score(&mut machine, &mut measure, &scenario).by(2)
    });
    assert!(whole[1] > whole[2] && whole[2] > whole[3], "{whole:?}");
    assert!(whole[3] > whole[0], "{whole:?}");
}

#[test]
fn conditions_of_one_path_can_hold_each_other_back() {
    let program = "
func @f(%a: i32, %b: i32) {
entry:
  br sgt i32 %a, 0 ? first : end
first:
  br sgt i32 %b, 0 ? second : end
second:
  br eq i32 %a, %b ? target : end
target:
  jump end
end:
  ret
}";
    // Both are equal, and a step of either makes them unequal; the standard fitness sees only `a > 0` there.
    let calls: [&[i128]; 5] = [&[-9, -9], &[-8, -9], &[-9, -8], &[-10, -9], &[-9, -10]];
    expect![[r#"
        [-9, -9]: 2.9091 1.8182
        [-8, -9]: 2.9000 2.4758
        [-9, -8]: 2.9091 2.4758
        [-10, -9]: 2.9167 2.4924
        [-9, -10]: 2.9091 2.4924
    "#]]
    .assert_eq(&table(program, "f", ("f", "second", 0), &calls));
}

#[test]
fn paths_are_looked_for_from_the_nearest_nodes_and_that_others_are_left_out_is_told() {
    let program = parse(common::NESTED);
    let map = map(&program);
    let goal = common::goal(&map, common::outcome(&program, "foo", "n3", 0));
    let terrain = Terrain::new(&program, Arc::clone(&map));
    let coverage = Coverage::new(Arc::clone(map.goals()), PairRule::default());
    let target = Target::new(&terrain, &coverage, goal);
    let root = program.function_named("foo").expect("it is there");
    // It leaves all three nodes.
    let scenario = Scenario::of_call(&program, root, &[0, 1, 1]);
    let nodes_and_bounds = |nodes: usize| {
        let limits = Limits { nodes, ..Limits::default() };
        let mut measure = Measure::new(&terrain, root, &target, FitnessKind::Enhanced, limits);
        score(&mut machine(&program), &mut measure, &scenario);
        (measure.probes().len(), measure.bounds().nodes)
    };
    assert_eq!(nodes_and_bounds(64), (3, false));
    assert_eq!(nodes_and_bounds(2), (2, true));
}
