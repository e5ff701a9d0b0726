//! How a process died under sanitizers, read from what they say.

use crate::fault::{Fault, parse_place};
use report::{Frame, Stack};
use trace::TrapKind;

/// How a process died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// What happened, and where.
    pub fault: Fault,
    /// Whether memory was written, where an access was wrong and it is known.
    pub wrote: Option<bool>,
    /// Whether what was used had been released by another statement of the test than the one that used it.
    pub released_before: bool,
}

/// What deaths and traps have in common: a trap is confirmed by a death of its family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Null was used as an address.
    Null,
    /// Memory was used that is not there, or not any more.
    Memory,
    /// A number has no place in its type, or no meaning.
    Arithmetic,
    /// The program ended itself.
    Abort,
    /// Something else.
    Other,
}

impl Family {
    /// The family of a trap.
    pub fn of_trap(kind: TrapKind) -> Self {
        use program::CheckKind;
        match kind {
            TrapKind::Null | TrapKind::Check(CheckKind::Null) => Self::Null,
            TrapKind::OutOfBounds
            | TrapKind::UseAfterFree
            | TrapKind::DoubleFree
            | TrapKind::InvalidFree
            | TrapKind::WildAddress
            | TrapKind::ReadOnly
            | TrapKind::BadCall
            | TrapKind::Check(CheckKind::Bounds | CheckKind::Size) => Self::Memory,
            TrapKind::Overflow
            | TrapKind::Division
            | TrapKind::Check(CheckKind::Overflow | CheckKind::Division) => Self::Arithmetic,
            TrapKind::Abort | TrapKind::Check(CheckKind::Assertion) => Self::Abort,
            _ => Self::Other,
        }
    }

    /// The family of what a sanitizer says.
    pub fn of_cause(cause: &str) -> Self {
        let any = |words: &[&str]| words.iter().any(|word| cause.contains(word));
        if any(&["null pointer"]) {
            Self::Null
        } else if any(&[
            "integer overflow",
            "division by zero",
            "shift",
            "outside the range",
            "negation",
            "remainder",
        ]) {
            Self::Arithmetic
        } else if any(&[
            "overflow",
            "out of bounds",
            "insufficient space",
            "misaligned",
            "use after",
            "double free",
            "free",
            "SEGV",
            "BUS",
            "overlap",
            "underflow",
            "unknown crash",
            "negative size",
            "wild",
        ]) {
            Self::Memory
        } else {
            Self::Other
        }
    }
}

impl Death {
    /// Whether it is what a trap says. A signal has no family of its own.
    pub fn confirms(&self, kind: TrapKind, place: Option<&report::Place>) -> bool {
        let (trap, own) = (Family::of_trap(kind), Family::of_cause(&self.fault.cause));
        let base = |file: &str| file.rsplit('/').next().unwrap_or(file).to_owned();
        let same_line = place.zip(self.fault.place.as_ref()).is_some_and(|(one, other)| {
            base(&one.file) == base(&other.file) && one.line.is_some() && one.line == other.line
        });
        // What was never written may be anything natively.
        let known = kind != TrapKind::Uninitialised;
        (known && (trap == own || same_line))
            || (trap == Family::Null && self.fault.cause == "SEGV")
    }
}

/// What a sanitizer complained about; none if it was not a sanitizer that spoke, or of lost memory only. `test` is the
/// name of the test that died.
pub fn death(said: &str, test: &str) -> Option<Death> {
    let fault = complaint(said)?;
    let wrote = said.lines().find_map(|line| match line {
        _ if line.starts_with("WRITE of size") => Some(true),
        _ if line.starts_with("READ of size") => Some(false),
        _ => None,
    });
    let mark = format!(" in {test} ");
    let statement = |lines: &mut dyn Iterator<Item = &str>| {
        lines
            .take_while(|line| !line.trim().is_empty())
            .find(|line| line.contains(&mark))
            .and_then(|line| parse_place(line.split_whitespace().last()?).line)
    };
    let mut lines = said.lines().skip_while(|line| !line.contains("ERROR: AddressSanitizer"));
    let used = statement(&mut lines);
    let mut lines = said.lines().skip_while(|line| !line.starts_with("freed by thread"));
    let freed = statement(&mut lines);
    Some(Death { fault, wrote, released_before: freed.is_some() && freed != used })
}

/// What a sanitizer complained about, in a line; lost memory does not count.
pub fn complaint(said: &str) -> Option<Fault> {
    let base = |place: &str| parse_place(place.rsplit('/').next().unwrap_or(place));
    said.lines().find_map(|line| {
        if let Some((place, what)) = line.split_once(": runtime error: ") {
            let (cause, place) = (without_addresses(what), Some(base(place)));
            return Some(Fault { cause, place, ..Fault::default() });
        }
        let (_, summary) = line.split_once("SUMMARY: AddressSanitizer: ")?;
        if summary.contains(" leaked ") {
            return None;
        }
        let mut words = summary.split(' ');
        let (kind, place) = (words.next()?, words.next().unwrap_or_default());
        // What is told by module and offset has no source: the first call that has one is meant.
        let place = Some(base(place)).filter(|place| place.line.is_some());
        let place = place.or_else(|| placed(said));
        let cause = kind.replace('-', " ");
        Some(Fault { cause, place, ..Fault::default() })
    })
}

/// The place of the innermost call in code with a source.
fn placed(said: &str) -> Option<report::Place> {
    let lines = said.lines().skip_while(|line| !line.contains("ERROR: AddressSanitizer"));
    lines.filter_map(frame).find_map(|frame| frame.place)
}

/// The same for a test that died, with the calls that were open between it and the place.
pub fn died(said: &str, test: &str) -> Option<Fault> {
    let mut fault = complaint(said)?;
    let reported = |line: &&str| {
        line.contains("ERROR: AddressSanitizer") || line.contains(": runtime error: ")
    };
    fault.stack = stack_behind(said.lines().skip_while(|line| !reported(line)), test);
    Some(fault)
}

/// The calls by which memory that a test lost was asked for.
pub fn allocated_by(said: &str, test: &str) -> Stack {
    stack_behind(said.lines().skip_while(|line| !line.contains("leak of ")), test)
}

/// The first stack in some lines, up to the test itself.
fn stack_behind<'s>(lines: impl Iterator<Item = &'s str>, test: &str) -> Stack {
    let stack = lines.skip(1).skip_while(|line| !line.trim_start().starts_with("#0 "));
    let frames = stack.map_while(frame);
    Stack::new(frames.take_while(|frame| frame.function != test))
}

/// A line of a stack, such as `#1 0x55 in copy /x/src/a.c:7:18`.
fn frame(line: &str) -> Option<Frame> {
    let (_, call) = line.trim_start().strip_prefix('#')?.split_once(" in ")?;
    let (function, at) = call.split_once(' ').unwrap_or((call, ""));
    let place = parse_place(at.rsplit('/').next().unwrap_or(at));
    // What is told by module and offset has no source here.
    let library = place.line.is_none() || at.contains("/compiler-rt/") || at.contains("/sysdeps/");
    let place = (!library).then_some(place);
    Some(Frame { function: function.to_owned(), place, library })
}

/// What is said with addresses left open: they are others in each run.
fn without_addresses(said: &str) -> String {
    let word = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => {
            let end = digits.find(|letter: char| !letter.is_ascii_hexdigit());
            format!("some address{}", end.map_or("", |end| &digits[end..]))
        }
        None => word.to_owned(),
    };
    said.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Where lost memory was asked for: the first call of the stack that names a file of the code's.
pub fn lost_at(said: &str) -> Option<report::Place> {
    let stack = said.lines().skip_while(|line| !line.contains("leak of ")).skip(1);
    let frames = stack.take_while(|line| line.trim_start().starts_with('#'));
    let mut places = frames.filter_map(|line| line.split_whitespace().last());
    let file = places.find(|place| place.contains(".c:") && !place.contains("/compiler-rt/"))?;
    Some(parse_place(file.rsplit('/').next().unwrap_or(file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_inside_of_the_runtime_is_placed_where_the_code_called_it() {
        let said = "==1==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x1\n    \
                    #0 0x1 in free (/x/tests+0xd1366) (BuildId: 7)\n    #1 0x2 in drop /x/src/a.c:7:5\n\
                    SUMMARY: AddressSanitizer: bad-free (/x/tests+0xd1366) (BuildId: 7) in free\n";
        let fault = complaint(said).unwrap();
        assert_eq!(fault.to_string(), "bad free at a.c:7:5");
        let nowhere = "SUMMARY: AddressSanitizer: bad-free (/x/tests+0xd1366) in free\n";
        assert_eq!(complaint(nowhere).unwrap().to_string(), "bad free");
    }

    #[test]
    fn lost_memory_is_placed_where_the_code_asked_for_it() {
        let said = "Direct leak of 4 byte(s) in 1 object(s) allocated from:\n    #0 0x1 in malloc (/x/tests+0xc1)\n    \
                    #1 0x2 in copy /x/src/a.c:7:18\n    #2 0x3 in copy_works /x/test_a.c:30:5\n\nSUMMARY\n";
        assert_eq!(lost_at(said).map(|place| place.to_string()).as_deref(), Some("a.c:7:18"));
        assert_eq!(lost_at("nothing"), None);
    }

    #[test]
    fn a_sanitizers_complaint_is_told_in_a_line_and_other_output_is_none() {
        let complaint = |said: &str| complaint(said).map(|fault| fault.to_string());
        let undefined = "../src/a.c:3:7: runtime error: division by zero\nmore\n";
        assert_eq!(complaint(undefined).as_deref(), Some("division by zero at a.c:3:7"));
        let offset =
            "a.c:3:7: runtime error: addition of unsigned offset to 0x55e7 overflowed to 0x55e6\n";
        let open =
            "addition of unsigned offset to some address overflowed to some address at a.c:3:7";
        assert_eq!(complaint(offset).as_deref(), Some(open));
        let address =
            "==1==ERROR\nSUMMARY: AddressSanitizer: heap-buffer-overflow /x/a.c:4:2 in f\n";
        assert_eq!(complaint(address).as_deref(), Some("heap buffer overflow at a.c:4:2"));
        assert_eq!(complaint("# test_a.c:9: result == 1\n"), None);
        let leak = "SUMMARY: AddressSanitizer: 10 byte(s) leaked in 1 allocation(s).\n";
        assert_eq!(complaint(leak), None);
    }

    #[test]
    fn the_stack_of_a_death_ends_at_the_test() {
        let told = |stack: &Stack| stack.frames.iter().map(ToString::to_string).collect::<Vec<_>>();
        let died = died(&FREED.replace('@', "29"), "get_dies").expect("it died");
        assert_eq!(told(&died.stack), ["get (a.c:4:2)"]);
        let said = "Direct leak of 4 byte(s) in 1 object(s) allocated from:\n    #0 0x1 in malloc (/x/tests+0xc1)\n    \
                    #1 0x2 in copy /x/src/a.c:7:18\n    #2 0x3 in copy_works /x/test_a.c:30:5\n\nSUMMARY\n";
        assert_eq!(told(&allocated_by(said, "copy_works")), ["malloc", "copy (a.c:7:18)"]);
        assert!(allocated_by(said, "copy_works").frames[0].library);
        assert_eq!(told(&stack_behind("no stack".lines(), "f")), Vec::<String>::new());
    }

    const FREED: &str = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n\
        READ of size 4 at 0x1 thread T0\n    #0 0x1 in get /x/a.c:4:2\n    #1 0x2 in get_dies /x/findings_a.c:30:5\n\n\
        freed by thread T0 here:\n    #0 0x1 in free\n    #1 0x2 in drop /x/a.c:9:3\n    #2 0x2 in get_dies /x/findings_a.c:@:5\n\n\
        SUMMARY: AddressSanitizer: heap-use-after-free /x/a.c:4:2 in get\n";

    #[test]
    fn an_object_that_another_statement_released_is_told_from_one_that_the_call_itself_released() {
        let before = death(&FREED.replace('@', "29"), "get_dies").expect("it died");
        assert!(before.released_before);
        assert_eq!(before.wrote, Some(false));
        let within = death(&FREED.replace('@', "30"), "get_dies").expect("it died");
        assert!(!within.released_before);
    }

    #[test]
    fn a_death_confirms_a_trap_of_its_family_or_of_its_line() {
        let died = |cause: &str| Death {
            fault: Fault {
                cause: cause.to_owned(),
                place: Some(parse_place("a.c:4:2")),
                ..Fault::default()
            },
            wrote: None,
            released_before: false,
        };
        let place = parse_place("src/a.c:4:9");
        assert!(died("heap buffer overflow").confirms(TrapKind::OutOfBounds, None));
        assert!(died("SEGV").confirms(TrapKind::Null, None));
        assert!(!died("heap buffer overflow").confirms(TrapKind::Overflow, None));
        assert!(died("heap buffer overflow").confirms(TrapKind::Overflow, Some(&place)));
        assert!(!died("signed integer overflow: 1 + 2").confirms(TrapKind::Null, None));
    }
}
