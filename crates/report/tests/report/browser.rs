//! The report's page in a real browser: nothing fails, nothing sticks out, everything is there.
//!
//! It needs Chromium, so it is run when asked for: `cargo test --release -- --ignored`. With
//! `NIMZO_REPORT` set to the path of a written report, that report is examined too.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nimzo_report::html;
use serde::Deserialize;

use crate::{sample, samples};

const WATCH: &str = include_str!("watch.js");
const EXAMINE: &str = include_str!("examine.js");
const KEEP: &str = "addEventListener('message', (event) => {\
    const kept = document.createElement('pre');\
    kept.id = 'findings';\
    kept.textContent = event.data;\
    document.body.append(kept);\
});";

/// The papers that a whole report has a section for.
const PAPERS: [&str; 6] = ["summary", "thompson", "bleicher", "elkies", "gottlieb", "berlekamp"];
/// Tables of which an ordinary run computes nothing that could be drawn.
const ONLY_IN_FULL_RUNS: [&str; 3] = ["bleicher-table2", "bleicher-census", "bleicher-table3"];

/// What the examination found.
#[derive(Debug, Deserialize)]
struct Findings {
    errors: Vec<String>,
    width: u32,
    overflow: i64,
    sections: Vec<String>,
    pictures: usize,
    /// Tables without a picture.
    bare: Vec<String>,
    /// Tables that do not say how to compute them again.
    reruns: Vec<String>,
    faults: Vec<String>,
    requests: Vec<String>,
    replays: Vec<(usize, usize)>,
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_works_wide_narrow_by_day_and_by_night() {
    let browser = browser().expect("Chromium must be installed");
    let sample_page = html::page(&sample::report());
    for (width, night) in [(1200, false), (390, false), (1200, true)] {
        let findings = examine(&browser, &sample_page, width, night);
        sound(&findings, width);
        for section in ["summary", "author", "author-narrow", "other", "other-wide"] {
            assert!(findings.sections.iter().any(|id| id == section), "{section}");
        }
        // The samples, two starting boards, and the turning points of the line that is chess.
        assert_eq!(findings.pictures, samples::all().len() + 2 + 4, "{findings:?}");
        // Replayed to its end the line has a king each and the white queen.
        assert_eq!(findings.replays, [(3, 3)]);
    }
    if let Some(path) = std::env::var_os("NIMZO_REPORT") {
        let page = std::fs::read_to_string(&path).expect("NIMZO_REPORT names a file");
        for width in [1200, 390] {
            let findings = examine(&browser, &page, width, false);
            sound(&findings, width);
            for section in PAPERS {
                assert!(findings.sections.iter().any(|id| id == section), "{section}");
            }
            let bare = findings.bare.iter().filter(|id| !ONLY_IN_FULL_RUNS.contains(&id.as_str()));
            assert_eq!(bare.count(), 0, "tables without a picture: {:?}", findings.bare);
            assert!(findings.reruns.is_empty(), "no way to compute {:?}", findings.reruns);
            assert!(findings.replays.len() > 5, "lines to replay: {:?}", findings.replays);
        }
    }
}

/// What must hold for every report.
fn sound(findings: &Findings, width: u32) {
    assert_eq!(findings.width, width, "the window has the width asked for");
    assert!(findings.errors.is_empty(), "script errors: {:?}", findings.errors);
    assert!(findings.overflow <= 0, "{} dots stick out sideways at {width}", findings.overflow);
    assert!(findings.faults.is_empty(), "at width {width}: {:#?}", findings.faults);
    assert!(findings.requests.is_empty(), "asked for {:?}", findings.requests);
    for (seen, expected) in &findings.replays {
        assert_eq!(seen, expected, "men on the last board of a line");
    }
}

fn browser() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders = std::env::var_os("PATH")?;
    let places =
        std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    places.into_iter().find(|place| place.is_file())
}

/// Loads the page with a watch at its head and an examination at its foot, inside a frame of the
/// width asked for (a browser's window cannot be as narrow as a phone); the page around the frame
/// keeps what the examination found.
fn examine(browser: &Path, page: &str, width: u32, night: bool) -> Findings {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let watched = page.replacen("<head>", &format!("<head><script>{WATCH}</script>"), 1).replacen(
        "</body>",
        &format!("<script>{EXAMINE}</script></body>"),
        1,
    );
    std::fs::write(&path, watched).expect("a file");
    let around = folder.path().join("around.html");
    let frame = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><script>{KEEP}</script>\
         <iframe src=\"page.html\" style=\"width:{width}px;height:900px;border:0\"></iframe>"
    );
    std::fs::write(&around, frame).expect("a file");
    let mut command = Command::new(browser);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg("--disable-dev-shm-usage")
        .arg("--hide-scrollbars")
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .args(["--window-size=1300,1000", "--virtual-time-budget=20000"])
        .args(night.then_some("--blink-settings=preferredColorScheme=0"))
        .arg("--dump-dom")
        .arg(format!("file://{}", around.display()))
        .stderr(Stdio::null());
    let output = command.output().expect("the browser runs");
    let document = String::from_utf8_lossy(&output.stdout);
    let findings = document
        .split_once("<pre id=\"findings\">")
        .and_then(|(_, rest)| rest.split_once("</pre>"))
        .map(|(findings, _)| {
            findings.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        })
        .unwrap_or_else(|| panic!("no findings in {} bytes of document", document.len()));
    serde_json::from_str(&findings).expect("findings are JSON")
}
