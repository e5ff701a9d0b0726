//! A function in, its mutants out.

use expect_test::{Expect, expect};
use mutation::{Empty, Infection, Making, Operator, Returned, Rules, mutants};
use program::{Callee, ClassId, FuncId};

struct All;

impl Rules for All {
    fn uses(&self, _: Operator) -> bool {
        true
    }

    fn completes(&self, callee: Callee) -> bool {
        matches!(callee, Callee::Direct(function) if function.0 == 0)
    }

    fn returned(&self, function: FuncId) -> Returned {
        match function.0 {
            3 => Returned::Boolean,
            4 => Returned::Emptiable(Empty {
                making: Making::Given(ClassId(0), FuncId(1), Vec::new()),
                text: "an empty list".to_owned(),
            }),
            _ => Returned::Plain,
        }
    }

    fn may_leave_out(&self, callee: Callee) -> bool {
        !matches!(callee, Callee::Direct(function) if function.0 == 0)
    }

    fn name(&self, callee: Callee) -> String {
        format!("{callee:?}")
    }
}

fn check(body: &str, expected: Expect) {
    let text = format!(
        "file \"f.c\"\nclass Thing {{ size 8 }}\ndeclare @kept(%x: ptr)\ndeclare @told(%x: i32) -> i32\nfunc @f{body}"
    );
    let program = program::text::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let functions = program.functions.ids();
    let found = mutants(&program, functions, &All);
    let line = |mutant: &mutation::Mutant| {
        let at = mutant.span;
        let infects = match &mutant.infection {
            Infection::Always => "always",
            Infection::Where(_) => "where",
            Infection::Likely(_) => "likely",
            Infection::Unknown => "unknown",
        };
        let (operator, text) = (mutant.operator.name(), &mutant.text);
        format!("{}:{} {operator}: {text} ({infects})\n", at.line, at.column)
    };
    expected.assert_eq(&found.values().map(line).collect::<String>());
}

#[test]
fn comparisons_are_moved_negated_and_removed() {
    check(
        "(%a: i32, %b: i32) -> i32 {
entry:
  br slt i32 %a, %b ? less : more  !0:3:5-6
less:
  ret 1  !0:4:5-6
more:
  ret 0  !0:5:5-6
}",
        expect![[r#"
            3:5 conditionals-boundary: replaced `<` by `<=` (where)
            3:5 negate-conditionals: replaced `<` by `>=` (always)
            3:5 remove-conditionals: replaced a condition by true (where)
            3:5 remove-conditionals: replaced a condition by false (where)
            3:5 relations: replaced `<` by `!=` (where)
            4:5 primitive-returns: replaced the result by 0 (where)
            5:5 primitive-returns: replaced the result by 1 (where)
        "#]],
    );
}

#[test]
fn a_constant_that_numbers_are_ordered_by_is_tried_on_the_other_side_of_the_boundary() {
    check(
        "(%a: i32) -> i32 {
entry:
  %s = sle i32 %a, 9  !0:1:1-2
  %t = slt i32 5, %a  !0:2:1-2
  br ult i32 %a, 8 ? less : more  !0:3:5-6
less:
  ret 1  !0:4:5-6
more:
  ret 0  !0:5:5-6
}",
        expect![[r#"
            1:1 conditionals-boundary: replaced `<=` by `<` (where)
            1:1 negate-conditionals: replaced `<=` by `>` (always)
            1:1 bounds: replaced `9` by `10` (where)
            1:1 relations: replaced `<=` by `==` (where)
            2:1 conditionals-boundary: replaced `<` by `<=` (where)
            2:1 negate-conditionals: replaced `<` by `>=` (always)
            2:1 bounds: replaced `5` by `6` (where)
            2:1 relations: replaced `<` by `!=` (where)
            3:5 conditionals-boundary: replaced `<` by `<=` (where)
            3:5 bounds: replaced `8` by `7` (where)
            3:5 negate-conditionals: replaced `<` by `>=` (always)
            3:5 remove-conditionals: replaced a condition by true (where)
            3:5 remove-conditionals: replaced a condition by false (where)
            3:5 relations: replaced `<` by `!=` (where)
            4:5 primitive-returns: replaced the result by 0 (where)
            5:5 primitive-returns: replaced the result by 1 (where)
        "#]],
    );
}

#[test]
fn arithmetic_constants_and_negations_are_exchanged() {
    check(
        "(%a: i32, %x: f64) -> i32 {
entry:
  %s = add.checked i32 %a, 3  !0:1:1-2
  %t = xor i32 %s, %a  !0:2:1-2
  %u = neg i32 %t  !0:3:1-2
  %y = fmul f64 %x, 2.5  !0:4:1-2
  %v = copy i32 -1  !0:5:1-2
  ret %u
}",
        expect![[r#"
            1:1 math: replaced `+` by `-` (where)
            1:1 constants: replaced `3` by `4` (where)
            2:1 math: replaced `^` by `&` (where)
            2:1 further-math: replaced `^` by `|` (where)
            3:1 invert-negatives: removed `-` (where)
            4:1 math: replaced `*` by `/` (likely)
            4:1 further-math: replaced `*` by `+` (likely)
            4:1 constants: replaced `2.5` by `3.5` (likely)
            5:1 constants: replaced `-1` by `0` (always)
        "#]],
    );
}

#[test]
fn calls_and_stores_are_left_out_unless_they_must_stay() {
    check(
        "(%p: ptr, %a: i32) -> ptr {
entry:
  call void @kept(ptr %p)  !0:1:1-2
  call i32 @told(i32 7)  !0:2:1-2
  %r = call i32 @told(i32 %a)  !0:3:1-2
  store i32 0, %p  !0:4:1-2
  ret %p  !0:5:1-2
}",
        expect![[r#"
            2:1 constants: replaced `7` by `8` (always)
            2:1 void-calls: removed the call of `Direct(FuncId(1))` (unknown)
            3:1 value-calls: removed the call of `Direct(FuncId(1))` (likely)
            4:1 constants: replaced `0` by `1` (always)
            4:1 remove-stores: removed an assignment (likely)
            5:1 null-returns: replaced the result by null (where)
        "#]],
    );
}

#[test]
fn cases_are_taken_for_the_default_and_selects_are_mutated_as_branches_are() {
    check(
        "(%a: i32) -> i32 {
entry:
  %s = select uge i32 %a, 5 ? i32 1 : 2  !0:1:1-2
  switch i32 %a { 4294967295 -> one, 2 -> two, default -> two }  !0:2:1-2
one:
  ret %s  !0:3:1-2
two:
  ret %a
}",
        expect![[r#"
            1:1 conditionals-boundary: replaced `>=` by `>` (where)
            1:1 negate-conditionals: replaced `>=` by `<` (where)
            1:1 remove-conditionals: replaced a condition by true (where)
            1:1 remove-conditionals: replaced a condition by false (where)
            1:1 relations: replaced `>=` by `==` (where)
            2:1 remove-switch: removed `case -1` (where)
            3:1 primitive-returns: replaced the result by 0 (where)
            3:1 primitive-returns: replaced the result by 1 (where)
            3:1 insert-negatives: negated the result (where)
        "#]],
    );
}

#[test]
fn variables_that_have_a_value_keep_it_and_counting_is_turned_and_left_out() {
    check(
        "(%a: i32, %b: i32) -> i32 {
entry:
  %s = copy i32 %b  !0:1:1-2
  jump next
next:
  %t = mul i32 %s, %a  !0:2:1-2
  %s = copy i32 %t  !0:3:1-2
  %a = sub i32 %a, 1  !0:4:1-2
  br ne i32 %a, 0 ? next : done
done:
  ret %s
}",
        expect![[r#"
            2:1 math: replaced `*` by `/` (where)
            2:1 further-math: replaced `*` by `+` (where)
            3:1 remove-assignments: removed an assignment (where)
            4:1 increments: replaced `-` by `+` (where)
            4:1 remove-increments: removed an increment (where)
            4:1 constants: replaced `1` by `2` (where)
        "#]],
    );
}

#[test]
fn comparisons_get_the_other_relations_of_a_sufficient_set() {
    check(
        "(%a: i32, %p: ptr) -> i1 {
entry:
  %l = ule i32 %a, 7  !0:1:1-2
  br eq i32 %a, 7 ? more : done  !0:2:1-2
more:
  br ne ptr %p, null ? done : done  !0:3:1-2
done:
  ret %l  !0:4:1-2
}",
        expect![[r#"
            1:1 conditionals-boundary: replaced `<=` by `<` (where)
            1:1 negate-conditionals: replaced `<=` by `>` (always)
            1:1 bounds: replaced `7` by `8` (where)
            1:1 relations: replaced `<=` by `==` (where)
            2:1 negate-conditionals: replaced `==` by `!=` (always)
            2:1 remove-conditionals: replaced a condition by true (where)
            2:1 remove-conditionals: replaced a condition by false (where)
            2:1 relations: replaced `==` by `<=` (where)
            2:1 relations: replaced `==` by `>=` (where)
            3:1 negate-conditionals: replaced `!=` by `==` (always)
            3:1 remove-conditionals: replaced a condition by true (where)
            3:1 remove-conditionals: replaced a condition by false (where)
            4:1 false-returns: replaced the result by false (where)
            4:1 true-returns: replaced the result by true (where)
        "#]],
    );
}

#[test]
fn connectors_are_exchanged_where_conditions_share_an_end_or_bring_their_value_along() {
    check(
        "(%a: i32, %b: i32) -> i32 {
  var %v: i1
  decision d0 !0:1:1-9 { c0 !0:1:1-2 ? c1 : end, c1 !0:1:4-5 ? end : end }
  decision d1 !0:2:1-9 { c0 !0:2:1-2 ? end : c1, c1 !0:2:4-5 ? end : end }
entry:
  br d0.c0 ne i32 %a, 0 ? second : no  !0:1:1-2
second:
  br d0.c1 ne i32 %b, 0 ? yes : no
yes:
  br d1.c0 ne i32 %a, 1 ? end(%v = true) : third  !0:2:1-2
third:
  %w = ne i32 %b, 1
  br d1.c1 %w ? end(%v = %w) : end(%v = %w)
end:
  decide d1 %v
  br %v ? no : other
no:
  ret 0
other:
  ret 1
}",
        expect![[r#"
            1:1 connectors: replaced `&&` by `||` (unknown)
            1:1 negate-conditionals: replaced `!=` by `==` (always)
            1:1 remove-conditionals: replaced a condition by true (where)
            1:1 remove-conditionals: replaced a condition by false (where)
            1:1 relations: replaced `!=` by `<` (where)
            1:1 relations: replaced `!=` by `>` (where)
            2:1 connectors: replaced `||` by `&&` (unknown)
            2:1 negate-conditionals: replaced `!=` by `==` (always)
            2:1 remove-conditionals: replaced a condition by true (where)
            2:1 remove-conditionals: replaced a condition by false (where)
            2:1 relations: replaced `!=` by `<` (where)
            2:1 relations: replaced `!=` by `>` (where)
        "#]],
    );
}

#[test]
fn elements_are_taken_from_beside_and_new_objects_are_null() {
    check(
        "(%p: ptr, %i: i64) -> ptr {
entry:
  %q = address %p + %i * 4  !0:1:1-2
  %o = new Thing  !0:2:1-2
  call void @kept(ptr %o)  !0:2:1-2
  ret %q
}",
        expect![[r#"
            1:1 indices: replaced an index by `index + 1` (always)
            1:1 indices: replaced an index by `index - 1` (always)
            2:1 constructor-calls: replaced a new object by null: `Direct(FuncId(0))` (always)
        "#]],
    );
}

#[test]
fn results_are_negated_false_true_or_empty() {
    let more = "func @is(%a: i32) -> i32 {
entry:
  ret %a  !0:1:1-2
}
func @list(%p: ptr) -> ptr {
entry:
  ret %p  !0:2:1-2
}";
    check(
        &format!(
            "(%x: f64) -> f64 {{
entry:
  ret %x  !0:3:1-2
}}
{more}"
        ),
        expect![[r#"
            3:1 primitive-returns: replaced the result by 0 (likely)
            3:1 primitive-returns: replaced the result by 1 (likely)
            3:1 insert-negatives: negated the result (likely)
            1:1 false-returns: replaced the result by false (where)
            1:1 true-returns: replaced the result by true (where)
            1:1 insert-negatives: negated the result (where)
            2:1 null-returns: replaced the result by null (where)
            2:1 empty-returns: replaced the result by an empty list (unknown)
        "#]],
    );
}
