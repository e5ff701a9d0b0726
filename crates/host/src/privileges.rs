//! Whether there are privileges to give up, and who has none.

/// The user and the group that own nothing.
pub(crate) const NOBODY: u32 = 65_534;

/// Whether this process may do anything, and so has something to give up.
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
