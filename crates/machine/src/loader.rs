//! Programs that grow: where the code of a function comes from when it is first called.

use crate::model::{CaseGrader, Grader, Model};
use program::{BlockId, FuncId, Program};
use std::sync::Arc;
use trace::Limit;

/// Gives functions their code when they are first called.
///
/// It may add files, selectors, classes, globals and functions to the program, and give bodies to
/// functions that have none. What is there already must not change, so that ids keep their meaning.
pub trait Loader: Send {
    /// Finds the code of a function that has neither a body nor a model of its name.
    fn load(&mut self, program: &mut Program, function: FuncId) -> Loaded;

    /// Who grades the results of a function that has a body; asked once, when it is compiled.
    fn grader(&mut self, program: &Program, function: FuncId) -> Option<Arc<dyn Grader>> {
        let _ = (program, function);
        None
    }

    /// Who grades the switch that ends a block, if its cases stand for more than numbers; asked once, when the
    /// function is compiled.
    fn case_grader(
        &mut self,
        program: &Program,
        function: FuncId,
        block: BlockId,
    ) -> Option<Arc<dyn CaseGrader>> {
        let _ = (program, function, block);
        None
    }

    /// The function that is called, without arguments, when a limit is reached: it throws, and the run
    /// goes on at the handler. Without one the run ends. The limit on steps always ends it.
    fn on_limit(&mut self, program: &mut Program, limit: Limit) -> Option<FuncId> {
        let _ = (program, limit);
        None
    }
}

/// What a loader has found.
pub enum Loaded {
    /// The function has blocks now.
    Body,
    /// It is written in Rust.
    Model(Arc<dyn Model>),
    /// There is nothing, and why.
    Missing(String),
}
