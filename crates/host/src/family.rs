//! The processes that a process started, and those that they started.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;

/// Kills a process and all below it, whatever groups they are in.
pub(crate) fn kill(root: u32) {
    // What is stopped starts nothing while we look.
    signal(root, Signal::STOP);
    let below = below(root);
    signal(root, Signal::KILL);
    below.into_iter().for_each(|process| signal(process, Signal::KILL));
}

/// Kills all processes that this one started, and those that they started.
pub fn kill_children() {
    below(std::process::id()).into_iter().for_each(|process| signal(process, Signal::KILL));
}

/// Whether there is a process of that number; also if the system does not say.
pub(crate) fn is_there(process: u32) -> bool {
    let proc = std::path::Path::new("/proc");
    !proc.join("self").exists() || proc.join(process.to_string()).exists()
}

fn signal(process: u32, signal: Signal) {
    if let Some(process) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process(process, signal);
    }
}

/// All processes below one, children before theirs. None where the system does not list processes.
fn below(root: u32) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let number = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
        let Some(process) = number else { continue };
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        if let Some(parent) = parent(&stat) {
            children.entry(parent).or_default().push(process);
        }
    }
    let mut found = children.remove(&root).unwrap_or_default();
    let mut at = 0;
    while let Some(process) = found.get(at) {
        found.extend(children.remove(process).unwrap_or_default());
        at += 1;
    }
    found
}

/// Bytes of memory that a process takes together with all below it; none where the system does not say.
pub(crate) fn resident(root: u32) -> u64 {
    let own = |process: u32| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
        kibibytes.unwrap_or(0_u64) << 10
    };
    own(root) + below(root).into_iter().map(own).sum::<u64>()
}

/// The parent in a line of `/proc/PID/stat`: the second word behind the name, which may hold anything.
fn parent(stat: &str) -> Option<u32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_stands_behind_a_name_that_may_hold_anything() {
        assert_eq!(parent("12 (a) b) S 7 12 12 0"), Some(7));
        assert_eq!(parent(""), None);
    }
}
