//! What has to change so that a read of an array gives a certain byte.

use term::{Node, TermId};

use super::super::aim::{Alternative, View};
use super::super::landscape::Change;

/// How many writes and choices a read is followed through.
const CHAIN: usize = 64;

/// How many indices of a constant array are proposed.
const INDICES: usize = 4;

/// Indices beyond are not given values of their own.
const MOST_ELEMENTS: u128 = 4096;

/// Ways for the byte of `array` at `index` to become the target.
pub(in super::super) fn select(
    view: &View,
    array: TermId,
    index: TermId,
    target: u128,
    out: &mut Vec<Alternative>,
) {
    let at = view.value(index);
    let mut array = array;
    for _ in 0..CHAIN {
        array = match view.pool.node(array) {
            Node::Store(_, place, byte) if view.value(place) == at => {
                out.push(Alternative::One(byte, target));
                return;
            }
            Node::Store(inner, place, byte) => {
                // Reading what was written elsewhere is a way too, if it is the right byte.
                if view.value(byte) == target && out.len() < INDICES {
                    out.push(Alternative::One(index, view.value(place)));
                }
                inner
            }
            Node::Ite(condition, a, b) => {
                if view.value(condition) != 0 {
                    a
                } else {
                    b
                }
            }
            Node::Bytes(bytes) => {
                let holds = |place: &u128| {
                    bytes.get(*place as usize).map_or(0, |&byte| u128::from(byte)) == target
                };
                let places = (0..=bytes.len() as u128)
                    .filter(|&place| place <= view.pool.sort(index).mask() && holds(&place));
                // The nearest are likely to keep what other conjuncts say about the index.
                let mut places: Vec<u128> = places.collect();
                places.sort_by_key(|&place| place.abs_diff(at));
                out.extend(places.iter().take(INDICES).map(|&p| Alternative::One(index, p)));
                return;
            }
            Node::Variable(variable) => {
                if at < MOST_ELEMENTS {
                    out.push(Alternative::Change(Change::Element(
                        variable,
                        at as u32,
                        target as u8,
                    )));
                }
                return;
            }
            _ => return,
        };
    }
}
