//! Small widths in full: every operation, and every operation on every operation, over all values.

use std::collections::{HashMap, HashSet};

use term::{
    Assignment, BinaryOp, CompareOp, Compiled, ConvertOp, Pool, Scratch, Sort, TermId, UnaryOp,
    VarId, fold,
};

/// A term and its value under each pair of values of `x` and `y`, as `fold` has it.
#[derive(Clone)]
struct Row {
    term: TermId,
    sort: Sort,
    table: Vec<u8>,
}

struct Bench {
    pool: Pool,
    width: u8,
    x: VarId,
    y: VarId,
    scratch: Scratch,
    tables: HashMap<TermId, Vec<u8>>,
}

impl Bench {
    fn new(width: u8) -> Bench {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(width)));
        let [x, y] = [x, y].map(|term| pool.var_of(term).expect("a variable"));
        Bench { pool, width, x, y, scratch: Scratch::new(), tables: HashMap::new() }
    }

    /// Both variables and all constants.
    fn leaves(&mut self) -> Vec<Row> {
        let sort = Sort::Bits(self.width);
        let values = 1u8 << self.width;
        let pairs = || (0..values).flat_map(|x| (0..values).map(move |y| (x, y)));
        let x = Row {
            term: self.pool.variable_term(self.x),
            sort,
            table: pairs().map(|pair| pair.0).collect(),
        };
        let y = Row {
            term: self.pool.variable_term(self.y),
            sort,
            table: pairs().map(|pair| pair.1).collect(),
        };
        let mut leaves = vec![x, y];
        for value in 0..values {
            let term = self.pool.constant(sort, value.into());
            leaves.push(Row { term, sort, table: pairs().map(|_| value).collect() });
        }
        leaves
    }

    /// Checks that a term means what its table says, and gives it as a row.
    fn row(&mut self, term: TermId, sort: Sort, table: Vec<u8>, told: &dyn Fn() -> String) -> Row {
        assert_eq!(self.pool.sort(term), sort, "{}", told());
        let Bench { pool, width, x, y, scratch, tables } = self;
        let actual = tables.entry(term).or_insert_with(|| {
            let compiled = Compiled::new(pool, &[term]);
            let mut assignment = Assignment::new();
            let mut table = Vec::new();
            for a in 0..1u128 << *width {
                assignment.set(*x, a);
                for b in 0..1u128 << *width {
                    assignment.set(*y, b);
                    table.push(compiled.eval(&assignment, scratch) as u8);
                }
            }
            table
        });
        assert_eq!(*actual, table, "{}", told());
        Row { term, sort, table }
    }

    fn unaries(&mut self, a: &Row, rows: &mut Vec<Row>) {
        let sort = a.sort;
        for &op in UnaryOp::ALL {
            if op.is_float() || op == UnaryOp::ByteSwap {
                continue;
            }
            let table = a.table.iter().map(|&a| fold::unary(op, sort, a.into()) as u8).collect();
            let term = self.pool.unary(op, a.term);
            rows.push(self.row(term, sort, table, &|| format!("{op} of {sort}")));
        }
        for to in 1..=4 {
            let to = Sort::Bits(to);
            for op in [ConvertOp::Trunc, ConvertOp::ZExt, ConvertOp::SExt] {
                if (op == ConvertOp::Trunc) == (to.width() > sort.width())
                    && to.width() != sort.width()
                {
                    continue;
                }
                let table =
                    a.table.iter().map(|&a| fold::convert(op, sort, to, a.into()) as u8).collect();
                let term = self.pool.convert(op, to, a.term);
                rows.push(self.row(term, to, table, &|| format!("{op} of {sort} to {to}")));
            }
        }
        for low in 0..sort.width() {
            for width in 1..=sort.width() - low {
                let to = Sort::Bits(width);
                let table =
                    a.table.iter().map(|&a| (u128::from(a) >> low & to.mask()) as u8).collect();
                let term = self.pool.extract(a.term, low, width);
                rows.push(self.row(term, to, table, &|| format!("{sort} from {low} to {to}")));
            }
        }
    }

    fn binaries(&mut self, a: &Row, b: &Row, rows: &mut Vec<Row>) {
        let sort = a.sort;
        let zip = |f: &dyn Fn(u8, u8) -> u8| -> Vec<u8> {
            a.table.iter().zip(&b.table).map(|(&a, &b)| f(a, b)).collect()
        };
        if sort == b.sort {
            for &op in BinaryOp::ALL.iter().filter(|op| !op.is_float()) {
                let table = zip(&|a, b| fold::binary(op, sort, a.into(), b.into()) as u8);
                let term = self.pool.binary(op, a.term, b.term);
                rows.push(self.row(term, sort, table, &|| format!("{op} of {sort}")));
            }
            for &op in CompareOp::ALL.iter().filter(|op| !op.is_float()) {
                let table = zip(&|a, b| fold::compare(op, sort, a.into(), b.into()).into());
                let term = self.pool.compare(op, a.term, b.term);
                rows.push(self.row(term, Sort::BOOL, table, &|| format!("{op} of {sort}")));
            }
        }
        let whole = Sort::Bits(sort.width() + b.sort.width());
        let table = zip(&|x, y| x << b.sort.width() | y);
        let term = self.pool.concat(a.term, b.term);
        rows.push(self.row(term, whole, table, &|| format!("concat of {sort} and {}", b.sort)));
    }

    fn choices(&mut self, c: &Row, a: &Row, b: &Row, rows: &mut Vec<Row>) {
        let table = (c.table.iter().zip(&a.table).zip(&b.table))
            .map(|((&c, &a), &b)| if c == 1 { a } else { b })
            .collect();
        let term = self.pool.ite(c.term, a.term, b.term);
        rows.push(self.row(term, a.sort, table, &|| format!("ite of {}", a.sort)));
    }

    /// Everything of one operation on leaves, each term once.
    fn first_level(&mut self, leaves: &[Row]) -> Vec<Row> {
        let mut rows = Vec::new();
        for a in leaves {
            self.unaries(a, &mut rows);
            for b in leaves {
                self.binaries(a, b, &mut rows);
            }
        }
        let mut seen = HashSet::new();
        rows.retain(|row| seen.insert(row.term));
        rows
    }
}

#[test]
fn every_operation_on_up_to_four_bits_means_what_fold_says() {
    for width in 1..=4 {
        let mut bench = Bench::new(width);
        let leaves = bench.leaves();
        bench.first_level(&leaves);
    }
}

#[test]
fn every_operation_on_an_operation_of_up_to_three_bits_means_what_fold_says() {
    for width in 1..=3 {
        let mut bench = Bench::new(width);
        let leaves = bench.leaves();
        let inner = bench.first_level(&leaves);
        // Narrow constants too, for what comparisons and slices give.
        let mut partners = leaves.clone();
        let length = leaves[0].table.len();
        for narrow in 1..width {
            for value in 0..1u8 << narrow {
                let sort = Sort::Bits(narrow);
                let term = bench.pool.constant(sort, value.into());
                partners.push(Row { term, sort, table: vec![value; length] });
            }
        }
        let mut rows = Vec::new();
        for a in &inner {
            if bench.pool.as_constant(a.term).is_some() {
                continue;
            }
            bench.unaries(a, &mut rows);
            for b in &partners {
                bench.binaries(a, b, &mut rows);
                bench.binaries(b, a, &mut rows);
                if a.sort == Sort::BOOL {
                    let other = &partners[rows.len() % partners.len()];
                    if other.sort == b.sort {
                        bench.choices(a, b, other, &mut rows);
                        bench.choices(a, other, b, &mut rows);
                    }
                }
                if a.sort == b.sort {
                    let conditions: Vec<&Row> =
                        inner.iter().filter(|row| row.sort == Sort::BOOL).collect();
                    let condition = conditions[rows.len() % conditions.len()];
                    bench.choices(condition, a, b, &mut rows);
                    bench.choices(condition, b, a, &mut rows);
                }
            }
            rows.clear();
        }
    }
}

#[test]
fn every_choice_between_choices_of_conditions_means_what_it_says() {
    let mut bench = Bench::new(1);
    let leaves = bench.leaves();
    let mut inner = bench.first_level(&leaves);
    inner.retain(|row| row.sort == Sort::BOOL);
    let mut choices = leaves.clone();
    for c in &leaves {
        for a in &inner {
            for b in &leaves {
                bench.choices(c, a, b, &mut choices);
                bench.choices(c, b, a, &mut choices);
            }
        }
    }
    let mut seen = HashSet::new();
    choices.retain(|row| seen.insert(row.term));
    let mut rows = Vec::new();
    for c in &inner {
        for (index, a) in choices.iter().enumerate() {
            // All pairs would take minutes; each choice meets the leaves and its neighbours.
            for b in leaves.iter().chain(&choices[index..choices.len().min(index + 6)]) {
                bench.choices(c, a, b, &mut rows);
                rows.clear();
            }
        }
    }
}
