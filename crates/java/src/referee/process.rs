//! Programs of the host: with a time limit, without privileges, in a folder of their own.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Who owns nothing.
const NOBODY: u32 = 65_534;

/// A folder that is gone when it is no longer needed.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// An empty folder.
    pub fn new() -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("ferret-referee-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match fs::create_dir(&path) {
                Ok(()) => {
                    fs::set_permissions(&path, Permissions::from_mode(0o755))?;
                    return Ok(Self { path });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A folder inside that a program without privileges may write to.
    pub fn open_folder(&self, name: &str) -> io::Result<PathBuf> {
        let folder = self.path.join(name);
        fs::create_dir_all(&folder)?;
        if is_root() {
            std::os::unix::fs::chown(&folder, Some(NOBODY), Some(NOBODY))?;
        }
        Ok(folder)
    }

    /// A copy of a jar or of a folder of classes that a program without privileges may read; the thing itself
    /// if there are no privileges to give up, or anybody may read it.
    pub fn readable(&self, path: &Path, number: usize) -> io::Result<PathBuf> {
        if !is_root() || !path.exists() {
            return Ok(path.to_owned());
        }
        let whole = fs::canonicalize(path)?;
        if is_open(&whole) {
            return Ok(whole);
        }
        let name = path.file_name().unwrap_or_default();
        let copy = self.path.join("class-path").join(number.to_string()).join(name);
        copy_all(path, &copy)?;
        Ok(copy)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Whether anybody may read a file, or look into a folder, and come there.
fn is_open(path: &Path) -> bool {
    let allows = |path: &Path, wanted: u32| {
        fs::metadata(path).is_ok_and(|found| found.permissions().mode() & wanted == wanted)
    };
    let own = if path.is_dir() { 0o005 } else { 0o004 };
    allows(path, own) && path.ancestors().skip(1).all(|folder| allows(folder, 0o001))
}

/// Copies a file, or a folder without what links to other folders, which may lead back.
fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().unwrap_or(to))?;
        fs::copy(from, to)?;
        return fs::set_permissions(to, Permissions::from_mode(0o644));
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let path = entry.path();
        if !(path.is_symlink() && path.is_dir()) {
            copy_all(&path, &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its status; none if it was stopped, by us or by a signal.
    pub status: Option<i32>,
    /// Whether its time was up.
    pub timed_out: bool,
    /// What it wrote to both of its streams.
    pub said: String,
}

/// Runs a program to its end, or to the end of its time; then it is killed with all that it started.
pub(crate) fn run(
    command: &mut Command,
    scratch: &Scratch,
    limit: Duration,
    humbly: bool,
) -> io::Result<Ended> {
    let said = scratch.path().join("said");
    let output = File::create(&said)?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output).process_group(0);
    if humbly {
        // What lies around differs from one place to the next, and none of it is the program's business.
        command.env_clear().env("LANG", "C.UTF-8").env("HOME", scratch.path().join("work"));
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
    }
    let mut child = command.spawn()?;
    let end = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    let (status, timed_out) = loop {
        if let Some(status) = child.try_wait()? {
            break (status.code(), false);
        }
        if Instant::now() >= end {
            kill_group(child.id());
            child.wait()?;
            break (None, true);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    if !timed_out {
        // What it has left running.
        kill_group(child.id());
    }
    let said = fs::read(&said)?;
    Ok(Ended { status, timed_out, said: String::from_utf8_lossy(&said).into_owned() })
}

/// Kills a program that leads a group, and the group.
fn kill_group(leader: u32) {
    let _ = Command::new("kill")
        .args(["-KILL", "--", &format!("-{leader}")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_copied_without_links_that_lead_back() {
        let scratch = Scratch::new().unwrap();
        let (from, to) = (scratch.path().join("from"), scratch.path().join("to"));
        fs::create_dir_all(from.join("inside")).unwrap();
        fs::write(from.join("inside/a.class"), "a").unwrap();
        std::os::unix::fs::symlink(&from, from.join("inside/back")).unwrap();
        copy_all(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("inside/a.class")).unwrap(), "a");
        assert!(!to.join("inside/back").exists());
    }

    #[test]
    fn what_one_folder_on_the_way_hides_is_not_open() {
        let scratch = Scratch::new().unwrap();
        let folder = scratch.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("a.jar"), "a").unwrap();
        let set =
            |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        set(&folder.join("a.jar"), 0o644);
        set(&folder, 0o711);
        assert!(is_open(&folder.join("a.jar")) && !is_open(&folder));
        set(&folder, 0o700);
        assert!(!is_open(&folder.join("a.jar")));
    }

    #[test]
    fn a_program_that_does_not_end_is_killed_with_what_it_started() {
        let scratch = Scratch::new().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60 & echo $!; sleep 60"]);
        let ended = run(&mut command, &scratch, Duration::from_millis(300), false).unwrap();
        assert!(ended.timed_out && ended.status.is_none());
        let child = ended.said.trim();
        let state = || fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        // Whoever collects dead processes may be slow.
        for _ in 0..100 {
            if !state().contains(") S") {
                break;
            }
            thread::sleep(Duration::from_millis(20));
        }
        assert!(!state().contains(") S"), "{}", state());
    }

    #[test]
    fn what_a_program_says_and_its_status_are_kept_and_its_folder_is_removed() {
        let scratch = Scratch::new().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let ended = run(&mut command, &scratch, Duration::from_secs(20), false).unwrap();
        assert_eq!((ended.status, ended.said.as_str()), (Some(3), "out\nerr\n"));
        let path = scratch.path().to_owned();
        drop(scratch);
        assert!(!path.exists());
    }
}
