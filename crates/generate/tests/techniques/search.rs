//! `avm` and `ga` on small programs: what they cover, for each target alone and all together.

use super::common::{executions, generated, generated_with, parse, sample, text};
use coverage::Criterion;
use generate::{Algorithm, Budget, Search, Settings};
use machine::{Context, Given, Models, Value};
use program::Type;
use search::algorithm::WegenerGa;
use search::fitness::FitnessKind;
use trace::Wanted;

fn avm() -> Search {
    Search { evaluations: 5_000, ..Search::default() }
}

fn ga() -> Search {
    Search { algorithm: Algorithm::Ga(WegenerGa::default()), ..avm() }
}

#[test]
fn every_branch_of_the_triangle_is_covered() {
    let program = sample("triangle.fir");
    for search in [avm(), ga(), Search { uniform: true, ..avm() }] {
        let generated = generated(&program, &search, &executions(100_000));
        assert_eq!(generated.coverage.open(Criterion::Branch).count(), 0, "{search:?}");
        assert!(generated.searched.is_empty());
    }
}

#[test]
fn the_same_seed_gives_the_same_scenarios_for_any_number_of_threads() {
    let program = sample("triangle.fir");
    for search in [avm(), ga()] {
        let run = |jobs: usize| {
            let settings = Settings { jobs, ..executions(30_000) };
            text(&program, &generated(&program, &search, &settings))
        };
        assert_eq!(run(1), run(3));
    }
}

#[test]
fn each_target_has_a_search_of_its_own() {
    let program = sample("triangle.fir");
    let search = Search { each_target: true, uniform: true, evaluations: 300, ..avm() };
    let settings = Settings { budget: Budget::default(), ..Settings::default() };
    let generated = generated(&program, &search, &settings);
    let goals = generated.coverage.goals().goals.values();
    let wanted = goals.filter(|goal| Criterion::Branch.wants(goal)).count();
    assert_eq!(generated.searched.len(), wanted);
    for searched in &generated.searched {
        assert!((1..=300).contains(&searched.evaluations), "{searched:?}");
        assert!(searched.covered || searched.evaluations == 300, "{searched:?}");
    }
    assert!(generated.searched.iter().any(|searched| searched.covered));
    assert_eq!(
        generated.statistics.executions,
        generated.searched.iter().map(|searched| searched.evaluations).sum::<u64>()
    );
}

#[test]
fn a_target_that_cannot_be_covered_leaves_executions_for_the_others() {
    let program = parse(
        "func @f(%x: i32, %y: i32) -> i32 {
        entry:
          %square = mul i32 %x, %x
          br eq i32 %square, 3 ? never : second
        second:
          br eq i32 %y, 123456 ? found : end
        never:
          ret 2
        found:
          ret 1
        end:
          ret 0
        }",
    );
    let search = Search { uniform: true, evaluations: 100_000, ..avm() };
    let generated = generated(&program, &search, &executions(3_000));
    assert_eq!(generated.coverage.open(Criterion::Branch).count(), 1);
}

#[test]
fn executions_with_which_an_input_grew_are_evaluations_too() {
    let program = parse(
        "func @f(%numbers: ptr) -> i32 {
        entry:
          %null = eq ptr %numbers, 0
          br %null ? end : far
        far:
          %a = load i32 %numbers + 36
          br eq i32 %a, 111 ? found : end
        found:
          ret 1
        end:
          ret 0
        }
        type int = int 32
        type int.ptr = pointer to int
        api function @f(numbers: int.ptr) -> int",
    );
    let search = Search { each_target: true, uniform: true, evaluations: 50, ..avm() };
    let settings = Settings { budget: Budget::default(), ..Settings::default() };
    let generated = generated(&program, &search, &settings);
    assert!(generated.searched.iter().all(|it| it.covered || it.evaluations == 50));
    assert_eq!(
        generated.statistics.executions,
        generated.searched.iter().map(|searched| searched.evaluations).sum::<u64>()
    );
}

#[test]
fn texts_arrays_and_pointers_are_changed_too() {
    // A text that begins with "ok!".
    let program = parse(
        "func @f(%text: ptr) -> i32 {
        entry:
          %null = eq ptr %text, 0
          br %null ? end : first
        first:
          %a = load i8 %text
          br eq i8 %a, 111 ? second : end
        second:
          %b = load i8 %text + 1
          br eq i8 %b, 107 ? third : end
        third:
          %c = load i8 %text + 2
          br eq i8 %c, 33 ? found : end
        found:
          ret 1
        end:
          ret 0
        }
        type int = int 32
        type char = char 8
        type char.ptr = pointer to char
        api function @f(text: char.ptr) -> int",
    );
    for kind in [FitnessKind::Standard, FitnessKind::Enhanced, FitnessKind::Combined] {
        let search = Search { fitness: kind, uniform: true, ..avm() };
        let generated = generated(&program, &search, &executions(40_000));
        assert_eq!(generated.coverage.open(Criterion::Branch).count(), 0, "{kind}");
    }
}

#[test]
fn a_number_and_the_same_object_or_none_are_found_together() {
    let program = parse(
        "func @f(%n: i32, %a: ptr, %b: ptr) -> i32 {
        entry:
          br eq i32 %n, 123456 ? pair : second
        pair:
          br eq ptr %a, %b ? same : end
        same:
          br ne ptr %a, 0 ? found : end
        second:
          br eq i32 %n, -777777 ? some : end
        some:
          br ne ptr %a, 0 ? none : end
        none:
          br eq ptr %b, 0 ? found : end
        found:
          ret 1
        end:
          ret 0
        }
        type int = int 32
        type node = struct node size 4 { v: int at 0 }
        type node.ptr = pointer to node
        api function @f(n: int, a: node.ptr, b: node.ptr) -> int",
    );
    let settings = Settings { budget: Budget::default(), ..Settings::default() };
    for search in [avm(), ga()] {
        let search = Search { each_target: true, uniform: true, ..search };
        let generated = generated(&program, &search, &settings);
        assert!(generated.searched.iter().all(|searched| searched.covered), "{search:?}");
    }
}

#[test]
fn whether_a_file_is_there_and_what_it_holds_is_searched_for() {
    // `first` gives the first byte of a file, -1 of an empty one and -2 where there is none.
    let mut models = Models::standard();
    models.add("first", |context: &mut dyn Context, _: &[Value]| {
        let content = context.environment().bytes(Given::File("settings")).map(<[u8]>::to_vec);
        if content.is_none() {
            context.want(Wanted::File("settings".to_owned()));
        }
        let byte = content.map_or(-2, |bytes| bytes.first().map_or(-1, |byte| i32::from(*byte)));
        Ok(Some(Value::new(Type::I32, u128::from(byte as u32))))
    });
    let program = parse(
        "func @f(%n: i32) -> i32 {
        entry:
          br eq i32 %n, 123456 ? read : end
        read:
          %byte = call i32 @first()
          br eq i32 %byte, -2 ? end : there
        there:
          br eq i32 %byte, -1 ? end : byte
        byte:
          br eq i32 %byte, 3 ? found : end
        found:
          ret 1
        end:
          ret 0
        }
        declare @first() -> i32",
    );
    let settings = Settings { budget: Budget::default(), ..Settings::default() };
    // A population needs longer for a number out of all that there are than for a constant of the code.
    let random = Search { algorithm: Algorithm::Random, evaluations: 50_000, ..avm() };
    for search in [Search { uniform: true, ..avm() }, ga(), random] {
        let search = Search { each_target: true, ..search };
        let generated = generated_with(models.clone(), &program, &search, &settings);
        assert!(generated.searched.iter().all(|searched| searched.covered), "{search:?}");
    }
}

#[test]
fn targets_in_functions_that_cannot_be_called_are_reached_through_others() {
    let program = parse(
        "func @inner(%x: i32) -> i32 {
        entry:
          br eq i32 %x, 123456 ? yes : no
        yes:
          ret 1
        no:
          ret 0
        }
        func @outer(%a: i32, %b: i32) -> i32 {
        entry:
          br eq i32 %a, 77777 ? call : no
        call:
          %r = call i32 @inner(i32 %b)
          br eq i32 %r, 1 ? yes : no
        yes:
          ret 1
        no:
          ret 0
        }",
    );
    let generated = generated(&program, &avm(), &executions(40_000));
    assert_eq!(generated.coverage.open(Criterion::Branch).count(), 0);
}

#[test]
fn pairs_of_evaluations_are_found_for_mcdc() {
    let program = parse(
        "func @f(%a: i32, %b: i32, %c: i32) {
          decision d0 { c0 ? c1 : c2, c1 ? end : c2, c2 ? end : end }
        entry:
          br d0.c0 eq i32 %a, 1000001 ? second : third
        second:
          br d0.c1 eq i32 %b, 1000002 ? yes : third
        third:
          br d0.c2 eq i32 %c, 1000003 ? yes : no
        yes:
          decide d0 true
          ret
        no:
          decide d0 false
          ret
        }",
    );
    for search in [avm(), Search { uniform: true, ..avm() }] {
        let settings = Settings { criteria: Criterion::Mcdc.into(), ..executions(60_000) };
        let generated = generated(&program, &search, &settings);
        assert_eq!(generated.coverage.open(Criterion::Mcdc).count(), 0);
    }
}
