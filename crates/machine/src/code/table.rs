//! The tables beside the operations: what is too large for twelve bytes, or is needed only now and then.

use super::op::{Op, Slot};
use super::shortcuts::ElementInfo;
use program::{
    BinaryOp, CheckKind, CompareOp, ConditionRef, ConvertOp, FuncId, Id, OutcomeId, Point, SiteId,
    Type, UnaryOp,
};

/// All compiled functions of a program.
#[derive(Default)]
pub(crate) struct Code {
    /// The operations, function after function.
    pub ops: Vec<Op>,
    /// The place in the IR that each operation came from.
    pub origins: Vec<Origin>,
    /// 64-bit constants.
    pub constants: Vec<u64>,
    /// 128-bit constants.
    pub wide_constants: Vec<u128>,
    /// Branches and checks.
    pub branches: Vec<BranchInfo>,
    /// Switches.
    pub switches: Vec<SwitchInfo>,
    /// Selects.
    pub selects: Vec<SelectInfo>,
    /// Other operations on values.
    pub general: Vec<General>,
    /// Argument and result types of indirect calls and of calls with extra arguments.
    pub signatures: Vec<Signature>,
    /// Calls with extra arguments: the function and the number of the signature.
    pub variadic: Vec<(FuncId, u32)>,
    /// Ways to elements of arrays.
    pub elements: Vec<ElementInfo>,
    /// Conditions that are told of by an instruction of their own.
    pub conditions: Vec<ConditionRef>,
    /// The first operation of each function, `Code::ABSENT` before it is compiled.
    pub entries: Vec<u32>,
    /// Slots that a function's frame takes, before the arguments of its calls.
    pub windows: Vec<Slot>,
    /// Whether the results of each function have a grader.
    pub graded: Vec<bool>,
    /// Slots of the largest frame, the arguments of its calls included.
    pub largest_frame: usize,
    /// The first operation of each block, for compiled functions.
    pub blocks: Vec<Vec<u32>>,
    /// The slot of each register, for compiled functions.
    pub slots: Vec<Vec<Slot>>,
}

impl Code {
    /// Stands for a function that is not compiled.
    pub const ABSENT: u32 = u32::MAX;

    /// No code yet for that many functions.
    pub fn new(functions: usize) -> Self {
        Self {
            entries: vec![Self::ABSENT; functions],
            windows: vec![0; functions],
            graded: vec![false; functions],
            blocks: vec![Vec::new(); functions],
            slots: vec![Vec::new(); functions],
            ..Self::default()
        }
    }

    /// How much of code there is by now.
    pub fn mark(&self) -> Mark {
        Mark([
            self.ops.len(),
            self.constants.len(),
            self.wide_constants.len(),
            self.branches.len(),
            self.switches.len(),
            self.selects.len(),
            self.general.len(),
            self.signatures.len(),
            self.variadic.len(),
            self.elements.len(),
            self.conditions.len(),
        ])
    }

    /// Takes away what came behind a mark; nothing may lead there any more.
    pub fn cut(&mut self, mark: &Mark) {
        let Mark(
            [
                ops,
                constants,
                wide,
                branches,
                switches,
                selects,
                general,
                signatures,
                variadic,
                elements,
                conditions,
            ],
        ) = *mark;
        self.ops.truncate(ops);
        self.origins.truncate(ops);
        self.constants.truncate(constants);
        self.wide_constants.truncate(wide);
        self.branches.truncate(branches);
        self.switches.truncate(switches);
        self.selects.truncate(selects);
        self.general.truncate(general);
        self.signatures.truncate(signatures);
        self.variadic.truncate(variadic);
        self.elements.truncate(elements);
        self.conditions.truncate(conditions);
    }

    /// Whether a function is compiled.
    pub fn has(&self, function: FuncId) -> bool {
        self.entries[function.index()] != Self::ABSENT
    }
}

/// The code of a function while another one stands in for it.
pub(crate) struct Edited {
    pub function: FuncId,
    pub entry: u32,
    pub window: Slot,
    pub blocks: Vec<u32>,
    pub slots: Vec<Slot>,
    /// What there was of code before the other one's, and behind it.
    pub around: (Mark, Mark),
}

/// How much of code there was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mark([usize; 11]);

/// Where an operation came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// The instruction or terminator.
    pub point: Point,
    /// The first site of it, if it is one.
    pub site: Option<SiteId>,
}

/// Where one side of a branch leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The next operation.
    pub target: u32,
    /// The outcome that this is.
    pub outcome: OutcomeId,
    /// Its index among the outcomes of the site: 0 means that the IR's test is true.
    pub index: u32,
}

/// A two-way branch or a check. The comparison of the IR was brought into one of a few forms, so that it
/// *holds* exactly when the IR's test is true, or exactly when it is false.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BranchInfo {
    /// Where to when the comparison holds.
    pub holds: Way,
    /// Where to when it fails.
    pub fails: Way,
    /// Steps of the block that ends here; none for a check.
    pub cost: u32,
    /// The site.
    pub site: SiteId,
    /// The comparison as executed; none for a boolean.
    pub op: Option<CompareOp>,
    /// Type of its operands.
    pub ty: Type,
    /// What is checked, if it is a check.
    pub check: Option<CheckKind>,
    /// The condition of the source.
    pub condition: Option<ConditionRef>,
}

/// A switch.
#[derive(Clone, Debug)]
pub(crate) struct SwitchInfo {
    /// Cases sorted by value: value, index of the outcome, next operation.
    pub cases: Vec<(u128, u32, u32)>,
    /// The values in the order of the IR, which is the order of the outcomes.
    pub values: Vec<u128>,
    /// Next operation when no case fits.
    pub default: u32,
    /// The outcome of the first case.
    pub first: OutcomeId,
    /// Steps of the block that ends here.
    pub cost: u32,
    /// The site.
    pub site: SiteId,
    /// Type of the value.
    pub ty: Type,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// A slot of the frame.
    Slot(Slot),
    /// A constant of at most 64 bits.
    Value(u64),
}

/// A select.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelectInfo {
    /// The comparison; none for a boolean.
    pub op: Option<CompareOp>,
    /// Type of the compared values.
    pub operands: Type,
    /// Left side, or the boolean.
    pub a: Slot,
    /// Right side.
    pub b: Source,
    /// Type of the result.
    pub ty: Type,
    /// Where the result goes.
    pub d: Slot,
    /// Value when true.
    pub then: Source,
    /// Value when false.
    pub otherwise: Source,
    /// Whether integers of at most 64 bits are compared and each value takes one slot.
    pub is_plain: bool,
    /// The outcome of true; false follows.
    pub first: OutcomeId,
    /// The site.
    pub site: SiteId,
    /// The condition of the source.
    pub condition: Option<ConditionRef>,
}

impl SelectInfo {
    /// The slots that it reads.
    #[inline]
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        let sources = [Source::Slot(self.a), self.b, self.then, self.otherwise];
        sources.into_iter().filter_map(|source| match source {
            Source::Slot(slot) => Some(slot),
            Source::Value(_) => None,
        })
    }
}

/// An operation that has no twelve-byte form of its own, or is too seldom for one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum General {
    /// One operand.
    Unary { op: UnaryOp, ty: Type, d: Slot, a: Slot },
    /// Two operands.
    Binary { op: BinaryOp, ty: Type, d: Slot, a: Slot, b: Slot, checked: bool },
    /// A comparison into a slot.
    Compare { op: CompareOp, ty: Type, d: Slot, a: Slot, b: Slot },
    /// A change of type.
    Convert { op: ConvertOp, from: Type, to: Type, d: Slot, a: Slot },
    /// Multiply and add.
    Fma { ty: Type, d: Slot, a: Slot, b: Slot, c: Slot },
    /// The arguments beyond the parameters.
    VarArgs { d: Slot },
    /// A mark of the objects on the stack.
    StackSave { d: Slot },
    /// The end of those since the mark.
    StackRestore { a: Slot },
}

/// What a call passes and expects.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Signature {
    /// Types of the arguments.
    pub arguments: Vec<Type>,
    /// Type of the result.
    pub result: Option<Type>,
}
