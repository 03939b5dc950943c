//! The house stands on its layers: a crate uses only those above it in the list of the workspace.

use std::fs;
use std::path::Path;

use toml::Table;

fn manifest(folder: &Path) -> Table {
    let path = folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// The crates of the workspace in the order of its list, each with its folder.
fn layers(workspace: &Table) -> Vec<(String, String)> {
    let dependencies = workspace["workspace"]["dependencies"].as_table().expect("a table");
    let ours = dependencies.iter().filter_map(|(name, about)| {
        let folder = about.get("path")?.as_str()?;
        Some((name.clone(), folder.to_owned()))
    });
    ours.collect()
}

#[test]
fn a_crate_uses_only_those_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a workspace");
    let layers = layers(&manifest(root));
    let place = |name: &str| layers.iter().position(|(layer, _)| layer == name);
    assert!(layers.len() > 6, "{layers:?}");
    for folder in fs::read_dir(root.join("crates")).expect("crates") {
        let found = manifest(&folder.expect("a folder").path());
        let name = found["package"]["name"].as_str().expect("a name");
        // What is not in the list is used by nobody, and may use all of it.
        let own = place(name).unwrap_or(layers.len());
        let used = found.get("dependencies").and_then(|used| used.as_table());
        for dependency in used.into_iter().flat_map(Table::keys) {
            let below = place(dependency).is_some_and(|place| place >= own);
            assert!(!below, "{name} uses {dependency}, which does not stand above it");
        }
    }
    for (name, folder) in &layers {
        let found = manifest(&root.join(folder));
        assert_eq!(found["package"]["name"].as_str(), Some(name.as_str()), "{folder}");
    }
}
