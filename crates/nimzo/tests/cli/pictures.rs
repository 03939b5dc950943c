//! `--svg FILE` and `--png FILE` on every command that has a picture.

use crate::nimzo;

/// Each command, and a mark that its picture must have.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["cgt", "{3|1}"], "n-mast"),
    (&["probe", "8/8/8/8/8/2k5/7r/K7 b - - 0 1"], "n-man"),
    (&["table", "stats", "KRvK"], "moves of the winner"),
    (&["mine", "KPvK", "mutual"], "n-man"),
    (&["zug", "classify", "8/8/1p6/1Pk5/8/2K5/8/8 w - - 0 1"], "n-man"),
    (&["zug", "count", "KPvK"], "White king"),
    (&["zug", "list", "KPvK", "--limit", "5"], "5 zugzwangs of KPvK"),
    (&["line", "8/8/8/8/8/2k5/7r/K7 b - - 0 1"], "n-man"),
    (&["pawns", "value", "1000"], "n-stop"),
    (&["pawns", "census", "--max", "9"], "least length"),
    (&["pawns", "periodic", "000100", "--to", "60"], "000100 repeated"),
    (&["pawns", "embed", "0"], "n-man"),
    (&["young", "map", "rook", "5,4^3"], "n-ring"),
];

#[test]
fn each_command_with_a_picture_draws_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (svg, png, tables) = (place("picture.svg"), place("picture.png"), place("tables"));
    for (words, mark) in COMMANDS {
        let mut command = nimzo(words);
        command.args(["--tables", &tables, "--svg", &svg, "--png", &png]);
        command.succeeds();
        let drawn = std::fs::read_to_string(&svg).expect("the SVG file");
        assert!(drawn.starts_with("<svg") && drawn.contains(mark), "{words:?}");
        assert!(std::fs::read(&png).expect("the PNG file").starts_with(b"\x89PNG"), "{words:?}");
        std::fs::remove_file(&svg).and_then(|()| std::fs::remove_file(&png)).expect("removed");
    }
}

#[test]
fn a_picture_that_cannot_be_written_is_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("missing/picture.svg").display().to_string();
    crate::refused(&["cgt", "{3|1}", "--svg", &nowhere], &[&nowhere]);
    let a_folder = folder.path().display().to_string();
    crate::refused(&["cgt", "{3|1}", "--png", &a_folder], &[&a_folder, "folder"]);
}

/// Nothing but a plain file is replaced, and it keeps its permissions.
#[cfg(unix)]
#[test]
fn a_picture_replaces_plain_files_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let [pipe, link, plain] = ["pipe", "link", "plain"].map(|name| folder.path().join(name));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    std::os::unix::fs::symlink(&plain, &link).expect("a link");
    for (path, what) in [("/dev/null".as_ref(), "device"), (&*pipe, "pipe"), (&*link, "link")] {
        crate::refused(&["cgt", "{3|1}", "--svg", &path.display().to_string()], &[what]);
    }
    std::fs::write(&plain, "").expect("a file");
    std::fs::set_permissions(&plain, PermissionsExt::from_mode(0o640)).expect("a mode");
    nimzo(&["cgt", "{3|1}", "--svg", &plain.display().to_string()]).succeeds();
    let found = std::fs::metadata(&plain).expect("a picture");
    assert_eq!(found.permissions().mode() & 0o777, 0o640);
    assert!(found.len() > 0);
}

/// The census would take longer than any test.
#[test]
fn it_is_refused_before_the_computation() {
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("missing/picture.svg").display().to_string();
    let begun = std::time::Instant::now();
    crate::refused(&["pawns", "census", "--max", "44", "--svg", &nowhere], &[&nowhere]);
    assert!(begun.elapsed().as_secs() < 10);
}
