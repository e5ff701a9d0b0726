//! Domains: what a value carries beside its bits.
//!
//! The interpreter is written once and instantiated for each domain. In the [`Concrete`] domain a value
//! carries nothing and every call below folds away; in the [`Graded`] domain a boolean carries how far it
//! was from being the other one; in the [`Concolic`] domain a value carries its term over the inputs.

mod concolic;
mod concrete;
mod graded;
mod pointers;

pub(crate) use concolic::{Concolic, Contents, Size};
pub(crate) use concrete::Concrete;
pub(crate) use graded::{Graded, not_found};

use crate::memory::Memory;
use program::{BinaryOp, CompareOp, ConvertOp, OutcomeId, Type, UnaryOp};
use term::TermId;
use term::distance::Distance;
use trace::{Operands, Tally};

/// A value and its shadow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shaded<S> {
    pub bits: u128,
    pub shadow: S,
}

/// What a domain says of a test that was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judgement {
    /// How far the test was from the other outcome; zero where distances are not kept.
    pub flip: Distance,
    /// The test as a boolean term, if it depends on inputs. It is the test itself, not what held.
    pub term: Option<TermId>,
}

impl Judgement {
    pub const NONE: Judgement = Judgement { flip: Distance::ZERO, term: None };
}

/// What a value carries beside its bits, and how operations carry it on.
///
/// Except where it says otherwise, methods are called only when an operand has a shadow: results of
/// operations on bare values are bare.
pub(crate) trait Domain {
    /// What a value carries.
    type Shadow: Copy + PartialEq + std::fmt::Debug;

    /// What a bare value carries.
    const NONE: Self::Shadow;
    /// Whether values carry anything at all.
    const TRACKS: bool;
    /// Whether distances are kept at every branch.
    const GRADES: bool;
    /// Whether values carry terms.
    const SYMBOLIC: bool;

    /// An operation on one value.
    fn unary(&mut self, op: UnaryOp, ty: Type, a: Shaded<Self::Shadow>) -> Self::Shadow;

    /// An operation on two values.
    fn binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        a: Shaded<Self::Shadow>,
        b: Shaded<Self::Shadow>,
    ) -> Self::Shadow;

    /// A comparison into a register; called on bare values too when the domain grades.
    fn compare(
        &mut self,
        op: CompareOp,
        ty: Type,
        a: Shaded<Self::Shadow>,
        b: Shaded<Self::Shadow>,
    ) -> Self::Shadow;

    /// A change of type.
    fn convert(
        &mut self,
        op: ConvertOp,
        from: Type,
        to: Type,
        a: Shaded<Self::Shadow>,
    ) -> Self::Shadow;

    /// Multiply and add.
    fn fma(&mut self, ty: Type, operands: [Shaded<Self::Shadow>; 3]) -> Self::Shadow;

    /// A select whose test was judged; `chosen` is what it gave, `other` what it did not.
    fn select(
        &mut self,
        ty: Type,
        held: bool,
        judgement: Judgement,
        chosen: Shaded<Self::Shadow>,
        other: Shaded<Self::Shadow>,
    ) -> Self::Shadow;

    /// A comparison that decides a branch, select or check; called on bare values too when the domain
    /// grades.
    fn judge(
        &mut self,
        op: CompareOp,
        ty: Type,
        a: Shaded<Self::Shadow>,
        b: Shaded<Self::Shadow>,
    ) -> Judgement;

    /// A boolean that decides; called on bare values too when the domain grades.
    fn judge_bool(&mut self, a: Shaded<Self::Shadow>) -> Judgement;

    /// A branch, by what it compared, or a check was decided, so far from an outcome that it did not have.
    #[inline]
    fn decided(&mut self, _: &mut Tally, _: OutcomeId, _: Distance, _: Option<Operands>) {}

    /// The shadow of a constant of zero or one that is assigned because the last branch went as it did.
    #[inline]
    fn chosen(&self, _: &Tally) -> Self::Shadow {
        Self::NONE
    }

    /// The shadow of a value in memory, by its place in the arena; called for every load.
    fn load(&mut self, memory: &Memory, index: usize, ty: Type) -> Self::Shadow;

    /// Writes the shadow of a value to memory; called for every store.
    fn store(&mut self, index: usize, ty: Type, shadow: Self::Shadow);

    /// Copies the shadows of bytes.
    fn copy(&mut self, to: usize, from: usize, len: usize);

    /// Forgets the shadows of bytes.
    fn clear(&mut self, index: usize, len: usize);

    /// The concolic domain, if this is it.
    fn concolic(&mut self) -> Option<&mut Concolic> {
        None
    }

    /// The shadow of a term that a model made.
    fn of_term(&mut self, term: Option<TermId>) -> Self::Shadow;

    /// The shadow of a boolean that a model graded.
    fn of_grade(&mut self, grade: Distance) -> Self::Shadow;

    /// The term of a shadow to reckon with; an address that a scenario passed has none.
    fn term(&self, shadow: Self::Shadow) -> Option<TermId>;

    /// The term of a shadow, be it an address to copy and to compare only.
    fn carried(&self, shadow: Self::Shadow) -> Option<TermId>;

    /// The grade of a shadow.
    fn grade(&self, shadow: Self::Shadow) -> Option<Distance>;
}
