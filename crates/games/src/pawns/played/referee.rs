//! The referee: it plays the real game out, every move of it, beside a heap of Nim. It knows no
//! theory, and so it is what the recursion is held against. What it has found out once it knows
//! again by the [`Essence`] of a position, in this word or another.

use nimzo_cgt::Nimber;
use nimzo_work::{Interrupted, Task};
use rustc_hash::FxHashMap;

use super::essence::Essence;
use crate::pawns::rules::{Pawns, Side};
use crate::pawns::word::Word;

/// Heaps of 0 to this many stones are played beside the pawns.
pub const LARGEST_HEAP: u32 = 7;

/// For each heap from 0 to [`LARGEST_HEAP`], whether the side to move wins: a bit a heap.
pub type Wins = u8;

/// Solves pawn positions together with a heap of Nim, by exhausting them.
#[derive(Default)]
pub struct Referee {
    known: FxHashMap<Essence, Wins>,
    played: u64,
    task: Task,
}

impl Referee {
    /// A referee who has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, who stops when the task does.
    pub fn watched_by(task: &Task) -> Self {
        Self { task: task.clone(), ..Self::default() }
    }

    /// For each heap, whether `side` wins when it is to move. A player who cannot move loses.
    pub fn wins(&mut self, pawns: &Pawns, side: Side) -> Result<Wins, Interrupted> {
        match side {
            Side::White => self.mover_wins(pawns),
            Side::Black => self.mover_wins(&pawns.swapped()),
        }
    }

    /// The nimber that a component behaves as beside every heap: the one heap next to which
    /// whoever moves loses. `None` when no such heap is small enough or the sides differ.
    pub fn nimber(&mut self, word: &Word) -> Result<Option<Nimber>, Interrupted> {
        let Some(pawns) = Pawns::start(std::slice::from_ref(word)) else { return Ok(None) };
        let white = self.wins(&pawns, Side::White)?;
        let black = self.wins(&pawns, Side::Black)?;
        let losing = !white;
        let is_nimber = white == black && losing.count_ones() == 1;
        Ok(is_nimber.then(|| Nimber(losing.trailing_zeros().into())))
    }

    /// The number of positions whose moves had to be played.
    pub fn positions(&self) -> u64 {
        self.played
    }

    /// The same with White to move; Black's turn is White's in the swapped position.
    fn mover_wins(&mut self, pawns: &Pawns) -> Result<Wins, Interrupted> {
        if pawns.can_touch_down(Side::White) {
            return Ok(Wins::MAX);
        }
        if pawns.can_touch_down(Side::Black) {
            // Every move but a pawn's that stops this loses at once. There are few of those, and
            // playing them again is quicker than remembering.
            return self.by_pawn_moves(pawns);
        }
        let essence = Essence::of(pawns);
        if let Some(&wins) = self.known.get(&essence) {
            return Ok(wins);
        }
        let mine = self.by_pawn_moves(pawns)?;
        if mine == Wins::MAX {
            self.known.insert(essence, mine);
            return Ok(mine);
        }
        // A move in the heap leaves the pawns and hands the turn over: both turns are one question.
        let swapped = pawns.swapped();
        let theirs = self.by_pawn_moves(&swapped)?;
        let wins = with_heap_moves([mine, theirs]);
        self.known.insert(Essence::of(&swapped), wins[1]);
        self.known.insert(essence, wins[0]);
        Ok(wins[0])
    }

    /// The heaps beside which some move of a White pawn wins.
    fn by_pawn_moves(&mut self, pawns: &Pawns) -> Result<Wins, Interrupted> {
        self.task.check()?;
        self.played += 1;
        let mut wins = 0;
        for pawn_move in pawns.moves(Side::White) {
            wins |= !self.mover_wins(&pawns.after(Side::White, pawn_move).swapped())?;
            if wins == Wins::MAX {
                break;
            }
        }
        Ok(wins)
    }
}

/// Adds the moves in the heap to what the pawns win: to any smaller heap, the other side to move.
fn with_heap_moves(by_pawns: [Wins; 2]) -> [Wins; 2] {
    let mut wins = by_pawns;
    for heap in 0..=LARGEST_HEAP {
        let smaller: Wins = (1 << heap) - 1;
        let lost = wins.map(|wins| !wins & smaller != 0);
        wins[0] |= Wins::from(lost[1]) << heap;
        wins[1] |= Wins::from(lost[0]) << heap;
    }
    wins
}

#[cfg(test)]
mod tests {
    use nimzo_work::Task;

    use super::*;
    use crate::graph::Forced;
    use crate::pawns::played::{Beside, PawnsAndHeap};
    use crate::turns::Explored;

    fn nimber(word: &str) -> Option<u64> {
        Referee::new().nimber(&word.parse().unwrap()).unwrap().map(|nimber| nimber.0)
    }

    #[test]
    fn small_components_by_hand() {
        assert_eq!(nimber("0"), Some(1));
        assert_eq!(nimber("1"), Some(1));
        assert_eq!(nimber("00"), Some(0));
        assert_eq!(nimber("000"), Some(0));
        assert_eq!(nimber("1000"), Some(2));
        assert_eq!(nimber("1010"), Some(2));
    }

    /// Every position met in plain play, with a referee who remembers across all of them.
    #[test]
    fn plain_play_agrees() {
        let mut referee = Referee::new();
        let sums = ["100+10", "00+01+0"];
        let words = (1..=5).flat_map(Word::all).map(|word| vec![word]);
        let sums = sums.map(|sum| sum.split('+').map(|word| word.parse().unwrap()).collect());
        for words in words.chain(sums) {
            let pawns = Pawns::start(&words).unwrap();
            let start = Beside { pawns, stones: 3, side: Side::White, touched_down: false };
            let explored = Explored::from(&PawnsAndHeap, &start, &Task::silent()).unwrap();
            for (at, forced) in explored.iter().filter(|(at, _)| !at.touched_down) {
                let found = referee.wins(&at.pawns, at.side).unwrap() >> at.stones & 1 != 0;
                assert_eq!(found, matches!(forced, Forced::Win(_)), "{at:?}");
            }
        }
        assert!(referee.positions() > 500);
    }

    #[test]
    fn it_stops_when_asked_to() {
        let task = Task::silent();
        task.stop();
        let word = "1000".parse().unwrap();
        assert_eq!(Referee::watched_by(&task).nimber(&word), Err(Interrupted));
    }
}
