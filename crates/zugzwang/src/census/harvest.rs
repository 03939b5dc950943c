//! What a census finds, group by group: kept in a file until the class is done, so that a census that
//! was stopped has lost nothing.
//!
//! The file of a class has a line for each zugzwang, type first, and after the zugzwangs of some groups
//! the line `done`. What is not followed by it was cut short and does not count.

use std::collections::{HashMap, HashSet};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nimzo_chess::Material;
use nimzo_chess::fen::parse_fen;
use nimzo_chess::rules::set_up;
use nimzo_retro::slice_graph::{Visit, Visitor};
use nimzo_work::files;
use shakmaty::fen::Epd;
use shakmaty::{Color, EnPassantMode, Position};

use super::finds::{Listener, SliceFinds, gather};
use super::slice::mine_slice;
use crate::definition::kind::Kind;
use crate::error::{Error, Result};
use crate::mining::placement::Placement;
use crate::mining::zugzwangs::Zugzwangs;

/// The line after the zugzwangs of some groups.
const DONE: &str = "done";
/// What the names of the files end in.
const ENDING: &str = "found";

/// Where the zugzwangs of a class wait until it is done.
pub(super) trait Basket: Sync {
    /// Adds what was found in some groups.
    fn add(&self, class: Material, found: &Zugzwangs) -> Result<()>;
    /// Takes out everything that was added for a class.
    fn take(&self, class: Material) -> Result<Zugzwangs>;
}

/// In memory.
#[derive(Default)]
pub(super) struct InHand(Mutex<HashMap<Material, Zugzwangs>>);

impl Basket for InHand {
    fn add(&self, class: Material, found: &Zugzwangs) -> Result<()> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let so_far = all.remove(&class).unwrap_or_default();
        all.insert(class, so_far.merge(found.clone()));
        Ok(())
    }

    fn take(&self, class: Material) -> Result<Zugzwangs> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(all.remove(&class).unwrap_or_default())
    }
}

/// In files of a folder.
pub(super) struct InFolder {
    folder: PathBuf,
}

impl InFolder {
    /// The files of a folder; what was cut short at the end of one is taken off, so that what is
    /// added stands on lines of its own.
    pub fn open(folder: PathBuf) -> Result<Self> {
        for path in files::list(&folder).map_err(io(&folder))? {
            if path.extension().is_some_and(|ending| ending == ENDING) {
                let text = files::read_to_string(&path).map_err(io(&path))?;
                let whole = whole(&text).len();
                if whole < text.len() {
                    files::open_to_write(&path)
                        .and_then(|file| file.set_length(whole as u64))
                        .map_err(io(&path))?;
                }
            }
        }
        Ok(Self { folder })
    }

    fn path(&self, class: Material) -> PathBuf {
        self.folder.join(format!("{class}.{ENDING}"))
    }
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
    move |source| Error::Io { path: path.to_owned(), source }
}

impl Basket for InFolder {
    fn add(&self, class: Material, found: &Zugzwangs) -> Result<()> {
        let path = self.path(class);
        let text = lines(found);
        let added = files::open_to_write(&path).and_then(|mut file| {
            file.seek(SeekFrom::End(0))?;
            file.write_all(text.as_bytes())?;
            file.sync()
        });
        added.map_err(io(&path))
    }

    fn take(&self, class: Material) -> Result<Zugzwangs> {
        let path = self.path(class);
        let text = files::read_to_string(&path).map_err(io(&path))?;
        read_lines(&text).map_err(|(line, why)| Error::Record { path, line, why })
    }
}

/// Zugzwangs as lines, and a last one that says they are done.
pub(super) fn lines(found: &Zugzwangs) -> String {
    let mut text = String::new();
    let parts = [
        (&found.ordinary, Color::White),
        (&found.white_en_passant, Color::White),
        (&found.black_en_passant, Color::Black),
    ];
    for (zugs, first) in parts {
        for (placement, kind) in zugs {
            if let Some(position) = set_up(&placement.board(), first, placement.en_passant()) {
                let epd = Epd::from_position(&position, EnPassantMode::PseudoLegal);
                text.push_str(&format!("{kind} {epd}\n"));
            }
        }
    }
    text.push_str(DONE);
    text.push('\n');
    text
}

/// The lines up to the last that says they are done.
fn whole(text: &str) -> &str {
    let done = format!("{DONE}\n");
    text.rfind(&done).map_or("", |end| &text[..end + done.len()])
}

/// Reads lines back up to the last that says they are done; a fault is told with its line.
pub(super) fn read_lines(text: &str) -> std::result::Result<Zugzwangs, (usize, String)> {
    let whole = whole(text);
    let mut found = Zugzwangs::default();
    for (number, line) in whole.lines().enumerate().filter(|(_, line)| *line != DONE) {
        let fault = |why: String| (number + 1, why);
        let (kind, epd) =
            line.split_once(' ').ok_or_else(|| fault("expected type and position".to_owned()))?;
        let kind: Kind =
            kind.parse().map_err(|e: crate::definition::kind::UnknownKind| fault(e.to_string()))?;
        let position = parse_fen(epd).map_err(|error| fault(error.to_string()))?;
        match position.pseudo_legal_ep_square() {
            None => found.add(position.board(), kind),
            square => {
                let placement = Placement::of(position.board(), square);
                found.add_en_passant(&placement, position.turn(), kind);
            }
        }
    }
    Ok(found)
}

/// What is done with the zugzwangs of a class once all are there, and how long it took.
type ClassDone<'a> = dyn FnMut(Material, Zugzwangs, f64) -> Result<()> + Send + 'a;

/// Looks for zugzwangs while a plan is carried out.
pub(super) struct Harvest<'a> {
    wanted: HashSet<Material>,
    basket: &'a dyn Basket,
    /// What the groups under way have come to.
    open: Mutex<Zugzwangs>,
    class_done: Mutex<&'a mut ClassDone<'a>>,
}

impl<'a> Harvest<'a> {
    pub fn new(
        wanted: &[Material],
        basket: &'a dyn Basket,
        class_done: &'a mut ClassDone<'a>,
    ) -> Self {
        Self {
            wanted: wanted.iter().copied().collect(),
            basket,
            open: Mutex::default(),
            class_done: Mutex::new(class_done),
        }
    }

    fn open(&self) -> MutexGuard<'_, Zugzwangs> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn outside(error: Error) -> nimzo_retro::Error {
    match error {
        Error::Interrupted(interrupted) => interrupted.into(),
        other => nimzo_retro::Error::Outside(Box::new(other)),
    }
}

impl Visitor for Harvest<'_> {
    fn slice(&self, visit: &Visit<'_>) -> std::result::Result<(), nimzo_retro::Error> {
        if self.wanted.contains(&visit.class) {
            let found = mine_slice(visit).map_err(outside)?;
            let mut open = self.open();
            *open = std::mem::take(&mut *open).merge(found);
        }
        Ok(())
    }

    fn groups(&self, class: Material, _: &[usize]) -> std::result::Result<(), nimzo_retro::Error> {
        if self.wanted.contains(&class) {
            let found = std::mem::take(&mut *self.open());
            self.basket.add(class, &found).map_err(outside)?;
        }
        Ok(())
    }

    fn class(&self, class: Material, seconds: f64) -> std::result::Result<(), nimzo_retro::Error> {
        if self.wanted.contains(&class) {
            let found = self.basket.take(class).map_err(outside)?;
            let mut done = self.class_done.lock().unwrap_or_else(PoisonError::into_inner);
            (done)(class, found, seconds).map_err(outside)?;
        }
        Ok(())
    }
}

impl Listener for Harvest<'_> {
    fn slice(&self, finds: &SliceFinds<'_>) -> Result<()> {
        let found = gather(finds)?;
        let mut open = self.open();
        *open = std::mem::take(&mut *open).merge(found);
        Ok(())
    }

    fn class(&self, class: Material, seconds: f64) -> Result<()> {
        let found = std::mem::take(&mut *self.open());
        let mut done = self.class_done.lock().unwrap_or_else(PoisonError::into_inner);
        (done)(class, found, seconds)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_found_reads_back_and_what_was_cut_short_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let basket = InFolder::open(folder.path().to_owned()).unwrap();
        let class: Material = "KPPvKP".parse().unwrap();
        let mut found = Zugzwangs::default();
        let plain = parse_fen("8/8/8/3k4/2pP4/2K5/1P6/8 w - - 0 1").unwrap();
        found.add(plain.board(), Kind::A3);
        let taking = parse_fen("8/8/8/3k4/2pP4/2K5/1P6/8 b - d3 0 1").unwrap();
        let placement = Placement::of(taking.board(), taking.pseudo_legal_ep_square());
        found.add_en_passant(&placement, Color::Black, Kind::A2);
        basket.add(class, &found).unwrap();
        basket.add(class, &found).unwrap();
        let path = basket.path(class);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}A1 8/8/8/3k4/2")).unwrap();
        assert_eq!(basket.take(class).unwrap(), found);
        let again = InFolder::open(folder.path().to_owned()).unwrap();
        again.add(class, &found).unwrap();
        assert_eq!(again.take(class).unwrap(), found, "added to a line that was cut short");
        fs::write(&path, "A9 8/8 w - -\ndone\n").unwrap();
        assert!(basket.take(class).unwrap_err().to_string().contains("line 1"));
    }
}
