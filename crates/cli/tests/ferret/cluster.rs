//! `ferret submit slurm`, and the ready files under `contrib`.

use crate::{ferret, told};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const SIGN: &str = "int sign(int x) { if (x > 0) return 1; if (x < 0) return -1; return 0; }\n";
const CLAMP: &str = "int clamp(int x) { if (x > 100) return 100; return x < 0 ? 0 : x; }\n";

/// Answers as `sbatch` does, and keeps what it was asked.
const SBATCH: &str = "#!/bin/sh\necho \"$@\" >> asked\necho \"$(wc -l < asked);here\"\n";

/// A project of two files, and a cluster that takes every job.
struct Cluster {
    folder: PathBuf,
}

impl Cluster {
    fn new(name: &str, config: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        for (path, text) in [
            ("src/sign.c", SIGN),
            ("clamp.c", CLAMP),
            ("ferret.toml", config),
            ("bin/sbatch", SBATCH),
            ("asked", ""),
        ] {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().expect("below the folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let program = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.join("bin/sbatch"), program).expect("changed");
        Self { folder }
    }

    /// What a command says in the folder of the project, whose place is not told.
    fn told(&self, command: &mut Command) -> String {
        let path = std::env::var("PATH").expect("a PATH");
        let bin = self.folder.join("bin");
        command.current_dir(&self.folder).env("PATH", format!("{}:{path}", bin.display()));
        told(command).replace(&self.folder.display().to_string(), "ROOT")
    }

    fn ferret(&self, words: &str) -> String {
        self.told(ferret().args(words.split_whitespace()))
    }

    fn read(&self, path: &str) -> String {
        let text = std::fs::read_to_string(self.folder.join(path)).expect("a file");
        text.replace(&self.folder.display().to_string(), "ROOT")
            .replace(env!("CARGO_BIN_EXE_ferret"), "FERRET")
    }

    /// Runs a script as Slurm would.
    fn job(&self, script: &str, shard: &str) -> String {
        let mut bash = Command::new("bash");
        bash.arg(script).env("SLURM_ARRAY_TASK_ID", shard);
        self.told(&mut bash)
    }

    /// All files of tests, with their texts.
    fn tests(&self) -> BTreeMap<PathBuf, String> {
        let (mut found, mut folders) = (BTreeMap::new(), vec![self.folder.join("ferret-tests")]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                match entry.path() {
                    path if path.is_dir() => folders.push(path),
                    path => {
                        let text = std::fs::read_to_string(&path).expect("text");
                        let short = path.strip_prefix(&self.folder).expect("below").to_owned();
                        found.insert(short, text);
                    }
                }
            }
        }
        found
    }
}

#[test]
fn a_campaign_on_slurm_is_an_array_and_a_job_behind_it() {
    let config = "seed = 1\n[slurm]\npartition = \"long\"\nshards = 2\nmem = \"2G\"\n";
    let cluster = Cluster::new("campaign", config);
    let said = cluster.ferret("submit slurm --executions 400 --fail-under 90% --time 90s --quiet");
    expect_test::expect![[r#"
        2 units, about 4 s of one worker's time, in 2 shards
        submitted array 1 and merge job 2; the result will be in ROOT/.ferret/slurm/merge-2.log
    "#]]
    .assert_eq(&said);
    expect_test::expect![[r#"
        --parsable ROOT/.ferret/slurm/array.sh
        --parsable --dependency=afterany:1 ROOT/.ferret/slurm/merge.sh
    "#]]
    .assert_eq(&cluster.read("asked"));
    expect_test::expect![[r##"
        #!/bin/bash
        # Written by `ferret submit slurm`.
        #SBATCH --job-name=ferret
        #SBATCH --array=1-2
        #SBATCH --partition=long
        #SBATCH --cpus-per-task=2
        #SBATCH --mem=2048M
        #SBATCH --time=2
        #SBATCH --signal=B:USR1@60
        #SBATCH --requeue
        #SBATCH --open-mode=append
        #SBATCH --output=ROOT/.ferret/slurm/array-%A-%a.log

        cd ROOT || exit
        # A job whose time is nearly up goes back to the queue; its ledger says where to continue.
        requeue() {
            if [ "${SLURM_RESTART_COUNT:-0}" -lt 10 ]; then scontrol requeue "$SLURM_JOB_ID"; fi
        }
        trap requeue USR1
        FERRET work --plan=ROOT/.ferret/slurm/plan.json --shard="$SLURM_ARRAY_TASK_ID"/2 --jobs=2 --executions=400 &
        # A signal ends `wait`, but not the work.
        wait $!
        status=$?
        while kill -0 $! 2>/dev/null; do
            wait $!
            status=$?
        done
        exit $status
    "##]].assert_eq(&cluster.read(".ferret/slurm/array.sh"));
    let merge = cluster.read(".ferret/slurm/merge.sh");
    assert!(merge.contains("--whole --jobs=2 --executions=400 --fail-under=90% &"), "{merge}");
    assert!(!merge.contains("--array"), "{merge}");
    for shard in ["1", "2", "2"] {
        let said = cluster.job(".ferret/slurm/array.sh", shard);
        assert!(!said.contains("=>"), "{said}");
    }
    let said = cluster.job(".ferret/slurm/merge.sh", "");
    assert!(said.contains("2 results of 2 ledgers, 2 of them new"), "{said}");
    assert!(said.contains("campaign      2    2/2 100 %    8/8 100 %"), "{said}");
    let alone = Cluster::new("campaign_alone", "seed = 1\n");
    alone.ferret("test --executions 400 --quiet");
    assert_eq!(cluster.tests(), alone.tests());
    // Nothing is done twice.
    let said = cluster.ferret("submit slurm --executions 400 --no-submit --quiet");
    assert!(said.starts_with("0 units (2 more have results), about 0 s"), "{said}");
    assert!(said.contains("not submitted; to do so:\n  array=$(sbatch --parsable ROOT/"), "{said}");
}

#[test]
fn a_comparison_on_slurm_gives_the_table_of_one_machine() {
    let cluster = Cluster::new("comparison", "[slurm]\npartition = \"long\"\nshards = 3\n");
    let words = "compare --subject clamp.c --subject src/sign.c --variant random --variant dse:dfs \
                 --seeds 2 --executions 50";
    let said = cluster.ferret(&format!("{words} --out all.jsonl --csv all.csv --slurm"));
    expect_test::expect![[r#"
        8 runs in 3 jobs
        submitted array 1 and merge job 2; the result will be in ROOT/all.slurm/merge-2.log
    "#]]
    .assert_eq(&said);
    let array = cluster.read("all.slurm/array.sh");
    assert!(array.contains("#SBATCH --partition=long\n"), "{array}");
    assert!(array.contains("# Written by `ferret compare --slurm`.\n"), "{array}");
    assert!(!array.contains("all.csv"), "{array}");
    for (shard, runs) in [("1", 3), ("2", 3), ("3", 2)] {
        let said = cluster.job("all.slurm/array.sh", shard);
        let file = format!("ROOT/all.slurm/shard-{shard}-of-3.jsonl");
        assert_eq!(said, format!("{runs} results in {file}\n"));
    }
    let said = cluster.job("all.slurm/merge.sh", "");
    let (merged, table) = said.split_once('\n').expect("lines");
    assert_eq!(merged, "8 results of 3 ledgers, 8 of them new, in all.jsonl");
    let alone = cluster.ferret(&format!("{words} --out alone.jsonl --csv alone.csv"));
    // Times differ from one run to another.
    let timeless = |table: &str| {
        let is_time =
            |word: &&str| word.ends_with('s') && word.starts_with(|c: char| c.is_ascii_digit());
        let lines = table.lines().map(|line| {
            line.split_whitespace().filter(|word| !is_time(word)).collect::<Vec<_>>().join(" ")
        });
        lines.collect::<Vec<_>>()
    };
    assert!(alone.contains("all 2 subjects: 8 goals"), "{alone}");
    assert_eq!(timeless(table), timeless(&alone));
    assert_eq!(cluster.read("all.csv").lines().next(), cluster.read("alone.csv").lines().next());
    let said = cluster.ferret(&format!("{words} --out all.jsonl --slurm --shards 99 --no-submit"));
    assert!(said.starts_with("8 runs in 8 jobs\nnot submitted; to do so:\n"), "{said}");
}

#[test]
fn a_budget_for_all_units_is_shared_among_the_cores_of_an_array() {
    let cluster = Cluster::new("budget", "total-budget = \"10m\"\n");
    cluster.ferret("submit slurm --shards 2 --total-budget 2s --no-submit --quiet");
    // Two seconds of four cores for two units.
    assert!(cluster.read(".ferret/slurm/plan.json").contains("\"budget\": 4000"));
    let script = cluster.read(".ferret/slurm/array.sh");
    assert!(!script.contains("budget"), "{script}");
    assert_eq!(cluster.read("asked"), "");
}

#[test]
fn a_job_that_slurm_refuses_is_told_with_its_reason() {
    let cluster = Cluster::new("refused", "");
    let refuses = "#!/bin/sh\necho 'sbatch: error: invalid partition' >&2\nexit 1\n";
    std::fs::write(cluster.folder.join("bin/sbatch"), refuses).expect("written");
    let said = cluster.ferret("submit slurm --partition nowhere --quiet");
    assert_eq!(said, "! error: `sbatch` refuses the job: sbatch: error: invalid partition\n=> 2\n");
}

/// The commands of ours in a text: from the word `ferret` to what a shell or YAML ends a command with.
fn commands(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let own = lines.filter_map(|line| {
        let at = ["ferret plan", "ferret work", "ferret merge", "ferret, plan", "ferret, work"];
        let start = at.iter().filter_map(|start| line.find(start)).min()?;
        let end = line[start..].find(['|', ']', '\'']).map_or(line.len(), |end| start + end);
        Some(&line[start..end])
    });
    let bare = |word: &'_ str| -> bool { !word.is_empty() && !word.starts_with("$OPTIONS") };
    own.map(|line| {
        let words = line.split([' ', ',']).map(|word| word.trim_matches('"'));
        words
            .filter(|word| bare(word))
            .map(|word| if word == "$SHARD" { "1/4" } else { word })
            .collect()
    })
    .collect()
}

#[test]
fn every_command_in_contrib_is_one_that_ferret_knows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib");
    let mut count = 0;
    for file in
        ["github-actions/action.yml", "gitlab/ferret.gitlab-ci.yml", "kubernetes/ferret.yaml"]
    {
        let text = std::fs::read_to_string(root.join(file)).expect("a file");
        let found = commands(&text);
        let steps: Vec<&str> = found.iter().map(|words| words[1]).collect();
        assert_eq!(steps.iter().filter(|step| **step == "plan").count(), 1, "{file}: {steps:?}");
        for words in &found {
            // Options are read before help is printed.
            let said = told(ferret().args(&words[1..]).arg("--help"));
            assert!(said.contains("Usage: ferret"), "{file}: {words:?}: {said}");
            count += 1;
        }
    }
    assert_eq!(count, 12);
}
