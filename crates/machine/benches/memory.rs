//! How quick the memory is: accesses, births and deaths, and the way back to a snapshot.

use std::cell::RefCell;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use machine::memory::shadow::ShadowMap;
use machine::memory::{Memory, ObjectKind};

fn main() {
    divan::main();
}

const ACCESSES: u64 = 1024;

/// A memory with one array that belongs to the snapshot or to the run.
fn with_array(in_snapshot: bool) -> (Memory, u64) {
    let mut memory = Memory::default();
    let array = memory.allocate(4 * ACCESSES, 4, ObjectKind::Heap, true).expect("within the limit");
    if in_snapshot {
        memory.snapshot();
    }
    (memory, array)
}

#[divan::bench]
fn load_u32(bencher: Bencher) {
    let (memory, array) = with_array(true);
    bencher.counter(ItemsCount::new(ACCESSES)).bench_local(|| {
        let memory = black_box(&memory);
        (0..ACCESSES).fold(0, |sum: u128, at| {
            sum.wrapping_add(memory.load(black_box(array + 4 * at), 4).expect("in bounds"))
        })
    });
}

#[divan::bench]
fn load_u32_by_index(bencher: Bencher) {
    let (memory, array) = with_array(true);
    bencher.counter(ItemsCount::new(ACCESSES)).bench_local(|| {
        let memory = black_box(&memory);
        (0..ACCESSES).fold(0, |sum: u32, at| {
            let index = memory.resolve(black_box(array + 4 * at), 4).expect("in bounds");
            assert!(memory.check_written(index, 4));
            sum.wrapping_add(memory.read_u32(index))
        })
    });
}

#[divan::bench(args = [false, true])]
fn store_u32(bencher: Bencher, in_snapshot: bool) {
    let (mut memory, array) = with_array(in_snapshot);
    bencher.counter(ItemsCount::new(ACCESSES)).bench_local(|| {
        let memory = black_box(&mut memory);
        for at in 0..ACCESSES {
            memory.store(black_box(array + 4 * at), 4, at.into()).expect("in bounds");
        }
    });
}

#[divan::bench(args = [4, 64, 1000])]
fn allocate_and_release(bencher: Bencher, size: u64) {
    let mut memory = Memory::default();
    bencher.counter(ItemsCount::new(ACCESSES)).bench_local(|| {
        for _ in 0..ACCESSES {
            let address = memory
                .allocate(black_box(size), 8, ObjectKind::Stack, false)
                .expect("within the limit");
            memory.release(black_box(address)).expect("a living object");
        }
    });
}

/// A snapshot of a hundred thousand objects, and runs that write to ten of them.
struct Runs {
    memory: Memory,
    objects: Vec<u64>,
    rng: fastrand::Rng,
}

impl Runs {
    fn new() -> Self {
        let mut memory = Memory::default();
        let objects = (0..100_000)
            .map(|at| memory.allocate(16 + at % 100, 8, ObjectKind::Heap, true).expect("room"))
            .collect();
        memory.snapshot();
        Self { memory, objects, rng: fastrand::Rng::with_seed(5) }
    }

    fn touch(&mut self) {
        for _ in 0..10 {
            let object = self.objects[self.rng.usize(..self.objects.len())];
            self.memory.store(object, 8, 1).expect("in bounds");
        }
    }
}

#[divan::bench]
fn touch_10_of_100_000_and_reset(bencher: Bencher) {
    let mut runs = Runs::new();
    bencher.bench_local(|| {
        runs.touch();
        runs.memory.reset();
    });
}

// One reset per sample: all inputs of a sample are made before it.
#[divan::bench(sample_size = 1, sample_count = 2000)]
fn reset_after_10_of_100_000(bencher: Bencher) {
    let runs = RefCell::new(Runs::new());
    bencher
        .with_inputs(|| runs.borrow_mut().touch())
        .bench_local_values(|()| runs.borrow_mut().memory.reset());
}

#[divan::bench]
fn look_beside_bytes_without_shadow(bencher: Bencher) {
    let mut map = ShadowMap::new();
    map.set(1 << 20, 4, 1u32);
    bencher.counter(ItemsCount::new(ACCESSES)).bench_local(|| {
        for at in 0..ACCESSES as usize {
            black_box(map.get(black_box(4 * at), 4));
        }
    });
}

#[divan::bench]
fn set_and_get_a_shadow(bencher: Bencher) {
    let mut map = ShadowMap::new();
    bencher.counter(ItemsCount::new(ACCESSES)).bench_local(|| {
        for at in 0..ACCESSES as usize {
            map.set(black_box(4 * at), 4, at as u32);
            black_box(map.get(black_box(4 * at), 4));
        }
    });
}
