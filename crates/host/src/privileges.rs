//! Whether there are privileges to give up, and who has none.

use std::sync::OnceLock;

/// The user and the group that own nothing, by convention.
const NOBODY: u32 = 65_534;

/// Where users begin that nobody is.
const STRANGERS: u32 = 0x6000_0000;

/// A user and a group that own nothing. Where this machine has such numbers they are of this process alone: the kernel
/// counts the processes of a user over the whole machine, so code under test that starts as many as it may would leave
/// none to the tests of another process.
pub(crate) fn stranger() -> u32 {
    static FOUND: OnceLock<u32> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let own = STRANGERS.saturating_add(std::process::id());
        let maps = ["/proc/self/uid_map", "/proc/self/gid_map"].map(std::fs::read_to_string);
        let has = |map: &std::io::Result<String>| map.as_ref().is_ok_and(|map| holds(map, own));
        if maps.iter().all(has) { own } else { NOBODY }
    })
}

/// Whether a table of the users of a namespace has a user: lines of a first number, that outside, and how many there are.
fn holds(map: &str, user: u32) -> bool {
    map.lines().any(|line| {
        let mut numbers = line.split_whitespace().map_while(|word| word.parse::<u64>().ok());
        let (first, count) = (numbers.next(), numbers.nth(1));
        first.zip(count).is_some_and(|(first, count)| {
            (first..first.saturating_add(count)).contains(&u64::from(user))
        })
    })
}

/// Whether this process may do anything, and so has something to give up.
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_namespace_has_the_users_of_its_table() {
        let all = "         0          0 4294967295\n";
        assert!(holds(all, STRANGERS) && holds(all, 0));
        let few = "0 1000 1\n1 100000 65536\n";
        assert!(holds(few, NOBODY) && holds(few, 65_536) && !holds(few, 65_537));
        assert!(!holds("", 0) && !holds("0 0", 0));
    }
}
