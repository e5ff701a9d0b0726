//! Names of what tests may call that are the same in other versions of the code: a program numbers its ways into methods.

use crate::project::Project;
use language::{Corpus, fingerprint};
use std::collections::BTreeMap;

/// How the name of a way into a method begins.
const NUMBERED: &str = "@\"ferret/Api.";
/// How its name begins in a corpus.
const LASTING: &str = "@\"ferret/Api#";

/// The ways into methods of a program, by their names there and in a corpus.
pub(crate) struct Symbols {
    lasting: BTreeMap<String, String>,
    numbered: BTreeMap<String, String>,
}

impl Symbols {
    /// The names of a project. They are told by what is called, with its types.
    pub fn new(project: &Project) -> Self {
        let (mut lasting, mut numbered) = (BTreeMap::new(), BTreeMap::new());
        for (function, member) in &project.api.members {
            let name = &project.program.functions[*function].name;
            let Some(label) =
                name.strip_prefix("ferret/Api.").and_then(|rest| rest.split_once(':'))
            else {
                continue;
            };
            let callable = project.program.catalogue.callable(*function);
            let types = callable.map(|own| {
                let taken = own.params.iter().map(|(_, ty)| &project.api.types[*ty]);
                (taken.collect::<Vec<_>>(), &project.api.types[own.result])
            });
            let sum = fingerprint(format!("{member:?} {types:?}").as_bytes());
            // Two ways that look alike are told apart by their order.
            let mut known = format!("ferret/Api#{sum:016x}:{}", label.1);
            while numbered.contains_key(&known) {
                known.push('\'');
            }
            lasting.insert(name.clone(), known.clone());
            numbered.insert(known, name.clone());
        }
        Self { lasting, numbered }
    }

    /// A scenario of the program as a corpus has it.
    pub fn lasting(&self, text: &str) -> String {
        renamed(text, NUMBERED, &self.lasting)
    }

    /// A corpus as the program has it; what the program has no name for stays, and does not fit.
    pub fn numbered(&self, corpus: &Corpus) -> Corpus {
        let mut corpus = corpus.clone();
        let texts = corpus.tests.iter_mut().map(|test| &mut test.scenario);
        for text in texts.chain(&mut corpus.others) {
            *text = renamed(text, LASTING, &self.numbered);
        }
        corpus
    }
}

/// A text with other names for the symbols that begin in some way.
fn renamed(text: &str, begin: &str, names: &BTreeMap<String, String>) -> String {
    let mut parts = text.split(begin);
    let mut renamed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (rest, behind) = part.split_once('"').unwrap_or((part, ""));
        let name = format!("{}{rest}", &begin[2..]);
        renamed.push_str("@\"");
        renamed.push_str(names.get(&name).unwrap_or(&name));
        renamed.push('"');
        renamed.push_str(behind);
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_symbols_get_other_names() {
        let names =
            BTreeMap::from([("ferret/Api.7:new A".to_owned(), "ferret/Api#0:new A".to_owned())]);
        let text = "call a = @\"ferret/Api.7:new A\"(x)\ncall @\"ferret/Api.8:new B\"(a)\ncall @f(\"x\")\n";
        let expected = "call a = @\"ferret/Api#0:new A\"(x)\ncall @\"ferret/Api.8:new B\"(a)\ncall @f(\"x\")\n";
        assert_eq!(renamed(text, NUMBERED, &names), expected);
    }
}
