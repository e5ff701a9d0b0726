//! Calls of functions that a test stands in for: how they are recorded, and the text that a test compares them with.

use generate::stubs::recorded::{LONGEST, Shown};
use program::catalogue::{ApiCallable, ApiType, ApiTypeId};
use program::{FuncId, Program};
use suite::checks::MOST_CALLS;
use suite::layout::resolve;
use trace::Handed;

/// Bytes of the text of one call, with the zero at its end.
const ROOM: usize = 2048;

/// The statement that records a call in a stub's definition; `typed` are its parameters, if their types are known.
pub fn record(
    program: &Program,
    name: &str,
    shown: &[Shown],
    typed: Option<&ApiCallable>,
) -> String {
    let (mut format, mut values) = (Vec::new(), String::new());
    for (index, shown) in shown.iter().enumerate() {
        let ty = typed.and_then(|callable| callable.params.get(index)).map(|(_, ty)| *ty);
        let is_bool = ty.is_some_and(|ty| matches!(resolve(&program.catalogue, ty), ApiType::Bool));
        let (form, value) = match *shown {
            _ if is_bool => ("%d", format!("argument_{index}")),
            Shown::Number { signed: true, .. } => ("%ld", format!("(long)argument_{index}")),
            Shown::Number { .. } => ("%lu", format!("(unsigned long)argument_{index}")),
            Shown::Float(_) => ("%.17g", format!("argument_{index}")),
            Shown::Text { bound, .. } => {
                let bound = match bound {
                    Some(_) => format!("(long)argument_{}", index + 1),
                    None => "LONG_MAX".to_owned(),
                };
                ("%s", format!("ferret_text(argument_{index}, {bound})"))
            }
            Shown::Address(_) if ty.is_some_and(|ty| is_function(program, ty)) => {
                ("%s", format!("argument_{index} ? \"pointer\" : \"NULL\""))
            }
            Shown::Address(_) => ("%s", format!("ferret_pointer(argument_{index})")),
            Shown::Unsaid => ("...", String::new()),
        };
        format.push(form);
        if !value.is_empty() {
            values += &format!(", {value}");
        }
    }
    format!("    RECORD(\"{name}({})\"{values});\n", format.join(", "))
}

/// Whether a type is that of a pointer to a function, which no pointer to something else may stand for.
fn is_function(program: &Program, ty: ApiTypeId) -> bool {
    let target = program.catalogue.pointee(ty);
    target.is_some_and(|to| matches!(resolve(&program.catalogue, to), ApiType::Function { .. }))
}

/// The text that a call is recorded as.
pub fn recorded(program: &Program, function: FuncId, arguments: &[Handed]) -> Vec<u8> {
    let mut text = format!("{}(", program.functions[function].source_name()).into_bytes();
    for (index, handed) in arguments.iter().enumerate() {
        if index > 0 {
            text.extend(b", ");
        }
        match handed {
            Handed::Number(number) => text.extend(number.to_string().into_bytes()),
            Handed::Float(bits) => text.extend(seventeen(f64::from_bits(*bits)).into_bytes()),
            Handed::Null => text.extend(b"NULL"),
            Handed::Address => text.extend(b"pointer"),
            Handed::Text(bytes, more) => {
                text.push(b'\'');
                for byte in bytes {
                    match byte {
                        b'\n' => text.extend(b"\\n"),
                        b' '..=b'~' => text.push(*byte),
                        _ => text.extend(format!("\\{byte:03o}").into_bytes()),
                    }
                }
                text.push(b'\'');
                if *more {
                    text.extend(b"...");
                }
            }
            Handed::Broken | Handed::Unsaid => text.extend(b"..."),
        }
    }
    text.push(b')');
    text.truncate(ROOM - 1);
    text
}

/// A number as `%.17g` prints it.
fn seventeen(value: f64) -> String {
    if value.is_nan() {
        return if value.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{value:.16e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |digits: &str| match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => digits.to_owned(),
    };
    match (-4..17).contains(&exponent) {
        true => trimmed(&format!("{value:.*}", (16 - exponent) as usize)),
        false => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
        }
    }
}

/// What records calls. Each part comes with a piece of text that shows that it is needed.
pub fn helpers(stubs: &str) -> String {
    let mut text =
        RECORD.replace("@CALLS@", &MOST_CALLS.to_string()).replace("@ROOM@", &ROOM.to_string());
    if stubs.contains("ferret_text(") {
        text += &TEXT.replace("@LONGEST@", &LONGEST.to_string());
    }
    if stubs.contains("ferret_pointer(") {
        text += POINTER;
    }
    text
}

const RECORD: &str = "
/* How often functions were called that stand in for others, and the first of these calls. */
static int ferret_calls;
static char ferret_call[@CALLS@][@ROOM@];

#undef RECORD
#define RECORD(...)                                                                  \\
    do {                                                                             \\
        if (ferret_calls < @CALLS@)                                                        \\
            snprintf(ferret_call[ferret_calls], @ROOM@, __VA_ARGS__);                   \\
        ferret_calls++;                                                              \\
    } while (0)

static int ferret_called(int number, const char *expected)
{
    if (strcmp(ferret_call[number], expected) == 0)
        return 1;
    fprintf(stderr, \"# call %d was %s\\n\", number, ferret_call[number]);
    return 0;
}
";

const TEXT: &str = "
/* A text in quotes: not more of it than the bound, and not much. */
static const char *ferret_text(const void *bytes, long bound)
{
    static char texts[8][@LONGEST@ * 4 + 6];
    static int next;
    const unsigned char *from = (const unsigned char *)bytes;
    char *text = texts[next++ % 8], *to = text;
    long index;

    if (bytes == NULL)
        return \"NULL\";
    *to++ = '\\'';
    for (index = 0; index < bound && index < @LONGEST@ && from[index] != 0; index++)
        if (from[index] == '\\n')
            to += sprintf(to, \"\\\\n\");
        else if (from[index] >= ' ' && from[index] <= '~')
            *to++ = (char)from[index];
        else
            to += sprintf(to, \"\\\\%03o\", from[index]);
    sprintf(to, index == @LONGEST@ && index < bound ? \"'...\" : \"'\");
    return text;
}
";

const POINTER: &str = "
static const char *ferret_pointer(const void *pointer)
{
    return pointer == NULL ? \"NULL\" : \"pointer\";
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_printf_has_them() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.1, "0.10000000000000001"),
            (1e+16, "10000000000000000"),
            (1e+17, "1e+17"),
            (1.5e-05, "1.5e-05"),
            (123456.789, "123456.789"),
            (2e+300, "2.0000000000000001e+300"),
            (0.0001, "0.0001"),
            (-1.0 / 3.0, "-0.33333333333333331"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(seventeen(value), text);
        }
    }
}
