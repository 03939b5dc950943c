//! What each move of a component is worth, and why.

use nimzo_cgt::Nimber;
use nimzo_work::Task;

use super::component::Component;
use super::halves::{Outward, sound_at_end, sound_inside};
use super::values::Values;
use crate::Result;
use crate::pawns::word::{File, Word, file_name};

/// A move on one file of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveReport {
    /// The file, counted from 0.
    pub file: usize,
    /// What it leaves, in the paper's notation.
    pub leaves: Component,
    /// What it is worth.
    pub worth: MoveWorth,
}

/// What a move is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveWorth {
    /// As good as a move to a heap of this size.
    MovesTo(Nimber),
    /// A mistake whatever else is on the board.
    Loony(Refutation),
}

/// How a loony move is punished: perhaps with a capture first, which the mover must take back on
/// the same file; then the attacked pawn advances if the rest of the game has a certain nimber,
/// and captures otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refutation {
    /// The file from which to capture first, where the move attacks two pawns.
    pub capture_first: Option<usize>,
    /// The file of the attacked pawn that then chooses.
    pub chooser: usize,
    /// It advances if everything else is worth this, and captures if not.
    pub advance_if: Nimber,
}

impl MoveReport {
    /// The nimber that the move leads to, unless it is loony.
    pub fn nimber(&self) -> Option<Nimber> {
        match self.worth {
            MoveWorth::MovesTo(nimber) => Some(nimber),
            MoveWorth::Loony(_) => None,
        }
    }

    /// Why the move is loony, in words.
    pub fn reason(&self) -> Option<String> {
        let MoveWorth::Loony(refutation) = self.worth else { return None };
        let first = match refutation.capture_first {
            Some(file) => format!("capture from file {}, then ", file_name(file)),
            None => String::new(),
        };
        let chooser = file_name(refutation.chooser);
        Some(format!(
            "{first}answer on file {chooser}: advance if the rest is worth {}, capture otherwise",
            refutation.advance_if
        ))
    }
}

/// One side of a move, read outwards.
struct Part<'a> {
    values: &'a Values,
    from: usize,
    to: usize,
    leftwards: bool,
}

impl Part<'_> {
    fn beyond(&self, skipped: usize) -> Part<'_> {
        let skipped = skipped.min(self.to - self.from);
        let (from, to) = if self.leftwards {
            (self.from, self.to - skipped)
        } else {
            (self.from + skipped, self.to)
        };
        Part { from, to, ..*self }
    }

    /// The file next to the move.
    fn nearest(&self) -> usize {
        if self.leftwards { self.to - 1 } else { self.from }
    }
}

impl Outward for Part<'_> {
    fn len(&self) -> usize {
        self.to - self.from
    }
    fn letter(&self, index: usize) -> File {
        self.values.files()[self.beyond(index).nearest()]
    }
    fn nimber_beyond(&self, skipped: usize) -> u16 {
        let part = self.beyond(skipped);
        self.values.nimber_between(part.from, part.to)
    }
    fn sound_beyond(&self, u: File, skipped: usize) -> bool {
        sound_at_end(u, &self.beyond(skipped))
    }
}

/// Every move of a component.
pub fn report(word: &Word) -> Vec<MoveReport> {
    report_with(word, &Task::silent()).map(|(_, moves)| moves).unwrap_or_default()
}

/// The nimber of a component and every move of it.
pub fn report_with(word: &Word, task: &Task) -> Result<(Nimber, Vec<MoveReport>)> {
    let values = Values::of(word, task)?;
    let moves = (0..word.len())
        .map(|file| MoveReport {
            file,
            leaves: Component::after_step(word, file),
            worth: worth(&values, file),
        })
        .collect();
    Ok((values.nimber(), moves))
}

fn worth(values: &Values, file: usize) -> MoveWorth {
    let u = values.files()[file];
    let left = Part { values, from: 0, to: file, leftwards: true };
    let right = Part { values, from: file + 1, to: values.len(), leftwards: false };
    let (near, far) = if left.len() == 0 { (right, left) } else { (left, right) };
    if far.len() == 0 {
        return if sound_at_end(u, &near) {
            MoveWorth::MovesTo(Nimber(near.nimber_beyond(1).into()))
        } else {
            MoveWorth::Loony(refutation(&near, None))
        };
    }
    for (loony, other) in [(&near, &far), (&far, &near)] {
        if !sound_inside(u, loony) {
            return MoveWorth::Loony(refutation(loony, Some(other.nearest())));
        }
    }
    MoveWorth::MovesTo(Nimber((near.nimber_beyond(1) ^ far.nimber_beyond(1)).into()))
}

fn refutation(loony: &Part<'_>, capture_first: Option<usize>) -> Refutation {
    Refutation {
        capture_first,
        chooser: loony.nearest(),
        advance_if: Nimber(loony.nimber_beyond(1).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::rules::{HOME, PawnMove, Pawns, Side};
    use crate::pawns::{LARGEST_HEAP, Referee};

    fn step(file: usize) -> PawnMove {
        PawnMove { from: file, to: file, row: HOME }
    }

    #[test]
    fn the_moves_of_1000() {
        let moves = report(&"1000".parse().unwrap());
        let values: Vec<Option<u64>> =
            moves.iter().map(|one| one.nimber().map(|nimber| nimber.0)).collect();
        assert_eq!(values, [None, Some(1), None, Some(0)]);
    }

    /// The referee plays every move, and every refutation, beside every heap.
    #[test]
    fn verdicts_hold_on_the_board() {
        for word in (2..=8).flat_map(Word::all) {
            let start = Pawns::start(std::slice::from_ref(&word)).unwrap();
            let mut referee = Referee::new();
            for one in report(&word) {
                let pawns = start.after(Side::White, step(one.file));
                let wins = referee.wins(&pawns, Side::Black).unwrap();
                match one.worth {
                    MoveWorth::MovesTo(nimber) => {
                        assert_eq!(!wins, 1 << nimber.0, "{word} {}", one.file)
                    }
                    MoveWorth::Loony(refutation) => {
                        assert_eq!(wins, u8::MAX, "{word} {}", one.file);
                        check_refutation(&mut referee, &pawns, one.file, refutation, &word);
                    }
                }
            }
        }
    }

    fn check_refutation(
        referee: &mut Referee,
        pawns: &Pawns,
        moved: usize,
        refutation: Refutation,
        word: &Word,
    ) {
        let capture = |from: usize| PawnMove { from, to: moved, row: HOME };
        for heap in 0..=LARGEST_HEAP {
            let reply = match refutation.capture_first {
                Some(from) => capture(from),
                None if refutation.advance_if.0 == u64::from(heap) => step(refutation.chooser),
                None => capture(refutation.chooser),
            };
            let after = pawns.after(Side::Black, reply);
            let loses = referee.wins(&after, Side::White).unwrap() >> heap & 1 == 0;
            assert!(loses, "{word}: file {moved}, heap {heap}, {refutation:?}");
        }
    }
}
