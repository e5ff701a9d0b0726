//! The whole chain: its answers against enumeration, its determinism, and what it forgets.

use super::*;
use crate::testing::{Garden, assert_right, enumerate};
use expect_test::expect;
use term::{BinaryOp, CompareOp, Compiled, Scratch, Sort};

fn ask(solver: &mut Solver, pool: &Pool, problem: &Problem) -> Answer {
    let Problem { clauses, goal, seed, .. } = problem;
    solver.check(&Query { pool, clauses, goal: *goal, seed })
}

fn verdict(answer: Answer) -> Verdict {
    match answer {
        Answer::Satisfiable(model) => Verdict::Satisfiable(model),
        Answer::Unsatisfiable { core } => Verdict::Unsatisfiable(core),
        Answer::Unknown(reason) => Verdict::Unknown(reason),
    }
}

#[test]
fn every_chain_without_one_layer_gives_the_right_answers() {
    let all = Layers::all();
    let chains = [
        all,
        Layers { simplify: false, ..all },
        Layers { independence: false, ..all },
        Layers { cache: false, ..all },
        Layers { bounds: false, ..all },
        Layers { local: false, ..all },
    ];
    for layers in chains {
        let mut solver = Solver::new(Config { layers, ..Config::default() });
        for seed in 0..150 {
            let mut garden = Garden::new(seed);
            let problem = garden.problem(4);
            let truth = enumerate(&garden.pool, &problem).is_some();
            let verdict = verdict(ask(&mut solver, &garden.pool, &problem));
            assert_right(&garden.pool, &problem, &verdict);
            let sat = matches!(verdict, Verdict::Satisfiable(_));
            assert_eq!(sat, truth, "{verdict:?} for seed {seed} with {layers:?}");
            assert!(!matches!(verdict, Verdict::Unknown(_)), "seed {seed} with {layers:?}");
        }
    }
}

#[test]
fn the_same_sequence_of_queries_gets_the_same_answers_at_the_same_cost() {
    let run = || {
        let mut solver = Solver::new(Config::default());
        let answers: Vec<_> = (0..200)
            .map(|seed| {
                let mut garden = Garden::new(seed % 60);
                let problem = garden.problem(4);
                (ask(&mut solver, &garden.pool, &problem), solver.last())
            })
            .collect();
        (answers, solver.statistics())
    };
    assert_eq!(run(), run());
}

#[test]
fn a_solver_that_remembers_nothing_answers_each_query_as_if_it_were_the_first() {
    let config = Config { remember: false, ..Config::default() };
    let mut kept = Solver::new(config.clone());
    for seed in 0..60 {
        let mut garden = Garden::new(seed);
        let problem = garden.problem(4);
        let answer = ask(&mut kept, &garden.pool, &problem);
        let mut fresh = Solver::new(config.clone());
        assert_eq!(answer, ask(&mut fresh, &garden.pool, &problem));
        assert_eq!(kept.last(), fresh.last());
    }
}

#[test]
fn terms_are_forgotten_beyond_the_limit_and_answers_stay_right() {
    let mut solver = Solver::new(Config { pool_limit: 4_000, ..Config::default() });
    let mut most = 0;
    for seed in 0..200 {
        let mut garden = Garden::new(seed);
        let problem = garden.problem(4);
        let verdict = verdict(ask(&mut solver, &garden.pool, &problem));
        assert_right(&garden.pool, &problem, &verdict);
        most = most.max(solver.pool.bytes_used());
    }
    assert!(most < 40_000, "{most} bytes of terms");
}

#[test]
fn a_name_may_change_its_sort_between_queries() {
    let mut solver = Solver::new(Config::default());
    for (width, value) in [(8, 200), (16, 40_000), (8, 100)] {
        let mut pool = Pool::new();
        let x = pool.variable("x", Sort::Bits(width));
        let constant = pool.bits(width, value);
        let clauses = [pool.compare(CompareOp::Eq, x, constant)];
        let seed = Assignment::new();
        let answer =
            solver.check(&Query { pool: &pool, clauses: &clauses, goal: Some(0), seed: &seed });
        let Answer::Satisfiable(model) = answer else { panic!("{answer:?}") };
        assert_eq!(model.raw(VarId(0)), value);
    }
}

#[test]
fn what_is_asked_again_comes_from_the_cache_even_after_the_callers_pool_was_cut() {
    let mut solver = Solver::new(Config::default());
    let mut pool = Pool::new();
    let mark = pool.mark();
    let mut layers = Vec::new();
    for names in [["x", "y"], ["y", "x"]] {
        pool.cut(mark);
        names.iter().for_each(|name| {
            pool.variable(name, Sort::Bits(32));
        });
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(32)));
        let square = pool.binary(BinaryOp::Mul, x, y);
        let odd = pool.bits(32, 15);
        let one = pool.bits(32, 1);
        let clauses = [
            pool.compare(CompareOp::Eq, square, odd),
            pool.compare(CompareOp::Ugt, x, one),
            pool.compare(CompareOp::Ugt, y, one),
        ];
        let seed = Assignment::new();
        let answer =
            solver.check(&Query { pool: &pool, clauses: &clauses, goal: None, seed: &seed });
        let Answer::Satisfiable(model) = answer else { panic!("{answer:?}") };
        let compiled = Compiled::new(&pool, &clauses);
        assert!(compiled.eval_all(&model, &mut Scratch::new()).all(|value| value == 1));
        layers.push(solver.last().layer);
    }
    assert_ne!(layers[0], "cache");
    assert_eq!(layers[1], "cache");
}

#[test]
fn no_conjuncts_and_a_goal_out_of_range_are_no_trouble() {
    let mut solver = Solver::new(Config::default());
    let pool = Pool::new();
    let mut seed = Assignment::new();
    seed.set(VarId(3), 9);
    let answer = solver.check(&Query { pool: &pool, clauses: &[], goal: Some(4), seed: &seed });
    assert_eq!(answer, Answer::Satisfiable(seed));
}

#[test]
fn statistics_tell_which_layer_answered() {
    let mut solver = Solver::new(Config::default());
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(32)));
    let [three, ten] = [3, 10].map(|value| pool.bits(32, value));
    let queries = [
        vec![pool.compare(CompareOp::Ult, x, ten)],
        vec![pool.compare(CompareOp::Eq, x, three), pool.compare(CompareOp::Ult, ten, x)],
        vec![
            pool.compare(CompareOp::Ult, x, three),
            pool.compare(CompareOp::Ult, y, x),
            pool.compare(CompareOp::Ult, three, y),
        ],
    ];
    let seed = Assignment::new();
    for clauses in &queries {
        solver.check(&Query { pool: &pool, clauses, goal: None, seed: &seed });
    }
    let lines: Vec<String> = solver
        .statistics()
        .iter()
        .map(|tally| {
            let Tally { layer, asked, satisfiable, unsatisfiable, .. } = tally;
            format!("{layer}: asked {asked}, sat {satisfiable}, unsat {unsatisfiable}\n")
        })
        .collect();
    expect![[r#"
        validate: asked 3, sat 0, unsat 0
        simplify: asked 3, sat 0, unsat 1
        independence: asked 2, sat 1, unsat 0
        cache: asked 1, sat 0, unsat 0
        bounds: asked 1, sat 0, unsat 1
        local search: asked 0, sat 0, unsat 0
        blast: asked 0, sat 0, unsat 0
    "#]]
    .assert_eq(&lines.concat());
}

#[test]
fn ten_thousand_conjuncts_cost_a_bounded_number_of_steps_each() {
    let mut pool = Pool::new();
    let mut seed = Assignment::new();
    let mut clauses = Vec::new();
    let variables: Vec<TermId> =
        (0..10_000).map(|index| pool.variable(&format!("v{index}"), Sort::Bits(32))).collect();
    for (index, pair) in variables.windows(2).enumerate() {
        // A path of 10,000 comparisons whose slices have ten variables each.
        let bound = pool.bits(32, index as u128 + 7);
        let right = if index % 10 == 9 { bound } else { pair[1] };
        clauses.push(pool.compare(CompareOp::Ult, pair[0], right));
        seed.set(VarId(index as u32), index as u128);
    }
    seed.set(VarId(9_999), 9_999);
    let last = clauses.len() - 1;
    clauses[last] = pool.not(clauses[last]);
    let mut solver = Solver::new(Config::default());
    let answer =
        solver.check(&Query { pool: &pool, clauses: &clauses, goal: Some(last), seed: &seed });
    assert!(matches!(answer, Answer::Satisfiable(_)), "{answer:?}");
    let steps = solver.last().cost.steps;
    assert!(steps < 20 * 10_000, "{steps} steps");
}

#[test]
fn a_term_of_a_hundred_thousand_nodes_costs_a_bounded_number_of_steps_each() {
    let mut pool = Pool::new();
    let x = pool.variable("x", Sort::Bits(32));
    let mut huge = x;
    for index in 0..50_000 {
        let step = pool.bits(32, index * 2_654_435_761);
        let mixed = pool.binary(BinaryOp::Xor, huge, step);
        huge = pool.binary(BinaryOp::Add, mixed, x);
    }
    let zero = pool.bits(32, 0);
    let clauses = [pool.compare(CompareOp::Slt, huge, zero), pool.compare(CompareOp::Ult, zero, x)];
    let config = Config { layers: Layers { blast: false, ..Layers::all() }, ..Config::default() };
    let mut solver = Solver::new(Config { evaluations: 50, ..config });
    let seed = Assignment::new();
    solver.check(&Query { pool: &pool, clauses: &clauses, goal: Some(0), seed: &seed });
    let steps = solver.last().cost.steps;
    assert!(steps < 20 * 150_000, "{steps} steps");
}
