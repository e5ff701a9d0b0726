//! The strategies by name: the one list that the command line, comparisons and documentation share.

use super::{
    Bfs, CarFast, CfgDirected, ContextGuided, Dfs, Fifo, FitnessGuided, Generational, Interleaved,
    Learned, Predictive, RandomBranch, Shortest, Strategy, UniformRandom, rp_md2u,
};
use std::fmt;
use std::str::FromStr;

/// A strategy by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum StrategyKind {
    /// What we have found best.
    #[default]
    Default,
    /// Breadth first.
    Bfs,
    /// Uncovered branches, the one that most code depends on first.
    CarFast,
    /// The branch of a path that is nearest to something uncovered.
    CfgDirected,
    /// Branches in new contexts.
    ContextGuided,
    /// Depth first.
    Dfs,
    /// First come, first served.
    Fifo,
    /// Toward one uncovered branch, by how near paths came.
    FitnessGuided,
    /// All branches of the path that covered most.
    Generational,
    /// Several in turn.
    Interleaved(Vec<StrategyKind>),
    /// What resembles path conditions that were feasible.
    Learned,
    /// What may cover most at one blow.
    Predictive,
    /// Any branch of the last path.
    RandomBranch,
    /// A random path in turn with the nearest to something uncovered.
    RpMd2u,
    /// The shortest path condition.
    Shortest,
    /// A random walk down the tree.
    UniformRandom,
}

/// Parameters of strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `predictive`: levels that are walked down; all without.
    pub walk_down: Option<u32>,
    /// `context-guided`: the size of contexts, if it stays the same.
    pub fixed_k: Option<u32>,
    /// `context-guided`: whether dominators are left out of contexts.
    pub dominators: bool,
    /// `context-guided`: the size of contexts after which all are forgotten and it begins again with one.
    pub most_k: Option<u32>,
    /// `context-guided`: whether contexts count as chosen only at the size that they had then.
    pub contexts_as_chosen: bool,
    /// `context-guided`: whether dominators are looked for over calls, too.
    pub across_calls: bool,
    /// `context-guided`: whether candidates and contexts are made of branches of the code under test alone.
    pub own_branches: bool,
    /// `context-guided`: whether a context that is a whole path is told from all others.
    pub whole_paths: bool,
    /// `cfg-directed`: whether it is bounded by distance and starts over, as in CREST.
    pub crest: bool,
}

impl Default for Options {
    /// Those of the papers.
    fn default() -> Self {
        Self {
            walk_down: Some(3),
            fixed_k: None,
            dominators: true,
            most_k: None,
            contexts_as_chosen: false,
            across_calls: false,
            own_branches: false,
            whole_paths: true,
            crest: false,
        }
    }
}

/// All strategies with a name of their own.
const NAMES: [(StrategyKind, &str); 15] = [
    (StrategyKind::Default, "default"),
    (StrategyKind::Bfs, "bfs"),
    (StrategyKind::CarFast, "carfast"),
    (StrategyKind::CfgDirected, "cfg-directed"),
    (StrategyKind::ContextGuided, "context-guided"),
    (StrategyKind::Dfs, "dfs"),
    (StrategyKind::Fifo, "fifo"),
    (StrategyKind::FitnessGuided, "fitness-guided"),
    (StrategyKind::Generational, "generational"),
    (StrategyKind::Learned, "learned"),
    (StrategyKind::Predictive, "predictive"),
    (StrategyKind::RandomBranch, "random-branch"),
    (StrategyKind::RpMd2u, "rp-md2u"),
    (StrategyKind::Shortest, "shortest"),
    (StrategyKind::UniformRandom, "uniform-random"),
];

/// The name of the strategy that paper CAUT interleaves, for short.
const INTERLEAVED: &str = "interleaved";

impl StrategyKind {
    /// All strategies with a name of their own, the default first.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|(kind, _)| kind.clone())
    }

    /// The strategy.
    pub fn make(&self, options: &Options) -> Box<dyn Strategy> {
        match self {
            // One that goes for what is near, one that goes anywhere, one that goes where nobody has been.
            StrategyKind::Default => Box::new(Interleaved::new(
                "default",
                [StrategyKind::CfgDirected, StrategyKind::RpMd2u, StrategyKind::ContextGuided]
                    .iter()
                    .map(|kind| kind.make(options))
                    .collect(),
            )),
            StrategyKind::Bfs => Box::new(Bfs::default()),
            StrategyKind::CarFast => Box::new(CarFast::default()),
            StrategyKind::CfgDirected => Box::new(CfgDirected::new(options.crest)),
            StrategyKind::ContextGuided => Box::new(ContextGuided::new(options)),
            StrategyKind::Dfs => Box::new(Dfs::default()),
            StrategyKind::Fifo => Box::new(Fifo::default()),
            StrategyKind::FitnessGuided => Box::new(FitnessGuided::default()),
            StrategyKind::Generational => Box::new(Generational::default()),
            StrategyKind::Interleaved(kinds) => {
                let members = kinds.iter().map(|kind| kind.make(options)).collect();
                Box::new(Interleaved::new(INTERLEAVED, members))
            }
            StrategyKind::Learned => Box::new(Learned::default()),
            StrategyKind::Predictive => Box::new(Predictive::new(options.walk_down)),
            StrategyKind::RandomBranch => Box::new(RandomBranch::default()),
            StrategyKind::RpMd2u => Box::new(rp_md2u()),
            StrategyKind::Shortest => Box::new(Shortest::default()),
            StrategyKind::UniformRandom => Box::new(UniformRandom::default()),
        }
    }
}

impl fmt::Display for StrategyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let StrategyKind::Interleaved(kinds) = self {
            for (index, kind) in kinds.iter().enumerate() {
                write!(f, "{}{kind}", if index > 0 { "+" } else { "" })?;
            }
            return Ok(());
        }
        let name = NAMES.iter().find(|(kind, _)| kind == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

/// A name that is no strategy's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no strategy; there are {}, and several joined by `+` take turns", names())]
pub struct NoStrategy {
    name: String,
}

fn names() -> String {
    let names: Vec<&str> = NAMES.iter().map(|(_, name)| *name).chain([INTERLEAVED]).collect();
    names.join(", ")
}

impl FromStr for StrategyKind {
    type Err = NoStrategy;

    /// A name, or several joined by `+`; `interleaved` is `predictive+fitness-guided`, as in paper CAUT.
    fn from_str(text: &str) -> Result<Self, NoStrategy> {
        if text == INTERLEAVED {
            return Ok(StrategyKind::Interleaved(vec![
                StrategyKind::Predictive,
                StrategyKind::FitnessGuided,
            ]));
        }
        if text.contains('+') {
            let kinds: Result<Vec<StrategyKind>, NoStrategy> =
                text.split('+').map(str::parse).collect();
            return kinds.map(StrategyKind::Interleaved);
        }
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(kind, _)| kind.clone()).ok_or_else(|| NoStrategy { name: text.to_owned() })
    }
}
