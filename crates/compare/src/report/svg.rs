//! A small writer of SVG: lines, polylines, rectangles and text.

use std::fmt::Write as _;

/// A drawing.
#[derive(Debug)]
pub(super) struct Svg {
    text: String,
}

/// How a line looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub colour: &'static str,
    pub width: f64,
    /// Lengths of dashes and gaps; empty for a line without.
    pub dashes: &'static str,
}

/// Where a text stands in relation to its point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A point, in pixels from the upper left corner.
pub(super) type Point = (f64, f64);

impl Svg {
    /// An empty drawing on white.
    pub fn new(width: f64, height: f64) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#333333\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        );
        Self { text }
    }

    /// A line through points.
    pub fn line(&mut self, points: &[Point], stroke: Stroke) {
        let mut places = String::new();
        for (x, y) in points {
            let _ = write!(places, "{},{} ", pixels(*x), pixels(*y));
        }
        let Stroke { colour, width, dashes } = stroke;
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let _ = writeln!(
            self.text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>",
            places.trim_end()
        );
    }

    /// A text; `bold` for headings.
    pub fn text(&mut self, (x, y): Point, anchor: Anchor, bold: bool, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if bold { " font-weight=\"bold\" font-size=\"12\"" } else { "" };
        let (x, y, text) = (pixels(x), pixels(y), escaped(text));
        let _ = writeln!(self.text, "<text x=\"{x}\" y=\"{y}\"{anchor}{weight}>{text}</text>");
    }

    /// The whole file.
    pub fn finish(self) -> String {
        self.text + "</svg>\n"
    }
}

/// A place to a tenth of a pixel.
fn pixels(place: f64) -> String {
    let text = format!("{place:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
