//! Coverage over executions, as a chart that needs no script.

use super::markup::{Markup, put};
use crate::Step;
use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;

/// Goals over executions on a logarithmic axis, since most are covered early; nothing if there are no steps.
pub fn chart(out: &mut Markup, steps: &[Step], executions: u64, goals: u64) {
    let Some(last) = steps.last() else { return };
    let end = executions.max(last.executions).max(1);
    let top = goals.max(last.goals).max(1);
    let x = |executions: u64| {
        let share = (executions as f64 + 1.0).ln() / (end as f64 + 1.0).ln();
        LEFT + share * (WIDTH - LEFT - RIGHT)
    };
    let y = |goals: u64| HEIGHT - BOTTOM - goals as f64 / top as f64 * (HEIGHT - TOP - BOTTOM);
    let mut path = format!("M{:.1} {:.1}", x(0), y(0));
    for step in steps {
        let _ = write!(path, "H{:.1}V{:.1}", x(step.executions), y(step.goals));
    }
    let _ = write!(path, "H{:.1}", x(end));
    put!(
        out,
        "<figure><svg class=curve viewBox=\"0 0 {} {}\" role=img aria-label=\"{} of {} goals covered after {} executions\">",
        WIDTH,
        HEIGHT,
        last.goals,
        goals,
        last.executions
    );
    for value in [0, top / 2, top] {
        let (height, at) = (format!("{:.1}", y(value)), format!("{:.1}", y(value) + 4.0));
        put!(
            out,
            "<line class=grid x1={} x2={} y1={} y2={} />",
            LEFT,
            WIDTH - RIGHT,
            height,
            height
        );
        put!(out, "<text x={} y={} text-anchor=end>{}</text>", LEFT - 6.0, at, value);
    }
    let ticks = std::iter::successors(Some(1_u64), |tick| tick.checked_mul(10));
    for tick in ticks.take_while(|tick| *tick <= end) {
        put!(
            out,
            "<text x={} y={} text-anchor=middle>{}</text>",
            format!("{:.1}", x(tick)),
            HEIGHT - BOTTOM + 16.0,
            tick
        );
    }
    put!(
        out,
        "<path d=\"{}\" fill=none /><text x={} y={} text-anchor=middle>executions (logarithmic)</text></svg>\
         <figcaption>Goals covered over executions</figcaption></figure>\n",
        path,
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 6.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_begins_at_nothing_and_ends_at_the_last_execution() {
        let step = |executions, goals| Step { executions, goals };
        let mut out = Markup::default();
        chart(&mut out, &[step(1, 3), step(10, 6)], 99, 6);
        let text = out.into_text();
        assert!(text.contains("6 of 6 goals covered after 10 executions"), "{text}");
        assert!(text.contains("d=\"M48.0 160.0H"), "{text}");
        assert!(text.contains("V12.0H628.0\""), "{text}");
        let mut none = Markup::default();
        chart(&mut none, &[], 99, 6);
        assert!(none.is_empty());
    }
}
