//! Orthodox play in a sum: in the hottest summand, the move that is best at its temperature. The
//! *ambient* temperature is the least that the hottest summand has had so far; a summand that a move
//! has made hotter than that is answered with the move that is best at the ambient temperature.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;

use nimzo_cgt::Dyadic;

use super::search::Next;
use super::{Part, Sum, SumState, Summand};
use crate::Result;
use crate::echess::answers::{Initiative, Score, at};
use crate::echess::rules::{Move, Player};

/// A move in a summand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumMove {
    /// In a position.
    Move(Move),
    /// To an option of a value.
    Option(String),
}

impl fmt::Display for SumMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SumMove::Move(played) => played.fmt(f),
            SumMove::Option(value) => write!(f, "to {value}"),
        }
    }
}

/// Where a player should move in a sum, and why.
#[derive(Clone, Debug)]
pub struct Orthodox {
    /// Which summand.
    pub summand: usize,
    /// The moves that are best there, the dogmatic one first.
    pub moves: Vec<SumMove>,
    /// Why there.
    pub reason: String,
}

/// A move of orthodox play.
#[derive(Clone, Debug)]
pub struct SumPly {
    /// Who moved.
    pub player: Player,
    /// In which summand.
    pub summand: usize,
    /// The move.
    pub played: SumMove,
}

/// Moves and where they lead.
type Moves = Vec<(SumMove, Next)>;

/// Orthodox play of a sum.
#[derive(Clone, Debug)]
pub struct SumLine {
    /// The moves.
    pub plies: Vec<SumPly>,
    /// The score, if it was played to the end.
    pub score: Option<Score>,
}

impl Sum<'_> {
    /// Where `player` should move: in the hottest summand, and how. `None` if all is numbers.
    pub fn orthodox(&mut self, player: Player) -> Result<Option<Orthodox>> {
        let start = self.start()?;
        let terms = self.terms.clone();
        let summands: Vec<Summand> =
            terms.into_iter().map(|part| self.summand(part)).collect::<Result<_>>()?;
        let Some((summand, moves)) = self.choose(&start, player, &mut None)? else {
            return Ok(None);
        };
        let reason = reason(&summands, summand, player);
        let moves = moves.into_iter().map(|(played, _)| played).collect();
        Ok(Some(Orthodox { summand, moves, reason }))
    }

    /// The hottest summand in which `player` can move, and his orthodox moves there; the ambient
    /// temperature, if there is one already, is lowered to that of the sum.
    fn choose(
        &mut self,
        state: &SumState,
        player: Player,
        ambient: &mut Option<Dyadic>,
    ) -> Result<Option<(usize, Moves)>> {
        let mut heats = Vec::with_capacity(state.parts.len());
        for &(index, part) in &state.parts {
            let heat = self.temperature_above(part)?;
            heats.push((heat.is_none(), heat, Reverse(index), part));
        }
        heats.sort_by_key(|&(urgent, heat, index, _)| Reverse((urgent, heat, index)));
        // A summand in which a king or a rook can be taken is no measure for the others.
        let hottest = heats.iter().find_map(|&(_, heat, ..)| heat).unwrap_or(Dyadic::ZERO);
        let tax = ambient.map_or(hottest, |ambient| ambient.min(hottest));
        *ambient = Some(tax);
        for (.., heat, Reverse(index), part) in heats {
            let tax = heat.map_or(tax, |heat| heat.min(tax));
            let moves = self.best_moves(state, (index, part), player, tax)?;
            if !moves.is_empty() {
                return Ok(Some((index, moves)));
            }
        }
        Ok(None)
    }

    /// The moves in a summand that are best at a tax.
    fn best_moves(
        &mut self,
        state: &SumState,
        (index, part): (usize, Part),
        player: Player,
        tax: Dyadic,
    ) -> Result<Moves> {
        let value = match part {
            Part::Position(position) => {
                let moves = self.guide.best_at(&position, player, tax)?.into_iter();
                return moves
                    .map(|advice| {
                        let after = position.after(player, advice.played);
                        let next = self.after_move(state, index, after)?;
                        Ok((SumMove::Move(advice.played), next))
                    })
                    .collect();
            }
            Part::Value(value) => value,
        };
        let options = match player {
            Player::Black => self.universe.left_options(value)?,
            Player::White => self.universe.right_options(value)?,
        };
        let mut worths = Vec::with_capacity(options.len());
        for &option in options.iter() {
            let known = self.known(Part::Value(option))?;
            let (left, right) = &known.evaluation.upper;
            worths.push(match player {
                Player::Black => at(right, tax),
                Player::White => at(left, tax),
            });
        }
        let best = match player {
            Player::Black => worths.iter().max(),
            Player::White => worths.iter().min(),
        };
        let mut moves = Moves::new();
        for (&option, worth) in options.iter().zip(&worths) {
            if Some(worth) == best {
                let to = SumMove::Option(self.universe.show(option));
                moves.push((to, self.after_option(state, index, option)?));
            }
        }
        Ok(moves)
    }

    /// Orthodox play of both sides, at most `most` moves of it, as long as the window holds all kings.
    pub fn orthodox_line(&mut self, first: Player, most: usize) -> Result<SumLine> {
        let (mut state, mut player) = (self.start()?, first);
        let mut line = SumLine { plies: Vec::new(), score: None };
        let (mut seen, mut ambient) = (HashSet::new(), None);
        while line.plies.len() < most && seen.insert((state.clone(), player)) {
            if state.parts.is_empty() {
                line.score = Some(Score::Points(state.points));
                break;
            }
            let held = |&(_, part): &(usize, Part)| match part {
                Part::Position(position) => self.guide.holds(&position),
                Part::Value(_) => true,
            };
            if !state.parts.iter().all(held) {
                break;
            }
            let Some((summand, moves)) = self.choose(&state, player, &mut ambient)? else { break };
            let Some((played, next)) = moves.into_iter().next() else { break };
            line.plies.push(SumPly { player, summand, played });
            match next {
                Next::State(next) => state = next,
                Next::Over(score) => {
                    line.score = Some(score);
                    break;
                }
            }
            player = player.other();
        }
        Ok(line)
    }
}

fn reason(summands: &[Summand], chosen: usize, player: Player) -> String {
    let summand = &summands[chosen];
    let number = chosen + 1;
    if summand.is_urgent {
        return format!("in summand {number} a rook or a king can be taken at any temperature");
    }
    let same = |other: &&Summand| other.temperature == summand.temperature;
    let hottest = if summands.len() == 1 {
        "it is the only summand".to_owned()
    } else if summands.iter().filter(same).count() > 1 {
        format!("no summand is hotter than summand {number} (temperature {})", summand.temperature)
    } else {
        format!("summand {number} is the hottest (temperature {})", summand.temperature)
    };
    let own_sente = match player {
        Player::Black => Initiative::LeftSente,
        Player::White => Initiative::RightSente,
    };
    let then = match summand.initiative {
        Some(Initiative::Gote) => "; the move is gote: it is not answered there",
        Some(who) if who == own_sente => "; the move is sente: it must be answered there",
        Some(Initiative::DoubleSente) => "; the move is sente for both: it must be answered there",
        Some(Initiative::LeftSente) => "; it prevents Black's sente there (reverse sente)",
        Some(Initiative::RightSente) => "; it prevents White's sente there (reverse sente)",
        Some(Initiative::Quiet) => "; nobody gains by moving there",
        None => "; its bounds do not meet, so sente and gote are not told apart",
    };
    format!("{hottest}{then}")
}
