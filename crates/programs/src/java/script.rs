//! The scripts that replay a corpus on the JVM and print its coverage by JaCoCo.

use super::entry::answering;
use super::program::JavaProgram;
use crate::script::REPLAY;
use host::shell_word;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The folder of the classes that answer what the program asks for itself.
pub const ANSWERING: &str = "answering";

/// The script that replays inputs.
pub fn replay(program: &JavaProgram) -> String {
    let entries = program.origin.class_path.iter().map(|entry| absolute(entry));
    let class_path: Vec<String> = entries.map(|entry| shell_word(&entry)).collect();
    let home = shell_word(&program.origin.jdk.home.join("bin").display().to_string());
    let mut text = format!(
        "#!/bin/sh
# Replays inputs on the JVM: those that are named, or the whole corpus.
#
#   ./replay.sh                        every test of corpus/
#   ./replay.sh corpus/test-001        one of them
#   ./replay.sh crashes/crash-001
#   ./coverage.sh                      what the corpus covers, by JaCoCo
set -u
here=$(cd \"$(dirname \"$0\")\" && pwd)
jdk=${{JDK:-{home}}}
classpath={}
agent=
if [ \"${{1-}}\" = --coverage ]; then
    shift
    mkdir -p \"$here/build\" && rm -f \"$here/build/jacoco.exec\" || exit 2
    agent=-javaagent:$JACOCO_AGENT=destfile=$here/build/jacoco.exec,append=true
fi
",
        class_path.join(":")
    );
    if program.asks {
        let files: Vec<String> =
            answering().iter().map(|(path, _)| format!("\"$here/{ANSWERING}/{path}\"")).collect();
        let _ = write!(
            text,
            "mkdir -p \"$here/build/{ANSWERING}\" &&\n    \"$jdk/javac\" -nowarn -proc:none \
             -d \"$here/build/{ANSWERING}\" {} || exit 2\nclasspath=$here/build/{ANSWERING}:$classpath\n",
            files.join(" ")
        );
    }
    text + &format!(
        "
[ $# -gt 0 ] || set -- \"$here\"/corpus/*/
differs=0
for input in \"$@\"; do
    [ -d \"$input\" ] || {{ echo \"there is no input $input\" >&2; exit 2; }}
    input=$(cd \"$input\" && pwd)
    name=$(basename \"$input\")
    work=$(mktemp -d) || exit 2
    [ -d \"$input/files\" ] && cp -R \"$input/files/.\" \"$work\"
    stdin=/dev/null
    [ -f \"$input/stdin\" ] && stdin=$input/stdin
    arguments=$(cat \"$input/args\")
    (
        cd \"$work\" && eval \"FERRET_ANSWERS=\\\"\\$input/answers\\\" exec \\\"\\$jdk/java\\\" \\
            \\${{agent:+\\\"\\$agent\\\"}} -ea -classpath \\\"\\$classpath\\\" {} $arguments\" <\"$stdin\"
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
        shell_word(&program.name())
    )
}

/// The script that prints the coverage of the corpus.
pub fn coverage(program: &JavaProgram) -> String {
    format!(
        "#!/bin/sh
# Replays the corpus and prints what it covers, by JaCoCo: JACOCO_AGENT names the agent
# (org.jacoco:org.jacoco.agent, classifier runtime), JACOCO_CLI the command line (org.jacoco:org.jacoco.cli, nodeps).
set -u
: \"${{JACOCO_AGENT:?names the jar of the JaCoCo agent}}\" \"${{JACOCO_CLI:?names the jar of the JaCoCo command line}}\"
here=$(cd \"$(dirname \"$0\")\" && pwd)
export JACOCO_AGENT
\"$here/{REPLAY}\" --coverage >/dev/null 2>&1
\"${{JDK:-{}}}/java\" -jar \"$JACOCO_CLI\" report \"$here/build/jacoco.exec\" --quiet \\
    --classfiles {} --csv \"$here/build/coverage.csv\" || exit 2
awk -F, 'NR > 1 && $2 != \"org.sosy_lab.sv_benchmarks\" {{ missed += $6; covered += $7; lines_missed += $8; lines_covered += $9 }}
    END {{ printf \"lines %d/%d, branches %d/%d\\n\", lines_covered, lines_covered + lines_missed, covered, covered + missed }}' \\
    \"$here/build/coverage.csv\"
",
        shell_word(&program.origin.jdk.home.join("bin").display().to_string()),
        shell_word(&absolute(&program.origin.own)),
    )
}

/// A path from the root on: programs are run in folders of their own.
fn absolute(path: &Path) -> String {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}
