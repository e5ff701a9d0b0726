//! Birth, death, snapshot and return.

use expect_test::expect;

use super::script::check;
use crate::memory::{FaultKind, Memory, MemoryConfig, ObjectKind, address};

#[test]
fn a_reset_brings_back_bytes_masks_objects_and_flags() {
    check(
        MemoryConfig::default(),
        "a = heap 100
         b = heap 8 zeroed
         c = global 4
         write a hello
         snapshot
         touched
         write a HELLO
         store a+70 2 1
         store a 1 0x48
         free b
         protect c
         mark c
         marked c
         n = heap 40
         m = stack 8
         store m 8 1
         release m
         touched
         reset
         touched
         bytes a 5
         written a 6
         written a+70 1
         load b 8
         store c 1 0
         marked c
         objects
         load n 1",
        expect![[r#"
            a = heap 100             0x200000000
            b = heap 8 zeroed        0x300000000
            c = global 4             0x400000000
            write a hello            ok
            snapshot                 ok
            touched                  0 lines, 0 objects, 0 slots, 0 bytes
            write a HELLO            ok
            store a+70 2 1           ok
            store a 1 0x48           ok
            free b                   ok
            protect c                ok
            mark c                   ok
            marked c                 true
            n = heap 40              0x500000000
            m = stack 8              0x600000000
            store m 8 1              ok
            release m                ok
            touched                  2 lines, 2 objects, 2 slots, 64 bytes
            reset                    ok
            touched                  0 lines, 0 objects, 0 slots, 0 bytes
            bytes a 5                "hello"
            written a 6              false
            written a+70 1           false
            load b 8                 0x0
            store c 1 0              ok
            marked c                 false
            objects                  0x200000000 0x300000000 0x400000000
            load n 1                 access through a wild pointer at 0x500000000, length 1
        "#]],
    );
}

#[test]
fn a_new_snapshot_is_the_one_that_counts() {
    check(
        MemoryConfig::default(),
        "a = heap 8 zeroed
         b = heap 8 zeroed
         snapshot
         store a 1 1
         free b
         c = heap 8 zeroed
         mark a
         mark c
         snapshot
         touched
         marked a
         marked c
         store a 1 2
         store c 1 3
         free a
         reset
         load a 1
         load b 1
         load c 1
         reset
         load a 1
         free b
         free a
         touched",
        expect![[r#"
            a = heap 8 zeroed        0x200000000
            b = heap 8 zeroed        0x300000000
            snapshot                 ok
            store a 1 1              ok
            free b                   ok
            c = heap 8 zeroed        0x400000000
            mark a                   ok
            mark c                   ok
            snapshot                 ok
            touched                  0 lines, 0 objects, 0 slots, 0 bytes
            marked a                 false
            marked c                 false
            store a 1 2              ok
            store c 1 3              ok
            free a                   ok
            reset                    ok
            load a 1                 0x1
            load b 1                 use after free at 0x300000000, length 1
            load c 1                 0x0
            reset                    ok
            load a 1                 0x1
            free b                   double free at 0x300000000, length 0
            free a                   ok
            touched                  0 lines, 1 objects, 0 slots, 0 bytes
        "#]],
    );
}

#[test]
fn a_reset_without_a_snapshot_leaves_nothing() {
    check(
        MemoryConfig::default(),
        "a = heap 8 zeroed
         reset
         load a 1
         b = heap 8
         load b 1",
        expect![[r#"
            a = heap 8 zeroed        0x200000000
            reset                    ok
            load a 1                 access through a wild pointer at 0x200000000, length 1
            b = heap 8               0x200000000
            load b 1                 read of uninitialised memory at 0x200000000, length 1
        "#]],
    );
}

#[test]
fn equal_operations_after_a_reset_give_equal_addresses() {
    let mut memory = Memory::default();
    let base = memory.allocate(24, 8, ObjectKind::Heap, true).unwrap();
    memory.snapshot();
    let run = |memory: &mut Memory| {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut live = vec![base];
        let mut given = Vec::new();
        for _ in 0..20_000 {
            if live.len() > 50 || rng.bool() && !live.is_empty() {
                let address = live.swap_remove(rng.usize(..live.len()));
                memory.free(address).unwrap();
            } else {
                let size = rng.u64(..300);
                live.push(memory.allocate(size, 1, ObjectKind::Heap, false).unwrap());
            }
            given.extend(live.last().copied());
        }
        given
    };
    let first = run(&mut memory);
    memory.reset();
    assert_eq!(run(&mut memory), first);
}

#[test]
fn the_first_run_from_a_snapshot_is_like_the_next() {
    let mut memory = Memory::new(MemoryConfig { quarantine: 0, ..MemoryConfig::default() });
    for size in [8, 100, 5000] {
        let address = memory.allocate(size, 1, ObjectKind::Heap, false).unwrap();
        memory.free(address).unwrap();
    }
    memory.snapshot();
    let run = |memory: &mut Memory| {
        let sizes = [8, 100, 5000, 8];
        let given = sizes.map(|size| memory.allocate(size, 1, ObjectKind::Heap, true).unwrap());
        for address in given {
            memory.store(address, 1, 1).unwrap();
        }
        (given, memory.touched(), memory.used())
    };
    let first = run(&mut memory);
    memory.reset();
    assert_eq!(run(&mut memory), first);
    assert_eq!(first.1.lines, 0);
}

#[test]
fn a_slot_waits_until_as_many_others_were_freed_as_the_quarantine_holds() {
    for quarantine in [0, 1, 7, 100] {
        let config = MemoryConfig { quarantine, ..MemoryConfig::default() };
        let mut memory = Memory::new(config);
        let mut slots = Vec::new();
        for _ in 0..300 {
            let address = memory.allocate(8, 1, ObjectKind::Stack, false).unwrap();
            memory.release(address).unwrap();
            slots.push(address::slot(address));
        }
        let distinct = quarantine as usize + 1;
        for (at, slot) in slots.iter().enumerate() {
            assert_eq!(slots[..at].contains(slot), at >= distinct);
        }
        assert_eq!(slots[..300 - distinct], slots[distinct..]);
    }
}

#[test]
fn generations_tell_the_objects_of_a_slot_apart_until_they_wrap() {
    let mut memory = Memory::new(MemoryConfig { quarantine: 0, ..MemoryConfig::default() });
    let mut given = Vec::new();
    for generation in 0..=255u8 {
        let address = memory.allocate(1, 1, ObjectKind::Heap, true).unwrap();
        assert_eq!(address, address::compose(address::make_tag(generation, 2), 0));
        for &stale in &given {
            assert_eq!(memory.load(stale, 1).unwrap_err().kind, FaultKind::UseAfterFree);
            assert_eq!(memory.free(stale).unwrap_err().kind, FaultKind::DoubleFree);
        }
        memory.free(address).unwrap();
        given.push(address);
    }
    let again = memory.allocate(1, 1, ObjectKind::Heap, true).unwrap();
    assert_eq!(again, given[0]);
    for &stale in &given[1..] {
        assert_eq!(memory.load(stale, 1).unwrap_err().kind, FaultKind::UseAfterFree);
    }
}

#[test]
fn a_million_pairs_of_allocate_and_release_keep_memory_flat() {
    let mut memory = Memory::default();
    let outer = memory.allocate(100, 1, ObjectKind::Stack, true).unwrap();
    for round in 0..1_000_000 {
        let size = [4, 8, 24, 4000][round % 4];
        let address = memory.allocate(size, 8, ObjectKind::Stack, false).unwrap();
        memory.store(address, 4, 1).unwrap();
        memory.release(address).unwrap();
    }
    assert_eq!(memory.load(outer, 1), Ok(0));
    let touched = memory.touched();
    assert!(touched.slots <= 4096 + 2, "{touched:?}");
    assert!(touched.bytes <= 112 + 16 + 32 + 4096, "{touched:?}");
}
