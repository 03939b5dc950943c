//! Looking positions up: the trait of everything that knows values, and what is made of the answers,
//! a response about all moves and lines of play.

mod choice;
mod dtm50;
mod known;
mod line;
mod main_line;
mod numbering;
mod response;

use std::path::Path;

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

pub use choice::{Choice, MoveWorth};
pub use dtm50::{Dtm50, all_clocks, dtm50};
pub use known::Known;
pub use line::{Line, LineMove, line, play};
pub use main_line::{MainLine, main_line};
pub use numbering::Numbering;
pub use response::{
    Category, MoveInfo, PositionInfo, Response, Scope, respond, respond_alone, respond_partly,
    respond_within,
};

use crate::error::Error;
use crate::metric::Metric;
use crate::successors::with_en_passant;
use crate::values::{Depth, MaybeRounded, Wdl};

/// Who knows values of positions: tables in files, solved classes in memory, Syzygy's files.
///
/// An implementation says what it has of positions without en passant rights; the methods that it is
/// given honour the right, once for all.
pub trait Probe: Sync {
    /// What it is, for people.
    fn name(&self) -> String;

    /// The folder of this machine in which it looks, if it does.
    fn place(&self) -> Option<&Path> {
        None
    }

    /// Whether it has positions with castling rights.
    fn knows_castling(&self) -> bool {
        false
    }

    /// What is known of a position, as if it had no en passant right: the result, and of `wanted` what
    /// there is. `Err` is [`Error::Missing`] where not even the result is known.
    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error>;

    /// What is known of a position: the result, and of `wanted` what there is.
    fn probe(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error> {
        if !self.knows_castling() {
            refuse_castling(position)?;
        }
        with_en_passant(position, &mut |p| self.look_up(p, wanted))
    }

    /// The result.
    fn wdl(&self, position: &Chess) -> Result<Wdl, Error> {
        Ok(self.probe(position, &[Metric::Wdl])?.wdl)
    }

    /// One depth; `None` where it was not built.
    fn depth(
        &self,
        position: &Chess,
        metric: Metric,
    ) -> Result<Option<MaybeRounded<Depth>>, Error> {
        Ok(self.probe(position, &[metric])?.depth(metric))
    }
}

impl<P: Probe + ?Sized> Probe for &P {
    fn name(&self) -> String {
        (**self).name()
    }

    fn place(&self) -> Option<&Path> {
        (**self).place()
    }

    fn knows_castling(&self) -> bool {
        (**self).knows_castling()
    }

    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error> {
        (**self).look_up(position, wanted)
    }

    fn probe(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error> {
        (**self).probe(position, wanted)
    }
}

/// Whether fifty moves without capture or pawn move make a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FiftyMoveRule {
    /// They do not: the published counts are made so.
    #[default]
    Ignored,
    /// They do, counted from a zeroing move just made.
    Respected,
}

impl FiftyMoveRule {
    /// What must be known of a position for its result under the rule.
    pub fn metric(self) -> Metric {
        match self {
            Self::Ignored => Metric::Wdl,
            Self::Respected => Metric::Dtz50,
        }
    }
}

/// The values of a probe where the result is that under the rule: a win or loss that fifty moves spoil
/// is a draw. Depths stay what they are.
pub struct UnderRule<P> {
    probe: P,
    rule: FiftyMoveRule,
}

impl<P: Probe> UnderRule<P> {
    /// Values under a rule.
    pub fn new(probe: P, rule: FiftyMoveRule) -> Self {
        Self { probe, rule }
    }
}

impl<P: Probe> Probe for UnderRule<P> {
    fn name(&self) -> String {
        self.probe.name()
    }

    fn place(&self) -> Option<&Path> {
        self.probe.place()
    }

    fn knows_castling(&self) -> bool {
        self.probe.knows_castling()
    }

    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error> {
        self.probe.look_up(position, wanted)
    }

    fn probe(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error> {
        if self.rule == FiftyMoveRule::Ignored {
            return self.probe.probe(position, wanted);
        }
        let metric = self.rule.metric();
        let known = self.probe.probe(position, &[wanted, &[metric]].concat())?;
        let wdl50 = known.wdl50.ok_or_else(|| Error::missing(&self.name(), position, metric))?;
        Ok(Known { wdl: wdl50.under_rule(), ..known })
    }
}

/// Everything that is known of a position, a mate being known without any table.
fn probe_or_mate<P: Probe + ?Sized>(
    probe: &P,
    position: &Chess,
    wanted: &[Metric],
) -> Result<Known, Error> {
    if position.is_checkmate() {
        Ok(<Known as crate::successors::Worth>::MATED)
    } else {
        probe.probe(position, wanted)
    }
}

/// Refuses a position with castling rights.
fn refuse_castling(position: &Chess) -> Result<(), Error> {
    if position.castles().any() {
        return Err(Error::Position {
            fen: Fen::from_position(position, EnPassantMode::Legal).to_string(),
            why: "these tables hold no castling rights; write '-' for them to leave them out"
                .to_owned(),
        });
    }
    Ok(())
}
