//! What programs print for a terminal, without its colours.

/// A line without the sequences that colour it.
pub fn plain(line: &str) -> String {
    let mut coloured = line.split('\x1b');
    let first = coloured.next().unwrap_or_default();
    let rest = coloured.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
    [first].into_iter().chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_left_out() {
        assert_eq!(plain("\x1b[1mApache Maven 3.8.7\x1b[m"), "Apache Maven 3.8.7");
        assert_eq!(plain("git version 2"), "git version 2");
    }
}
