//! Random programs over two small inputs, with memory, symbolic indices and sizes: their path conditions
//! are checked against every input.

mod common;
use common::oracle::exact;
use std::fmt::Write;

/// Writes a random function of two small inputs.
struct Writer {
    rng: fastrand::Rng,
    text: String,
    /// Registers of type `i8`.
    values: Vec<String>,
    /// Objects and their sizes.
    objects: Vec<(String, u64)>,
    next: usize,
}

impl Writer {
    fn program(seed: u64) -> String {
        let mut writer = Writer {
            rng: fastrand::Rng::with_seed(seed),
            text: String::new(),
            values: vec!["%a".to_owned(), "%b".to_owned()],
            objects: vec![("@table".to_owned(), 8)],
            next: 0,
        };
        writer.body();
        format!(
            "
global @table: 8 align 8 = i8 [1, 2, 4, 8, 16, 32, 64, -128]
func @f(%x: i5, %y: i5) -> i8 {{
entry:
  %a = sext i5 %x to i8
  %b = zext i5 %y to i8
{}  ret 0
}}",
            writer.text
        )
    }

    fn body(&mut self) {
        for _ in 0..self.rng.usize(6..16) {
            match self.rng.u32(..12) {
                0..=2 => self.arithmetic(),
                3 => self.allocate(),
                4 | 5 => self.store(),
                6..=8 => self.load(),
                9 => self.bulk(),
                10 => self.select(),
                _ => self.branch(),
            }
        }
        self.branch();
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn value(&mut self) -> String {
        let index = self.rng.usize(..self.values.len());
        if self.rng.u32(..5) == 0 {
            self.rng.i8(..).to_string()
        } else {
            self.values[index].clone()
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn arithmetic(&mut self) {
        let ops = [
            "add",
            "sub",
            "mul",
            "and",
            "or",
            "xor",
            "shl",
            "lshr",
            "ashr",
            "add.checked",
            "sub.checked",
            "mul.checked",
            "urem",
            "sdiv.checked",
        ];
        let op = ops[self.rng.usize(..ops.len())];
        let (d, a, b) = (self.fresh(), self.value(), self.value());
        self.line(&format!("{d} = {op} i8 {a}, {b}"));
        self.values.push(d);
    }

    fn allocate(&mut self) {
        let d = self.fresh();
        let region = if self.rng.bool() { "stack" } else { "heap" };
        let zeroed = if self.rng.u32(..4) == 0 { "" } else { " zeroed" };
        let size = if self.rng.u32(..3) == 0 {
            let (value, low, wide) = (self.value(), self.fresh(), self.fresh());
            self.line(&format!("{low} = and i8 {value}, 15"));
            self.line(&format!("{wide} = zext i8 {low} to i64"));
            self.objects.push((d.clone(), 8));
            wide
        } else {
            let size = self.rng.u64(2..12);
            self.objects.push((d.clone(), size));
            size.to_string()
        };
        self.line(&format!("{d} = alloc {region} {size} align 8{zeroed}"));
    }

    /// A place in an object: mostly inside, by a constant or by an input.
    fn place(&mut self, bytes: u64) -> (String, u64) {
        let (object, size) = self.objects[self.rng.usize(..self.objects.len())].clone();
        let last = size.saturating_sub(bytes);
        if self.rng.bool() {
            return (object, self.rng.u64(..=last));
        }
        let (value, wide, pointer) = (self.value(), self.fresh(), self.fresh());
        if self.rng.u32(..3) == 0 {
            self.line(&format!("{wide} = sext i8 {value} to i64"));
        } else {
            let low = self.fresh();
            let mask = [1, 3, 7][self.rng.usize(..3)];
            self.line(&format!("{low} = and i8 {value}, {mask}"));
            self.line(&format!("{wide} = zext i8 {low} to i64"));
        }
        self.line(&format!("{pointer} = address {object} + {wide}"));
        (pointer, 0)
    }

    fn store(&mut self) {
        let value = self.value();
        if self.rng.bool() {
            let (place, offset) = self.place(1);
            self.line(&format!("store i8 {value}, {place} + {offset}"));
        } else {
            let wide = self.fresh();
            let ty = ["i16", "i32"][self.rng.usize(..2)];
            let (place, offset) = self.place(if ty == "i16" { 2 } else { 4 });
            self.line(&format!("{wide} = sext i8 {value} to {ty}"));
            self.line(&format!("store {ty} {wide}, {place} + {offset}"));
        }
    }

    fn load(&mut self) {
        let d = self.fresh();
        if self.rng.bool() {
            let (place, offset) = self.place(1);
            self.line(&format!("{d} = load i8 {place} + {offset}"));
        } else {
            let (wide, shifted) = (self.fresh(), self.fresh());
            let (place, offset) = self.place(2);
            let by = self.rng.u32(..9);
            self.line(&format!("{wide} = load i16 {place} + {offset}"));
            self.line(&format!("{shifted} = lshr i16 {wide}, {by}"));
            self.line(&format!("{d} = trunc i16 {shifted} to i8"));
        }
        self.values.push(d);
    }

    /// Fills or copies a range of known place and size, which fits any object of known size: an
    /// instruction that fails for two reasons at once has two conditions.
    fn bulk(&mut self) {
        let (to, to_size) = self.objects[self.rng.usize(..self.objects.len())].clone();
        let (from, from_size) = self.objects[self.rng.usize(..self.objects.len())].clone();
        let len = self.rng.u64(1..6).min(to_size).min(from_size);
        let offset = self.rng.u64(..=to_size - len);
        let target = self.fresh();
        self.line(&format!("{target} = address {to} + {offset}"));
        if self.rng.bool() {
            let byte = self.value();
            self.line(&format!("memset {target}, {byte}, {len}"));
        } else {
            let offset = self.rng.u64(..=from_size - len);
            let source = self.fresh();
            self.line(&format!("{source} = address {from} + {offset}"));
            self.line(&format!("memcopy {target}, {source}, {len}"));
        }
    }

    fn test(&mut self) -> String {
        let ops = ["eq", "ne", "slt", "sle", "ugt", "uge"];
        let op = ops[self.rng.usize(..ops.len())];
        let (a, b) = (self.value(), self.value());
        format!("{op} i8 {a}, {b}")
    }

    fn select(&mut self) {
        let (test, d) = (self.test(), self.fresh());
        let (then, otherwise) = (self.value(), self.value());
        self.line(&format!("{d} = select {test} ? i8 {then} : {otherwise}"));
        self.values.push(d);
    }

    /// A branch that ends one side.
    fn branch(&mut self) {
        let test = self.test();
        self.next += 1;
        let (out, on) = (format!("out{}", self.next), format!("on{}", self.next));
        self.line(&format!("br {test} ? {out} : {on}"));
        let result = self.value();
        let _ = writeln!(self.text, "{out}:\n  ret {result}\n{on}:");
    }
}

#[test]
fn the_conditions_of_random_programs_are_exact() {
    let scenario = "let x: i5 = 3\nlet y: i5 = 5\ncall @f(x, y)";
    let first = std::env::var("FERRET_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count = std::env::var("FERRET_CASES").ok().and_then(|cases| cases.parse().ok());
    let (mut paths, mut narrowed) = (0, 0);
    for seed in first..first + count.unwrap_or(150) {
        let program = Writer::program(seed);
        let report = std::panic::catch_unwind(|| exact(&program, scenario, &[]));
        let Ok(report) = report else { panic!("seed {seed}:{program}") };
        paths += report.paths;
        narrowed += report.narrowed;
    }
    assert!(paths > 2 * count.unwrap_or(150) as usize, "the programs branch: {paths} paths");
    assert_eq!(narrowed, 0, "nothing in them has to be fixed");
}
