//! What confines code under test on this machine: a ladder of what the kernel and its settings give.

use crate::privileges::{is_root, stranger};
use crate::reach::Reach;
use rustix::process::{getegid, geteuid};
use std::fs;
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// The first program in a namespace of its own: what it starts can talk to itself by the loopback device.
const ENTER: &str = "PATH=${PATH:-/usr/bin:/bin}:/usr/sbin:/sbin
{ ip link set lo up || ifconfig lo up; } >/dev/null 2>&1
exec \"$@\"";

/// Waits until somebody outside has said who its user is in its namespace of users ([`Entrance::map`]).
const MAPPED: &str = "n=0
until read -r m < /proc/self/uid_map; do
    n=$((n + 1)); [ $n -lt 4000 ] || exit 126
    [ $n -lt 1000 ] || sleep 0.01
done
exec \"$@\"";

/// What enters namespaces; the kernel kills all inside when it ends.
const UNSHARE: [&str; 6] = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--"];

/// How long a namespace of users may take to be there.
const ENTERING: u32 = 100_000;

/// How long it may take to find out what works.
const TRYING: Duration = Duration::from_secs(60);

/// What code under test is kept from. What is not given here is said to users, never passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// Files outside its own folder are not written, and those of users not read (Landlock).
    pub files: bool,
    /// There is no network (a namespace of its own).
    pub network: bool,
    /// Nothing that it starts outlives it (a namespace of its own).
    pub processes: bool,
    /// It can talk to itself by the loopback device of its own network.
    pub loopback: bool,
}

impl Confinement {
    /// What there is on this machine; found out once.
    pub fn here() -> Self {
        static FOUND: OnceLock<Confinement> = OnceLock::new();
        *FOUND.get_or_init(|| {
            let files = Reach::is_enforced();
            // Tried by whoever we are: nobody may have no processes left, because another trial has them all.
            let tries = |script: &str| Entrance::open(false).tries(script).unwrap_or(false);
            let namespaces = tries("true");
            let loopback = namespaces && tries("grep -q 127.0.0.1 /proc/net/fib_trie");
            Self { files, network: namespaces, processes: namespaces, loopback }
        })
    }

    /// Whether there is all of it that keeps code under test from the rest of the machine.
    pub fn is_whole(self) -> bool {
        self.files && self.network && self.processes
    }
}

/// The way into namespaces of their own, for programs that are started.
pub(crate) struct Entrance {
    words: Vec<String>,
    maps: bool,
}

impl Entrance {
    /// The way there is on this machine, if there is one.
    pub(crate) fn here(unprivileged: bool) -> Option<Self> {
        Confinement::here().processes.then(|| Self::open(unprivileged))
    }

    /// The way for this user. Who may do anything stays who it is, without what it may do but to read, or becomes nobody;
    /// who may not gets a namespace of users in which it may make the others, and loses that again.
    fn open(unprivileged: bool) -> Self {
        let root = is_root();
        let mut words: Vec<String> = Vec::new();
        let mut add = |more: &[&str]| words.extend(more.iter().map(|word| (*word).to_owned()));
        if !root {
            add(&["unshare", "--user", "--keep-caps", "--", "/bin/sh", "-c", MAPPED, "sh"]);
        }
        add(&UNSHARE);
        add(&["/bin/sh", "-c", ENTER, "sh", "setpriv"]);
        if !root {
            add(&["--ambient-caps=-all", "--inh-caps=-all"]);
        } else if unprivileged {
            let stranger = stranger().to_string();
            add(&["--reuid", &stranger, "--regid", &stranger, "--clear-groups"]);
        } else {
            add(&["--inh-caps=-all", "--bounding-set", &format!("-all{}", reading())]);
        }
        add(&["--"]);
        Self { words, maps: !root }
    }

    /// The command that leads there, and is followed by the program.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// Says who the user is in the namespace of users that a process enters: who it is outside. The process itself may
    /// not, since what confines its files does not let it write to `/proc`.
    pub(crate) fn map(&self, child: &mut Child) -> io::Result<()> {
        if !self.maps {
            return Ok(());
        }
        let folder = format!("/proc/{}", child.id());
        let outside = fs::read_link("/proc/self/ns/user")?;
        for _ in 0..ENTERING {
            if child.try_wait()?.is_some() {
                return Ok(());
            }
            let inside = fs::read_link(format!("{folder}/ns/user"));
            if inside.is_ok_and(|inside| inside != outside) {
                let (user, group) = (geteuid().as_raw(), getegid().as_raw());
                fs::write(format!("{folder}/setgroups"), "deny")?;
                fs::write(format!("{folder}/gid_map"), format!("{group} {group} 1"))?;
                return fs::write(format!("{folder}/uid_map"), format!("{user} {user} 1"));
            }
            thread::sleep(Duration::from_micros(200));
        }
        Err(io::ErrorKind::TimedOut.into())
    }

    /// Whether a script runs there, and ends well.
    fn tries(&self, script: &str) -> io::Result<bool> {
        let words = self.words.iter().map(String::as_str).chain(["/bin/sh", "-c", script]);
        let words: Vec<&str> = words.collect();
        let mut command = Command::new(words.first().copied().unwrap_or_default());
        command.args(words.iter().skip(1));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = Reach::system().spawn(&mut command, true)?;
        let mapped = self.map(&mut child);
        let end = Instant::now() + TRYING;
        loop {
            if let Some(status) = child.try_wait()? {
                return mapped.map(|()| status.success());
            }
            if mapped.is_err() || Instant::now() >= end {
                child.kill()?;
                child.wait()?;
                return Ok(false);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// What lets root read files that others have for themselves, of what it may do here.
fn reading() -> &'static str {
    const OVERRIDE: u64 = 1 << 1;
    const READ: u64 = 1 << 2;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("CapBnd:"));
    let may = line.and_then(|line| u64::from_str_radix(line.trim(), 16).ok()).unwrap_or(0);
    match may {
        may if may & READ != 0 => ",+dac_read_search",
        may if may & OVERRIDE != 0 => ",+dac_override",
        _ => "",
    }
}
