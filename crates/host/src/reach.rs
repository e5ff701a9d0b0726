//! What a confined process may reach of the file system, enforced by Landlock.
//!
//! Landlock restricts a thread and what that thread starts. So a thread of its own restricts itself, starts the process
//! and ends; nothing else of this process is restricted.

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;

/// The version of Landlock that is asked for; older kernels give what they have of it.
const VERSION: ABI = ABI::V6;

/// Where programs, libraries and settings are that any program may need.
const SYSTEM: [&str; 11] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/proc", "/sys", "/nix"];
/// Devices that any program may use.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What a confined process may read and write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    reads_all: bool,
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

impl Reach {
    /// The system's own folders, and nothing of its users'.
    pub fn system() -> Self {
        Self::default()
    }

    /// All files, to read: for compilers, whose sources may lie anywhere.
    pub fn readable() -> Self {
        Self { reads_all: true, ..Self::default() }
    }

    /// With files and folders that it may read.
    #[must_use]
    pub fn reading(mut self, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        self.read.extend(paths.into_iter().map(|path| path.as_ref().to_owned()));
        self
    }

    /// With a folder that it may do anything in.
    #[must_use]
    pub fn writing(mut self, folder: impl AsRef<Path>) -> Self {
        self.written.push(folder.as_ref().to_owned());
        self
    }

    /// Starts a process that reaches no further; what has a network of its own may use that.
    pub(crate) fn spawn(&self, command: &mut Command, network: bool) -> io::Result<Child> {
        let start = || {
            if let Err(error) = self.restrict(network) {
                return Err(io::Error::other(format!("it cannot be confined: {error}")));
            }
            command.spawn()
        };
        thread::scope(|scope| scope.spawn(start).join())
            .unwrap_or_else(|_| Err(io::Error::other("it cannot be confined")))
    }

    /// Restricts this thread, as far as the kernel can.
    fn restrict(&self, network: bool) -> Result<RulesetStatus, landlock::RulesetError> {
        let read = AccessFs::from_read(VERSION);
        let all = AccessFs::from_all(VERSION);
        let device = AccessFs::ReadFile | AccessFs::WriteFile;
        let everywhere = self.reads_all.then_some("/");
        let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
        let ruleset = ruleset.handle_access(all)?;
        let ruleset = match network {
            true => ruleset,
            false => ruleset.handle_access(AccessNet::from_all(VERSION))?,
        };
        let ruleset = ruleset
            .scope(Scope::from_all(VERSION))?
            .create()?
            .add_rules(path_beneath_rules(everywhere, read))?
            .add_rules(path_beneath_rules(SYSTEM, read))?
            .add_rules(path_beneath_rules(&self.read, read))?
            .add_rules(path_beneath_rules(DEVICES, device))?
            .add_rules(path_beneath_rules(&self.written, all))?;
        Ok(ruleset.restrict_self()?.ruleset)
    }

    /// Whether the kernel restricts what files are reached; found out in a thread of its own.
    pub(crate) fn is_enforced() -> bool {
        let tried = thread::spawn(|| Self::readable().restrict(false)).join();
        !matches!(tried, Ok(Ok(RulesetStatus::NotEnforced) | Err(_)) | Err(_))
    }
}
