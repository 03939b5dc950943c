//! A player who wins the pawn game whenever it can be won, from any position that a game can reach,
//! however badly it was played before.
//!
//! Sums of initial files, and what one step leaves of them, are valued by the theory; every other
//! position is played out. The rules alone decide what a move is.

use nimzo_cgt::Nimber;
use nimzo_work::Task;
use rustc_hash::FxHashMap;

use crate::pawns::Values;
use crate::pawns::rules::{GOAL, HOME, MIDDLE, PawnMove, Pawns, Side};
use crate::pawns::theory::{MoveReport, report_with};
use crate::pawns::word::{File, Word};
use crate::{Error, Result};

/// Positions that may be played out for one question.
const MOST_POSITIONS: u64 = 400_000;

/// Knows who wins beside a heap of Nim.
pub struct Opponent<'a> {
    task: &'a Task,
    known: FxHashMap<(Pawns, u64), bool>,
    nimbers: FxHashMap<Word, u64>,
    reports: FxHashMap<Word, Vec<MoveReport>>,
    played: u64,
    limit: u64,
}

impl<'a> Opponent<'a> {
    /// One who has seen nothing yet.
    pub fn new(task: &'a Task) -> Self {
        Self {
            task,
            known: FxHashMap::default(),
            nimbers: FxHashMap::default(),
            reports: FxHashMap::default(),
            played: 0,
            limit: 0,
        }
    }

    /// Whether `side`, to move, wins beside a heap. A player who cannot move loses.
    pub fn wins(&mut self, pawns: &Pawns, side: Side, heap: Nimber) -> Result<bool> {
        self.limit = self.played + MOST_POSITIONS;
        match side {
            Side::White => self.mover_wins(pawns, heap.0),
            Side::Black => self.mover_wins(&pawns.swapped(), heap.0),
        }
    }

    /// Positions that had to be played out so far.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// The same with White to move; Black's turn is White's in the swapped position.
    fn mover_wins(&mut self, pawns: &Pawns, heap: u64) -> Result<bool> {
        if let Some(wins) = self.at_once(pawns, heap)? {
            return Ok(wins);
        }
        self.count()?;
        let wins = self.by_playing(pawns, heap)?;
        self.known.insert((*pawns, heap), wins);
        Ok(wins)
    }

    /// The same where it is plain, or known from before.
    fn at_once(&mut self, pawns: &Pawns, heap: u64) -> Result<Option<bool>> {
        if pawns.can_touch_down(Side::White) {
            return Ok(Some(true));
        }
        match self.known.get(&(*pawns, heap)) {
            Some(&wins) => Ok(Some(wins)),
            None => self.by_theory(pawns, heap),
        }
    }

    fn count(&mut self) -> Result<()> {
        self.played += 1;
        if self.played.is_multiple_of(1024) {
            self.task.check()?;
        }
        match self.played > self.limit {
            true => Err(Error::PawnsTangled { positions: MOST_POSITIONS }),
            false => Ok(()),
        }
    }

    fn by_playing(&mut self, pawns: &Pawns, heap: u64) -> Result<bool> {
        let after = |one: PawnMove| (pawns.after(Side::White, one).swapped(), heap);
        let waiting = pawns.swapped();
        let moves =
            pawns.moves(Side::White).map(after).chain((0..heap).map(|left| (waiting, left)));
        // Most positions are won by a move whose end is plain to see: look for one before playing
        // any other move out.
        let mut unclear = Vec::new();
        for (next, heap) in moves {
            match self.at_once(&next, heap)? {
                Some(true) => {}
                Some(false) => return Ok(true),
                None => unclear.push((next, heap)),
            }
        }
        // Then threats first: they leave few answers.
        unclear.sort_by_key(|(next, _)| !next.can_touch_down(Side::Black));
        for (next, heap) in unclear {
            if !self.mover_wins(&next, heap)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Who wins with White to move, where the position is a sum of initial files and pawns that
    /// cannot move, or such a sum in which Black has just made a step.
    fn by_theory(&mut self, pawns: &Pawns, heap: u64) -> Result<Option<bool>> {
        let Some(stepped) = recognise(pawns) else { return Ok(None) };
        let mut rest = heap;
        let mut file = 0;
        while file < pawns.files() {
            let word = run(pawns, file, stepped);
            let end = file + word.len();
            match stepped.filter(|at| (file..end).contains(at)) {
                None => rest ^= self.nimber(&word)?,
                Some(at) => match self.step(&word, at - file)? {
                    None => return Ok(Some(true)),
                    Some(nimber) => rest ^= nimber,
                },
            }
            file = end + 1;
        }
        Ok(Some(rest != 0))
    }

    fn nimber(&mut self, word: &Word) -> Result<u64> {
        if let Some(&nimber) = self.nimbers.get(word) {
            return Ok(nimber);
        }
        let nimber = Values::of(word, self.task)?.nimber().0;
        self.nimbers.insert(word.clone(), nimber);
        Ok(nimber)
    }

    /// What a step is worth; `None` when it is loony.
    fn step(&mut self, word: &Word, file: usize) -> Result<Option<u64>> {
        if !self.reports.contains_key(word) {
            let (_, moves) = report_with(word, self.task)?;
            self.reports.insert(word.clone(), moves);
        }
        Ok(self.reports[word][file].nimber().map(|nimber| nimber.0))
    }
}

/// `Some(None)` where nothing but initial files can ever move, `Some(Some(file))` where besides
/// Black has just stepped on that file, next to initial ones. White is to move.
fn recognise(pawns: &Pawns) -> Option<Option<usize>> {
    let mut stepped = None;
    for file in (0..pawns.files()).filter(|&file| is_step(pawns, file)) {
        let attacks = neighbours(pawns, file).any(|beside| is_initial(pawns, beside));
        if attacks && stepped.replace(file).is_some() {
            return None;
        }
    }
    let free = |file: usize| is_initial(pawns, file) || stepped == Some(file);
    let stays = |side: Side, one: PawnMove| match side {
        // Initial pawns step, and take the pawn that has just stepped.
        Side::White => is_initial(pawns, one.from) && (!one.is_capture() || free(one.to)),
        Side::Black => free(one.from) && free(one.to),
    };
    let all_stay = [Side::White, Side::Black]
        .into_iter()
        .all(|side| pawns.moves(side).all(|one| stays(side, one)));
    let apart = (0..pawns.files()).filter(|&file| !free(file)).all(|file| {
        is_empty(pawns, file)
            || neighbours(pawns, file).all(|beside| {
                !is_initial(pawns, beside) && (stepped != Some(beside) || is_rung(pawns, file))
            })
    });
    (all_stay && apart).then_some(stepped)
}

/// The files from one on that are initial, or the one stepped on, as the word they were.
fn run(pawns: &Pawns, from: usize, stepped: Option<usize>) -> Word {
    let files = (from..pawns.files())
        .take_while(|&file| is_initial(pawns, file) || stepped == Some(file))
        .map(|file| if pawns.is_stopped(file) { File::Stopped } else { File::Open });
    Word::from_files(files.collect()).unwrap_or_default()
}

fn neighbours(pawns: &Pawns, file: usize) -> impl Iterator<Item = usize> + use<> {
    let files = pawns.files();
    file.checked_sub(1).into_iter().chain(Some(file + 1)).filter(move |&at| at < files)
}

/// The men of a file, White's rows first, each from its own side.
fn men(pawns: &Pawns, file: usize) -> [[bool; 3]; 2] {
    [Side::White, Side::Black]
        .map(|side| [HOME, MIDDLE, GOAL].map(|row| pawns.has(side, row, file)))
}

fn is_initial(pawns: &Pawns, file: usize) -> bool {
    men(pawns, file) == [[true, false, false]; 2]
}

fn is_empty(pawns: &Pawns, file: usize) -> bool {
    men(pawns, file) == [[false; 3]; 2]
}

/// Black has stepped and stands before White's pawn.
fn is_step(pawns: &Pawns, file: usize) -> bool {
    men(pawns, file) == [[true, false, false], [false, true, false]]
}

/// White has stepped on an open file before: neither pawn there can leave without losing.
fn is_rung(pawns: &Pawns, file: usize) -> bool {
    men(pawns, file) == [[false, true, false], [true, false, false]] && !pawns.is_stopped(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::{LARGEST_HEAP, Referee};

    /// Every position that any play reaches, beside every heap, against plain exhaustion.
    #[test]
    fn it_agrees_with_the_referee_everywhere() {
        let task = Task::silent();
        for word in (1..=6).flat_map(Word::all) {
            let start = Pawns::start(std::slice::from_ref(&word)).unwrap();
            let (mut referee, mut opponent) = (Referee::new(), Opponent::new(&task));
            let mut seen = std::collections::HashSet::new();
            let mut queue = vec![start];
            while let Some(pawns) = queue.pop() {
                if !seen.insert(pawns) || pawns.can_touch_down(Side::White) {
                    continue;
                }
                let wins = referee.wins(&pawns, Side::White).unwrap();
                for heap in 0..=LARGEST_HEAP {
                    let found = opponent.wins(&pawns, Side::White, Nimber(heap.into())).unwrap();
                    assert_eq!(found, wins >> heap & 1 != 0, "{word}, heap {heap}:\n{pawns}");
                }
                queue.extend(
                    pawns.moves(Side::White).map(|one| pawns.after(Side::White, one).swapped()),
                );
            }
        }
    }

    /// Random games on long boards: without stops hardly anything has to be played out, whatever
    /// was played before.
    #[test]
    fn long_boards_without_stops_need_no_search() {
        let task = Task::silent();
        let mut dice = 7u64;
        let mut next = move |bound: usize| {
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) as usize % bound
        };
        for _ in 0..20 {
            let mut opponent = Opponent::new(&task);
            let (mut pawns, mut side) = (Pawns::start(&[Word::open(24)]).unwrap(), Side::White);
            loop {
                let moves: Vec<PawnMove> = pawns.moves(side).collect();
                if moves.is_empty() || pawns.can_touch_down(side) {
                    break;
                }
                for one in &moves {
                    let next = pawns.after(side, *one);
                    assert!(opponent.wins(&next, side.other(), Nimber(3)).is_ok(), "{pawns}");
                }
                pawns = pawns.after(side, moves[next(moves.len())]);
                side = side.other();
            }
            assert!(opponent.played() < 10_000, "{} positions", opponent.played());
        }
    }
}
