//! Values from Syzygy files, read by `shakmaty-syzygy`.

use std::path::{Path, PathBuf};

use nimzo_chess::{Depth, Material, Wdl};
use shakmaty::{Chess, Position};
use shakmaty_syzygy::{Dtz, SyzygyError, Tablebase, Wdl as Wdl50};

use crate::error::{Error, Result};
use crate::source::{FiftyMoveRule, Metric, Source};
use nimzo_chess::fen::without_en_passant;

/// A folder of Syzygy files.
///
/// The only depth they know is to the next zeroing move, under the fifty-move rule and sometimes
/// rounded by one ply.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    folder: PathBuf,
    rule: FiftyMoveRule,
}

impl Syzygy {
    /// Opens all tables of a folder. An empty folder is an error: nothing could be answered.
    pub fn open(folder: &Path, rule: FiftyMoveRule) -> Result<Self> {
        let mut tables = Tablebase::new();
        let found = tables
            .add_directory(folder)
            .map_err(|source| Error::Io { path: folder.to_owned(), source })?;
        if found == 0 {
            return Err(Error::Syzygy(format!("no file *.rtbw or *.rtbz in {}", folder.display())));
        }
        Ok(Self { tables, folder: folder.to_owned(), rule })
    }

    fn refused(&self, position: &Chess, error: SyzygyError) -> Error {
        match error {
            SyzygyError::MissingTable { .. } | SyzygyError::TooManyPieces => Error::NotCovered {
                source_name: self.name(),
                class: Material::of_board(position.board()).canonical(),
                hint: "add the file of this class and of all it leads to".to_owned(),
            },
            SyzygyError::Castling => Error::Castling(nimzo_chess::fen::write_fen(position)),
            other => Error::Syzygy(other.to_string()),
        }
    }
}

impl Source for Syzygy {
    fn name(&self) -> String {
        format!("Syzygy ({})", self.folder.display())
    }

    fn value_without_en_passant(&self, position: &Chess) -> Result<Wdl> {
        let bare = without_en_passant(position);
        let wdl = self
            .tables
            .probe_wdl_after_zeroing(&bare)
            .map_err(|error| self.refused(position, error))?;
        Ok(match (wdl, self.rule) {
            (Wdl50::Win, _) | (Wdl50::CursedWin, FiftyMoveRule::Ignored) => Wdl::Win,
            (Wdl50::Loss, _) | (Wdl50::BlessedLoss, FiftyMoveRule::Ignored) => Wdl::Loss,
            _ => Wdl::Draw,
        })
    }

    fn depth_without_en_passant(&self, position: &Chess, metric: Metric) -> Result<Option<Depth>> {
        if metric != Metric::Dtz {
            return Ok(None);
        }
        if position.is_checkmate() {
            return Ok(Some(Depth::MATED));
        }
        let bare = without_en_passant(position);
        let Dtz(plies) = self
            .tables
            .probe_dtz(&bare)
            .map_err(|error| self.refused(position, error))?
            .ignore_rounding();
        let count = plies.unsigned_abs().min(u32::from(u16::MAX)) as u16;
        Ok(Some(match plies {
            0 => Depth::Draw,
            1.. => Depth::Win(count),
            _ => Depth::Loss(count),
        }))
    }
}
