//! The shadow map against a map of single bytes.

use std::collections::BTreeMap;

use crate::memory::shadow::{Shadow, ShadowMap};

/// Value, byte and length by index.
type Naive = BTreeMap<usize, (u32, u8, u8)>;

fn expected(naive: &Naive, index: usize, len: usize) -> Shadow<u32> {
    let cells: Vec<_> = (index..index + len).map(|index| naive.get(&index).copied()).collect();
    if cells.iter().all(Option::is_none) {
        return Shadow::None;
    }
    let unit = |value| (0..len).map(move |byte| Some((value, byte as u8, len as u8)));
    match cells[0] {
        Some((value, _, _)) if unit(value).eq(cells.iter().copied()) => Shadow::Whole(value),
        _ => Shadow::Mixed,
    }
}

#[test]
fn the_shadow_map_agrees_with_a_map_of_single_bytes() {
    const SPAN: usize = 700;
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut map, mut naive) = (ShadowMap::new(), Naive::new());
    let mut seen = [0; 3];
    for round in 0..60_000 {
        let len = [1, 2, 4, 8, 16][rng.usize(..5)];
        // Mostly aligned, as in programs, so that values are met whole.
        let alignment = if rng.u32(..4) > 0 { len } else { 1 };
        let index = rng.usize(..SPAN) / alignment * alignment;
        match rng.u32(..20) {
            0..6 => {
                let value = rng.u32(..5);
                map.set(index, len, value);
                let unit = (0..len).map(|byte| (index + byte, (value, byte as u8, len as u8)));
                naive.extend(unit);
            }
            6..9 => {
                let len = if rng.u32(..8) == 0 { rng.usize(..200) } else { len };
                map.clear(index, len);
                naive.retain(|at, _| !(index..index + len).contains(at));
            }
            9..12 => {
                let len = if rng.u32(..4) == 0 { rng.usize(..200) } else { len };
                let from = if rng.bool() { rng.usize(..SPAN) } else { index + rng.usize(..20) };
                let cells: Vec<_> = (from..from + len).map(|at| naive.get(&at).copied()).collect();
                map.copy(index, from, len);
                for (at, cell) in (index..).zip(cells) {
                    match cell {
                        Some(cell) => naive.insert(at, cell),
                        None => naive.remove(&at),
                    };
                }
            }
            12 if round % 50 == 0 => {
                map.reset();
                naive.clear();
                assert!(map.is_empty());
            }
            _ => {
                let shadow = map.get(index, len);
                assert_eq!(shadow, expected(&naive, index, len), "round {round}");
                seen[match shadow {
                    Shadow::None => 0,
                    Shadow::Whole(_) => 1,
                    Shadow::Mixed => 2,
                }] += 1;
            }
        }
        if round % 64 == 0 {
            let all = (0..SPAN + 300).filter_map(|at| Some((at, map.cell(at)?)));
            assert!(all.eq(naive.iter().map(|(&at, &cell)| (at, cell))), "round {round}");
        }
    }
    assert!(seen.iter().all(|&times| times > 500), "each answer was seen often: {seen:?}");
}

#[test]
fn a_value_is_whole_only_as_it_was_set() {
    let mut map = ShadowMap::new();
    map.set(60, 8, 'a');
    assert_eq!(map.get(60, 8), Shadow::Whole('a'));
    assert_eq!(map.get(60, 4), Shadow::Mixed);
    assert_eq!(map.get(61, 8), Shadow::Mixed);
    assert_eq!(map.get(68, 8), Shadow::None);
    assert_eq!(map.get(0, 0), Shadow::None);
    assert_eq!(map.cell(65), Some(('a', 5, 8)));
    map.set(64, 1, 'b');
    assert_eq!(map.get(60, 8), Shadow::Mixed);
    map.copy(164, 60, 8);
    assert_eq!(map.cell(168), Some(('b', 0, 1)));
    map.reset();
    assert_eq!(map.get(60, 8), Shadow::None);
    map.set(61, 1, 'c');
    assert_eq!(map.cell(60), None);
}
