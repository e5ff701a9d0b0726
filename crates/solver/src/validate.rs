//! The referee: every model is evaluated on the conjuncts it was found for.

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Reason, Verdict};
use term::{Compiled, Pool, Scratch};

/// Believes no model of the layer it wraps before it has seen each conjunct come out true.
pub struct Validate {
    inner: Box<dyn Layer>,
    scratch: Scratch,
}

impl Validate {
    /// Watches over a layer.
    pub fn new(inner: Box<dyn Layer>) -> Validate {
        Validate { inner, scratch: Scratch::new() }
    }
}

impl Layer for Validate {
    fn name(&self) -> &'static str {
        "validate"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        let verdict = self.inner.check(pool, problem, meter);
        if let Verdict::Satisfiable(model) = &verdict {
            let conjuncts = Compiled::new(pool, &problem.clauses);
            meter.steps += conjuncts.cost() as u64;
            if conjuncts.eval_all(model, &mut self.scratch).any(|value| value == 0) {
                meter.answered_by = self.name();
                return Verdict::Unknown(Reason::WrongModel);
            }
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Script, problem};
    use term::{Assignment, Sort};

    #[test]
    fn a_model_that_is_none_is_not_handed_out() {
        let mut pool = Pool::new();
        let x = pool.variable("x", Sort::BOOL);
        let clauses = vec![x];
        let wrong = Script::new([Verdict::Satisfiable(Assignment::new())]);
        let verdict = Validate::new(Box::new(wrong)).check(
            &mut pool,
            &problem(clauses),
            &mut Meter::new(0, 0),
        );
        assert_eq!(verdict, Verdict::Unknown(Reason::WrongModel));
    }

    #[test]
    fn a_model_and_the_other_answers_pass() {
        let mut pool = Pool::new();
        let x = pool.variable("x", Sort::BOOL);
        let mut model = Assignment::new();
        model.set(term::VarId(0), 1);
        let answers = [
            Verdict::Satisfiable(model),
            Verdict::Unsatisfiable(vec![0]),
            Verdict::Unknown(Reason::Floats),
        ];
        let mut validate = Validate::new(Box::new(Script::new(answers.clone())));
        for answer in answers {
            let verdict = validate.check(&mut pool, &problem(vec![x]), &mut Meter::new(0, 0));
            assert_eq!(verdict, answer);
        }
    }
}
