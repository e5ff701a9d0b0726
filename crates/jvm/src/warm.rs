//! Subsystems of the library whose first use is long: a small use of each fills their caches.

use crate::natives::Jvm;
use machine::{Stop, Value};
use program::Type;

/// A subsystem: the class whose initialisation tells that a program uses it, and a small use of it.
pub(crate) struct Subsystem {
    /// The class.
    pub class: &'static str,
    /// The use.
    pub use_once: fn(&mut Jvm<'_>) -> Result<(), Stop>,
}

/// Those that cost most, in the order in which they are warmed up: later ones rest on earlier ones.
pub(crate) const SUBSYSTEMS: [Subsystem; 9] = [
    Subsystem { class: "java/util/Formatter", use_once: format },
    Subsystem { class: "java/util/Scanner", use_once: scan },
    Subsystem {
        class: "sun/util/locale/provider/LocaleServiceProviderPool",
        use_once: list_locales,
    },
    Subsystem { class: "java/text/DecimalFormat", use_once: format_decimal },
    Subsystem { class: "java/time/zone/ZoneRulesProvider", use_once: find_zone },
    Subsystem { class: "java/time/format/DateTimeFormatter", use_once: format_time },
    Subsystem { class: "java/util/Calendar", use_once: count_days },
    Subsystem { class: "java/text/SimpleDateFormat", use_once: format_date },
    Subsystem { class: "java/util/Currency", use_once: name_currencies },
];

fn format(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    let text = jvm.literal("%,d %s %.2f %x")?;
    let number = Value::new(Type::I32, 12_345);
    let boxed = jvm.call_static("java/lang/Integer", "valueOf(I)Ljava/lang/Integer;", &[number])?;
    let half = Value::new(Type::F64, 0.5f64.to_bits().into());
    let half = jvm.call_static("java/lang/Double", "valueOf(D)Ljava/lang/Double;", &[half])?;
    let arguments = jvm.references("[Ljava/lang/Object;", &[boxed, text, half, boxed])?;
    jvm.call_static(
        "java/lang/String",
        "format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
        &[text, arguments],
    )?;
    Ok(())
}

fn scan(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    let text = jvm.literal("12 word 1.5")?;
    let scanner = jvm.construct("java/util/Scanner", "<init>(Ljava/lang/String;)V", &[text])?;
    jvm.call_virtual("java/util/Scanner", "nextInt()I", &[scanner])?;
    jvm.call_virtual("java/util/Scanner", "next()Ljava/lang/String;", &[scanner])?;
    jvm.call_virtual("java/util/Scanner", "nextDouble()D", &[scanner])?;
    Ok(())
}

fn list_locales(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    jvm.call_static("java/util/Locale", "getAvailableLocales()[Ljava/util/Locale;", &[])?;
    Ok(())
}

/// The languages of the locales that tests pass, by their tags.
const LANGUAGES: [&str; 4] = ["und", "en", "en-US", "de-DE"];

fn locale(jvm: &mut Jvm<'_>, tag: &str) -> Result<Value, Stop> {
    let tag = jvm.literal(tag)?;
    let signature = "forLanguageTag(Ljava/lang/String;)Ljava/util/Locale;";
    jvm.call_static("java/util/Locale", signature, &[tag])
}

fn format_decimal(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    const FORMAT: &str = "java/text/NumberFormat";
    let pattern = jvm.literal("#,##0.00")?;
    let format =
        jvm.construct("java/text/DecimalFormat", "<init>(Ljava/lang/String;)V", &[pattern])?;
    let number = Value::new(Type::F64, 1234.5f64.to_bits().into());
    jvm.call_virtual(FORMAT, "format(D)Ljava/lang/String;", &[format, number])?;
    for tag in LANGUAGES {
        let locale = locale(jvm, tag)?;
        let signature = "getInstance(Ljava/util/Locale;)Ljava/text/NumberFormat;";
        let format = jvm.call_static(FORMAT, signature, &[locale])?;
        jvm.call_virtual(FORMAT, "format(D)Ljava/lang/String;", &[format, number])?;
    }
    Ok(())
}

fn find_zone(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    let name = jvm.literal("Europe/Paris")?;
    let zone =
        jvm.call_static("java/time/ZoneId", "of(Ljava/lang/String;)Ljava/time/ZoneId;", &[name])?;
    jvm.call_virtual("java/time/ZoneId", "getRules()Ljava/time/zone/ZoneRules;", &[zone])?;
    Ok(())
}

fn format_time(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    const FORMATTER: &str = "java/time/format/DateTimeFormatter";
    let pattern = jvm.literal("EEEE EEE d MMMM MMM yyyy")?;
    let formatter = jvm.call_static(
        FORMATTER,
        "ofPattern(Ljava/lang/String;)Ljava/time/format/DateTimeFormatter;",
        &[pattern],
    )?;
    let part = |value| Value::new(Type::I32, value);
    let date = jvm.call_static(
        "java/time/LocalDate",
        "of(III)Ljava/time/LocalDate;",
        &[part(2024), part(2), part(29)],
    )?;
    let signature = "format(Ljava/time/temporal/TemporalAccessor;)Ljava/lang/String;";
    jvm.call_virtual(FORMATTER, signature, &[formatter, date])?;
    Ok(())
}

fn count_days(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    const CALENDAR: &str = "java/util/GregorianCalendar";
    let part = |value| Value::new(Type::I32, value);
    let calendar = jvm.construct(CALENDAR, "<init>(III)V", &[part(2024), part(2), part(29)])?;
    let day_of_year = part(6);
    jvm.call_virtual("java/util/Calendar", "get(I)I", &[calendar, day_of_year])?;
    Ok(())
}

fn format_date(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    const FORMAT: &str = "java/text/DateFormat";
    const WRITE: &str = "format(Ljava/util/Date;)Ljava/lang/String;";
    let pattern = jvm.literal("EEE MMM d HH:mm:ss z yyyy")?;
    let date = jvm.construct("java/util/Date", "<init>(J)V", &[Value::new(Type::I64, 0)])?;
    let signature = "<init>(Ljava/lang/String;)V";
    let format = jvm.construct("java/text/SimpleDateFormat", signature, &[pattern])?;
    jvm.call_virtual(FORMAT, WRITE, &[format, date])?;
    let short = Value::new(Type::I32, 3);
    for tag in LANGUAGES {
        let locale = locale(jvm, tag)?;
        let signature = "<init>(Ljava/lang/String;Ljava/util/Locale;)V";
        let format = jvm.construct("java/text/SimpleDateFormat", signature, &[pattern, locale])?;
        jvm.call_virtual(FORMAT, WRITE, &[format, date])?;
        let signature = "getDateTimeInstance(IILjava/util/Locale;)Ljava/text/DateFormat;";
        let format = jvm.call_static(FORMAT, signature, &[short, short, locale])?;
        jvm.call_virtual(FORMAT, WRITE, &[format, date])?;
    }
    Ok(())
}

fn name_currencies(jvm: &mut Jvm<'_>) -> Result<(), Stop> {
    const CURRENCY: &str = "java/util/Currency";
    let code = jvm.literal("EUR")?;
    let signature = "getInstance(Ljava/lang/String;)Ljava/util/Currency;";
    let currency = jvm.call_static(CURRENCY, signature, &[code])?;
    jvm.call_virtual(CURRENCY, "getSymbol()Ljava/lang/String;", &[currency])?;
    for tag in LANGUAGES {
        let locale = locale(jvm, tag)?;
        let signature = "getSymbol(Ljava/util/Locale;)Ljava/lang/String;";
        jvm.call_virtual(CURRENCY, signature, &[currency, locale])?;
    }
    Ok(())
}
