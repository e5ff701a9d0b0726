//! How near the tests came to branches that none of them takes.

use super::{Product, Project, Stage};
use language::OpenBranches;
use trace::{Mode, RunError, Runner, Trace};

impl Project {
    /// Runs the tests once more with distances, if a branch is open, and notes how near they came to each.
    ///
    /// # Errors
    ///
    /// When a scenario does not fit the program.
    pub fn approach(&self, product: &mut Product) -> Result<(), RunError> {
        let open = OpenBranches::new(&self.goals, &product.coverage);
        if open.is_empty() {
            return Ok(());
        }
        let mut stage = Stage::new(self)?;
        let mut trace = Trace::default();
        for test in &product.tests {
            stage.machine.run(&test.scenario, Mode::Graded, &mut trace)?;
            product.reached.near.add(&open, &test.name, &trace);
        }
        product.reached.near.add_search(&open, &product.statistics);
        Ok(())
    }
}
