//! The escape boards of [`escape`](super) a second time, by another method and with none of its
//! code: every position asks its followers, again and again, until the start is decided.
//!
//! After round `n` exactly the positions that end within `n` plies are decided. Rounds are slow and
//! plain; this is here to be believed, the other to be fast.

use nimzo_work::{Task, memory};
use rayon::prelude::*;

use crate::Result;
use crate::echess::escape::{Ending, Figure};

/// A board, White's ground (the board and a margin beyond its open edges) included.
struct Board {
    /// Squares on which Black has not escaped: columns and rows.
    board: [i8; 2],
    /// Squares that White's men may stand on: columns and rows.
    ground: [i8; 2],
}

type Square = [i8; 2];

/// A rook that has been taken is on no square.
#[derive(Clone, Copy)]
struct Men {
    black: Square,
    king: Square,
    rook: Option<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Escape(u16),
    Mate(u16),
}

/// What is known so far, with Black to move and with White to move.
struct Known {
    black: Vec<State>,
    white: Vec<State>,
}

/// Decides both start positions (White king a1, rook b2, Black king c3) of the board with `rows`
/// rows and `columns` columns.
///
/// The sides and the margin must be ones that [`EscapeBoard`](crate::echess::escape::EscapeBoard) accepts.
pub fn figure(rows: u64, columns: u64, margin: u64, task: &Task) -> Result<Figure> {
    crate::echess::escape::EscapeBoard::with_margin(rows, columns, margin)?;
    let wide = |side: u64| (side + margin) as i8;
    let board = Board { board: [columns as i8, rows as i8], ground: [wide(columns), wide(rows)] };
    let size = board.size();
    memory::require(&format!("the {rows} by {columns} board, forwards"), size as u64 * 10)?;
    let mut known = Known { black: vec![State::Open; size], white: vec![State::Open; size] };
    let start = board.number(Men { black: [2, 2], king: [0, 0], rook: Some([1, 1]) });
    let stage = task.stage("rounds forwards", 0);
    let mut idle = 0;
    for round in 0.. {
        let new = board.round(&known, round, task)?;
        idle = if new.0.is_empty() && new.1.is_empty() { idle + 1 } else { 0 };
        new.0.into_iter().for_each(|(number, state)| known.black[number] = state);
        new.1.into_iter().for_each(|(number, state)| known.white[number] = state);
        stage.advance(1);
        let decided = known.black[start] != State::Open && known.white[start] != State::Open;
        if decided || idle == 2 {
            break;
        }
    }
    let ending = |state: State| match state {
        State::Open => Ending::Draw,
        State::Escape(plies) => Ending::Escape(plies),
        State::Mate(plies) => Ending::Mate(plies),
    };
    Ok(Figure { black_first: ending(known.black[start]), white_first: ending(known.white[start]) })
}

/// Positions that a round decides: number and ending.
type Decided = Vec<(usize, State)>;

impl Board {
    fn round(&self, known: &Known, round: u16, task: &Task) -> Result<(Decided, Decided)> {
        let decide = |states: &[State], judge: &(dyn Fn(Men) -> Option<State> + Sync)| {
            let judged = |(number, &state): (usize, &State)| {
                let men = (state == State::Open).then(|| self.men(number))??;
                judge(men).map(|state| (number, state))
            };
            let unless_stopped = |at| match task.check() {
                Ok(()) => judged(at).map(Ok),
                Err(stopped) => Some(Err(stopped.into())),
            };
            states.par_iter().enumerate().filter_map(unless_stopped).collect::<Result<Decided>>()
        };
        Ok((
            decide(&known.black, &|men| self.judge_black(known, men, round))?,
            decide(&known.white, &|men| self.judge_white(known, men, round))?,
        ))
    }

    /// With Black to move: whether this is decided in exactly `round` plies.
    fn judge_black(&self, known: &Known, men: Men, round: u16) -> Option<State> {
        let (mut moves, mut hopes) = (0, 0);
        for to in around(men.black) {
            if to[0] < 0 || to[1] < 0 || near(to, men.king) || self.attacked(men, to) {
                continue;
            }
            moves += 1;
            if to[0] >= self.board[0] || to[1] >= self.board[1] {
                return (round == 1).then_some(State::Escape(1));
            }
            let rook = men.rook.filter(|&rook| rook != to);
            match known.white[self.number(Men { black: to, rook, ..men })] {
                State::Escape(plies) if plies + 1 == round => return Some(State::Escape(round)),
                State::Mate(_) => {}
                _ => hopes += 1,
            }
        }
        let stalemate = moves == 0 && !self.attacked(men, men.black);
        (hopes == 0 && !stalemate && round.is_multiple_of(2)).then_some(State::Mate(round))
    }

    /// With White to move.
    fn judge_white(&self, known: &Known, men: Men, round: u16) -> Option<State> {
        // Black cannot have left his king in check.
        if self.attacked(men, men.black) {
            return None;
        }
        let (mut moves, mut hopes, mut mates) = (0, 0, false);
        self.each_white_move(men, |next| {
            moves += 1;
            match known.black[self.number(next)] {
                State::Mate(plies) => {
                    mates |= plies + 1 == round;
                    hopes += 1;
                }
                State::Open => hopes += 1,
                State::Escape(_) => {}
            }
        });
        if mates {
            return Some(State::Mate(round));
        }
        (hopes == 0 && moves > 0 && round.is_multiple_of(2)).then_some(State::Escape(round))
    }

    fn each_white_move(&self, men: Men, mut each: impl FnMut(Men)) {
        for to in around(men.king) {
            if self.is_ground(to) && !near(to, men.black) && men.rook != Some(to) {
                each(Men { king: to, ..men });
            }
        }
        let Some(rook) = men.rook else { return };
        for (axis, by) in [(0, 1), (0, -1), (1, 1), (1, -1)] {
            let mut to = rook;
            loop {
                to[axis] += by;
                if !self.is_ground(to) || to == men.black || to == men.king {
                    break;
                }
                each(Men { rook: Some(to), ..men });
            }
        }
    }

    /// Whether the rook would take a king on `target`, Black's own king being away.
    fn attacked(&self, men: Men, target: Square) -> bool {
        let Some(rook) = men.rook.filter(|&rook| rook != target) else { return false };
        (0..2).any(|axis| {
            let along = 1 - axis;
            let between = (rook[along].min(target[along]) + 1)..rook[along].max(target[along]);
            rook[axis] == target[axis]
                && !(men.king[axis] == rook[axis] && between.contains(&men.king[along]))
        })
    }

    fn is_ground(&self, [x, y]: Square) -> bool {
        (0..self.ground[0]).contains(&x) && (0..self.ground[1]).contains(&y)
    }

    fn squares(&self) -> usize {
        self.ground[0] as usize * self.ground[1] as usize
    }

    fn size(&self) -> usize {
        let board = self.board[0] as usize * self.board[1] as usize;
        board * self.squares() * (self.squares() + 1)
    }

    fn number(&self, men: Men) -> usize {
        let place = |[x, y]: Square, wide: i8| y as usize * wide as usize + x as usize;
        let rook = men.rook.map_or(self.squares(), |rook| place(rook, self.ground[0]));
        let kings =
            place(men.black, self.board[0]) * self.squares() + place(men.king, self.ground[0]);
        kings * (self.squares() + 1) + rook
    }

    /// The men of a number, if they can stand like that.
    fn men(&self, number: usize) -> Option<Men> {
        let square =
            |place: usize, wide: i8| [(place % wide as usize) as i8, (place / wide as usize) as i8];
        let (kings, rook) = (number / (self.squares() + 1), number % (self.squares() + 1));
        let black = square(kings / self.squares(), self.board[0]);
        let king = square(kings % self.squares(), self.ground[0]);
        let rook = (rook < self.squares()).then(|| square(rook, self.ground[0]));
        let stands = !near(black, king) && rook != Some(black) && rook != Some(king);
        stands.then_some(Men { black, king, rook })
    }
}

fn around([x, y]: Square) -> impl Iterator<Item = Square> {
    let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| [dx, dy]));
    steps.filter(|&step| step != [0, 0]).map(move |[dx, dy]| [x + dx, y + dy])
}

fn near(a: Square, b: Square) -> bool {
    a[0].abs_diff(b[0]) <= 1 && a[1].abs_diff(b[1]) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::escape::EscapeBoard;

    #[test]
    fn both_solvers_agree_on_small_boards() {
        let task = Task::silent();
        for (rows, columns) in [(3, 3), (3, 6), (4, 4), (5, 5), (5, 4), (6, 5)] {
            let fast = EscapeBoard::new(rows, columns).unwrap().figure(&task).unwrap();
            let plain = figure(rows, columns, 2, &task).unwrap();
            assert_eq!(plain, fast, "{rows} by {columns}");
        }
        let narrow = EscapeBoard::with_margin(5, 5, 1).unwrap().figure(&task).unwrap();
        assert_eq!(figure(5, 5, 1, &task).unwrap(), narrow);
    }

    #[test]
    fn a_board_that_cannot_be_is_refused() {
        assert!(figure(2, 8, 2, &Task::silent()).is_err());
    }
}
