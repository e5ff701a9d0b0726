//! Random terms: whatever the constructors made of them, they have the value that `fold` gives.

mod common;

use common::{Garden, scalar};
use term::{Compiled, CompiledDistance, Copier, Pool, Scratch, Sort, TermId, evaluate};

#[test]
fn simplified_terms_have_the_value_of_their_operations() {
    for seed in 0..3_000 {
        let mut garden = Garden::new(seed);
        for _ in 0..60 {
            let grown = garden.grow();
            let value = evaluate(&garden.pool, grown.term, &garden.assignment);
            assert_eq!(value, grown.value, "seed {seed}, term {:?}", garden.pool.node(grown.term));
        }
    }
}

#[test]
fn one_program_computes_all_its_roots_and_its_registers_can_be_used_again() {
    let mut scratch = Scratch::new();
    for seed in 0..300 {
        let mut garden = Garden::new(seed);
        for _ in 0..80 {
            garden.grow();
        }
        let scalars: Vec<_> =
            garden.grown.iter().filter(|grown| !grown.value.sort().is_bytes()).collect();
        let roots: Vec<TermId> = scalars.iter().map(|grown| grown.term).collect();
        let compiled = Compiled::new(&garden.pool, &roots);
        for _ in 0..2 {
            let values = compiled.eval_all(&garden.assignment, &mut scratch);
            for (value, grown) in values.zip(&scalars) {
                assert_eq!(value, scalar(grown), "seed {seed}");
            }
        }
    }
}

#[test]
fn a_distance_is_zero_exactly_when_the_condition_holds() {
    let mut scratch = Scratch::new();
    let mut held = [0; 2];
    for seed in 0..1_500 {
        let mut garden = Garden::new(seed);
        for _ in 0..60 {
            garden.grow();
        }
        let conditions: Vec<_> =
            garden.grown.iter().filter(|grown| grown.value.sort() == Sort::BOOL).collect();
        let roots: Vec<TermId> = conditions.iter().map(|grown| grown.term).collect();
        let distances = CompiledDistance::new(&garden.pool, &roots);
        let grades = distances.eval_each(&garden.assignment, &mut scratch);
        for (grade, grown) in grades.zip(&conditions) {
            let holds = scalar(grown) == 1;
            assert_eq!(grade.to_true.is_zero(), holds, "seed {seed}");
            assert_eq!(grade.to_false.is_zero(), !holds, "seed {seed}");
            held[usize::from(holds)] += 1;
        }
        let all = conditions.iter().all(|grown| scalar(grown) == 1);
        let sum = distances.eval(&garden.assignment, &mut scratch);
        assert_eq!(sum.is_zero(), all, "seed {seed}");
    }
    assert!(held.iter().all(|&count| count > 1_000), "both outcomes are met: {held:?}");
}

#[test]
fn a_copy_is_the_term_the_other_pool_would_have_built() {
    for seed in 0..300 {
        let mut garden = Garden::new(seed);
        for _ in 0..60 {
            garden.grow();
        }
        let mut other = pool_with_a_past();
        let mut copier = Copier::new();
        let copies: Vec<TermId> = garden
            .grown
            .iter()
            .map(|grown| copier.copy(&garden.pool, &mut other, grown.term))
            .collect();
        let mut back = Copier::new();
        for (grown, &copy) in garden.grown.iter().zip(&copies) {
            assert_eq!(back.copy(&other, &mut garden.pool, copy), grown.term, "seed {seed}");
        }
    }
}

/// A pool that already holds something else, so that no id agrees.
fn pool_with_a_past() -> Pool {
    let mut pool = Pool::new();
    for index in 0..10 {
        let x = pool.variable(&format!("other{index}"), Sort::Bits(32));
        let k = pool.bits(32, index);
        pool.binary(term::BinaryOp::Add, x, k);
    }
    pool
}
