//! How much memory there is.

/// Bytes of memory that this machine, or the container that we are in, has; none where the system does not say.
pub fn memory() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = total(&read("/proc/meminfo")?)?;
    let container = read("/sys/fs/cgroup/memory.max");
    let container = container.and_then(|text| text.trim().parse::<u64>().ok());
    Some(container.map_or(machine, |limit| limit.min(machine)))
}

fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_given_in_kibibytes() {
        assert_eq!(total("MemTotal:       16 kB\nMemFree: 3 kB\n"), Some(16384));
        assert_eq!(total("nothing"), None);
        assert!(memory().is_none_or(|bytes| bytes > 1 << 20));
    }
}
