//! Where values come from: one small trait, and what every source shares.
//!
//! A source knows positions without en passant rights. The right is honoured here, once for all
//! sources: the value without the right, then the captures that it allows.

use nimzo_chess::{Depth, Wdl};
use shakmaty::{Chess, Position};

use crate::error::Result;
use nimzo_chess::fen::without_en_passant;

/// What a depth is counted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// To mate.
    Dtm,
    /// To a zeroing move: mate, capture or pawn move.
    Dtz,
    /// To a conversion: mate, capture or promotion.
    Dtc,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dtm, Self::Dtz, Self::Dtc];

    /// The usual short name, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dtm => "dtm",
            Self::Dtz => "dtz",
            Self::Dtc => "dtc",
        }
    }

    /// What the en passant capture into a position of this depth is worth to the capturer.
    fn after_capture(self, child: Depth) -> Depth {
        match self {
            Self::Dtm => child.one_ply_back(),
            Self::Dtz | Self::Dtc => child.counted_anew(),
        }
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

/// Something that knows the values of positions.
///
/// The required methods speak of positions *without* an en passant right; whatever right the
/// given position has is ignored by them. Ask [`Source::value`] and [`Source::depth`], which
/// honour it.
pub trait Source: Sync {
    /// What it is, for people.
    fn name(&self) -> String;

    /// The value for the side to move, en passant left out.
    fn value_without_en_passant(&self, position: &Chess) -> Result<Wdl>;

    /// The value and depth for the side to move, en passant left out; `None` when the source does
    /// not know this metric.
    fn depth_without_en_passant(&self, position: &Chess, metric: Metric) -> Result<Option<Depth>>;

    /// The value for the side to move.
    fn value(&self, position: &Chess) -> Result<Wdl> {
        let Some(bare) = Bare::of(position) else {
            return self.value_without_en_passant(position);
        };
        let mut best =
            bare.has_moves.then(|| self.value_without_en_passant(&bare.position)).transpose()?;
        for child in &bare.captures {
            best = best.max(Some(-self.value_without_en_passant(child)?));
        }
        Ok(best.unwrap_or(Wdl::Draw))
    }

    /// The value and depth for the side to move.
    fn depth(&self, position: &Chess, metric: Metric) -> Result<Option<Depth>> {
        let Some(bare) = Bare::of(position) else {
            return self.depth_without_en_passant(position, metric);
        };
        let mut best = None;
        if bare.has_moves {
            let Some(depth) = self.depth_without_en_passant(&bare.position, metric)? else {
                return Ok(None);
            };
            best = Some(depth);
        }
        for child in &bare.captures {
            let Some(depth) = self.depth_without_en_passant(child, metric)? else {
                return Ok(None);
            };
            best = best.max(Some(metric.after_capture(depth)));
        }
        Ok(best)
    }
}

/// A position with a legal en passant capture, taken apart.
struct Bare {
    /// The position without the right.
    position: Chess,
    /// Whether it has legal moves of its own; if not, the captures are forced.
    has_moves: bool,
    /// What the captures lead to.
    captures: Vec<Chess>,
}

impl Bare {
    /// `None` when there is nothing to capture en passant.
    fn of(position: &Chess) -> Option<Self> {
        position.maybe_ep_square()?;
        let captures: Vec<Chess> = position
            .en_passant_moves()
            .into_iter()
            .map(|capture| {
                let mut child = position.clone();
                child.play_unchecked(capture);
                child
            })
            .collect();
        if captures.is_empty() {
            return None;
        }
        let position = without_en_passant(position);
        let has_moves = !position.legal_moves().is_empty();
        Some(Self { position, has_moves, captures })
    }
}
