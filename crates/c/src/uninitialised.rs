//! What a read of memory gives that was never written.

use machine::Config;

/// What a read of memory gives that was never written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Uninitialised {
    /// Nothing: the run ends there, as a crash.
    #[default]
    Trap,
    /// Zeros.
    Zero,
    /// Anything: each byte is an input.
    Symbolic,
}

impl Uninitialised {
    /// A machine that reads so.
    #[must_use]
    pub fn configure(self, config: Config) -> Config {
        Config {
            trap_uninitialised: self != Self::Zero,
            ask_uninitialised: self == Self::Symbolic,
            ..config
        }
    }
}

impl std::str::FromStr for Uninitialised {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "trap" => Ok(Self::Trap),
            "zero" => Ok(Self::Zero),
            "symbolic" => Ok(Self::Symbolic),
            _ => Err("there are trap, zero and symbolic".to_owned()),
        }
    }
}
