//! What several tests have in common and the class with the tests has a method for.

use super::context::Context;
use super::{JavaTest, keyed, stub, variables};
use crate::api::Member;
use program::FuncId;
use scenario::Statement;
use std::collections::{BTreeMap, BTreeSet};

/// How many tests have to repeat something before it gets a method.
const MANY: usize = 3;
/// How many lines they have to repeat.
const LINES: usize = 5;

/// How some tests begin, in a method of their own.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SetUp {
    /// The name of the method.
    pub name: String,
    /// The type of what it gives.
    pub ty: String,
    /// What is in it.
    pub lines: Vec<String>,
    /// The tests that begin so.
    pub tests: Vec<usize>,
}

/// Takes what several tests begin with and need one variable of out of their lines; `taken` are names of methods.
pub(super) fn set_ups(tests: &mut [&mut Vec<String>], mut taken: BTreeSet<String>) -> Vec<SetUp> {
    let mut found = Vec::new();
    while let Some((length, users)) = longest(tests) {
        let lines: Vec<String> = tests[users[0]][..length].to_vec();
        let Some((ty, variable)) = result(tests, &users, &lines) else { break };
        let stem = format!("new{}", variables::capitalised(&variable));
        let numbered = (2..).map(|number| format!("{stem}{number}"));
        let mut names = std::iter::once(stem.clone()).chain(numbered);
        let Some(name) = names.find(|name| taken.insert(name.clone())) else { break };
        for &test in &users {
            tests[test].splice(..length, [format!("{ty} {variable} = {name}();")]);
            // One line before the call needs no blank one behind it.
            if tests[test].len() == 3 && tests[test][1].is_empty() {
                tests[test].remove(1);
            }
        }
        let lines = lines.into_iter().chain([format!("return {variable};")]).collect();
        found.push(SetUp { name, ty, lines, tests: users });
    }
    found
}

/// What lines that several tests begin with may throw: nothing if one of these tests throws nothing, and at most what the
/// one throws that throws least.
pub(super) fn thrown_by_all<T: Ord>(tests: impl Iterator<Item = Option<T>>) -> Option<T> {
    tests.min().flatten()
}

/// The most lines that enough tests begin with and that give one variable, and these tests.
fn longest(tests: &[&mut Vec<String>]) -> Option<(usize, Vec<usize>)> {
    let most = tests.iter().map(|test| test.len()).max()?;
    (1..most).rev().find_map(|length| {
        let mut groups: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
        for (index, test) in tests.iter().enumerate() {
            if test.len() > length {
                groups.entry(&test[..length]).or_default().push(index);
            }
        }
        groups.into_iter().find_map(|(lines, users)| {
            let count: usize = lines.iter().map(|line| line.lines().count()).sum();
            let is_plain = lines.iter().all(|line| !line.is_empty() && line.ends_with(';'));
            let is_it = users.len() >= MANY && count >= LINES && is_plain;
            (is_it && result(tests, &users, lines).is_some()).then_some((length, users))
        })
    })
}

/// The type and name of the one variable that tests need of what they begin with.
fn result(
    tests: &[&mut Vec<String>],
    users: &[usize],
    lines: &[String],
) -> Option<(String, String)> {
    let declared = lines.iter().filter_map(|line| {
        let (left, _) = line.split_once(" = ")?;
        let (ty, name) = left.rsplit_once(' ')?;
        (!left.contains('(')).then(|| (ty.to_owned(), name.to_owned()))
    });
    let mut needed = declared.filter(|(_, name)| {
        let mut rest = users.iter().flat_map(|test| &tests[*test][lines.len()..]);
        rest.any(|line| mentions(line, name))
    });
    let only = needed.next()?;
    needed.next().is_none().then_some(only)
}

/// Whether a word stands in a line.
pub(super) fn mentions(line: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    line.split(|letter| !is_part(letter)).any(|own| own == word)
}

/// The stubs that a method of the class with the tests makes, with its name: those that many tests need and that take
/// several lines.
pub(super) fn stubs(context: &Context<'_>, tests: &[JavaTest]) -> BTreeMap<FuncId, String> {
    let mut users: BTreeMap<FuncId, usize> = BTreeMap::new();
    for test in tests {
        let statements = &test.scenario.statements;
        let called = statements.iter().filter_map(|statement| match statement {
            Statement::Call { function, arguments, .. } => {
                let is_keyed = match context.unit.api.members.get(function) {
                    Some(Member::Stub(made)) => {
                        keyed::is_keyed(made, statements, arguments)
                            || keyed::is_recording(made, test, arguments)
                    }
                    _ => false,
                };
                (!is_keyed).then_some(*function)
            }
            _ => None,
        });
        for function in called.collect::<BTreeSet<FuncId>>() {
            *users.entry(function).or_default() += 1;
        }
    }
    let mut taken: BTreeSet<String> = tests.iter().map(|test| test.name.clone()).collect();
    let mut shared: BTreeMap<FuncId, String> = BTreeMap::new();
    let stub_of = |function: &FuncId| match context.unit.api.members.get(function) {
        Some(Member::Stub(made)) => Some((made, context.result(*function))),
        _ => None,
    };
    for (function, count) in &users {
        let function = *function;
        let Some((made, ty)) = stub_of(&function) else { continue };
        // One that could tell arguments apart and does not is the same stub.
        let is_same = |other: &FuncId| {
            stub_of(other).is_some_and(|(own, other)| own.is_like(made) && other == ty)
        };
        if let Some(name) = shared.iter().find(|(own, _)| is_same(own)).map(|(_, name)| name) {
            shared.insert(function, name.clone());
            continue;
        }
        let others = users.iter().filter(|(own, _)| **own != function && is_same(own));
        let count = count + others.map(|(_, count)| count).sum::<usize>();
        let is_mock = context.mocked(function).is_some();
        if made.functional
            || is_mock
            || count < MANY
            || stub::helper(context, function, "stub").is_none()
        {
            continue;
        }
        let stem = variables::of_class(&made.class);
        let numbered = (2..).map(|number| format!("{stem}{number}"));
        let mut names = std::iter::once(stem.clone()).chain(numbered);
        if let Some(name) = names.find(|name| taken.insert(name.clone())) {
            shared.insert(function, name);
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    const SET_UP: &str = "Order order = new Order();
        order.add(1);
        order.add(2);
        List<Order> orders = List.of(order);
        Shop shop = new Shop(orders);";

    #[test]
    fn what_three_tests_begin_with_gets_a_method() {
        let given = ["", "shop.close();\n\n", "shop.open();\n\n"];
        let mut tests =
            given.map(|act| lines(&format!("{SET_UP}\n{act}assertTrue(shop.isOpen());")));
        let [one, two, three] = &mut tests;
        let found = set_ups(&mut [one, two, three], BTreeSet::from(["newShop".to_owned()]));
        let body = lines(&format!("{SET_UP}\nreturn shop;"));
        let name = "newShop2".to_owned();
        let expected = SetUp { name, ty: "Shop".to_owned(), lines: body, tests: vec![0, 1, 2] };
        assert_eq!(found, [expected]);
        let shown = ["Shop shop = newShop2();", "shop.close();", "", "assertTrue(shop.isOpen());"];
        assert_eq!(tests[1], shown);
    }

    #[test]
    fn a_set_up_throws_nothing_if_one_of_its_tests_throws_nothing() {
        assert_eq!(thrown_by_all([Some("Exception"), None].into_iter()), None);
        let all = [Some("Throwable"), Some("Exception")];
        assert_eq!(thrown_by_all(all.into_iter()), Some("Exception"));
    }

    #[test]
    fn what_two_tests_share_or_needs_two_variables_stays() {
        let mut tests =
            ["shop.close();", "shop.open();"].map(|act| lines(&format!("{SET_UP}\n{act}")));
        let [one, two] = &mut tests;
        assert_eq!(set_ups(&mut [one, two], BTreeSet::new()), []);
        let acts = ["shop.sell(order);", "shop.keep(order);", "shop.send(order);"];
        let mut tests = acts.map(|act| lines(&format!("{SET_UP}\n{act}")));
        let [one, two, three] = &mut tests;
        assert_eq!(set_ups(&mut [one, two, three], BTreeSet::new()), []);
    }
}
