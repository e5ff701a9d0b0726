//! Which member of a union was written, by what lies there: the bytes do not say, but few members fit them.

use crate::layout::{Leaf, Member, resolve};
use program::Catalogue;
use program::catalogue::{ApiType, ApiTypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a value before and after a call; `None` where one was never written.
pub struct Images<'i> {
    /// Before.
    pub before: &'i [Option<u8>],
    /// After.
    pub after: &'i [Option<u8>],
}

/// What lies at an address: of a type, if that is known.
pub type Lying = Option<Option<ApiTypeId>>;

/// The leaves of a value, of each union those of the member that fits best what was written. `lying` tells what lies at
/// an address.
pub fn told<'l>(
    catalogue: &Catalogue,
    leaves: &'l [Leaf],
    images: &Images<'_>,
    lying: &dyn Fn(u64) -> Lying,
) -> Vec<&'l Leaf> {
    let mut kept: Vec<&Leaf> = leaves.iter().collect();
    let deepest = leaves.iter().map(|leaf| leaf.members.len()).max().unwrap_or(0);
    for depth in 0..deepest {
        let mut members: BTreeMap<u32, BTreeMap<u32, Vec<&Leaf>>> = BTreeMap::new();
        for leaf in &kept {
            if let Some(Member { at, index, .. }) = leaf.members.get(depth) {
                members.entry(*at).or_default().entry(*index).or_default().push(leaf);
            }
        }
        let mut chosen = BTreeSet::new();
        for (at, members) in members {
            let whole: Vec<&Leaf> = members.values().flatten().copied().collect();
            let written = written(&whole, images);
            let unfit = |(_, leaves): &(&u32, &Vec<&Leaf>)| {
                unfitness(catalogue, leaves, &written, images, lying)
            };
            chosen.extend(members.iter().min_by_key(unfit).map(|(index, _)| (at, *index)));
        }
        kept.retain(|leaf| {
            leaf.members.get(depth).is_none_or(|member| chosen.contains(&(member.at, member.index)))
        });
    }
    kept
}

/// The bytes of some leaves that were written.
fn written(leaves: &[&Leaf], images: &Images<'_>) -> BTreeSet<u32> {
    let bytes = leaves.iter().flat_map(|leaf| leaf.offset..leaf.offset + leaf.size);
    let is_new = |byte: &u32| {
        let at = |image: &[Option<u8>]| image.get(*byte as usize).copied().flatten();
        at(images.after).is_some() && at(images.after) != at(images.before)
    };
    bytes.filter(is_new).collect()
}

/// How badly a member fits what was written; what comes first counts most.
type Unfitness = (u32, usize, usize, u32, u32, usize);

fn unfitness(
    catalogue: &Catalogue,
    leaves: &[&Leaf],
    written: &BTreeSet<u32>,
    images: &Images<'_>,
    lying: &dyn Fn(u64) -> Lying,
) -> Unfitness {
    let (mut wrong, mut unknown, mut odd) = (0, 0, 0);
    let mut covered = BTreeSet::new();
    for leaf in leaves {
        let range = leaf.offset as usize..(leaf.offset + leaf.size) as usize;
        covered.extend(leaf.offset..leaf.offset + leaf.size);
        let bytes = images.after.get(range).unwrap_or_default();
        let missing = bytes.iter().filter(|byte| byte.is_none()).count();
        unknown += missing;
        if missing > 0 || bytes.is_empty() {
            continue;
        }
        let number = |bytes: &[Option<u8>]| {
            bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(byte.unwrap_or(0)))
        };
        let bits = number(bytes);
        let word = images.after.get(leaf.offset as usize..leaf.offset as usize + 8);
        let lies = word.and_then(|word| lying(number(word) as u64));
        let address = lies.is_some();
        match resolve(catalogue, leaf.ty) {
            ApiType::Pointer(to) => {
                wrong += u32::from(!address && bits != 0);
                let other = lies.flatten().is_some_and(|of| !catalogue.alike(of, *to));
                odd += u32::from(other);
            }
            ApiType::F32 => {
                wrong += u32::from(address);
                odd += float(f64::from(f32::from_bits(bits as u32)));
            }
            ApiType::F64 => {
                wrong += u32::from(address);
                odd += float(f64::from_bits(bits as u64));
            }
            _ => {
                wrong += u32::from(address);
                odd += integer(bits, leaf.size);
            }
        }
    }
    let uncovered = written.difference(&covered).count();
    let size = covered.len() as u32;
    (wrong, unknown, uncovered, odd, size, leaves.len())
}

/// How odd a number would be as a float: those that people use are neither tiny nor huge.
fn float(value: f64) -> u32 {
    let plain = value == 0.0 || (1e-20..1e20).contains(&value.abs());
    if plain { 0 } else { 2 }
}

/// How odd a number would be as an integer of so many bytes: most are near zero.
fn integer(bits: u128, size: u32) -> u32 {
    let unused = 128 - 8 * size.min(16);
    let value = (bits << unused) as i128 >> unused;
    u32::from(value.unsigned_abs() > 1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Step, leaves};
    use program::IdVec;
    use program::catalogue::ApiField;

    /// A record of a number and a union of a pointer, a double, a float, an int and two ints.
    fn value() -> (Catalogue, Vec<Leaf>) {
        let mut types = IdVec::new();
        let int = types.push(ApiType::Int { bits: 32, signed: true });
        let double = types.push(ApiType::F64);
        let float = types.push(ApiType::F32);
        let pointer = types.push(ApiType::Pointer(int));
        let pair = types.push(ApiType::Array { element: int, length: Some(2) });
        let field =
            |name: &str, ty, offset| ApiField { name: name.to_owned(), ty, offset, bits: None };
        let members = [("p", pointer), ("d", double), ("f", float), ("n", int), ("pair", pair)];
        let fields = members.map(|(name, ty)| field(name, ty, 0)).to_vec();
        let any = ApiType::Record { name: "any".to_owned(), union: true, size: 8, fields };
        let any = types.push(any);
        let fields = vec![field("kind", int, 0), field("u", any, 8)];
        let value = ApiType::Record { name: "value".to_owned(), union: false, size: 16, fields };
        let value = types.push(value);
        let catalogue = Catalogue { types, items: Vec::new() };
        let leaves = leaves(&catalogue, value, 64);
        (catalogue, leaves)
    }

    /// The members that are told of when a call left eight bytes in the union that was zero.
    fn member(after: &[u8]) -> Vec<String> {
        let (catalogue, leaves) = value();
        let before = vec![Some(0); 16];
        let mut image = before.clone();
        for (byte, now) in image[8..].iter_mut().zip(after) {
            *byte = Some(*now);
        }
        let images = Images { before: &before, after: &image };
        let told =
            told(&catalogue, &leaves, &images, &|address| (address == 0x7000).then_some(None));
        let name = |leaf: &&Leaf| match &leaf.path[..] {
            [Step::Field(union), Step::Field(member), rest @ ..] => {
                format!("{union}.{member}{}", "[]".repeat(rest.len()))
            }
            [Step::Field(field)] => field.clone(),
            _ => "?".to_owned(),
        };
        told.iter().map(name).collect()
    }

    #[test]
    fn a_union_is_told_by_the_member_that_fits_what_was_written() {
        assert_eq!(member(&0x7000u64.to_le_bytes()), ["kind", "u.p"]);
        assert_eq!(member(&2.5f64.to_le_bytes()), ["kind", "u.d"]);
        assert_eq!(member(&2.5f32.to_le_bytes()), ["kind", "u.f"]);
        assert_eq!(member(&7i32.to_le_bytes()), ["kind", "u.n"]);
        assert_eq!(member(&u32::MAX.to_le_bytes()), ["kind", "u.n"]);
        assert_eq!(member(&[7, 0, 0, 0, 9, 0, 0, 0]), ["kind", "u.pair[]", "u.pair[]"]);
    }
}
