//! The report's page as text: what must be in it whatever shows it.

use nimzo_report::html;

use crate::{sample, samples};

#[test]
fn the_page_holds_every_section_cell_and_picture() {
    let report = sample::report();
    let page = html::page(&report);
    for id in ["summary", "author", "author-narrow", "other", "other-wide", "author-narrow-line-1"]
    {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    for (name, picture) in samples::all() {
        assert!(page.contains(&picture.inline()[..60]), "{name}");
        assert!(page.contains(picture.title().split(['<', '&']).next().unwrap_or("")), "{name}");
    }
    for words in [
        "<td class=\"explained\">59</td>",
        "The printed 59 counts from the other side.",
        "<td class=\"differs\">66</td>",
        "only with --full",
        "nimzo reproduce author",
        "Endgames &lt;&amp; more&gt;",
        "Depths are moves of the winner.",
        "KNNvK/max",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert_eq!(page.matches("<table class=\"grid stacked\"").count(), 1);
}

#[test]
fn the_page_asks_for_nothing_outside_itself() {
    let page = html::page(&sample::report());
    let outside = page.match_indices("http").map(|(at, _)| &page[at..(at + 40).min(page.len())]);
    for address in outside {
        assert!(address.starts_with("http://www.w3.org/2000/svg"), "{address}");
    }
}

#[test]
fn the_page_is_written_into_a_new_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = html::write(&sample::report(), &folder.path().join("new/report")).expect("written");
    assert!(std::fs::read_to_string(path).expect("a file").ends_with("</html>\n"));
    let blocked = folder.path().join("file");
    std::fs::write(&blocked, "").expect("a file");
    let message = html::write(&sample::report(), &blocked).unwrap_err().to_string();
    assert!(message.contains("file"), "{message}");
}
