//! Whether tests are run for real, which is the one thing that lets code under test out of the machine.

use std::io::Write;

use clap::Args;
use host::Confinement;

const WARNING: &str = "\
note: tests are not run natively, because this machine cannot confine them (see `ferret doctor`)
  help: --trust runs them unconfined
";

const PARTLY: &str = "\
note: tests are run natively, but this machine confines only their files (see `ferret doctor`)
";

/// Options for running tests natively.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct NativeOptions {
    /// Run and keep also tests that reach other files, the network or processes
    #[arg(long, overrides_with = "no_native")]
    native: bool,
    /// Do not run the tests natively
    #[arg(long, overrides_with = "native")]
    no_native: bool,
    /// Run tests natively even if nothing on this machine confines them; see `ferret doctor`
    #[arg(long)]
    trust: bool,
}

/// When tests are run natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Always.
    Always,
    /// Confined; what reaches further than its own files is left out in Java.
    Confined,
    /// Where the code is seen to stay inside its process.
    IfHarmless,
    /// Never.
    Never,
}

impl NativeOptions {
    /// When tests are run natively here.
    pub fn mode(self) -> Mode {
        self.mode_with(Confinement::here())
    }

    fn mode_with(self, here: Confinement) -> Mode {
        match self {
            Self { no_native: true, .. } => Mode::Never,
            _ if !here.files && !self.trust => Mode::Never,
            Self { native: true, .. } => Mode::Always,
            _ if here.is_whole() => Mode::Confined,
            _ => Mode::IfHarmless,
        }
    }

    /// Tells users if tests are not run though nobody asked for that, or are not confined in every way.
    pub fn warn(self) {
        if let Some(text) = self.warning(Confinement::here()) {
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
    }

    fn warning(self, here: Confinement) -> Option<&'static str> {
        match self.mode_with(here) {
            Mode::Never if !self.no_native => Some(WARNING),
            Mode::Always | Mode::IfHarmless if here.files && !here.is_whole() => Some(PARTLY),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFINED: Confinement =
        Confinement { files: true, network: true, processes: true, loopback: true };
    const OPEN: Confinement = Confinement { files: false, ..CONFINED };

    #[test]
    fn where_nothing_confines_tests_they_are_run_only_on_trust() {
        let default = NativeOptions::default();
        assert_eq!(default.mode_with(CONFINED), Mode::Confined);
        let reachable = Confinement { network: false, ..CONFINED };
        assert_eq!(default.mode_with(reachable), Mode::IfHarmless);
        assert_eq!(default.mode_with(OPEN), Mode::Never);
        assert_eq!(default.warning(CONFINED), None);
        assert_eq!(default.warning(reachable), Some(PARTLY));
        assert_eq!(default.warning(OPEN), Some(WARNING));
        let trust = NativeOptions { trust: true, ..default };
        assert_eq!(trust.mode_with(OPEN), Mode::IfHarmless);
        let native = NativeOptions { native: true, ..default };
        assert_eq!(native.mode_with(CONFINED), Mode::Always);
        assert_eq!(native.mode_with(OPEN), Mode::Never);
        assert_eq!(NativeOptions { trust: true, ..native }.mode_with(OPEN), Mode::Always);
        let never = NativeOptions { no_native: true, trust: true, ..default };
        assert_eq!(never.mode_with(CONFINED), Mode::Never);
    }
}
