//! Variants as they are written on the command line: a technique with options.

use std::ffi::OsString;

use clap::Parser;
use generate::Technique;

use crate::preset::{self, Preset};
use crate::technique::TechniqueOptions;

/// A technique with its options.
pub struct Variant {
    /// What reports call it.
    pub name: String,
    /// How it was written, the name aside.
    pub written: String,
    options: TechniqueOptions,
}

/// The options of a technique alone.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Line {
    #[command(flatten)]
    options: TechniqueOptions,
}

impl Variant {
    /// Reads `[NAME=]TECHNIQUE[:STRATEGY][,OPTION[=VALUE]]…`, where options are those of `ferret c`; of a
    /// search, what stands in the strategy's place is its fitness. A preset may stand in the technique's.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, written) = match text.split_once('=') {
            Some((name, rest)) if !name.contains([':', ',']) => (name, rest),
            _ => (text, text),
        };
        if name.is_empty() {
            return Err("its name is empty".to_owned());
        }
        let line = Line::try_parse_from(words(written)).map_err(|error| first_line(&error))?;
        Ok(Self { name: name.to_owned(), written: written.to_owned(), options: line.options })
    }

    /// The technique; each run has one of its own.
    pub fn technique(&self) -> Box<dyn Technique> {
        self.options.technique(None)
    }
}

/// A variant as the words of a command line.
fn words(written: &str) -> Vec<String> {
    let mut parts = written.split(',');
    let technique = parts.next().unwrap_or_default();
    let (technique, strategy) = match technique.split_once(':') {
        Some((technique, strategy)) => (technique, Some(strategy)),
        None => (technique, None),
    };
    let preset = Preset::named(technique);
    let mut words = match preset {
        Some(_) => vec!["ferret".to_owned(), "compare".to_owned(), format!("--preset={technique}")],
        None => vec![format!("--technique={technique}")],
    };
    let option = match technique {
        "avm" | "ga" | "iguana" => "fitness",
        _ => "strategy",
    };
    words.extend(strategy.map(|strategy| format!("--{option}={strategy}")));
    for part in parts {
        words.push(match part.split_once('=') {
            Some((option, "off")) => format!("--no-{option}"),
            Some((option, value)) => format!("--{option}={value}"),
            None => format!("--{part}"),
        });
    }
    if preset.is_none() {
        return words;
    }
    let spelled = preset::spelled(words.into_iter().map(OsString::from).collect());
    spelled.into_iter().skip(2).map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The message of a mistake, without the words about usage that follow it.
pub fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let text = lines.collect::<Vec<_>>().join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn options_of_a_variant_are_those_of_the_command_line() {
        let words = words("dse:context-guided,fixed-k=3,filter=off,no-optimism").join(" ");
        let expected =
            "--technique=dse --strategy=context-guided --fixed-k=3 --no-filter --no-optimism";
        assert_eq!(words, expected);
        let words = super::words("avm:enhanced,evaluations=500").join(" ");
        assert_eq!(words, "--technique=avm --fitness=enhanced --evaluations=500");
    }

    #[test]
    fn a_preset_is_a_variant_that_options_change() {
        let words = words("caut:dfs,no-filter").join(" ");
        assert!(words.contains("--technique=dse") && words.contains("--no-errands"), "{words}");
        assert!(words.contains("--strategy=dfs") && !words.contains("predictive"), "{words}");
        for preset in Preset::value_variants() {
            let name = preset.to_possible_value().expect("it has a name");
            assert!(Variant::parse(name.get_name()).is_ok(), "{}", name.get_name());
        }
    }

    #[test]
    fn a_variant_may_have_a_name() {
        let names = |text| Variant::parse(text).map(|variant| (variant.name, variant.written));
        assert_eq!(names("guess=random"), Ok(("guess".to_owned(), "random".to_owned())));
        assert_eq!(names("random"), Ok(("random".to_owned(), "random".to_owned())));
    }

    #[test]
    fn what_is_no_variant_is_refused() {
        for text in ["", "guess", "=random", "random,speed=3", "random,--seed"] {
            assert!(Variant::parse(text).is_err(), "{text}");
        }
    }
}
