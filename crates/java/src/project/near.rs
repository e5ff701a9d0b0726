//! How near the tests came to branches that none of them takes.

use super::stage::Stage;
use super::{Product, Project};
use jvm::run::Error;
use language::OpenBranches;
use trace::Trace;

impl Project {
    /// Runs the tests once more with distances, if a branch is open, and notes how near they came to each.
    ///
    /// # Errors
    ///
    /// When no machine can be made, or a scenario does not fit the program.
    pub fn approach(&self, product: &mut Product) -> Result<(), Error> {
        let open = OpenBranches::new(&self.goals, &product.coverage);
        if open.is_empty() {
            return Ok(());
        }
        let mut stage = Stage::new(self)?;
        let mut trace = Trace::default();
        for test in &product.tests {
            stage.run_graded(test, &mut trace)?;
            product.reached.near.add(&open, &test.name, &trace);
        }
        product.reached.near.add_search(&open, &product.generated.statistics);
        Ok(())
    }
}
