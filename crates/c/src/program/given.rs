//! What a program is given in one run: bytes, as they are written to files and read from them.

use super::entry::{Bytes, Inputs, Layout, Slot};
use program::Type;
use scenario::{Argument, Array, Scenario, Statement};

/// What a program is given in one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Given {
    /// Its arguments, without its name.
    pub arguments: Vec<Vec<u8>>,
    /// Standard input, if it has one.
    pub input: Option<Vec<u8>>,
    /// Files, in the order in which they were asked for.
    pub files: Vec<Vec<u8>>,
    /// Variables of the environment, in that order; none for those that are not set.
    pub variables: Vec<Option<Vec<u8>>>,
    /// What the harness of a fuzzer is handed.
    pub data: Option<Vec<u8>>,
}

impl Given {
    /// How many bytes it has.
    pub fn size(&self) -> usize {
        let variables = self.variables.iter().flatten();
        let parts = self.arguments.iter().chain(&self.input).chain(&self.files).chain(&self.data);
        parts.chain(variables).map(|part| part.len() + 1).sum()
    }
}

/// Bytes up to the first zero.
fn text(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().take_while(|byte| *byte != 0).collect()
}

/// A number or bytes that a scenario passes.
enum Part {
    Number(i64),
    Bytes(Vec<u8>),
}

impl Layout {
    /// What a scenario gives to the program.
    pub fn given(&self, scenario: &Scenario) -> Given {
        let call = scenario.statements.iter().rev().find_map(|statement| match statement {
            Statement::Call { function, arguments, .. } if *function == self.function => {
                Some(arguments)
            }
            _ => None,
        });
        let mut given = Given::default();
        let (mut count, mut length, mut is_set) = (0, 0, false);
        for ((slot, size), argument) in self.slots.iter().zip(call.into_iter().flatten()) {
            let (number, bytes) = match part(scenario, *argument) {
                Part::Number(number) => (number, Vec::new()),
                Part::Bytes(bytes) if bytes.len() >= *size as usize => (0, bytes),
                Part::Bytes(_) => (0, vec![0; *size as usize]),
            };
            // A pointer to nothing stands for zeros as well.
            let bytes = if bytes.is_empty() { vec![0; *size as usize] } else { bytes };
            let clipped = number.clamp(0, i64::from(*size)) as usize;
            let whole = |length: usize| bytes[..length.min(bytes.len())].to_vec();
            match slot {
                Slot::Count => count = clipped,
                Slot::Argument(index) if *index < count => given.arguments.push(text(&bytes)),
                Slot::Argument(_) => {}
                Slot::Length(_) => length = clipped,
                Slot::Content(Bytes::Input) => given.input = Some(whole(length)),
                Slot::Content(Bytes::File(_)) => given.files.push(whole(length)),
                Slot::Content(Bytes::Data) => given.data = Some(whole(length)),
                Slot::IsSet(_) => is_set = number & 1 == 1,
                Slot::Variable(_) => given.variables.push(is_set.then(|| text(&bytes))),
            }
        }
        given
    }

    /// A scenario that gives as much as possible of random bytes, as concolic testing begins in the papers.
    pub fn random(&self, seed: u64) -> Scenario {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bytes =
            |size: u32, least: u8| -> Vec<u8> { (0..size).map(|_| random.u8(least..)).collect() };
        let Inputs { arguments: (count, size), input, files, variables, data } = &self.inputs;
        let given = Given {
            arguments: (0..*count).map(|_| bytes(*size, 1)).collect(),
            input: input.map(|size| bytes(size, 0)),
            files: files.iter().map(|(_, size)| bytes(*size, 0)).collect(),
            variables: variables.iter().map(|(_, size)| Some(bytes(*size, 1))).collect(),
            data: data.map(|size| bytes(size, 0)),
        };
        self.scenario(&given)
    }

    /// A scenario that gives it to the program; what is longer than it may be is cut.
    pub fn scenario(&self, given: &Given) -> Scenario {
        let mut scenario = Scenario::default();
        let mut arguments = Vec::new();
        let content = |of: Bytes| match of {
            Bytes::Input => given.input.as_ref(),
            Bytes::File(index) => given.files.get(index),
            Bytes::Data => given.data.as_ref(),
        };
        for (slot, size) in &self.slots {
            let number = |count: usize| Part::Number((count as i64).min((*size).into()));
            let bytes = |bytes: Option<&Vec<u8>>| Part::Bytes(bytes.cloned().unwrap_or_default());
            let variable = |index: &usize| given.variables.get(*index).and_then(Option::as_ref);
            let part = match slot {
                Slot::Count => number(given.arguments.len()),
                Slot::Argument(index) => bytes(given.arguments.get(*index)),
                Slot::Length(of) => number(content(*of).map_or(0, Vec::len)),
                Slot::Content(of) => bytes(content(*of)),
                Slot::IsSet(index) => number(variable(index).map_or(0, |_| 1)),
                Slot::Variable(index) => bytes(variable(index)),
            };
            let variable = scenario.declare_fresh(&super::entry::name_of(*slot));
            match part {
                Part::Number(number) => {
                    let (ty, bits) = (Type::I32, u128::from(number as u32));
                    let of = self.types.map(|(number, _)| number);
                    scenario.statements.push(Statement::Value { variable, ty, bits, of });
                }
                Part::Bytes(mut bytes) => {
                    bytes.resize(*size as usize, 0);
                    let elements = bytes.into_iter().map(u128::from).collect();
                    let of = self.types.map(|(_, letter)| letter);
                    let class = self.class;
                    let array = Array { of, class, ..Array::new(Type::I8, elements) };
                    scenario.statements.push(Statement::Array { variable, array });
                }
            }
            arguments.push(Argument::Variable(variable));
        }
        let function = self.function;
        scenario.statements.push(Statement::Call { result: None, function, arguments });
        scenario
    }
}

fn part(scenario: &Scenario, argument: Argument) -> Part {
    let made = match argument {
        Argument::Literal(bits) => return Part::Number((bits as u32 as i32).into()),
        Argument::Variable(made) => made,
        _ => return Part::Bytes(Vec::new()),
    };
    let found = scenario.statements.iter().find_map(|statement| match statement {
        Statement::Value { variable, bits, .. } if *variable == made => {
            Some(Part::Number((*bits as u32 as i32).into()))
        }
        Statement::Array { variable, array } if *variable == made => {
            let shown = array.elements.iter().take(array.length as usize);
            Some(Part::Bytes(shown.map(|bits| *bits as u8).collect()))
        }
        _ => None,
    });
    found.unwrap_or_else(|| Part::Bytes(Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::FuncId;

    #[test]
    fn a_scenario_gives_what_it_was_made_of() {
        let inputs = Inputs {
            arguments: (2, 4),
            input: Some(5),
            files: vec![("a".to_owned(), 3)],
            variables: vec![("HOME".to_owned(), 4), ("TZ".to_owned(), 4)],
            data: None,
        };
        let layout = Layout::new(FuncId(0), inputs);
        let given = Given {
            arguments: vec![b"-n".to_vec(), b"".to_vec()],
            input: Some(b"a\0b".to_vec()),
            files: vec![b"xyz".to_vec()],
            variables: vec![None, Some(b"UTC".to_vec())],
            data: None,
        };
        assert_eq!(layout.given(&layout.scenario(&given)), given);
        let long = Given { input: Some(b"too long".to_vec()), ..given };
        assert_eq!(layout.given(&layout.scenario(&long)).input, Some(b"too l".to_vec()));
    }
}
