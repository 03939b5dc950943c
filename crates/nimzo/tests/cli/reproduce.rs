//! `nimzo reproduce`

use crate::refused;

#[test]
fn a_report_folder_that_cannot_be_is_refused_before_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("taken");
    std::fs::write(&file, "").expect("a file");
    let inside = file.join("report").display().to_string();
    refused(&["reproduce", "--full", "--out", &inside], &[&inside]);
}
