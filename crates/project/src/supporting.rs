//! Which C files support a project instead of being part of it: its tests, examples and benchmarks.

/// Names of folders whose files nobody wants tests for unless they say so.
const FOLDERS: &[&str] = &[
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "demo",
    "demos",
    "example",
    "examples",
    "fuzz",
    "fuzzing",
    "sample",
    "samples",
    "test",
    "testing",
    "tests",
    "unittest",
    "unittests",
];

/// Whether a unit is a C file in such a folder. Classes never are: build tools keep tests apart.
pub fn is_supporting(unit: &str) -> bool {
    let Some((folders, _)) = unit.rsplit_once('/').filter(|_| unit.ends_with(".c")) else {
        return false;
    };
    folders.split('/').any(|folder| FOLDERS.contains(&folder.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_files_in_folders_of_tests_and_examples_support_a_project() {
        assert!(is_supporting("tests/parse.c"));
        assert!(is_supporting("lib/Examples/deep/list.c"));
        assert!(!is_supporting("src/test.c"));
        assert!(!is_supporting("testlib/parse.c"));
        assert!(!is_supporting("list.c"));
        assert!(!is_supporting("com.acme.tests.Parser"));
    }
}
