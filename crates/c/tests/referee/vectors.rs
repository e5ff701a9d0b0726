//! The test vectors that llvm-cov shows.

use super::counted::vector_text;
use super::tables::Vectors;
use std::collections::BTreeSet;

/// The test vectors in the text that a person is shown:
///
/// ```text
/// |---> MC/DC Decision Region (3:25) to (3:39)
/// |     Condition C1 --> (3:25)
/// |     C1, C2    Result
/// |  1 { F,  -  = F      }
/// ```
pub fn vectors(text: &str) -> Vectors {
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

fn all_numbers(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}
