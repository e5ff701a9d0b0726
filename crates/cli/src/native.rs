//! Whether tests are run for real, which is the one thing that lets code under test out of the machine.

use std::io::Write;

use clap::Args;
use host::Confinement;

const WARNING: &str = "\
note: tests are not run natively, because this machine cannot confine them (see `ferret doctor`)
  help: --trust runs them unconfined
";

/// Options for running tests natively.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct NativeOptions {
    /// Run tests natively even if the code reaches outside its process (files, network, processes)
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
            _ => Mode::IfHarmless,
        }
    }

    /// Tells users if tests are not run though nobody asked for that.
    pub fn warn(self) {
        if !self.no_native && self.mode() == Mode::Never {
            let _ = std::io::stderr().write_all(WARNING.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFINED: Confinement = Confinement { files: true, network: true, processes: true };
    const OPEN: Confinement = Confinement { files: false, network: true, processes: true };

    #[test]
    fn where_nothing_confines_tests_they_are_run_only_on_trust() {
        let default = NativeOptions::default();
        assert_eq!(default.mode_with(CONFINED), Mode::IfHarmless);
        assert_eq!(default.mode_with(OPEN), Mode::Never);
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
