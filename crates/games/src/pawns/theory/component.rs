//! The paper's notation for what a position falls into, and the moves that each piece entails.

use std::fmt;

use crate::pawns::rules::{GOAL, HOME, MIDDLE, Pawns, Side};
use crate::pawns::word::{File, Word};

/// A piece of a position that does not interact with the others. At most one is entailing: it has
/// a pawn (`:`) that threatens to win and must be answered there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// `[[w]]`: initial files only.
    Quiet(Word),
    /// `[[:w]]`: the advanced pawn attacks the first file of `w`, and is attacked by it.
    End {
        /// Whether the advanced pawn's file is stopped.
        file: File,
        /// Whether the file behind it is a stopped one that was just blocked, `-_`: then the
        /// attacked pawn can only advance.
        behind_stop: bool,
        /// The initial files beyond, read away from the pawn.
        word: Word,
    },
    /// `[[u:v]]`: the advanced pawn attacks two pawns.
    Interior {
        /// The initial files to the left, as on the board.
        left: Word,
        /// Whether the advanced pawn's file is stopped.
        file: File,
        /// The initial files to the right.
        right: Word,
    },
    /// `[[.:w]]`, and `[[:.]]` when `w` is empty: a pawn has captured and an unopposed pawn takes it.
    Captured {
        /// Whether the file of the capturing pawn is stopped.
        file: File,
        /// The initial files on its other side, read away from the pawn.
        word: Word,
    },
}

/// The position is not one of the pawn game's own: somebody made a move that loses at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the position does not fall into components: a losing move was made before")]
pub struct NoComponents;

impl Component {
    /// What a step on a file of a component leaves.
    pub fn after_step(word: &Word, file: usize) -> Self {
        let moved = word.files()[file];
        let left = word.part(0..file);
        let right = word.part(file + 1..word.len());
        match (left.is_empty(), right.is_empty()) {
            (true, true) => Self::Quiet(Word::default()),
            (true, false) => Self::End { file: moved, behind_stop: false, word: right },
            (false, true) => Self::End { file: moved, behind_stop: false, word: left.reversed() },
            (false, false) => Self::Interior { left, file: moved, right },
        }
    }

    /// Whether it must be answered at once.
    pub fn is_entailing(&self) -> bool {
        !matches!(self, Self::Quiet(_))
    }

    /// The moves worth considering, each as the components that it leaves: for an entailing
    /// component those that do not lose at once.
    pub fn moves(&self) -> Vec<Vec<Component>> {
        let sums = match self {
            Self::Quiet(word) => {
                (0..word.len()).map(|file| vec![Self::after_step(word, file)]).collect()
            }
            Self::End { file, behind_stop, word } => end_moves(*file, *behind_stop, word),
            Self::Interior { left, file, right } => interior_moves(left, *file, right),
            Self::Captured { word, .. } if word.is_empty() => vec![Vec::new()],
            Self::Captured { file, word } => {
                vec![vec![Self::End { file: *file, behind_stop: false, word: word.clone() }]]
            }
        };
        sums.into_iter().map(without_nothing).collect()
    }
}

fn without_nothing(mut sum: Vec<Component>) -> Vec<Component> {
    sum.retain(|one| !matches!(one, Component::Quiet(word) if word.is_empty()));
    sum.sort();
    sum
}

fn end_moves(file: File, behind_stop: bool, word: &Word) -> Vec<Vec<Component>> {
    let first = word.files()[0];
    let rest = word.part(1..word.len());
    let advance = if rest.is_empty() {
        Vec::new()
    } else {
        vec![Component::End { file: first, behind_stop: file.is_stopped(), word: rest.clone() }]
    };
    if behind_stop {
        return vec![advance];
    }
    let capture = vec![Component::Captured { file, word: Word::default() }, Component::Quiet(rest)];
    vec![capture, advance]
}

fn interior_moves(left: &Word, file: File, right: &Word) -> Vec<Vec<Component>> {
    let from_left = vec![
        Component::Quiet(left.part(0..left.len() - 1)),
        Component::Captured { file, word: right.clone() },
    ];
    let from_right = vec![
        Component::Captured { file, word: left.reversed() },
        Component::Quiet(right.part(1..right.len())),
    ];
    vec![from_left, from_right]
}

/// The components of a position with `side` to move, and nothing else on the board that matters.
pub fn decompose(pawns: &Pawns, side: Side) -> Result<Vec<Component>, NoComponents> {
    let board = Board { pawns, side };
    if pawns.can_touch_down(side) || board.has_a_threat_left() {
        return Err(NoComponents);
    }
    let attackers: Vec<usize> =
        (0..pawns.files()).filter(|&file| board.is_attacked(file)).collect();
    let mut sum = Vec::new();
    match attackers[..] {
        [] => board.push_quiet(0, pawns.files(), &mut sum),
        [file] => board.push_entailing(file, &mut sum),
        _ => return Err(NoComponents),
    }
    Ok(without_nothing(sum))
}

struct Board<'a> {
    pawns: &'a Pawns,
    side: Side,
}

impl Board<'_> {
    fn is_initial(&self, file: usize) -> bool {
        file < self.pawns.files()
            && self.pawns.has(self.side, HOME, file)
            && self.pawns.has(self.side.other(), HOME, file)
    }

    /// Whether the side to move attacks an initial file: its last threat was not answered.
    fn has_a_threat_left(&self) -> bool {
        (0..self.pawns.files()).filter(|&file| self.is_initial(file)).any(|file| {
            let beside = [file.checked_sub(1), Some(file + 1)];
            beside
                .into_iter()
                .flatten()
                .any(|at| at < self.pawns.files() && self.pawns.has(self.side, MIDDLE, at))
        })
    }

    /// Whether a single pawn of the side to move stands at home with nothing against it.
    fn is_unopposed(&self, file: usize) -> bool {
        let theirs = [HOME, MIDDLE, GOAL];
        file < self.pawns.files()
            && self.pawns.has(self.side, HOME, file)
            && theirs.iter().all(|&row| !self.pawns.has(self.side.other(), row, file))
    }

    /// Whether a pawn of the opponent in the middle can be captured.
    fn is_attacked(&self, file: usize) -> bool {
        let can_take = |from: Option<usize>| {
            from.is_some_and(|from| self.is_initial(from) || self.is_unopposed(from))
        };
        self.pawns.has(self.side.other(), MIDDLE, file)
            && (can_take(file.checked_sub(1)) || can_take(Some(file + 1)))
    }

    fn letter(&self, file: usize) -> File {
        if self.pawns.is_stopped(file) { File::Stopped } else { File::Open }
    }

    /// The initial files from one on, in a direction, as a word read that way.
    fn run(&self, start: Option<usize>, leftwards: bool) -> Word {
        let mut files = Vec::new();
        let mut at = start;
        while let Some(file) = at.filter(|&file| self.is_initial(file)) {
            files.push(self.letter(file));
            at = if leftwards { file.checked_sub(1) } else { Some(file + 1) };
        }
        Word::from_files(files).unwrap_or_default()
    }

    fn push_quiet(&self, from: usize, to: usize, sum: &mut Vec<Component>) {
        let mut file = from;
        while file < to {
            let word = self.run(Some(file), false);
            file += word.len() + 1;
            sum.push(Component::Quiet(word));
        }
    }

    fn push_entailing(&self, file: usize, sum: &mut Vec<Component>) {
        let letter = self.letter(file);
        let mut left = self.run(file.checked_sub(1), true);
        let mut right = self.run(Some(file + 1), false);
        let unopposed = [file.checked_sub(1), Some(file + 1)]
            .map(|at| at.is_some_and(|at| self.is_unopposed(at)));
        let entailing = if unopposed[0] || unopposed[1] {
            let word = if unopposed[0] { &mut right } else { &mut left };
            Component::Captured { file: letter, word: std::mem::take(word) }
        } else if left.is_empty() || right.is_empty() {
            let (word, behind) = if left.is_empty() {
                (std::mem::take(&mut right), file.checked_sub(1))
            } else {
                (std::mem::take(&mut left), Some(file + 1))
            };
            let behind_stop = behind.is_some_and(|at| self.is_fresh_stop(at));
            Component::End { file: letter, behind_stop, word }
        } else {
            let left = std::mem::take(&mut left).reversed();
            Component::Interior { left, file: letter, right: std::mem::take(&mut right) }
        };
        let (from, to) = self.span(file);
        self.push_quiet(0, from, sum);
        self.push_quiet(to, self.pawns.files(), sum);
        sum.push(entailing);
    }

    /// The initial files around a file, and itself: what an entailing component takes.
    fn span(&self, file: usize) -> (usize, usize) {
        let mut from = file;
        while from > 0 && self.is_initial(from - 1) {
            from -= 1;
        }
        let mut to = file + 1;
        while self.is_initial(to) {
            to += 1;
        }
        (from, to)
    }

    /// A stopped file blocked by a pawn of the side to move, with its opponent still at home.
    fn is_fresh_stop(&self, file: usize) -> bool {
        file < self.pawns.files()
            && self.pawns.is_stopped(file)
            && self.pawns.has(self.side, MIDDLE, file)
            && self.pawns.has(self.side.other(), HOME, file)
    }
}

impl fmt::Display for Component {
    /// As in the paper, `_` standing for its underline: `[[10:_00]]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = |file: &File| if file.is_stopped() { ":_" } else { ":" };
        match self {
            Self::Quiet(word) => write!(f, "[[{word}]]"),
            Self::End { file, behind_stop, word } => {
                let behind = if *behind_stop { "-_" } else { "" };
                write!(f, "[[{behind}{}{word}]]", colon(file))
            }
            Self::Interior { left, file, right } => write!(f, "[[{left}{}{right}]]", colon(file)),
            Self::Captured { file, word } if word.is_empty() => write!(f, "[[{}.]]", colon(file)),
            Self::Captured { file, word } => write!(f, "[[.{}{word}]]", colon(file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::pawns::Referee;

    /// From words without stops to length 9, every line of play in which nobody makes a move that
    /// the notation does not list: the listed moves are those of the board, but for board moves
    /// that lose beside every heap. (Next to stops a pawn has captures that are no better than
    /// the listed ones and lose only later; the reports are held against the referee for those.)
    #[test]
    fn the_listed_moves_are_those_of_the_board() {
        for word in (1..=9).map(Word::open) {
            let start = Pawns::start(std::slice::from_ref(&word)).unwrap();
            let mut referee = Referee::new();
            let mut seen = std::collections::HashSet::new();
            let mut queue = vec![(start, Side::White)];
            while let Some((pawns, side)) = queue.pop() {
                if seen.insert((pawns, side)) {
                    visit(&pawns, side, &mut referee, &mut queue);
                }
            }
        }
    }

    #[test]
    fn first_steps_fall_into_the_components_they_should() {
        for word in (1..=9).flat_map(Word::all) {
            let start = Pawns::start(std::slice::from_ref(&word)).unwrap();
            for file in 0..word.len() {
                let step = crate::pawns::rules::PawnMove { from: file, to: file, row: HOME };
                let found = decompose(&start.after(Side::Black, step), Side::White).unwrap();
                assert_eq!(found, without_nothing(vec![Component::after_step(&word, file)]));
            }
        }
    }

    /// The sums that the entailing component, or any quiet one, may be moved to.
    fn listed(sum: &[Component]) -> BTreeSet<Vec<Component>> {
        let entailing = sum.iter().position(Component::is_entailing);
        let movable = entailing.map_or(0..sum.len(), |at| at..at + 1);
        movable
            .flat_map(|at| {
                sum[at].moves().into_iter().map(move |left| {
                    let mut next: Vec<Component> = sum.to_vec();
                    next.remove(at);
                    next.extend(left);
                    without_nothing(next.into_iter().map(mirrored_least).collect())
                })
            })
            .collect()
    }

    /// A component or its mirror image, whichever comes first.
    fn mirrored_least(one: Component) -> Component {
        match one {
            Component::Quiet(word) => Component::Quiet(word.reversed().min(word)),
            Component::Interior { left, file, right } => {
                let mirror = (right.reversed(), left.reversed());
                let (left, right) = (left, right).min(mirror);
                Component::Interior { left, file, right }
            }
            other => other,
        }
    }

    fn visit(pawns: &Pawns, side: Side, referee: &mut Referee, queue: &mut Vec<(Pawns, Side)>) {
        let sum = decompose(pawns, side).unwrap();
        let listed = listed(&sum);
        let mut found = BTreeSet::new();
        for one in pawns.moves(side) {
            let next = pawns.after(side, one);
            match decompose(&next, side.other()) {
                Ok(left) => {
                    let left: Vec<Component> =
                        without_nothing(left.into_iter().map(mirrored_least).collect());
                    if listed.contains(&left) {
                        found.insert(left);
                        queue.push((next, side.other()));
                        continue;
                    }
                    assert_eq!(referee.wins(&next, side.other()), Ok(u8::MAX), "{pawns}");
                }
                Err(NoComponents) => {
                    assert_eq!(referee.wins(&next, side.other()), Ok(u8::MAX), "{pawns}");
                }
            }
        }
        assert_eq!(found, listed, "{pawns}{side} to move: {sum:?}");
    }

    #[test]
    fn notation_is_the_papers() {
        let word: Word = "1000".parse().unwrap();
        let names: Vec<String> =
            (0..4).map(|file| Component::after_step(&word, file).to_string()).collect();
        assert_eq!(names, ["[[:_000]]", "[[1:00]]", "[[10:0]]", "[[:001]]"]);
    }
}
