//! A process that is talked to line by line, watched, and ended with all that it started.

use crate::capture::Capture;
use crate::family;
use crate::process::Process;
use crate::scratch::Scratch;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Bytes that are kept of what it complains.
const COMPLAINTS: usize = 1 << 16;

/// How long complaints are waited for that are still in a pipe when the process is gone.
const DRAINING: Duration = Duration::from_secs(2);

/// Lines that it may be ahead of us.
const AHEAD: usize = 64;

/// A process that answers lines by lines. It ends with this value at the latest.
pub struct Companion {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Option<Capture>,
    gone: bool,
}

/// What came from a companion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// Nothing so far.
    Nothing,
    /// Nothing any more: it has closed its output, or is no longer there.
    Gone,
}

/// How a companion ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Departed {
    /// Its status, if it ended itself.
    pub status: Option<i32>,
    /// The signal that ended it, if one did.
    pub signal: Option<i32>,
    /// What it wrote to standard error.
    pub complaints: String,
}

impl Companion {
    /// Starts a process, in a group of its own: Ctrl-C at the terminal is for us alone.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn start(process: &Process) -> io::Result<Self> {
        let (out, written) = io::pipe()?;
        let (err, complained) = io::pipe()?;
        let mut child = process.start(None, |command| {
            command.process_group(0);
            command.stdin(Stdio::piped()).stdout(written).stderr(complained);
        })?;
        let complaints = Some(Capture::start(err, COMPLAINTS));
        let (sender, lines) = sync_channel(AHEAD);
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Ok(Self { child, input, lines, complaints, gone: false })
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Says a line to it.
    ///
    /// # Errors
    ///
    /// When it does not listen any more.
    pub fn tell(&mut self, line: &str) -> io::Result<()> {
        let Some(input) = &mut self.input else { return Err(io::ErrorKind::BrokenPipe.into()) };
        input.write_all(line.as_bytes())?;
        input.write_all(b"\n")?;
        input.flush()
    }

    /// Waits for a line.
    pub fn hear(&self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Gone,
        }
    }

    /// Bytes of memory that it takes now, without the processes that it started; none where the system does not say.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes << 10)
    }

    /// Ends it and all that it started, if it is still there; says how it ended.
    pub fn end(mut self) -> Departed {
        let status = self.finish();
        let complaints = self.complaints.take().map(|capture| capture.finish(Some(DRAINING)));
        Departed {
            status: status.and_then(|status| status.code()),
            signal: status.and_then(|status| status.signal()),
            complaints: complaints.map(|said| said.text().into_owned()).unwrap_or_default(),
        }
    }

    fn finish(&mut self) -> Option<std::process::ExitStatus> {
        self.gone = true;
        self.input = None;
        // One that has closed its output is about to end, and how it does that is worth knowing.
        let status = match self.hear(Duration::ZERO) {
            Heard::Gone => self.ending(),
            _ => None,
        };
        if status.is_none() {
            family::kill(self.id());
        }
        let status = status.or_else(|| self.child.wait().ok());
        Scratch::clear_after(self.id());
        status
    }

    /// Gives it a moment to end.
    fn ending(&mut self) -> Option<std::process::ExitStatus> {
        for _ in 0..100 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        if !self.gone {
            self.finish();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Companion {
        let mut shell = Process::new("sh");
        shell.args(["-c", script]);
        Companion::start(&shell).expect("sh starts")
    }

    const PATIENCE: Duration = Duration::from_secs(20);

    #[test]
    fn lines_are_answered_by_lines() {
        let mut echo = shell("while read line; do echo \"<$line>\"; done");
        for word in ["one", "two"] {
            echo.tell(word).expect("it listens");
            assert_eq!(echo.hear(PATIENCE), Heard::Line(format!("<{word}>")));
        }
        assert_eq!(echo.hear(Duration::from_millis(1)), Heard::Nothing);
        assert!(echo.memory().is_some_and(|bytes| bytes > 1 << 16));
    }

    #[test]
    fn how_it_ended_and_what_it_complained_is_known() {
        let aborted = shell("echo no >&2; kill -ABRT $$");
        assert_eq!(aborted.hear(PATIENCE), Heard::Gone);
        let expected = Departed { status: None, signal: Some(6), complaints: "no\n".into() };
        assert_eq!(aborted.end(), expected);
        let left = shell("exit 3");
        assert_eq!(left.hear(PATIENCE), Heard::Gone);
        assert_eq!(left.end().status, Some(3));
    }

    #[test]
    fn it_ends_with_what_it_started_even_in_other_groups() {
        let parent = shell("setsid sleep 60 & echo $!; sleep 60");
        let Heard::Line(child) = parent.hear(PATIENCE) else { panic!("it says a number") };
        let path = format!("/proc/{child}/stat");
        // `setsid` may not have become `sleep` yet.
        thread::sleep(Duration::from_millis(100));
        assert_eq!(parent.end().signal, Some(9));
        let is_there = || {
            let stat = std::fs::read_to_string(&path).unwrap_or_default();
            stat.contains(") S") || stat.contains(") R")
        };
        // Whoever collects dead processes may be slow.
        for _ in 0..100 {
            if !is_there() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("{child} is still there");
    }
}
