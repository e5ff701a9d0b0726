//! The concrete domain: values carry nothing.

use super::{Domain, Judgement, Shaded};
use crate::memory::Memory;
use program::{BinaryOp, CompareOp, ConvertOp, Type, UnaryOp};
use term::TermId;
use term::distance::Distance;

/// Values only.
#[derive(Default)]
pub(crate) struct Concrete;

impl Domain for Concrete {
    type Shadow = ();

    const NONE: () = ();
    const TRACKS: bool = false;
    const GRADES: bool = false;
    const SYMBOLIC: bool = false;

    fn unary(&mut self, _: UnaryOp, _: Type, _: Shaded<()>) {}

    fn binary(&mut self, _: BinaryOp, _: Type, _: Shaded<()>, _: Shaded<()>) {}

    fn compare(&mut self, _: CompareOp, _: Type, _: Shaded<()>, _: Shaded<()>) {}

    fn convert(&mut self, _: ConvertOp, _: Type, _: Type, _: Shaded<()>) {}

    fn fma(&mut self, _: Type, _: [Shaded<()>; 3]) {}

    fn select(&mut self, _: Type, _: bool, _: Judgement, _: Shaded<()>, _: Shaded<()>) {}

    fn judge(&mut self, _: CompareOp, _: Type, _: Shaded<()>, _: Shaded<()>) -> Judgement {
        Judgement::NONE
    }

    fn judge_bool(&mut self, _: Shaded<()>) -> Judgement {
        Judgement::NONE
    }

    fn load(&mut self, _: &Memory, _: usize, _: Type) {}

    fn store(&mut self, _: usize, _: Type, (): ()) {}

    fn copy(&mut self, _: usize, _: usize, _: usize) {}

    fn clear(&mut self, _: usize, _: usize) {}

    fn of_term(&mut self, _: Option<TermId>) {}

    fn of_grade(&mut self, _: Distance) {}

    fn term(&self, (): ()) -> Option<TermId> {
        None
    }

    fn carried(&self, (): ()) -> Option<TermId> {
        None
    }

    fn grade(&self, (): ()) -> Option<Distance> {
        None
    }
}
