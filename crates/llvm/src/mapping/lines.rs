//! How often lines are executed, as llvm-cov tells it from the regions of a file.
//!
//! Regions are nested; at every point of the file the innermost one holds. A line has the largest count of the region
//! that reaches into it from the line before and of those that begin in it. The spaces between pieces of code hold
//! where they reach into a line, but do not count where they begin.

use super::Range;
use std::collections::BTreeMap;

/// What a region means for the lines it touches, in the order of precedence among regions of the same range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coverer {
    /// Code.
    Code,
    /// The use of a macro.
    Expansion,
    /// What the preprocessor left out.
    Skipped,
    /// The space between two pieces of code.
    Gap,
}

/// A region with its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Where.
    pub range: Range,
    /// What it is.
    pub coverer: Coverer,
    /// How often it was executed.
    pub count: u64,
}

/// A line that is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedLine {
    /// How often it was executed.
    pub count: u64,
    /// The regions that its count comes from, by their places in the list.
    pub regions: Vec<usize>,
}

/// The lines of a file that are counted, by their numbers. `regions` are all regions in the file.
pub fn lines(regions: &[Counted]) -> BTreeMap<u32, CountedLine> {
    let merged = merge(regions);
    let segments = Sweep::over(&merged);
    let mut lines = BTreeMap::new();
    let mut rest = &segments[..];
    let mut wrapped: Option<&Segment> = None;
    let (Some(first), Some(last)) = (segments.first(), segments.last()) else { return lines };
    for number in first.at.0..=last.at.0 {
        let (own, later) = rest.split_at(rest.partition_point(|segment| segment.at.0 <= number));
        if let Some(line) = line(own, wrapped, &merged) {
            lines.insert(number, line);
        }
        wrapped = own.last().or(wrapped);
        rest = later;
    }
    lines
}

/// A point from which on a region holds.
struct Segment {
    at: (u32, u32),
    /// The region, by its place among the merged ones; none where nothing is counted.
    region: Option<usize>,
    /// Whether a region begins here that is no gap.
    begins: bool,
}

/// Regions of the same range, taken as one.
struct Merged {
    counted: Counted,
    /// Their places in the list.
    origins: Vec<usize>,
}

impl Merged {
    fn start(&self) -> (u32, u32) {
        (self.counted.range.line, self.counted.range.column)
    }

    fn end(&self) -> (u32, u32) {
        (self.counted.range.end_line, self.counted.range.end_column)
    }
}

/// Sorts regions, outer ones first, and adds up those of the same range; what is of another kind than the first does
/// not count, as the code of a macro that is all of another macro.
fn merge(regions: &[Counted]) -> Vec<Merged> {
    let mut all: Vec<Merged> = Vec::new();
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by_key(|index| {
        let Counted { range, coverer, .. } = &regions[*index];
        let end = std::cmp::Reverse((range.end_line, range.end_column));
        (range.line, range.column, end, *coverer)
    });
    for index in order {
        let own = regions[index];
        match all.last_mut().filter(|last| last.counted.range == own.range) {
            Some(last) if last.counted.coverer == own.coverer => {
                last.counted.count += own.count;
                last.origins.push(index);
            }
            Some(_) => {}
            None => all.push(Merged { counted: own, origins: vec![index] }),
        }
    }
    all
}

/// Goes over regions in their order, and notes where another one holds.
struct Sweep<'m> {
    regions: &'m [Merged],
    /// Regions that have begun and not ended.
    active: Vec<usize>,
    segments: Vec<Segment>,
}

impl<'m> Sweep<'m> {
    fn over(regions: &'m [Merged]) -> Vec<Segment> {
        let mut sweep = Self { regions, active: Vec::new(), segments: Vec::new() };
        for (index, region) in regions.iter().enumerate() {
            sweep.end_until(Some(region.start()));
            let begins = region.counted.coverer != Coverer::Gap;
            let next = regions.get(index + 1);
            if region.start() == region.end() {
                sweep.point(index, begins, next.is_none());
                continue;
            }
            if next.is_none_or(|next| next.start() != region.start()) {
                sweep.note(region.start(), sweep.counts(index), begins);
            }
            sweep.active.push(index);
        }
        sweep.end_until(None);
        sweep.segments
    }

    /// A region without any text has the count of what is around it.
    fn point(&mut self, index: usize, begins: bool, is_last: bool) {
        let at = self.regions[index].start();
        let around = self.active.last().copied();
        if is_last || self.counts(index).is_none() {
            self.segments.push(Segment { at, region: None, begins });
            if let Some(around) = around {
                self.note(at, self.counts(around), false);
            }
        } else {
            self.note(at, self.counts(around.unwrap_or(index)), begins);
        }
    }

    /// The region, if it is one that is counted.
    fn counts(&self, index: usize) -> Option<usize> {
        (self.regions[index].counted.coverer != Coverer::Skipped).then_some(index)
    }

    /// Ends the regions that end up to a point: what is around them holds from there on, unless another begins.
    fn end_until(&mut self, until: Option<(u32, u32)>) {
        let is_due = |end: (u32, u32)| until.is_none_or(|until| end <= until);
        loop {
            let ends = self.active.iter().map(|index| self.regions[*index].end());
            let Some(end) = ends.filter(|end| is_due(*end)).min() else { return };
            self.active.retain(|index| self.regions[*index].end() != end);
            if until == Some(end) {
                continue;
            }
            match self.active.last() {
                Some(around) => self.note(end, self.counts(*around), false),
                None => self.segments.push(Segment { at: end, region: None, begins: false }),
            }
        }
    }

    /// Notes that a region holds from a point on, unless that is known already.
    fn note(&mut self, at: (u32, u32), region: Option<usize>, begins: bool) {
        let count = |region: Option<usize>| region.map(|index| self.regions[index].counted.count);
        let known = self.segments.last();
        if !begins && known.is_some_and(|last| !last.begins && count(last.region) == count(region))
        {
            return;
        }
        self.segments.push(Segment { at, region, begins });
    }
}

/// What is counted in a line with these segments, into which another one reaches.
fn line(own: &[Segment], wrapped: Option<&Segment>, regions: &[Merged]) -> Option<CountedLine> {
    let wrapped = wrapped.and_then(|segment| segment.region);
    let begun: Vec<usize> =
        own.iter().filter(|segment| segment.begins).filter_map(|segment| segment.region).collect();
    let is_skipped = own.first().is_some_and(|first| first.begins && first.region.is_none());
    let is_counted = !begun.is_empty() || (wrapped.is_some() && !is_skipped);
    is_counted.then(|| {
        let holds = || wrapped.iter().chain(&begun).map(|index| &regions[*index]);
        let count = holds().map(|region| region.counted.count).max().unwrap_or_default();
        let decide = holds().filter(|region| region.counted.count == count);
        CountedLine { count, regions: decide.flat_map(|region| region.origins.clone()).collect() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    /// Regions as `kind line:column-line:column count`, and the lines they make.
    fn check(regions: &[(Coverer, [u32; 4], u64)], expected: &Expect) {
        let counted =
            |(coverer, [line, column, end_line, end_column], count): &(Coverer, [u32; 4], u64)| {
                let range = Range {
                    line: *line,
                    column: *column,
                    end_line: *end_line,
                    end_column: *end_column,
                };
                Counted { range, coverer: *coverer, count: *count }
            };
        let regions: Vec<Counted> = regions.iter().map(counted).collect();
        let shown: Vec<String> = lines(&regions)
            .into_iter()
            .map(|(line, own)| format!("{line}: {} by {:?}", own.count, own.regions))
            .collect();
        expected.assert_eq(&shown.join("\n"));
    }

    #[test]
    fn a_line_has_the_largest_count_of_what_reaches_into_it_or_begins_in_it() {
        // int f(int n) {          1
        //     if (n > 0)          2
        //         n = g(n);       3
        //     return n;           4
        // }                       5
        check(
            &[
                (Coverer::Code, [1, 14, 5, 2], 7),
                (Coverer::Code, [2, 9, 2, 14], 7),
                (Coverer::Gap, [2, 15, 3, 9], 0),
                (Coverer::Code, [3, 9, 3, 17], 0),
            ],
            &expect![[r#"
                1: 7 by [0]
                2: 7 by [0, 1]
                3: 0 by [2, 3]
                4: 7 by [0]
                5: 7 by [0]"#]],
        );
    }

    #[test]
    fn lines_between_functions_and_those_left_out_are_not_counted() {
        check(
            &[
                (Coverer::Code, [1, 1, 6, 2], 2),
                (Coverer::Skipped, [3, 1, 5, 7], 0),
                (Coverer::Code, [9, 1, 9, 8], 0),
            ],
            &expect![[r#"
                1: 2 by [0]
                2: 2 by [0]
                6: 2 by [0]
                9: 0 by [2]"#]],
        );
    }

    #[test]
    fn the_code_of_a_macro_that_is_used_twice_is_counted_once_for_each_use() {
        check(
            &[
                (Coverer::Code, [1, 11, 1, 20], 2),
                (Coverer::Code, [1, 11, 1, 20], 3),
                (Coverer::Expansion, [1, 11, 1, 20], 50),
            ],
            &expect!["1: 5 by [0, 1]"],
        );
    }
}
