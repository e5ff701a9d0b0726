//! What the library reads from texts, and texts of that kind in the place of those that it refused.
//!
//! The grammar of each reader is a regular expression that describes usual texts, not all that are read.

use super::languages::seed;
use super::{Offer, argument};
use fastrand::Rng;
use pattern::Extent;
use std::sync::Arc;

/// Texts that are made for each call.
const SAMPLES: usize = 3;

const WHOLE: &str = r"-?\d{1,4}|0|1|-1|2147483647|-2147483648|\d{9}";
const LONG: &str = r"-?\d{1,4}|0|-1|9223372036854775807|-9223372036854775808|\d{12}";
const BYTE: &str = r"-?\d{1,2}|127|-128|128";
const SHORT: &str = r"-?\d{1,4}|32767|-32768|32768";
const FLOAT: &str = r"-?\d{1,4}(\.\d{1,3})?(E-?\d{1,2})?|NaN|-?Infinity|1e400";
const DECIMAL: &str = r"-?\d{1,9}(\.\d{1,6})?(E-?\d{1,2})?";
const DATE: &str =
    r"(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|2024-02-29|0001-01-01|9999-12-31";
const TIME: &str = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?";
const DATE_TIME: &str =
    r"(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?";
const OFFSET: &str = r"(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]0\d:[03]0)";
const ZONED: &str = r"20\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|\+0[12]:00(\[Europe/Paris\])?)";
const INSTANT: &str =
    r"(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z";
const DURATION: &str = r"-?P(\d{1,2}D)?T(\d{1,2}H)?(\d{1,2}M)?\d{1,2}(\.\d{1,3})?S|P\dD|PT0S";
const PERIOD: &str = r"P(-?\d{1,2}Y)?(\d{1,2}M)?(\d{1,2}W)?\d{1,2}D|P\d[YM]";
const UUID: &str = "[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
const URI: &str = r"((https?|ftp)://([a-z]{1,8}@)?[a-z]{1,8}(\.(com|org))?(:\d{2,4})?)?(/[a-z0-9]{0,4}){1,3}(\?[a-z]=\d)?(#[a-z]{1,3})?|mailto:[a-z]{1,4}@[a-z]{1,4}\.org|urn:[a-z]{2,4}:\d";
const URL: &str = r"(https?|ftp)://[a-z]{1,8}(\.(com|org))?(:\d{2,4})?(/[a-z0-9]{0,4}){0,3}(\?[a-z]=\d)?(#[a-z]{1,3})?|file:/[a-z]{1,4}";
const BASE64: &str =
    r"([A-Za-z0-9+/]{4}){0,3}([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?";
const FORMAT: &str = r"[a-z]{0,3}%([sdxcbfn%]|[-0 ]?\d[sd]|\.\d[fs]|08\.3f|,d|\+d|1\$s)[a-z]{0,2}";
const ZONE: &str = r"UTC|Z|GMT|Europe/Paris|America/New_York|[+-]0\d:[03]0|UTC\+\d";
const CURRENCY: &str = "EUR|USD|JPY|GBP|CHF";
const CHARSET: &str = "UTF-8|ISO-8859-1|US-ASCII|UTF-16";
const EXPRESSION: &str = r"[a-c](\+|\*|\?)?|\[a-z]\+|\([a-c]\|[x-z]\)|\^[a-z]{2}\$";

/// Who reads texts: their functions, the number of the argument, and the grammar.
const READERS: &[(&str, usize, &str)] = &[
    ("java/lang/Integer.parseInt(Ljava/lang/String;I)I", 0, WHOLE),
    ("java/lang/Integer.parseInt(Ljava/lang/String;)I", 0, WHOLE),
    ("java/lang/Integer.decode(Ljava/lang/String;)Ljava/lang/Integer;", 0, WHOLE),
    ("java/lang/Long.parseLong(Ljava/lang/String;I)J", 0, LONG),
    ("java/lang/Long.parseLong(Ljava/lang/String;)J", 0, LONG),
    ("java/lang/Byte.parseByte(Ljava/lang/String;I)B", 0, BYTE),
    ("java/lang/Short.parseShort(Ljava/lang/String;I)S", 0, SHORT),
    ("jdk/internal/math/FloatingDecimal.parseDouble(Ljava/lang/String;)D", 0, FLOAT),
    ("jdk/internal/math/FloatingDecimal.parseFloat(Ljava/lang/String;)F", 0, FLOAT),
    ("java/math/BigDecimal.<init>(Ljava/lang/String;)V", 1, DECIMAL),
    ("java/math/BigInteger.<init>(Ljava/lang/String;I)V", 1, LONG),
    ("java/time/LocalDate.parse(Ljava/lang/CharSequence;)Ljava/time/LocalDate;", 0, DATE),
    ("java/time/LocalTime.parse(Ljava/lang/CharSequence;)Ljava/time/LocalTime;", 0, TIME),
    (
        "java/time/LocalDateTime.parse(Ljava/lang/CharSequence;)Ljava/time/LocalDateTime;",
        0,
        DATE_TIME,
    ),
    (
        "java/time/OffsetDateTime.parse(Ljava/lang/CharSequence;)Ljava/time/OffsetDateTime;",
        0,
        OFFSET,
    ),
    ("java/time/ZonedDateTime.parse(Ljava/lang/CharSequence;)Ljava/time/ZonedDateTime;", 0, ZONED),
    ("java/time/Instant.parse(Ljava/lang/CharSequence;)Ljava/time/Instant;", 0, INSTANT),
    ("java/time/Duration.parse(Ljava/lang/CharSequence;)Ljava/time/Duration;", 0, DURATION),
    ("java/time/Period.parse(Ljava/lang/CharSequence;)Ljava/time/Period;", 0, PERIOD),
    ("java/time/Year.parse(Ljava/lang/CharSequence;)Ljava/time/Year;", 0, r"(19|20)\d\d"),
    (
        "java/time/YearMonth.parse(Ljava/lang/CharSequence;)Ljava/time/YearMonth;",
        0,
        r"20\d\d-(0[1-9]|1[0-2])",
    ),
    ("java/time/ZoneId.of(Ljava/lang/String;)Ljava/time/ZoneId;", 0, ZONE),
    ("java/util/UUID.fromString(Ljava/lang/String;)Ljava/util/UUID;", 0, UUID),
    ("java/net/URI.<init>(Ljava/lang/String;)V", 1, URI),
    ("java/net/URL.<init>(Ljava/lang/String;)V", 1, URL),
    ("java/util/Base64$Decoder.decode(Ljava/lang/String;)[B", 1, BASE64),
    ("java/util/Formatter.parse(Ljava/lang/String;)Ljava/util/List;", 0, FORMAT),
    ("java/util/Currency.getInstance(Ljava/lang/String;)Ljava/util/Currency;", 0, CURRENCY),
    ("java/nio/charset/Charset.forName(Ljava/lang/String;)Ljava/nio/charset/Charset;", 0, CHARSET),
    ("java/util/regex/Pattern.compile(Ljava/lang/String;)Ljava/util/regex/Pattern;", 0, EXPRESSION),
];

/// Who offers texts in the place of those that a method reads.
pub(super) fn offer(name: &str) -> Option<Offer> {
    let (_, place, grammar) = READERS.iter().find(|(known, ..)| *known == name)?;
    let grammar: Vec<u16> = grammar.encode_utf16().collect();
    Some(Arc::new(move |jvm, arguments, _| {
        let Some(text) = jvm.characters(argument(arguments, *place))? else { return Ok(()) };
        let Some(language) = jvm.shared.languages.of(&grammar, 0) else { return Ok(()) };
        jvm.context.judged(&text, &mut || {
            let nearest = language.nearest(&text, Extent::Whole);
            let samples = language.samples(&mut Rng::with_seed(seed(&text)), SAMPLES);
            nearest.into_iter().chain(samples).collect()
        });
        Ok(())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pattern::Pattern;

    #[test]
    fn every_grammar_is_read_and_has_texts() {
        for (name, _, grammar) in READERS {
            let grammar: Vec<u16> = grammar.encode_utf16().collect();
            let pattern =
                Pattern::java(&grammar, 0).unwrap_or_else(|error| panic!("{name}: {error}"));
            let texts = pattern.samples(&mut Rng::with_seed(1), SAMPLES);
            assert_eq!(texts.len(), SAMPLES, "{name}");
            assert!(pattern.distance(&[], Extent::Whole).is_some(), "{name}");
        }
    }
}
