//! Coverage bars.

use super::markup::{Markup, put};
use super::words::percent;
use crate::Share;

/// A cell's bar with its numbers; what is proven infeasible is hatched.
pub fn bar(out: &mut Markup, share: Share, infeasible: u32) {
    let Some(percent) = percent(share) else {
        put!(out, "<span class=none>none</span>");
        return;
    };
    let width = |part: u32| f64::from(part) * 100.0 / f64::from(share.total);
    put!(
        out,
        "<span class=bar aria-hidden=true><i style=\"width:{}%\"></i>",
        format!("{:.2}", width(share.covered))
    );
    let infeasible = infeasible.min(share.missed());
    if infeasible > 0 {
        put!(out, "<i class=inf style=\"width:{}%\"></i>", format!("{:.2}", width(infeasible)));
    }
    put!(out, "</span><b>{}&nbsp;%</b> <span class=of>{}</span>", percent, share);
}

/// A tile: a heading, a bar and what there is to say below it.
pub fn tile(out: &mut Markup, heading: &str, share: Share, below: &str) {
    barred(out, heading, (share, 0), below);
}

/// The tile of branches, some of which are proven infeasible.
pub fn branches(out: &mut Markup, share: Share, infeasible: u32) {
    let below = match infeasible {
        0 => String::new(),
        some => format!("{some} proven infeasible"),
    };
    barred(out, "Branches", (share, infeasible), &below);
}

fn barred(out: &mut Markup, heading: &str, (share, infeasible): (Share, u32), below: &str) {
    put!(out, "<div class=tile><h2>{}</h2><p>", heading);
    bar(out, share, infeasible);
    put!(out, "</p>");
    if !below.is_empty() {
        put!(out, "<p class=small>{}</p>", below);
    }
    put!(out, "</div>");
}

/// A tile with a number.
pub fn number(out: &mut Markup, heading: &str, number: usize, below: &str) {
    put!(out, "<div class=tile><h2>{}</h2><p><b>{}</b></p>", heading, number);
    if !below.is_empty() {
        put!(out, "<p class=small>{}</p>", below);
    }
    put!(out, "</div>");
}
