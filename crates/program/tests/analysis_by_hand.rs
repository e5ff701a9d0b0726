//! The graphs of hand-written programs: handlers, virtual and indirect calls, recursion, distances.

use std::collections::BTreeSet;
use std::fmt::Write;

use expect_test::{Expect, expect};
use program::analysis::hierarchy::Hierarchy;
use program::analysis::supergraph::{Options, Supergraph};
use program::analysis::{
    Ahead, CallGraph, Cfg, ControlDependence, Distances, Dominators, EdgeKind, Loops,
    PostDominators, Unwinding,
};
use program::*;

fn parse(text: &str) -> Program {
    text::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn check(actual: &str, expected: Expect) {
    expected.assert_eq(actual);
}

const CATCHING: &str = r"
class Error { size 0 }
declare @risky() -> i32
declare @thrower()
func @f(%e: ptr, %i: i32) {
  handlers h0 { catch Error %e -> caught }
  handlers h1 { catch Error %e -> caught, catch any %e -> other }
entry: handlers h0
  br slt i32 %i, 0 ? throws : calls
throws: handlers h0
  throw %e
calls: handlers h1
  call i32 @risky()
  jump checks
checks: handlers h1
  check bounds ult i32 %i, 10 else call @thrower()
  jump plain
plain: handlers h1
  %i = add i32 %i, 1
  jump rethrows
rethrows: handlers h1
  throw %e
caught:
  ret
other:
  unreachable
}";

#[test]
fn what_leads_to_handlers_is_a_choice() {
    let program = parse(CATCHING);
    let function = &program.functions[program.function_named("f").expect("it is there")];
    let label = |block: BlockId| function.blocks[block].label.as_str();
    let mut text = String::new();
    for unwinding in [Unwinding::Throws, Unwinding::Calls, Unwinding::Checks] {
        let cfg = Cfg::new(function, unwinding);
        writeln!(text, "{unwinding:?}").expect("strings can be written");
        for block in cfg.blocks() {
            let way = |edge: &analysis::CfgEdge| match edge.kind {
                EdgeKind::Exceptional => format!("!{}", label(edge.to)),
                EdgeKind::Jump | EdgeKind::Outcome => label(edge.to).to_owned(),
            };
            let ways: Vec<String> = cfg.outgoing(block).iter().map(way).collect();
            let exit = cfg.exit(block).map_or(String::new(), |exit| format!(" {exit:?}"));
            writeln!(text, "  {} -> [{}]{exit}", label(block), ways.join(", ")).expect("as above");
        }
    }
    check(
        &text,
        expect![[r#"
            Throws
              entry -> [throws, calls]
              throws -> [!caught] Throw
              calls -> [checks]
              checks -> [plain]
              plain -> [rethrows]
              rethrows -> [!caught, !other]
              caught -> [] Return
              other -> [] Unreachable
            Calls
              entry -> [throws, calls]
              throws -> [!caught] Throw
              calls -> [checks, !caught, !other]
              checks -> [plain]
              plain -> [rethrows]
              rethrows -> [!caught, !other]
              caught -> [] Return
              other -> [] Unreachable
            Checks
              entry -> [throws, calls]
              throws -> [!caught] Throw
              calls -> [checks, !caught, !other]
              checks -> [plain, !caught, !other]
              plain -> [rethrows]
              rethrows -> [!caught, !other]
              caught -> [] Return
              other -> [] Unreachable
        "#]],
    );
}

#[test]
fn edges_are_found_by_index_number_and_end() {
    let program = parse(CATCHING);
    let function = &program.functions[program.function_named("f").expect("it is there")];
    let cfg = Cfg::new(function, Unwinding::Checks);
    for (number, edge) in cfg.edges().iter().enumerate() {
        assert_eq!(cfg.number(edge.index), number);
        assert_eq!(cfg.edge(edge.index), Some(edge));
        assert!(cfg.incoming(edge.to).any(|incoming| incoming == edge));
        assert!(cfg.predecessors(edge.to).any(|block| block == edge.index.block));
    }
    let incoming: usize = cfg.blocks().map(|block| cfg.incoming(block).len()).sum();
    assert_eq!(incoming, cfg.edges().len());
    let order = cfg.reverse_post_order();
    assert!(order.iter().enumerate().all(|(at, &block)| cfg.position(block) == Some(at as u32)));
}

#[test]
fn a_function_without_body_has_an_empty_graph() {
    let cfg = Cfg::new(&Function::default(), Unwinding::Checks);
    assert!(cfg.is_empty() && cfg.edges().is_empty() && cfg.reverse_post_order().is_empty());
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    assert!(loops.all().is_empty());
    PostDominators::new(&cfg);
}

const CALLING: &str = r"
global @table: 8 align 8 = { 0: @twice }
class Shape { size 0 method area = @Shape.area }
class Square extends Shape { size 0 method area = @Square.area init @Square.clinit }
interface Named { method name = @Named.name }
interface Secret { method name = @Secret.name }
class Tile extends Square implements Named { size 0 }
declare @Shape.area(%this: ptr) -> i32
func @Square.area(%this: ptr) -> i32 {
entry:
  ret 4
}
func @Square.clinit() {
entry:
  ret
}
func @Named.name(%this: ptr) -> ptr {
entry:
  ret null
}
func @Secret.name(%this: ptr) -> ptr {
entry:
  ret null
}
func @twice(%x: i32) -> i32 {
entry:
  ret %x
}
func @wide(%x: i64) -> i32 {
entry:
  ret 1
}
declare @log(%level: i32, ...) -> i32
func @fail() {
entry:
  unreachable
}
func @even(%x: i32) -> i32 {
entry:
  check assertion sgt i32 %x, 0 else call @fail()
  %r = call i32 @odd(i32 %x)
  ret %r
}
func @odd(%x: i32) -> i32 {
entry:
  %r = call i32 @even(i32 %x)
  ret %r
}
func @main(%o: ptr) -> i32 {
entry:
  init Square
  init Shape
  %a = callvirt i32 area(ptr %o)
  %n = callvirt ptr name(ptr %o)
  %p = load ptr @table
  %b = call i32 *%p(i32 1)
  %c = call i32 *%p(i64 1)
  %d = call i32 *%p(i32 1, i32 2)
  %e = call i32 @even(i32 %d)
  %f = call i32 @printer(ptr @wide, ptr @log)
  ret %e
}
declare @printer(%f: ptr, %g: ptr) -> i32
";

#[test]
fn calls_end_in_what_their_kind_allows() {
    let program = parse(CALLING);
    let calls = CallGraph::new(&program);
    let names = |ids: &mut dyn Iterator<Item = FuncId>| -> String {
        ids.map(|id| program.functions[id].name.as_str()).collect::<Vec<_>>().join(" ")
    };
    let mut text = String::new();
    for (id, function) in program.functions.iter() {
        for site in calls.sites(id) {
            let targets = names(&mut calls.targets(site.targets).iter().copied());
            writeln!(text, "{} {}: {:?} -> {targets}", function.name, site.index, site.kind)
                .expect("a string");
        }
    }
    text += "bottom up:";
    for group in calls.bottom_up() {
        write!(text, " [{}]", names(&mut group.into_iter())).expect("a string");
    }
    let recursive = names(&mut program.functions.ids().filter(|&id| calls.is_recursive(id)));
    let taken = names(&mut program.functions.ids().filter(|&id| calls.is_address_taken(id)));
    let main = program.function_named("odd").expect("it is there");
    let plain = names(&mut calls.reachable([main], false).iter().map(FuncId::new));
    let failing = names(&mut calls.reachable([main], true).iter().map(FuncId::new));
    write!(text, "\nrecursive: {recursive}\naddress taken: {taken}\nfrom odd: {plain}; with failures: {failing}\n")
        .expect("a string");
    check(
        &text,
        expect![[r#"
            even 0: Failure -> fail
            even 1: Direct -> odd
            odd 0: Direct -> even
            main 0: Initializer -> Square.clinit
            main 2: Virtual -> Shape.area Square.area
            main 3: Virtual -> Named.name
            main 5: Indirect -> twice log
            main 6: Indirect -> wide
            main 7: Indirect -> log
            main 8: Direct -> even
            main 9: Direct -> printer
            bottom up: [Shape.area] [Square.area] [Square.clinit] [Named.name] [Secret.name] [twice] [wide] [log] [fail] [even odd] [printer] [main]
            recursive: even odd
            address taken: twice wide log
            from odd: even odd; with failures: fail even odd
        "#]],
    );
}

#[test]
fn virtual_calls_end_where_a_look_up_does() {
    let mut rng = fastrand::Rng::with_seed(31);
    let mut defaults = 0;
    for _ in 0..400 {
        let mut program = Program::default();
        let selector = program.selectors.push("m".to_owned());
        let count = rng.u32(1..9);
        for id in 0..count {
            program.functions.push(Function { name: format!("f{id}"), ..Function::default() });
            let interface = rng.bool();
            let before: Vec<ClassId> = program.classes.ids().collect();
            let of_kind = |interface: bool| -> Vec<ClassId> {
                before
                    .iter()
                    .copied()
                    .filter(|&class| program.classes[class].interface == interface)
                    .collect()
            };
            let (classes, interfaces) = (of_kind(false), of_kind(true));
            program.classes.push(Class {
                name: format!("C{id}"),
                interface,
                superclass: (!interface && rng.bool()).then(|| rng.choice(classes)).flatten(),
                interfaces: interfaces.into_iter().filter(|_| rng.u8(..3) == 0).collect(),
                methods: if rng.u8(..3) == 0 { vec![(selector, FuncId(id))] } else { Vec::new() },
                ..Class::default()
            });
        }
        let own = |class: ClassId| program.classes[class].methods.first().map(|method| method.1);
        let mut expected = BTreeSet::new();
        for (id, class) in program.classes.iter().filter(|(_, class)| !class.interface) {
            let mut at = Some(id);
            let mut chain = Vec::new();
            while let Some(class) = at {
                chain.push(class);
                at = program.classes[class].superclass;
            }
            match chain.iter().find_map(|&class| own(class)) {
                Some(function) => _ = expected.insert(function),
                None => {
                    let mut work: Vec<ClassId> = chain
                        .iter()
                        .flat_map(|&class| program.classes[class].interfaces.clone())
                        .collect();
                    while let Some(interface) = work.pop() {
                        expected.extend(own(interface));
                        defaults += u32::from(own(interface).is_some());
                        work.extend(&program.classes[interface].interfaces);
                    }
                }
            }
            assert!(Hierarchy::new(&program).supertypes(id).contains(id.index()), "{class:?}");
        }
        let found = Hierarchy::new(&program).targets(&program, selector);
        assert!(found.iter().copied().eq(expected), "{program:?}");
    }
    assert!(defaults > 50, "{defaults} inherited from interfaces");
}

#[test]
fn distances_count_branch_edges_across_calls() {
    let program = parse(
        r"
func @leaf(%x: i32) -> i32 {
entry:
  br eq i32 %x, 1 ? deep : shallow
deep:
  br eq i32 %x, 2 ? goal : shallow
goal:
  ret 1
shallow:
  ret 0
}
func @never() {
entry:
  jump entry
}
func @top(%x: i32) -> i32 {
entry:
  br eq i32 %x, 0 ? direct : stuck
direct:
  %r = call i32 @leaf(i32 %x)
  jump after
after:
  br eq i32 %r, 1 ? good : bad
good:
  ret 1
bad:
  ret 0
stuck:
  call void @never()
  %s = call i32 @leaf(i32 %x)
  ret %s
}",
    );
    let calls = CallGraph::new(&program);
    let place = |function: &str, label: &str| {
        let id = program.function_named(function).expect("it is there");
        let mut blocks = program.functions[id].blocks.iter();
        (id, blocks.find(|(_, block)| block.label == label).expect("it is there").0)
    };
    let mut text = String::new();
    for (function, label) in [("leaf", "goal"), ("top", "good")] {
        for returns in [false, true] {
            let options = Options { returns, ..Options::default() };
            let graph = Supergraph::new(&program, &calls, options);
            let distances = Distances::to(&graph, [place(function, label)]);
            write!(text, "to {function} {label}, returns {returns}:").expect("a string");
            for (id, function) in program.functions.iter() {
                for (block, body) in function.blocks.iter() {
                    let distance = distances.from_block(id, block);
                    let distance = distance.map_or("-".to_owned(), |distance| distance.to_string());
                    write!(text, " {}.{} {distance}", function.name, body.label).expect("a string");
                }
            }
            text.push('\n');
        }
    }
    check(
        &text,
        expect![[r#"
            to leaf goal, returns false: leaf.entry 2 leaf.deep 1 leaf.goal 0 leaf.shallow - never.entry - top.entry 3 top.direct 2 top.after - top.good - top.bad - top.stuck -
            to leaf goal, returns true: leaf.entry 2 leaf.deep 1 leaf.goal 0 leaf.shallow - never.entry - top.entry 3 top.direct 2 top.after - top.good - top.bad - top.stuck -
            to top good, returns false: leaf.entry - leaf.deep - leaf.goal - leaf.shallow - never.entry - top.entry 2 top.direct 1 top.after 1 top.good 0 top.bad - top.stuck -
            to top good, returns true: leaf.entry 2 leaf.deep 2 leaf.goal 1 leaf.shallow 1 never.entry - top.entry 2 top.direct 1 top.after 1 top.good 0 top.bad - top.stuck -
        "#]],
    );
}

/// A long ladder whose every rung also calls a function of its own loop.
fn tower(rungs: u32) -> Program {
    let mut text = String::from(
        "func @work(%x: i32) {\nentry:\n  br slt i32 %x, 3 ? entry : done\ndone:\n  ret\n}\nfunc @tower(%x: i32) {\n",
    );
    for rung in 0..rungs {
        let next = if rung + 1 == rungs { "end".to_owned() } else { format!("b{}", rung + 1) };
        writeln!(
            text,
            "b{rung}:\n  call void @work(i32 %x)\n  br eq i32 %x, {rung} ? {next} : end"
        )
        .expect("a string");
    }
    text += "end:\n  ret\n}\n";
    parse(&text)
}

#[test]
fn a_function_of_20000_blocks_is_no_trouble() {
    let program = tower(20_000);
    let calls = CallGraph::new(&program);
    let tower = program.function_named("tower").expect("it is there");
    let options = Options { unwinding: Unwinding::Checks, returns: true };
    let graph = Supergraph::new(&program, &calls, options);
    let distances = Distances::to(&graph, [(tower, BlockId(19_999))]);
    assert_eq!(distances.from_block(tower, BlockId(0)), Some(19_999));
    let cfg = Cfg::new(&program.functions[tower], Unwinding::Throws);
    assert!(Loops::new(&cfg, &Dominators::new(&cfg)).all().is_empty());
}

#[test]
fn what_lies_ahead_shrinks_on_the_way_up_a_tower() {
    let program = tower(2_000);
    let (calls, sites) = (CallGraph::new(&program), SiteTable::new(&program));
    let tower = program.function_named("tower").expect("it is there");
    let ahead = Ahead::new(&Supergraph::new(&program, &calls, Options::default()), &sites);
    for rung in [0, 1, 1_000, 1_999] {
        // Two outcomes of every rung from here on, and two of the loop that each calls.
        let count = ahead.from_block(tower, BlockId(rung)).iter().count();
        assert_eq!(count, 2 * (2_000 - rung as usize) + 2);
    }
}

#[test]
fn what_lies_ahead_is_in_callees_and_on_request_in_callers() {
    let program = parse(
        r"
func @callee(%x: i32) -> i32 {
entry:
  br eq i32 %x, 1 ? more : done
more:
  br eq i32 %x, 2 ? done : done
done:
  ret %x
}
func @caller(%x: i32) -> i32 {
entry:
  %a = select slt i32 %x, 0 ? i32 1 : 2
  br eq i32 %x, 7 ? calls : done
calls:
  %b = call i32 @callee(i32 %a)
  br eq i32 %b, 3 ? done : done
done:
  ret %x
}",
    );
    let (calls, sites) = (CallGraph::new(&program), SiteTable::new(&program));
    let mut text = String::new();
    for returns in [false, true] {
        let graph = Supergraph::new(&program, &calls, Options { returns, ..Options::default() });
        let ahead = Ahead::new(&graph, &sites);
        writeln!(text, "returns {returns}").expect("a string");
        for (_, site) in sites.iter() {
            for index in 0..site.outcomes() {
                let function = &program.functions[site.point.function];
                let label = &function.blocks[site.point.block].label;
                let kind = site.kind;
                let outcomes: Vec<u32> =
                    ahead.after(site.outcome(index)).iter().map(|o| o.0).collect();
                let number = site.outcome(index).0;
                writeln!(text, "  {number} ({}.{label} {kind:?}): {outcomes:?}", function.name)
                    .expect("a string");
            }
        }
    }
    check(
        &text,
        expect![[r#"
        returns false
          0 (callee.entry Branch): [2, 3]
          1 (callee.entry Branch): []
          2 (callee.more Branch): []
          3 (callee.more Branch): []
          4 (caller.entry Select): [0, 1, 2, 3, 6, 7, 8, 9]
          5 (caller.entry Select): [0, 1, 2, 3, 6, 7, 8, 9]
          6 (caller.entry Branch): [0, 1, 2, 3, 8, 9]
          7 (caller.entry Branch): []
          8 (caller.calls Branch): []
          9 (caller.calls Branch): []
        returns true
          0 (callee.entry Branch): [2, 3, 8, 9]
          1 (callee.entry Branch): [8, 9]
          2 (callee.more Branch): [8, 9]
          3 (callee.more Branch): [8, 9]
          4 (caller.entry Select): [0, 1, 2, 3, 6, 7, 8, 9]
          5 (caller.entry Select): [0, 1, 2, 3, 6, 7, 8, 9]
          6 (caller.entry Branch): [0, 1, 2, 3, 8, 9]
          7 (caller.entry Branch): []
          8 (caller.calls Branch): []
          9 (caller.calls Branch): []
    "#]],
    );
}

#[test]
fn failed_checks_control_nothing() {
    let program = parse(
        r"
declare @fail()
func @f(%p: ptr, %x: i32) -> i32 {
entry:
  check null ne ptr %p, null else call @fail()
  jump middle
middle:
  %q = udiv i32 1, %x
  br eq i32 %q, 0 ? yes : end
yes:
  check bounds ult i32 %x, 4
  jump end
end:
  ret %q
}",
    );
    let function = &program.functions[program.function_named("f").expect("it is there")];
    let cfg = Cfg::new(function, Unwinding::Checks);
    let control = ControlDependence::new(&cfg, &PostDominators::new(&cfg));
    let direct: Vec<usize> = cfg.blocks().map(|block| control.direct(block).len()).collect();
    assert_eq!(direct, [0, 0, 1, 0]);
}
