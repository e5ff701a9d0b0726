//! Joining ledgers: one pass over every file, in memory that grows with the number of results, not with their size.

use crate::ledger::{LedgerError, locked};
use crate::record::Identity;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a merge came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Results in the target now.
    pub results: usize,
    /// How many of them it did not have before, or had only as failed.
    pub new: usize,
}

/// A ledger that cannot be merged.
#[derive(Debug, thiserror::Error)]
#[error("`{}`: {cause}", path.display())]
pub struct MergeError {
    /// Which file.
    pub path: PathBuf,
    /// Why.
    #[source]
    pub cause: LedgerError,
}

/// Appends to `target`, which is made if there is none, every result of `sources` that it does not have yet. Of several
/// results of a cell, the first that did not fail counts; if all did, the first. An unfinished last line, of a source or of the
/// target, does not count.
///
/// Lines are copied as they are, whatever a result holds; `has_failed` reads from a line whether the cell failed. A good result
/// is appended behind a failed one, since the last of a cell counts in a ledger.
///
/// # Errors
///
/// When a file cannot be read or written, or has a whole line that is no result. What was merged before stays; merging again
/// continues.
pub fn merge(
    target: &Path,
    sources: &[PathBuf],
    has_failed: &dyn Fn(&[u8]) -> bool,
) -> Result<Merged, MergeError> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |cause: LedgerError| MergeError { path, cause }
    };
    let mut seen: HashMap<String, Kept> = HashMap::new();
    let mut file = locked(target).map_err(at(target))?;
    let remember = |line: &[u8], key| {
        seen.insert(key, Kept { failed: has_failed(line), new: false });
        Ok(())
    };
    each_line(&mut BufReader::new(&mut file), remember)
        .and_then(|whole| Ok(file.set_len(whole)?))
        .and_then(|()| Ok(file.seek(SeekFrom::End(0))?))
        .map_err(at(target))?;
    let mut out = BufWriter::new(file);
    for source in sources {
        let file = File::open(source).map_err(|error| at(source)(error.into()))?;
        let copy = |line: &[u8], key: String| {
            let failed = has_failed(line);
            if seen.get(&key).is_some_and(|kept| failed || !kept.failed) {
                return Ok(());
            }
            seen.insert(key, Kept { failed, new: true });
            Ok(out.write_all(line)?)
        };
        each_line(&mut BufReader::new(file), copy).map_err(at(source))?;
    }
    out.flush().map_err(|error| at(target)(error.into()))?;
    let new = seen.values().filter(|kept| kept.new).count();
    Ok(Merged { results: seen.len(), new })
}

/// What is known of the result that counts for a cell.
struct Kept {
    failed: bool,
    /// Whether the target did not have it before.
    new: bool,
}

/// Hands over every whole line with the text that tells its result from others, and counts the bytes of whole lines.
fn each_line(
    reader: &mut dyn BufRead,
    mut take: impl FnMut(&[u8], String) -> Result<(), LedgerError>,
) -> Result<u64, LedgerError> {
    let (mut line, mut whole) = (Vec::new(), 0);
    for number in 1.. {
        line.clear();
        reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            break;
        }
        whole += line.len() as u64;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let bad = |cause| LedgerError::BadLine { line: number, cause };
        let identity: Identity = serde_json::from_slice(&line).map_err(bad)?;
        take(&line, serde_json::to_string(&identity).map_err(bad)?)?;
    }
    Ok(whole)
}
