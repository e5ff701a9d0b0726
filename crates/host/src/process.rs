//! Programs of the machine: started with limits, and killed with all that they started.

use crate::capture::{Capture, Captured};
use crate::privileges::{NOBODY, is_root};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long output is waited for that is still in a pipe when the process that wrote it is gone.
const DRAINING: Duration = Duration::from_secs(10);

/// Sets the limit that comes first, in KiB, and becomes the program that follows.
const WITH_MEMORY: &str = "ulimit -v \"$0\" && exec \"$@\"";

/// How far a process may go; by default as far as it likes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// When its time is up, it is killed with all that it started.
    pub time: Option<Duration>,
    /// Bytes of address space. A sanitizer reserves terabytes of it, and a JVM many gigabytes.
    pub memory: Option<u64>,
    /// Bytes that are kept of each of its streams; the rest is thrown away.
    pub output: Option<usize>,
}

impl Limits {
    /// So much time and nothing else.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}

/// A command line, and what it is started with.
///
/// Standard input is empty unless it is given; the environment is that of this process unless it is replaced.
#[derive(Clone, Debug)]
pub struct Process {
    program: OsString,
    arguments: Vec<OsString>,
    folder: Option<PathBuf>,
    variables: Vec<(OsString, OsString)>,
    own_environment: bool,
    input: Option<Vec<u8>>,
    merged: bool,
    unprivileged: bool,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its status; none if it was killed, by us or by a signal.
    pub status: Option<i32>,
    /// Whether its time was up.
    pub timed_out: bool,
    /// What it wrote to standard output, or to both streams if they are merged.
    pub out: Captured,
    /// What it wrote to standard error.
    pub err: Captured,
}

impl Ended {
    /// Whether it says that all went well.
    pub fn succeeded(&self) -> bool {
        self.status == Some(0)
    }
}

impl Process {
    /// A program, by its path or by a name to be found on the `PATH`.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            arguments: Vec::new(),
            folder: None,
            variables: Vec::new(),
            own_environment: false,
            input: None,
            merged: false,
            unprivileged: false,
        }
    }

    /// With one more argument.
    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    /// With more arguments.
    pub fn args(&mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.arguments.extend(arguments.into_iter().map(|argument| argument.as_ref().to_owned()));
        self
    }

    /// In a folder, and not in that of this process.
    pub fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.folder = Some(folder.as_ref().to_owned());
        self
    }

    /// With a variable of the environment.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        self.variables.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Without the variables of this process.
    pub fn env_clear(&mut self) -> &mut Self {
        self.own_environment = true;
        self.variables.clear();
        self
    }

    /// With something on standard input.
    pub fn input(&mut self, bytes: impl Into<Vec<u8>>) -> &mut Self {
        self.input = Some(bytes.into());
        self
    }

    /// With both streams in one, in the order in which it writes to them.
    pub fn merged(&mut self) -> &mut Self {
        self.merged = true;
        self
    }

    /// Without privileges, if there are any to give up: what is made from code under test may do whatever it is allowed to.
    pub fn unprivileged(&mut self) -> &mut Self {
        self.unprivileged = true;
        self
    }

    /// Runs it to its end, or to the end of its time.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn run(&self, limits: &Limits) -> io::Result<Ended> {
        let mut command = self.command(limits.memory);
        if limits.time.is_some() {
            // A group of its own, by which it is killed.
            command.process_group(0);
        }
        let kept = limits.output.unwrap_or(usize::MAX);
        let (out, written) = io::pipe()?;
        let err = if self.merged {
            command.stdout(written.try_clone()?).stderr(written);
            None
        } else {
            let (err, complained) = io::pipe()?;
            command.stdout(written).stderr(complained);
            Some(err)
        };
        let mut child = command.spawn()?;
        // It holds our ends of the pipes, which must be closed for the others to end.
        drop(command);
        let out = Capture::start(out, kept);
        let err = err.map(|err| Capture::start(err, kept));
        if let (Some(mut pipe), Some(bytes)) = (child.stdin.take(), self.input.clone()) {
            // It may end without reading all of it.
            thread::spawn(move || pipe.write_all(&bytes));
        }
        let (status, timed_out) = wait(&mut child, limits.time)?;
        let patience = limits.time.map(|_| DRAINING);
        let err = err.map(|err| err.finish(patience)).unwrap_or_default();
        Ok(Ended { status, timed_out, out: out.finish(patience), err })
    }

    /// What the standard library starts, with a pipe as its standard input.
    pub(crate) fn talking(&self) -> Command {
        let mut command = self.command(None);
        command.stdin(Stdio::piped());
        command
    }

    /// What the standard library starts.
    fn command(&self, memory: Option<u64>) -> Command {
        let mut command = match memory {
            Some(bytes) => {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", WITH_MEMORY, &(bytes >> 10).to_string()]).arg(&self.program);
                shell
            }
            None => Command::new(&self.program),
        };
        command.args(&self.arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        if self.own_environment {
            command.env_clear();
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if self.unprivileged && is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.stdin(if self.input.is_some() { Stdio::piped() } else { Stdio::null() });
        command
    }
}

/// Waits for the end of a process, or of its time; and whether it was that. Nothing of its group is left then.
fn wait(child: &mut Child, time: Option<Duration>) -> io::Result<(Option<i32>, bool)> {
    let Some(time) = time else {
        return Ok((child.wait()?.code(), false));
    };
    let end = Instant::now() + time;
    let mut pause = Duration::from_millis(1);
    let (status, timed_out) = loop {
        if let Some(status) = child.try_wait()? {
            break (status.code(), false);
        }
        if Instant::now() >= end {
            break (None, true);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    // Also what it has left running.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    if timed_out {
        child.wait()?;
    }
    Ok((status, timed_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let mut shell = Process::new("sh");
        shell.args(["-c", script]);
        shell
    }

    #[test]
    fn a_program_that_does_not_end_is_killed_with_what_it_started() {
        let limits = Limits::time(Duration::from_millis(300));
        let ended = shell("sleep 60 & echo $!; sleep 60").run(&limits).unwrap();
        assert!(ended.timed_out && ended.status.is_none());
        let child = ended.out.text().trim().to_owned();
        let state = || std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
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
    fn what_a_program_says_and_its_status_are_kept() {
        let mut process = shell("echo out; echo err >&2; echo again; exit 3");
        let ended = process.run(&Limits::time(Duration::from_secs(20))).unwrap();
        let streams = (ended.out.text(), ended.err.text());
        assert_eq!((ended.status, streams), (Some(3), ("out\nagain\n".into(), "err\n".into())));
        let ended = process.merged().run(&Limits::default()).unwrap();
        assert_eq!((ended.out.text(), ended.err.text()), ("out\nerr\nagain\n".into(), "".into()));
    }

    #[test]
    fn what_is_written_beyond_the_limit_is_thrown_away() {
        let limits = Limits { output: Some(5), ..Limits::default() };
        let ended = shell("head -c 1000000 /dev/zero; printf 12345 >&2").run(&limits).unwrap();
        assert!(ended.succeeded());
        assert_eq!(ended.out, Captured { bytes: vec![0; 5], cut: true });
        assert_eq!(ended.err, Captured { bytes: b"12345".to_vec(), cut: false });
    }

    #[test]
    fn a_program_has_no_more_memory_than_it_is_given() {
        // `dd` takes a buffer of a whole block.
        let mut dd = Process::new("dd");
        dd.args(["if=/dev/zero", "of=/dev/null", "bs=200M", "count=1"]);
        assert!(dd.run(&Limits::default()).unwrap().succeeded());
        let limits = Limits { memory: Some(100 << 20), ..Limits::default() };
        let ended = dd.run(&limits).unwrap();
        assert!(!ended.succeeded() && ended.err.text().contains("memory"), "{ended:?}");
    }

    #[test]
    fn input_is_given_and_may_be_left_unread() {
        let ended = Process::new("cat").input("abc").run(&Limits::default()).unwrap();
        assert_eq!(ended.out.text(), "abc");
        let ended = shell("exit 4").input(vec![0; 1 << 20]).run(&Limits::default()).unwrap();
        assert_eq!(ended.status, Some(4));
        let ended = Process::new("cat").run(&Limits::default()).unwrap();
        assert_eq!(ended.out.text(), "");
    }

    #[test]
    fn who_outlives_a_program_does_not_hold_it_up() {
        let limits = Limits::time(Duration::from_secs(20));
        let start = Instant::now();
        let ended = shell("sleep 60 & echo begun").run(&limits).unwrap();
        assert_eq!((ended.out.text(), ended.timed_out), ("begun\n".into(), false));
        assert!(start.elapsed() < Duration::from_secs(15));
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let error = Process::new("no-such-program").run(&Limits::default()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
