//! Values from a user's Syzygy files, read by `shakmaty-syzygy`.

use std::path::{Path, PathBuf};

use nimzo_chess::error::Remedy;
use nimzo_chess::rules::{after, without_en_passant};
use nimzo_chess::{Depth, Dtz, Dtz50, Known, Material, MaybeRounded, Metric, Probe, Wdl50};
use shakmaty::{Chess, Position};
use shakmaty_syzygy::{SyzygyError, Tablebase};

use crate::error::Error;

/// A folder of Syzygy files.
///
/// The one depth they know is to the next zeroing move, under the fifty-move rule and sometimes
/// rounded by a ply. It is given out by both names: without the rule it may be smaller, where the
/// quickest zeroing move leads to a win that the rule spoils.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    folder: PathBuf,
}

impl Syzygy {
    /// Opens all tables of a folder. An empty folder is an error: nothing could be answered.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let mut tables = Tablebase::new();
        let found = tables.add_directory(folder).map_err(Error::io(folder))?;
        if found == 0 {
            let why = "no file *.rtbw or *.rtbz in it".to_owned();
            return Err(Error::Syzygy { folder: folder.to_owned(), why });
        }
        Ok(Self { tables, folder: folder.to_owned() })
    }

    fn refused(&self, position: &Chess, metric: Metric, error: SyzygyError) -> nimzo_chess::Error {
        match error {
            SyzygyError::MissingTable { .. } | SyzygyError::TooManyPieces => {
                nimzo_chess::Error::Missing {
                    class: Material::of_board(position.board()).canonical(),
                    metric,
                    place: self.folder.clone(),
                    remedy: Remedy::AddSyzygyFiles,
                }
            }
            other => Error::Syzygy { folder: self.folder.clone(), why: other.to_string() }.into(),
        }
    }

    /// The depth to a zeroing move of a position without en passant right.
    fn depth(&self, position: &Chess) -> Result<MaybeRounded<Depth>, SyzygyError> {
        if position.is_checkmate() {
            return Ok(MaybeRounded::Exact(Depth::MATED));
        }
        let dtz = self.tables.probe_dtz(position)?;
        let rounded = |dtz| matches!(dtz, shakmaty_syzygy::MaybeRounded::Rounded(_));
        // Where the file is for the other side to move, the depth is the best of the successors', and
        // does not tell if one of equal depth was rounded.
        let is_rounded = rounded(dtz)
            || position
                .legal_moves()
                .into_iter()
                .any(|mv| self.tables.probe_dtz(&after(position, mv)).is_ok_and(rounded));
        let plies = dtz.ignore_rounding().0;
        let count = plies.unsigned_abs().min(u32::from(u16::MAX) - 1) as u16;
        let depth = match plies {
            0 => Depth::Draw,
            1.. => Depth::Win(count),
            _ => Depth::Loss(count),
        };
        let is_rounded = is_rounded && depth != Depth::Draw;
        Ok(if is_rounded { MaybeRounded::Rounded(depth) } else { MaybeRounded::Exact(depth) })
    }
}

impl Probe for Syzygy {
    fn name(&self) -> String {
        "Syzygy".to_owned()
    }

    fn place(&self) -> Option<&Path> {
        Some(&self.folder)
    }

    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, nimzo_chess::Error> {
        use shakmaty_syzygy::Wdl;
        let bare = without_en_passant(position);
        let wdl50 = match self.tables.probe_wdl_after_zeroing(&bare) {
            Ok(Wdl::Loss) => Wdl50::Loss,
            Ok(Wdl::BlessedLoss) => Wdl50::BlessedLoss,
            Ok(Wdl::Draw) => Wdl50::Draw,
            Ok(Wdl::CursedWin) => Wdl50::CursedWin,
            Ok(Wdl::Win) => Wdl50::Win,
            Err(error) => return Err(self.refused(position, Metric::Wdl, error)),
        };
        let mut known = Known { wdl50: Some(wdl50), ..Known::result(wdl50.without_rule()) };
        if wanted.contains(&Metric::Dtz) || wanted.contains(&Metric::Dtz50) {
            match self.depth(&bare) {
                Ok(depth) => {
                    known.dtz = Some(depth.map(Dtz));
                    known.dtz50 = Some(depth.map(Dtz50));
                }
                // Files of results alone tell the result.
                Err(SyzygyError::MissingTable { .. }) => {}
                Err(error) => return Err(self.refused(position, Metric::Dtz50, error)),
            }
        }
        Ok(known)
    }
}
