//! What llvm-cov counts when the written tests are run, function by function.

use super::room::{Made, Room};
use ::coverage::Share;
use serde_json::Value;
use std::collections::BTreeMap;

/// Regions, branches and independence pairs.
type Figures = [Share; 3];

/// Where the figures that Ferret printed differ from those of llvm-cov.
pub fn differences(room: &Room, made: &Made) -> String {
    let flags = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
    let files = ["-O0", "-w", "test.c", "-o", "counted", "-lm"];
    room.succeed("clang-19", &[&flags[..], &files[..]].concat());
    room.succeed("./counted", &[]);
    room.succeed("llvm-profdata-19", &["merge", "profiles", "-o", "a.profdata"]);
    let export = ["export", "counted", "-instr-profile=a.profdata"];
    let measured = measured(&room.succeed("llvm-cov-19", &export));
    let mut found = String::new();
    for row in &made.rows {
        let mut printed = [row.row.regions, row.row.branches, row.row.mcdc];
        // llvm-cov's summary leaves out conditions that are constant, its list of conditions has them.
        printed[2].total += row.constant as u32;
        let measured = measured.get(&row.name).copied();
        if measured != Some(printed) {
            found += &format!("{}: {printed:?} in place of {measured:?}\n", row.name);
        }
    }
    found
}

fn measured(json: &str) -> BTreeMap<String, Figures> {
    let json: Value = serde_json::from_str(json).expect("llvm-cov writes JSON");
    let functions = json["data"][0]["functions"].as_array().expect("a list of functions");
    let of_the_source = functions.iter().filter(|function| {
        let file = function["filenames"][0].as_str().unwrap_or_default();
        !file.ends_with("/test.c") && file != "test.c"
    });
    of_the_source
        .map(|function| {
            let name = function["name"].as_str().expect("a name");
            (name.rsplit(':').next().unwrap_or(name).to_owned(), figures(function))
        })
        .collect()
}

fn figures(function: &Value) -> Figures {
    let list = |key: &str| function[key].as_array().cloned().unwrap_or_default();
    let is_positive = |value: &Value| value.as_u64().is_some_and(|count| count > 0);
    let mut figures = Figures::default();
    // Regions of code are of kind 0; gaps and expansions are no goals.
    for region in list("regions").iter().filter(|region| region[7] == 0) {
        figures[0].add(is_positive(&region[4]));
    }
    for branch in list("branches") {
        figures[1].add(is_positive(&branch[4]));
        figures[1].add(is_positive(&branch[5]));
    }
    for record in list("mcdc_records") {
        for condition in record[6].as_array().expect("a list of conditions") {
            figures[2].add(condition == true);
        }
    }
    figures
}
