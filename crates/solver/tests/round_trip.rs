//! What the printer of terms writes, the reader reads: under any values, both mean the same.

#[path = "../../term/tests/common/mod.rs"]
mod garden;

use std::collections::HashMap;

use fastrand::Rng;
use garden::Garden;
use solver::Query;
use solver::record::script;
use solver::smtlib::{Command, Reader, SmtSort, model};
use term::print::smtlib;
use term::{Assignment, Pool, Sort, TermId, Value, evaluate};

#[test]
fn a_printed_term_reads_as_a_term_of_the_same_value() {
    let mut compared = 0;
    for seed in 0..150 {
        let mut garden = Garden::new(seed);
        let grown: Vec<TermId> = (0..60).map(|_| garden.grow().term).collect();
        let conditions: Vec<TermId> =
            grown.into_iter().filter(|&term| is_condition(&garden, term)).collect();
        for condition in conditions {
            let Ok(script) = smtlib(&garden.pool, &[condition]) else { continue };
            let read = Read::new(&script);
            for _ in 0..4 {
                for (variable, _, sort) in garden.pool.clone().variables() {
                    let value = garden.any_value(sort);
                    garden.assignment.set_value(variable, &value);
                }
                let value = evaluate(&garden.pool, condition, &garden.assignment);
                let values = read.values(&garden.pool, &garden.assignment);
                assert_eq!(
                    evaluate(&read.pool, read.condition, &values),
                    value,
                    "seed {seed}, {script}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 5_000, "only {compared} comparisons");
}

#[test]
fn a_model_reads_as_the_values_it_was_made_of() {
    let mut rng = Rng::with_seed(7);
    let kinds = [
        SmtSort::Bool,
        SmtSort::Vector(1),
        SmtSort::Vector(13),
        SmtSort::Vector(128),
        SmtSort::Float32,
        SmtSort::Float64,
        SmtSort::Bytes(4),
    ];
    for _ in 0..200 {
        let declarations: String = kinds
            .iter()
            .enumerate()
            .map(|(index, kind)| format!("(declare-const |x {index}| {kind})"))
            .collect();
        let (mut pool, mut assignment) = (Pool::new(), Assignment::new());
        let mut reader = Reader::new(&declarations);
        assert_eq!(reader.next(&mut pool), Ok(None));
        for constant in reader.constants() {
            let value = match constant.kind {
                SmtSort::Bytes(bits) => Value::of_bytes(bits, &[rng.u8(..), 0, rng.u8(..)]),
                scalar => Value::of_raw(scalar.sort(), garden::raw(&mut rng, scalar.sort())),
            };
            assignment.set_value(constant.variable, &value);
        }
        let text = model(reader.constants(), &assignment);
        let definitions = &text[1..text.len() - 2];
        let mut again = Pool::new();
        let mut defined = Reader::new(definitions);
        assert_eq!(defined.next(&mut again), Ok(None), "{text}");
        for (index, constant) in reader.constants().iter().enumerate() {
            let typed = defined.symbol(&format!("x {index}")).expect("a definition");
            let expected = assignment.value(constant.variable, constant.kind.sort());
            let got = evaluate(&again, typed.term, &Assignment::new());
            assert!(same(&got, &expected), "{expected:?} became {got:?}: {text}");
        }
    }
}

#[test]
fn a_recorded_query_starts_from_the_same_values() {
    let mut compared = 0;
    for seed in 0..150 {
        let mut garden = Garden::new(seed);
        let grown: Vec<TermId> = (0..40).map(|_| garden.grow().term).collect();
        for (variable, _, sort) in garden.pool.clone().variables() {
            let value = garden.any_value(sort);
            garden.assignment.set_value(variable, &value);
        }
        for term in grown.into_iter().filter(|&term| is_condition(&garden, term)) {
            let Garden { pool, assignment, .. } = &garden;
            let query = Query { pool, clauses: &[term], goal: None, seed: assignment };
            let Ok(script) = script(&query) else { continue };
            let (mut own, mut reader) = (Pool::new(), Reader::new(&script));
            assert_eq!(reader.next(&mut own), Ok(Some(Command::CheckSat)), "{script}");
            for constant in reader.constants() {
                // The bits of a float have a name that the pool does not know.
                let name = constant.spelling.trim_matches('|');
                let Some(variable) = pool.find_variable(name) else { continue };
                let (sort, value) = (constant.kind.sort(), reader.seed());
                let read = value.value(constant.variable, sort);
                assert!(same(&read, &assignment.value(variable, sort)), "{name} in {script}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "only {compared} values");
}

/// Equal, or both a NaN: SMT-LIB has but one.
fn same(a: &Value, b: &Value) -> bool {
    let nan = |value: &Value| match *value {
        Value::F32(bits) => f32::from_bits(bits).is_nan(),
        Value::F64(bits) => f64::from_bits(bits).is_nan(),
        _ => false,
    };
    a == b || nan(a) && nan(b)
}

fn is_condition(garden: &Garden, term: TermId) -> bool {
    garden.pool.sort(term) == Sort::BOOL && garden.pool.as_constant(term).is_none()
}

/// A script's condition, and what fixes the bits of floats that it speaks of.
struct Read {
    pool: Pool,
    condition: TermId,
    /// Constants that stand for the bits of a float, in order of dependence, with that float.
    bits: Vec<(String, TermId)>,
    /// Constants that stand for the bits of a float variable, with that variable.
    renamed: HashMap<String, String>,
}

impl Read {
    /// Where the printer declares the bits of a float and asserts what they are, the float is defined
    /// under a name of its own instead, so that the test can compute the bits.
    fn new(script: &str) -> Read {
        let mut bits = Vec::new();
        let mut renamed = HashMap::new();
        let mut text = String::new();
        let mut previous = "";
        for line in script.lines() {
            let words: Vec<&str> = line.split([' ', ')']).collect();
            if let Some(name) = previous.strip_prefix("(declare-const ")
                && let Some(name) = name.split(' ').next()
                && words[0] == "(define-fun"
                && (line.ends_with(&format!("(_ to_fp 8 24) {name}))"))
                    || line.ends_with(&format!("(_ to_fp 11 53) {name}))")))
            {
                renamed.insert(name.to_owned(), words[1].to_owned());
            }
            previous = line;
            if let Some(rest) = line.strip_prefix("(assert (ite (fp.isNaN ")
                && let Some(end) = rest.find(") (= t!")
            {
                let name = rest[end + 5..].split(' ').next().expect("a name");
                let sort = if rest.contains("(_ to_fp 8 24)") { "Float32" } else { "Float64" };
                text += &format!("(define-fun float!{name} () {sort} {})\n", &rest[..end]);
                bits.push(name.to_owned());
            } else {
                text += line;
                text.push('\n');
            }
        }
        let mut pool = Pool::new();
        let mut reader = Reader::new(&text);
        let command = reader.next(&mut pool);
        assert_eq!(command, Ok(Some(Command::CheckSat)), "{text}");
        let condition = reader.assertions()[0];
        assert_eq!(reader.assertions().len(), 1, "{text}");
        let bits = bits
            .into_iter()
            .map(|name| {
                let float = reader.symbol(&format!("float!{name}")).expect("a definition");
                (name, float.term)
            })
            .collect();
        Read { pool, condition, bits, renamed }
    }

    /// The same values for the variables of this pool.
    fn values(&self, from: &Pool, assignment: &Assignment) -> Assignment {
        let mut values = Assignment::new();
        for (variable, name, _) in self.pool.variables() {
            let name = self.renamed.get(name).map_or(name, String::as_str);
            if let Some(original) = from.find_variable(name) {
                let sort = from.variable_sort(original);
                values.set_value(variable, &assignment.value(original, sort));
            }
        }
        for (name, float) in &self.bits {
            let raw = evaluate(&self.pool, *float, &values).raw().unwrap_or(0);
            if let Some(variable) = self.pool.find_variable(name) {
                values.set(variable, raw);
            }
        }
        values
    }
}
