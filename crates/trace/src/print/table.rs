//! Text in aligned columns.

/// A cell that is wider does not widen its column: one long line must not push all others aside.
const MOST: usize = 56;

/// Lines of which some have columns.
#[derive(Default)]
pub(super) struct Table {
    lines: Vec<Line>,
    /// Columns whose cells stand to the right.
    right: &'static [usize],
}

enum Line {
    Plain(String),
    Cells(Vec<String>),
}

impl Table {
    /// An empty table with numbers in some columns.
    pub fn with_numbers(right: &'static [usize]) -> Self {
        Self { lines: Vec::new(), right }
    }

    /// Adds a line without columns.
    pub fn plain(&mut self, text: String) {
        self.lines.push(Line::Plain(text));
    }

    /// Adds a line with columns.
    pub fn row(&mut self, cells: Vec<String>) {
        self.lines.push(Line::Cells(cells));
    }

    /// The text, each line behind `indent`.
    pub fn render(&self, indent: &str) -> String {
        let mut widths: Vec<usize> = Vec::new();
        for line in &self.lines {
            let Line::Cells(cells) = line else { continue };
            widths.resize(widths.len().max(cells.len()), 0);
            for (width, cell) in widths.iter_mut().zip(cells) {
                let length = cell.chars().count();
                if length <= MOST {
                    *width = length.max(*width);
                }
            }
        }
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(indent);
            match line {
                Line::Plain(plain) => text.push_str(plain),
                Line::Cells(cells) => self.cells(&mut text, cells, &widths),
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }

    fn cells(&self, text: &mut String, cells: &[String], widths: &[usize]) {
        // A column that is empty in every row takes no room.
        let columns = cells.iter().zip(widths).enumerate().filter(|(_, (_, width))| **width > 0);
        for (place, (index, (cell, width))) in columns.enumerate() {
            if place > 0 {
                text.push_str("  ");
            }
            let padding = " ".repeat(width.saturating_sub(cell.chars().count()));
            if self.right.contains(&index) {
                text.push_str(&padding);
                text.push_str(cell);
            } else {
                text.push_str(cell);
                text.push_str(&padding);
            }
        }
    }
}

/// A text cut to a width, with a sign that it was.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells_and_empty_ones_vanish() {
        let mut table = Table::with_numbers(&[2]);
        table.row(vec!["a".into(), String::new(), "1".into(), "end".into()]);
        table.plain("a line in between that is longer than the columns".into());
        table.row(vec!["bcd".into(), String::new(), "12".into(), String::new()]);
        let expected =
            "> a     1  end\n> a line in between that is longer than the columns\n> bcd  12\n";
        assert_eq!(table.render("> "), expected);
    }

    #[test]
    fn a_very_long_cell_does_not_push_the_others_aside() {
        let mut table = Table::default();
        table.row(vec!["x".repeat(MOST + 1), "b".into()]);
        table.row(vec!["x".into(), "b".into()]);
        assert_eq!(table.render(""), format!("{}  b\nx  b\n", "x".repeat(MOST + 1)));
    }

    #[test]
    fn shortening_counts_characters_not_bytes() {
        assert_eq!(shortened("äöü", 3), "äöü");
        assert_eq!(shortened("äöüß", 3), "äöü…");
    }
}
