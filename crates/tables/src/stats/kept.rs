//! Statistics kept beside their table, so that a large class is counted once.
//!
//! A text of lines: what it is, which table it was counted from (a sum over the table's header, which
//! holds the checksums of all its blocks), for each side to move and metric the counts, and a checksum
//! of all that. A file that is damaged, or that was counted from another table, counts as none.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::Address;
use nimzo_work::files::{self, write_atomically};
use shakmaty::{ByColor, Color};
use xxhash_rust::xxh3::xxh3_64;

use super::{ClassStats, Deepest, SideStats, Tally};
use crate::error::Error;
use crate::store::{Store, Table};

const FIRST_LINE: &str = "nimzo statistics 1";
const LAST_WORD: &str = "sum ";
const ENDING: &str = "stats";

impl Store {
    fn stats_path(&self, class: Material) -> PathBuf {
        self.folder().join(format!("{class}.{ENDING}"))
    }

    /// The statistics of a table that were kept, with the sides of `material`; `None` if none were.
    pub fn kept_stats(&self, table: &Table, material: Material) -> Option<ClassStats> {
        let text = files::read_to_string(&self.stats_path(table.class())).ok()?;
        let sides = read(&text, stamp(table))?;
        let ByColor { white, black } = sides;
        let sides = match material == table.class() {
            true => ByColor { white, black },
            false => ByColor { white: black, black: white },
        };
        Some(ClassStats { material, sides })
    }

    /// Keeps the statistics of a whole table.
    pub fn keep_stats(&self, table: &Table, stats: &ClassStats) -> Result<(), Error> {
        let path = self.stats_path(table.class());
        let flipped = stats.material != table.class();
        let text = written(stamp(table), |side| &stats.sides[side ^ flipped]);
        write_atomically(&path, |out| out.write_all(text.as_bytes())).map_err(Error::io(&path))
    }
}

/// A sum over everything that tells a table from others.
fn stamp(table: &Table) -> u64 {
    xxh3_64(format!("{:?}", table.file().header()).as_bytes())
}

fn written<'a>(stamp: u64, side: impl Fn(Color) -> &'a SideStats) -> String {
    let mut text = format!("{FIRST_LINE}\ntable {stamp:016x}\n");
    for turn in Color::ALL {
        for (metric, tally) in &side(turn).tallies {
            let _ = writeln!(text, "tally {} {metric}", turn.char());
            let _ = writeln!(text, "draws {}", tally.draws);
            for counts in [&tally.wins, &tally.losses] {
                let _ = writeln!(text, "counts{}", joined(counts.iter().map(u64::to_string)));
            }
            for deepest in [&tally.longest_win, &tally.longest_loss] {
                let plies = deepest.plies.map_or("-".to_owned(), |plies| plies.to_string());
                let at = deepest.at.iter().map(|at| format!("{}:{}", at.slice, at.slot));
                let _ = writeln!(text, "deepest {plies}{}", joined(at));
            }
        }
    }
    let sum = xxh3_64(text.as_bytes());
    text + &format!("{LAST_WORD}{sum:016x}\n")
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.fold(String::new(), |line, word| line + " " + &word)
}

fn read(text: &str, stamp: u64) -> Option<ByColor<SideStats>> {
    let (body, sum) = text.split_at(text.rfind(LAST_WORD)?);
    let mut lines = body.lines();
    let is_ours = sum == format!("{LAST_WORD}{:016x}\n", xxh3_64(body.as_bytes()))
        && lines.next()? == FIRST_LINE
        && lines.next()? == format!("table {stamp:016x}");
    if !is_ours {
        return None;
    }
    let mut sides: ByColor<SideStats> = ByColor::default();
    while let Some(heading) = lines.next() {
        let (turn, metric) = heading.strip_prefix("tally ")?.split_once(' ')?;
        let turn = Color::from_char(turn.chars().next()?)?;
        let metric: Metric = metric.parse().ok()?;
        let tally = Tally {
            draws: lines.next()?.strip_prefix("draws ")?.parse().ok()?,
            wins: counts(lines.next()?)?,
            losses: counts(lines.next()?)?,
            longest_win: deepest(lines.next()?)?,
            longest_loss: deepest(lines.next()?)?,
        };
        sides[turn].tallies.push((metric, tally));
    }
    Some(sides)
}

fn counts(line: &str) -> Option<Vec<u64>> {
    line.strip_prefix("counts")?.split_whitespace().map(|count| count.parse().ok()).collect()
}

fn deepest(line: &str) -> Option<Deepest> {
    let mut words = line.strip_prefix("deepest ")?.split_whitespace();
    let plies = match words.next()? {
        "-" => None,
        plies => Some(plies.parse().ok()?),
    };
    let address = |word: &str| {
        let (slice, slot) = word.split_once(':')?;
        Some(Address { slice: slice.parse().ok()?, slot: slot.parse().ok()? })
    };
    Some(Deepest { plies, at: words.map(address).collect::<Option<_>>()? })
}

#[cfg(test)]
mod tests {
    use nimzo_work::Task;

    use super::*;
    use crate::stats::class_stats;

    fn equal(a: &ClassStats, b: &ClassStats) -> bool {
        let same = |side: Color| a.sides[side].tallies == b.sides[side].tallies;
        a.material == b.material && Color::ALL.into_iter().all(same)
    }

    #[test]
    fn what_was_kept_is_read_for_that_table_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path());
        let task = Task::silent();
        let class: Material = "KRvKN".parse().unwrap();
        store.ensure_small(class, &Metric::ALL, &task).unwrap();
        for material in [class, "KNvKR".parse().unwrap()] {
            let whole = store.whole(material, &task).unwrap();
            let table = whole.table();
            let slices: Vec<usize> = (0..table.layout().slices()).collect();
            let stats = class_stats(&whole, material, &slices, &task).unwrap();
            store.keep_stats(table, &stats).unwrap();
            for asked in [class, "KNvKR".parse().unwrap()] {
                let counted = class_stats(&whole, asked, &slices, &task).unwrap();
                assert!(equal(&store.kept_stats(table, asked).unwrap(), &counted), "{asked}");
            }
        }
        // Another table's, or a file that was cut short, is none.
        let path = folder.path().join("KRvKN.stats");
        let text = std::fs::read_to_string(&path).unwrap();
        let other = store.table("KRvK".parse().unwrap()).unwrap().unwrap();
        std::fs::write(folder.path().join("KRvK.stats"), &text).unwrap();
        assert!(store.kept_stats(&other, other.class()).is_none());
        let table = store.table(class).unwrap().unwrap();
        for at in (0..text.len()).step_by(97) {
            std::fs::write(&path, &text[..at]).unwrap();
            assert!(store.kept_stats(&table, class).is_none(), "cut at {at}");
            let mut flipped = text.clone().into_bytes();
            flipped[at] ^= 1;
            std::fs::write(&path, flipped).unwrap();
            assert!(store.kept_stats(&table, class).is_none(), "flipped at {at}");
        }
    }
}
