//! Models: what Rust functions may do in a run, in every domain alike.

mod common;
use common::oracle::{exact_with, sound_with};
use common::{ALL, MODES, Subject, recording};
use expect_test::expect;
use machine::{Config, Context, Models, Stop, Value, argument};
use program::{BinaryOp, CompareOp, ConvertOp, Type};
use term::distance::Distance;
use trace::Mode;

const PROGRAM: &str = "
class Throwable { size 8 field code: i32 at 0 }
class Bad extends Throwable { size 8 }
class \"int[]\" array i32
declare @strcmp(%a: ptr, %b: ptr) -> i32
declare @throw_bad(%code: i32)
declare @apply(%f: ptr, %x: i32) -> i32
declare @guard(%f: ptr, %x: i32) -> i32
declare @squares(%n: i32) -> ptr
declare @kind(%o: ptr) -> i32
declare @describe(%o: ptr) -> i32
declare @square(%x: i8) -> i8
declare @opaque(%x: i8) -> i8
declare @move(%to: ptr, %from: ptr, %n: i64)
declare @wrong() -> i32
declare @nested(%n: i32) -> i32
declare @add(%a: i32, ...) -> i32
declare @malloc(%n: i32) -> ptr
declare @calloc(%n: i64, %m: i64) -> ptr
declare @free(%p: ptr)

func @double(%x: i32) -> i32 {
entry:
  %y = mul i32 %x, 2
  br sgt i32 %y, 100 ? big : small
big:
  %e = new Bad
  store.trusted i32 %y, %e
  throw %e
small:
  ret %y
}
func @through(%x: i32) -> i32 {
  handlers h0 { catch Throwable %e -> caught }
entry: handlers h0
  %r = call i32 @apply(ptr @double, i32 %x)
  ret %r
caught:
  %c = load.trusted i32 %e
  %c = neg i32 %c
  ret %c
}
func @guarded(%x: i32) -> i32 {
entry:
  %r = call i32 @guard(ptr @double, i32 %x)
  ret %r
}
func @thrown(%x: i32) -> i32 {
  handlers h0 { catch Bad %e -> caught }
entry: handlers h0
  call void @throw_bad(i32 %x)
  ret 0
caught:
  %c = load.trusted i32 %e
  ret %c
}
func @uncaught(%x: i32) {
entry:
  call void @throw_bad(i32 %x)
  ret
}
func @sum(%n: i32) -> i32 {
  var %i: i32
  var %s: i32
entry:
  %a = call ptr @squares(i32 %n)
  %len = arraylength %a
  jump loop(%i = 0, %s = 0)
loop:
  br slt i32 %i, %len ? body : done
body:
  %w = zext i32 %i to i64
  %p = address %a + %w * 4
  %v = load.trusted i32 %p
  %s = add i32 %s, %v
  %i = add i32 %i, 1
  jump loop
done:
  ret %s
}
func @same(%a: ptr, %b: ptr) -> i32 {
entry:
  %r = call i32 @strcmp(ptr %a, ptr %b)
  br eq i32 %r, 0 ? yes : no
yes:
  ret 1
no:
  ret 0
}
func @power(%x: i8) -> i8 {
entry:
  %y = call i8 @square(i8 %x)
  br eq i8 %y, 49 ? yes : no
yes:
  ret 1
no:
  ret 0
}
func @pinned(%x: i8) -> i8 {
entry:
  %y = call i8 @opaque(i8 %x)
  br eq i8 %y, 49 ? yes : no
yes:
  ret 1
no:
  ret 0
}
func @bad_result() -> i32 {
entry:
  %r = call i32 @wrong()
  ret %r
}
func @down(%n: i32) -> i32 {
entry:
  %r = call i32 @nested(i32 %n)
  %r = add i32 %r, 1
  ret %r
}
func @extras(%a: i32, %b: i64) -> i32 {
entry:
  %r = call i32 @add(i32 %a, i64 %b, f64 2.5)
  ret %r
}
func @sized(%n: i8, %i: i8) -> i8 {
entry:
  %w = zext i8 %n to i32
  %p = call ptr @malloc(i32 %w)
  %j = zext i8 %i to i64
  %q = address %p + %j
  store i8 1, %q
  call void @free(ptr %p)
  ret 1
}
func @counted(%n: i8, %m: i8) -> i8 {
entry:
  %a = sext i8 %n to i64
  %b = zext i8 %m to i64
  %p = call ptr @calloc(i64 %a, i64 %b)
  %v = load i8 %p + 10
  ret %v
}";

fn models() -> Models {
    let mut models = Models::standard();
    models.add("apply", |context: &mut dyn Context, arguments: &[Value]| {
        let function = context.program().function_named("double").expect("it is there");
        context.call(function, &arguments[1..])
    });
    // Catches what is thrown and goes on.
    models.add("guard", |context: &mut dyn Context, arguments: &[Value]| {
        let function = context.program().function_named("double").expect("it is there");
        match context.call(function, &arguments[1..]) {
            Err(Stop::Throw { object }) => {
                let object = Value::pointer(object);
                let class = context.class_of(object)?;
                let top = context.program().class_named("Throwable").expect("it is there");
                assert!(context.is_subtype(class, top) && !context.is_subtype(top, class));
                let code = context.load(object, Type::I32)?;
                let one = Value::new(Type::I32, 1);
                Ok(Some(context.binary(BinaryOp::Add, code, one)))
            }
            end => end,
        }
    });
    models.add("throw_bad", |context: &mut dyn Context, arguments: &[Value]| {
        let class = context.program().class_named("Bad").expect("it is there");
        let object = context.new_object(class)?;
        context.store(object, argument(arguments, 0)?)?;
        Err(Stop::Throw { object: object.bits as u64 })
    });
    models.add("squares", |context: &mut dyn Context, arguments: &[Value]| {
        let class = context.program().class_named("int[]").expect("it is there");
        let array = context.new_array(class, argument(arguments, 0)?)?;
        let length = context.array_length(array)?;
        for index in 0..length.bits {
            let place = Value::pointer(array.bits as u64 + 4 * index as u64);
            context.store(place, Value::new(Type::I32, index * index))?;
        }
        Ok(Some(array))
    });
    // Decides byte by byte, so that a difference is a branch of the path; grades the result.
    models.add("strcmp", |context: &mut dyn Context, arguments: &[Value]| {
        let (a, b) = (argument(arguments, 0)?, argument(arguments, 1)?);
        let mut far = Distance::ZERO;
        let mut result = 0u128;
        for offset in 0.. {
            let step = Value::new(Type::Ptr, offset);
            let (p, q) =
                (context.binary(BinaryOp::Add, a, step), context.binary(BinaryOp::Add, b, step));
            let (x, y) = (context.load(p, Type::I8)?, context.load(q, Type::I8)?);
            let same = context.compare(CompareOp::Eq, x, y);
            if !context.decide(same) {
                far = far + same.grade.unwrap_or(Distance::ONE);
                result = 1;
            }
            let zero = context.compare(CompareOp::Eq, x, Value::new(Type::I8, 0));
            if result == 1 || context.decide(zero) {
                break;
            }
        }
        let grade = (far != Distance::ZERO).then_some(far);
        Ok(Some(Value { grade, ..Value::new(Type::I32, result) }))
    });
    models.add("square", |context: &mut dyn Context, arguments: &[Value]| {
        let x = argument(arguments, 0)?;
        Ok(Some(context.binary(BinaryOp::Mul, x, x)))
    });
    models.add("opaque", |context: &mut dyn Context, arguments: &[Value]| {
        let x = context.concrete(argument(arguments, 0)?);
        Ok(Some(Value::new(Type::I8, x.wrapping_mul(x))))
    });
    models.add("wrong", |_: &mut dyn Context, _: &[Value]| Ok(None));
    models.add("nested", |context: &mut dyn Context, arguments: &[Value]| {
        let n = argument(arguments, 0)?;
        if n.bits == 0 {
            return Ok(Some(n));
        }
        let down = context.program().function_named("down").expect("it is there");
        let less = context.binary(BinaryOp::Sub, n, Value::new(Type::I32, 1));
        context.call(down, &[less])
    });
    models.add("add", |context: &mut dyn Context, arguments: &[Value]| {
        assert_eq!(arguments.len(), 3);
        let b = context.convert(ConvertOp::Trunc, Type::I32, arguments[1]);
        let c = context.convert(ConvertOp::FToS, Type::I32, arguments[2]);
        let sum = context.binary(BinaryOp::Add, arguments[0], b);
        Ok(Some(context.binary(BinaryOp::Add, sum, c)))
    });
    models
}

#[test]
fn models_call_back_throw_catch_and_make_objects_in_every_domain() {
    let mut subject = Subject::with(PROGRAM, recording(), models());
    let mut lines = String::new();
    for call in [
        "@through(7)",
        "@through(70)",
        "@guarded(7)",
        "@guarded(70)",
        "@thrown(9)",
        "@uncaught(9)",
        "@sum(5)",
        "@sum(-1)",
        "@bad_result()",
        "@down(5)",
        "@down(150)",
        "@down(100000)",
        "@extras(1, 20)",
        "@counted(2, 8)",
        "@counted(2, 5)",
        "@counted(-1, 2)",
        "@counted(-1, 200)",
    ] {
        let mut seen = Vec::new();
        for mode in MODES {
            subject.run(&format!("call {call}"), mode);
            seen.push(subject.summary());
            let inputs = common::symbolised(&subject.scenario, &subject.program);
            subject.run_scenario(inputs, mode);
            seen.push(subject.summary());
        }
        assert!(seen.iter().all(|one| *one == seen[0]), "{call}: {seen:#?}");
        lines += &format!("{call}: {}\n", seen[0]);
    }
    expect![[r#"
        @through(7): returned 14
        @through(70): returned -140
        @guarded(7): returned 14
        @guarded(70): returned 141
        @thrown(9): returned 9
        @uncaught(9): threw Bad
        @sum(5): returned 30
        @sum(-1): trapped: negative size at block entry in @sum; %a = call ptr @squares(i32 %n)
        @bad_result(): trapped: call of what is not such a function at block entry in @bad_result; %r = call i32 @wrong()
        @down(5): returned 6
        @down(150): returned 151
        @down(100000): stopped: call depth (stack overflow) used up
        @extras(1, 20): returned 23
        @counted(2, 8): returned 0
        @counted(2, 5): trapped: access out of bounds at block entry in @counted; %v = load i8 %p + 10
        @counted(-1, 2): stopped: memory budget used up
        @counted(-1, 200): stopped: memory budget used up
    "#]].assert_eq(&lines);
}

#[test]
fn a_model_that_computes_with_values_is_exact_and_one_that_wants_bits_fixes_them() {
    let scenario = "let x: i8 = 3\ncall @power(x)";
    let report = exact_with(PROGRAM, scenario, &[], recording(), models());
    assert_eq!((report.paths, report.narrowed), (2, 0));
    let scenario = "let x: i8 = 3\ncall @pinned(x)";
    let report = exact_with(PROGRAM, scenario, &[], recording(), models());
    assert_eq!((report.paths, report.narrowed), (2, 2));
}

#[test]
fn what_a_model_decides_is_part_of_the_path() {
    let scenario = "let s: i8[3] = [7, 0]\nlet t: i8[3] = [7, 0]\ncall @same(s, t)";
    let mut subject = Subject::with(PROGRAM, recording(), models());
    subject.run(scenario, Mode::Concolic);
    expect![[r#"
        returned 1
          s = [7, 0]
          t = [7, 0]
        3 steps

        events
          enter @same
            block entry  %r = call i32 @strcmp(ptr %a, ptr %b)  null check passed    a& != 0
            block entry  %r = call i32 @strcmp(ptr %a, ptr %b)  bounds check passed  s.length != 0
            block entry  %r = call i32 @strcmp(ptr %a, ptr %b)  null check passed    b& != 0
            block entry  %r = call i32 @strcmp(ptr %a, ptr %b)  bounds check passed  t.length != 0
            block entry  %r = call i32 @strcmp(ptr %a, ptr %b)  bounds check passed  s.length != 0 && s.length != 1
            block entry  %r = call i32 @strcmp(ptr %a, ptr %b)  bounds check passed  t.length != 1 && t.length != 0
            block entry  br eq i32 %r, 0 ? yes : no             true
          leave @same

        sites
          function  place        site    outcome  taken
          @same     block entry  branch  true         1
                                         false        0
          1 of 2 outcomes taken, 4 other sites not reached

        inputs
          s.length = 2
          s[0] = 7
          s[1] = 0
          s[2] = 0
          t.length = 2
          t[0] = 7
          t[1] = 0
          t[2] = 0
          a& = 0x300000000
          b& = 0x400000000

        path condition
           1  s.length <=u 3                  input
           2  t.length <=u 3                  input
           3  a& != 0                         access inside its object at block entry in @same
           4  s.length != 0                   access inside its object at block entry in @same
           5  b& != 0                         access inside its object at block entry in @same
           6  t.length != 0                   access inside its object at block entry in @same
           7  s[0] == t[0]                    model called at block entry in @same
           8  s[0] != 0                       model called at block entry in @same
           9  s.length != 0 && s.length != 1  access inside its object at block entry in @same
          10  t.length != 1 && t.length != 0  access inside its object at block entry in @same
          11  s[1] == t[1]                    model called at block entry in @same
          12  s[1] == 0                       model called at block entry in @same
    "#]].assert_eq(&subject.text(ALL));
}

#[test]
fn a_grade_that_a_model_gives_reaches_the_branch() {
    let scenario = "let s: i8[3] = \"ab\\0\"\nlet t: i8[3] = \"am\\0\"\ncall @same(s, t)";
    let mut subject = Subject::with(PROGRAM, Config::default(), models());
    subject.run(scenario, Mode::Graded);
    // b and m are eleven letters apart.
    expect![[r#"
        sites
          function  place        site    outcome  taken  nearest
          @same     block entry  branch  true         0       12
                                         false        1        0
          1 of 2 outcomes taken, 4 other sites not reached
    "#]]
    .assert_eq(&subject.sites());
}

#[test]
fn a_symbolic_size_stays_symbolic_through_malloc_and_calloc() {
    let sized = "let n: i8 = 3\nlet i: i8 = 1\ncall @sized(n, i)";
    let report = exact_with(PROGRAM, sized, &[], recording(), models());
    assert_eq!((report.paths, report.narrowed), (2, 0));
    let counted = "let n: i8 = 3\nlet m: i8 = 9\ncall @counted(n, m)";
    let config = Config { memory: 1 << 20, ..recording() };
    let report = sound_with(PROGRAM, counted, &[], config, models());
    // Enough, too little, more than there is, be it more than 64 bits or not.
    assert_eq!((report.paths, report.narrowed), (3, 1));
}

#[test]
fn a_model_makes_terms_of_its_own_and_adds_clauses() {
    let program = "
declare @root(%x: i8) -> i8
func @f(%x: i8) -> i8 {
entry:
  %r = call i8 @root(i8 %x)
  br ugt i8 %r, 5 ? one : two
one:
  ret 1
two:
  ret 2
}";
    let mut models = Models::none();
    // The square root of an input, told as what it fulfils: r * r <= x < (r + 1) * (r + 1).
    models.add("root", |context: &mut dyn Context, arguments: &[Value]| {
        let x = argument(arguments, 0)?;
        let root = Value::new(Type::I8, (x.bits as u8).isqrt().into());
        let Some(term) = x.term else { return Ok(Some(root)) };
        let Some(pool) = context.pool() else { return Ok(Some(root)) };
        let wide = pool.convert(ConvertOp::ZExt, term::Sort::Bits(16), term);
        let least = pool.bits(16, root.bits * root.bits);
        let next = pool.bits(16, (root.bits + 1) * (root.bits + 1));
        let above = pool.compare(CompareOp::Uge, wide, least);
        let below = pool.compare(CompareOp::Ult, wide, next);
        context.assume(above);
        context.assume(below);
        Ok(Some(root))
    });
    let scenario = "let x: i8 = 30\ncall @f(x)";
    let mut subject = Subject::with(program, recording(), models.clone());
    subject.run(scenario, Mode::Concolic);
    let options = trace::print::Options { path: true, ..Default::default() };
    expect![[r#"
        returned 2
        3 steps

        inputs
          x = 30

        path condition
          1  x >=u 25  model called at block entry in @f
          2  x <u 36   model called at block entry in @f
    "#]]
    .assert_eq(&subject.text(options));
    let report = sound_with(program, scenario, &[], recording(), models);
    assert_eq!((report.paths, report.narrowed), (2, 2));
}

#[test]
fn what_the_program_was_given_is_seen_by_models_and_forgotten_after_the_run() {
    let program = "
declare @weigh() -> i32
func @f() -> i32 {
entry:
  %r = call i32 @weigh()
  ret %r
}";
    let mut models = Models::none();
    models.add("weigh", |context: &mut dyn Context, _: &[Value]| {
        let environment = context.environment();
        let arguments: usize = environment.arguments.iter().map(Vec::len).sum();
        let files: usize = environment.files.values().map(Vec::len).sum();
        let weight = arguments * 10_000 + environment.standard_input.len() * 100 + files;
        Ok(Some(Value::new(Type::I32, weight as u128)))
    });
    let mut subject = Subject::with(program, recording(), models);
    for mode in MODES {
        let given = "argv \"prog\" \"-v\"\nstdin \"abc\"\nfile \"x\" \"1234567\"\ncall @f()";
        subject.run(given, mode);
        assert_eq!(subject.summary(), "returned 60307");
        subject.run("call @f()", mode);
        assert_eq!(subject.summary(), "returned 0");
    }
}
