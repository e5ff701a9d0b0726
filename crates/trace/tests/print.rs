//! Traces as a person reads them.

use expect_test::{Expect, expect};
use program::{
    BlockId, CheckKind, ClassId, CompareOp, ConditionRef, DecisionId, FuncId, Point, Program,
    SiteId, SiteTable, Type,
};
use scenario::{Scenario, VarId};
use term::distance::Distance;
use term::{Pool, Sort, TermId};
use trace::print::{Options, View, render};
use trace::{
    Clause, Event, Input, Limit, Note, Observation, Observed, Origin, Outcome, Part, Reason,
    Source, Trace, Trap, TrapKind,
};

const PROGRAM: &str = r#"
file "share.c"
class Shape { size 16  field kind: i32 at 0  field next: ptr at 8 }
class Circle extends Shape { size 24  field radius: f64 at 16 }
declare @puts(%s: ptr) -> i32
func @share(%a: i32, %b: i32) -> i32 !0:1:1-9:2 {
  decision d0 !0:3:7-13 { c0 !0:3:7-13 ? end : end }
entry:
  br d0.c0 sgt i32 %a, 0 ? divide : kind  !0:3:7-13
divide:
  %q = sdiv i32 %a, %b  !0:4:12-17
  ret %q
kind:
  switch i32 %b { 1 -> one, -2 -> two, default -> two }
one:
  ret 1
two:
  ret 0
}
func @main(%a: i32, %b: i32, %p: ptr) -> i32 {
entry:
  %r = call i32 @share(i32 %a, i32 %b)  !0:12:3-14
  ret %r
}
"#;

const ONE_CALL: &str = "let a: i32 = 3\nlet b: i32 = 0\ncall r = @share(a, b)";

const SHARE: FuncId = FuncId(1);
const MAIN: FuncId = FuncId(2);

fn point(function: FuncId, block: u32, index: u32) -> Point {
    Point { function, block: BlockId(block), index }
}

struct Fixture {
    program: Program,
    sites: SiteTable,
    scenario: Scenario,
    pool: Pool,
    a: TermId,
    b: TermId,
}

impl Fixture {
    fn new(scenario: &str) -> Self {
        let program = program::text::parse(PROGRAM).unwrap();
        let scenario = scenario::text::parse(scenario, &program)
            .unwrap_or_else(|error| panic!("{}", error.render("scenario", scenario)));
        let sites = SiteTable::new(&program);
        let mut pool = Pool::new();
        let a = pool.variable("a", Sort::Bits(32));
        let b = pool.variable("b", Sort::Bits(32));
        Self { program, sites, scenario, pool, a, b }
    }

    fn compare(&mut self, op: CompareOp, left: TermId, right: u128) -> TermId {
        let right = self.pool.bits(32, right);
        self.pool.compare(op, left, right)
    }

    fn check(&self, trace: &Trace, options: Options, expect: Expect) {
        let view = View {
            program: &self.program,
            sites: &self.sites,
            scenario: &self.scenario,
            pool: &self.pool,
        };
        expect.assert_eq(&render(trace, view, options));
    }

    /// A trace that ended so, with room in its tally.
    fn trace(&self, outcome: Outcome) -> Trace {
        let mut trace = Trace { outcome, steps: 7, ..Trace::default() };
        trace.statement = self.scenario.statements.len() - 1;
        trace.tally.clear(self.sites.outcomes());
        trace
    }

    fn outcome(&self, outcome: Outcome, expect: Expect) {
        self.check(&self.trace(outcome), Options::default(), expect);
    }
}

fn result(statement: usize, bits: u128, term: Option<TermId>) -> Observation {
    Observation { statement, seen: vec![Observed::Result { ty: Type::I32, bits, term }] }
}

#[test]
fn a_single_result_stands_in_the_outcome() {
    let fixture = Fixture::new(ONE_CALL);
    let mut trace = fixture.trace(Outcome::Returned);
    trace.steps = 1;
    trace.observations.push(result(2, 0xffff_ffff, None));
    fixture.check(
        &trace,
        Options::default(),
        expect![[r#"
        returned -1
        1 step
    "#]],
    );
}

#[test]
fn several_results_stand_with_their_calls() {
    let mut fixture = Fixture::new("call @share(1, 2)\ncall r = @share(4, 2)");
    let mut trace = fixture.trace(Outcome::Returned);
    trace.observations.push(result(0, 0, None));
    let term = fixture.compare(CompareOp::Slt, fixture.a, 4);
    trace.observations.push(result(1, 2, Some(term)));
    fixture.check(
        &trace,
        Options::default(),
        expect![[r#"
        returned
        call @share(1, 2)
          result = 0
        call r = @share(4, 2)
          r = 2 = a < 4
        7 steps
    "#]],
    );
}

#[test]
fn a_trap_tells_place_instruction_and_open_calls() {
    let fixture = Fixture::new("let p: ptr = null\ncall @main(1, 0, p)");
    let stack = vec![point(MAIN, 0, 0), point(SHARE, 1, 0)];
    fixture.outcome(
        Outcome::Trapped(Trap { kind: TrapKind::Division, stack }),
        expect![[r#"
        trapped: division by zero at share.c:4:12 in @share
            %q = sdiv i32 %a, %b
          called at share.c:12:3 in @main
        7 steps
    "#]],
    );
    let stack = vec![point(SHARE, 2, 0)];
    let kind = TrapKind::NoModel(FuncId(0));
    fixture.outcome(
        Outcome::Trapped(Trap { kind, stack }),
        expect![[r#"
        trapped: function without a body or a model: @puts at block kind in @share
            switch i32 %b { 1 -> one, -2 -> two, default -> two }
        7 steps
    "#]],
    );
    let trap = Trap { kind: TrapKind::Abort, stack: Vec::new() };
    fixture.outcome(
        Outcome::Trapped(trap),
        expect![[r#"
        trapped: abort called
        7 steps
    "#]],
    );
}

#[test]
fn of_many_open_calls_the_ends_are_told() {
    let fixture = Fixture::new(ONE_CALL);
    let mut stack = vec![point(MAIN, 0, 0); 1000];
    stack.push(point(SHARE, 1, 0));
    fixture.outcome(
        Outcome::Trapped(Trap { kind: TrapKind::Division, stack }),
        expect![[r#"
            trapped: division by zero at share.c:4:12 in @share
                %q = sdiv i32 %a, %b
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
              … 989 more calls
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
              called at share.c:12:3 in @main
            7 steps
        "#]],
    );
}

#[test]
fn other_ends_are_one_line() {
    let fixture = Fixture::new(ONE_CALL);
    fixture.outcome(
        Outcome::Threw { class: ClassId(1), object: 0 },
        expect![[r#"
        threw Circle
        7 steps
    "#]],
    );
    fixture.outcome(
        Outcome::Exited(3),
        expect![[r#"
        exited with status 3
        7 steps
    "#]],
    );
    fixture.outcome(
        Outcome::Exhausted(Limit::Steps),
        expect![[r#"
        stopped: step budget used up
        7 steps
    "#]],
    );
    fixture.outcome(
        Outcome::Exhausted(Limit::Depth),
        expect![[r#"
        stopped: call depth (stack overflow) used up
        7 steps
    "#]],
    );
    fixture.outcome(
        Outcome::Unusable(Box::new(Outcome::Exited(3))),
        expect![[r#"
        no test may end so: exited with status 3
        7 steps
    "#]],
    );
}

#[test]
fn among_several_calls_the_one_that_failed_is_named() {
    let fixture = Fixture::new("call @share(1, 2)\ncall r = @share(4, 0)");
    let stack = vec![point(SHARE, 1, 0)];
    fixture.outcome(
        Outcome::Trapped(Trap { kind: TrapKind::Division, stack }),
        expect![[r#"
        trapped: division by zero at share.c:4:12 in @share
            %q = sdiv i32 %a, %b
          during statement 2: call r = @share(4, 0)
        7 steps
    "#]],
    );
}

#[test]
fn memory_is_shown_as_what_it_was_made_as() {
    let fixture = Fixture::new(
        r#"
        let numbers: i16[4] = [1]
        let text: i8[8] = "abc"
        let o = new Circle
        let n = object 4
        let many: i8[100] = []
        let p: ptr = null
        call @main(1, 2, p)
        "#,
    );
    let mut trace = fixture.trace(Outcome::Returned);
    let memory =
        |variable, bytes: Vec<Option<u8>>| Observed::Memory { variable: VarId(variable), bytes };
    let written = |bytes: &[u8]| bytes.iter().copied().map(Some).collect::<Vec<_>>();
    let mut circle =
        written(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40]);
    let mut halves = written(&[1, 0, 0xff, 0xff, 7, 0, 8, 0]);
    let seen = vec![
        memory(0, halves.clone()),
        memory(1, written(b"abc\0")),
        memory(2, circle.clone()),
        memory(3, vec![Some(0xab), None, Some(0), Some(1)]),
        memory(4, vec![Some(0); 100]),
    ];
    trace.observations.push(Observation { statement: 6, seen });
    fixture.check(&trace, Options::default(), expect![[r#"
        returned
          numbers = [1, -1, 7, 8]
          text = "abc\0"
          o = Circle { kind: 1, next: null, radius: 2.0 }
          n = bytes ab ?? 00 01
          many = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, … 68 more]
        7 steps
    "#]]);
    halves[5] = None;
    circle[8] = None;
    trace.observations[0].seen = vec![memory(0, halves), memory(2, circle)];
    fixture.check(
        &trace,
        Options::default(),
        expect![[r#"
        returned
          numbers = [1, -1, ?, 8]
          o = Circle { kind: 1, next: ?, radius: 2.0 }
        7 steps
    "#]],
    );
}

#[test]
fn events_are_indented_by_open_calls() {
    let mut fixture = Fixture::new(ONE_CALL);
    let positive = fixture.compare(CompareOp::Sgt, fixture.a, 0);
    let divisor = fixture.compare(CompareOp::Ne, fixture.b, 0);
    let condition = ConditionRef { decision: DecisionId(0), index: 0 };
    let mut trace = fixture.trace(Outcome::Returned);
    trace.events = vec![
        Event::Enter { function: MAIN, depth: 1 },
        Event::Enter { function: SHARE, depth: 2 },
        Event::Branch {
            site: SiteId(0),
            outcome: 0,
            distance: Some(Distance::of_u64(3)),
            term: Some(positive),
        },
        Event::Condition { function: SHARE, depth: 2, condition, value: true },
        Event::Condition { function: SHARE, depth: 2, condition, value: false },
        Event::Decision { function: SHARE, depth: 2, decision: DecisionId(0), value: true },
        Event::Check {
            point: point(SHARE, 1, 0),
            site: Some(SiteId(1)),
            kind: CheckKind::Division,
            passed: true,
            distance: Some(Distance::of_u64(12)),
            term: Some(divisor),
        },
        Event::Branch { site: SiteId(2), outcome: 1, distance: None, term: None },
        Event::Leave { function: SHARE, depth: 2 },
        Event::Leave { function: MAIN, depth: 1 },
    ];
    fixture.check(&trace, Options { events: true, ..Options::default() }, expect![[r#"
        returned
        7 steps

        events
          enter @main
            enter @share
              share.c:3:7   br d0.c0 sgt i32 %a, 0 ? divide : kind         true                   other way at 3   a > 0
              share.c:3:7   condition d0.c0                                false
              share.c:3:7   decision d0                                    true
              share.c:4:12  %q = sdiv i32 %a, %b                           division check passed  other way at 12  b != 0
              block kind    switch i32 %b { 1 -> one, -2 -> two, default…  case -2
            leave @share
          leave @main
    "#]]);
}

#[test]
fn the_path_condition_is_numbered_and_tells_where_clauses_came_from() {
    let mut fixture = Fixture::new(ONE_CALL);
    let positive = fixture.compare(CompareOp::Sgt, fixture.a, 0);
    let divisor = fixture.compare(CompareOp::Ne, fixture.b, 0);
    let case = fixture.compare(CompareOp::Eq, fixture.b, 0xffff_fffe);
    let mut trace = fixture.trace(Outcome::Returned);
    trace.observations.push(result(2, 3, Some(fixture.a)));
    let site = |site, outcome| Origin::Site { site: SiteId(site), outcome, subject: None };
    let clause = |term, origin| Clause { term, origin, step: 1 };
    let there = point(SHARE, 1, 0);
    trace.path = vec![
        clause(positive, Origin::Input),
        clause(positive, site(0, 0)),
        clause(divisor, site(1, 0)),
        clause(case, site(2, 1)),
        clause(case, site(2, 2)),
        clause(case, Origin::Access { point: there, inside: true }),
        clause(case, Origin::Access { point: there, inside: false }),
        clause(case, Origin::Concretised { point: there }),
        clause(case, Origin::Model { point: there }),
    ];
    trace.notes =
        vec![Note::Concretised { point: there, reason: Reason::LargeObject }, Note::TermBudget];
    trace.inputs = vec![
        Input { source: Source::Variable(VarId(0), Part::Value), term: fixture.a, bits: 3 },
        Input {
            source: Source::Variable(VarId(1), Part::Value),
            term: fixture.b,
            bits: 0xffff_ffff,
        },
    ];
    let options = Options { path: true, ..Options::default() };
    fixture.check(
        &trace,
        options,
        expect![[r#"
            returned 3
              r = a
            7 steps

            inputs
              a = 3
              b = -1

            path condition
              1  a > 0    input
              2  a > 0    branch true at share.c:3:7 in @share
              3  b != 0   division check passed at share.c:4:12 in @share
              4  b == -2  switch case -2 at block kind in @share
              5  b == -2  switch default at block kind in @share
              6  b == -2  access inside its object at share.c:4:12 in @share
              7  b == -2  access outside its object at share.c:4:12 in @share
              8  b == -2  value fixed at share.c:4:12 in @share
              9  b == -2  model called at share.c:4:12 in @share

            notes
              symbolic index into a large object fixed to its value at share.c:4:12 in @share
              the budget for terms was spent: the path condition is incomplete
        "#]],
    );
    trace.path.clear();
    trace.notes.clear();
    trace.inputs.clear();
    fixture.check(
        &trace,
        options,
        expect![[r#"
        returned 3
          r = a
        7 steps

        path condition
          true
    "#]],
    );
}

#[test]
fn sites_show_counts_and_least_distances() {
    let fixture = Fixture::new(ONE_CALL);
    let mut trace = fixture.trace(Outcome::Returned);
    let branch = fixture.sites.site(SiteId(0));
    for _ in 0..12 {
        trace.tally.take(branch.outcome(1));
    }
    trace.tally.approach(branch.outcome(0), Distance::of_u64(4));
    let switch = fixture.sites.site(SiteId(2));
    trace.tally.take(switch.outcome(2));
    trace.tally.approach(switch.outcome(0), Distance::of_u64(1000));
    let both = Options { counts: true, distances: true, ..Options::default() };
    fixture.check(
        &trace,
        both,
        expect![[r#"
            returned
            7 steps

            sites
              function  place        site    outcome  taken  nearest
              @share    share.c:3:7  branch  true         0        4
                                             false       12        0
                        block kind   switch  case 1       0     1000
                                             case -2      0        -
                                             default      1        0
              2 of 5 outcomes taken, 0 other sites not reached
        "#]],
    );
    fixture.check(
        &trace,
        Options { counts: true, ..Options::default() },
        expect![[r#"
            returned
            7 steps

            sites
              function  place        site    outcome  taken
              @share    share.c:3:7  branch  true         0
                                             false       12
                        block kind   switch  case 1       0
                                             case -2      0
                                             default      1
              2 of 5 outcomes taken, 0 other sites not reached
        "#]],
    );
    fixture.check(
        &fixture.trace(Outcome::Returned),
        both,
        expect![[r#"
        returned
        7 steps
    "#]],
    );
}
