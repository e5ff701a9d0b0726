//! The plot: mean coverage along the axis, a panel for all subjects together and one for each.

use super::short;
use super::svg::{Anchor, Point, Stroke, Svg};
use crate::figures::{Figures, Overall};

/// Colours that people with any kind of colour vision can tell apart (M. Okabe and K. Ito, Color universal design,
/// 2008), without the yellow that is not seen on white.
const COLOURS: [&str; 7] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"];

/// How lines are dashed when the colours are used up.
const DASHES: [&str; 4] = ["", "6 3", "2 2", "8 2 2 2"];

const GRID: Stroke = Stroke { colour: "#e4e4e4", width: 1.0, dashes: "" };
const FRAME: Stroke = Stroke { colour: "#888888", width: 1.0, dashes: "" };

/// The size of a panel, and the room for what stands around its frame.
const PANEL: Point = (440.0, 300.0);
const LEFT: f64 = 52.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;

/// The height of a line of the legend, and the width of a letter in it, roughly.
const LINE: f64 = 18.0;
const LETTER: f64 = 6.5;

/// How places on the axis become places on the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equally long.
    #[default]
    Linear,
    /// Equal factors are equally long, so that the beginning can be seen.
    Logarithmic,
}

/// A curve for each variant, in goals.
struct Panel<'f> {
    title: String,
    goals: u32,
    curves: Vec<Option<&'f [Point]>>,
}

/// The figures as an SVG file.
pub fn plot(figures: &Figures, scale: Scale) -> String {
    let panels = panels(figures);
    let columns = match panels.len() {
        1 => 1,
        2..=4 => 2,
        _ => 3,
    };
    let rows = panels.len().div_ceil(columns);
    let width = columns as f64 * PANEL.0;
    let legend = legend(&figures.variants, width);
    let height = legend.height + rows as f64 * PANEL.1;
    let mut svg = Svg::new(width, height);
    for (variant, place) in legend.places.iter().enumerate() {
        let (x, y) = *place;
        svg.line(&[(x, y - 4.0), (x + 24.0, y - 4.0)], stroke(variant));
        svg.text((x + 30.0, y), Anchor::Start, false, &figures.variants[variant]);
    }
    let axis = Axis::new(figures, &panels, scale);
    for (index, panel) in panels.iter().enumerate() {
        let column = index % columns;
        let corner = (column as f64 * PANEL.0, legend.height + (index / columns) as f64 * PANEL.1);
        draw(&mut svg, corner, panel, &axis, figures.questions.axis.name());
    }
    svg.finish()
}

fn panels<'f>(figures: &'f Figures) -> Vec<Panel<'f>> {
    let mut panels = Vec::new();
    if figures.subjects.len() > 1 {
        let goals = figures.all.iter().flatten().map(|all| all.goals).max().unwrap_or(0);
        let title = format!("all {} subjects ({goals} goals)", figures.subjects.len());
        // A variant that lacks a subject would seem to cover less.
        let whole = |all: &&Overall| all.goals == goals;
        let curve = |all: &'f Option<Overall>| Some(all.as_ref().filter(whole)?.curve.as_slice());
        let curves = figures.all.iter().map(curve);
        panels.push(Panel { title, goals, curves: curves.collect() });
    }
    for subject in &figures.subjects {
        let title = format!("{} ({} goals)", subject.name, subject.goals);
        let curves = subject.rows.iter();
        let curves = curves.map(|row| row.as_ref().map(|row| row.curve.as_slice())).collect();
        panels.push(Panel { title, goals: subject.goals, curves });
    }
    panels
}

fn stroke(variant: usize) -> Stroke {
    let dashes = DASHES[variant / COLOURS.len() % DASHES.len()];
    Stroke { colour: COLOURS[variant % COLOURS.len()], width: 1.8, dashes }
}

/// Where the names of the variants stand.
struct Legend {
    places: Vec<Point>,
    height: f64,
}

fn legend(variants: &[String], width: f64) -> Legend {
    let (mut x, mut y) = (LEFT, 24.0);
    let mut places = Vec::new();
    for variant in variants {
        let needed = 30.0 + variant.chars().count() as f64 * LETTER + 20.0;
        if x + needed > width && x > LEFT {
            (x, y) = (LEFT, y + LINE);
        }
        places.push((x, y));
        x += needed;
    }
    Legend { places, height: y + 8.0 }
}

/// The horizontal axis, which all panels share.
struct Axis {
    scale: Scale,
    first: f64,
    last: f64,
    ticks: Vec<f64>,
}

impl Axis {
    fn new(figures: &Figures, panels: &[Panel<'_>], scale: Scale) -> Self {
        let curves = panels.iter().flat_map(|panel| panel.curves.iter().flatten());
        let steps: Vec<f64> = curves.flat_map(|curve| curve.iter().map(|step| step.0)).collect();
        let ends = figures.questions.at.iter().chain(&steps).copied();
        let last = ends.filter(|end| end.is_finite()).fold(0.0, f64::max).max(1e-3);
        let least = steps.iter().copied().filter(|step| *step > 0.0).fold(last, f64::min);
        let first = match scale {
            Scale::Linear => 0.0,
            Scale::Logarithmic => 10.0_f64.powf(least.min(last / 10.0).log10().floor()),
        };
        let ticks = match scale {
            Scale::Linear => round_steps(first, last, 5),
            Scale::Logarithmic => {
                let powers = std::iter::successors(Some(first), |power| Some(power * 10.0));
                powers.take_while(|power| *power <= last * 1.001).collect()
            }
        };
        Self { scale, first, last, ticks }
    }

    /// The share of the way along the axis.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value / self.last,
            Scale::Logarithmic => {
                (value.max(self.first) / self.first).log10() / (self.last / self.first).log10()
            }
        }
    }
}

fn draw(svg: &mut Svg, corner: Point, panel: &Panel<'_>, axis: &Axis, name: &str) {
    let (left, top) = (corner.0 + LEFT, corner.1 + TOP);
    let (right, bottom) = (corner.0 + PANEL.0 - RIGHT, corner.1 + PANEL.1 - BOTTOM);
    let goals = f64::from(panel.goals.max(1));
    let percent = |covered: f64| 100.0 * covered / goals;
    let (low, high) = range(panel, percent);
    let x = |value: f64| left + axis.place(value) * (right - left);
    let y = |value: f64| bottom - (value - low) / (high - low) * (bottom - top);
    svg.text((left, top - 12.0), Anchor::Start, true, &panel.title);
    for tick in round_steps(low, high, 5) {
        svg.line(&[(left, y(tick)), (right, y(tick))], GRID);
        svg.text((left - 6.0, y(tick) + 4.0), Anchor::End, false, &format!("{}%", short(tick)));
    }
    for tick in &axis.ticks {
        svg.line(&[(x(*tick), top), (x(*tick), bottom)], GRID);
        svg.text((x(*tick), bottom + 15.0), Anchor::Middle, false, &label(*tick));
    }
    svg.line(&[(left, top), (left, bottom), (right, bottom)], FRAME);
    svg.text((f64::midpoint(left, right), bottom + 32.0), Anchor::Middle, false, name);
    for (variant, curve) in panel.curves.iter().enumerate() {
        let Some(curve) = curve else { continue };
        let mut points: Vec<Point> = Vec::new();
        let seen = |(_, covered): &&Point| percent(*covered) >= low;
        for (at, covered) in curve.iter().filter(seen) {
            // Coverage stays as it is until it rises; what comes out of the depth rises from the frame.
            let before = points.last().map_or(y(low), |(_, before)| *before);
            points.extend([(x(*at), before), (x(*at), y(percent(*covered)))]);
        }
        if let Some((_, end)) = points.last().copied() {
            points.push((right, end));
        }
        svg.line(&points, stroke(variant));
    }
}

/// The vertical axis: up to the best end, down to well below the worst one, so that differences between good
/// variants can be seen.
fn range(panel: &Panel<'_>, percent: impl Fn(f64) -> f64) -> (f64, f64) {
    let ends = panel.curves.iter().flatten().filter_map(|curve| curve.last());
    let ends: Vec<f64> = ends.map(|(_, covered)| percent(*covered)).collect();
    let worst = ends.iter().copied().fold(100.0, f64::min);
    let best = ends.iter().copied().fold(0.0, f64::max);
    let high = ((best + 0.5) / 5.0).ceil().clamp(1.0, 20.0) * 5.0;
    let low = ((worst - (high - worst) - 25.0) / 10.0).floor().max(0.0) * 10.0;
    (low, high)
}

/// Round numbers between two, about so many steps apart.
fn round_steps(low: f64, high: f64, count: u32) -> Vec<f64> {
    let rough = (high - low) / f64::from(count);
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(rough);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

/// A place on the horizontal axis.
fn label(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{}M", short(value / 1e6)),
        value if value >= 1e4 => format!("{}k", short(value / 1e3)),
        value if value >= 1.0 || value == 0.0 => short(value),
        value => format!("{value}"),
    }
}
