//! What stands in for a test framework when tests are tried, and what runs them.

use crate::write::Junit;

const ASSERTIONS: &str = include_str!("stand_in/Assertions.java");
const TEST: &str = include_str!("stand_in/Test.java");
const DISABLED: &str = include_str!("stand_in/Disabled.java");
const RUN: &str = include_str!("stand_in/Run.java");
const ROWS: &str = include_str!("stand_in/Rows.java");
/// What else there is of JUnit 5, below the folder of Jupiter.
const OF_FIVE: [(&str, &str); 6] = [
    ("api/Nested", include_str!("stand_in/Nested.java")),
    ("params/ParameterizedTest", include_str!("stand_in/ParameterizedTest.java")),
    ("params/provider/Arguments", include_str!("stand_in/Arguments.java")),
    ("params/provider/CsvSource", include_str!("stand_in/CsvSource.java")),
    ("params/provider/MethodSource", include_str!("stand_in/MethodSource.java")),
    ("params/provider/ValueSource", include_str!("stand_in/ValueSource.java")),
];

/// The sources of all of it: paths below the root of the sources, and texts.
pub(super) fn sources(junit: Junit) -> Vec<(String, String)> {
    let (package, assertions, disabled) = match junit {
        Junit::Five => ("org.junit.jupiter.api", "Assertions", "Disabled"),
        Junit::Four => ("org.junit", "Assert", "Ignore"),
        Junit::Testng => ("org.testng.annotations", "Assert", "Ignore"),
    };
    let stand_in =
        |text: &str, class: &str| text.replace("PACKAGE", package).replace("CLASS", class);
    let folder = package.replace('.', "/");
    let mut files = vec![
        match junit {
            Junit::Testng => ("org/testng/Assert.java".to_owned(), testng_assertions()),
            _ => (format!("{folder}/{assertions}.java"), stand_in(ASSERTIONS, assertions)),
        },
        (format!("{folder}/{disabled}.java"), stand_in(DISABLED, disabled)),
        (format!("{folder}/Test.java"), stand_in(TEST, "")),
        ("ferret/Run.java".to_owned(), RUN.to_owned()),
        ("ferret/Rows.java".to_owned(), ROWS.to_owned()),
    ];
    if junit == Junit::Five {
        let place = |name: &str| format!("org/junit/jupiter/{name}.java");
        files.extend(OF_FIVE.map(|(name, text)| (place(name), text.to_owned())));
    }
    files
}

/// What stands in for TestNG's assertions: those of JUnit with arguments the other way round.
fn testng_assertions() -> String {
    let text = ASSERTIONS.replace("PACKAGE", "org.testng").replace("CLASS", "Assert");
    let text = text
        .replace(", expected, actual);", ", actual, expected);")
        .replace("(int) expected, (int) actual", "(int) actual, (int) expected")
        .replace(
            "Arrays.toString(expected), Arrays.toString(actual)",
            "Arrays.toString(actual), Arrays.toString(expected)",
        )
        .replace("assertArrayEquals", "assertEquals")
        .replace("T assertThrows(", "T expectThrows(");
    let end = text.rfind('}').unwrap_or(text.len());
    let throws = "    public static <T extends Throwable> void assertThrows(Class<T> expected, Executable executable) {\n\
                  \x20       expectThrows(expected, executable);\n    }\n";
    format!("{}{throws}}}\n", &text[..end])
}
