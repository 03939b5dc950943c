//! What the pages point at is there: other pages with their headings, and the files of the walks.

use std::fs;
use std::path::Path;

use super::docs::{pages, root};

#[test]
fn links_lead_to_pages_and_headings_that_are_there() {
    let mut followed = 0;
    let mut broken = Vec::new();
    for (name, page) in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for link in
            text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link)
        {
            if link.starts_with("http") {
                continue;
            }
            followed += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().expect("a folder").join(file),
            };
            if !target.exists() || !(heading.is_empty() || has_heading(&target, heading)) {
                broken.push(format!("{name}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(followed > 50, "only {followed} links were found");
}

/// Whether a page has a heading that is linked to by this name: small letters, with dashes for spaces.
fn has_heading(page: &Path, name: &str) -> bool {
    let text = fs::read_to_string(page).expect("a page");
    let mut headings = text.lines().filter(|line| line.starts_with('#'));
    let linked = |heading: &str| -> String {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    headings.any(|heading| linked(heading.trim_start_matches('#').trim_start()) == name)
}

/// The numbered steps of the walks begin with the name of a file.
#[test]
fn walks_go_through_files_that_are_there_and_each_once() {
    let text = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("the page");
    let mut walks = 0;
    let mut seen: Vec<&str> = Vec::new();
    for line in text.lines() {
        let Some((number, rest)) = line.split_once(". `") else { continue };
        let (Ok(number), Some((file, _))) = (number.parse::<usize>(), rest.split_once("`:")) else {
            continue;
        };
        if number == 1 {
            seen.clear();
            walks += 1;
        }
        assert!(root().join("crates").join(file).is_file(), "{line}");
        assert!(!seen.contains(&file), "{file} comes twice");
        seen.push(file);
        assert_eq!(number, seen.len(), "{line}");
    }
    assert!(walks >= 5, "{walks} walks");
}
