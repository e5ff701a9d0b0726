//! Text in columns: the first to the left, the others to the right.

/// A table, row by row.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Whether there is nothing below the headings.
    pub fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    /// The text. A column in which no cell has anything to say but the heading is left out.
    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = || self.rows.iter().filter_map(move |row| row.get(column));
            let said = cells().skip(1).any(|cell| !cell.is_empty());
            if said { cells().map(|cell| cell.chars().count()).max().unwrap_or(0) } else { 0 }
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                match (column, width) {
                    (_, 0) => {}
                    (0, _) => line += &format!("{cell:<width$}"),
                    _ => line += &format!("  {cell:>width$}"),
                }
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}
