//! What the program is made of is what `deny.toml` allows: licences, one version of each crate, one
//! registry. cargo-deny knows more (known faults of published versions, for one), but has to be
//! installed; this needs nothing but the lock file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// What `deny.toml` says.
fn rules() -> toml::Table {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    text.parse().expect("deny.toml is TOML")
}

/// The texts of a list in `deny.toml`, or those that its entries call `crate`.
fn listed(rules: &toml::Table, section: &str, list: &str) -> BTreeSet<String> {
    let text = |entry: &toml::Value| entry.as_str().map(str::to_owned);
    let name = |entry: &toml::Value| text(entry).or_else(|| entry.get("crate").and_then(text));
    let entries = rules[section][list].as_array().expect("a list");
    entries.iter().map(|entry| name(entry).expect("a name")).collect()
}

/// Everything that the program is built from on this machine, tests left out.
fn packages() -> Vec<Value> {
    let host = Command::new("rustc").arg("-vV").output().expect("rustc");
    let host = String::from_utf8(host.stdout).expect("text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", host])
        .current_dir(root())
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<String, Value> = list(&document["resolve"]["nodes"])
        .into_iter()
        .map(|node| (node["id"].as_str().unwrap_or_default().to_owned(), node))
        .collect();
    let is_built = |dependency: &Value| {
        list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"] != "dev")
    };
    let mut built = BTreeSet::new();
    let mut open: Vec<String> = list(&document["workspace_members"])
        .iter()
        .filter_map(|id| id.as_str().map(str::to_owned))
        .collect();
    while let Some(id) = open.pop() {
        if built.insert(id.clone()) {
            let dependencies = list(&nodes[&id]["deps"]);
            let names = dependencies.iter().filter(|d| is_built(d)).map(|d| d["pkg"].as_str());
            open.extend(names.map(|name| name.expect("an id").to_owned()));
        }
    }
    let is_wanted = |package: &Value| built.contains(package["id"].as_str().unwrap_or_default());
    list(&document["packages"]).into_iter().filter(is_wanted).collect()
}

/// Whether an expression of licences can be met by allowed ones.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ");
    // `A AND (B OR C)`: conjunctions of alternatives are all that occurs.
    expression.split(" AND ").all(|part| {
        let part = part.trim().trim_start_matches('(').trim_end_matches(')');
        part.split(" OR ").any(|licence| allowed.contains(licence.trim()))
    })
}

#[test]
fn licences_sources_and_versions_are_allowed_ones() {
    let rules = rules();
    let allowed = listed(&rules, "licenses", "allow");
    let packages = packages();
    assert!(packages.len() > 50, "only {} packages", packages.len());
    let mut versions: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for package in &packages {
        let text = |field: &str| package[field].as_str().unwrap_or_default();
        let (name, licence) = (text("name"), text("license"));
        assert!(is_met(licence, &allowed), "{name}: deny.toml does not allow {licence:?}");
        assert!(["", REGISTRY].contains(&text("source")), "{name} is from {}", text("source"));
        versions.entry(name).or_default().push(format!("{name}@{}", text("version")));
    }
    let skipped = listed(&rules, "bans", "skip");
    for (name, versions) in versions {
        let left: Vec<_> = versions.iter().filter(|version| !skipped.contains(*version)).collect();
        assert_eq!(left.len(), 1, "{name} is built in several versions: {versions:?}");
    }
}

/// Packages with their features, as `cargo tree` tells them.
fn features(what: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--prefix", "none", "--format", "{p} {f}"])
        .args(what)
        .current_dir(root())
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    // Marked are those told before.
    text.lines().map(|line| line.trim_end_matches(" (*)").trim().to_owned()).collect()
}

/// What a test run has built serves the Python package too, all but itself and its own crates.
#[test]
fn nothing_is_built_twice_for_other_features() {
    let tested = features(&["--workspace", "--edges", "normal,build,dev"]);
    let packed = features(&["--package", "nimzo-python", "--edges", "normal,build"]);
    assert!(packed.len() > 50, "{packed:?}");
    let other: Vec<_> = packed.difference(&tested).collect();
    assert!(
        other.is_empty(),
        "Cargo.toml lists what is to have the same features everywhere; also: {other:?}"
    );
}

#[test]
fn expressions_of_licences_are_understood() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
    for met in [
        "MIT",
        "GPL-2.0 OR MIT",
        "Apache-2.0/MIT",
        "(A OR MIT) AND Zlib",
        "Apache-2.0 WITH LLVM-exception OR A",
    ] {
        assert!(is_met(met, &allowed), "{met}");
    }
    for unmet in ["", "AGPL-3.0", "MIT AND AGPL-3.0", "(A OR B) AND Zlib", "Apache-2.0"] {
        assert!(!is_met(unmet, &allowed), "{unmet}");
    }
}
