//! The lines that git says have changed since a revision.

use host::{Limits, Process};
use language::Focus;
use std::path::{Path, PathBuf};

/// Why the changes are not known.
#[derive(Debug, thiserror::Error)]
pub enum SinceError {
    /// There is no git.
    #[error("git cannot be started: {0}")]
    NoGit(std::io::Error),
    /// The folder is in no repository.
    #[error("`{}` is in no git repository", .0.display())]
    NoRepository(PathBuf),
    /// There is no such revision.
    #[error("there is no revision `{0}`")]
    NoRevision(String),
    /// Git ended with an error.
    #[error("git failed: {0}")]
    Failed(String),
}

impl SinceError {
    /// What may help.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NoGit(_) => "install git, or use --changed, which needs none",
            Self::NoRepository(_) => "--changed compares with the last run and needs no git",
            Self::NoRevision(_) => {
                "name a commit, a branch or a tag; a shallow clone may not have it: git fetch --unshallow"
            }
            Self::Failed(_) => "run `git status` to see what is wrong",
        }
    }
}

/// The lines of the repository around a folder that differ from a revision, those that are not committed included; all lines
/// of new files.
///
/// # Errors
///
/// When there is no git, no repository or no such revision.
pub fn since(root: &Path, revision: &str) -> Result<Focus, SinceError> {
    let git_in = |folder: &Path, words: &[&str]| {
        let mut command = Process::new("git");
        command.current_dir(folder).env("LC_ALL", "C").args(words);
        command.run(&Limits::default()).map_err(SinceError::NoGit)
    };
    let top = git_in(root, &["rev-parse", "--show-toplevel"])?;
    if !top.succeeded() {
        return Err(SinceError::NoRepository(root.to_owned()));
    }
    // Sources of class files need not lie below the folder that is tested.
    let top = PathBuf::from(top.out.text().trim_end());
    let git = |words: &[&str]| git_in(&top, words);
    // A revision that begins like an option is none.
    let commit = format!("{revision}^{{commit}}");
    if revision.starts_with('-')
        || !git(&["rev-parse", "--verify", "--quiet", &commit])?.succeeded()
    {
        return Err(SinceError::NoRevision(revision.to_owned()));
    }
    let told = |words: &[&str]| {
        let ended = git(words)?;
        match ended.succeeded() {
            true => Ok(ended.out.text().into_owned()),
            false => Err(SinceError::Failed(ended.err.text().trim().to_owned())),
        }
    };
    let quiet = ["-c", "core.quotepath=off", "diff", "--unified=0", "--no-color", "--no-ext-diff"];
    let diff = told(&[&quiet[..], &["--no-prefix", &commit, "--"]].concat())?;
    let mut focus = changed_lines(&diff);
    let new = told(&["-c", "core.quotepath=off", "ls-files", "--others", "--exclude-standard"])?;
    for file in new.lines() {
        focus.lines.insert(PathBuf::from(file), vec![(1, u32::MAX)]);
    }
    Ok(focus)
}

/// The lines that a diff without context says are new or other than before. Where lines are only gone, the two around are
/// meant.
fn changed_lines(diff: &str) -> Focus {
    let mut focus = Focus::default();
    let mut file: Option<PathBuf> = None;
    let mut is_head = false;
    for line in diff.lines() {
        if line.starts_with("diff --git ") {
            (file, is_head) = (None, true);
        } else if let Some(path) = line.strip_prefix("+++ ").filter(|_| is_head) {
            let path = path.split('\t').next().unwrap_or(path);
            file = (path != "/dev/null").then(|| PathBuf::from(path));
        } else if let (Some(place), Some(file)) = (line.strip_prefix("@@ "), &file) {
            is_head = false;
            let Some(part) = part(place) else { continue };
            focus.lines.entry(file.clone()).or_default().push(part);
        }
    }
    focus
}

/// First and last line of the new side of `-1,2 +3,4 @@`.
fn part(place: &str) -> Option<(u32, u32)> {
    let (_, new) = place.split_once('+')?;
    let new = new.split(' ').next()?;
    let (first, count) = match new.split_once(',') {
        Some((first, count)) => (first.parse::<u32>().ok()?, count.parse::<u32>().ok()?),
        None => (new.parse().ok()?, 1),
    };
    Some(match count {
        0 => (first, first.saturating_add(1)),
        _ => (first, first.saturating_add(count - 1)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_new_side_are_read_from_a_diff() {
        let diff = "diff --git a.c a.c\n--- a.c\n+++ a.c\n@@ -3 +3,2 @@ int f\n-x\n+y\n++++ b.c\n@@ -9,2 +10,0 @@\n-x\n-x\n\
                    diff --git gone.c gone.c\n--- gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\
                    diff --git a b.h a b.h\n--- a b.h\t\n+++ a b.h\t\n@@ -0,0 +1 @@\n+x\n";
        let focus = changed_lines(diff);
        let shown: Vec<String> = focus
            .lines
            .iter()
            .map(|(file, parts)| format!("{}: {parts:?}", file.display()))
            .collect();
        assert_eq!(shown, ["a b.h: [(1, 1)]", "a.c: [(3, 4), (10, 11)]"]);
    }

    #[test]
    fn a_folder_outside_of_any_repository_is_told() {
        let scratch = host::Scratch::new().expect("a scratch folder can be made");
        let error = since(scratch.path(), "HEAD").expect_err("there is no repository");
        assert!(matches!(error, SinceError::NoRepository(_)), "{error}");
    }
}
