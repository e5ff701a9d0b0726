//! Region and branch counts are those that llvm-cov reports for the same run.

use super::support::{Room, run};
use c::lower::{BranchPlace, FunctionGoals, Lowered, lower_compiled};
use machine::{Config, Machine};
use program::{Id, Point};
use serde_json::Value;
use std::collections::BTreeMap;
use trace::{Mode, Trace};

/// Line, column, end line, end column.
type Place = [u64; 4];
/// Counts of all regions or branches at a place, in order of size.
type Counts = BTreeMap<Place, Vec<Vec<u64>>>;

/// The counts of llvm-cov for a run of the compiled program.
fn referee(room: &Room) -> (Counts, Counts) {
    room.write("emit.c", "void emit(long x) {} void emitd(double x) {}");
    room.command("clang-19", &["-w", "-c", "emit.c", "-o", "emit.o"]);
    let flags = ["-O0", "-w", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
    room.command("clang-19", &[&flags[..], &["a.c", "emit.o", "-o", "program"]].concat());
    room.command(&room.0.join("program").display().to_string(), &[]);
    room.command("llvm-profdata-19", &["merge", "default.profraw", "-o", "a.profdata"]);
    let json = room.command("llvm-cov-19", &["export", "program", "-instr-profile=a.profdata"]);
    let json: Value = serde_json::from_str(&json).expect("llvm-cov writes JSON");
    let (mut regions, mut branches) = (Counts::new(), Counts::new());
    for function in json["data"][0]["functions"].as_array().expect("a list of functions") {
        let numbers = |entry: &Value| -> Vec<u64> {
            let fields = entry.as_array().expect("a list of numbers");
            fields.iter().map(|field| field.as_u64().unwrap_or(0)).collect()
        };
        let entries = |key: &str| function[key].as_array().cloned().unwrap_or_default();
        for entry in entries("regions") {
            let n = numbers(&entry);
            // Kinds: 0 is code; gaps and expansions are not compared.
            if n[7] == 0 {
                regions.entry([n[0], n[1], n[2], n[3]]).or_default().push(vec![n[4]]);
            }
        }
        for entry in entries("branches") {
            let n = numbers(&entry);
            branches.entry([n[0], n[1], n[2], n[3]]).or_default().push(vec![n[4], n[5]]);
        }
    }
    (regions, branches)
}

/// Our counts for the same run.
fn ours(lowered: &Lowered, machine: &Machine, trace: &Trace) -> (Counts, Counts) {
    let mut starts = vec![0u32];
    for function in lowered.program.functions.values() {
        starts.push(starts[starts.len() - 1] + function.counters);
    }
    let taken = |point: Point| {
        let sites = machine.sites();
        let site = sites.of_function(point.function).find(|site| sites.site(*site).point == point);
        site.map_or(0, |site| trace.tally.get(sites.site(site).outcome(0)).count)
    };
    let value = |goals: &FunctionGoals, count: &c::coverage::Count| {
        let start = starts[goals.function.index()];
        goals.value(count, |id| trace.counters[(start + id) as usize], taken)
    };
    let place = |span: program::Span| -> Place {
        [span.line, span.column, span.end_line, span.end_column].map(u64::from)
    };
    let (mut regions, mut branches) = (Counts::new(), Counts::new());
    for goals in &lowered.goals.functions {
        for region in goals.regions.iter().filter(|region| !region.gap) {
            let count = value(goals, &region.count);
            regions.entry(place(region.span)).or_default().push(vec![count]);
        }
        // llvm-cov leaves out what is a constant.
        for branch in goals.branches.iter().filter(|b| b.place != BranchPlace::Folded) {
            let counts = vec![value(goals, &branch.taken), value(goals, &branch.not_taken)];
            branches.entry(place(branch.span)).or_default().push(counts);
        }
    }
    (regions, branches)
}

fn sorted(mut counts: Counts) -> Counts {
    counts.values_mut().for_each(|list| list.sort());
    counts
}

fn check(text: &str) {
    let room = Room::new();
    room.write("a.c", text);
    let lowered =
        lower_compiled(&room.compile(&["a.c"], &["-w"])).unwrap_or_else(|error| panic!("{error}"));
    let ran = run(lowered.program.clone(), Mode::Concrete, Config::default());
    let (regions, branches) = ours(&lowered, &ran.machine, &ran.trace);
    let (expected_regions, expected_branches) = referee(&room);
    assert_eq!(sorted(branches), sorted(expected_branches), "branches");
    assert_eq!(sorted(regions), sorted(expected_regions), "regions");
}

#[test]
fn counts_of_all_kinds_of_control_flow_are_those_of_llvm_cov() {
    check(
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(x) if (!(x)) return 9
static int f(int a, int b, int c) {
  int r = 0;
  if (a && !b) r += 1;
  if (!(a || b)) r += 2;
  while (a > 0 && b-- > 0 && c) { a--; if (c == 5) continue; }
  do { r++; } while (r < 3);
  switch (c) { case 1: case 2: r++; case 3 ... 5: r += 2; break; case 9: r = 7; }
  r += MAX(a, b);
  CHECK(a && c);
  if (1 && a) r++;
  if (sizeof(int) == 4) r--;
  if (0) r = 5;
  if (a && (b ? c : a) && !c) r++;
  int z = a && b;
  z = !(a && !b) || c;
  for (;;) { if (r-- < 0) break; if (a && b && c) goto out; }
out:
  return (a > b && !c) ? r : (c ? z : 2);
}
int main(void) {
  int s = 0;
  for (int a = -2; a < 4; a++) for (int b = -1; b < 3; b++) for (int c = 0; c < 10; c++) s += f(a, b, c);
  return s == 77 ? 0 : 0; }",
    );
}
