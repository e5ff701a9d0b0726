//! Tidy: what every file of the repository has to be like, checked over all of them.
//!
//! Each check is a pure function from text to findings, in the file named after what it reads, with
//! tests that it fires and that it does not. Here they meet the repository.

mod access;
mod documents;
mod finding;
mod invariants;
mod knots;
mod manifests;
mod paths;
mod prose;
mod repository;
mod rust;
mod sizes;
mod sources;
mod text;
mod tokens;

use std::sync::OnceLock;

use finding::Finding;
use repository::Repository;
use sources::Crate;

#[test]
fn every_rust_file_opens_with_a_sentence() {
    Repository::read().check_rust(rust::opening);
}

#[test]
fn no_rust_file_holds_an_unfinished_or_debugging_macro() {
    Repository::read().check_rust(rust::macros);
}

#[test]
fn every_allowed_lint_has_its_reason_beside_it() {
    Repository::read().check_rust(rust::allowances);
}

#[test]
fn nobody_is_excused_from_documenting_public_items() {
    let repository = Repository::read();
    repository.check_rust(rust::undocumented);
    none(manifests::lints(&repository.manifest(), &repository.rooms()));
}

#[test]
fn crates_depend_in_the_one_way_order_of_the_rooms() {
    let repository = Repository::read();
    none(manifests::order(&repository.manifest(), &repository.rooms()));
}

#[test]
fn modules_of_a_crate_need_each_other_one_way() {
    none(knots::knots(crates(), knots::KNOTTED));
}

#[test]
fn crates_reach_only_for_what_they_may() {
    none(access::access(crates(), access::PERMISSIONS));
}

#[test]
fn no_function_has_more_parameters_than_one_keeps_apart() {
    let files = crates().iter().flat_map(|known| &known.files);
    none(files.flat_map(sizes::parameters).collect());
}

#[test]
fn no_struct_has_more_fields_than_one_keeps_apart() {
    none(sizes::fields(crates(), sizes::WIDE_STRUCTS));
}

#[test]
fn no_crate_is_longer_than_a_person_can_know_and_most_files_are_short() {
    let repository = Repository::read();
    let files: Vec<(&str, &str)> = repository.sources().collect();
    none(sizes::crates(&files, sizes::LONG_CRATES));
    none(sizes::median(&files));
}

#[test]
fn no_file_takes_more_than_one_sitting_to_read() {
    Repository::read().check_rust(text::length);
}

#[test]
fn no_line_has_a_tab_or_blanks_at_its_end() {
    Repository::read().check_text(text::whitespace);
}

#[test]
fn no_file_names_a_place_outside_the_repository() {
    Repository::read().check_text(text::places);
}

#[test]
fn every_path_and_link_in_a_document_leads_somewhere() {
    let repository = Repository::read();
    let tree = repository.tree();
    none(
        repository
            .documents()
            .flat_map(|document| {
                let mut findings = documents::paths(&tree, &document.path, &document.text);
                findings.extend(documents::links(&tree, &document.path, &document.text));
                findings
            })
            .collect(),
    );
}

#[test]
fn no_document_message_or_comment_has_a_phrase_that_we_no_longer_write() {
    let repository = Repository::read();
    let documents =
        repository.documents().flat_map(|file| prose::documents(&file.path, &file.text));
    let messages = repository.sources().flat_map(|(path, text)| prose::strings(path, text));
    let comments = repository.sources().flat_map(|(path, text)| prose::comments(path, text));
    none(documents.chain(messages).chain(comments).collect());
}

#[test]
fn no_line_of_prose_is_wider_than_a_screen() {
    let repository = Repository::read();
    none(repository.documents().flat_map(|file| prose::width(&file.path, &file.text)).collect());
}

#[test]
fn every_invariant_names_the_tests_that_hold_it() {
    let repository = Repository::read();
    let tests = repository.tests();
    let documents = repository.documents();
    none(
        documents
            .flat_map(|document| invariants::invariants(&document.path, &document.text, &tests))
            .collect(),
    );
}

/// The code of all crates, read once for all checks of it.
fn crates() -> &'static [Crate] {
    static CRATES: OnceLock<Vec<Crate>> = OnceLock::new();
    CRATES.get_or_init(|| {
        let crates = Repository::read().crates();
        crates.unwrap_or_else(|finding| panic!("{finding}"))
    })
}

/// Fails with the findings, if there are any.
#[track_caller]
fn none(findings: Vec<Finding>) {
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
}
