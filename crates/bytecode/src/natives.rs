//! The seam to the models of native methods.

use std::sync::Arc;

use machine::{CaseGrader, Grader, Model};
use program::{BlockId, Function, Program};

use crate::world::World;

/// Models of native methods, and of methods whose bytecode is not to be run.
pub trait Natives: Send {
    /// The model for a function by its name; it wins over bytecode. A signature-polymorphic method is
    /// asked for with the descriptor of the call behind a colon.
    fn model(&self, world: &mut World, name: &str, polymorphic: bool) -> Option<Arc<dyn Model>>;

    /// Who grades the switch at the end of a block.
    fn case_grader(
        &self,
        world: &World,
        program: &Program,
        function: &Function,
        block: BlockId,
    ) -> Option<Arc<dyn CaseGrader>> {
        let _ = (world, program, function, block);
        None
    }

    /// Who grades the results of a method's bytecode, by the name of its function.
    fn grader(&self, name: &str) -> Option<Arc<dyn Grader>> {
        let _ = name;
        None
    }
}
