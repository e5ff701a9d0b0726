//! Models of Z3 as values of variables.

use std::collections::BTreeSet;

use ::z3::Model;
use ::z3::ast::{Array, BV};
use term::{Assignment, Node, Pool, Sort, TermId};

use super::translate::{Expression, Translation, float_variable};

/// Elements of an array beyond this one are not worth their memory.
const LAST_ELEMENT: u128 = 1 << 24;

/// The values of the variables among the terms; the others keep the seed's. None if a value cannot be
/// had.
pub(super) fn read(
    pool: &Pool,
    order: &[TermId],
    translation: &Translation,
    model: &Model,
    seed: &Assignment,
) -> Option<Assignment> {
    let mut values = seed.clone();
    for &term in order {
        let Node::Variable(variable) = pool.node(term) else { continue };
        match (translation.get(term), pool.sort(term)) {
            (Expression::Bool(it), _) => {
                values.set(variable, model.eval(it, true)?.as_bool()?.into());
            }
            (Expression::Vector(it), _) => values.set(variable, bits(model, it)?),
            (Expression::Float(_), sort) => {
                values.set(variable, bits(model, &float_variable(variable, sort))?);
            }
            (Expression::Array(it), sort) => {
                let places = places(pool, order, translation, model, sort)?;
                values.set_bytes(variable, &elements(model, it, sort, &places)?);
            }
        }
    }
    Some(values)
}

fn bits(model: &Model, vector: &BV) -> Option<u128> {
    let width = vector.get_size();
    let low = model.eval(&vector.extract(width.min(64) - 1, 0), true)?.as_u64()?;
    let high = match width {
        ..=64 => 0,
        _ => model.eval(&vector.extract(width - 1, 64), true)?.as_u64()?,
    };
    Some(u128::from(high) << 64 | u128::from(low))
}

/// The indices that arrays of a sort are read at: the only ones that matter.
fn places(
    pool: &Pool,
    order: &[TermId],
    translation: &Translation,
    model: &Model,
    sort: Sort,
) -> Option<BTreeSet<u128>> {
    order
        .iter()
        .filter_map(|&term| match pool.node(term) {
            Node::Select(array, index) if pool.sort(array) == sort => Some(index),
            _ => None,
        })
        .map(|index| bits(model, &translation.vector(index)).filter(|&at| at <= LAST_ELEMENT))
        .collect()
}

fn elements(model: &Model, array: &Array, sort: Sort, places: &BTreeSet<u128>) -> Option<Vec<u8>> {
    let Sort::Bytes { index_bits } = sort else { return None };
    let mut bytes = vec![0; places.last().map_or(0, |&last| last as usize + 1)];
    for &at in places {
        let byte = array.select(&BV::from_u64(at as u64, index_bits.into())).as_bv()?;
        bytes[at as usize] = bits(model, &byte)? as u8;
    }
    Some(bytes)
}
