//! Sums of components as king-and-pawn endgames on large boards.
//!
//! The kings are walled in at the right corners. Two files left of them six pawns stand in mutual
//! zugzwang: whoever has no other move must give a pawn away there, and loses. The components
//! stand left of that, around the middle row, so that both sides are as far from promotion; a file
//! is stopped by a blocked pair of pawns at either end of it. A pawn that breaks through in the
//! pawn game promotes, and mates along the last row.

use nimzo_cgt::Nimber;
use nimzo_work::Task;

use super::guide::PawnGuide;
use crate::board::{Limits, Man, Position, Proof, Side, Solver, Square};
use crate::pawns::theory::report;
use crate::pawns::{File, Values, Word};
use crate::{Error, Result};

/// A sum of components on a chessboard.
#[derive(Debug, Clone)]
pub struct Embedding {
    /// The position, White to move.
    pub position: Position,
    /// The nimber of the sum: whoever moves wins unless it is 0.
    pub nimber: Nimber,
    /// The components, each with the file that its first letter stands on.
    pub components: Vec<(usize, Word)>,
    /// The moves that win in the theory, as files of the board. Both sides have the same ones.
    pub winning_files: Vec<usize>,
}

impl Embedding {
    /// What is proved of the position and each of its moves by a solver that knows only chess. The
    /// pawn game tells it where to look first, as far as it can be played out.
    pub fn prove(&self, limits: Limits, task: &Task) -> Result<Proof> {
        let mut solver = match PawnGuide::new(&self.position, &self.components, task) {
            Some(guide) => Solver::guided(task, guide),
            None => Solver::new(task),
        };
        solver.prove(&self.position, limits)
    }
}

/// Files of the corner, the central zugzwang and the empty files on both sides of it.
const EXTRA_FILES: usize = 6;
/// The least height with and without stopped files.
const LEAST_ROWS: [usize; 2] = [9, 7];

/// The least number of rows on which a sum can stand.
pub fn least_rows(words: &[Word]) -> usize {
    let stopped = words.iter().any(|word| word.files().iter().any(|file| file.is_stopped()));
    if stopped { LEAST_ROWS[0] } else { LEAST_ROWS[1] }
}

/// Sets a sum of components up on the narrowest board that has room for it.
pub fn embed(words: &[Word], rows: usize) -> Result<Embedding> {
    let least = least_rows(words);
    if rows < least || rows.is_multiple_of(2) {
        let why = format!(
            "{rows} rows: the construction needs an odd number of rows, at least {least} here"
        );
        return Err(Error::NoRoom(why));
    }
    if words.is_empty() || words.iter().any(Word::is_empty) {
        return Err(Error::EmptyWord);
    }
    let used: usize = words.iter().map(Word::len).sum::<usize>() + words.len() - 1;
    let files = used + EXTRA_FILES;
    let empty = Position::empty(files, rows, Side::White).ok_or_else(|| {
        Error::NoRoom(format!(
            "a board of {files} files and {rows} rows is too large: 120 are the most"
        ))
    })?;
    let mut builder = Builder { position: empty, rows };
    let mut components = Vec::new();
    let mut file = 0;
    for word in words {
        builder.component(file, word);
        components.push((file, word.clone()));
        file += word.len() + 1;
    }
    put_zugzwang(&mut builder.position, file);
    put_corner(&mut builder.position, files - 2);
    let nimbers: Vec<Nimber> = words.iter().map(Values::nimber_of).collect();
    let nimber: Nimber = nimbers.iter().copied().sum();
    let winning_files = components
        .iter()
        .zip(&nimbers)
        .flat_map(|((start, word), &own)| {
            winning_in(word, own + nimber).map(move |file| start + file)
        })
        .collect();
    Ok(Embedding { position: builder.position, nimber, components, winning_files })
}

/// The files of a component on which a move leaves the wanted nimber.
fn winning_in(word: &Word, wanted: Nimber) -> impl Iterator<Item = usize> {
    let report = report(word);
    report.into_iter().filter(move |one| one.nimber() == Some(wanted)).map(|one| one.file)
}

struct Builder {
    position: Position,
    rows: usize,
}

impl Builder {
    fn component(&mut self, start: usize, word: &Word) {
        let (middle, rows) = (self.rows / 2, self.rows);
        for (index, &letter) in word.files().iter().enumerate() {
            put(&mut self.position, start + index, &[('P', middle - 1), ('p', middle + 1)]);
            if letter == File::Stopped {
                let stop = [('p', rows - 2), ('P', rows - 3), ('p', 2), ('P', 1)];
                put(&mut self.position, start + index, &stop);
            }
        }
    }
}

/// Men on a file: capitals for White, the rows counted from 0.
fn put(position: &mut Position, file: usize, men: &[(char, usize)]) {
    for &(letter, row) in men {
        let square = Square { file: file as u8, row: row as u8 };
        position.put(square, Man::from_letter(letter));
    }
}

/// Three pawns a side on two files; a move there loses a pawn and lets another one through. Both
/// sides have the same way to go on boards of any height.
pub(crate) fn put_zugzwang(position: &mut Position, file: usize) {
    let middle = position.rows() / 2;
    // The blocked pawn of White's on the left file, and its one on the right.
    let left = if position.rows() % 2 == 1 { middle - 1 } else { middle - 2 };
    let right = middle;
    put(position, file, &[('P', left), ('p', left + 1), ('p', right + 2)]);
    put(position, file + 1, &[('P', left - 1), ('P', right), ('p', right + 1)]);
}

/// A king and three pawns in each corner, none of which can move.
pub(crate) fn put_corner(position: &mut Position, file: usize) {
    let top = position.rows() - 1;
    put(position, file, &[('p', top - 1), ('P', top - 2), ('p', 2), ('P', 1)]);
    put(position, file + 1, &[('P', top - 1), ('p', 1), ('k', top), ('K', 0)]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Proved;

    fn words(sum: &str) -> Vec<Word> {
        sum.split('+').map(|word| word.parse().unwrap()).collect()
    }

    /// The chess solver, which knows nothing of the pawn game, finds the winner and the winning
    /// moves that the theory names.
    #[test]
    fn chess_agrees_with_the_theory() {
        for sum in
            ["0", "00", "000", "0000", "00000", "1", "10", "010", "1000", "1010", "1000+0", "00+0"]
        {
            let words = words(sum);
            for rows in [least_rows(&words), least_rows(&words) + 2] {
                let embedding = embed(&words, rows).unwrap();
                let task = Task::silent();
                let limits = Limits { positions: 1 << 21 };
                for side in [Side::White, Side::Black] {
                    let position = embedding.position.clone().with_turn(side);
                    let proof = Solver::new(&task).prove(&position, limits).unwrap();
                    let won = proof.moves.iter().filter(|(_, outcome)| *outcome == Proved::Win);
                    let mut files: Vec<usize> = won.map(|(one, _)| one.from.file.into()).collect();
                    files.sort_unstable();
                    assert_eq!(files, embedding.winning_files, "{sum} {position}");
                    let expected = if files.is_empty() { Proved::Loss } else { Proved::Win };
                    assert_eq!(proof.outcome, expected, "{sum} {position}");
                }
            }
        }
    }

    /// *4 and *8 stand on boards that are as narrow and as low as the construction allows: shorter
    /// words have smaller nimbers, so no sum of shorter ones reaches these; words without stops have
    /// nimbers 0 and 1, and stops need nine rows.
    #[test]
    fn the_boards_of_4_and_8_are_the_smallest() {
        for (word, nimber, files) in [("101001000", 4, 15), ("10100100010100001000", 8, 26)] {
            let words = words(word);
            let shorter = crate::pawns::census(words[0].len() - 1, &Task::silent()).unwrap();
            assert!(shorter.first.iter().all(|first| first.nimber < Nimber(nimber)));
            let embedding = embed(&words, least_rows(&words)).unwrap();
            assert_eq!(embedding.nimber, Nimber(nimber));
            let position = &embedding.position;
            assert_eq!((position.files(), position.rows()), (files, 9));
            for rows in 0..9 {
                assert!(matches!(embed(&words, rows), Err(Error::NoRoom(_))), "{rows}");
            }
        }
        let open = (1..=60).map(Word::open);
        assert!(open.into_iter().all(|word| Values::nimber_of(&word) <= Nimber(1)));
    }

    /// Every man is there and nothing can move but pawns of the components and the zugzwang: no
    /// part was put on top of another one, on the least boards or on higher ones.
    #[test]
    fn the_parts_have_room() {
        for sum in ["0", "00+000", "1", "101001000", "1000+0+01"] {
            let words = words(sum);
            let least = least_rows(&words);
            for rows in [least, least + 2, least + 4] {
                let embedding = embed(&words, rows).unwrap();
                let letters = words.iter().flat_map(|word| word.files());
                let men: usize = letters.map(|file| if file.is_stopped() { 6 } else { 2 }).sum();
                assert_eq!(embedding.position.men().count(), men + 6 + 8, "{sum} {rows}");
                let initial: usize = words.iter().map(Word::len).sum();
                assert_eq!(embedding.position.legal_moves().len(), initial + 1, "{sum} {rows}");
            }
        }
    }

    #[test]
    fn the_papers_diagram_is_built() {
        let embedding = embed(&words("1000"), 9).unwrap();
        assert_eq!(
            embedding.position.to_string(),
            "9k/p7pP/P4p2P1/pppp2p3/5pP3/PPPP1P4/p5P1p1/P7Pp/9K w - -"
        );
        assert!(matches!(embed(&words("1000"), 7), Err(Error::NoRoom(_))));
        assert!(matches!(embed(&words("000"), 8), Err(Error::NoRoom(_))));
        assert!(matches!(embed(&[Word::open(115)], 7), Err(Error::NoRoom(_))));
    }
}
