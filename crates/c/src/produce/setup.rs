//! Records that a function of the code sets up, and that a test filled in by itself.

use super::causes::{Cause, Examiner, Followed};
use program::FuncId;
use program::catalogue::{ApiItem, ApiType, ApiTypeId};
use report::FindingKind;
use scenario::{Argument, Statement, VarId};

/// Words in the names of functions that set up what they are handed.
const WORDS: [&str; 5] = ["init", "begin", "start", "reset", "setup"];

impl Examiner<'_, '_> {
    /// The cause of a finding that passes a record which no function has set up although one is there to do so.
    pub(super) fn not_set_up(&self, run: &Followed) -> Option<Cause> {
        let (called, arguments) = run.calls();
        let statements = &run.scenario.statements;
        let records = statements.iter().filter_map(|statement| match statement {
            Statement::Object { variable, object } => Some((*variable, object.of?)),
            _ => None,
        });
        let mut handed =
            records.filter(|(variable, _)| arguments.contains(&Argument::Variable(*variable)));
        handed.find_map(|(variable, of)| {
            let makers = self.makers_of(of);
            let is_maker = |function: FuncId| makers.contains(&function);
            let first = makers.first().filter(|_| !is_maker(called))?;
            let is_made =
                statements.iter().any(|statement| calls_with(statement, &makers, variable));
            let name = self.maker.program().functions[*first].source_name();
            let reason =
                format!("`{name}` sets up such a structure, and the test does not call it");
            (!is_made).then(|| Cause::new(FindingKind::FabricatedState, reason))
        })
    }

    /// The functions that set up a record of that type, by their names.
    fn makers_of(&self, of: ApiTypeId) -> Vec<FuncId> {
        let program = self.maker.program();
        let catalogue = &program.catalogue;
        if !matches!(catalogue.shape(of), Some(ApiType::Record { .. })) {
            return Vec::new();
        }
        let items = catalogue.items.iter().filter_map(|item| match item {
            ApiItem::Function(callable) => Some(callable),
            _ => None,
        });
        let own = items.filter(|callable| {
            let name = program.functions[callable.function].source_name().to_lowercase();
            let first = callable.params.first().and_then(|(_, ty)| catalogue.pointee(*ty));
            WORDS.iter().any(|word| name.contains(word))
                && first.is_some_and(|first| catalogue.alike(first, of))
        });
        own.map(|callable| callable.function).collect()
    }
}

/// Whether a statement calls one of some functions with a variable.
fn calls_with(statement: &Statement, functions: &[FuncId], variable: VarId) -> bool {
    match statement {
        Statement::Call { function, arguments, .. } => {
            functions.contains(function) && arguments.contains(&Argument::Variable(variable))
        }
        _ => false,
    }
}
