//! How far a program goes out of its process, by the files that it asks for.

use super::files::{absolute, is_common};
use crate::environment::{TEMPORARY, WORK};

/// How far a program has gone out of its process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outside {
    /// It has not.
    #[default]
    Nothing,
    /// To files that are its own: it works in the folder for temporary files, or looks for files in the folder that it runs in.
    Scratch,
    /// To other files, hosts or processes. Also to files that it changes in the folder that it runs in, which for the tests of
    /// a project is that of the project.
    Beyond,
}

impl Outside {
    /// How far a program goes that looks at a file, or changes it.
    pub(super) fn of(path: &str, changes: bool) -> Self {
        let path = absolute(path);
        let is_in = |folder: &str| {
            path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).is_some()
        };
        match () {
            () if is_common(&path) => Self::Nothing,
            () if is_in(TEMPORARY) || (is_in(WORK) && !changes) => Self::Scratch,
            () => Self::Beyond,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_does_to_files_of_others_is_beyond() {
        let looked = |path: &str| Outside::of(path, false);
        let changed = |path: &str| Outside::of(path, true);
        for path in ["/tmp/a", "/tmp/a/b", "/tmp/x/../a"] {
            assert_eq!((looked(path), changed(path)), (Outside::Scratch, Outside::Scratch));
        }
        for path in ["a.txt", "a/b", "./a"] {
            assert_eq!((looked(path), changed(path)), (Outside::Scratch, Outside::Beyond));
        }
        for path in ["/tmp", "/tmp/..", "/tmpfile", "", ".", "..", "/etc/passwd", "/tmp/../etc/a"] {
            assert_eq!((looked(path), changed(path)), (Outside::Beyond, Outside::Beyond), "{path}");
        }
    }
}
