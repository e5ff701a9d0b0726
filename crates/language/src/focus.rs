//! Lines of the source that a run is about.

use report::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Lines of some files, the paths relative to the root of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Focus {
    /// First and last line of each part of a file.
    pub lines: BTreeMap<PathBuf, Vec<(u32, u32)>>,
}

impl Focus {
    /// Whether a place is in one of the lines. What a place calls its file may be any end of the file's path, or a path
    /// that the file's own is an end of.
    pub fn has(&self, place: &Place) -> bool {
        let Some(line) = place.line else { return false };
        let file = Path::new(&place.file);
        let mut parts = self.lines.iter().filter(|(path, _)| is_same(path, file));
        parts.any(|(_, parts)| parts.iter().any(|(first, last)| (*first..=*last).contains(&line)))
    }

    /// The same for some files only, any ends of whose paths are given.
    #[must_use]
    pub fn of(&self, files: &[PathBuf]) -> Self {
        let lines = self.lines.iter();
        let own = lines.filter(|(path, _)| files.iter().any(|file| is_same(path, file)));
        Self { lines: own.map(|(path, parts)| (path.clone(), parts.clone())).collect() }
    }

    /// Whether some lines of a file are meant.
    pub fn touches(&self, file: &Path) -> bool {
        self.lines.keys().any(|path| is_same(path, file))
    }
}

fn is_same(path: &Path, named: &Path) -> bool {
    path.ends_with(named) || named.ends_with(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_by_any_end_of_their_path() {
        let lines = BTreeMap::from([(PathBuf::from("src/a/B.java"), vec![(3, 4), (9, 9)])]);
        let focus = Focus { lines };
        let place =
            |file: &str, line| Place { file: file.to_owned(), line: Some(line), column: None };
        assert!(focus.has(&place("B.java", 4)));
        assert!(focus.has(&place("/p/src/a/B.java", 9)));
        assert!(!focus.has(&place("B.java", 5)));
        assert!(!focus.has(&place("AB.java", 4)));
        assert!(focus.touches(Path::new("a/B.java")) && !focus.touches(Path::new("b/B.java")));
    }
}
