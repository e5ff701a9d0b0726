//! Running functions with something else in one place, and counting how often blocks are entered.

mod common;
use common::Subject;
use program::{
    BinaryOp, BlockId, CheckKind, CompareOp, Constant, Edit, Failure, FuncId, Instruction, Operand,
    Point, RegId, Terminator, Test, Type,
};
use trace::{Mode, Observed, Outcome};

const PROGRAM: &str = "
global @cell: 4 align 4
func @twice_until(%limit: i32) -> i32 {
  var %n: i32
  var %sum: i32
entry:
  jump loop(%n = 0, %sum = 1)
loop:
  br slt i32 %n, %limit ? body : end
body:
  %sum = add i32 %sum, %sum
  store i32 %sum, @cell
  %n = add i32 %n, 1
  jump loop
end:
  ret %sum
}
func @outer(%limit: i32) -> i32 {
entry:
  check bounds ult i32 %limit, 1000
  %r = call i32 @twice_until(i32 %limit)
  ret %r
}";

fn point(block: u32, index: u32) -> Point {
    Point { function: FuncId(0), block: BlockId(block), index }
}

/// The result of `outer(limit)` and the steps it took, or how else it ended.
fn outer(subject: &mut Subject, limit: i32, mode: Mode) -> Result<i32, Outcome> {
    let trace = subject.run(&format!("let n: i32 = {limit}\ncall @outer(n)"), mode);
    match (&trace.outcome, &trace.observations[..]) {
        (Outcome::Returned, [only]) => match only.seen[0] {
            Observed::Result { bits, .. } => Ok(bits as u32 as i32),
            _ => panic!("a result comes first"),
        },
        (outcome, _) => Err(outcome.clone()),
    }
}

#[test]
fn an_edited_function_does_something_else_until_it_gets_its_own_code_back() {
    let mut subject = Subject::new(PROGRAM);
    let [n, sum] = [RegId(1), RegId(2)].map(Operand::Register);
    let with = |op, checked| Instruction::Binary {
        op,
        ty: Type::I32,
        dst: RegId(2),
        left: sum,
        right: n,
        checked,
    };
    let one = Operand::Constant(Constant::Bits(1));
    let cases = [
        ("sum + n", Edit::instruction(point(2, 0), with(BinaryOp::Add, false)), Ok(4)),
        // A division has a place to be counted though what it stands for has none.
        (
            "sum / n",
            Edit::instruction(point(2, 0), with(BinaryOp::SDiv, true)),
            Err("division by zero"),
        ),
        ("no sum", Edit::removal(point(2, 0)), Ok(1)),
        (
            "no loop",
            Edit::terminator(point(1, 0), Terminator::Jump(program::Edge::to(BlockId(3)))),
            Ok(1),
        ),
        ("another result", Edit::terminator(point(3, 0), Terminator::Return(Some(one))), Ok(1)),
    ];
    for mode in common::MODES {
        for (name, edit, expected) in &cases {
            assert_eq!(outer(&mut subject, 3, mode), Ok(8), "{name}, before");
            assert!(subject.machine.edit(Some(edit)));
            let found = outer(&mut subject, 3, mode);
            let found = match &found {
                Ok(result) => Ok(*result),
                Err(Outcome::Trapped(trap)) => Err(trap.kind.to_string()),
                Err(other) => panic!("{name}: {other:?}"),
            };
            assert_eq!(found, expected.map_err(str::to_owned), "{name}, {mode:?}");
            assert!(subject.machine.edit(None));
        }
        assert_eq!(outer(&mut subject, 3, mode), Ok(8));
    }
}

#[test]
fn an_edit_may_use_registers_of_its_own_and_assert_something_of_them() {
    let mut subject = Subject::new(PROGRAM);
    let [sum, further] = [RegId(2), RegId(3)];
    let twice = |op, dst| Instruction::Binary {
        op,
        ty: Type::I32,
        dst,
        left: Operand::Register(sum),
        right: Operand::Register(sum),
        checked: false,
    };
    // The sum differs from its square wherever it is not 2.
    let test = Test::Compare {
        op: CompareOp::Eq,
        ty: Type::I32,
        left: Operand::Register(sum),
        right: Operand::Register(further),
    };
    let check = Instruction::Check { kind: CheckKind::Assertion, test, failure: Failure::Trap };
    let own = twice(BinaryOp::Add, sum);
    let probe = vec![twice(BinaryOp::Mul, further), own, check];
    let probe = Edit::instructions(point(2, 0), probe, vec![Type::I32]);
    for mode in common::MODES {
        assert!(subject.machine.edit(Some(&probe)));
        assert!(matches!(outer(&mut subject, 3, mode), Err(Outcome::Trapped(_))), "{mode:?}");
        assert!(subject.machine.edit(Some(&probe.turned_round())));
        assert_eq!(outer(&mut subject, 1, mode), Ok(2), "{mode:?}");
        let Err(Outcome::Trapped(trap)) = outer(&mut subject, 3, mode) else { panic!("{mode:?}") };
        assert_eq!(trap.stack.last(), Some(&point(2, 0)));
        let site = subject.machine.probe_site().expect("there is a site for assertions");
        let is_probe = |clause: &&trace::Clause| matches!(clause.origin, trace::Origin::Site { site: own, .. } if own == site);
        if mode == Mode::Concolic {
            assert_eq!(
                subject.trace.path.iter().filter(is_probe).count(),
                0,
                "nothing is symbolic"
            );
        }
        subject.machine.edit(None);
        assert_eq!(outer(&mut subject, 3, mode), Ok(8));
    }
}

#[test]
fn one_edit_takes_the_place_of_another() {
    let mut subject = Subject::new(PROGRAM);
    let result = |bits| Terminator::Return(Some(Operand::Constant(Constant::Bits(bits))));
    for bits in [5, 6] {
        assert!(subject.machine.edit(Some(&Edit::terminator(point(3, 0), result(bits)))));
        assert_eq!(outer(&mut subject, 1, Mode::Concrete), Ok(bits as i32));
    }
    subject.machine.edit(None);
    assert_eq!(outer(&mut subject, 1, Mode::Concrete), Ok(2));
}

#[test]
fn blocks_are_counted_where_that_was_asked_for() {
    let mut subject = Subject::new(PROGRAM);
    subject.machine.count_blocks(&[FuncId(0)]);
    assert_eq!(subject.machine.block_counter(FuncId(1), BlockId(0)), None);
    for edited in [false, true] {
        let removal = Edit::removal(point(2, 1));
        subject.machine.edit(edited.then_some(&removal));
        assert_eq!(outer(&mut subject, 3, Mode::Concrete), Ok(8));
        let count = |block| {
            let counter = subject.machine.block_counter(FuncId(0), BlockId(block));
            subject.trace.counters.get(counter.expect("its blocks are counted"))
        };
        assert_eq!([0, 1, 2, 3].map(count), [1, 4, 3, 1]);
    }
}
