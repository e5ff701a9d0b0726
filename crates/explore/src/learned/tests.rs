//! The worked examples of the paper, section 4.

use super::selection::{choose_set, set_of};
use super::*;
use expect_test::expect;
use fastrand::Rng;
use term::op::{BinaryOp, CompareOp};
use term::{Pool, Sort, TermId};

/// A pool in which clauses are written as `a + b > 5`, with `>`, `<=` or `<`.
struct Text {
    pool: Pool,
    clauses: Clauses,
}

impl Text {
    fn new() -> Self {
        Self { pool: Pool::new(), clauses: Clauses::default() }
    }

    fn clause(&mut self, text: &str) -> TermId {
        let words: Vec<&str> = text.split(' ').collect();
        let place = words.iter().position(|word| [">", "<=", "<"].contains(word));
        let place = place.unwrap_or_default();
        let (left, right) = (self.sum(&words[..place]), self.sum(&words[place + 1..]));
        match words[place] {
            ">" => self.pool.compare(CompareOp::Sgt, left, right),
            "<=" => self.pool.compare(CompareOp::Sle, left, right),
            _ => self.pool.compare(CompareOp::Slt, left, right),
        }
    }

    fn sum(&mut self, words: &[&str]) -> TermId {
        let zero = self.pool.bits(32, 0);
        words.iter().filter(|word| **word != "+").fold(zero, |sum, word| {
            let term = match word.parse::<u32>() {
                Ok(number) => self.pool.bits(32, number.into()),
                Err(_) => self.pool.variable(word, Sort::Bits(32)),
            };
            self.pool.binary(BinaryOp::Add, sum, term)
        })
    }

    /// The clauses of a path condition that its last one depends on, and that one.
    fn slice(&mut self, condition: &str) -> String {
        let texts: Vec<&str> = condition.split(" & ").collect();
        let terms: Vec<TermId> = texts.iter().map(|text| self.clause(text)).collect();
        let mut slicer = Slicer::default();
        let last = terms.len() - 1;
        for (place, term) in terms[..last].iter().enumerate() {
            slicer.add(&self.pool, &mut self.clauses, *term, place as u32);
        }
        let mut kept = slicer.slice(&self.pool, &mut self.clauses, terms[last]);
        kept.push(last as u32);
        // The fingerprint that the groups give is that of these clauses.
        let mut fingerprint = Fingerprint::default();
        for place in &kept {
            fingerprint.add(self.clauses.print(&self.pool, terms[*place as usize]));
        }
        assert_eq!(slicer.fingerprint(&self.pool, &mut self.clauses, terms[last]), fingerprint);
        let kept: Vec<&str> = kept.iter().map(|place| texts[*place as usize]).collect();
        kept.join(" & ")
    }

    /// The fingerprint of an attempt at the last clause.
    fn attempt(&mut self, condition: &str) -> Fingerprint {
        let terms: Vec<TermId> = condition.split(" & ").map(|text| self.clause(text)).collect();
        let mut slicer = Slicer::default();
        let last = terms.len() - 1;
        for (place, term) in terms[..last].iter().enumerate() {
            slicer.add(&self.pool, &mut self.clauses, *term, place as u32);
        }
        slicer.attempt(&self.pool, &mut self.clauses, terms[last])
    }

    fn fingerprint(&mut self, condition: &str) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        for text in condition.split(" & ") {
            let clause = self.clause(text);
            fingerprint.add(self.clauses.print(&self.pool, clause));
        }
        fingerprint
    }
}

#[test]
fn slicing_follows_shared_variables_as_in_figure_3() {
    let sliced = Text::new().slice("b > 1000 & a > 0 & c + b > 0 & c > 0 & b <= 500");
    assert_eq!(sliced, "b > 1000 & c + b > 0 & c > 0 & b <= 500");
}

#[test]
fn slicing_follows_shared_objects() {
    let sliced = Text::new().slice("O2.c < 0 & O1.b > 0 & O1.a > 0");
    assert_eq!(sliced, "O1.b > 0 & O1.a > 0");
}

#[test]
fn slicing_follows_objects_through_others_and_addresses_into_what_they_point_at() {
    let mut text = Text::new();
    assert_eq!(
        text.slice("p.x > 0 & q.z > 0 & r.u > 0 & p.y < q.w & p.v > 0"),
        "p.x > 0 & q.z > 0 & p.y < q.w & p.v > 0"
    );
    assert_eq!(
        text.slice("list.head.value > 0 & list.size > 3 & list.head.next.value > 1 & other.size > 2 & list.head > 0"),
        "list.head.value > 0 & list.size > 3 & list.head > 0"
    );
    assert_eq!(
        text.slice("l->head->v > 1 & l->tail->v > 2 & l->head->n > 0"),
        "l->head->v > 1 & l->head->n > 0"
    );
    assert_eq!(text.slice("a[0] > 1 & b[0] > 2 & a.length > 0"), "a[0] > 1 & a.length > 0");
}

#[test]
fn clauses_that_differ_in_numbers_share_their_columns() {
    let mut text = Text::new();
    let [x, y, z] = ["a[0] > 6", "b[2] > 3", "a[5] > 6"].map(|clause| text.fingerprint(clause));
    assert_eq!(x.columns(), z.columns());
    assert_ne!(x, z);
    assert_eq!(x.columns() & y.columns(), 0);
    // Three bits above and three below, where no hash functions fall together.
    assert_eq!([x, y, z].map(|print| (print.columns().count_ones(), print.len())), [(3, 6); 3]);
    let whole = text.fingerprint("a[0] > 6 & b[2] > 3 & a[5] > 6");
    assert_eq!(whole.columns(), x.columns() | y.columns());
    let clause = text.clause("b[2] > 3");
    assert!(whole.may_contain(text.clauses.print(&text.pool, clause)));
    let clause = text.clause("b[3] > 3");
    assert!(!whole.may_contain(text.clauses.print(&text.pool, clause)));
}

#[test]
fn a_fingerprint_is_the_same_whatever_was_built_before_it() {
    let mut text = Text::new();
    let first = text.fingerprint("a[0] > 6 & a.length <= 3");
    let mut other = Text::new();
    other.fingerprint("z > 1 & a.length > 3 & a[1] > 1");
    assert_eq!(other.fingerprint("a.length <= 3 & a[0] > 6"), first);
}

#[test]
fn similarity_is_what_both_have_of_what_either_has() {
    let mut text = Text::new();
    let [a, b] = ["p > 1 & q > 1", "q > 1 & r > 1"].map(|condition| text.fingerprint(condition));
    let bits = |fingerprint: &Fingerprint| f64::from(fingerprint.len());
    let common = f64::from(a.common(&b));
    let expected = common / (bits(&a) + bits(&b) - common);
    let found = Similarity::of(&a, &b).scaled() as f64 / Similarity::ONE as f64;
    assert!((found - expected).abs() < 1e-5 && found > 0.3 && found < 0.5, "{found}");
    assert_eq!(Similarity::of(&a, &a).scaled(), Similarity::ONE);
    let empty = Fingerprint::default();
    assert_eq!(Similarity::of(&empty, &a).scaled(), 0);
    assert_eq!(Similarity::of(&empty, &empty).scaled(), Similarity::ONE);
}

#[test]
fn sets_are_chosen_with_the_shares_of_the_paper() {
    let mut counts = [0; 4];
    (0..100).for_each(|number| counts[choose_set(number)] += 1);
    assert_eq!(counts, [50, 30, 15, 5]);
}

/// The path condition of the test of the sample class in which all numbers are zero.
const ZEROS: &str = "A.length > 0 & A[0] <= 0 & A.length > 1 & A[1] <= 1000 & A.length > 2 & A[2] <= 2000 & \
    A.length > 3 & A[3] <= 3000 & A.length > 4 & A[4] <= 4000 & A.length <= 5";

/// The alternatives of a path condition: each clause negated after those before it.
fn alternatives(condition: &str) -> Vec<String> {
    let clauses: Vec<&str> = condition.split(" & ").collect();
    let negated = |clause: &str| match clause.contains("<=") {
        true => clause.replace("<=", ">"),
        false => clause.replace('>', "<="),
    };
    let alternative = |place: usize| {
        let mut clauses: Vec<String> =
            clauses[..=place].iter().map(|&text| text.to_owned()).collect();
        clauses[place] = negated(&clauses[place]);
        clauses.join(" & ")
    };
    (0..clauses.len()).map(alternative).collect()
}

#[test]
fn after_two_failures_the_like_of_them_is_in_the_low_sets() {
    let mut text = Text::new();
    let mut selection: Selection<usize> = Selection::default();
    selection.learn(&text.fingerprint(ZEROS), true);
    let all = alternatives(ZEROS);
    let prints: Vec<Fingerprint> = all.iter().map(|condition| text.attempt(condition)).collect();
    // The first and the third fail; the second and the fourth succeed.
    for (place, feasible) in [(0, false), (1, true), (2, false), (3, true)] {
        selection.learn(&prints[place], feasible);
    }
    let told = prints.iter().zip(&all).filter_map(|(print, condition)| {
        let set = set_of(&selection.verdict(print)?);
        Some(format!("{}: set {}\n", condition.rsplit(" & ").next()?, set + 1))
    });
    expect![[r#"
        A.length <= 0: set 3
        A[0] > 0: set 2
        A.length <= 1: set 3
        A[1] > 1000: set 2
        A.length <= 2: set 3
        A[2] > 2000: set 1
        A.length <= 3: set 3
        A[3] > 3000: set 1
        A.length <= 4: set 3
        A[4] > 4000: set 1
        A.length > 5: set 2
    "#]]
    .assert_eq(&told.collect::<String>());
}

#[test]
fn with_fewer_than_three_examples_the_first_come_is_the_first_chosen() {
    let mut text = Text::new();
    let mut selection = Selection::default();
    let mut random = Rng::with_seed(1);
    for (item, condition) in alternatives(ZEROS).iter().enumerate() {
        selection.add(item, &text.fingerprint(condition));
    }
    selection.learn(&text.fingerprint(ZEROS), true);
    assert_eq!(selection.next(&mut random, |_| true), Some(0));
    assert_eq!(selection.next(&mut random, |item| item != 1), Some(2));
    selection.learn(&text.fingerprint("A.length <= 0"), false);
    assert_eq!(selection.next(&mut random, |_| true), Some(3));
    assert!(selection.sets().iter().all(Vec::is_empty));
    selection.learn(&text.fingerprint("A[0] > 0"), true);
    assert!(selection.next(&mut random, |_| true).is_some());
    assert_eq!(selection.sets().iter().map(Vec::len).sum::<usize>(), 6);
}

#[test]
fn an_empty_set_leaves_its_turn_to_the_next_and_the_last_to_the_first() {
    let mut text = Text::new();
    let likely = text.fingerprint("x > 1");
    for seed in 0..50 {
        let mut selection = Selection::default();
        (0..3).for_each(|_| selection.learn(&likely, true));
        selection.add(7, &likely);
        let mut random = Rng::with_seed(seed);
        // Whatever set is drawn, the first alone has something.
        assert_eq!(selection.next(&mut random, |_| true), Some(7));
        assert_eq!(selection.next(&mut random, |_| true), None);
    }
}

#[test]
fn what_waits_is_classified_again_when_enough_is_new_and_what_is_new_at_once() {
    let mut text = Text::new();
    let print = text.fingerprint("x > 1");
    let mut selection = Selection::with_threshold(3);
    (0..3).for_each(|_| selection.learn(&text.fingerprint("y > 1"), true));
    selection.add(1, &print);
    assert_eq!(selection.sets().map(|set| set.len()), [1, 0, 0, 0]);
    selection.learn(&print, false);
    selection.learn(&print, false);
    let mut random = Rng::with_seed(1);
    assert_eq!(selection.next(&mut random, |item| item != 1), None);
    selection.add(2, &print);
    selection.add(3, &print);
    assert_eq!(selection.sets(), [vec![], vec![], vec![2, 3], vec![]]);
    selection.learn(&print, false);
    assert_eq!(selection.next(&mut random, |item| item == 3), Some(3));
    assert_eq!(selection.sets(), [vec![], vec![], vec![], vec![]]);
}

#[test]
fn seeing_examples_bit_by_bit_gives_the_same_neighbours() {
    let mut random = Rng::with_seed(4);
    let mut print = || {
        let mut fingerprint = Fingerprint::default();
        for _ in 0..random.u32(1..6) {
            let outline = random.u64(..10);
            fingerprint.add(Print { outline, whole: outline * 10 + random.u64(..4) });
        }
        fingerprint
    };
    for _ in 0..100 {
        let mut examples = Examples::default();
        let asked = print();
        let mut bit_by_bit = Neighbours::default();
        let mut all = Vec::new();
        for place in 0..200 {
            let example = print();
            let feasible = place % 3 == 0;
            all.push((std::cmp::Reverse(Similarity::of(&asked, &example)), place, feasible));
            examples.add(example, feasible);
            if place % 7 == 0 {
                examples.show(&asked, &mut bit_by_bit);
            }
        }
        examples.show(&asked, &mut bit_by_bit);
        let mut at_once = Neighbours::default();
        examples.show(&asked, &mut at_once);
        assert_eq!(bit_by_bit.verdict(), at_once.verdict());
        all.sort();
        let votes = all[..3].iter().filter(|(.., feasible)| *feasible).count();
        assert_eq!(at_once.verdict().map(|verdict| verdict.feasible), Some(votes >= 2));
    }
}
