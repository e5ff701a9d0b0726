//! Collections against a naive search for what can be reached.

use std::collections::BTreeSet;

use crate::memory::{Memory, MemoryConfig, ObjectKind, address};

const NODE: ObjectKind = ObjectKind::Managed { class: 0 };
const INTS: ObjectKind = ObjectKind::Array { class: 1, length: 4 };
const REFERENCES: ObjectKind = ObjectKind::Array { class: 2, length: 4 };

fn collect(memory: &mut Memory, roots: &[u64]) -> usize {
    memory.collect(roots.iter().copied(), |class| class == 2)
}

#[test]
fn what_a_root_or_memory_leads_to_stays() {
    let mut memory = Memory::default();
    let base = memory.allocate(64, 8, ObjectKind::Global(0), true).unwrap();
    memory.snapshot();
    let mut make = |kind| memory.allocate(32, 8, kind, true).unwrap();
    let [a, b, c, d, e, f, g] = [NODE, NODE, REFERENCES, NODE, INTS, NODE, NODE].map(&mut make);
    let block = make(ObjectKind::Heap);
    // a -> b -> c -> d, the snapshot -> e, e's numbers look like f, a block of the heap -> g.
    for (from, to) in [(a, b), (b + 8, c), (c + 24, d), (base + 16, e), (e, f), (block + 8, g)] {
        memory.store(from, 8, to.into()).unwrap();
    }
    assert_eq!(collect(&mut memory, &[a + 5]), 1);
    for (object, lives) in [a, b, c, d, e, g, block, f].iter().zip([true; 7].iter().chain(&[false]))
    {
        assert_eq!(memory.kind(*object).is_ok(), *lives);
    }
    assert_eq!(collect(&mut memory, &[c]), 2);
    memory.store(base + 16, 8, 0).unwrap();
    memory.release(block).unwrap();
    assert_eq!(collect(&mut memory, &[]), 4);
    assert_eq!(memory.objects().count(), 1);
}

#[test]
fn objects_of_the_snapshot_are_never_ended() {
    let mut memory = Memory::default();
    let old = memory.allocate(16, 8, NODE, true).unwrap();
    memory.snapshot();
    assert_eq!(collect(&mut memory, &[]), 0);
    assert!(memory.kind(old).is_ok());
}

#[test]
fn a_collection_is_due_after_what_was_made_and_later_when_much_lives() {
    let config = MemoryConfig { collect_after: 10_000, ..MemoryConfig::default() };
    let mut memory = Memory::new(config);
    let mut made = Vec::new();
    let mut until_due = |memory: &mut Memory| {
        let before = made.len();
        while !memory.is_collection_due() {
            made.push(memory.allocate(68, 8, NODE, true).unwrap());
        }
        (made.len() - before, made.clone())
    };
    let (first, _) = until_due(&mut memory);
    assert_eq!(first, 100);
    assert_eq!(collect(&mut memory, &[]), 100);
    let (second, objects) = until_due(&mut memory);
    assert_eq!((second, collect(&mut memory, &objects)), (100, 0));
    let (third, objects) = until_due(&mut memory);
    assert_eq!((third, collect(&mut memory, &objects)), (200, 0));
    let (fourth, _) = until_due(&mut memory);
    assert_eq!(fourth, 600);
    // Blocks of the heap are the program's own business.
    collect(&mut memory, &[]);
    memory.allocate(1 << 20, 8, ObjectKind::Heap, true).unwrap();
    assert!(!memory.is_collection_due());
}

#[test]
fn random_graphs_keep_exactly_what_can_be_reached() {
    let mut rng = fastrand::Rng::with_seed(3);
    for round in 0..300 {
        let mut memory = Memory::new(MemoryConfig { quarantine: 4, ..MemoryConfig::default() });
        let old: Vec<u64> = (0..4).map(|_| memory.allocate(40, 8, NODE, true).unwrap()).collect();
        memory.snapshot();
        for _ in 0..3 {
            let mut objects: Vec<u64> = Vec::new();
            for _ in 0..rng.usize(1..60) {
                let kind = if rng.bool() { NODE } else { REFERENCES };
                objects.push(memory.allocate(40, 8, kind, true).unwrap());
                for _ in 0..rng.usize(..3) {
                    let all = [&old[..], &objects[..]].concat();
                    let (from, to) = (rng.choice(&all).unwrap(), rng.choice(&all).unwrap());
                    memory.store(from + 8 * rng.u64(..5), 8, (to + rng.u64(..40)).into()).unwrap();
                }
            }
            let roots: Vec<u64> = objects.iter().copied().filter(|_| rng.u8(..8) == 0).collect();
            let mut reached: BTreeSet<u64> = old.iter().chain(&roots).copied().collect();
            let mut open: Vec<u64> = reached.iter().copied().collect();
            while let Some(object) = open.pop() {
                for word in 0..5 {
                    let to = memory.load(object + word * 8, 8).unwrap() as u64;
                    let to = address::compose(address::tag(to), 0);
                    if to != 0 && reached.insert(to) {
                        open.push(to);
                    }
                }
            }
            collect(&mut memory, &roots);
            let left: BTreeSet<u64> = memory.objects().map(|object| object.address).collect();
            assert_eq!(left, reached, "round {round}");
            if rng.bool() {
                memory.reset();
                let left: Vec<u64> = memory.objects().map(|object| object.address).collect();
                assert_eq!(left, old);
            }
        }
    }
}
