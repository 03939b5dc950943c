use std::path::PathBuf;
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_syzygy::Depths;
use nimzo_tables::Store;

use super::export;

#[test]
#[ignore = "needs the official files and tables: NIMZO_SYZYGY=DIR NIMZO_FIVE=DIR cargo test --release -p nimzo-syzygy -- --ignored --nocapture official"]
fn files_are_hardly_larger_than_the_official_ones() {
    let folder =
        |name: &str| PathBuf::from(std::env::var(name).unwrap_or_else(|_| panic!("{name}")));
    let official = folder("NIMZO_SYZYGY");
    let store = Store::at(folder("NIMZO_FIVE"));
    let scratch = tempfile::tempdir().expect("a folder");
    let out = std::env::var("NIMZO_OUT").map_or(scratch.path().to_owned(), PathBuf::from);
    let classes: Vec<Material> = (3..=4).flat_map(Material::all).collect();
    let start = Instant::now();
    let written = export(&store, &classes, &out, Depths::Rounded);
    println!("{:.1} s", start.elapsed().as_secs_f64());
    let mut totals = [(0, 0); 2];
    for class in &written {
        for (file, total) in class.files.iter().zip(&mut totals) {
            let theirs = official.join(&file.name).metadata().expect("an official file").len();
            let ratio = file.bytes as f64 / theirs as f64;
            println!("{:<12} {:>8} {theirs:>8} {ratio:.3}", file.name, file.bytes);
            *total = (total.0 + file.bytes, total.1 + theirs);
        }
    }
    for (ours, theirs) in totals {
        let ratio = ours as f64 / theirs as f64;
        println!("{ours} {theirs} {ratio:.3}");
        assert!(ratio < 1.3, "{ours} instead of {theirs} bytes");
    }
}
