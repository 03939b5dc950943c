//! A game in progress: pawns and heaps of Nim, moves by name, and how it ends.

use std::fmt;

use nimzo_cgt::Nimber;

use super::opponent::Opponent;
use crate::pawns::rules::{MOST_FILES, PawnMove, Pawns, Side};
use crate::pawns::word::{Word, file_name, shortened};
use crate::{Error, Result};

/// The largest heap beside the pawns.
pub const MOST_STONES: u64 = 63;

/// A move of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// A pawn moves.
    Pawn(PawnMove),
    /// Stones are taken from a heap of `from` until `to` are left.
    Heap {
        /// Stones before.
        from: u64,
        /// Stones after.
        to: u64,
    },
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// A pawn reached the far row of an open file.
    Touchdown,
    /// The side to move has no move.
    NoMove,
}

/// A move with what it is worth to the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub turn: Turn,
    /// Whether it wins against any play; `None` where that takes too long to find out.
    pub wins: Option<bool>,
}

/// Pawns, heaps, and whose move it is. White begins.
#[derive(Debug, Clone)]
pub struct PawnGame {
    /// The pawns.
    pub pawns: Pawns,
    /// The heaps that are left, the largest first.
    pub heaps: Vec<u64>,
    /// Who moves, or would if the game were not over.
    pub side: Side,
    /// How it ended, if it did.
    pub end: Option<End>,
}

impl PawnGame {
    /// The start of a sum such as `1000+00+*3`: words of files, and heaps of Nim with a star.
    pub fn start(sum: &str) -> Result<Self> {
        let refuse = |reason: String| Error::PawnGame { text: shortened(sum), reason };
        let mut words: Vec<Word> = Vec::new();
        let mut heaps = Vec::new();
        for part in sum.split('+').map(str::trim) {
            match part.strip_prefix('*') {
                None => words.push(part.parse()?),
                Some("") => heaps.push(1),
                Some(stones) => match stones.parse() {
                    Ok(stones) if stones <= MOST_STONES => heaps.push(stones),
                    _ => {
                        return Err(refuse(format!(
                            "`{part}` is not a heap of 0 to {MOST_STONES}"
                        )));
                    }
                },
            }
        }
        let pawns = Pawns::start(&words)
            .ok_or_else(|| refuse(format!("it needs more than {MOST_FILES} files")))?;
        let mut game = Self { pawns, heaps, side: Side::White, end: None };
        game.settle();
        Ok(game)
    }

    /// Every move of the side to move; none when the game is over.
    pub fn turns(&self) -> Vec<Turn> {
        if self.end.is_some() {
            return Vec::new();
        }
        let mut turns: Vec<Turn> = self.pawns.moves(self.side).map(Turn::Pawn).collect();
        let mut heaps = self.heaps.clone();
        heaps.dedup();
        turns.extend(
            heaps.iter().flat_map(|&from| (0..from).map(move |to| Turn::Heap { from, to })),
        );
        turns
    }

    /// The game after a move of [`turns`](Self::turns).
    #[must_use]
    pub fn after(&self, turn: Turn) -> Self {
        let mut next = self.clone();
        match turn {
            Turn::Pawn(one) => {
                next.pawns = self.pawns.after(self.side, one);
                if self.pawns.is_touchdown(one) {
                    next.end = Some(End::Touchdown);
                }
            }
            Turn::Heap { from, to } => {
                if let Some(heap) = next.heaps.iter_mut().find(|heap| **heap == from) {
                    *heap = to;
                }
            }
        }
        next.side = self.side.other();
        next.settle();
        next
    }

    /// The game after a move written as [`name`](Self::name) writes it.
    pub fn after_named(&self, name: &str) -> Result<Self> {
        let turns = self.turns();
        match turns.iter().find(|&&turn| self.name(turn) == name) {
            Some(&turn) => Ok(self.after(turn)),
            None => {
                let legal: Vec<String> = turns.iter().map(|&turn| self.name(turn)).collect();
                Err(Error::Unknown {
                    what: "move",
                    text: name.to_owned(),
                    expected: match legal[..] {
                        [] => "none: the game is over".to_owned(),
                        _ => format!("one of {}", legal.join(" ")),
                    },
                })
            }
        }
    }

    /// A move in writing: `b2` a step, `axb2` a capture (rows counted from White's side), `*3:1`
    /// a heap of three made one.
    pub fn name(&self, turn: Turn) -> String {
        match turn {
            Turn::Heap { from, to } => format!("*{from}:{to}"),
            Turn::Pawn(one) => {
                let row = match self.side {
                    Side::White => one.row + 2,
                    Side::Black => 2 - one.row,
                };
                let from = if one.is_capture() { file_name(one.from) + "x" } else { String::new() };
                format!("{from}{}{row}", file_name(one.to))
            }
        }
    }

    /// All stones as one heap.
    pub fn heap(&self) -> Nimber {
        Nimber(self.heaps.iter().fold(0, |sum, heap| sum ^ heap))
    }

    /// Who has won, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        self.end.map(|_| self.side.other())
    }

    /// Every move and whether it wins.
    pub fn judged(&self, opponent: &mut Opponent<'_>) -> Result<Vec<Judged>> {
        let judge = |turn: Turn| {
            let next = self.after(turn);
            if next.end.is_some() {
                return Ok(Judged { turn, wins: Some(true) });
            }
            match opponent.wins(&next.pawns, next.side, next.heap()) {
                Ok(theirs) => Ok(Judged { turn, wins: Some(!theirs) }),
                Err(Error::PawnsTangled { .. }) => Ok(Judged { turn, wins: None }),
                Err(other) => Err(other),
            }
        };
        self.turns().into_iter().map(judge).collect()
    }

    /// A winning move, the quickest to see first; then one whose end is unknown; where all lose, the
    /// one that leaves the other side the fewest ways to win.
    pub fn best(&self, judged: &[Judged], opponent: &mut Opponent<'_>) -> Result<Option<Turn>> {
        let winning = |one: &&Judged| one.wins == Some(true);
        let ends = |one: &&Judged| self.after(one.turn).end.is_some();
        let found = judged.iter().filter(winning).find(ends).or(judged.iter().find(winning));
        if let Some(found) = found.or(judged.iter().find(|one| one.wins.is_none())) {
            return Ok(Some(found.turn));
        }
        let mut least = None;
        for one in judged {
            let next = self.after(one.turn);
            let replies = next.judged(opponent)?;
            let at_once =
                replies.iter().any(|reply| next.after(reply.turn).end == Some(End::Touchdown));
            let ways = replies.iter().filter(|reply| reply.wins != Some(false)).count();
            let key = (at_once, ways);
            if least.is_none_or(|(best, _)| key < best) {
                least = Some((key, one.turn));
            }
        }
        Ok(least.map(|(_, turn)| turn))
    }

    /// The three rows from White's far side down: `P`, `p` and `.`.
    pub fn rows(&self) -> Vec<String> {
        self.pawns.to_string().lines().take(3).map(str::to_owned).collect()
    }

    /// Drops empty heaps, and ends the game where nobody can go on.
    fn settle(&mut self) {
        self.heaps.retain(|&heap| heap > 0);
        self.heaps.sort_unstable_by(|a, b| b.cmp(a));
        if self.end.is_none() && self.turns().is_empty() {
            self.end = Some(End::NoMove);
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Touchdown => "touchdown",
            End::NoMove => "no move left",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimzo_work::Task;

    #[test]
    fn moves_have_names_and_games_end() {
        let game = PawnGame::start("000+*2").unwrap();
        let names: Vec<String> = game.turns().iter().map(|&turn| game.name(turn)).collect();
        assert_eq!(names, ["a2", "b2", "c2", "*2:0", "*2:1"]);
        let game = game.after_named("b2").unwrap();
        assert_eq!(game.rows(), ["ppp", ".P.", "P.P"]);
        let game = game.after_named("*2:1").unwrap().after_named("bxa3").unwrap();
        assert_eq!((game.end, game.winner()), (Some(End::Touchdown), Some(Side::White)));
        assert!(game.after_named("a2").unwrap_err().to_string().contains("over"));
    }

    #[test]
    fn bad_games_are_named() {
        for (text, named) in [("1000+*64", "*64"), ("11", "11"), ("0+", "empty"), ("*x", "*x")] {
            let refusal = PawnGame::start(text).unwrap_err().to_string();
            assert!(refusal.contains(named), "{text}: {refusal}");
        }
    }

    /// From won starts the opponent beats every play of the other side.
    #[test]
    fn the_opponent_wins_what_is_won() {
        let task = Task::silent();
        for sum in ["1000", "1000+0", "00100", "0101+*1", "000000"] {
            let game = PawnGame::start(sum).unwrap();
            let mut opponent = Opponent::new(&task);
            let wins = opponent.wins(&game.pawns, game.side, game.heap()).unwrap();
            let hero = if wins { Side::White } else { Side::Black };
            assert!(always_wins(&game, hero, &mut opponent), "{sum}");
        }
    }

    fn always_wins(game: &PawnGame, hero: Side, opponent: &mut Opponent<'_>) -> bool {
        if game.end.is_some() {
            return game.winner() == Some(hero);
        }
        if game.side != hero {
            return game.turns().iter().all(|&turn| always_wins(&game.after(turn), hero, opponent));
        }
        let judged = game.judged(opponent).unwrap();
        let best = game.best(&judged, opponent).unwrap().unwrap();
        always_wins(&game.after(best), hero, opponent)
    }
}
