//! Matching: how far a text is from it, texts that match in the place of those that do not, and the other way round.
//!
//! The library's own matcher runs as bytecode, so that groups, anchors and everything else are what they are on a JVM and
//! symbolic execution sees every comparison. A model of it would have to do all of that again. What is known of an
//! expression is used beside it, behind each match.

use super::languages::seed;
use super::{Offer, Verdict, argument};
use crate::natives::Jvm;
use fastrand::Rng;
use machine::{Stop, Value};
use pattern::{Extent, Pattern};
use std::sync::Arc;
use term::distance::Distance;

const MATCHER: &str = "java/util/regex/Matcher";
const PATTERN: &str = "java/util/regex/Pattern";

/// Texts that are made for each match.
const SAMPLES: usize = 3;

pub(super) fn matches(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Option<Distance>, Stop> {
    distance(jvm, arguments, Extent::Whole)
}

pub(super) fn matches_beginning(
    jvm: &mut Jvm<'_>,
    arguments: &[Value],
) -> Result<Option<Distance>, Stop> {
    distance(jvm, arguments, Extent::Beginning)
}

pub(super) fn matches_anywhere(
    jvm: &mut Jvm<'_>,
    arguments: &[Value],
) -> Result<Option<Distance>, Stop> {
    distance(jvm, arguments, Extent::Anywhere)
}

/// An expression, and the text that is matched with it.
type Judged = (Arc<Pattern>, Vec<u16>);

/// The expression of a matcher, and its text.
fn judged(jvm: &mut Jvm<'_>, matcher: Value) -> Result<Option<Judged>, Stop> {
    let pattern = jvm.get(matcher, MATCHER, "parentPattern")?;
    let flags = jvm.get(pattern, PATTERN, "flags0")?;
    let expression = jvm.get(pattern, PATTERN, "pattern")?;
    let text = jvm.get(matcher, MATCHER, "text")?;
    let pair = jvm.characters(expression)?.zip(jvm.characters(text)?);
    Ok(pair.and_then(|(expression, text)| {
        let pattern = jvm.shared.languages.of(&expression, flags.bits as u32)?;
        Some((pattern, text))
    }))
}

fn distance(
    jvm: &mut Jvm<'_>,
    arguments: &[Value],
    extent: Extent,
) -> Result<Option<Distance>, Stop> {
    let judged = judged(jvm, argument(arguments, 0))?;
    Ok(judged.and_then(|(pattern, text)| pattern.distance(&text, extent).map(Distance::of_u64)))
}

/// Who offers texts in the place of those that a method matches.
pub(super) fn offer(name: &str) -> Option<Offer> {
    let extent = match name.strip_prefix("java/util/regex/Matcher.")? {
        "matches()Z" => Extent::Whole,
        "lookingAt()Z" => Extent::Beginning,
        "find()Z" => Extent::Anywhere,
        _ => return None,
    };
    Some(Arc::new(move |jvm, arguments, verdict| {
        let Some((pattern, text)) = judged(jvm, argument(arguments, 0))? else { return Ok(()) };
        let mut first = None;
        jvm.context.judged(&text, &mut || {
            let others = others(&pattern, &text, extent, verdict);
            first = others.first().cloned();
            others
        });
        if let Some(first) = first {
            jvm.context.compared(&first);
        }
        Ok(())
    }))
}

/// Texts that match where this one does not, or do not where it does; and of the latter other ones that match, since what
/// is made of their groups may differ.
fn others(pattern: &Pattern, text: &[u16], extent: Extent, verdict: Verdict) -> Vec<Vec<u16>> {
    let mut random = Rng::with_seed(seed(text));
    let samples = pattern.samples(&mut random, SAMPLES);
    match verdict {
        Verdict::Refused => pattern.nearest(text, extent).into_iter().chain(samples).collect(),
        Verdict::Accepted => {
            let spoiled = pattern.near_miss(&mut random, text);
            // Who looks for one match may look for the next.
            let again = samples.first().filter(|_| extent == Extent::Anywhere);
            let again = again.map(|sample| [text, &[u16::from(b' ')], sample].concat());
            samples.into_iter().chain(spoiled).chain(again).collect()
        }
    }
}
