//! What small pieces of C become.

use super::support::{functions, lower_all};
use expect_test::{Expect, expect};

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&functions(text));
}

#[test]
fn variables_are_registers_and_comparisons_stay_with_their_branches() {
    check(
        "int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
        &expect![[r#"
            func @sum(%n: i32) -> i32 {
            entry:
              count 0
              %s = copy i32 0
              %i = copy i32 0
              jump for.cond
            for.cond:
              br slt i32 %i, %n ? for.body : for.end
            for.body:
              count 1
              %s = add.checked i32 %s, %i
              jump for.inc
            for.inc:
              %i = add.checked i32 %i, 1
              jump for.cond
            for.end:
              ret %s
            }
        "#]],
    );
}

#[test]
fn a_variable_that_may_be_read_too_early_is_checked() {
    check(
        "int f(int c) { int x; if (c) x = 4; return x; }",
        &expect![[r#"
        func @f(%c: i32) -> i32 {
        entry:
          %x = copy i32 0
          %x.set = copy i1 false
          count 0
          br ne i32 %c, 0 ? if.then : if.end
        if.then:
          count 1
          %x = copy i32 4
          %x.set = copy i1 true
          jump if.end
        if.end:
          check initialised %x.set
          ret %x
        }
    "#]],
    );
}

#[test]
fn conditions_and_decisions_are_told_where_they_are_made() {
    check(
        "int f(int a, int b, int c) { return (a > 0 && !b) || c == 3 ? 1 : 2; }",
        &expect![[r#"
        func @f(%a: i32, %b: i32, %c: i32) -> i32 {
          var %12: i1
          decision d0 { c0 ? c1 : c2, c1 ? end : c2, c2 ? end : end }
        entry:
          count 0
          br d0.c0 sgt i32 %a, 0 ? land.lhs.true : lor.rhs
        land.lhs.true:
          count 4
          br d0.c1 eq i32 %b, 0 ? lop.rhscnt : lor.rhs
        lop.rhscnt:
          count 5
          jump lor.end(%12 = true)
        lor.rhs:
          count 2
          %cmp1 = eq i32 %c, 3
          br d0.c2 %cmp1 ? lor.end(%12 = %cmp1) : lor.rhscnt
        lor.rhscnt:
          count 3
          jump lor.end(%12 = %cmp1)
        lor.end:
          decide d0 %12
          %cond = select %12 ? i32 1 : 2
          ret %cond
        }
    "#]],
    );
}

#[test]
fn fields_and_elements_are_reached_by_offsets() {
    check(
        "struct s { char tag; int at[4]; struct s *next; };
         int f(struct s *p, long i) { p->next->tag = 1; return p->at[i] + p->next->at[2]; }",
        &expect![[r#"
            func @f(%p: ptr, %i: i64) -> i32 {
            entry:
              count 0
              %1 = load ptr %p + 24
              store i8 1, %1
              %arrayidx = address %p + %i * 4 + 4
              %4 = load i32 %arrayidx
              %6 = load ptr %p + 24
              %7 = load i32 %6 + 12
              %add = add.checked i32 %4, %7
              ret %add
            }
        "#]],
    );
}

#[test]
fn a_structure_in_registers_goes_through_a_hidden_pointer() {
    check(
        "struct p { long a, b; }; struct p f(long x) { struct p r = { x, 2 }; return r; }
         long g(void) { return f(1).b; }",
        &expect![[r#"
            func @f(%result: ptr, %x: i64) {
            entry:
              %retval = alloc stack 16 align 8
              count 0
              store i64 %x, %retval
              store i64 2, %retval + 8
              %1 = load.zeros i64 %retval
              %1.2 = load.zeros i64 %retval + 8
              store i64 %1, %result
              store i64 %1.2, %result + 8
              ret
            }

            func @g() -> i64 {
              var %coerce: ptr
            entry:
              %returned = alloc stack 16 align 8
              %coerce = alloc stack 16 align 8
              count 0
              call void @f(ptr %returned, i64 1)
              %call = load i64 %returned
              %call.2 = load i64 %returned + 8
              store i64 %call, %coerce
              store i64 %call.2, %coerce + 8
              %4 = load i64 %coerce + 8
              ret %4
            }
        "#]],
    );
}

#[test]
fn a_variable_whose_address_is_taken_stays_in_memory() {
    check(
        "void g(int *); int f(int x) { int y = x; g(&y); return y + x; }",
        &expect![[r#"
        func @f(%x: i32) -> i32 {
        entry:
          %y = alloc stack 4 align 4
          count 0
          store i32 %x, %y
          call void @g(ptr %y)
          %1 = load i32 %y
          %add = add.checked i32 %1, %x
          ret %add
        }

        declare @g(%arg0: ptr)
    "#]],
    );
}

#[test]
fn names_that_only_a_file_sees_get_its_name() {
    let lowered = lower_all(&[
        "static int f(void) { return 1; } int other(void); int main(void) { return f() + other(); }",
        "static int f(void) { static int n = 5; return n; } int other(void) { return f(); }",
    ]);
    let names: Vec<&str> =
        lowered.program.functions.values().map(|function| function.name.as_str()).collect();
    expect!["a.c:f main other b.c:f"].assert_eq(&names.join(" "));
    assert!(lowered.program.global_named("b.c:f.n").is_some());
}

#[test]
fn the_catalogue_speaks_as_the_source_does() {
    let lowered = lower_all(&["enum colour { RED, GREEN = 5 };
         typedef unsigned int uint;
         struct item { char name[8]; uint count : 3; enum colour colour; struct item *next; };
         static int hidden = 3;
         struct item *find(const struct item *list, uint count, int (*test)(char, double)) { return 0; }"]);
    let text = program::text::print(&lowered.program);
    let kept: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("type ")).collect();
    expect![[r#"
        type item.ptr = pointer to item
        type item = struct item size 24 { name: char.array at 0, count: uint at 8 bits 0:3, colour: colour at 12, next: item.ptr at 16 }
        type char.array = array 8 of char
        type char = char 8
        type uint = alias uint of uint32
        type uint32 = uint 32
        type colour = enum colour uint 32 { RED = 0, GREEN = 5 }
        type item.const.ptr = pointer to item.const
        type item.const = const item
        type function.ptr = pointer to function
        type function = function(char, f64) -> int32
        type int32 = int 32
        type f64 = f64

        api readonly item.const.ptr
        api function @find(list: item.const.ptr, count: uint, test: function.ptr) -> item.ptr
        api global @"a.c:hidden": int32"#]].assert_eq(&kept.join("\n"));
}
