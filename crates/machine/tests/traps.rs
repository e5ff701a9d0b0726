//! What a program must not do ends the run, in every domain alike, and says where.

mod common;
use common::{MODES, Subject, outcomes, recording, traced};
use expect_test::{Expect, expect};
use machine::{Config, Models};
use trace::print::Options;
use trace::{Mode, Outcome};

fn check(program: &str, scenarios: &[&str], expected: Expect) {
    check_with(program, &recording(), scenarios, expected);
}

fn check_with(program: &str, config: &Config, scenarios: &[&str], expected: Expect) {
    let recorded = outcomes(program, config, scenarios);
    let quiet = outcomes(program, &Config { record_events: false, ..config.clone() }, scenarios);
    assert_eq!(recorded, quiet, "whether events are kept changes nothing");
    expected.assert_eq(&recorded);
}

const MEMORY: &str = "
global @cell: 8 align 8 = i64 [7]
global @fixed: 8 align 8 readonly = i64 [7]
func @load(%p: ptr) -> i64 {
entry:
  %v = load i64 %p
  ret %v
}
func @store(%p: ptr) {
entry:
  store i64 1, %p
  ret
}
func @at(%i: i64) -> i32 {
entry:
  %p = alloc heap 16 align 8 zeroed
  %q = address %p + %i
  %v = load i32 %q
  free %p
  ret %v
}
func @after_free(%i: i64) -> i8 {
entry:
  %p = alloc heap 16 align 8 zeroed
  free %p
  %q = address %p + %i
  %v = load i8 %q
  ret %v
}
func @twice() {
entry:
  %p = alloc heap 16 align 8
  free %p
  free %p
  ret
}
func @free(%p: ptr) {
entry:
  free %p
  ret
}
func @free_inside() {
entry:
  %p = alloc heap 16 align 8
  %q = address %p + 8
  free %q
  ret
}
func @free_stack() {
entry:
  %p = alloc stack 16 align 8
  free %p
  ret
}
func @uninitialised(%i: i64) -> i16 {
entry:
  %p = alloc stack 16 align 8
  store i8 1, %p
  store i8 2, %p + 1
  %q = address %p + %i
  %v = load i16 %q
  ret %v
}
func @wild() -> i8 {
entry:
  %v = load i8 0x123456789abc
  ret %v
}
func @make() -> ptr {
entry:
  %p = alloc stack 8 align 8 zeroed
  ret %p
}
func @dangling() -> i64 {
entry:
  %p = call ptr @make()
  %v = load i64 %p
  ret %v
}";

#[test]
fn memory_is_used_only_while_and_where_it_is() {
    check(
        MEMORY,
        &[
            "call @load(@cell)",
            "call @load(@fixed)",
            "call @store(@cell)",
            "call @store(@fixed)",
            "call @load(null)",
            "call @store(null)",
            "call @store(@load)",
            "call @at(12)",
            "call @at(13)",
            "call @at(-1)",
            "call @at(1000000)",
            "call @after_free(0)",
            "call @after_free(-1)",
            "call @after_free(20)",
            "call @twice()",
            "call @free(null)",
            "call @free(@cell)",
            "call @free_inside()",
            "call @free_stack()",
            "call @uninitialised(0)",
            "call @uninitialised(1)",
            "call @wild()",
            "call @dangling()",
        ],
        expect![[r#"
            call @load(@cell): returned 7
            call @load(@fixed): returned 7
            call @store(@cell): returned
            call @store(@fixed): trapped: write to read-only memory at block entry in @store; store i64 1, %p
            call @load(null): trapped: null pointer used at block entry in @load; %v = load i64 %p
            call @store(null): trapped: null pointer used at block entry in @store; store i64 1, %p
            call @store(@load): trapped: write to read-only memory at block entry in @store; store i64 1, %p
            call @at(12): returned 0
            call @at(13): trapped: access out of bounds at block entry in @at; %v = load i32 %q
            call @at(-1): trapped: access out of bounds at block entry in @at; %v = load i32 %q
            call @at(1000000): trapped: access out of bounds at block entry in @at; %v = load i32 %q
            call @after_free(0): trapped: use after free at block entry in @after_free; %v = load i8 %q
            call @after_free(-1): trapped: use after free at block entry in @after_free; %v = load i8 %q
            call @after_free(20): trapped: use after free at block entry in @after_free; %v = load i8 %q
            call @twice(): trapped: double free at block entry in @twice; free %p
            call @free(null): returned
            call @free(@cell): trapped: invalid free at block entry in @free; free %p
            call @free_inside(): trapped: invalid free at block entry in @free_inside; free %q
            call @free_stack(): trapped: invalid free at block entry in @free_stack; free %p
            call @uninitialised(0): returned 513
            call @uninitialised(1): trapped: read of uninitialised memory at block entry in @uninitialised; %v = load i16 %q
            call @wild(): trapped: access to an invalid address at block entry in @wild; %v = load i8 0x123456789abc
            call @dangling(): trapped: use after free at block entry in @dangling; %v = load i64 %p
        "#]],
    );
}

#[test]
fn unwritten_memory_reads_as_zeros_when_nobody_minds() {
    let config = Config { trap_uninitialised: false, ..recording() };
    let scenarios = ["call @uninitialised(0)", "call @uninitialised(1)", "call @uninitialised(9)"];
    check_with(
        MEMORY,
        &config,
        &scenarios,
        expect![[r#"
        call @uninitialised(0): returned 513
        call @uninitialised(1): returned 2
        call @uninitialised(9): returned 0
    "#]],
    );
}

const ARITHMETIC: &str = "
func @add(%a: i32, %b: i32) -> i32 {
entry:
  %r = add.checked i32 %a, %b
  ret %r
}
func @add_constant(%a: i32) -> i32 {
entry:
  %r = add.checked i32 %a, 5
  ret %r
}
func @sub_constant(%a: i64) -> i64 {
entry:
  %r = sub.checked i64 %a, 5
  ret %r
}
func @sub(%a: i64, %b: i64) -> i64 {
entry:
  %r = sub.checked i64 %a, %b
  ret %r
}
func @mul(%a: i16, %b: i16) -> i16 {
entry:
  %r = mul.checked i16 %a, %b
  ret %r
}
func @mul_wide(%a: i128, %b: i128) -> i128 {
entry:
  %r = mul.checked i128 %a, %b
  ret %r
}
func @div(%a: i32, %b: i32) -> i32 {
entry:
  %r = sdiv.checked i32 %a, %b
  ret %r
}
func @wrapping_div(%a: i32, %b: i32) -> i32 {
entry:
  %r = sdiv i32 %a, %b
  ret %r
}
func @rem(%a: i32, %b: i32) -> i32 {
entry:
  %r = srem.checked i32 %a, %b
  ret %r
}
func @udiv(%a: i8, %b: i8) -> i8 {
entry:
  %r = udiv i8 %a, %b
  ret %r
}
func @shl(%a: i32, %b: i32) -> i32 {
entry:
  %r = shl.checked i32 %a, %b
  ret %r
}
func @wrapping_shl(%a: i32, %b: i32) -> i32 {
entry:
  %r = shl i32 %a, %b
  ret %r
}";

const ARITHMETIC_CALLS: [&str; 24] = [
    "call @add(2147483647, 0)",
    "call @add(2147483647, 1)",
    "call @add(-2147483648, -1)",
    "call @add_constant(2147483642)",
    "call @add_constant(2147483643)",
    "call @sub_constant(-9223372036854775803)",
    "call @sub_constant(-9223372036854775804)",
    "call @sub(0, -9223372036854775808)",
    "call @sub(-1, -9223372036854775808)",
    "call @mul(-256, 128)",
    "call @mul(256, 128)",
    "call @mul_wide(-170141183460469231731687303715884105728, 1)",
    "call @mul_wide(-170141183460469231731687303715884105728, -1)",
    "call @div(7, 0)",
    "call @div(-2147483648, -1)",
    "call @div(-2147483648, 1)",
    "call @wrapping_div(-2147483648, -1)",
    "call @rem(-2147483648, -1)",
    "call @rem(5, 0)",
    "call @udiv(200, 0)",
    "call @udiv(200, 3)",
    "call @shl(3, 31)",
    "call @shl(1, 32)",
    "call @wrapping_shl(1, 32)",
];

#[test]
fn arithmetic_traps_where_its_result_is_undefined() {
    check(
        ARITHMETIC,
        &ARITHMETIC_CALLS,
        expect![[r#"
        call @add(2147483647, 0): returned 2147483647
        call @add(2147483647, 1): trapped: result out of range at block entry in @add; %r = add.checked i32 %a, %b
        call @add(-2147483648, -1): trapped: result out of range at block entry in @add; %r = add.checked i32 %a, %b
        call @add_constant(2147483642): returned 2147483647
        call @add_constant(2147483643): trapped: result out of range at block entry in @add_constant; %r = add.checked i32 %a, 5
        call @sub_constant(-9223372036854775803): returned -9223372036854775808
        call @sub_constant(-9223372036854775804): trapped: result out of range at block entry in @sub_constant; %r = sub.checked i64 %a, 5
        call @sub(0, -9223372036854775808): trapped: result out of range at block entry in @sub; %r = sub.checked i64 %a, %b
        call @sub(-1, -9223372036854775808): returned 9223372036854775807
        call @mul(-256, 128): returned -32768
        call @mul(256, 128): trapped: result out of range at block entry in @mul; %r = mul.checked i16 %a, %b
        call @mul_wide(-170141183460469231731687303715884105728, 1): returned -170141183460469231731687303715884105728
        call @mul_wide(-170141183460469231731687303715884105728, -1): trapped: result out of range at block entry in @mul_wide; %r = mul.checked i128 %a, %b
        call @div(7, 0): trapped: division by zero at block entry in @div; %r = sdiv.checked i32 %a, %b
        call @div(-2147483648, -1): trapped: result out of range at block entry in @div; %r = sdiv.checked i32 %a, %b
        call @div(-2147483648, 1): returned -2147483648
        call @wrapping_div(-2147483648, -1): returned -2147483648
        call @rem(-2147483648, -1): trapped: result out of range at block entry in @rem; %r = srem.checked i32 %a, %b
        call @rem(5, 0): trapped: division by zero at block entry in @rem; %r = srem.checked i32 %a, %b
        call @udiv(200, 0): trapped: division by zero at block entry in @udiv; %r = udiv i8 %a, %b
        call @udiv(200, 3): returned 'B'
        call @shl(3, 31): returned -2147483648
        call @shl(1, 32): trapped: result out of range at block entry in @shl; %r = shl.checked i32 %a, %b
        call @wrapping_shl(1, 32): returned 0
    "#]],
    );
}

#[test]
fn overflow_wraps_when_nobody_minds_and_division_by_zero_still_traps() {
    let config = Config { trap_overflow: false, ..recording() };
    check_with(
        ARITHMETIC,
        &config,
        &ARITHMETIC_CALLS,
        expect![[r#"
        call @add(2147483647, 0): returned 2147483647
        call @add(2147483647, 1): returned -2147483648
        call @add(-2147483648, -1): returned 2147483647
        call @add_constant(2147483642): returned 2147483647
        call @add_constant(2147483643): returned -2147483648
        call @sub_constant(-9223372036854775803): returned -9223372036854775808
        call @sub_constant(-9223372036854775804): returned 9223372036854775807
        call @sub(0, -9223372036854775808): returned -9223372036854775808
        call @sub(-1, -9223372036854775808): returned 9223372036854775807
        call @mul(-256, 128): returned -32768
        call @mul(256, 128): returned -32768
        call @mul_wide(-170141183460469231731687303715884105728, 1): returned -170141183460469231731687303715884105728
        call @mul_wide(-170141183460469231731687303715884105728, -1): returned -170141183460469231731687303715884105728
        call @div(7, 0): trapped: division by zero at block entry in @div; %r = sdiv.checked i32 %a, %b
        call @div(-2147483648, -1): returned -2147483648
        call @div(-2147483648, 1): returned -2147483648
        call @wrapping_div(-2147483648, -1): returned -2147483648
        call @rem(-2147483648, -1): returned 0
        call @rem(5, 0): trapped: division by zero at block entry in @rem; %r = srem.checked i32 %a, %b
        call @udiv(200, 0): trapped: division by zero at block entry in @udiv; %r = udiv i8 %a, %b
        call @udiv(200, 3): returned 'B'
        call @shl(3, 31): returned -2147483648
        call @shl(1, 32): returned 0
        call @wrapping_shl(1, 32): returned 0
    "#]],
    );
}

const CONTROL: &str = "
declare @abort()
declare @exit(%code: i32)
declare @unknown(%x: i32) -> i32
global @byte: 1 align 1
func @unreachable() {
entry:
  unreachable
}
func @aborts() {
entry:
  call void @abort()
  ret
}
func @exits(%code: i32) {
entry:
  call void @exit(i32 %code)
  ret
}
func @no_model() -> i32 {
entry:
  %r = call i32 @unknown(i32 1)
  ret %r
}
func @forever() {
entry:
  jump entry2
entry2:
  jump entry2
}
func @deep(%n: i32) -> i32 {
entry:
  br eq i32 %n, 0 ? done : more
more:
  %m = sub i32 %n, 1
  %r = call i32 @deep(i32 %m)
  ret %r
done:
  ret 0
}
func @hungry(%size: i64) {
entry:
  jump more
more:
  %p = alloc heap %size align 8
  jump more
}
func @indirect(%f: ptr) -> i32 {
entry:
  %r = call i32 %f(i32 5)
  ret %r
}
func @fits(%x: i32) -> i32 {
entry:
  ret %x
}
func @too_few() -> i32 {
entry:
  ret 1
}
func @wide(%x: i64) -> i32 {
entry:
  ret 1
}
func @void(%x: i32) {
entry:
  ret
}
func @check(%x: i32) {
entry:
  check assertion ne i32 %x, 1
  check cast ne i32 %x, 2
  check null ne i32 %x, 3
  check bounds ne i32 %x, 4
  check division ne i32 %x, 5
  check overflow ne i32 %x, 6
  check initialised ne i32 %x, 7
  check size ne i32 %x, 8
  ret
}";

#[test]
fn control_ends_where_it_must() {
    let config = Config { max_steps: 5000, memory: 1 << 20, max_depth: 100, ..recording() };
    check_with(
        CONTROL,
        &config,
        &[
            "call @unreachable()",
            "call @aborts()",
            "call @exits(0)",
            "call @exits(-7)",
            "call @no_model()",
            "call @forever()",
            "call @deep(99)",
            "call @deep(100)",
            "call @hungry(1000)",
            "call @hungry(-1)",
            "call @indirect(null)",
            "call @indirect(@fits)",
            "call @indirect(@too_few)",
            "call @indirect(@wide)",
            "call @indirect(@void)",
            "call @indirect(@byte)",
            "let p: ptr = 0x100000008\ncall @indirect(p)",
            "let p: ptr = 0x1ffffff00\ncall @indirect(p)",
            "call @check(0)",
            "call @check(1)",
            "call @check(2)",
            "call @check(3)",
            "call @check(4)",
            "call @check(5)",
            "call @check(6)",
            "call @check(7)",
            "call @check(8)",
        ],
        expect![[r#"
            call @unreachable(): trapped: unreachable code reached at block entry in @unreachable; unreachable
            call @aborts(): trapped: abort called at block entry in @aborts; call void @abort()
            call @exits(0): exited with status 0
            call @exits(-7): exited with status -7
            call @no_model(): trapped: function without a body or a model: @unknown at block entry in @no_model; %r = call i32 @unknown(i32 1)
            call @forever(): stopped: step budget used up
            call @deep(99): returned 0
            call @deep(100): stopped: call depth (stack overflow) used up
            call @hungry(1000): stopped: memory budget used up
            call @hungry(-1): stopped: memory budget used up
            call @indirect(null): trapped: null pointer used at block entry in @indirect; %r = call i32 %f(i32 5)
            call @indirect(@fits): returned 5
            call @indirect(@too_few): trapped: call of what is not such a function at block entry in @indirect; %r = call i32 %f(i32 5)
            call @indirect(@wide): trapped: call of what is not such a function at block entry in @indirect; %r = call i32 %f(i32 5)
            call @indirect(@void): trapped: call of what is not such a function at block entry in @indirect; %r = call i32 %f(i32 5)
            call @indirect(@byte): trapped: call of what is not such a function at block entry in @indirect; %r = call i32 %f(i32 5)
            call @indirect(p): trapped: call of what is not such a function at block entry in @indirect; %r = call i32 %f(i32 5)
            call @indirect(p): trapped: call of what is not such a function at block entry in @indirect; %r = call i32 %f(i32 5)
            call @check(0): returned
            call @check(1): trapped: assertion failed at block entry in @check; check assertion ne i32 %x, 1
            call @check(2): trapped: bad cast at block entry in @check; check cast ne i32 %x, 2
            call @check(3): trapped: null pointer used at block entry in @check; check null ne i32 %x, 3
            call @check(4): trapped: access out of bounds at block entry in @check; check bounds ne i32 %x, 4
            call @check(5): trapped: division by zero at block entry in @check; check division ne i32 %x, 5
            call @check(6): trapped: result out of range at block entry in @check; check overflow ne i32 %x, 6
            call @check(7): trapped: read of uninitialised memory at block entry in @check; check initialised ne i32 %x, 7
            call @check(8): trapped: negative size at block entry in @check; check size ne i32 %x, 8
        "#]],
    );
}

#[test]
fn a_trap_names_the_calls_that_were_open() {
    let program = "
func @inner(%p: ptr) -> i8 {
entry:
  %v = load i8 %p
  ret %v
}
func @outer(%p: ptr) -> i8 {
entry:
  br eq ptr %p, @inner ? other : other
other:
  %x = copy i8 1
  %v = call i8 @inner(ptr %p)
  ret %v
}";
    let text = traced(program, "call @outer(null)", Mode::Concrete, Options::default());
    expect![[r#"
        trapped: null pointer used at block entry in @inner
            %v = load i8 %p
          called at block other in @outer
        4 steps
    "#]]
    .assert_eq(&text);
}

#[test]
fn steps_are_instructions_and_terminators_executed() {
    let program = "
class E { size 8 }
func @leaf(%n: i32) -> i32 {
entry:
  %m = add i32 %n, 1
  ret %m
}
func @three() -> i32 {
entry:
  %a = call i32 @leaf(i32 1)
  ret %a
}
func @loop(%n: i32) {
  var %i: i32
entry:
  jump head(%i = 0)
head:
  br slt i32 %i, %n ? body : done
body:
  %i = add i32 %i, 1
  jump head
done:
  ret
}
func @thrower() {
entry:
  %e = new E
  throw %e
}
func @middle() {
entry:
  %x = copy i32 1
  %y = copy i32 1
  call void @thrower()
  %z = copy i32 1
  ret
}
func @catcher() {
  handlers h0 { catch E %e -> caught }
entry: handlers h0
  %x = copy i32 1
  call void @middle()
  ret
caught:
  ret
}
func @trapper() {
entry:
  %x = copy i32 1
  unreachable
}
func @call_trapper() {
entry:
  %x = copy i32 1
  %y = copy i32 1
  call void @trapper()
  ret
}";
    let mut subject = Subject::with(program, Config::default(), Models::none());
    let mut steps = |scenario: &str| {
        let of_modes = MODES.map(|mode| subject.run(scenario, mode).steps);
        assert!(of_modes.iter().all(|steps| *steps == of_modes[0]), "{scenario}: {of_modes:?}");
        of_modes[0]
    };
    assert_eq!(steps("call @leaf(1)"), 2);
    assert_eq!(steps("call @leaf(1)\ncall @leaf(1)"), 4);
    assert_eq!(steps("call @three()"), 4);
    // The jump and its move; three tests; two bodies; the return.
    assert_eq!(steps("call @loop(2)"), 2 + 3 + 2 * 2 + 1);
    // Two in the thrower, three in the middle, two in the catcher, one in the handler.
    assert_eq!(steps("call @catcher()"), 2 + 3 + 2 + 1);
    assert_eq!(steps("call @middle()"), 2 + 3);
    assert_eq!(steps("call @call_trapper()"), 3 + 2);
}

#[test]
fn the_step_budget_is_not_exceeded_by_more_than_a_block() {
    let config = Config { max_steps: 1000, ..Config::default() };
    let mut subject = Subject::with(CONTROL, config, Models::standard());
    for mode in MODES {
        let trace = subject.run("call @forever()", mode);
        assert_eq!(trace.outcome, Outcome::Exhausted(trace::Limit::Steps));
        assert_eq!(trace.steps, 1001, "{mode:?}");
    }
}

#[test]
fn a_new_array_costs_steps_by_its_size_and_is_not_made_when_they_are_spent() {
    let program = "
class \"int[]\" array i32
func @make(%n: i32) -> ptr {
entry:
  %a = newarray \"int[]\" %n
  ret %a
}";
    let config = Config { max_steps: 1000, ..Config::default() };
    let mut subject = Subject::with(program, config, Models::none());
    for mode in MODES {
        assert_eq!(subject.run("call @make(15)", mode).steps, 2);
        assert_eq!(subject.run("call @make(1600)", mode).steps, 2 + 100);
        let trace = subject.run("call @make(1600000)", mode);
        assert_eq!(trace.outcome, Outcome::Exhausted(trace::Limit::Steps), "{mode:?}");
    }
}
