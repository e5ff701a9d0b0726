//! Texts in arrays of known length, with zeros behind them: what whole programs are given.

use super::{Maker, draw};
use crate::Array;
use fastrand::Rng;
use program::Type;
use program::catalogue::{ApiType, ApiTypeId};

/// Whether an array of known length holds a text, and zeros behind it.
pub fn holds_text(maker: &Maker<'_>, element: Type, of: Option<ApiTypeId>) -> bool {
    maker.limits.whole
        && element == Type::I8
        && matches!(
            of.and_then(|of| maker.program.catalogue.shape(of)),
            Some(ApiType::Char { bits: 8, .. })
        )
}

/// A text, and zeros behind it.
pub fn padded_text(maker: &Maker<'_>, random: &mut Rng, count: usize) -> Vec<u128> {
    let text = match random.u8(..4) {
        0 => draw::lines(&maker.pool, random),
        _ => draw::text(&maker.pool, random, (count.min(32), count)),
    };
    let mut elements: Vec<u128> = text.into_iter().take(count).map(u128::from).collect();
    elements.resize(count, 0);
    elements
}

/// Changes a text that zeros stand behind: a character, or a few that are inserted, removed or repeated.
pub fn change(maker: &Maker<'_>, random: &mut Rng, array: &mut Array) {
    let count = array.elements.len();
    let used = array.elements.iter().rposition(|bits| *bits != 0).map_or(0, |last| last + 1);
    let at = random.usize(..=used.min(count.saturating_sub(1)));
    let pool = &maker.pool;
    match random.u8(..8) {
        0 | 1 => array.elements.insert(at, draw::byte(pool, random).into()),
        2 if at < used => {
            array.elements.remove(at);
        }
        3 | 4 => {
            if let Some(text) = pool.pick(random, &pool.known.texts, &pool.dynamic.texts) {
                let end = if random.bool() { at } else { (at + text.len()).min(count) };
                array.elements.splice(at..end, text.iter().map(|byte| (*byte).into()));
            }
        }
        5 if at < used => {
            let end = random.usize(at + 1..=used);
            let copy = array.elements[at..end].to_vec();
            array.elements.splice(at..at, copy);
        }
        6 => array.elements = padded_text(maker, random, count),
        _ if count > 0 => array.elements[at] = draw::byte(pool, random).into(),
        _ => {}
    }
    array.elements.resize(count, 0);
}
