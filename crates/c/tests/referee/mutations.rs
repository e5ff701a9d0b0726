//! Modules that are read but make no sense are lowered or refused, never a panic; and what is lowered
//! runs to some end.

use super::machine::compile;
use super::room::Room;
use c::clang::Compiled;
use llvm::ll;
use llvm::lower::{Conventions, Input, lower};
use machine::{Config, Machine, Models};
use scenario::{Argument, Scenario, Statement};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use trace::{Mode, Runner, Trace};

/// What the programs that count have not: aggregates, variable arguments, wide and odd types.
const TYPES: &str = "
#include <stdarg.h>
struct bits { unsigned a : 3; int b : 7; unsigned long c : 40; };
struct pair { long x; double y; };
union any { int i; float f; unsigned char b[8]; };
static struct bits bits = { 1, -2, 3 };
static void *const table[] = { &bits, &table[1], (char *)&bits + 3 };
_Thread_local int count;
static struct pair make(int n) { struct pair p = { n, n / 2.0 }; return p; }
static long sum(int n, ...) {
  va_list ap; long s = 0; va_start(ap, n);
  while (n-- > 0) s += va_arg(ap, long) + (long)va_arg(ap, double);
  va_end(ap); return s;
}
static __int128 wide(__int128 a, int n) { return (a << n) / 3 + (a >> 1); }
static long double lengthy(long double x) { return x * x + 1; }
typedef int four __attribute__((vector_size(16)));
static int lanes(int n) { four v = { n, 1, 2, 3 }; v = v * 2 + 1; return v[n & 3]; }
static int jump(int n) { static void *to[] = { &&a, &&b }; goto *to[n & 1]; a: return 1; b: return 2; }
static int dynamic(int n) { int a[n + 1]; for (int i = 0; i <= n; i++) a[i] = i; return a[n]; }
int main(void) {
  struct pair p = make(5); union any u = { 7 }; int b;
  bits.b += bits.a; bits.c ^= 5; count++; u.b[1] = 2;
  __sync_fetch_and_add(&count, 2);
  if (__builtin_add_overflow(count, 5, &b) || !table[0]) return 1;
  int (*f)(int) = p.x > 3 && b ? lanes : jump;
  return (int)(sum(2, 1L, 2.0, 3L, 4.0) + wide(9, 3) + lengthy(2) + f(1) + dynamic(4) + u.i + bits.b)
       + __builtin_popcount(b) + __builtin_clz(b) + (b > 0 ? 1 : b < -5 ? 2 : 3);
}
";

const PROGRAMS: &[&str] =
    &[TYPES, include_str!("programs/early_exit.c"), include_str!("programs/switches.c")];

/// Lowers a module, if it is one, and runs what comes of it; whether it was lowered.
fn survive(ir: &str, mapping: &str) -> bool {
    let Ok(module) = ll::parse(ir) else { return false };
    let Ok(lowered) =
        lower(&[Input { module: &module, mapping, dropped: &[] }], &Conventions::default())
    else {
        return false;
    };
    let program = Arc::new(lowered.program);
    let Some(main) = program.function_named("main").filter(|id| program.functions[*id].has_body())
    else {
        return true;
    };
    let arguments =
        program.functions[main].parameter_types().map(|_| Argument::Literal(0)).collect();
    let config = Config { max_steps: 20_000, memory: 1 << 22, ..Config::default() };
    let statement = Statement::Call { result: None, function: main, arguments };
    let scenario = Scenario { variables: Vec::new(), statements: vec![statement] };
    if let Ok(mut machine) = Machine::new(program, config, Models::none()) {
        // A scenario that no longer fits is an error like any other.
        let _ = machine.run(&scenario, Mode::Concolic, &mut Trace::default());
    }
    true
}

#[test]
fn changed_modules_are_lowered_or_refused() {
    // The long run takes other seeds, not only more rounds.
    let seeds = if std::env::var_os("FERRET_FULL").is_some() { 100 } else { 1 };
    let compiled: Vec<Compiled> = PROGRAMS
        .iter()
        .map(|text| {
            let room = Room::new();
            room.write("a.c", text);
            compile("a.c".into(), Some(room.0.clone()), &[]).unwrap_or_else(|e| panic!("{e}"))
        })
        .collect();
    for seed in 0..seeds {
        changed(seed, 450, &compiled);
    }
}

fn changed(seed: u64, rounds: usize, compiled: &[Compiled]) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut lowered = 0;
    for round in 0..rounds {
        let Compiled { ir, mapping, .. } = &compiled[round % compiled.len()];
        let ir = mutate(ir, &mut rng);
        let mapping = if rng.u32(..4) == 0 { mutate(mapping, &mut rng) } else { mapping.clone() };
        let result = catch_unwind(AssertUnwindSafe(|| survive(&ir, &mapping)));
        lowered += usize::from(result.unwrap_or_else(|_| {
            let file = std::env::temp_dir().join(format!("ferret-mutation-{seed}-{round}.ll"));
            let _ = std::fs::write(&file, &ir);
            panic!("seed {seed}, round {round}: see {}", file.display())
        }));
    }
    // Were nearly all refused, or all accepted, the changes would show nothing.
    assert!((rounds / 5..rounds).contains(&lowered), "{lowered} of {rounds}");
}

/// The text with a few words put in the place of others of the same kind, or lines dropped, doubled or
/// swapped.
fn mutate(text: &str, rng: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..rng.usize(1..4) {
        if lines.len() < 2 {
            break;
        }
        let (at, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
        match rng.u32(..16) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            _ => lines[at] = with_other_word(&lines[at], &lines[other], rng),
        }
    }
    lines.join("\n")
}

fn with_other_word(line: &str, other: &str, rng: &mut fastrand::Rng) -> String {
    let words = words(line);
    if words.is_empty() {
        return line.to_owned();
    }
    let (start, end) = words[rng.usize(..words.len())];
    let old = &line[start..end];
    let numbers = ["0", "1", "-1", "31", "64", "4294967296", "9223372036854775807", "128"];
    let types =
        ["i1", "i8", "i16", "i32", "i64", "i128", "ptr", "float", "double", "x86_fp80", "i7"];
    let candidates: Vec<&str> = self::words(other)
        .into_iter()
        .map(|(start, end)| &other[start..end])
        .filter(|word| kind(word) == kind(old))
        .collect();
    let new = match kind(old) {
        Kind::Number if rng.bool() => numbers[rng.usize(..numbers.len())],
        Kind::Type => types[rng.usize(..types.len())],
        _ if candidates.is_empty() => old,
        _ => candidates[rng.usize(..candidates.len())],
    };
    format!("{}{new}{}", &line[..start], &line[end..])
}

#[derive(PartialEq, Eq)]
enum Kind {
    Number,
    Type,
    Sigil(char),
    Word,
}

fn kind(word: &str) -> Kind {
    let first = word.chars().next().unwrap_or(' ');
    let is_integer =
        first == 'i' && word.len() > 1 && word[1..].bytes().all(|b| b.is_ascii_digit());
    match first {
        '0'..='9' | '-' => Kind::Number,
        '%' | '@' | '!' | '#' => Kind::Sigil(first),
        _ if is_integer || ["ptr", "float", "double", "x86_fp80"].contains(&word) => Kind::Type,
        _ => Kind::Word,
    }
}

/// Where the words of a line begin and end.
fn words(line: &str) -> Vec<(usize, usize)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._-%@!#".contains(c);
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match (start, is_part(c)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}
