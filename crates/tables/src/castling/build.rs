//! Appendices of a store: building them from finished tables, opening them, looking positions up.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use nimzo_chess::error::Remedy;
use nimzo_chess::material::dependency_order;
use nimzo_chess::{Known, Material, Metric, Probe, Values, write_fen};
use nimzo_retro::castling::{Numbering, canonical, solve};
use nimzo_work::Task;
use shakmaty::{Chess, Position, Role};

use super::file::{AppendixFile, write};
use super::{ENDING, METRICS};
use crate::error::Error;
use crate::store::Store;

/// An appendix that was built.
#[derive(Debug, Clone)]
pub struct BuiltAppendix {
    /// The class.
    pub class: Material,
    /// Seconds to solve and write it.
    pub seconds: f64,
    /// Bytes on disk.
    pub bytes: u64,
}

impl Store {
    /// The file with a class's positions with castling rights.
    pub fn castling_path(&self, class: Material) -> PathBuf {
        self.folder().join(format!("{}.{ENDING}", class.canonical()))
    }

    /// The appendix of a class; `None` if it has not been built.
    pub fn appendix(&self, material: Material) -> Result<Option<Arc<AppendixFile>>, Error> {
        let class = material.canonical();
        let mut open = self.appendices.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(appendix) = open.get(&class) {
            return Ok(Some(Arc::clone(appendix)));
        }
        let (cache, number) = self.share_in_cache();
        match AppendixFile::open(&self.castling_path(class), class, cache, number) {
            Ok(appendix) => {
                let appendix = Arc::new(appendix);
                open.insert(class, Arc::clone(&appendix));
                Ok(Some(appendix))
            }
            Err(Error::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Builds the appendices of classes and of all that they need, in order, from tables that are there.
    /// What is there already is kept; what is of an older version is built again.
    pub fn build_castling(
        &self,
        classes: &[Material],
        task: &Task,
        mut done: impl FnMut(&BuiltAppendix),
    ) -> Result<(), Error> {
        for class in dependency_order(classes.iter().copied()).into_iter().filter(|&c| has_rooks(c))
        {
            let present = match self.appendix(class) {
                Err(Error::OtherVersion { version, known, .. }) if version < known => false,
                found => found?.is_some(),
            };
            if present {
                continue;
            }
            let begun = Instant::now();
            let outside = |position: &Chess| -> Result<Values, Error> {
                let known = self.probe(position, &METRICS)?;
                let class = Material::of_board(position.board());
                known.values().ok_or_else(|| self.missing(class, lacking(known)))
            };
            let appendix =
                solve(class, outside, task)?.ok_or_else(|| too_many_men(class.to_string()))?;
            fs::create_dir_all(self.folder()).map_err(Error::io(self.folder()))?;
            let bytes = write(&self.castling_path(class), &appendix, task)?;
            done(&BuiltAppendix { class, seconds: begun.elapsed().as_secs_f64(), bytes });
        }
        Ok(())
    }

    /// Builds the appendix of a class of at most four men, whose tables must be there.
    pub fn ensure_small_castling(&self, material: Material, task: &Task) -> Result<(), Error> {
        if material.count() > 4 {
            return Ok(());
        }
        self.build_castling(&[material], task, |_| {})
    }

    /// What is known of a position with castling rights, as if it had no en passant right.
    pub(crate) fn look_up_castling(
        &self,
        position: &Chess,
        wanted: &[Metric],
    ) -> Result<Known, Error> {
        let (class, rights, board, turn) = canonical(position);
        let of_class = Numbering::all(class).is_some();
        if (!of_class || self.appendix(class)?.is_none())
            && let Some(known) = self.solved().look_up_rights(position, wanted)?
        {
            return Ok(known);
        }
        if !of_class {
            let (place, remedy) = (self.folder().to_owned(), Remedy::SolveWithRights);
            let metric = Metric::Wdl;
            return Err(nimzo_chess::Error::Missing { class, metric, place, remedy }.into());
        }
        let appendix = self.require_appendix(class)?;
        let unknown = || appendix.damaged(&format!("no value for {}", write_fen(position)));
        let set = appendix.sets().iter().find(|set| set.rights() == rights);
        let number = set.and_then(|set| set.number(&board)).ok_or_else(unknown)?;
        let depth = |metric| appendix.depth(rights, metric, turn, number)?.ok_or_else(unknown);
        let mut known: Option<Known> = None;
        for &metric in wanted.iter().filter(|metric| METRICS.contains(metric)) {
            let depth = depth(metric)?;
            known = Some(known.unwrap_or(Known::result(depth.wdl())).with(metric, depth));
        }
        match known {
            Some(known) => Ok(known),
            // The result can be read off every depth.
            None => Ok(Known::result(depth(Metric::Dtm)?.wdl())),
        }
    }

    /// The appendix of a class, which must be there.
    pub(super) fn require_appendix(&self, class: Material) -> Result<Arc<AppendixFile>, Error> {
        let (place, remedy) = (self.folder().to_owned(), Remedy::BuildCastling);
        let metric = Metric::Wdl;
        let missing = nimzo_chess::Error::Missing { class, metric, place, remedy };
        self.appendix(class)?.ok_or_else(|| missing.into())
    }
}

/// Whether a class can have castling rights.
pub(crate) fn has_rooks(class: Material) -> bool {
    class.white.count(Role::Rook) + class.black.count(Role::Rook) > 0
}

/// A metric that is not known.
fn lacking(known: Known) -> Metric {
    METRICS.into_iter().find(|&metric| known.depth(metric).is_none()).unwrap_or(Metric::Wdl)
}

fn too_many_men(what: String) -> Error {
    let why = "castling rights are tabled for up to five men; write '-' for them to leave them out";
    nimzo_chess::Error::Position { fen: what, why: why.to_owned() }.into()
}
