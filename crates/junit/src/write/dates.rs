//! Dates and times as people write them, in the place of counts of days and seconds.

use super::mention;

/// Days of four hundred years, after which the calendar repeats.
const DAYS_OF_ERA: i64 = 146_097;
/// Days from the first of March of the year 0 to the first of January 1970.
const DAYS_BEFORE_1970: i64 = 719_468;
const SECONDS_OF_DAY: i64 = 86_400;

/// A call of a static method of `java.time` that takes a count, as a call that says more.
pub(super) fn spoken(class: &str, method: &str, count: i64) -> Option<String> {
    let named = mention::class(class);
    match (class, method) {
        ("java/time/Instant", "ofEpochSecond") => {
            let (year, month, day) = date(count.div_euclid(SECONDS_OF_DAY))?;
            let (hour, minute, second) = time(count.rem_euclid(SECONDS_OF_DAY));
            Some(format!(
                "{named}.parse(\"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z\")"
            ))
        }
        ("java/time/LocalDate", "ofEpochDay") => {
            let (year, month, day) = date(count)?;
            Some(format!("{named}.of({year}, {month}, {day})"))
        }
        ("java/time/LocalTime", "ofSecondOfDay") if (0..SECONDS_OF_DAY).contains(&count) => {
            let (hour, minute, second) = time(count);
            Some(match second {
                0 => format!("{named}.of({hour}, {minute})"),
                _ => format!("{named}.of({hour}, {minute}, {second})"),
            })
        }
        ("java/time/ZoneOffset", "ofHours") if count == 0 => Some(format!("{named}.UTC")),
        _ => None,
    }
}

/// The date that such a call stands for, as it can stand in a name: `2019_12_31`.
pub(super) fn word(class: &str, method: &str, count: i64) -> Option<String> {
    let days = match (class, method) {
        ("java/time/Instant", "ofEpochSecond") => count.div_euclid(SECONDS_OF_DAY),
        ("java/time/LocalDate", "ofEpochDay") => count,
        _ => return None,
    };
    let (year, month, day) = date(days)?;
    Some(format!("{year}_{month:02}_{day:02}"))
}

fn time(seconds: i64) -> (i64, i64, i64) {
    (seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The year, month and day so many days after the first of January 1970, in the calendar that goes on in both
/// directions; none beyond years of four digits. By counting from the first of March, so that a leap day is the last
/// of its year.
fn date(days: i64) -> Option<(i64, i64, i64)> {
    let days = days.checked_add(DAYS_BEFORE_1970)?;
    let era = days.div_euclid(DAYS_OF_ERA);
    let day_of_era = days.rem_euclid(DAYS_OF_ERA);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (1..=9999).contains(&year).then_some((year, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_become_dates_and_times() {
        let shown = |class: &str, method: &str, count: i64| {
            let said = spoken(&format!("java/time/{class}"), method, count);
            said.map_or_else(|| "?".to_owned(), |said| mention::simple(&said))
        };
        let all = [
            shown("LocalDate", "ofEpochDay", 0),
            shown("LocalDate", "ofEpochDay", -1),
            shown("LocalDate", "ofEpochDay", 11_016),
            shown("LocalDate", "ofEpochDay", 1 << 40),
            shown("LocalDate", "ofEpochDay", i64::MAX),
            shown("Instant", "ofEpochSecond", 1_577_836_778),
            shown("Instant", "ofEpochSecond", -1),
            shown("LocalTime", "ofSecondOfDay", 3_600),
            shown("LocalTime", "ofSecondOfDay", 61),
            shown("LocalTime", "ofSecondOfDay", 86_400),
            shown("ZoneOffset", "ofHours", 0),
            shown("ZoneOffset", "ofHours", 9),
        ];
        let expected = [
            "LocalDate.of(1970, 1, 1)",
            "LocalDate.of(1969, 12, 31)",
            "LocalDate.of(2000, 2, 29)",
            "?",
            "?",
            "Instant.parse(\"2019-12-31T23:59:38Z\")",
            "Instant.parse(\"1969-12-31T23:59:59Z\")",
            "LocalTime.of(1, 0)",
            "LocalTime.of(0, 1, 1)",
            "?",
            "ZoneOffset.UTC",
            "?",
        ];
        assert_eq!(all, expected);
        let day = word("java/time/Instant", "ofEpochSecond", 1_577_836_778);
        assert_eq!(day.as_deref(), Some("2019_12_31"));
    }
}
