//! A run as the tree remembers it.

use crate::tree::NodeId;
use program::{FuncId, define_id};
use scenario::Scenario;
use std::sync::Arc;
use term::{Assignment, TermId, VarId};

define_id!(
    /// A run that the tree was told of.
    RunId
);

/// What is kept of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was run.
    pub scenario: Scenario,
    /// Its inputs and their variables; runs of one shape mostly share them.
    pub inputs: Arc<[(trace::Source, VarId)]>,
    /// Where what it made lay.
    pub places: Vec<trace::Placed>,
    /// The values of the variables.
    pub values: Assignment,
    /// What every scenario of this shape fulfils.
    pub given: Vec<TermId>,
    /// Which tree it is in.
    pub grove: usize,
    /// Where its tree starts.
    pub root: NodeId,
    /// Where it ended.
    pub leaf: NodeId,
    /// Branches that it met first and did not take, in the order of its path.
    pub candidates: Vec<NodeId>,
    /// The candidate that it was made for, if it went there.
    pub target: Option<NodeId>,
    /// How many goals it covered first.
    pub gain: usize,
    /// Functions that the scenario calls after the first.
    pub rest: Vec<FuncId>,
}

impl Run {
    /// A run that is in no tree.
    pub(crate) fn alone(
        scenario: &Scenario,
        inputs: Vec<(trace::Source, VarId)>,
        places: &[trace::Placed],
        values: Assignment,
        given: Vec<TermId>,
    ) -> Self {
        Self {
            scenario: scenario.clone(),
            inputs: inputs.into(),
            places: places.to_vec(),
            values,
            given,
            grove: 0,
            root: NodeId(0),
            leaf: NodeId(0),
            candidates: Vec::new(),
            target: None,
            gain: 0,
            rest: Vec::new(),
        }
    }
}
