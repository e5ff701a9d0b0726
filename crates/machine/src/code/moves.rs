//! Parallel moves into a sequence: all sources are read before any destination is written.

/// Orders moves so that doing them one after the other does what doing all at once would do. A cycle is
/// broken by parking one value in `spare`. Destinations are distinct.
pub(super) fn sequence<T: Copy + PartialEq>(moves: &[(T, T)], spare: T) -> Vec<(T, T)> {
    let mut open: Vec<(T, T)> = moves.iter().copied().filter(|(to, from)| to != from).collect();
    let mut done = Vec::with_capacity(open.len() + 1);
    while !open.is_empty() {
        // A destination that no open move reads can be written now.
        let free = open.iter().position(|(to, _)| open.iter().all(|(_, from)| from != to));
        match free {
            Some(index) => done.push(open.remove(index)),
            None => {
                // Only cycles are left. Park the value about to be overwritten and read it there.
                let (to, _) = open[0];
                done.push((spare, to));
                for (_, from) in &mut open {
                    if *from == to {
                        *from = spare;
                    }
                }
            }
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(moves: &[(usize, usize)], registers: &mut [u32]) {
        for &(to, from) in moves {
            registers[to] = registers[from];
        }
    }

    #[test]
    fn any_moves_in_sequence_do_what_they_do_at_once() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let registers = rng.usize(1..7);
            let mut moves = Vec::new();
            for to in 0..registers {
                if rng.bool() {
                    moves.push((to, rng.usize(..registers)));
                }
            }
            rng.shuffle(&mut moves);
            let before: Vec<u32> = (0..=registers as u32).collect();
            let mut expected = before.clone();
            for &(to, from) in &moves {
                expected[to] = before[from];
            }
            let mut found = before.clone();
            run(&sequence(&moves, registers), &mut found);
            assert_eq!(found[..registers], expected[..registers], "{moves:?}");
        }
    }

    #[test]
    fn a_swap_needs_one_more_move_and_a_chain_none() {
        assert_eq!(sequence(&[(0, 1), (1, 0)], 9), [(9, 0), (0, 1), (1, 9)]);
        assert_eq!(sequence(&[(1, 0), (2, 1)], 9), [(2, 1), (1, 0)]);
    }
}
