//! What holds for the command line as a whole.

use crate::{nimzo, refused};

#[test]
fn help_tells_what_it_is() {
    nimzo(&["--help"]).prints(&["chess endgames", "reproduce"]);
}

#[test]
fn no_words_at_all_is_a_mistake_with_help() {
    let [_, said] = nimzo(&[]).ends_with(2);
    assert!(said.contains("Usage"), "{said}");
}

#[test]
fn an_unknown_command_is_named() {
    refused(&["frobnicate"], &["frobnicate"]);
}

#[test]
fn a_missing_argument_is_named() {
    refused(&["completions"], &["SHELL"]);
}

#[test]
fn an_unknown_paper_is_named() {
    refused(&["reproduce", "kasparov"], &["kasparov", "elkies"]);
}

#[test]
fn threads_must_be_a_positive_number() {
    refused(&["--threads", "0", "reproduce"], &["0", "threads"]);
    refused(&["--threads", "many", "reproduce"], &["many", "threads"]);
}

#[test]
fn completions_for_bash() {
    nimzo(&["completions", "bash"]).prints(&["_nimzo"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_named_before_any_work() {
    let file = tempfile::NamedTempFile::new().expect("a file where a folder should be");
    let folder = file.path().join("tables");
    let folder = folder.to_str().expect("a plain path");
    refused(&["table", "build", "KRvK", "--tables", folder], &[folder]);
}
