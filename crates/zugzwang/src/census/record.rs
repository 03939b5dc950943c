//! The record of a census: a text file with one line a class, rewritten whole after each class.

use std::io::{self, Write};
use std::path::Path;

use nimzo_chess::Material;
use nimzo_work::files::write_atomically;

use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::tally::Counts;

/// The first line of a record, with its version.
const HEADING: &str = "# nimzo zugzwang census 1";
const COLUMNS: &str = "endgame,A1,A2,A3,mirrored,seconds,epd_lines,epd_checksum";

/// What the census found in one class.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The class.
    pub class: Material,
    /// To move costs the win.
    pub a1: u64,
    /// To move costs the draw. Where the forces are equal these mirror the A1 and are counted in
    /// [`mirrored`](Self::mirrored) instead.
    pub a2: u64,
    /// To move turns a win into a loss.
    pub a3: u64,
    /// A2 that merely mirror A1, for equal forces.
    pub mirrored: u64,
    /// How long it took.
    pub seconds: f64,
    /// Lines of the file of positions.
    pub lines: u64,
    /// Checksum of that file.
    pub checksum: u64,
}

impl Entry {
    /// An entry for these counts.
    pub fn new(class: Material, counts: &Counts, seconds: f64) -> Self {
        let a2 = counts.white[Kind::A2];
        let (a2, mirrored) = if counts.equal_forces { (0, a2) } else { (a2, 0) };
        let (a1, a3) = (counts.white[Kind::A1], counts.white[Kind::A3]);
        Self { class, a1, a2, a3, mirrored, seconds, lines: 0, checksum: 0 }
    }

    /// All types together.
    pub fn total(&self) -> u64 {
        self.a1 + self.a2 + self.a3
    }

    fn line(&self) -> String {
        let Self { class, a1, a2, a3, mirrored, seconds, lines, checksum } = self;
        format!("{class},{a1},{a2},{a3},{mirrored},{seconds:.2},{lines},{checksum:016x}")
    }

    fn parse(line: &str) -> std::result::Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        let [class, a1, a2, a3, mirrored, seconds, lines, checksum] = fields[..] else {
            return Err(format!("{} fields, expected those of {COLUMNS}", fields.len()));
        };
        let count = |text: &str| text.parse().map_err(|_| format!("{text:?} is not a count"));
        Ok(Self {
            class: class.parse().map_err(|e: nimzo_chess::MaterialError| e.to_string())?,
            a1: count(a1)?,
            a2: count(a2)?,
            a3: count(a3)?,
            mirrored: count(mirrored)?,
            seconds: seconds.parse().map_err(|_| format!("{seconds:?} is not a time"))?,
            lines: count(lines)?,
            checksum: u64::from_str_radix(checksum, 16)
                .map_err(|_| format!("{checksum:?} is not a checksum"))?,
        })
    }
}

/// Reads a record; `path` is only for the error.
pub fn parse(path: &Path, text: &str) -> Result<Vec<Entry>> {
    let fault = |line, why| Error::Record { path: path.to_owned(), line, why };
    let mut lines = text.lines().enumerate();
    match lines.next() {
        Some((_, HEADING)) => {}
        _ => return Err(fault(1, format!("expected {HEADING:?}"))),
    }
    lines
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty() && *line != COLUMNS)
        .map(|(number, line)| Entry::parse(line).map_err(|why| fault(number + 1, why)))
        .collect()
}

/// Reads a record from a file; one that does not exist is empty.
pub fn read(path: &Path) -> Result<Vec<Entry>> {
    match std::fs::read_to_string(path) {
        Ok(text) => parse(path, &text),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(Error::Io { path: path.to_owned(), source }),
    }
}

/// Writes a record, sorted as given.
pub fn write(path: &Path, entries: &[Entry]) -> Result<()> {
    write_atomically(path, |out| {
        writeln!(out, "{HEADING}")?;
        writeln!(out, "# nimzo zug census --group 3-3 --group 4-2 --group 5-1")?;
        writeln!(out, "{COLUMNS}")?;
        entries.iter().try_for_each(|entry| writeln!(out, "{}", entry.line()))
    })
    .map_err(|source: io::Error| Error::Io { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("census.csv");
        assert_eq!(read(&path).unwrap(), []);
        let entry = Entry {
            class: "KRNvKNN".parse().unwrap(),
            a1: 3,
            a2: 1,
            a3: 0,
            mirrored: 0,
            seconds: 1.5,
            lines: 4,
            checksum: 0xABCD,
        };
        write(&path, std::slice::from_ref(&entry)).unwrap();
        assert_eq!(read(&path).unwrap(), [entry]);
        std::fs::write(&path, format!("{HEADING}\nKRNvKNN,x,1,0,0,1.5,4,0\n")).unwrap();
        let fault = read(&path).unwrap_err().to_string();
        assert!(fault.contains("line 2") && fault.contains("\"x\""), "{fault}");
        std::fs::write(&path, "something else").unwrap();
        assert!(read(&path).is_err());
    }
}
