//! Predicates of the library that say by how much they fail.
//!
//! Their bodies run as bytecode in every domain, and every condition on an input is met there. A loop that ends
//! at the first difference, or a hash that leads to an empty bucket, says nothing about the rest; a search needs
//! the rest as well. So the result of a graded run is given how far the two sides are apart, over all of
//! their characters or elements.

pub(super) mod cases;
mod collections;
mod equality;
mod languages;
mod matching;
mod parsers;
mod text;

pub(super) use languages::Languages;

use super::values::NULL;
use super::{Jvm, JvmState};
use machine::{Context, Grader, Stop, Value};
use matching::{matches, matches_anywhere, matches_beginning};
use std::sync::Arc;
use term::distance::Distance;
use trace::Mode;

/// How many characters are looked at.
const MOST: usize = 1024;

/// How far a call was from another result, if that is known.
type Grade = fn(&mut Jvm<'_>, &[Value]) -> Result<Option<Distance>, Stop>;

/// Which result it is that is graded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GradedResult {
    /// `false`, or null.
    FalseOrNull,
    /// Any number but zero.
    NotZero,
    /// -1.
    NotFound,
}

const TABLE: &[(&str, GradedResult, Grade)] = &[
    ("java/lang/String.equals(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, equal),
    (
        "java/lang/String.equalsIgnoreCase(Ljava/lang/String;)Z",
        GradedResult::FalseOrNull,
        equal_in_any_case,
    ),
    ("java/lang/String.contentEquals(Ljava/lang/CharSequence;)Z", GradedResult::FalseOrNull, equal),
    ("java/lang/String.startsWith(Ljava/lang/String;I)Z", GradedResult::FalseOrNull, starts),
    ("java/lang/String.startsWith(Ljava/lang/String;)Z", GradedResult::FalseOrNull, starts),
    ("java/lang/String.endsWith(Ljava/lang/String;)Z", GradedResult::FalseOrNull, ends),
    ("java/lang/String.regionMatches(ILjava/lang/String;II)Z", GradedResult::FalseOrNull, region),
    (
        "java/lang/String.regionMatches(ZILjava/lang/String;II)Z",
        GradedResult::FalseOrNull,
        region_in_any_case,
    ),
    ("java/lang/String.compareTo(Ljava/lang/String;)I", GradedResult::NotZero, equal),
    (
        "java/lang/String.compareToIgnoreCase(Ljava/lang/String;)I",
        GradedResult::NotZero,
        equal_in_any_case,
    ),
    ("java/lang/String.indexOf(Ljava/lang/String;)I", GradedResult::NotFound, text_within),
    ("java/lang/String.indexOf(Ljava/lang/String;I)I", GradedResult::NotFound, text_within),
    ("java/lang/String.lastIndexOf(Ljava/lang/String;)I", GradedResult::NotFound, text_within),
    ("java/lang/String.indexOf(I)I", GradedResult::NotFound, character_within),
    ("java/lang/String.indexOf(II)I", GradedResult::NotFound, character_within),
    ("java/lang/String.lastIndexOf(I)I", GradedResult::NotFound, character_within),
    ("java/util/regex/Matcher.matches()Z", GradedResult::FalseOrNull, matches),
    ("java/util/regex/Matcher.lookingAt()Z", GradedResult::FalseOrNull, matches_beginning),
    ("java/util/regex/Matcher.find()Z", GradedResult::FalseOrNull, matches_anywhere),
    (
        "java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        equal,
    ),
    ("java/util/ArrayList.equals(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, equal),
    ("java/util/AbstractList.equals(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, equal),
    (
        "java/util/ImmutableCollections$AbstractImmutableList.equals(Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        equal,
    ),
    ("java/util/Arrays.equals([Z[Z)Z", GradedResult::FalseOrNull, equal_arrays),
    ("java/util/Arrays.equals([B[B)Z", GradedResult::FalseOrNull, equal_arrays),
    ("java/util/Arrays.equals([C[C)Z", GradedResult::FalseOrNull, equal_arrays),
    ("java/util/Arrays.equals([S[S)Z", GradedResult::FalseOrNull, equal_arrays),
    ("java/util/Arrays.equals([I[I)Z", GradedResult::FalseOrNull, equal_arrays),
    ("java/util/Arrays.equals([J[J)Z", GradedResult::FalseOrNull, equal_arrays),
    ("java/util/Arrays.equals([F[F)Z", GradedResult::FalseOrNull, equal_arrays),
    ("java/util/Arrays.equals([D[D)Z", GradedResult::FalseOrNull, equal_arrays),
    (
        "java/util/Arrays.equals([Ljava/lang/Object;[Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        equal_arrays,
    ),
    (
        "java/util/AbstractCollection.contains(Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        element,
    ),
    ("java/util/ArrayDeque.contains(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, element),
    (
        "java/util/ImmutableCollections$Set12.contains(Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        element,
    ),
    (
        "java/util/ImmutableCollections$SetN.contains(Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        element,
    ),
    ("java/util/ArrayList.indexOf(Ljava/lang/Object;)I", GradedResult::NotFound, element),
    ("java/util/ArrayList.lastIndexOf(Ljava/lang/Object;)I", GradedResult::NotFound, element),
    ("java/util/Arrays$ArrayList.indexOf(Ljava/lang/Object;)I", GradedResult::NotFound, element),
    ("java/util/Vector.indexOf(Ljava/lang/Object;I)I", GradedResult::NotFound, element),
    ("java/util/LinkedList.indexOf(Ljava/lang/Object;)I", GradedResult::NotFound, element),
    ("java/util/PriorityQueue.indexOf(Ljava/lang/Object;)I", GradedResult::NotFound, element),
    (
        "java/util/concurrent/CopyOnWriteArrayList.indexOf(Ljava/lang/Object;)I",
        GradedResult::NotFound,
        element,
    ),
    (
        "java/util/ImmutableCollections$List12.indexOf(Ljava/lang/Object;)I",
        GradedResult::NotFound,
        element,
    ),
    (
        "java/util/ImmutableCollections$ListN.indexOf(Ljava/lang/Object;)I",
        GradedResult::NotFound,
        element,
    ),
    ("java/util/HashMap.containsKey(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, key),
    ("java/util/HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;", GradedResult::FalseOrNull, key),
    ("java/util/HashMap.containsValue(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, mapped),
    (
        "java/util/LinkedHashMap.get(Ljava/lang/Object;)Ljava/lang/Object;",
        GradedResult::FalseOrNull,
        key,
    ),
    (
        "java/util/LinkedHashMap.containsValue(Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        mapped,
    ),
    ("java/util/TreeMap.containsKey(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, key),
    ("java/util/TreeMap.get(Ljava/lang/Object;)Ljava/lang/Object;", GradedResult::FalseOrNull, key),
    ("java/util/TreeMap.containsValue(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, mapped),
    ("java/util/Hashtable.containsKey(Ljava/lang/Object;)Z", GradedResult::FalseOrNull, key),
    (
        "java/util/Hashtable.get(Ljava/lang/Object;)Ljava/lang/Object;",
        GradedResult::FalseOrNull,
        key,
    ),
    (
        "java/util/concurrent/ConcurrentHashMap.get(Ljava/lang/Object;)Ljava/lang/Object;",
        GradedResult::FalseOrNull,
        key,
    ),
    (
        "java/util/concurrent/ConcurrentHashMap.containsValue(Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        mapped,
    ),
    (
        "java/util/ImmutableCollections$MapN.containsKey(Ljava/lang/Object;)Z",
        GradedResult::FalseOrNull,
        key,
    ),
    (
        "java/util/ImmutableCollections$MapN.get(Ljava/lang/Object;)Ljava/lang/Object;",
        GradedResult::FalseOrNull,
        key,
    ),
    (
        "java/util/ImmutableCollections$Map1.get(Ljava/lang/Object;)Ljava/lang/Object;",
        GradedResult::FalseOrNull,
        key,
    ),
    ("java/lang/Character.isDigit(I)Z", GradedResult::FalseOrNull, digit),
    ("java/lang/Character.isLetter(I)Z", GradedResult::FalseOrNull, letter),
    ("java/lang/Character.isLetterOrDigit(I)Z", GradedResult::FalseOrNull, letter_or_digit),
    ("java/lang/Character.isAlphabetic(I)Z", GradedResult::FalseOrNull, letter),
    ("java/lang/Character.isUpperCase(I)Z", GradedResult::FalseOrNull, upper),
    ("java/lang/Character.isLowerCase(I)Z", GradedResult::FalseOrNull, lower),
    ("java/lang/Character.isWhitespace(I)Z", GradedResult::FalseOrNull, white),
];

/// Who grades the results of a method of the library, by the name of its function, and offers texts in the place of those
/// that it judges.
pub(super) fn grader(shared: &Arc<JvmState>, name: &str) -> Option<Arc<dyn Grader>> {
    let graded = TABLE.iter().find(|(known, ..)| *known == name);
    let graded = graded.map(|(_, graded, grade)| (*graded, *grade));
    let offer = matching::offer(name).or_else(|| parsers::offer(name));
    if graded.is_none() && offer.is_none() {
        return None;
    }
    Some(Arc::new(Predicate { shared: Arc::clone(shared), graded, offer }))
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// It gave something, or `true`.
    Accepted,
    /// It threw something, or gave `false`.
    Refused,
}

/// Offers texts in the place of those that a call judged.
type Offer = Arc<dyn Fn(&mut Jvm<'_>, &[Value], Verdict) -> Result<(), Stop> + Send + Sync>;

/// A predicate of the library, or something that reads texts.
struct Predicate {
    shared: Arc<JvmState>,
    graded: Option<(GradedResult, Grade)>,
    offer: Option<Offer>,
}

impl Grader for Predicate {
    fn grade(
        &self,
        context: &mut dyn Context,
        arguments: &[Value],
        result: Value,
    ) -> Result<Value, Stop> {
        let mut jvm = Jvm { context, shared: &self.shared };
        if let Some(offer) = &self.offer {
            let is_refused = self.graded.is_some() && result.bits == 0;
            let verdict = if is_refused { Verdict::Refused } else { Verdict::Accepted };
            offer(&mut jvm, arguments, verdict)?;
        }
        let Some((graded, grade)) = self.graded.filter(|_| jvm.context.mode() == Mode::Graded)
        else {
            return Ok(result);
        };
        let is_graded = match graded {
            GradedResult::FalseOrNull => result.bits == 0,
            GradedResult::NotZero => result.bits != 0,
            GradedResult::NotFound => result.bits == result.ty.mask(),
        };
        if !is_graded {
            return Ok(result);
        }
        // What is not so is never at distance zero.
        let distance = grade(&mut jvm, arguments)?;
        let distance = distance.map(|far| if far.is_zero() { Distance::ONE } else { far });
        Ok(match distance {
            Some(distance) if graded == GradedResult::NotFound => {
                Value::not_found(result.ty, distance)
            }
            Some(distance) => Value { grade: Some(distance), ..result },
            None => result,
        })
    }

    fn offers(&self) -> bool {
        self.offer.is_some()
    }

    fn thrown(&self, context: &mut dyn Context, arguments: &[Value]) -> Result<(), Stop> {
        let mut jvm = Jvm { context, shared: &self.shared };
        match &self.offer {
            Some(offer) => offer(&mut jvm, arguments, Verdict::Refused),
            None => Ok(()),
        }
    }
}

fn argument(arguments: &[Value], index: usize) -> Value {
    arguments.get(index).copied().unwrap_or(NULL)
}

/// Two texts among the arguments, cut where they are too long.
fn texts(
    jvm: &mut Jvm<'_>,
    arguments: &[Value],
    [a, b]: [usize; 2],
) -> Result<Option<[Vec<u16>; 2]>, Stop> {
    let a = jvm.characters(argument(arguments, a))?;
    let b = jvm.characters(argument(arguments, b))?;
    for text in [&a, &b].into_iter().flatten() {
        jvm.context.compared(text);
    }
    Ok(a.zip(b).map(|(a, b)| [a, b]))
}

/// Notes a text that should be, have or hold another one, and texts that do.
fn missed(jvm: &mut Jvm<'_>, text: &[u16], other: &[u16], ways: &[Way]) {
    let middle = text.len() / 2;
    jvm.context.judged(text, &mut || {
        let way = |way: &Way| match way {
            Way::Instead => other.to_vec(),
            Way::Before => [other, text].concat(),
            Way::Behind => [text, other].concat(),
            Way::Between => [text, other, text].concat(),
            Way::Within => [&text[..middle], other, &text[middle..]].concat(),
        };
        ways.iter().map(way).collect()
    });
}

/// Where a text is put into another one.
#[derive(Clone, Copy)]
enum Way {
    Instead,
    Before,
    Behind,
    Within,
    Between,
}

fn far(distance: u64) -> Option<Distance> {
    Some(Distance::of_u64(distance))
}

fn equal(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let a = jvm.characters(argument(arguments, 0))?;
    if let Some((a, b)) = a.zip(jvm.characters(argument(arguments, 1))?) {
        missed(jvm, &a, &b, &[Way::Instead]);
        missed(jvm, &b, &a, &[Way::Instead]);
    }
    jvm.difference(argument(arguments, 0), argument(arguments, 1))
}

fn equal_in_any_case(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let texts = texts(jvm, arguments, [0, 1])?;
    Ok(texts.and_then(|[a, b]| {
        missed(jvm, &a, &b, &[Way::Instead]);
        missed(jvm, &b, &a, &[Way::Instead]);
        far(text::difference(&text::folded(&a), &text::folded(&b)))
    }))
}

fn equal_arrays(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    jvm.array_difference(argument(arguments, 0), argument(arguments, 1))
}

fn starts(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let place = arguments.get(2).map_or(0, |place| place.bits as u32 as i32);
    let texts = texts(jvm, arguments, [0, 1])?;
    let place = usize::try_from(place).ok();
    Ok(texts.zip(place).and_then(|([text, wanted], place)| {
        missed(jvm, &text, &wanted, &[Way::Before, Way::Instead]);
        far(text::at_place(&text, &wanted, place))
    }))
}

fn ends(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let texts = texts(jvm, arguments, [0, 1])?;
    Ok(texts.and_then(|[text, wanted]| {
        missed(jvm, &text, &wanted, &[Way::Behind, Way::Instead]);
        far(text::at_end(&text, &wanted))
    }))
}

fn region(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    part(jvm, arguments, false, 1)
}

fn region_in_any_case(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    part(jvm, arguments, argument(arguments, 1).bits != 0, 2)
}

/// How far a part of a text is from a part of another: from `first` on there are the place in the one, the
/// other, the place there and the length.
fn part(
    jvm: &mut Jvm<'_>,
    arguments: &[Value],
    any_case: bool,
    first: usize,
) -> Result<Option<Distance>, Stop> {
    let number = |index| usize::try_from(argument(arguments, index).bits as u32 as i32).ok();
    let numbers = number(first).zip(number(first + 2)).zip(number(first + 3));
    let texts = texts(jvm, arguments, [0, first + 1])?;
    Ok(numbers.zip(texts).and_then(|(((place, other), length), [a, b])| {
        let cut = |text: &[u16], place: usize| {
            let rest = text.get(place..).unwrap_or_default();
            let piece = &rest[..rest.len().min(length)];
            if any_case { text::folded(piece) } else { piece.to_vec() }
        };
        far(text::difference(&cut(&a, place), &cut(&b, other)))
    }))
}

fn text_within(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let start = arguments.get(2).map_or(0, |start| (start.bits as u32 as i32).max(0) as usize);
    let texts = texts(jvm, arguments, [0, 1])?;
    Ok(texts.and_then(|[text, wanted]| {
        missed(jvm, &text, &wanted, &[Way::Within, Way::Behind, Way::Before]);
        far(text::nearest(&text, &wanted, start))
    }))
}

fn character_within(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let start = arguments.get(2).map_or(0, |start| (start.bits as u32 as i32).max(0) as usize);
    let Ok(wanted) = u16::try_from(argument(arguments, 1).bits) else { return Ok(None) };
    let text = jvm.characters(argument(arguments, 0))?;
    Ok(text.and_then(|text| {
        missed(jvm, &text, &[wanted], &[Way::Within, Way::Between, Way::Behind, Way::Before]);
        far(text::nearest(&text, &[wanted], start))
    }))
}

fn element(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let elements = jvm.elements(argument(arguments, 0))?.unwrap_or_default();
    jvm.nearest(&elements, argument(arguments, 1))
}

fn key(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let entries = jvm.map_entries(argument(arguments, 0))?.unwrap_or_default();
    let keys: Vec<Value> = entries.into_iter().map(|(key, _)| key).collect();
    jvm.nearest(&keys, argument(arguments, 1))
}

fn mapped(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    let entries = jvm.map_entries(argument(arguments, 0))?.unwrap_or_default();
    let values: Vec<Value> = entries.into_iter().map(|(_, value)| value).collect();
    jvm.nearest(&values, argument(arguments, 1))
}

/// How far a character is from the nearest in some ranges, of which each class has its ASCII part.
fn character(arguments: &[Value], ranges: &[(u8, u8)]) -> Result<Option<Distance>, Stop> {
    let code = argument(arguments, 0).bits as u32 as i32;
    let away = |&(first, last): &(u8, u8)| {
        let nearest = code.clamp(first.into(), last.into());
        u64::from(code.abs_diff(nearest))
    };
    Ok(ranges.iter().map(away).min().and_then(far))
}

fn digit(_: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    character(arguments, &[(b'0', b'9')])
}

fn letter(_: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    character(arguments, &[(b'A', b'Z'), (b'a', b'z')])
}

fn letter_or_digit(_: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    character(arguments, &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')])
}

fn upper(_: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    character(arguments, &[(b'A', b'Z')])
}

fn lower(_: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    character(arguments, &[(b'a', b'z')])
}

fn white(_: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    character(arguments, &[(b'\t', b'\r'), (b' ', b' ')])
}
