//! A position and all its moves, in the words of Lichess's table server.
//!
//! Depths are plies, positive when the side to move wins. As there, a mated position has `dtz` -1
//! and draws have 0. The fifty-move counter of the position is taken into account; `maybe-win` and
//! `maybe-loss` occur where no depth under the fifty-move rule is known, or one that may have been
//! rounded does not tell.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, Role};

use super::{Known, Probe, probe_or_mate};
use crate::error::Error;
use crate::metric::Metric;
use crate::values::{Depth, Dtz50, MaybeRounded, Wdl, Wdl50};

/// The answer about a position.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Response {
    /// The position itself.
    #[serde(flatten)]
    pub info: PositionInfo,
    /// The result under the fifty-move rule.
    pub category: Category,
    /// All legal moves, best first.
    pub moves: Vec<MoveInfo>,
}

/// What is known about a position, for the side to move in it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PositionInfo {
    /// Mated.
    pub checkmate: bool,
    /// Stalemated.
    pub stalemate: bool,
    /// Never, in ordinary chess.
    pub variant_win: bool,
    /// Never, in ordinary chess.
    pub variant_loss: bool,
    /// Nobody can mate any more.
    pub insufficient_material: bool,
    /// Plies to a zeroing move under the fifty-move rule; beyond 100 the rule makes it a draw.
    pub dtz: Option<i32>,
    /// The same, unless it may have been rounded.
    pub precise_dtz: Option<i32>,
    /// Plies to mate.
    pub dtm: Option<i32>,
    /// Plies to a capture, promotion or mate.
    pub dtc: Option<i32>,
    /// Plies to a zeroing move when nobody claims fifty moves.
    pub dtz_no_rule: Option<i32>,
    #[serde(skip)]
    known: Option<Known>,
    #[serde(skip)]
    halfmoves: u32,
}

/// A move, with the position after it as the side then to move sees it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MoveInfo {
    /// From and to.
    pub uci: String,
    /// Short algebraic notation.
    pub san: String,
    /// Whether it is a capture or pawn move.
    pub zeroing: bool,
    /// The position after the move.
    #[serde(flatten)]
    pub info: PositionInfo,
    /// The result of the position after the move.
    pub category: Category,
    #[serde(skip)]
    mv: Move,
}

/// Results, from worst to best for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Lost.
    Loss,
    /// No table knows.
    Unknown,
    /// Lost, perhaps not within the fifty-move rule.
    MaybeLoss,
    /// Lost but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule.
    CursedWin,
    /// Won, perhaps not within the fifty-move rule.
    MaybeWin,
    /// Won.
    Win,
}

impl std::ops::Neg for Category {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Unknown => Self::Unknown,
            Self::MaybeLoss => Self::MaybeWin,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::MaybeWin => Self::MaybeLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl PositionInfo {
    fn new(position: &Chess, known: Option<Known>) -> Self {
        let plies = |depth: Depth| if depth == Depth::MATED { -1 } else { depth.signed_plies() };
        let dtz50 = known.and_then(|k| k.dtz50);
        let dtz = known.and_then(|k| k.dtz);
        Self {
            checkmate: position.is_checkmate(),
            stalemate: position.is_stalemate(),
            variant_win: false,
            variant_loss: false,
            insufficient_material: position.is_insufficient_material(),
            dtz: dtz50.map(|d| plies(d.at_least().0)),
            precise_dtz: dtz50.and_then(MaybeRounded::exact).map(|d| plies(d.0)),
            dtm: known.and_then(|k| k.dtm).map(|d| d.0.signed_plies()),
            dtc: known.and_then(|k| k.dtc).map(|d| d.0.signed_plies()),
            dtz_no_rule: dtz.and_then(MaybeRounded::exact).map(|d| plies(d.0)),
            known,
            halfmoves: position.halfmoves(),
        }
    }

    /// The result, where the game was `before` plies without a zeroing move before this position's
    /// last move: a mate on the hundredth ply still counts.
    fn category(&self, before: u32) -> Category {
        let Some(known) = self.known else { return Category::Unknown };
        if self.stalemate || self.insufficient_material {
            return Category::Draw;
        }
        let within = match known.dtz50 {
            _ if before >= 100 => Some(false),
            _ if self.checkmate => Some(true),
            _ if self.halfmoves == 0 => {
                known.wdl50.map(|wdl50| matches!(wdl50, Wdl50::Win | Wdl50::Loss))
            }
            dtz50 => dtz50.and_then(|dtz50| {
                let dtz50 = dtz50.map(|dtz50| dtz50.0);
                let within = |depth: Depth| {
                    let plies = u32::from(depth.plies()?);
                    Some(plies + self.halfmoves <= u32::from(Dtz50::LIMIT))
                };
                within(dtz50.at_least())
                    .filter(|_| within(dtz50.at_least()) == within(dtz50.at_most()))
            }),
        };
        match (known.wdl, within) {
            (Wdl::Draw, _) => Category::Draw,
            (Wdl::Win, Some(true)) => Category::Win,
            (Wdl::Win, Some(false)) => Category::CursedWin,
            (Wdl::Win, None) => Category::MaybeWin,
            (Wdl::Loss, Some(true)) => Category::Loss,
            (Wdl::Loss, Some(false)) => Category::BlessedLoss,
            (Wdl::Loss, None) => Category::MaybeLoss,
        }
    }

    fn is_win(&self) -> bool {
        self.known.is_some_and(|known| known.wdl == Wdl::Win)
    }
}

impl MoveInfo {
    /// The move itself.
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// The whole order of moves: what leaves the opponent worst off first; mates before all, then
    /// the quicker mate (the slower when losing), then zeroing moves and captures (last when
    /// losing), then the shorter way to the next zeroing move.
    fn sort_key(&self) -> impl Ord + use<> {
        let losing = self.info.is_win();
        (
            self.category,
            (
                Reverse(self.info.checkmate),
                Reverse(self.info.stalemate),
                Reverse(self.info.insufficient_material),
            ),
            self.info.dtm.map(|dtm| -dtm),
            self.zeroing ^ !losing,
            self.mv.is_capture() ^ !losing,
            self.info.dtz.map(Reverse),
            (Reverse(self.mv.capture().map(rank)), Reverse(self.mv.promotion().map(rank))),
            self.uci.clone(),
        )
    }
}

fn rank(role: Role) -> u8 {
    role as u8
}

/// What of a position is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The depths, or [`Metric::Wdl`] alone for results.
    pub metrics: &'static [Metric],
    /// Whether moves are.
    pub moves: bool,
}

impl Scope {
    /// All depths, and all moves.
    pub const ALL: Self = Self { metrics: &Metric::DEPTHS, moves: true };
}

/// Looks a position up with all its moves. Moves into classes that were not built are `unknown`;
/// so is the position itself, unless it has no moves or some move is known to win.
pub fn respond<P: Probe + ?Sized>(probe: &P, position: &Chess) -> Result<Response, Error> {
    respond_within(probe, position, Scope::ALL)
}

/// The same, as far as it is asked for.
pub fn respond_within<P: Probe + ?Sized>(
    probe: &P,
    position: &Chess,
    scope: Scope,
) -> Result<Response, Error> {
    let known = probe_or_mate(probe, position, scope.metrics)?;
    Ok(Response::new(position, Some(known), moves_of(probe, position, scope)?))
}

/// The same where nothing may be known of the position itself.
pub fn respond_partly<P: Probe + ?Sized>(
    probe: &P,
    position: &Chess,
    scope: Scope,
) -> Result<Response, Error> {
    let known = known_or_none(probe, position, scope.metrics)?;
    Ok(Response::new(position, known, moves_of(probe, position, scope)?))
}

/// What is known of a position, its moves not looked at, and its result.
pub fn respond_alone<P: Probe + ?Sized>(
    probe: &P,
    position: &Chess,
) -> Result<(PositionInfo, Category), Error> {
    let info = PositionInfo::new(position, known_or_none(probe, position, &Metric::DEPTHS)?);
    let category = info.category(position.halfmoves().saturating_sub(1));
    Ok((info, category))
}

impl Response {
    fn new(position: &Chess, known: Option<Known>, moves: Vec<MoveInfo>) -> Self {
        let info = PositionInfo::new(position, known);
        let category = info.category(position.halfmoves().saturating_sub(1));
        let by_moves = moves.first().map(|best| -best.category);
        let category = match (known, by_moves) {
            // Moves that nobody knows say nothing about a position that somebody does.
            (Some(_), Some(Category::Unknown)) | (_, None) => category,
            (_, Some(by_moves)) => by_moves,
        };
        Self { category, info, moves }
    }

    /// Whether anything is known of the position or of one of its moves.
    pub fn says_anything(&self) -> bool {
        let moves = self.moves.iter().map(|mv| mv.category);
        moves.chain([self.category]).any(|category| category != Category::Unknown)
    }
}

fn moves_of<P: Probe + ?Sized>(
    probe: &P,
    position: &Chess,
    scope: Scope,
) -> Result<Vec<MoveInfo>, Error> {
    let mut moves = Vec::new();
    for mv in position.legal_moves().into_iter().filter(|_| scope.moves) {
        let mut next = position.clone();
        let san = SanPlus::from_move_and_play_unchecked(&mut next, mv).to_string();
        let info = PositionInfo::new(&next, known_or_none(probe, &next, scope.metrics)?);
        moves.push(MoveInfo {
            uci: UciMove::from_move(mv, CastlingMode::Standard).to_string(),
            san,
            zeroing: mv.is_zeroing(),
            category: info.category(position.halfmoves()),
            info,
            mv,
        });
    }
    moves.sort_by_cached_key(MoveInfo::sort_key);
    Ok(moves)
}

fn known_or_none<P: Probe + ?Sized>(
    probe: &P,
    position: &Chess,
    wanted: &[Metric],
) -> Result<Option<Known>, Error> {
    match probe_or_mate(probe, position, wanted) {
        Ok(known) => Ok(Some(known)),
        Err(Error::Missing { .. } | Error::Position { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
