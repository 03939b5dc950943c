//! The positions along a line of play.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Position, PositionError};

use crate::reproduce::MoveList;

/// A line of play, replayed by the rules.
pub(super) struct Replay {
    /// Whether White has the first move.
    pub white_first: bool,
    /// The number of the first move.
    pub first_move: u32,
    /// Where the men stand: at the start, then after each move.
    pub placements: Vec<String>,
    /// The moves, by their squares.
    pub squares: Vec<String>,
    /// The plies after which something irreversible but a pawn step had happened.
    pub turning_points: Vec<usize>,
}

impl Replay {
    /// Replays a line; `None` when it is no line of legal chess moves.
    pub(super) fn of(line: &MoveList) -> Option<Self> {
        let fen: Fen = line.fen.parse().ok()?;
        let mut position = Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .ok()?;
        let placement = |position: &Chess| position.board().board_fen().to_string();
        let mut replay = Self {
            white_first: position.turn() == Color::White,
            first_move: position.fullmoves().get(),
            placements: vec![placement(&position)],
            squares: Vec::new(),
            turning_points: Vec::new(),
        };
        for (ply, san) in line.moves.iter().enumerate() {
            let played = san.parse::<SanPlus>().ok()?.san.to_move(&position).ok()?;
            if played.is_capture() || played.is_promotion() {
                replay.turning_points.push(ply + 1);
            }
            let from = played.from().map(|square| square.to_string()).unwrap_or_default();
            replay.squares.push(format!("{from}{}", played.to()));
            position.play_unchecked(played);
            replay.placements.push(placement(&position));
        }
        Some(replay)
    }

    /// The number of the move that is ply `ply` (from 1), and whether it is White's.
    pub(super) fn numbered(&self, ply: usize) -> (u32, bool) {
        let half = ply - 1 + usize::from(!self.white_first);
        (self.first_move + (half / 2) as u32, half.is_multiple_of(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(fen: &str, moves: &[&str]) -> MoveList {
        MoveList {
            title: String::new(),
            fen: fen.into(),
            moves: moves.iter().map(|san| (*san).to_owned()).collect(),
            result: "*".into(),
        }
    }

    #[test]
    fn captures_and_promotions_are_turning_points() {
        let line = line("7k/P7/8/8/8/8/1pK5/8 b - - 0 40", &["Kg7", "a8=Q", "b1=Q+", "Kxb1"]);
        let replay = Replay::of(&line).unwrap();
        assert_eq!(replay.placements.len(), 5);
        assert_eq!(replay.placements[4], "Q7/6k1/8/8/8/8/8/1K6");
        assert_eq!(replay.squares, ["h8g7", "a7a8", "b2b1", "c2b1"]);
        assert_eq!(replay.turning_points, [2, 3, 4]);
        assert_eq!(replay.numbered(1), (40, false));
        assert_eq!(replay.numbered(2), (41, true));
    }

    #[test]
    fn what_is_no_line_is_refused() {
        assert!(Replay::of(&line("7k/8/8/8/8/8/8/K7 w - - 0 1", &["Kh7"])).is_none());
        assert!(Replay::of(&line("11k/12", &[])).is_none());
    }
}
