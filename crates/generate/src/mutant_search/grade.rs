//! How far a mistake gets in a run, and what is known of a mutant in the end.

/// How far the difference that a mistake makes has come, in the run where it came furthest and still was not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// A run came by, and nothing was different right behind it, as far as that can be told.
    #[default]
    Reached,
    /// The state was different right behind the mistake.
    Infected,
    /// The run went another way through the code.
    Propagated,
}

/// What is known of a mutant that runs came by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A scenario notices it.
    Killed,
    /// None does.
    Survived(Grade),
    /// None ever will: no inputs make a difference where the mistake is.
    Equivalent,
    /// None was found on any path within these bounds.
    Bounded(String),
}
