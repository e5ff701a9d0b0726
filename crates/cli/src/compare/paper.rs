//! The headline tables of the papers: which variants, seeds and budgets, and the paper's figures beside ours.
//!
//! A paper stands for words of the command line, as a [preset](crate::preset) does: what is written out takes their
//! place. By default budgets and seeds are scaled to two hours on two quiet cores; `--full` has the paper's.

use std::ffi::{OsStr, OsString};

use clap::ValueEnum;
use compare::figures::{Figures, Overall, Row};
use compare::searches::Searches;

/// The papers by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// RQ2: the genetic algorithm with and without symbolic execution
    EvosuiteDse,
    /// Table III: evaluations with standard and enhanced fitness
    Baars,
    /// Figure 6: the classifier against other orders
    Tardis,
    /// Table I and Figure 4: path filtering, and predictive path search
    Caut,
    /// Branches of context-guided search and of other strategies
    Cgs,
}

/// A figure of a paper and what it is computed from here.
struct Headline {
    what: &'static str,
    paper: &'static str,
    ours: Measure,
}

/// What is computed, of variants by name.
enum Measure {
    /// The mean of the subjects' coverage, each counting the same.
    Coverage(&'static str),
    /// The mean Â12 against the baseline.
    Effect(&'static str),
    /// How much more is covered than by another.
    Gain(&'static str, &'static str),
    /// How many executions more than by another.
    Executions(&'static str, &'static str),
    /// How many solved constraints more than by another.
    Constraints(&'static str, &'static str),
    /// The mean of the subjects' shares of the baseline's evaluations.
    Evaluations(&'static str),
}

impl Paper {
    /// The words that it stands for: those of both protocols, the scaled one's, and the paper's.
    fn words(self) -> [&'static [&'static str]; 3] {
        match self {
            // 10 minutes and 100 seeds.
            Paper::EvosuiteDse => [
                &["--variant=ga=evosuite-ga", "--variant=dse=evosuite-dse", "--criterion=branch"],
                &["--seeds=5", "--executions=5000", "--jobs=2"],
                &["--seeds=100", "--budget=10m", "--cpu-time"],
            ],
            // 100,000 evaluations and 30 seeds.
            Paper::Baars => [
                &["--max-steps=20000", "--criterion=branch"],
                &[
                    "--variant=avm-standard=iguana:standard,evaluations=5000",
                    "--variant=avm-enhanced=iguana,evaluations=5000",
                    "--seeds=10",
                    "--executions=100000000",
                ],
                &[
                    "--variant=avm-standard=iguana:standard",
                    "--variant=avm-enhanced=iguana",
                    "--variant=ga-standard=iguana:standard,technique=ga",
                    "--variant=ga-enhanced=iguana,technique=ga",
                    "--seeds=30",
                    "--executions=100000000",
                ],
            ],
            Paper::Tardis => [
                &[
                    "--variant=learned=tardis-paper",
                    "--variant=fifo=tardis-paper:fifo",
                    "--variant=random=tardis-paper:uniform-random",
                    "--variant=solve-first=tardis:fifo",
                    "--criterion=branch",
                ],
                &["--seeds=10", "--executions=3000"],
                &["--seeds=30", "--executions=30000"],
            ],
            // 100 iterations of a unit, 30 seeds; Figure 4 is without the filter.
            Paper::Caut => [
                &[
                    "--variant=klee=caut:rp-md2u,no-filter",
                    "--variant=crest=caut:cfg-directed,no-filter",
                    "--variant=pps=caut,no-filter",
                    "--variant=dfs=caut:dfs,no-filter",
                    "--variant=cs-dfs=caut:dfs",
                    "--each-function",
                    "--executions=100",
                    "--criterion=branch",
                ],
                &["--seeds=3", "--budget=15s", "--cpu-time"],
                &["--seeds=30", "--budget=20m", "--cpu-time"],
            ],
            // 4,000 iterations from 100 random inputs.
            Paper::Cgs => [
                &[
                    "--variant=cgs=cgs",
                    "--variant=cfg=crest-cfg",
                    "--variant=random-branch=cgs:random-branch",
                    "--variant=generational=cgs:generational",
                    "--variant=dfs=cgs:dfs",
                    "--variant=carfast=cgs:carfast",
                    "--criterion=branch",
                ],
                &["--seeds=3", "--executions=400"],
                &["--seeds=100", "--executions=4000"],
            ],
        }
    }

    fn headlines(self) -> &'static [Headline] {
        use Measure::*;
        const fn line(what: &'static str, paper: &'static str, ours: Measure) -> Headline {
            Headline { what, paper, ours }
        }
        match self {
            Paper::EvosuiteDse => {
                const LINES: &[Headline] = &[
                    line("coverage of the GA", "71.2%", Coverage("ga")),
                    line("coverage of GA and DSE", "82.2%", Coverage("dse")),
                    line("Â12 of GA and DSE against the GA", "0.62", Effect("dse")),
                ];
                LINES
            }
            Paper::Baars => {
                const LINES: &[Headline] = &[
                    // Means of Table III's percentages.
                    line(
                        "evaluations of AVM, enhanced of standard",
                        "76.6%",
                        Evaluations("avm-enhanced"),
                    ),
                    line(
                        "evaluations of the GA, enhanced of standard",
                        "87.5%",
                        Evaluations("ga-enhanced"),
                    ),
                ];
                LINES
            }
            Paper::Tardis => {
                const LINES: &[Headline] = &[
                    line("learned over fifo, coverage", "not given", Gain("learned", "fifo")),
                    line("learned over random, coverage", "not given", Gain("learned", "random")),
                    line(
                        "learned over solve-first, coverage",
                        "not given",
                        Gain("learned", "solve-first"),
                    ),
                ];
                LINES
            }
            Paper::Caut => {
                const LINES: &[Headline] = &[
                    line("filter: test cases (DFS)", "-25.5%", Executions("cs-dfs", "dfs")),
                    line(
                        "filter: solved constraints (DFS)",
                        "-36.3%",
                        Constraints("cs-dfs", "dfs"),
                    ),
                    line("PPS over KLEE, covered", "+26.4%", Gain("pps", "klee")),
                    line("PPS over CREST, covered", "+35.4%", Gain("pps", "crest")),
                ];
                LINES
            }
            Paper::Cgs => {
                // Sums over the six programs of Table 2 after 4,000 iterations.
                const LINES: &[Headline] = &[
                    line("CGS over CFG-directed, covered", "+12.1%", Gain("cgs", "cfg")),
                    line("CGS over random branch, covered", "+33.1%", Gain("cgs", "random-branch")),
                    line("CGS over generational, covered", "+36.3%", Gain("cgs", "generational")),
                    line("CGS over DFS, covered", "+49.8%", Gain("cgs", "dfs")),
                    line("CGS over CarFast, covered", "+49.7%", Gain("cgs", "carfast")),
                ];
                LINES
            }
        }
    }

    /// The paper's figures beside ours.
    pub fn beside(self, figures: &Figures, searches: Option<&Searches>, full: bool) -> String {
        let scale =
            if full { "the paper's protocol" } else { "scaled; --full has the paper's protocol" };
        let mut text = format!("\nheadlines ({scale})\n");
        for Headline { what, paper, ours } in self.headlines() {
            let ours = measured(ours, figures, searches).unwrap_or_else(|| "-".to_owned());
            text += &format!("  {what}: {paper} in the paper, {ours} here\n");
        }
        text
    }
}

fn measured(measure: &Measure, figures: &Figures, searches: Option<&Searches>) -> Option<String> {
    let place = |name: &str| figures.variants.iter().position(|variant| variant == name);
    let all = |name: &str| -> Option<&Overall> { figures.all[place(name)?].as_ref() };
    let last = |row: &Row| row.covered.last().copied();
    let change = |now: f64, before: f64| {
        (before > 0.0).then(|| format!("{:+.1}%", 100.0 * (now - before) / before))
    };
    match *measure {
        Measure::Coverage(name) => {
            let place = place(name)?;
            let shares: Vec<f64> = figures
                .subjects
                .iter()
                .filter_map(|subject| {
                    let covered = last(subject.rows[place].as_ref()?)?;
                    (subject.goals > 0).then(|| covered / f64::from(subject.goals))
                })
                .collect();
            let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
            (!shares.is_empty()).then(|| format!("{:.1}%", 100.0 * mean))
        }
        Measure::Effect(name) => {
            let versus = all(name)?.versus.as_ref()?;
            Some(format!("{:.2}", versus.effect))
        }
        Measure::Gain(name, base) => {
            change(*all(name)?.covered.last()?, *all(base)?.covered.last()?)
        }
        Measure::Executions(name, base) => change(all(name)?.executions, all(base)?.executions),
        Measure::Constraints(name, base) => change(all(name)?.solved, all(base)?.solved),
        Measure::Evaluations(name) => {
            let share = (*searches?.mean_share.get(place(name)?)?)?;
            Some(format!("{:.1}%", 100.0 * share))
        }
    }
}

/// What a command line stands for that may name a paper.
pub fn spelled(words: Vec<OsString>) -> Vec<OsString> {
    let Some(paper) = named_in(&words) else { return words };
    let [both, scaled, full] = paper.words();
    let protocol = if words.iter().any(|word| word == "--full") { full } else { scaled };
    let has = |own: &str| {
        let switch = |text: &str| text.split('=').next().unwrap_or(text).to_owned();
        words.iter().filter_map(|word| word.to_str()).any(|word| switch(word) == switch(own))
    };
    let own: Vec<OsString> =
        both.iter().chain(protocol).filter(|own| !has(own)).map(Into::into).collect();
    let mut words = words;
    words.splice(2..2, own);
    words
}

/// The paper that a command line names.
fn named_in(words: &[OsString]) -> Option<Paper> {
    if words.get(1).is_none_or(|command| command != "compare") {
        return None;
    }
    let text = |word: &OsString| OsStr::to_str(word).map(str::to_owned);
    let place =
        words.iter().position(|word| text(word).is_some_and(|it| it.starts_with("--paper")))?;
    let written = text(&words[place])?;
    let name = match written.split_once('=') {
        Some((_, name)) => name.to_owned(),
        None => text(words.get(place + 1)?)?,
    };
    Paper::from_str(&name, false).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::variant::Variant;

    #[test]
    fn a_paper_stands_for_variants_that_are_read() {
        for paper in Paper::value_variants() {
            for words in paper.words() {
                for word in words.iter().filter_map(|word| word.strip_prefix("--variant=")) {
                    assert!(Variant::parse(word).is_ok(), "{paper:?}: {word}");
                }
            }
        }
    }

    #[test]
    fn what_is_written_out_takes_the_place_of_the_paper_s() {
        let spell = |line: &str| {
            let words = spelled(line.split(' ').map(OsString::from).collect());
            words.iter().filter_map(|word| word.to_str()).collect::<Vec<_>>().join(" ")
        };
        let line = spell("ferret compare --paper evosuite-dse --seeds 2 --subject x");
        assert!(line.contains("--executions=5000") && !line.contains("--seeds=5"), "{line}");
        let full = spell("ferret compare --paper=evosuite-dse --full --subject x");
        assert!(full.contains("--seeds=100") && !full.contains("--executions"), "{full}");
    }
}
