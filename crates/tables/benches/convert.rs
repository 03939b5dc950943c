//! Writes tables anew in format 5, or in that which NIMZO_FORMAT names, and tells what each stream takes and how long it took.
//!
//! `cargo bench -p nimzo-tables --bench convert -- DIR OUT CLASS …`: the classes named, from one folder into another.

use std::collections::BTreeMap;
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_tables::Store;
use nimzo_tables::file::FIVE;
use nimzo_work::Task;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [from, out, classes @ ..] = &words[..] else {
        println!("name two folders of tables and some classes");
        return;
    };
    let format = std::env::var("NIMZO_FORMAT").ok();
    let format = format.map_or(FIVE, |text| text.parse().expect("NIMZO_FORMAT: 4, 5 or 6"));
    let (from, into) = (Store::at(from), Store::at(out).with_version(format));
    for name in classes {
        let class: Material = name.parse().expect("a class");
        let begun = Instant::now();
        let bytes = from.convert(class, &into, &Task::silent()).expect("a table");
        let seconds = begun.elapsed().as_secs_f64();
        let table = into.table(class).expect("written").expect("there");
        let header = table.file().header();
        let streams: BTreeMap<String, u64> = header
            .streams
            .iter()
            .map(|&stream| (stream.metric.to_string(), header.stream_bytes(stream)))
            .collect();
        println!("{class}: {bytes} bytes {streams:?} in {seconds:.1} s");
    }
}
