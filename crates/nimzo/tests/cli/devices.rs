//! `nimzo devices`, and `--device`: with a card or without one.

use crate::{json, nimzo, refused};

#[test]
fn devices_tells_of_the_processor_and_of_cards() {
    let devices = json(&["devices"]);
    assert!(devices["cpu"]["threads"].as_u64().unwrap() > 0);
    let cards = devices["cuda"].as_array().unwrap();
    assert_eq!(cards.is_empty(), devices["why"].is_string(), "{devices}");
}

/// Without a card the processor does it; with one the answer is the same.
#[test]
fn any_device_finds_the_same_zugzwangs() {
    let found = |device: &str| {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        let words = ["zug", "census", "KPvKP", "KRvKN", "--device", device, "--out", out, "-q"];
        let answer = json(&words);
        let positions = std::fs::read_to_string(folder.path().join("KPvKP.epd")).unwrap();
        let mut total = answer["total"].clone();
        total["seconds"] = 0.into();
        (total, positions)
    };
    assert_eq!(found("auto"), found("cpu"));
}

/// The same of depths.
#[test]
fn any_device_counts_the_same_class() {
    let counted = |device: &str| {
        let metrics = "wdl,dtm,dtz50";
        let words = ["table", "build", "KvKP", "KRvK", "--metrics", metrics, "--discard", "-q"];
        let mut answer = json(&[&words[..], &["--device", device]].concat());
        answer["tables"].as_array_mut().unwrap().iter_mut().for_each(|t| t["seconds"] = 0.into());
        answer
    };
    assert_eq!(counted("auto"), counted("cpu"));
    let words = ["table", "build", "KPvK", "--discard", "--queen-only", "--device", "auto"];
    refused(&words, &["--queen-only", "--device cpu"]);
}

#[test]
fn a_card_that_is_not_there_is_refused_with_what_would_do() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let words = ["zug", "census", "KQvK", "--device", "cuda", "--out", out];
    // The driver shows no card to a process that is allowed none.
    let [_, said] = nimzo(&words).env("CUDA_VISIBLE_DEVICES", "-1").ends_with(2);
    assert!(said.contains("no CUDA device") && said.contains("--device cpu"), "{said}");
}
