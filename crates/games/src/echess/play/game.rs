//! A game against the program, scored move by move against the best that was possible.

use std::collections::HashSet;

use nimzo_cgt::Dyadic;

use super::advice::{Advice, Guide};
use super::line::{Style, score};
use crate::echess::answers::{Score, Worth};
use crate::echess::rules::Position;
use crate::echess::rules::{After, Move, Player};
use crate::{Error, Result};

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who made it.
    pub player: Player,
    /// The move.
    pub played: Move,
    /// The best move there.
    pub best: Move,
    /// What the mover could be sure of before it.
    pub could_have: Score,
    /// What he can be sure of after it.
    pub has: Score,
}

impl Played {
    /// The points that the move gave away; `None` if it gave away a king or a rook.
    pub fn loss(&self) -> Option<Dyadic> {
        match (self.could_have, self.has) {
            (Score::Points(could), Score::Points(has)) => {
                let (better, worse) = match self.player {
                    Player::Black => (could, has),
                    Player::White => (has, could),
                };
                better.checked_sub(worse)
            }
            (could, has) => (could == has).then_some(Dyadic::ZERO),
        }
    }
}

/// A game in progress, or one that is over.
pub struct Game<'a> {
    guide: Guide<'a>,
    start: Position,
    first: Player,
    you: Player,
    here: Option<Position>,
    to_move: Player,
    moves: Vec<Played>,
    seen: HashSet<(Position, Player)>,
    end: Option<Score>,
}

impl<'a> Game<'a> {
    /// A game from `start`, where `first` moves first and the program plays against `you`.
    pub fn new(guide: Guide<'a>, start: &Position, first: Player, you: Player) -> Result<Self> {
        let start = start.on(guide.board())?;
        guide.evaluate(&start)?;
        let mut game = Game {
            guide,
            start,
            first,
            you,
            here: Some(start),
            to_move: first,
            moves: Vec::new(),
            seen: HashSet::from([(start, first)]),
            end: None,
        };
        game.reply()?;
        Ok(game)
    }

    /// Where the game began.
    pub fn start(&self) -> Position {
        self.start
    }

    /// Where it stands, unless it is over.
    pub fn position(&self) -> Option<Position> {
        self.here.filter(|_| self.end.is_none())
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The score, once the game is over.
    pub fn end(&self) -> Option<Score> {
        self.end
    }

    /// What both sides' best play brings from the start.
    pub fn optimum(&self) -> Result<Worth> {
        self.guide.worth(&self.start, self.first, Dyadic::ZERO)
    }

    /// What the game is worth now, with you to move.
    pub fn worth(&self) -> Result<Option<Worth>> {
        let here = self.position();
        here.map(|here| self.guide.worth(&here, self.to_move, Dyadic::ZERO)).transpose()
    }

    /// Your legal moves with their worth, best first; none when the game is over.
    pub fn choices(&self) -> Result<Vec<Advice>> {
        match self.position() {
            Some(here) => self.guide.advise(&here, self.to_move, Dyadic::ZERO),
            None => Ok(Vec::new()),
        }
    }

    /// The points that your moves gave away; `None` if one gave away a king or a rook.
    pub fn lost(&self) -> Option<Dyadic> {
        let yours = self.moves.iter().filter(|played| played.player == self.you);
        yours.map(Played::loss).try_fold(Dyadic::ZERO, |sum, loss| sum.checked_add(loss?))
    }

    /// Plays your move, and the program's reply unless the game is over.
    pub fn play(&mut self, text: &str) -> Result<()> {
        let Some(here) = self.position() else {
            return Err(Error::EchessMove {
                text: text.trim().to_owned(),
                reason: "the game is over".to_owned(),
            });
        };
        let played = here.read_move(self.you, self.guide.board(), text)?;
        self.make(here, played)?;
        self.reply()
    }

    /// The program moves if it is its turn. A White with no move at all passes.
    fn reply(&mut self) -> Result<()> {
        let Some(here) = self.position() else { return Ok(()) };
        if self.to_move == self.you {
            return Ok(());
        }
        match self.guide.choose(&here, self.to_move, Style::Best, &self.seen)? {
            Some(played) => self.make(here, played),
            None => {
                self.to_move = self.you;
                Ok(())
            }
        }
    }

    fn make(&mut self, here: Position, played: Move) -> Result<()> {
        let player = self.to_move;
        let advice = self.guide.advise(&here, player, Dyadic::ZERO)?;
        let after = here.after(player, played);
        let best = advice.first().map_or(played, |advice| advice.played);
        let could_have = advice.first().map_or(Score::KingLost, |a| a.worth.assured(player));
        let has = self.guide.worth_after(after, player)?.assured(player);
        self.moves.push(Played { player, played, best, could_have, has });
        self.end = score(after);
        self.to_move = player.other();
        if let After::Position(next) = after {
            self.here = Some(next);
            self.seen.insert((next, self.to_move));
        }
        Ok(())
    }
}
