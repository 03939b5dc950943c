//! Move numbers as game notation has them.

use shakmaty::Color;

/// Numbers the moves of a line: `1. e4 e5 2. Nf3`, and `1... e5` where a line begins with Black or goes
/// on after something else.
#[derive(Debug, Clone)]
pub struct Numbering {
    number: usize,
    turn: Color,
    begun: bool,
}

impl Numbering {
    /// A line whose first move has this number and is made by this side.
    pub fn new(number: usize, turn: Color) -> Self {
        Self { number, turn, begun: false }
    }

    /// What stands before the next move; nothing for a Black move that answers the one before it.
    pub fn before_next(&mut self) -> String {
        let Self { number, turn, begun } = *self;
        self.begun = true;
        self.turn = !turn;
        match turn {
            Color::White => format!("{number}. "),
            Color::Black => {
                self.number += 1;
                if begun { String::new() } else { format!("{number}... ") }
            }
        }
    }

    /// Something else comes before the next move, so that it needs its number.
    pub fn interrupt(&mut self) {
        self.begun = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blacks_moves_are_numbered_where_a_line_begins() {
        let mut numbers = Numbering::new(7, Color::Black);
        let mut text: Vec<String> = (0..3).map(|_| numbers.before_next()).collect();
        numbers.interrupt();
        text.extend((0..2).map(|_| numbers.before_next()));
        assert_eq!(text, ["7... ", "8. ", "", "9. ", ""]);
        numbers.interrupt();
        numbers.before_next();
        numbers.interrupt();
        assert_eq!(numbers.before_next(), "10... ");
    }
}
