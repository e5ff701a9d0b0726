//! The life of a pool: names, marks, cuts, memory; and the slices of conjunctions.

use expect_test::expect;
use fastrand::Rng;
use term::slice::{Slicer, independent, relevant};
use term::{BinaryOp, CompareOp, Mark, Pool, Sort, TermId, Value, free_variables, print::infix};

#[test]
fn a_name_has_one_sort() {
    let mut pool = Pool::new();
    let x = pool.variable("x", Sort::Bits(8));
    assert_eq!(pool.variable("x", Sort::Bits(8)), x);
    let clash = pool.try_variable("x", Sort::F32).expect_err("another sort");
    expect!["variable `x` is i8, not f32"].assert_eq(&clash.to_string());
    assert_eq!(pool.variables().count(), 1);
}

#[test]
fn an_optional_term_is_four_bytes() {
    assert_eq!(size_of::<Option<TermId>>(), 4);
}

#[test]
fn values_and_sorts_print_as_people_write_them() {
    let values = [
        Value::of_raw(Sort::BOOL, 1),
        Value::of_raw(Sort::Bits(8), 255),
        Value::of_raw(Sort::Bits(128), 1 << 100),
        Value::of_raw(Sort::F32, f32::to_bits(0.1).into()),
        Value::of_raw(Sort::F64, f64::to_bits(-0.0).into()),
        Value::of_bytes(4, b"a\"\0b\0\0"),
    ];
    let shown: Vec<String> =
        values.iter().map(|value| format!("{value} of {}", value.sort())).collect();
    expect![[r#"
        true of i1
        -1 of i8
        1267650600228229401496703205376 of i128
        0.1 of f32
        -0.0 of f64
        "a\"\x00b" of bytes[2^4]"#]]
    .assert_eq(&shown.join("\n"));
}

/// Grows a pool in a way that depends on the seed.
fn grow(pool: &mut Pool, rng: &mut Rng, steps: usize) -> TermId {
    let mut term = pool.variable("x", Sort::Bits(128));
    for _ in 0..steps {
        let operand = match rng.u8(..3) {
            0 => pool.bits(128, rng.u128(..)),
            1 => pool.variable(&format!("v{}", rng.u8(..20)), Sort::Bits(128)),
            _ => {
                let text = pool.bytes(8, &[rng.u8(1..), rng.u8(1..)]);
                let index = pool.extract(term, 0, 8);
                let byte = pool.select(text, index);
                pool.convert(term::ConvertOp::ZExt, Sort::Bits(128), byte)
            }
        };
        let op = [BinaryOp::Add, BinaryOp::Mul, BinaryOp::Xor][rng.usize(..3)];
        term = pool.binary(op, term, operand);
    }
    term
}

#[test]
fn a_cut_pool_is_as_if_nothing_had_been_built_since() {
    let mut rng = Rng::with_seed(5);
    let mut pool = Pool::new();
    let kept = grow(&mut pool, &mut rng, 200);
    let text = infix(&pool, kept);
    let mut marks: Vec<(Mark, usize, usize)> = Vec::new();
    for round in 0..200u64 {
        let mark = pool.mark();
        let (len, vars) = (pool.len(), pool.variables().count());
        let seed = Rng::with_seed(round % 7);
        let first = grow(&mut pool, &mut seed.clone(), 300);
        let (grown, used) = (pool.len(), pool.bytes_used());
        pool.cut(mark);
        assert_eq!((pool.len(), pool.variables().count()), (len, vars));
        let second = grow(&mut pool, &mut seed.clone(), 300);
        assert_eq!((first, grown, used), (second, pool.len(), pool.bytes_used()));
        // Everything built is found again, so the table forgot nothing it should keep.
        grow(&mut pool, &mut seed.clone(), 300);
        assert_eq!(pool.len(), grown);
        marks.push((mark, len, vars));
        if round % 5 == 4 {
            let back = rng.usize(..marks.len());
            let (mark, len, vars) = marks[back];
            marks.truncate(back);
            pool.cut(mark);
            assert_eq!((pool.len(), pool.variables().count()), (len, vars));
        }
    }
    assert_eq!(infix(&pool, kept), text);
}

#[test]
fn memory_is_flat_when_every_run_is_cut_back() {
    let mut pool = Pool::new();
    let mark = pool.mark();
    let mut used = Vec::new();
    for _ in 0..50 {
        grow(&mut pool, &mut Rng::with_seed(9), 2_000);
        used.push(pool.bytes_used());
        pool.cut(mark);
    }
    assert!(used.iter().all(|&bytes| bytes == used[0]), "{used:?}");
    assert!(pool.is_empty());
    assert_eq!(pool.bytes_used(), Pool::new().bytes_used());
}

#[test]
fn a_conjunction_falls_into_parts_that_share_no_variable() {
    let mut pool = Pool::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| pool.variable(name, Sort::Bits(32)));
    let mut less = |x, y| pool.compare(CompareOp::Slt, x, y);
    let clauses = [less(a, b), less(c, d), less(b, a), less(d, c)];
    let fixed = pool.bool(true);
    let mut clauses = clauses.to_vec();
    clauses.push(fixed);
    assert_eq!(independent(&pool, &clauses), [vec![0, 2], vec![1, 3], vec![4]]);
    assert_eq!(relevant(&pool, &clauses, 3), [1, 3]);
    assert_eq!(relevant(&pool, &clauses, 4), [4]);
    clauses.push(pool.compare(CompareOp::Eq, a, d));
    assert_eq!(independent(&pool, &clauses), [vec![0, 1, 2, 3, 5], vec![4]]);
}

#[test]
fn slices_are_the_connected_parts_of_shared_variables() {
    let mut rng = Rng::with_seed(11);
    for _ in 0..200 {
        let mut pool = Pool::new();
        let vars: Vec<TermId> =
            (0..12).map(|index| pool.variable(&format!("v{index}"), Sort::Bits(8))).collect();
        let clauses: Vec<TermId> = (0..rng.usize(1..14))
            .map(|_| {
                let [a, b] = [(); 2].map(|()| vars[rng.usize(..vars.len())]);
                let k = pool.bits(8, rng.u128(2..200));
                let product = pool.binary(BinaryOp::Mul, a, if rng.bool() { b } else { k });
                pool.compare(CompareOp::Ult, product, k)
            })
            .collect();
        // Reachability over pairs that share a variable, by brute force.
        let sets: Vec<_> = clauses.iter().map(|&clause| free_variables(&pool, clause)).collect();
        let count = clauses.len();
        let mut linked: Vec<Vec<bool>> = (0..count)
            .map(|i| (0..count).map(|j| i == j || sets[i].intersects(&sets[j])).collect())
            .collect();
        for via in 0..count {
            for i in 0..count {
                for j in 0..count {
                    linked[i][j] |= linked[i][via] && linked[via][j];
                }
            }
        }
        let mut slicer = Slicer::new();
        slicer.extend(&pool, &clauses);
        for (clause, row) in linked.iter().enumerate() {
            let expected: Vec<usize> = (0..count).filter(|&other| row[other]).collect();
            assert_eq!(slicer.relevant(clause), expected);
            assert!(independent(&pool, &clauses).contains(&expected));
        }
    }
}
