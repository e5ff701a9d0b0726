//! What is kept of a suite: every test has something of its own, and what cannot be written is told.

use super::room::{Room, make, make_by, subjects};
use c::write::Framework;
use generate::{Budget, Random, Settings};
use program::ClassId;
use report::LeftOutKind;
use scenario::Statement;
use suite::Test;

const LEAP: &str = r"
int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int length(int year)
{
    return is_leap(year) ? 366 : 365;
}
";

#[test]
fn without_any_one_of_the_tests_less_is_covered_or_noticed() {
    let budget = Budget::executions(3000);
    let settings = Settings { budget, mutation: 0.25, jobs: 1, ..Settings::default() };
    let room = Room::new();
    room.write("leap.c", LEAP);
    let mut made = make_by(&room.0.join("leap.c"), &Random, &settings);
    let (project, product) = (&made.project, &mut made.product);
    let tests = product.tests.clone();
    let mut shown = |tests: &[Test]| {
        product.tests = tests.to_vec();
        project.measure(product).expect("the tests run");
        project.count_killed(product).expect("the tests run");
        let goals = project.goals.goals.iter().map(|(goal, _)| goal);
        let covered = goals.filter(|goal| product.coverage.is_covered(*goal)).count();
        (covered, product.score.killed.len())
    };
    let all = shown(&tests);
    for place in 0..tests.len() {
        let mut others = tests.clone();
        let test = others.remove(place);
        assert_ne!(shown(&others), all, "`{}` shows nothing of its own", test.name);
    }
}

#[test]
fn a_test_that_cannot_be_written_is_left_out_with_its_reason() {
    let made = make(&subjects().join("date.c"), 500, 1);
    let mut tests = made.product.tests.clone();
    let place = tests.len() / 2;
    // There are no classes in C.
    let variable = tests[place].scenario.declare_fresh("object");
    let statement = Statement::New { variable, class: ClassId(0) };
    tests[place].scenario.statements.insert(0, statement);
    let written = made.project.write("date.c", &tests, Framework::Plain);
    assert_eq!(written.tests.len() + written.left_out.len(), tests.len());
    let rejected = &tests[place];
    let [left_out] = &written.left_out[..] else { panic!("{:?}", written.left_out) };
    assert_eq!((&left_out.test, left_out.function), (&rejected.name, rejected.function));
    assert_eq!(left_out.kind, LeftOutKind::NotExpressible);
    assert_eq!(left_out.reason, "an object of a class");
    for (index, test) in tests.iter().enumerate() {
        let is_there = written.text.contains(&format!("static void {}(void)", test.name));
        assert_eq!(is_there, index != place, "{}", test.name);
        assert_eq!(written.tests.contains(&test.name), index != place, "{}", test.name);
    }
}
