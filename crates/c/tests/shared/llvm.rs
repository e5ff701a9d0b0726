//! The referee: a native run with instrumentation, and what llvm-cov says about it.

use super::room::{Ending, Room};
use super::tables::{Decision, Tables, Vectors};
use serde_json::Value;
use std::collections::BTreeSet;

/// Compiles `a.c` with instrumentation.
pub fn build(room: &Room, flags: &[&str]) {
    let own = [
        "-O0",
        "-w",
        "-fprofile-instr-generate",
        "-fcoverage-mapping",
        "-fcoverage-mcdc",
        "-femit-all-decls",
    ];
    let files = ["a.c", "-o", "program", "-lm"];
    room.command("clang-19", &[&own[..], flags, &files].concat());
}

/// How the program ended, and what llvm-cov counted in its run; `None` if it did not end by itself.
pub fn run(room: &Room) -> Option<(Ending, Tables)> {
    let ending = room.native("program")?;
    if !room.0.join("default.profraw").exists() {
        return None;
    }
    room.command("llvm-profdata-19", &["merge", "default.profraw", "-o", "a.profdata"]);
    let json = room.command("llvm-cov-19", &["export", "program", "-instr-profile=a.profdata"]);
    let json: Value = serde_json::from_str(&json).expect("llvm-cov writes JSON");
    let mut tables = Tables::default();
    for function in json["data"][0]["functions"].as_array().expect("a list of functions") {
        add_function(&mut tables, function);
    }
    let shown = room.command(
        "llvm-cov-19",
        &["show", "program", "-instr-profile=a.profdata", "-show-mcdc", "-show-expansions"],
    );
    tables.vectors = vectors(&shown);
    tables.sort();
    Some((ending, tables))
}

fn add_function(tables: &mut Tables, function: &Value) {
    let name = function["name"].as_str().expect("a name");
    let name = name.rsplit(':').next().unwrap_or(name);
    let list = |key: &str| function[key].as_array().cloned().unwrap_or_default();
    let files: Vec<String> = list("filenames")
        .iter()
        .map(|file| base_name(file.as_str().expect("a file name")).to_owned())
        .collect();
    let numbers = |entry: &Value| -> Vec<u64> {
        let fields = entry.as_array().expect("a list of numbers");
        fields.iter().map(|field| field.as_u64().unwrap_or(0)).collect()
    };
    let place = |n: &[u64], file: u64| {
        (name.to_owned(), files[file as usize].clone(), [n[0], n[1], n[2], n[3]])
    };
    for entry in list("regions") {
        let n = numbers(&entry);
        // Kinds: 0 is code, 3 is a gap; expansions and what was skipped are no goals.
        match n[7] {
            0 => tables.regions.entry(place(&n, n[5])).or_default().push(n[4]),
            3 => tables.gaps.entry(place(&n, n[5])).or_default().push(n[4]),
            _ => {}
        }
    }
    for entry in list("branches") {
        let n = numbers(&entry);
        tables.branches.entry(place(&n, n[6])).or_default().push([n[4], n[5]]);
    }
    for entry in list("mcdc_records") {
        let n = numbers(&entry);
        let conditions = entry[6].as_array().expect("a list of conditions");
        let covered = conditions.iter().map(|value| value.as_bool().expect("a truth")).collect();
        // The record does not name its file.
        let place = (name.to_owned(), String::new(), [n[0], n[1], n[2], n[3]]);
        tables.decisions.entry(place).or_default().push(Decision { covered });
    }
}

/// The last part of a path.
pub fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The test vectors in the text that a person is shown:
///
/// ```text
/// |---> MC/DC Decision Region (3:25) to (3:39)
/// |     Condition C1 --> (3:25)
/// |     C1, C2    Result
/// |  1 { F,  -  = F      }
/// ```
fn vectors(text: &str) -> Vectors {
    let mut found = Vectors::new();
    let mut current: Option<([u64; 4], Vec<[u64; 2]>)> = None;
    for line in text.lines() {
        let line = line.trim_start_matches([' ', '|']).trim_end();
        if let Some(region) = line.strip_prefix("---> MC/DC Decision Region ") {
            let n = all_numbers(region);
            let place = [n[0], n[1], n[2], n[3]];
            found.entry(place).or_default().push(BTreeSet::new());
            current = Some((place, Vec::new()));
            continue;
        }
        let Some((place, conditions)) = &mut current else { continue };
        if let Some((_, at)) = line.strip_prefix("Condition ").and_then(|l| l.split_once("--> ")) {
            let n = all_numbers(at);
            conditions.push([n[0], n[1]]);
        } else if let Some((number, vector)) = line.split_once(" { ")
            && number.parse::<u32>().is_ok()
        {
            let (states, outcome) = vector.split_once('=').expect("an outcome");
            let states = states.split(',').map(str::trim);
            let vector = vector_text(conditions.iter().copied().zip(states), &outcome[1..2]);
            let list = found.get_mut(place).expect("the decision was seen");
            list.last_mut().expect("the decision was seen").insert(vector);
        }
    }
    found
}

/// A test vector, its conditions in the order of their places; those that a macro put in the same place
/// are in the order of their states.
pub fn vector_text<'s>(
    conditions: impl Iterator<Item = ([u64; 2], &'s str)>,
    outcome: &str,
) -> String {
    let mut states: Vec<([u64; 2], &str)> = conditions.collect();
    states.sort_unstable();
    let states: Vec<&str> = states.into_iter().map(|(_, state)| state).collect();
    format!("{} = {outcome}", states.join(" "))
}

fn all_numbers(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}
