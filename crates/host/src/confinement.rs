//! What confines code under test on this machine: a ladder of what the kernel and its settings give.

use crate::privileges::{NOBODY, is_root};
use crate::reach::Reach;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// What code under test is kept from. What is not given here is said to users, never passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// Files outside its own folder are not written, and those of users not read (Landlock).
    pub files: bool,
    /// There is no network (a namespace of its own).
    pub network: bool,
    /// Nothing that it starts outlives it (a namespace of its own).
    pub processes: bool,
}

impl Confinement {
    /// What there is on this machine; found out once.
    pub fn here() -> Self {
        static FOUND: OnceLock<Confinement> = OnceLock::new();
        *FOUND.get_or_init(|| {
            let namespaces = works(&namespaces(true));
            Self { files: Reach::is_enforced(), network: namespaces, processes: namespaces }
        })
    }
}

/// The command that starts another one in namespaces of its own, without privileges if it is not to have any.
pub(crate) fn namespaces(unprivileged: bool) -> Vec<String> {
    let own = ["unshare", "--net", "--pid", "--fork", "--kill-child"].map(str::to_owned);
    let user = match is_root() {
        true if !unprivileged => Vec::new(),
        true => vec![format!("--setuid={NOBODY}"), format!("--setgid={NOBODY}")],
        // Who has no privileges gets those that it takes in a namespace of users.
        false => vec!["--user".to_owned(), "--map-current-user".to_owned()],
    };
    own.into_iter().chain(user).chain(["--".to_owned()]).collect()
}

/// Whether a command can start another one.
fn works(prefix: &[String]) -> bool {
    let [program, arguments @ ..] = prefix else { return false };
    let mut command = Command::new(program);
    command.args(arguments).arg("true");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
