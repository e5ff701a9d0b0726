//! Figures as people read them: a table, a CSV file, a plot.

mod csv;
mod plot;
mod searches;
mod svg;
mod table;
mod text;

pub use csv::{csv, goals_csv};
pub use plot::{Scale, plot};
pub use searches::searches;
pub use text::text;

/// A number with as many decimals as it deserves: the larger, the fewer.
fn short(number: f64) -> String {
    let text = match number.abs() {
        size if size < 1.0 => format!("{number:.3}"),
        size if size < 1000.0 => format!("{number:.1}"),
        _ => return format!("{number:.0}"),
    };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A probability: below a thousandth only its size matters.
fn probability(p: f64) -> String {
    if p < 0.001 { format!("{p:.0e}") } else { format!("{p:.3}") }
}
