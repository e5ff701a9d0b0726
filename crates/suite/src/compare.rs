//! Comparing what memory held before a call with what it holds after it: the checks that tell the difference.

use crate::bytes::{bits_at, field_bits, from, text_in};
use crate::check::{Check, Expected, Target};
use crate::finder::{Finder, Found, POINTER};
use crate::layout::{Leaf, Step, leaves, resolve, size_of};
use crate::union::Images;
use program::Catalogue;
use program::catalogue::{ApiType, ApiTypeId};
use scenario::Extent;

/// Scalars that one object is looked at for.
const MOST_LEAVES: usize = 256;
/// Checks on single scalars of one object, before the test gets hard to read.
const MOST_CHECKS: usize = 24;
/// Minor checks on one object.
const MOST_MINOR: usize = 32;
/// Scalars of a new object beyond which those that are zero go without saying.
const MOST_ZEROS: usize = 8;
/// Pointers that are followed one after the other.
const DEEPEST: usize = 3;
/// Elements behind a pointer to pointers that are looked at; the null address ends them.
const MOST_POINTERS: u32 = 8;

impl Finder<'_> {
    /// Adds checks for what differs between two images of values of a type that lie in a row, and minor ones for what
    /// is the same in both.
    pub(crate) fn compare(
        &self,
        what: &Found,
        extent: Extent,
        before: &[Option<u8>],
        after: &[Option<u8>],
        found: &mut Vec<Check>,
    ) {
        let Some(size) = size_of(self.catalogue, what.ty).filter(|size| *size > 0) else { return };
        let changed = |from: usize, to: usize| {
            (from..to).any(|index| {
                let now = after.get(index).copied().flatten();
                now.is_some() && now != before.get(index).copied().flatten()
            })
        };
        // The address is the same, but what lies there is not.
        let renewed = |offset: u32, size: u32| {
            size == POINTER as u32
                && bits_at(after, offset, size).is_some_and(|bits| self.is_renewed(bits as u64))
        };
        let words = after.len() as u32 / POINTER as u32;
        let same = !changed(0, after.len())
            && (0..words).all(|word| !renewed(word * POINTER as u32, POINTER as u32));
        // What is constant stays as it is, whatever mistakes are made.
        if same && matches!(self.catalogue.types[what.ty], ApiType::Const(_)) {
            return;
        }
        let count = after.len() as u32 / size;
        let element = resolve(self.catalogue, what.ty);
        // What was written behind the end of a text is seen element by element.
        if let (ApiType::Char { bits: 8, .. }, true) = (element, count > 1)
            && let Some(text) = text_in(after)
            && !changed(text.len() + 1, after.len())
        {
            found.push(what.check(Vec::new(), what.ty, Expected::Text(text), same));
            return;
        }
        let scalar = !matches!(
            element,
            ApiType::Record { .. } | ApiType::Array { .. } | ApiType::Pointer(_)
        );
        if scalar && count > 1 {
            let known = (0..count).map_while(|index| bits_at(after, index * size, size));
            let elements: Vec<u128> = known.collect();
            let seen = elements.len().min(MOST_LEAVES) as u32;
            let last = (0..seen)
                .rev()
                .find(|index| changed((index * size) as usize, ((index + 1) * size) as usize));
            let last = last.or((same && seen > 0).then(|| seen - 1));
            let Some(last) = last else { return };
            let whole = extent == Extent::Fixed || elements.len() <= MOST_CHECKS;
            let kept = if whole { elements.len() } else { last as usize + 1 };
            let elements = elements[..kept.min(MOST_LEAVES)].to_vec();
            found.push(what.check(Vec::new(), what.ty, Expected::Elements(elements), same));
            return;
        }
        let leaves = leaves(self.catalogue, what.ty, MOST_LEAVES);
        let (mut made, mut minor) = (0, Vec::new());
        for index in 0..count {
            let first = index * size;
            let images = Images { before: from(before, first), after: from(after, first) };
            let lying = |bits| self.lying(bits);
            let told = crate::union::told(self.catalogue, &leaves, &images, &lying);
            let mut rest = told.as_slice();
            while let Some((leaf, others)) = rest.split_first() {
                let offset = index * size + leaf.offset;
                let mut path = leaf.path.clone();
                if count > 1 || matches!(what.target, Target::Variable(_) | Target::Behind) {
                    path.insert(0, Step::Index(index));
                }
                if let Some(row) = row(self.catalogue, rest)
                    && let Some(expected) =
                        in_row(leaf, row, from(before, offset), from(after, offset))
                {
                    path.pop();
                    let end = offset as usize + row * leaf.size as usize;
                    let is_minor = !changed(offset as usize, end)
                        || what.target == Target::Behind && is_zero(&expected);
                    let check = what.check(path, leaf.ty, expected, is_minor);
                    match is_minor {
                        true => minor.push(check),
                        false => found.push(check),
                    }
                    made += usize::from(!is_minor);
                    rest = &rest[row..];
                    continue;
                }
                rest = others;
                let Some(bits) = bits_at(after, offset, leaf.size) else { continue };
                let bits = field_bits(self.catalogue, leaf, bits);
                let mut told = changed(offset as usize, (offset + leaf.size) as usize)
                    || renewed(offset, leaf.size);
                if leaf.bits.is_some() {
                    let old = bits_at(before, offset, leaf.size)
                        .map(|old| field_bits(self.catalogue, leaf, old));
                    told &= old != Some(bits);
                }
                // Most of something new is zero.
                told &= bits != 0 || what.target != Target::Behind || leaves.len() <= MOST_ZEROS;
                if !told {
                    // Which member of a union is meant is known only of what was written.
                    if !leaf.members.is_empty() {
                        continue;
                    }
                    let expected = self.expected(leaf.ty, bits);
                    if let Some(expected) =
                        expected.filter(|expected| *expected != Expected::NotNull)
                        && minor.len() < MOST_MINOR
                    {
                        minor.push(what.check(path, leaf.ty, expected, true));
                    }
                    continue;
                }
                if made >= MOST_CHECKS {
                    continue;
                }
                let first = found.len();
                let mut add = |path: Vec<Step>, ty, expected, is_minor| {
                    found.push(what.check(path, ty, expected, is_minor));
                };
                self.follow(path, leaf.ty, bits, &[], &mut add);
                made += found.len() - first;
            }
        }
        found.extend(minor);
    }

    /// What to expect of a scalar and, where it is an address of something new, of what lies there.
    fn follow(
        &self,
        path: Vec<Step>,
        ty: ApiTypeId,
        bits: u128,
        above: &[u64],
        add: &mut dyn FnMut(Vec<Step>, ApiTypeId, Expected, bool),
    ) {
        let Some(expected) = self.expected(ty, bits) else { return };
        let address = bits as u64;
        let again = above.contains(&address);
        let behind = self.reached.get(&address).filter(|_| above.len() < DEEPEST && !again);
        let above = &[above, &[address]].concat();
        let (Expected::NotNull, Some(bytes), Some(target)) = (&expected, behind, self.pointee(ty))
        else {
            return add(path, ty, expected, false);
        };
        let mut found = 0;
        let mut add_more = |path: Vec<Step>, ty: ApiTypeId, expected: Expected, is_minor: bool| {
            found += usize::from(!is_minor);
            add(path, ty, expected, is_minor);
        };
        let with = |step: Step| [path.as_slice(), &[step]].concat();
        match resolve(self.catalogue, target) {
            ApiType::Char { bits: 8, .. } => {
                if let Some(text) = text_in(bytes) {
                    add_more(path.clone(), target, Expected::Text(text), false);
                }
            }
            ApiType::Pointer(_) => {
                for index in 0..MOST_POINTERS {
                    let at = index * POINTER as u32;
                    let Some(element) = bits_at(bytes, at, POINTER as u32) else { break };
                    self.follow(with(Step::Index(index)), target, element, above, &mut add_more);
                    if element == 0 {
                        break;
                    }
                }
            }
            ApiType::Record { .. } => {
                let leaves = leaves(self.catalogue, target, MOST_LEAVES);
                let images = Images { before: &[], after: bytes };
                let lying = |bits| self.lying(bits);
                let told = crate::union::told(self.catalogue, &leaves, &images, &lying);
                for leaf in told.into_iter().take(MOST_CHECKS) {
                    let Some(bits) = bits_at(bytes, leaf.offset, leaf.size) else { continue };
                    let bits = field_bits(self.catalogue, leaf, bits);
                    let Some((Step::Field(first), rest)) = leaf.path.split_first() else {
                        continue;
                    };
                    if first.is_empty() {
                        continue;
                    }
                    let path = [&with(Step::Behind(first.clone())), rest].concat();
                    if bits == 0 && leaves.len() > MOST_ZEROS {
                        if let Some(expected) = self.expected(leaf.ty, bits) {
                            add_more(path, leaf.ty, expected, true);
                        }
                        continue;
                    }
                    self.follow(path, leaf.ty, bits, above, &mut add_more);
                }
            }
            _ => {
                let size = size_of(self.catalogue, target).filter(|size| *size > 0).unwrap_or(1);
                let known = (0..MOST_CHECKS as u32).map_while(|at| bits_at(bytes, at * size, size));
                let mut elements: Vec<u128> = known.collect();
                while elements.len() > MOST_ZEROS && elements.last() == Some(&0) {
                    elements.pop();
                }
                let scalar = self.expected(target, 0).is_some();
                match elements[..] {
                    [one] if scalar => {
                        add_more(with(Step::Index(0)), target, Expected::Bits(one), false);
                    }
                    [_, ..] if scalar => {
                        add_more(path.clone(), target, Expected::Elements(elements), false);
                    }
                    _ => {}
                }
            }
        }
        if found == 0 {
            add(path, ty, expected, false);
        }
    }
}

/// Elements of an array inside a record that are told together.
const MOST_IN_ROW: usize = 32;

/// How many of the first leaves are the elements of one array of numbers or characters that is told as a whole.
fn row(catalogue: &Catalogue, leaves: &[&Leaf]) -> Option<usize> {
    let first = leaves.first()?;
    let (Step::Index(0), prefix) = first.path.split_last()? else { return None };
    let shape = resolve(catalogue, first.ty);
    let is_text = matches!(shape, ApiType::Char { bits: 8, .. });
    let is_number = is_text || matches!(shape, ApiType::Int { .. } | ApiType::Enum { .. });
    let together =
        leaves.iter().take_while(|leaf| leaf.path.split_last().is_some_and(|(_, of)| of == prefix));
    let length = together.count();
    let fits = length > 1 && (is_text || length <= MOST_IN_ROW);
    (is_number && fits && first.members.is_empty()).then_some(length)
}

/// What to expect of an array: the text in it, if nothing was written behind its end, or all elements.
fn in_row(
    leaf: &Leaf,
    length: usize,
    before: &[Option<u8>],
    after: &[Option<u8>],
) -> Option<Expected> {
    let bytes = after.get(..length * leaf.size as usize)?;
    let is_left = |(at, byte): (usize, &Option<u8>)| {
        matches!(byte, None | Some(0)) || before.get(at).is_some_and(|old| old == byte)
    };
    if leaf.size == 1
        && let Some(text) = text_in(bytes)
        && bytes.iter().enumerate().skip(text.len()).all(is_left)
    {
        return Some(Expected::Text(text));
    }
    if length > MOST_IN_ROW {
        return None;
    }
    let element = |index: usize| bits_at(bytes, index as u32 * leaf.size, leaf.size);
    (0..length).map(element).collect::<Option<Vec<u128>>>().map(Expected::Elements)
}

/// Whether nothing but zeros is expected.
fn is_zero(expected: &Expected) -> bool {
    match expected {
        Expected::Text(text) => text.is_empty(),
        Expected::Elements(elements) => elements.iter().all(|bits| *bits == 0),
        _ => false,
    }
}
