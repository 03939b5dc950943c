//! Proving appendices: each value again, from those of the successors.
//!
//! A table in which every value follows from those of the successors is right: a win or loss leads on to
//! smaller depths and so to its end, and a draw always to another. The moves are those of an ordinary
//! board, so nothing of the numbering or the analysis is shared.

use nimzo_chess::Material;
use nimzo_chess::probe::{Known, Probe};
use nimzo_chess::successors::from_successors;
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position};

use super::METRICS;
use crate::error::Error;
use crate::store::Store;

impl Store {
    /// Computes values of a class with castling rights again from their successors and returns how many
    /// were right; one that is wrong is an error. `every` is 1 to look at all numbers, and larger to
    /// look at about one in so many, chosen by their number alone.
    pub fn verify_castling(&self, class: Material, every: u64, task: &Task) -> Result<u64, Error> {
        let class = class.canonical();
        let appendix = self.require_appendix(class)?;
        appendix.check_blocks()?;
        let mut right = 0;
        for set in appendix.sets() {
            let what = format!("{class} with rights {}", set.rights());
            let stage = task.stage(&what, set.size() as u64);
            right += (0..set.size())
                .into_par_iter()
                .map(|number| {
                    if number % 4096 == 0 {
                        task.check()?;
                        stage.advance(4096);
                    }
                    let mixed = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
                    if !mixed.is_multiple_of(every) {
                        return Ok(0);
                    }
                    let positions = Color::ALL.map(|turn| set.position(number, turn));
                    positions.iter().flatten().try_fold(0, |right, position| {
                        self.verify_position(position)?;
                        Ok(right + 1)
                    })
                })
                .try_reduce(|| 0, |a, b| Ok::<u64, Error>(a + b))?;
        }
        Ok(right)
    }

    fn verify_position(&self, position: &Chess) -> Result<(), Error> {
        let stored = self.probe(position, &METRICS)?;
        let follows: Known = from_successors(position, |next| self.probe(next, &METRICS))?;
        if stored.values().is_some() && stored.values() == follows.values() {
            return Ok(());
        }
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        let path = self.castling_path(Material::of_board(position.board()));
        Err(Error::Damaged {
            path,
            why: format!("the value of {fen} does not follow from its moves"),
        })
    }
}
