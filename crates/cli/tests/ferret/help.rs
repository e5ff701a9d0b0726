//! `-h`, `--help` and `ferret manual`.

use crate::{Directory, told_line};

#[test]
fn the_manual_has_a_page_for_each_command_and_completions_for_each_shell() {
    let directory = Directory::new("manual");
    assert_eq!(directory.told("manual ."), "man pages and completions: ./share\n");
    let page = directory.read("share/man/man1/ferret-c.1");
    assert!(page.contains("Generate tests for this function only"), "{page}");
    assert!(page.contains("rank N candidates"), "options that the short help hides are there");
    for path in [
        "share/man/man1/ferret.1",
        "share/man/man1/ferret-submit-slurm.1",
        "share/bash-completion/completions/ferret",
        "share/zsh/site-functions/_ferret",
        "share/fish/vendor_completions.d/ferret.fish",
    ] {
        assert!(directory.read(path).contains("ferret"), "{path}");
    }
}

#[test]
fn the_short_help_shows_common_options_and_the_long_one_all() {
    let (brief, long) = (told_line("c -h"), told_line("c --help"));
    assert!(brief.contains("--criterion") && !brief.contains("--dse-rate"), "{brief}");
    assert!(long.contains("--dse-rate") && long.contains("Techniques:"), "{long}");
    let all = told_line("--help");
    assert!(all.contains("Usage: ferret [OPTIONS] [COMMAND]\n"), "{all}");
    let (common, advanced) = all.split_once("\nAdvanced:\n").expect("a heading");
    assert!(common.contains("\n  java ") && advanced.contains("\n  compare "), "{all}");
    let place = |heading: &str| brief.find(&format!("\n{heading}:\n")).expect(heading);
    assert!(["Input", "Output", "Goals", "Budget"].map(place).is_sorted(), "{brief}");
}
