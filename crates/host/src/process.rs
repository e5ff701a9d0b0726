//! Programs of the machine: started with limits, and killed with all that they started.

use crate::capture::{Capture, Captured};
use crate::confinement::Entrance;
use crate::family;
use crate::privileges::{is_root, stranger};
use crate::reach::Reach;
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

/// Sets the limit that comes first, in KiB, and becomes the program that follows. Where there is a lower one, that stays.
const WITH_MEMORY: &str =
    "ulimit -v \"$0\" 2>/dev/null || [ \"$(ulimit -v)\" != unlimited ] || exit 126; exec \"$@\"";

/// Sets limits of a confined program and runs it. The shell stays: the first process of a namespace gets no signals that it
/// does not ask for, not even from `abort`. Shells disagree about the letter for processes.
const CONFINED: &str = "{ ulimit -c 0; ulimit -n 1024; ulimit -f 4194304; ulimit -u 1024 || ulimit -p 1024; } 2>/dev/null
[ \"$0\" = unlimited ] || ulimit -v \"$0\" 2>/dev/null || [ \"$(ulimit -v)\" != unlimited ] || exit 126
\"$@\"
exit $?";

/// What a shell adds to the number of the signal that ended a program.
const SIGNALLED: i32 = 128;
/// Signals beyond this one there are not.
const LAST_SIGNAL: i32 = 64;

/// How far a process may go; by default as far as it likes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// When its time is up, it is killed with all that it started.
    pub time: Option<Duration>,
    /// Bytes of address space. A sanitizer reserves terabytes of it, and a JVM many gigabytes.
    pub memory: Option<u64>,
    /// Bytes of memory that it takes together with all that it started. It is looked at now and then, so that a process may
    /// have more for a moment; when it has, it is killed.
    pub resident: Option<u64>,
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
    reach: Option<Reach>,
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
            reach: None,
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

    /// Confined, as far as this machine can ([`Confinement::here`]): there is no network, nothing that it starts outlives it,
    /// it reaches only some files, and it does not open, write or start more than tests need.
    pub fn confined(&mut self, reach: Reach) -> &mut Self {
        self.reach = Some(reach);
        self
    }

    /// Runs it to its end, or to the end of its time.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn run(&self, limits: &Limits) -> io::Result<Ended> {
        let kept = limits.output.unwrap_or(usize::MAX);
        let (out, written) = io::pipe()?;
        let (err, complained) = match self.merged {
            true => (None, written.try_clone()?),
            false => io::pipe().map(|(err, complained)| (Some(err), complained))?,
        };
        let mut child = self.start(limits.memory, |command| {
            if limits.time.is_some() {
                // A group of its own, by which it is killed.
                command.process_group(0);
            }
            command.stdin(if self.input.is_some() { Stdio::piped() } else { Stdio::null() });
            command.stdout(written).stderr(complained);
        })?;
        let out = Capture::start(out, kept);
        let err = err.map(|err| Capture::start(err, kept));
        if let (Some(mut pipe), Some(bytes)) = (child.stdin.take(), self.input.clone()) {
            // It may end without reading all of it.
            thread::spawn(move || pipe.write_all(&bytes));
        }
        let (status, timed_out) = wait(&mut child, limits)?;
        let signalled = SIGNALLED + 1..=SIGNALLED + LAST_SIGNAL;
        let status = status.filter(|status| self.reach.is_none() || !signalled.contains(status));
        let patience = limits.time.map(|_| DRAINING);
        let err = err.map(|err| err.finish(patience)).unwrap_or_default();
        Ok(Ended { status, timed_out, out: out.finish(patience), err })
    }

    /// Starts it, confined if it is to be, with streams that are set by the caller. No end of a pipe that was given away
    /// is left with us.
    pub(crate) fn start(
        &self,
        memory: Option<u64>,
        streams: impl FnOnce(&mut Command),
    ) -> io::Result<Child> {
        let reach = self.reach.as_ref();
        let entrance = reach.and_then(|_| Entrance::here(self.unprivileged));
        let mut command = self.command(memory, reach.map(|_| entrance.as_ref()));
        streams(&mut command);
        let mut child = match reach {
            Some(reach) => reach.spawn(&mut command, entrance.is_some())?,
            None => command.spawn()?,
        };
        if let Some(Err(error)) = entrance.map(|entrance| entrance.map(&mut child)) {
            wait(&mut child, &Limits::time(Duration::ZERO))?;
            return Err(io::Error::other(format!("it cannot be confined: {error}")));
        }
        Ok(child)
    }

    /// What the standard library starts; confined if there is a third, by a way into namespaces if there is one.
    fn command(&self, memory: Option<u64>, confined: Option<Option<&Entrance>>) -> Command {
        let mut command = match (memory, confined) {
            (memory, Some(entrance)) => self.confining(memory, entrance),
            (Some(bytes), None) => {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", WITH_MEMORY, &(bytes >> 10).to_string()]).arg(&self.program);
                shell
            }
            (None, None) => Command::new(&self.program),
        };
        command.args(&self.arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        if self.own_environment {
            command.env_clear();
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        // Who goes into namespaces gives up privileges there.
        if self.unprivileged && is_root() && confined.flatten().is_none() {
            command.uid(stranger()).gid(stranger());
        }
        command
    }

    /// The command that confines the program, which follows: in namespaces of its own if there are such, with limits.
    fn confining(&self, memory: Option<u64>, entrance: Option<&Entrance>) -> Command {
        let memory = memory.map_or("unlimited".to_owned(), |bytes| (bytes >> 10).to_string());
        let limited = ["/bin/sh", "-c", CONFINED, &memory];
        let prefix = entrance.map(Entrance::words).unwrap_or_default();
        let mut words = prefix.iter().map(String::as_str).chain(limited);
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).arg(&self.program);
        command
    }
}

/// How long a process runs before its memory is looked at, and then each time.
const LOOKING: Duration = Duration::from_millis(300);

/// Waits for the end of a process, or of its time; and whether it was that. Nothing of its group is left then.
fn wait(child: &mut Child, limits: &Limits) -> io::Result<(Option<i32>, bool)> {
    let Some(time) = limits.time else {
        return Ok((child.wait()?.code(), false));
    };
    let end = Instant::now() + time;
    let mut look = Instant::now() + LOOKING;
    let mut pause = Duration::from_millis(1);
    let (status, timed_out) = loop {
        if let Some(status) = child.try_wait()? {
            break (status.code(), false);
        }
        if Instant::now() >= end {
            break (None, true);
        }
        if let Some(most) = limits.resident.filter(|_| Instant::now() >= look) {
            if family::resident(child.id()) > most {
                break (None, false);
            }
            look = Instant::now() + LOOKING;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    // Also what it has left running.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    if status.is_none() {
        // A status that comes only now is that of having been killed.
        child.wait()?;
    }
    Ok((status, timed_out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confinement::Confinement;
    use crate::scratch::Scratch;

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
    fn a_lower_limit_of_memory_that_is_there_stays() {
        let mut outer = shell("ulimit -v 500000; sh -c \"$0\" 1000000 sh -c 'ulimit -v'");
        outer.arg(WITH_MEMORY);
        assert_eq!(outer.run(&Limits::default()).unwrap().out.text(), "500000\n");
    }

    #[test]
    fn a_program_that_takes_more_memory_than_all_its_processes_may_is_killed() {
        let hungry = "dd if=/dev/zero of=/dev/null bs=150M count=1000000 2> /dev/null";
        let script = format!("{hungry} & {hungry} & wait");
        let time = Some(Duration::from_secs(60));
        let limits = Limits { resident: Some(200 << 20), time, ..Limits::default() };
        let ended = shell(&script).run(&limits).unwrap();
        assert!(ended.status.is_none() && !ended.timed_out, "{ended:?}");
        assert!(shell("sleep 1").run(&limits).unwrap().succeeded());
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
    fn confined(script: &str, folder: &Path) -> Ended {
        let mut shell = shell(script);
        shell.current_dir(folder).unprivileged().confined(Reach::system().writing(folder));
        shell.run(&Limits::time(Duration::from_secs(20))).unwrap()
    }

    /// What the tests below rely on; where it is missing there is nothing to see.
    fn confines() -> bool {
        Confinement::here().is_whole()
    }

    #[test]
    fn a_confined_program_writes_to_its_own_folder_alone() {
        let (own, other) = (Scratch::new().unwrap(), Scratch::new().unwrap());
        let (open, canary) = (own.open_folder("own").unwrap(), other.open_folder("other").unwrap());
        std::fs::write(canary.join("secret"), "told").unwrap();
        let script = format!(
            "echo kept > kept; echo lost > {0}/lost; cat {0}/secret; rm -f {0}/secret; mkdir {0}/made; exit 0",
            canary.display()
        );
        if confines() {
            let ended = confined(&script, &open);
            assert!(ended.succeeded() && ended.out.bytes.is_empty(), "{ended:?}");
            let left: Vec<_> = std::fs::read_dir(&canary).unwrap().flatten().collect();
            assert_eq!(left.len(), 1, "{left:?}");
            assert_eq!(std::fs::read_to_string(open.join("kept")).unwrap(), "kept\n");
        }
    }

    #[test]
    fn a_confined_program_leaves_nothing_running() {
        let own = Scratch::new().unwrap();
        let open = own.open_folder("own").unwrap();
        if confines() {
            let name = format!("left-{}", std::process::id());
            // A session of its own is in no group that we know.
            let script = format!("cp /bin/sleep {name}; setsid ./{name} 60 & sleep 1; echo begun");
            assert_eq!(confined(&script, &open).out.text(), "begun\n");
            let running = std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
                let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).starts_with(&format!("./{name}"))
            });
            assert!(!running);
        }
    }

    #[test]
    fn a_confined_program_has_no_network() {
        let own = Scratch::new().unwrap();
        let open = own.open_folder("own").unwrap();
        if confines() {
            let devices = confined("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '", &open);
            assert_eq!(devices.out.text(), "lo\n");
        }
    }

    #[test]
    fn a_confined_program_talks_to_itself() {
        let own = Scratch::new().unwrap();
        let open = own.open_folder("own").unwrap();
        let script = "exec python3 -c \"import socket as s; a = s.create_server(('127.0.0.1', 0)); \
                      s.create_connection(a.getsockname()); print('met')\"";
        if Confinement::here().loopback {
            let ended = confined(script, &open);
            assert_eq!(ended.out.text(), "met\n", "{ended:?}");
        }
    }

    #[test]
    fn a_confined_program_of_root_can_but_read() {
        let own = Scratch::new().unwrap();
        if confines() && is_root() {
            let mut reads = shell("id -u; grep CapEff /proc/self/status");
            reads.confined(Reach::readable());
            let said = reads.run(&Limits::default()).unwrap();
            let said = said.out.text().into_owned();
            let rights = said.strip_prefix("0\nCapEff:\t").map(|rest| rest.trim().to_owned());
            let rights = rights.and_then(|rights| u64::from_str_radix(&rights, 16).ok());
            assert!(rights.is_some_and(|rights| rights & !6 == 0), "{said}");
        }
        drop(own);
    }

    /// Root has other ways than users have: so root plays the user, too.
    #[test]
    fn users_are_confined_as_root_is() {
        if !is_root() {
            return;
        }
        let own = Scratch::new().unwrap();
        let copy = own.path().join("tests");
        let mut copying = Process::new("cp");
        copying.arg(std::env::current_exe().unwrap()).arg(&copy);
        assert!(copying.run(&Limits::default()).unwrap().succeeded());
        let mut tests = Process::new(&copy);
        let ended = tests.arg("a_confined_program").unprivileged().merged().run(&Limits::default());
        let ended = ended.unwrap();
        assert!(ended.succeeded(), "{}", ended.out.text());
    }

    #[test]
    fn a_confined_program_that_dies_of_a_signal_has_no_status() {
        let own = Scratch::new().unwrap();
        let open = own.open_folder("own").unwrap();
        assert_eq!(confined("kill -ABRT $$", &open).status, None);
        assert_eq!(confined("exit 7", &open).status, Some(7));
    }
}
