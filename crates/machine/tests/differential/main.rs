//! The machine against the system's C compiler: random programs give the same results, bit for bit.
//!
//! A sample runs by default; `FERRET_FULL=1` runs thousands, `FERRET_SEED=n` the one of that seed.

mod compiler;
mod domains;
mod generate;
mod shrink;
mod to_c;

use compiler::Workshop;
use generate::Case;

/// Argument vectors for each program.
const VECTORS: usize = 3;
/// Programs in one C file.
const BATCH: u64 = 40;

#[test]
fn random_programs_do_in_every_domain_what_compiled_c_does() {
    let seeds = match (number("FERRET_SEED"), number("FERRET_FULL")) {
        (Some(seed), _) => seed..seed + 1,
        (None, Some(full)) if full > 0 => 0..full.max(5_000),
        _ => 0..160,
    };
    let mut batches: Vec<std::ops::Range<u64>> = Vec::new();
    let mut start = seeds.start;
    while start < seeds.end {
        let end = (start + BATCH).min(seeds.end);
        batches.push(start..end);
        start = end;
    }
    // Each thread takes every other batch; what they find is put in order again.
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let mut found: Vec<(usize, Result<Tally, String>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let mine = batches.iter().cloned().enumerate().skip(worker).step_by(threads);
                scope.spawn(move || {
                    mine.map(|(place, seeds)| (place, batch(seeds, worker))).collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker panicked")).collect()
    });
    found.sort_by_key(|(place, _)| *place);
    let mut tally = Tally::default();
    for (_, result) in found {
        match result {
            Ok(part) => tally.add(&part),
            Err(report) => panic!("{report}"),
        }
    }
    // A sample in which most runs end early would show little.
    let Tally { returned, ended, too_long } = tally;
    let all = returned + ended + too_long;
    assert!(
        all < 20 || (too_long * 20 <= all && returned * 2 >= all),
        "{returned} runs returned, {ended} trapped or threw, {too_long} were too long"
    );
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// How runs ended.
#[derive(Default)]
struct Tally {
    returned: u64,
    ended: u64,
    too_long: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.returned += other.returned;
        self.ended += other.ended;
        self.too_long += other.too_long;
    }
}

/// Compares the programs of some seeds; gives a report of the first that differs.
fn batch(seeds: std::ops::Range<u64>, worker: usize) -> Result<Tally, String> {
    let workshop = Workshop::new(&format!("{worker}-{}", seeds.start))?;
    let mut tally = Tally::default();
    let mut cases = Vec::new();
    for seed in seeds {
        let case = generate::case(seed, VECTORS);
        let lines = match domains::lines(&case) {
            Ok(lines) => lines,
            Err(problem) => {
                let fails = |case: &Case| domains::lines(case).err();
                return Err(report(&shrink::shrink(case, problem, 2_000, fails)));
            }
        };
        for line in &lines {
            *match line {
                None => &mut tally.too_long,
                Some(line) if line.starts_with("returned") => &mut tally.returned,
                Some(_) => &mut tally.ended,
            } += 1;
        }
        // What takes the machine too long might take C for ever.
        let mut case = case;
        let mut kept = lines.iter();
        case.vectors.retain(|_| kept.next().is_some_and(Option::is_some));
        cases.push((case, lines.into_iter().flatten().collect::<Vec<String>>()));
    }
    let references: Vec<&Case> = cases.iter().map(|(case, _)| case).collect();
    let native = workshop.lines(&references)?;
    for (number, (case, lines)) in cases.iter().enumerate() {
        for (vector, line) in lines.iter().enumerate() {
            let found = native.get(&(number, vector)).map_or("nothing", String::as_str);
            if found != line {
                let problem = difference(vector, line, found);
                let fails = |case: &Case| native_difference(&workshop, case);
                return Err(report(&shrink::shrink(case.clone(), problem, 250, fails)));
            }
        }
    }
    Ok(tally)
}

fn difference(vector: usize, machine: &str, native: &str) -> String {
    format!("vector {vector}\nmachine: {machine}\n      C: {native}")
}

/// How a single case differs from C, if it does and the machine itself finds nothing wrong with it.
fn native_difference(workshop: &Workshop, case: &Case) -> Option<String> {
    let lines = domains::lines(case).ok()?;
    if lines.iter().any(Option::is_none) {
        return None;
    }
    let native = workshop.lines(&[case]).ok()?;
    lines.iter().flatten().enumerate().find_map(|(vector, line)| {
        let found = native.get(&(0, vector))?;
        (found != line).then(|| difference(vector, line, found))
    })
}

fn report((case, problem): &(Case, String)) -> String {
    format!(
        "seed {} (FERRET_SEED={} runs it alone)\n{problem}\n\narguments: {:?}\n\n{}",
        case.seed,
        case.seed,
        case.vectors,
        program::text::print(&case.program)
    )
}
