//! Answers to conjunctions: right, within budget, and the same every time.

use super::*;
use crate::problem::{Bounds, Domains, Reason};

/// Random conjunctions over few small variables, with the truth by enumeration.
fn each_small_problem(count: u64, mut visit: impl FnMut(u64, &mut Grower, &[TermId], bool)) {
    for seed in 0..count {
        let width = 2 + (seed % 3) as u8;
        let mut grower = Grower::new(seed, width, 2 + (seed % 2) as usize);
        let clauses: Vec<TermId> =
            (0..grower.rng.usize(2..6)).map(|_| grower.condition(2)).collect();
        let assignments = all_assignments(&grower.pool);
        let satisfiable = any_holds(&grower.pool, &clauses, &assignments);
        visit(seed, &mut grower, &clauses, satisfiable);
    }
}

#[test]
fn answers_agree_with_enumeration_and_cores_are_contradictions() {
    let mut found = [0; 2];
    each_small_problem(300, |seed, grower, clauses, satisfiable| {
        found[usize::from(satisfiable)] += 1;
        match check(&mut blast(), &mut grower.pool, clauses, 10_000) {
            Verdict::Satisfiable(model) => {
                assert!(satisfiable && holds(&grower.pool, clauses, &model), "seed {seed}");
            }
            Verdict::Unsatisfiable(core) => {
                assert!(!satisfiable, "seed {seed}");
                let core: Vec<TermId> = core.iter().map(|&index| clauses[index]).collect();
                let assignments = all_assignments(&grower.pool);
                assert!(!any_holds(&grower.pool, &core, &assignments), "core of seed {seed}");
            }
            Verdict::Unknown(reason) => panic!("{reason:?} for seed {seed}"),
        }
    });
    assert!(found[0] > 50 && found[1] > 50, "{found:?}");
}

#[test]
fn a_blaster_that_is_kept_answers_as_well_as_a_new_one() {
    for seed in 0..20 {
        let mut grower = Grower::new(seed, 4, 3);
        let conditions: Vec<TermId> = (0..8).map(|_| grower.condition(2)).collect();
        let assignments = all_assignments(&grower.pool);
        let mut blast = blast();
        for _ in 0..20 {
            let clauses: Vec<TermId> = (0..grower.rng.usize(1..5))
                .map(|_| conditions[grower.rng.usize(..conditions.len())])
                .collect();
            let satisfiable = any_holds(&grower.pool, &clauses, &assignments);
            match check(&mut blast, &mut grower.pool, &clauses, 10_000) {
                Verdict::Satisfiable(model) => {
                    assert!(satisfiable && holds(&grower.pool, &clauses, &model), "seed {seed}");
                }
                verdict => assert!(
                    matches!(verdict, Verdict::Unsatisfiable(_)) && !satisfiable,
                    "{verdict:?} for seed {seed}"
                ),
            }
        }
    }
}

#[test]
fn variables_outside_the_problem_and_bits_it_does_not_read_keep_the_seed() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(16)));
    let [vx, vy] = [x, y].map(|term| pool.var_of(term).expect("a variable"));
    let low = pool.extract(x, 0, 4);
    let nine = pool.bits(4, 9);
    let clause = pool.compare(CompareOp::Eq, low, nine);
    let mut seed = Assignment::new();
    seed.set(vx, 0xabcd);
    seed.set(vy, 77);
    let problem = Problem { clauses: vec![clause], seed, ..Problem::default() };
    let verdict = blast().check(&mut pool, &problem, &mut Meter::new(0, 100));
    let Verdict::Satisfiable(model) = verdict else { panic!("{verdict:?}") };
    assert_eq!((model.raw(vx), model.raw(vy)), (0xabc9, 77));
}

#[test]
fn models_stay_near_the_seed() {
    let mut pool = Pool::new();
    let sort = Sort::Bits(32);
    let (x, y) = (pool.variable("x", sort), pool.variable("y", sort));
    let sum = pool.binary(BinaryOp::Add, x, y);
    let bound = pool.bits(32, 1_000_000);
    let clause = pool.compare(CompareOp::Ugt, sum, bound);
    let mut seed = Assignment::new();
    seed.set(pool.var_of(x).expect("a variable"), 123);
    seed.set(pool.var_of(y).expect("a variable"), 456);
    let problem = Problem { clauses: vec![clause], seed, ..Problem::default() };
    let verdict = blast().check(&mut pool, &problem, &mut Meter::new(0, 100));
    let Verdict::Satisfiable(model) = verdict else { panic!("{verdict:?}") };
    let changed: u32 = [x, y]
        .map(|term| {
            let variable = pool.var_of(term).expect("a variable");
            (model.raw(variable) ^ problem.seed.raw(variable)).count_ones()
        })
        .iter()
        .sum();
    assert!(changed <= 4, "{changed} bits changed: {model:?}");
}

#[test]
fn facts_from_above_are_used_but_cores_name_conjuncts_that_suffice_alone() {
    let mut pool = Pool::new();
    let x = pool.variable("x", Sort::Bits(8));
    let variable = pool.var_of(x).expect("a variable");
    let [three, nine, ten] = [3, 9, 10].map(|value| pool.bits(8, value));
    let below = pool.compare(CompareOp::Ult, x, ten);
    let (product, odd) = (pool.binary(BinaryOp::Mul, x, three), pool.extract(x, 0, 1));
    let twelve = pool.bits(8, 12);
    let twelve = pool.compare(CompareOp::Eq, product, twelve);
    let other = pool.compare(CompareOp::Ne, x, nine);
    let mut domains = Domains::default();
    let bounds = Bounds { unsigned: (0, 9), signed: (0, 9), known: 0xf0, bits: 0 };
    domains.set(variable, bounds);
    let clauses = vec![other, below, twelve, odd];
    let problem = Problem { clauses, domains, ..Problem::default() };
    let verdict = blast().check(&mut pool, &problem, &mut Meter::new(0, 1000));
    assert_eq!(verdict, Verdict::Unsatisfiable(vec![2, 3]));
}

#[test]
fn a_product_of_two_primes_is_given_up_when_the_conflicts_are_spent() {
    let mut pool = Pool::new();
    let (p, q) = (pool.variable("p", Sort::Bits(64)), pool.variable("q", Sort::Bits(64)));
    let product = pool.binary(BinaryOp::Mul, p, q);
    // 4294967291 and 4294967279 are the greatest primes below 2^32.
    let value = pool.bits(64, 4_294_967_291 * 4_294_967_279);
    let one = pool.bits(64, 1);
    let limit = pool.bits(64, 1 << 32);
    let clauses = [
        pool.compare(CompareOp::Eq, product, value),
        pool.compare(CompareOp::Ult, one, p),
        pool.compare(CompareOp::Ult, p, q),
        pool.compare(CompareOp::Ult, q, limit),
    ];
    let problem = Problem { clauses: clauses.to_vec(), ..Problem::default() };
    let mut meter = Meter::new(0, 200);
    let verdict = blast().check(&mut pool, &problem, &mut meter);
    assert_eq!((verdict, meter.conflicts), (Verdict::Unknown(Reason::Budget), 0));
}

#[test]
fn a_circuit_beyond_the_limit_is_given_up_and_the_next_query_is_answered() {
    let mut grower = Grower::new(1, 32, 2);
    let limits = Limits { gates: 1000, ..Limits::default() };
    let mut blast = Blast::new(limits, Box::new(End));
    let [x, y] = grower.variables[..] else { panic!("two variables") };
    let pool = &mut grower.pool;
    let quotient = pool.binary(BinaryOp::UDiv, x, y);
    let seven = pool.bits(32, 7);
    let hard = pool.compare(CompareOp::Eq, quotient, seven);
    let easy = pool.compare(CompareOp::Eq, x, seven);
    assert_eq!(check(&mut blast, pool, &[hard], 100), Verdict::Unknown(Reason::Budget));
    assert!(matches!(check(&mut blast, pool, &[easy], 100), Verdict::Satisfiable(_)));
}

#[test]
fn two_blasters_give_the_same_answers_at_the_same_cost() {
    let run = || {
        let mut log = Vec::new();
        let mut blast = blast();
        for seed in 0..4 {
            let mut grower = Grower::new(seed, 16, 3);
            blast.forget();
            for _ in 0..10 {
                let clauses: Vec<TermId> = (0..4).map(|_| grower.condition(2)).collect();
                let problem = Problem { clauses, seed: grower.assignment(), ..Problem::default() };
                let mut meter = Meter::new(0, 2000);
                let verdict = blast.check(&mut grower.pool, &problem, &mut meter);
                log.push((verdict, meter.conflicts));
            }
        }
        log
    };
    assert_eq!(run(), run());
}

#[test]
fn no_circuit_is_built_when_the_time_is_up() {
    let mut pool = Pool::new();
    let [a, b] = ["a", "b"].map(|name| pool.variable(name, Sort::Bits(64)));
    let product = pool.binary(BinaryOp::Mul, a, b);
    let clause = pool.compare(CompareOp::Ult, product, a);
    let problem = Problem { clauses: vec![clause], ..Problem::default() };
    let mut gates = |deadline| {
        let mut blast = blast();
        let mut meter = Meter { deadline, ..Meter::new(0, 100) };
        (blast.check(&mut pool, &problem, &mut meter), blast.encoder.size())
    };
    let (verdict, late) = gates(Some(std::time::Instant::now()));
    assert_eq!(verdict, Verdict::Unknown(Reason::Time));
    let (_, whole) = gates(None);
    assert!(late * 10 < whole, "{late} of {whole}");
}
