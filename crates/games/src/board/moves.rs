//! Legal moves.

use super::men::{Man, Role, Side};
use super::position::{DIRECTIONS, KNIGHT_JUMPS, Position, Square};

/// A move of one man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl std::fmt::Display for Move {
    /// The squares, and what a pawn becomes: `c4c5`, `a8a9q`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.letter().to_ascii_lowercase()))
    }
}

impl Position {
    /// All legal moves of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(32);
        for (from, man) in self.men_of(self.to_move) {
            self.moves_of(from, man, &mut moves);
        }
        let in_check = self.in_check(self.to_move);
        let mut trial = None;
        moves.retain(|&one| {
            if !in_check && !self.may_expose_king(one) {
                return true;
            }
            let trial = trial.get_or_insert_with(|| self.clone());
            let undo = trial.play(one);
            let legal = !trial.in_check(self.to_move);
            trial.take_back(one, undo);
            legal
        });
        moves
    }

    /// Whether a move could leave the king in check although it is not in check now: the king
    /// moves, or a man leaves a line on which the king stands. `false` is certain.
    fn may_expose_king(&self, one: Move) -> bool {
        let Some(king) = self.king(self.to_move) else { return false };
        let across = one.from.file.abs_diff(king.file);
        let along = one.from.row.abs_diff(king.row);
        across == 0 || along == 0 || across == along || self.taken_in_passing(one).is_some()
    }

    /// Moves of a man, whether or not they leave the king in check.
    fn moves_of(&self, from: Square, man: Man, moves: &mut Vec<Move>) {
        match man.role {
            Role::Pawn => self.pawn_moves(from, man.side, moves),
            Role::King => self.jumps(from, man.side, &DIRECTIONS, moves),
            Role::Knight => self.jumps(from, man.side, &KNIGHT_JUMPS, moves),
            Role::Queen => self.lines(from, man.side, &DIRECTIONS, moves),
            Role::Rook => self.lines(from, man.side, &DIRECTIONS[..4], moves),
            Role::Bishop => self.lines(from, man.side, &DIRECTIONS[4..], moves),
        }
    }

    fn jumps(&self, from: Square, side: Side, steps: &[(i8, i8)], moves: &mut Vec<Move>) {
        for &step in steps {
            if let Some(to) = self.step(from, step)
                && self.man(to).is_none_or(|man| man.side != side)
            {
                moves.push(Move { from, to, promotion: None });
            }
        }
    }

    fn lines(&self, from: Square, side: Side, directions: &[(i8, i8)], moves: &mut Vec<Move>) {
        for &direction in directions {
            let mut at = from;
            while let Some(to) = self.step(at, direction) {
                let there = self.man(to);
                if there.is_none_or(|man| man.side != side) {
                    moves.push(Move { from, to, promotion: None });
                }
                if there.is_some() {
                    break;
                }
                at = to;
            }
        }
    }

    fn pawn_moves(&self, from: Square, side: Side, moves: &mut Vec<Move>) {
        let ahead = Self::ahead(side);
        for across in [-1, 1] {
            if let Some(to) = self.step(from, (across, ahead)) {
                let captures = self.man(to).is_some_and(|man| man.side != side);
                if captures || self.en_passant == Some(to) {
                    self.push_pawn_move(from, to, side, moves);
                }
            }
        }
        let Some(to) = self.step(from, (0, ahead)).filter(|&to| self.man(to).is_none()) else {
            return;
        };
        self.push_pawn_move(from, to, side, moves);
        if self.double_step_row(side) == Some(from.row)
            && let Some(to) = self.step(to, (0, ahead)).filter(|&to| self.man(to).is_none())
        {
            self.push_pawn_move(from, to, side, moves);
        }
    }

    fn push_pawn_move(&self, from: Square, to: Square, side: Side, moves: &mut Vec<Move>) {
        if to.row == self.last_row(side) {
            let all = Role::PROMOTIONS;
            moves.extend(all.map(|role| Move { from, to, promotion: Some(role) }));
        } else {
            moves.push(Move { from, to, promotion: None });
        }
    }

    /// The position after a move, which is taken as it is: legality is the caller's.
    #[must_use]
    pub fn after(&self, one: Move) -> Self {
        let mut next = self.clone();
        next.play(one);
        next
    }

    /// The square of the pawn that a move captures in passing, if it does.
    pub(super) fn taken_in_passing(&self, one: Move) -> Option<Square> {
        let pawn = self.man(one.from).is_some_and(|man| man.role == Role::Pawn);
        let passing = pawn && one.from.file != one.to.file && self.man(one.to).is_none();
        passing.then_some(Square { file: one.to.file, row: one.from.row })
    }

    /// Makes a move; what it returns takes it back.
    pub(super) fn play(&mut self, one: Move) -> Undo {
        let man = self.man(one.from);
        let taken_at = self.taken_in_passing(one).unwrap_or(one.to);
        let undo = Undo { man, taken_at, taken: self.man(taken_at), en_passant: self.en_passant };
        self.en_passant = self.passed_square(one);
        self.put(taken_at, None);
        self.put(one.from, None);
        let placed = man.map(|man| Man { role: one.promotion.unwrap_or(man.role), ..man });
        self.put(one.to, placed);
        self.to_move = self.to_move.other();
        undo
    }

    /// Takes a move back.
    pub(super) fn take_back(&mut self, one: Move, undo: Undo) {
        self.to_move = self.to_move.other();
        self.put(one.to, None);
        self.put(undo.taken_at, undo.taken);
        self.put(one.from, undo.man);
        self.en_passant = undo.en_passant;
    }

    /// The square that a double step passes, if a hostile pawn stands beside its end.
    pub(super) fn passed_square(&self, one: Move) -> Option<Square> {
        let pawn = self.man(one.from).filter(|man| man.role == Role::Pawn)?;
        if one.from.row.abs_diff(one.to.row) != 2 {
            return None;
        }
        let hostile = Some(Man { side: pawn.side.other(), role: Role::Pawn });
        let beside =
            |across| self.step(one.to, (across, 0)).map(|at| self.man(at)) == Some(hostile);
        let passed = Square { file: one.to.file, row: (one.from.row + one.to.row) / 2 };
        (beside(-1) || beside(1)).then_some(passed)
    }
}

/// What a move changed, to take it back.
pub(super) struct Undo {
    man: Option<Man>,
    taken_at: Square,
    taken: Option<Man>,
    en_passant: Option<Square>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

    fn count(position: &Position, depth: usize) -> u64 {
        let moves = position.legal_moves();
        match depth {
            1 => moves.len() as u64,
            _ => moves.iter().map(|&one| count(&position.after(one), depth - 1)).sum(),
        }
    }

    /// Counts of move sequences against another program, on boards of eight by eight.
    #[test]
    fn as_many_moves_as_shakmaty() {
        for (fen, depth) in [
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
            ("8/8/ppp5/8/PPP5/4k1b1/4pNP1/4K1Q1 w - - 0 1", 4),
            ("8/8/ppp5/8/PPP5/4k1b1/4pNP1/4K1Q1 b - - 0 1", 4),
            ("8/7p/ppp5/7P/PPP5/4k1b1/4pNP1/4K1Q1 b - - 0 1", 3),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3),
            ("rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR b - - 0 1", 3),
            ("rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w - e6 0 1", 3),
        ] {
            let theirs: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let ours: Position = fen.parse().unwrap();
            assert_eq!(count(&ours, depth), shakmaty::perft(&theirs, depth as u32), "{fen}");
            assert_eq!(ours.in_check(ours.to_move()), theirs.is_check());
        }
    }
}
