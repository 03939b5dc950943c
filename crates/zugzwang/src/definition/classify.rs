//! One position looked at closely: its type on every level, the values and depths of the three
//! positions, and whether a game can reach it.

use nimzo_chess::fen::write_fen;
use nimzo_chess::{Metric, PerMetric, Probe, Wdl};
use shakmaty::{Chess, Color, Position, Square};

use crate::definition::evidence::{Evidence, evidence};
use crate::definition::kind::{Inconvenience, Kind, Moves};
use crate::definition::null_move::{NoNull, Triple};
use crate::definition::reachable::{Unreachable, unreachable};
use crate::error::Result;

/// The metrics in which level B is looked for.
pub const LEVEL_B: [Metric; 3] = [Metric::Dtm, Metric::Dtz, Metric::Dtc];

/// What a source says of one of the three positions, as the first player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The position.
    pub fen: String,
    /// Its value for the first player.
    pub value: Wdl,
    /// Whether the side to move has no move and is not in check.
    pub stalemate: bool,
    /// Moves of the winner to the goal, for each metric of [`LEVEL_B`] that the source knows; nothing
    /// for a draw.
    moves: PerMetric<Option<Moves>>,
}

impl Reading {
    /// Asks the source about a position.
    pub fn of(source: &dyn Probe, position: &Chess, first: Color) -> Result<Self> {
        let value = source.wdl(position)?;
        let mut moves = PerMetric::default();
        if value != Wdl::Draw {
            let known = source.probe(position, &LEVEL_B)?;
            for metric in LEVEL_B {
                moves[metric] = known.depth(metric).and_then(Moves::of);
            }
        }
        Ok(Self {
            fen: write_fen(position),
            value: if position.turn() == first { value } else { -value },
            stalemate: position.is_stalemate(),
            moves,
        })
    }

    /// Moves of the winner to the goal of one metric.
    pub fn moves(&self, metric: Metric) -> Option<Moves> {
        self.moves[metric]
    }

    /// The same in one number, which may be one too small where the source rounds.
    pub fn depth(&self, metric: Metric) -> Option<u16> {
        self.moves[metric].map(|moves| moves.least)
    }

    /// As the literature writes it: `+25`, `=`, `==` for stalemate, `-0`; and `+~25` where the source
    /// may have rounded a 26 to it.
    pub fn shown(&self, metric: Metric) -> String {
        let sign = match self.value {
            Wdl::Win => "+",
            Wdl::Loss => "-",
            Wdl::Draw if self.stalemate => "==",
            Wdl::Draw => "=",
        };
        match self.moves(metric) {
            Some(moves) => format!("{sign}{moves}"),
            None => sign.to_owned(),
        }
    }
}

/// A position's type, the highest level that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Level A: the result changes.
    A(Kind),
    /// Level B: a depth changes.
    B(Inconvenience),
    /// Neither.
    None,
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::A(kind) => kind.fmt(f),
            Self::B(inconvenience) => inconvenience.fmt(f),
            Self::None => f.write_str("none"),
        }
    }
}

/// Everything said about one position.
#[derive(Debug, Clone)]
pub struct Classification {
    /// Who moves first.
    pub first: Color,
    /// The type.
    pub level: Level,
    /// The position.
    pub p1: Reading,
    /// After the null moves of the first player and of both; or why there are none.
    pub after: std::result::Result<(Reading, Reading), NoNull>,
    /// The en passant square on which a pawn of the first player stands ready to capture.
    pub en_passant: Option<Square>,
    /// Level B in each metric in which it applies.
    pub level_b: Vec<(Metric, Inconvenience)>,
    /// Level C, where neither A nor B applies.
    pub level_c: Option<Evidence>,
    /// A proof that no game reaches the position, if a simple one was found.
    pub unreachable: Option<Unreachable>,
}

/// Looks at one position closely.
pub fn classify(source: &dyn Probe, p1: &Chess) -> Result<Classification> {
    let first = p1.turn();
    let reading = |position| Reading::of(source, position, first);
    let mut classification = Classification {
        first,
        level: Level::None,
        p1: reading(p1)?,
        after: Err(NoNull::InCheck(first)),
        en_passant: p1.pseudo_legal_ep_square(),
        level_b: Vec::new(),
        level_c: None,
        unreachable: unreachable(p1),
    };
    let triple = match Triple::of(p1) {
        Ok(triple) => triple,
        Err(no_null) => {
            classification.after = Err(no_null);
            return Ok(classification);
        }
    };
    let (p2, p3) = (reading(&triple.p2)?, reading(&triple.p3)?);
    classification.level_b = level_b(&classification.p1, &p2);
    classification.level = match Kind::of(classification.p1.value, p2.value, p3.value) {
        Some(kind) => Level::A(kind),
        None => match classification.level_b.first() {
            Some((_, inconvenience)) => Level::B(*inconvenience),
            None => Level::None,
        },
    };
    if classification.level == Level::None {
        classification.level_c = evidence(source, &triple)?;
    }
    classification.after = Ok((p2, p3));
    Ok(classification)
}

fn level_b(p1: &Reading, p2: &Reading) -> Vec<(Metric, Inconvenience)> {
    if p1.value != p2.value {
        return Vec::new();
    }
    LEVEL_B
        .into_iter()
        .filter_map(|metric| {
            let found = Inconvenience::of(p1.value, p1.moves(metric)?, p2.moves(metric)?)?;
            Some((metric, found))
        })
        .collect()
}
