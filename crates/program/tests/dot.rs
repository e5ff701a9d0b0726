//! DOT graphs of small programs.

use expect_test::{Expect, expect};
use program::*;

fn parse(text: &str) -> Program {
    text::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn check(actual: &str, expected: Expect) {
    expected.assert_eq(actual);
    assert!(actual.ends_with("}\n"));
}

const SAMPLE: &str = r#"
file "sum.c"
class Error { size 0 }
declare @risky(%x: i32) -> i32
declare @fail()
func @sum(%n: i32, %e: ptr) -> i32 !0:1:1-12:2 {
  handlers h0 { catch Error %e -> caught, catch any %e -> caught }
  var %i: i32
  var %total: i32
entry:
  jump head(%i = 0, %total = 0)
head:
  br slt i32 %i, %n ? body : done  !0:3:10-15
body: handlers h0
  check bounds ult i32 %i, 10 else call @fail()  !0:4:5-9
  %r = call i32 @risky(i32 %i)  !0:5:5-20
  switch i32 %r { 1 -> next, -2 -> next, 3 -> caught, default -> next(%r = 0) }
next:
  %total = add i32 %total, %r
  jump head(%i = %r)
done:
  ret %total
caught:
  throw %e
dead:
  unreachable
}
"#;

#[test]
fn a_function_shows_its_loops_handlers_and_moves() {
    let program = parse(SAMPLE);
    let sum = program.function_named("sum").expect("it is there");
    check(
        &dot::function(&program, sum),
        expect![[r#"
            digraph "sum" {
              graph [fontname="monospace" fontsize=11]
              node [shape=box fontname="monospace" fontsize=10]
              edge [fontname="monospace" fontsize=9]
              label="@sum(%n: i32, %e: ptr) -> i32  sum.c:1-12" labelloc=t
              b0 [label="entry:\l" fillcolor=lightyellow style="filled"]
              b1 [label="head:  sum.c:3  loop 1\l  br slt i32 %i, %n\l" peripheries=2]
              b2 [label="body:  sum.c:4-5\l  check bounds ult i32 %i, 10 else call @fail()\l  %r = call i32 @risky(i32 %i)\l  switch i32 %r\l"]
              b3 [label="next:\l  %total = add i32 %total, %r\l"]
              b4 [label="done:\l  ret %total\l" style="rounded"]
              b5 [label="caught:\l  throw %e\l" color=red style="rounded"]
              b6 [label="dead:\l  unreachable\l" color=grey fontcolor=grey style="rounded"]
              b0 -> b1 [label=" %i = 0  %total = 0"]
              b1 -> b2 [label=" true"]
              b1 -> b4 [label=" false"]
              b2 -> b3 [label=" 1, -2"]
              b2 -> b5 [label=" 3"]
              b2 -> b3 [label=" default  %r = 0"]
              b2 -> b5 [label=" catch Error, any" style=dashed]
              b3 -> b1 [label=" %i = %r" color=blue]
            }
        "#]],
    );
}

#[test]
fn a_program_shows_every_function_in_a_frame() {
    let program = parse(
        "declare @g()\nfunc @f() {\nentry:\n  call void @g()\n  ret\n}\nfunc @h() {\nentry:\n  ret\n}\n",
    );
    check(
        &dot::program(&program),
        expect![[r#"
        digraph {
          graph [fontname="monospace" fontsize=11]
          node [shape=box fontname="monospace" fontsize=10]
          edge [fontname="monospace" fontsize=9]
          subgraph cluster_1 {
            label="@f()"
            f1_b0 [label="entry:\l  call void @g()\l  ret\l" fillcolor=lightyellow style="filled,rounded"]
          }
          subgraph cluster_2 {
            label="@h()"
            f2_b0 [label="entry:\l  ret\l" fillcolor=lightyellow style="filled,rounded"]
          }
        }
    "#]],
    );
    let declared = program.function_named("g").expect("it is there");
    assert!(dot::function(&program, declared).contains("no body"));
}

#[test]
fn the_call_graph_tells_kinds_of_calls_apart() {
    let program = parse(
        "declare @g(%x: i32)\ndeclare @fail()\nfunc @f(%p: ptr) {\nentry:\n  %q = address @g + 0 * 0 + 0\n  call void *%q(i32 1)\n  check null ne ptr %p, null else call @fail()\n  call void @f(ptr %p)\n  ret\n}\n",
    );
    check(
        &dot::calls(&program),
        expect![[r#"
        digraph {
          graph [fontname="monospace" fontsize=11]
          node [shape=box fontname="monospace" fontsize=10]
          edge [fontname="monospace" fontsize=9]
          f0 [label="g" style=rounded color=grey fontcolor=grey]
          f1 [label="fail" style=rounded color=grey fontcolor=grey]
          f2 [label="f" style=rounded peripheries=2]
          f2 -> f0 [style=dashed]
          f2 -> f1 [style=dotted color=red]
          f2 -> f2
        }
    "#]],
    );
}

#[test]
fn strange_names_and_long_blocks_stay_readable() {
    let mut program = parse(SAMPLE);
    let sum = program.function_named("sum").expect("it is there");
    let function = &mut program.functions[sum];
    function.blocks[BlockId(0)].label = "a \"quoted\\\nname".to_owned();
    let many = vec![Located::nowhere(Instruction::Count { counter: CounterId(0) }); 40];
    function.blocks[BlockId(3)].instructions = many;
    let text = dot::function(&program, sum);
    assert!(text.contains(r#"b0 [label="a \"quoted\\\\nname:\l""#), "{text}");
    assert_eq!(text.matches("count 0").count(), 24);
    assert!(text.contains("… 16 more …"));
}
