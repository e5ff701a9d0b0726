//! Numbers, sizes, times and shares as options take them.

use std::time::Duration;

/// A number, digits perhaps grouped by `_`.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("a whole number is needed, such as 1000000 or 1_000_000".into());
    }
    digits.parse().map_err(|_| format!("at most {} is possible", u64::MAX))
}

/// A size in bytes, perhaps with a unit of 1024s.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let number = upper.trim_end_matches("IB").trim_end_matches('B');
    let (digits, shift) = match number.char_indices().next_back() {
        Some((end, 'K')) => (&number[..end], 10),
        Some((end, 'M')) => (&number[..end], 20),
        Some((end, 'G')) => (&number[..end], 30),
        _ => (number, 0),
    };
    let count = parse_count(digits)
        .map_err(|_| String::from("a size is needed, such as 4096, 64K, 16M or 1G"))?;
    count.checked_mul(1 << shift).ok_or_else(|| format!("at most {} bytes are possible", u64::MAX))
}

/// A time, as in `500ms`, `10s`, `2m` or plain seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is needed, such as 500ms, 10s or 2m".to_owned();
    let end = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let number: f64 = text[..end].parse().map_err(|_| wrong())?;
    let unit = match &text[end..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(number * unit).map_err(|_| wrong())
}

/// A share, as in `90%` or `0.9`.
pub fn parse_share(text: &str) -> Result<f64, String> {
    let (number, whole) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(share) if (0.0..=whole).contains(&share) => Ok(share / whole),
        _ => Err("a share is needed, such as 90%".to_owned()),
    }
}

/// So many of something.
pub fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_of_1024s() {
        assert_eq!(parse_size("4096"), Ok(4096));
        assert_eq!(parse_size("64K"), Ok(64 << 10));
        assert_eq!(parse_size("16MiB"), Ok(16 << 20));
        assert_eq!(parse_size("1gb"), Ok(1 << 30));
        assert_eq!(parse_size("1_000"), Ok(1000));
    }

    #[test]
    fn what_is_not_a_size_is_refused() {
        for text in ["", "K", "1.5G", "-1", "1T", "+3", "99999999999999999999", "17179869184G"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_are_whole_numbers() {
        assert_eq!(parse_count("1_000_000"), Ok(1_000_000));
        for text in ["", "_", "1e6", "0x10", "-1", "18446744073709551616"] {
            assert!(parse_count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_have_units() {
        let milliseconds = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(milliseconds("500ms"), Ok(500));
        assert_eq!(milliseconds("1.5s"), Ok(1500));
        assert_eq!(milliseconds("2"), Ok(2000));
        assert_eq!(milliseconds("2m"), Ok(120_000));
        assert_eq!(milliseconds("1h"), Ok(3_600_000));
        for text in ["", "s", "-1s", "1d", "1 s", "nan", "1e99h"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shares_are_at_most_the_whole() {
        assert_eq!(parse_share("90%"), Ok(0.9));
        assert_eq!(parse_share("0.5"), Ok(0.5));
        for text in ["", "%", "101%", "1.5", "-1%", "nan"] {
            assert!(parse_share(text).is_err(), "{text}");
        }
    }
}
