//! The order in which a test makes things: what something points at comes before it, so that it can be declared
//! with all that it holds.

use scenario::{Place, Scenario, Statement, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The same scenario with the statements between two calls in the order in which a person would write them. Calls stay
/// where they are.
pub fn ordered(scenario: &Scenario) -> Scenario {
    let mut statements = Vec::with_capacity(scenario.statements.len());
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    for piece in scenario.statements.split_inclusive(is_call) {
        let (made, call) = match piece.split_last() {
            Some((last, before)) if is_call(last) => (before, Some(last)),
            _ => (piece, None),
        };
        statements.extend(Piece::new(made).ordered());
        statements.extend(call.cloned());
    }
    Scenario { variables: scenario.variables.clone(), statements }
}

/// Statements without a call.
struct Piece<'s> {
    statements: &'s [Statement],
    /// Which of them makes a variable.
    makers: BTreeMap<VarId, usize>,
    /// Which of them fill what a variable points at, in order.
    fillers: BTreeMap<VarId, Vec<usize>>,
    begun: BTreeSet<usize>,
    done: BTreeSet<VarId>,
    order: Vec<usize>,
    /// What goes round in a circle is filled when all of it is there.
    late: Vec<usize>,
}

impl<'s> Piece<'s> {
    fn new(statements: &'s [Statement]) -> Self {
        let (mut makers, mut fillers) = (BTreeMap::new(), BTreeMap::<VarId, Vec<usize>>::new());
        for (index, statement) in statements.iter().enumerate() {
            match statement {
                Statement::Set { place: Place::Variable(variable, _), .. } => {
                    fillers.entry(*variable).or_default().push(index);
                }
                _ => {
                    makers.extend(statement.made().map(|variable| (variable, index)));
                }
            }
        }
        let (begun, done) = (BTreeSet::new(), BTreeSet::new());
        Self { statements, makers, fillers, begun, done, order: Vec::new(), late: Vec::new() }
    }

    fn ordered(mut self) -> Vec<Statement> {
        for index in 0..self.statements.len() {
            let fills = |variable: &VarId| self.makers.contains_key(variable);
            match &self.statements[index] {
                // It comes with what it fills.
                Statement::Set { place: Place::Variable(variable, _), .. } if fills(variable) => {}
                _ => self.visit(index),
            }
        }
        let order = self.order.iter().chain(&self.late);
        order.map(|index| self.statements[*index].clone()).collect()
    }

    /// Takes over a statement, and before it what it needs.
    fn visit(&mut self, index: usize) {
        if !self.begun.insert(index) {
            return;
        }
        let statement = &self.statements[index];
        let Some(variable) = statement.made() else {
            self.visit_used(statement);
            self.order.push(index);
            return;
        };
        let fillers = self.fillers.get(&variable).cloned().unwrap_or_default();
        for filler in &fillers {
            self.visit_used(&self.statements[*filler]);
        }
        self.order.push(index);
        self.done.insert(variable);
        let mut is_late = false;
        for filler in fillers {
            // Writes to one thing keep their order.
            self.statements[filler].uses(|used| {
                is_late |= self.makers.contains_key(&used) && !self.done.contains(&used);
            });
            if is_late { self.late.push(filler) } else { self.order.push(filler) }
        }
    }

    fn visit_used(&mut self, statement: &Statement) {
        let mut used = Vec::new();
        statement.uses(|variable| used.extend(self.makers.get(&variable).copied()));
        for maker in used {
            self.visit(maker);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::Type;
    use scenario::{Argument, Object};

    fn object(scenario: &mut Scenario, name: &str) -> VarId {
        let variable = scenario.declare(name);
        scenario.statements.push(Statement::Object { variable, object: Object::new(8) });
        variable
    }

    fn names(scenario: &Scenario) -> Vec<String> {
        let shown = scenario.statements.iter().map(|statement| match statement {
            Statement::Set { place: Place::Variable(variable, _), .. } => {
                format!("set {}", scenario.name(*variable))
            }
            other => scenario.name(other.made().expect("a variable")).to_owned(),
        });
        shown.collect()
    }

    #[test]
    fn what_is_pointed_at_comes_first() {
        let mut scenario = Scenario::default();
        let (list, next) = (object(&mut scenario, "list"), object(&mut scenario, "next"));
        scenario.set(Place::Variable(list, 0), Type::Ptr, Argument::Variable(next));
        assert_eq!(names(&ordered(&scenario)), ["next", "list", "set list"]);
    }

    #[test]
    fn a_circle_is_closed_in_the_end() {
        let mut scenario = Scenario::default();
        let (a, b) = (object(&mut scenario, "a"), object(&mut scenario, "b"));
        scenario.set(Place::Variable(a, 0), Type::Ptr, Argument::Variable(b));
        scenario.set(Place::Variable(b, 0), Type::Ptr, Argument::Variable(a));
        assert_eq!(names(&ordered(&scenario)), ["b", "a", "set a", "set b"]);
    }
}
