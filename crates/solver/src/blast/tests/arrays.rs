//! Reads and writes of byte arrays, against enumeration.

use super::*;

/// Two arrays of four bytes, two indices, a bit that chooses; bytes from a few values, so that they meet.
struct Shelf {
    rng: Rng,
    pool: Pool,
    indices: Vec<TermId>,
    arrays: Vec<TermId>,
    flag: TermId,
}

impl Shelf {
    fn new(seed: u64) -> Shelf {
        let mut pool = Pool::new();
        let index = Sort::Bits(2);
        let mut indices = vec![pool.variable("i", index), pool.variable("j", index)];
        indices.extend((0..4).map(|value| pool.bits(2, value)));
        let one = pool.bits(2, 1);
        indices.push(pool.binary(BinaryOp::Add, indices[0], one));
        let arrays = vec![
            pool.variable("m", Sort::Bytes { index_bits: 2 }),
            pool.bytes(2, &[1, 255, 0, 1]),
            pool.bytes(2, &[255, 1]),
        ];
        let flag = pool.variable("f", Sort::BOOL);
        Shelf { rng: Rng::with_seed(seed), pool, indices, arrays, flag }
    }

    fn index(&mut self) -> TermId {
        self.indices[self.rng.usize(..self.indices.len())]
    }

    fn byte(&mut self, depth: u8) -> TermId {
        if depth == 0 || self.rng.u8(..3) == 0 {
            let value = [0, 1, 255][self.rng.usize(..3)];
            return self.pool.bits(8, value);
        }
        let (array, index) = (self.array(depth - 1), self.index());
        self.pool.select(array, index)
    }

    fn array(&mut self, depth: u8) -> TermId {
        match self.rng.u8(..5) {
            0 if depth > 0 => {
                let (a, b) = (self.array(depth - 1), self.array(depth - 1));
                self.pool.ite(self.flag, a, b)
            }
            1..4 if depth > 0 => {
                let (array, index, byte) =
                    (self.array(depth - 1), self.index(), self.byte(depth - 1));
                self.pool.store(array, index, byte)
            }
            _ => self.arrays[self.rng.usize(..self.arrays.len())],
        }
    }
}

#[test]
fn answers_about_arrays_agree_with_enumeration() {
    let mut found = [0; 2];
    for seed in 0..250 {
        let mut shelf = Shelf::new(seed);
        let mut clauses = Vec::new();
        for _ in 0..4 {
            let (array, index, byte) = (shelf.array(4), shelf.index(), shelf.byte(3));
            let read = shelf.pool.select(array, index);
            let equal = shelf.pool.compare(CompareOp::Eq, read, byte);
            clauses.push(if shelf.rng.bool() { equal } else { shelf.pool.not(equal) });
        }
        let assignments = all_assignments(&shelf.pool);
        let satisfiable = |clauses: &[TermId]| any_holds(&shelf.pool, clauses, &assignments);
        let truth = satisfiable(&clauses);
        match check(&mut blast(), &mut shelf.pool.clone(), &clauses, 10_000) {
            // Three values of a byte are enumerated, so a model may exist where none was met.
            Verdict::Satisfiable(model) => {
                found[1] += 1;
                assert!(holds(&shelf.pool, &clauses, &model), "seed {seed}");
            }
            Verdict::Unsatisfiable(core) => {
                found[0] += 1;
                assert!(!truth, "seed {seed}");
                let core: Vec<TermId> = core.iter().map(|&index| clauses[index]).collect();
                assert!(!satisfiable(&core), "seed {seed}");
            }
            Verdict::Unknown(reason) => panic!("{reason:?} for seed {seed}"),
        }
    }
    assert!(found[0] > 30 && found[1] > 30, "{found:?}");
}

#[test]
fn equal_indices_read_equal_bytes() {
    let mut pool = Pool::new();
    let memory = pool.variable("m", Sort::Bytes { index_bits: 32 });
    let indices = ["i", "j", "k"].map(|name| pool.variable(name, Sort::Bits(32)));
    let bytes = indices.map(|index| pool.select(memory, index));
    let [i, j, k] = indices;
    let differ = pool.compare(CompareOp::Ult, bytes[0], bytes[2]);
    let clauses = [pool.compare(CompareOp::Eq, i, j), differ, pool.compare(CompareOp::Eq, j, k)];
    let mut blast = blast();
    let verdict = check(&mut blast, &mut pool, &clauses, 1000);
    assert_eq!(verdict, Verdict::Unsatisfiable(vec![0, 1, 2]));
    let verdict = check(&mut blast, &mut pool, &clauses[..2], 1000);
    let Verdict::Satisfiable(model) = verdict else { panic!("{verdict:?}") };
    assert!(holds(&pool, &clauses[..2], &model));
}

#[test]
fn a_table_is_searched_for_an_entry() {
    let mut pool = Pool::new();
    let table: Vec<u8> = (0..200u32).map(|at| (at * 37 % 251) as u8).collect();
    let bytes = pool.bytes(16, &table);
    let index = pool.variable("i", Sort::Bits(16));
    let variable = pool.var_of(index).expect("a variable");
    let entry = pool.select(bytes, index);
    let mut blast = blast();
    for value in 0..=255 {
        let constant = pool.bits(8, value.into());
        let clause = pool.compare(CompareOp::Eq, entry, constant);
        match check(&mut blast, &mut pool, &[clause], 1000) {
            Verdict::Satisfiable(model) => {
                let index = model.raw(variable) as usize;
                assert_eq!(table.get(index).copied().unwrap_or(0), value);
            }
            verdict => {
                assert_eq!(verdict, Verdict::Unsatisfiable(vec![0]));
                assert!(value != 0 && !table.contains(&value), "{value}");
            }
        }
    }
}

#[test]
fn a_model_that_needs_a_high_index_does_not_fill_memory() {
    let mut pool = Pool::new();
    let memory = pool.variable("m", Sort::Bytes { index_bits: 32 });
    let index = pool.variable("i", Sort::Bits(32));
    let (byte, one) = (pool.select(memory, index), pool.bits(8, 1));
    let (low, high) = (pool.bits(32, 1000), pool.bits(32, 0xf000_0000));
    let is_one = pool.compare(CompareOp::Eq, byte, one);
    let from_low = pool.compare(CompareOp::Ugt, index, low);
    let from_high = pool.compare(CompareOp::Ugt, index, high);
    let mut blast = blast();
    let verdict = check(&mut blast, &mut pool, &[is_one, from_low], 1000);
    let Verdict::Satisfiable(model) = verdict else { panic!("{verdict:?}") };
    assert!(holds(&pool, &[is_one, from_low], &model));
    let verdict = check(&mut blast, &mut pool, &[is_one, from_high], 1000);
    assert_eq!(verdict, Verdict::Unknown(crate::problem::Reason::Budget));
}

#[test]
fn a_long_chain_of_writes_is_read_without_recursion() {
    let mut pool = Pool::new();
    let mut memory = pool.variable("m", Sort::Bytes { index_bits: 16 });
    let base = pool.variable("b", Sort::Bits(16));
    let at = pool.variable("i", Sort::Bits(16));
    for offset in 0..3000u32 {
        let (offset, value) = (pool.bits(16, offset.into()), pool.bits(8, (offset % 200).into()));
        let index = pool.binary(BinaryOp::Xor, base, offset);
        memory = pool.store(memory, index, value);
    }
    let (byte, value) = (pool.select(memory, at), pool.bits(8, 199));
    let clause = pool.compare(CompareOp::Eq, byte, value);
    let verdict = check(&mut blast(), &mut pool, &[clause], 10_000);
    let Verdict::Satisfiable(model) = verdict else { panic!("{verdict:?}") };
    assert!(holds(&pool, &[clause], &model));
}
