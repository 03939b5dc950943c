//! The record of a census: a text file with one line a class, rewritten whole after each class.

use std::io::{self, Write};
use std::path::Path;

use nimzo_chess::Material;
use nimzo_work::files::{self, write_atomically};

use crate::definition::kind::Kind;
use crate::error::{Error, Result};
use crate::mining::counts::{Counts, EnPassantCounts, PerKind};

/// The first line of a record, with its version.
const HEADING: &str = "# nimzo zugzwang census 2";
/// The first line of a record without en passant, which is read as well.
const OLD_HEADING: &str = "# nimzo zugzwang census 1";
const COLUMNS: &str = "endgame,A1,A2,A3,mirrored,ep_wtm,ep_btm,seconds,epd_lines,epd_checksum";
const OLD_COLUMNS: &str = "endgame,A1,A2,A3,mirrored,seconds,epd_lines,epd_checksum";

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
    /// Those with an en passant right.
    pub en_passant: EnPassantCounts,
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
        let en_passant = counts.en_passant;
        Self { class, a1, a2, a3, mirrored, en_passant, seconds, lines: 0, checksum: 0 }
    }

    /// All of a type, with and without an en passant right, those that merely mirror others left out.
    pub fn of_kind(&self, kind: Kind) -> u64 {
        let ordinary = match kind {
            Kind::A1 => self.a1,
            Kind::A2 => self.a2,
            Kind::A3 => self.a3,
            Kind::A4 | Kind::A5 | Kind::A6 => 0,
        };
        ordinary + self.en_passant.white[kind] + self.en_passant.black[kind]
    }

    /// All types together.
    pub fn total(&self) -> u64 {
        Kind::ALL.into_iter().map(|kind| self.of_kind(kind)).sum()
    }

    fn line(&self) -> String {
        let Self { class, a1, a2, a3, mirrored, en_passant, seconds, lines, checksum } = self;
        let tally = |tally: &PerKind| {
            let counts: Vec<String> = tally.iter().map(|(_, count)| count.to_string()).collect();
            counts.join(" ")
        };
        let (white, black) = (tally(&en_passant.white), tally(&en_passant.black));
        format!(
            "{class},{a1},{a2},{a3},{mirrored},{white},{black},{seconds:.2},{lines},{checksum:016x}"
        )
    }

    fn parse(line: &str) -> std::result::Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        const NONE: &str = "0 0 0 0 0 0";
        let [class, a1, a2, a3, mirrored, white, black, seconds, lines, checksum] = match fields[..]
        {
            [class, a1, a2, a3, mirrored, seconds, lines, checksum] => {
                [class, a1, a2, a3, mirrored, NONE, NONE, seconds, lines, checksum]
            }
            _ => fields[..]
                .try_into()
                .map_err(|_| format!("{} fields, expected those of {COLUMNS}", fields.len()))?,
        };
        let count = |text: &str| text.parse().map_err(|_| format!("{text:?} is not a count"));
        let tally = |text: &str| -> std::result::Result<PerKind, String> {
            let counts: Vec<&str> = text.split(' ').collect();
            if counts.len() != Kind::ALL.len() {
                return Err(format!("{text:?} is not a count for each of six types"));
            }
            let mut tally = PerKind::default();
            for (kind, text) in Kind::ALL.into_iter().zip(counts) {
                tally[kind] = count(text)?;
            }
            Ok(tally)
        };
        Ok(Self {
            class: class.parse().map_err(|e: nimzo_chess::MaterialError| e.to_string())?,
            a1: count(a1)?,
            a2: count(a2)?,
            a3: count(a3)?,
            mirrored: count(mirrored)?,
            en_passant: EnPassantCounts { white: tally(white)?, black: tally(black)? },
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
        Some((_, HEADING | OLD_HEADING)) => {}
        _ => return Err(fault(1, format!("expected {HEADING:?}"))),
    }
    lines
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
        .filter(|(_, line)| ![COLUMNS, OLD_COLUMNS].contains(line))
        .map(|(number, line)| Entry::parse(line).map_err(|why| fault(number + 1, why)))
        .collect()
}

/// Reads a record from a file; one that does not exist is empty.
pub fn read(path: &Path) -> Result<Vec<Entry>> {
    match files::read_to_string(path) {
        Ok(text) => parse(path, &text),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(Error::Io { path: path.to_owned(), source }),
    }
}

/// Writes a record, sorted as given.
pub fn write(path: &Path, entries: &[Entry]) -> Result<()> {
    write_atomically(path, |out| {
        writeln!(out, "{HEADING}")?;
        writeln!(out, "# nimzo zug census; ep_wtm and ep_btm: A1 to A6 with an en passant right")?;
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
        let mut en_passant = EnPassantCounts::default();
        (en_passant.white[Kind::A4], en_passant.black[Kind::A6]) = (393, 1);
        let entry = Entry {
            class: "KRNvKNN".parse().unwrap(),
            a1: 3,
            a2: 1,
            a3: 0,
            mirrored: 0,
            en_passant,
            seconds: 1.5,
            lines: 4,
            checksum: 0xABCD,
        };
        write(&path, std::slice::from_ref(&entry)).unwrap();
        assert_eq!(read(&path).unwrap(), std::slice::from_ref(&entry));
        assert_eq!((entry.total(), entry.of_kind(Kind::A6)), (398, 1));
        let old = format!("{OLD_HEADING}\n{OLD_COLUMNS}\nKRNvKNN,3,1,0,0,1.5,4,abcd\n");
        std::fs::write(&path, old).unwrap();
        let without = Entry { en_passant: EnPassantCounts::default(), ..entry };
        assert_eq!(read(&path).unwrap(), [without]);
        std::fs::write(&path, format!("{HEADING}\nKRNvKNN,x,1,0,0,1.5,4,0\n")).unwrap();
        let fault = read(&path).unwrap_err().to_string();
        assert!(fault.contains("line 2") && fault.contains("\"x\""), "{fault}");
        std::fs::write(&path, "something else").unwrap();
        assert!(read(&path).is_err());
    }
}
