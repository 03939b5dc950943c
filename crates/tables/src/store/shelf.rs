//! From the men of a position to where a table keeps it: what a class's table asks of positions is put together once
//! for all positions with the same men in the same colours.

use std::sync::Arc;

use nimzo_chess::FewMen;
use nimzo_chess::few_men::{PIECES, number_of};
use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::layout::{Address, MAX_PIECES};
use shakmaty::{Color, Piece, Role};

use super::Table;

/// All positions with the same men in the same colours, and the table that holds them.
pub struct Shelf {
    table: Arc<Table>,
    /// Whether the table has the colours exchanged.
    is_turned: bool,
    /// Where in the order of the table's men the first man of each kind is.
    first: [u8; PIECES],
    /// For each of the table's men, where the next one of its kind is.
    following: [u8; MAX_PIECES],
}

impl Shelf {
    /// The shelf of these men in the table of their class; `None` if there are more or fewer kings than two.
    pub(super) fn of(men: &FewMen, table: Arc<Table>) -> Option<Self> {
        let signature = men.signature();
        let kings = Color::ALL.map(|color| 1 << (4 * number_of(color.king())));
        let kings_alone = (15 * kings[0]) | (15 * kings[1]);
        if signature & kings_alone != kings[0] | kings[1] {
            return None;
        }
        let is_turned = !men.material().is_canonical();
        let (mut first, mut following) = ([0; PIECES], [0; MAX_PIECES]);
        for (at, man) in table.layout().men().iter().enumerate().rev() {
            let color = if is_turned { !man.side } else { man.side };
            let kind = usize::from(number_of(Piece { color, role: man.role }));
            following[at] = std::mem::replace(&mut first[kind], at as u8);
        }
        Some(Self { table, is_turned, first, following })
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Where in the table a position with these men is, and who is to move there; `None` if the kings touch or
    /// a pawn stands where none can.
    #[inline]
    pub fn place(&self, men: &FewMen) -> Option<(Address, Color)> {
        let turn_round = if self.is_turned { 56 } else { 0 };
        let of_class = |color: Color| if self.is_turned { !color } else { color };
        let mut next = self.first;
        let mut squares = [0; MAX_PIECES];
        let mut pawns = Pawns::default();
        for man in men.men() {
            let square = man.square ^ turn_round;
            if man.piece == WHITE_PAWN {
                pawns.sides[of_class(Color::White)] |= 1 << square;
            } else if man.piece == BLACK_PAWN {
                pawns.sides[of_class(Color::Black)] |= 1 << square;
            } else {
                let at = &mut next[usize::from(man.piece)];
                squares[usize::from(*at)] = square;
                *at = self.following[usize::from(*at)];
            }
        }
        Some((self.table.layout().address(pawns, squares)?, of_class(men.turn)))
    }
}

const WHITE_PAWN: u8 = number_of(Piece { color: Color::White, role: Role::Pawn });
const BLACK_PAWN: u8 = number_of(Piece { color: Color::Black, role: Role::Pawn });
