//! Presets: the systems of the papers, each a list of switches that anybody may write.
//!
//! A preset stands for its words, put in front of the others; a switch that is written out too takes the place of the
//! preset's. What of a paper has no switch is said beside the preset.

use std::ffi::{OsStr, OsString};

use clap::ValueEnum;

/// The presets by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// EvoSuite with symbolic execution, in the best configuration of its paper
    EvosuiteDse,
    /// The same without symbolic execution
    EvosuiteGa,
    /// A search for each branch, guided by path distances; --fitness standard is its baseline
    Iguana,
    /// Search alone for path conditions that a classifier chooses, five side by side
    TardisPaper,
    /// Predictive path search over the coverage structure; --strategy dfs is its baseline
    Caut,
    /// Context-guided search with contexts of one to five branches
    Cgs,
    /// CREST's search by distances in the control-flow graph
    CrestCfg,
}

/// What concolic testing is without what we add to it.
macro_rules! plain_dse {
    ($($more:literal),*) => {
        &[
            "--technique=dse",
            "--lanes=1",
            "--no-optimism",
            "--no-errands",
            "--no-repairs",
            "--no-retry",
            "--no-side-explorer",
            "--no-text-exchange",
            $($more),*
        ]
    };
}

impl Preset {
    /// The switches that it stands for.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            // III-A; RQ1: always, on the best suite, for 30 s of 10 min, keeping what improves it, turning what was met
            // one way; IV-A: solved by AVM.
            Preset::EvosuiteDse => &[
                "--technique=adaptive",
                "--population=50",
                "--no-archive",
                "--no-dynamic-constants",
                "--dse-share=5%",
                "--dse-probability=100%",
                "--dse-rate=1",
                "--dse-on=best",
                "--dse-anew",
                "--one-sided",
                "--no-filter",
                "--avm-only",
                "--no-optimism",
                "--no-errands",
                "--no-repairs",
                "--no-retry",
            ],
            Preset::EvosuiteGa => {
                &["--technique=suite", "--population=50", "--no-archive", "--no-dynamic-constants"]
            }
            // V-A and V-B: every branch has a search of its own of 100,000 evaluations, from anywhere; V-B's GA is
            // --technique ga.
            Preset::Iguana => &[
                "--technique=avm",
                "--fitness=enhanced",
                "--each-target",
                "--uniform",
                "--evaluations=100000",
                "--precision=3",
                "--unroll=1",
            ],
            // 4: no solver; searches of 180 s, five at once, scaled to executions. Ours draws starts as well, where the
            // paper has those that EvoSuite made.
            Preset::TardisPaper => &[
                "--technique=tardis",
                "--strategy=learned",
                "--search-only",
                "--side-by-side=5",
                "--attempt=1000",
            ],
            // IV-C: three levels are walked down, irrelevant paths are dropped.
            Preset::Caut => plain_dse!["--strategy=predictive", "--walk-down=3"],
            // Algorithm 2, and k as in the implementation, where the library is no part of the program.
            Preset::Cgs => plain_dse![
                "--strategy=context-guided",
                "--no-filter",
                "--max-k=5",
                "--contexts-as-chosen",
                "--no-whole-contexts",
                "--own-branches",
                "--dominators-across-calls",
                "--concrete-branches"
            ],
            // CREST 0.1.2, `cfg`: what was covered before it starts over is not forgotten here.
            Preset::CrestCfg => {
                plain_dse!["--strategy=cfg-directed", "--crest", "--no-filter"]
            }
        }
    }

    /// A preset by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }
}

/// What a command line stands for that may name a preset.
pub fn spelled(words: Vec<OsString>) -> Vec<OsString> {
    let Some(preset) = named_in(&words) else { return words };
    let own = preset.words().iter().filter(|own| !words.iter().any(|word| is_same(own, word)));
    let own: Vec<OsString> = own.map(Into::into).collect();
    // Behind the command.
    let place = 2.min(words.len());
    let mut words = words;
    words.splice(place..place, own);
    words
}

/// The preset that a command line names.
fn named_in(words: &[OsString]) -> Option<Preset> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let place = words[..end].iter().position(|word| is_same("--preset", word))?;
    let name = match words[place].to_str()?.split_once('=') {
        Some((_, name)) => name,
        None => words.get(place + 1)?.to_str()?,
    };
    Preset::named(name)
}

/// Whether a word of the command line is the same switch, whatever its value.
fn is_same(own: &str, word: &OsStr) -> bool {
    let switch = |text: &str| text.split_once('=').map_or(text, |(switch, _)| switch).to_owned();
    word.to_str().is_some_and(|word| word.starts_with("--") && switch(word) == switch(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled_line(line: &str) -> String {
        let words = line.split(' ').map(OsString::from).collect();
        let words: Vec<String> =
            spelled(words).into_iter().map(|word| word.to_string_lossy().into_owned()).collect();
        words.join(" ")
    }

    #[test]
    fn a_preset_stands_for_its_switches_behind_the_command() {
        assert_eq!(
            spelled_line("ferret c a.c --preset evosuite-ga --seed 3"),
            "ferret c --technique=suite --population=50 --no-archive --no-dynamic-constants a.c --preset evosuite-ga \
             --seed 3"
        );
        assert_eq!(spelled_line("ferret c a.c"), "ferret c a.c");
    }

    #[test]
    fn a_switch_that_is_written_out_takes_the_place_of_the_preset_s() {
        let line = spelled_line("ferret c --preset=evosuite-ga --population 7");
        assert_eq!(
            line,
            "ferret c --technique=suite --no-archive --no-dynamic-constants --preset=evosuite-ga --population 7"
        );
    }
}
