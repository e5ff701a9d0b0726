//! The scripts that replay a corpus natively and print its coverage.

use crate::native::{Build, FLAGS, LIBRARIES, tool};
use c::program::{Start, Whole};
use host::shell_word;
use language::relative;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The name of the script that replays inputs.
pub const REPLAY: &str = "replay.sh";
/// The name of the script that prints the coverage of the corpus.
pub const COVERAGE: &str = "coverage.sh";
/// The file of the functions that answer natively.
pub const ANSWERS: &str = "answers.c";

/// The script that replays inputs.
pub fn replay(whole: &Whole, out: &Path, link: &[String]) -> String {
    let clang = whole.clang.path().display().to_string();
    let mut text = format!(
        "#!/bin/sh
# Replays inputs natively: those that are named, or the whole corpus.
#
#   ./replay.sh                        every test of corpus/
#   ./replay.sh corpus/test-001        one of them
#   ./replay.sh --sanitize crashes/crash-001
#   ./coverage.sh                      what the corpus covers, by llvm-cov
set -u
here=$(cd \"$(dirname \"$0\")\" && pwd)
clang=${{CLANG:-{clang}}}
kind=plain
flags=
case ${{1-}} in
--coverage) kind=coverage; flags='{}'; shift ;;
--sanitize) kind=sanitized; flags='{}'; shift ;;
esac
build=$here/build/$kind
mkdir -p \"$build/bin\" \"$build/profiles\" || exit 2
rm -f \"$build\"/profiles/*

compile() {{
    number=$1
    shift
    \"$clang\" {} $flags \"$@\" -c -o \"$build/$number.o\" || exit 2
}}
",
        Build::Coverage.flags().join(" "),
        Build::Sanitized.flags().join(" "),
        FLAGS.join(" "),
    );
    for (index, source) in whole.sources.iter().enumerate() {
        let directory = source.directory.clone().unwrap_or_else(|| PathBuf::from("."));
        let directory = std::fs::canonicalize(&directory).unwrap_or(directory);
        let directory = shell_word(&relative(out, &directory).display().to_string());
        let words: Vec<String> = source.flags.iter().map(|flag| shell_word(flag)).collect();
        let file = shell_word(&source.file.display().to_string());
        let _ = writeln!(
            text,
            "(cd \"$here\"/{directory} && compile {index} {} -x c {file}) || exit 2",
            words.join(" ")
        );
    }
    let objects: Vec<String> =
        (0..whole.sources.len()).map(|index| format!("\"$build/{index}.o\"")).collect();
    let link: Vec<String> = link.iter().map(|word| shell_word(word)).collect();
    let name = shell_word(&whole.name);
    let _ = write!(
        text,
        "\"$clang\" {flags} -c \"$here/{ANSWERS}\" -o \"$build/answers.o\" || exit 2
\"$clang\" $flags {objects} \"$build/answers.o\" {link} {libraries} -o \"$build/bin\"/{name} || exit 2

[ $# -gt 0 ] || set -- \"$here\"/corpus/*/
differs=0
for input in \"$@\"; do
    [ -d \"$input\" ] || {{ echo \"there is no input $input\" >&2; exit 2; }}
    input=$(cd \"$input\" && pwd)
    name=$(basename \"$input\")
    work=$(mktemp -d) || exit 2
    [ -d \"$input/files\" ] && cp -R \"$input/files/.\" \"$work\"
    stdin=/dev/null
    [ -f \"$input/{stdin}\" ] && stdin=$input/{stdin}
    set_variables=$(cat \"$input/env\" 2>/dev/null)
    arguments=$(cat \"$input/args\")
    (
        cd \"$work\" && eval \"exec env -i PATH=\\\"\\$build/bin\\\" \\
            LLVM_PROFILE_FILE=\\\"\\$build/profiles/\\$name.raw\\\" FERRET_ANSWERS=\\\"\\$input/answers\\\" \\
            ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \\
            $set_variables {name} $arguments\" <\"$stdin\"
    )
    status=$?
    rm -rf \"$work\"
    expected=$(cat \"$input/status\" 2>/dev/null)
    if [ -n \"$expected\" ] && [ \"$status\" != \"$expected\" ]; then
        echo \"$name: status $status, expected $expected\" >&2
        differs=1
    else
        echo \"$name: status $status\" >&2
    fi
done
exit $differs
",
        flags = FLAGS.join(" "),
        objects = objects.join(" "),
        link = link.join(" "),
        libraries = LIBRARIES.join(" "),
        stdin = if whole.start == Start::Harness { "data" } else { "stdin" },
    );
    text
}

/// The script that prints the coverage of the corpus.
pub fn coverage(whole: &Whole) -> String {
    let (clang, name) = (whole.clang.path(), shell_word(&whole.name));
    format!(
        "#!/bin/sh
# Replays the corpus and prints what it covers, by llvm-cov.
here=$(cd \"$(dirname \"$0\")\" && pwd)
\"$here/{REPLAY}\" --coverage >/dev/null 2>&1
build=$here/build/coverage
\"${{LLVM_PROFDATA:-{}}}\" merge -sparse \"$build\"/profiles/*.raw -o \"$build/all.profdata\" &&
    \"${{LLVM_COV:-{}}}\" report \"$build/bin\"/{name} -instr-profile \"$build/all.profdata\" \"$@\"
",
        tool(clang, "llvm-profdata").display(),
        tool(clang, "llvm-cov").display(),
    )
}
