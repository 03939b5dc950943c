//! Positions of few men without rights, read quickly by those who have millions of them.
//!
//! [`fen`](crate::fen) reads every text and says what is wrong with it. Here a text in the usual form is read in one
//! pass that does the same for every byte, since nobody can foresee where men stand; a text in any other form is left
//! to the other. Whether the position is legal is not asked: tables know that of all positions of a block at once.

use shakmaty::{Board, Color, Piece, Role, Setup};

use crate::Material;
use crate::fen::parse_setup;
use crate::material::MAX_MEN;

/// Kinds of men: six of each side.
pub const PIECES: usize = 12;

/// A man and its square, a1 being 0 and h8 63.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedMan {
    /// Its kind, see [`number_of`].
    pub piece: u8,
    /// Where it stands.
    pub square: u8,
}

/// A board of at most [`MAX_MEN`] men and who is to move, without castling or en passant rights. It need not be
/// legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FewMen {
    men: [PlacedMan; MAX_MEN],
    count: usize,
    /// Who is to move.
    pub turn: Color,
}

impl FewMen {
    /// Reads a FEN; `None` if it is none, if it has rights, or if it has too many men.
    pub fn read(text: &str) -> Option<Self> {
        Self::in_usual_form(text.as_bytes()).or_else(|| Self::of(&parse_setup(text).ok()?))
    }

    /// The men of a position, if it has no rights.
    pub fn of(setup: &Setup) -> Option<Self> {
        let has_rights = setup.castling_rights.any() || setup.ep_square.is_some();
        if has_rights { None } else { Self::of_board(&setup.board, setup.turn) }
    }

    /// The men of a board, whatever rights there are beside it.
    #[inline]
    pub fn of_board(board: &Board, turn: Color) -> Option<Self> {
        let mut men = [NOBODY; MAX_MEN];
        let mut count = 0;
        let white = board.white();
        for role in Role::ALL {
            for square in board.by_role(role) {
                let color = Color::from_white(white.contains(square));
                let piece = number_of(Piece { color, role });
                *men.get_mut(count)? = PlacedMan { piece, square: square as u8 };
                count += 1;
            }
        }
        Some(Self { men, count, turn })
    }

    /// Reads a FEN whose fields are parted by single blanks, without rights, with both counters or none.
    fn in_usual_form(text: &[u8]) -> Option<Self> {
        let mut men = [NOBODY; 2 * MAX_MEN];
        let (mut at, mut count, mut length) = (0, 0, 0);
        let (mut slashes, mut parted_at) = (0, 0u64);
        for &byte in text {
            if byte == b' ' {
                break;
            }
            let sign = SIGNS[usize::from(byte)];
            // What is no man is overwritten by the next that is.
            men[count % men.len()] = PlacedMan { piece: sign.piece, square: at as u8 ^ 56 };
            count += usize::from(sign.men);
            parted_at |= u64::from(sign.slashes) << (at & 63);
            slashes += sign.slashes as u32;
            at += usize::from(sign.squares);
            length += 1;
        }
        // Seven slashes at seven places, each after a whole rank.
        if at != 64 || slashes != 7 || parted_at != WHOLE_RANKS || count > MAX_MEN {
            return None;
        }
        let (fields, counters) = text[length..].split_at_checked(6)?;
        let turn = match fields {
            b" w - -" => Color::White,
            b" b - -" => Color::Black,
            _ => return None,
        };
        let men = *men.first_chunk()?;
        are_counters(counters).then_some(Self { men, count, turn })
    }

    /// The men, in no special order.
    pub fn men(&self) -> &[PlacedMan] {
        &self.men[..self.count]
    }

    /// How many men of each kind there are, kings included, in one number: four bits for each kind.
    pub fn signature(&self) -> u64 {
        self.men().iter().map(|man| 1 << (4 * man.piece)).sum()
    }

    /// The men as material, which says nothing of kings.
    pub fn material(&self) -> Material {
        let signature = self.signature();
        Material::counted(|color, role| {
            (signature >> (4 * number_of(Piece { color, role })) & 15) as u8
        })
    }
}

/// The number of a kind of men: White's pawn, knight, bishop, rook, queen and king, then Black's.
pub const fn number_of(piece: Piece) -> u8 {
    let of_side = piece.role as u8 - Role::Pawn as u8;
    match piece.color {
        Color::White => of_side,
        Color::Black => of_side + PIECES as u8 / 2,
    }
}

const NOBODY: PlacedMan = PlacedMan { piece: 0, square: 0 };

/// The places in a board, counted in squares from a8, before which a slash stands.
const WHOLE_RANKS: u64 = 0x0101_0101_0101_0100;

/// What a byte of a board says.
#[derive(Clone, Copy)]
struct Sign {
    /// By how many squares it goes on: more than there are, if it does not belong in a board.
    squares: u8,
    men: u8,
    piece: u8,
    slashes: u8,
}

const SIGNS: [Sign; 256] = {
    let mut signs = [Sign { squares: 65, men: 0, piece: 0, slashes: 0 }; 256];
    let mut byte = 0;
    while byte < 128 {
        let sign = &mut signs[byte];
        match byte as u8 {
            b'/' => (sign.squares, sign.slashes) = (0, 1),
            digit @ b'1'..=b'8' => sign.squares = digit - b'0',
            letter => {
                let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                if let Some(role) = role_of(letter.to_ascii_lowercase()) {
                    let piece = number_of(Piece { color, role });
                    *sign = Sign { squares: 1, men: 1, piece, slashes: 0 };
                }
            }
        }
        byte += 1;
    }
    signs
};

const fn role_of(letter: u8) -> Option<Role> {
    match letter {
        b'p' => Some(Role::Pawn),
        b'n' => Some(Role::Knight),
        b'b' => Some(Role::Bishop),
        b'r' => Some(Role::Rook),
        b'q' => Some(Role::Queen),
        b'k' => Some(Role::King),
        _ => None,
    }
}

/// Whether what follows the rights is nothing, or two numbers that surely are small enough.
fn are_counters(text: &[u8]) -> bool {
    let is_number =
        |field: &[u8]| (1..=9).contains(&field.len()) && field.iter().all(u8::is_ascii_digit);
    match text {
        b"" | b" 0 1" => true,
        [b' ', counters @ ..] => {
            let mut fields = counters.split(|&byte| byte == b' ');
            let two = [fields.next(), fields.next()];
            fields.next().is_none() && two.into_iter().all(|field| field.is_some_and(is_number))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is read the plain way, of what may be read.
    fn plainly(text: &str) -> Option<FewMen> {
        FewMen::of(&parse_setup(text).ok()?)
    }

    fn sorted(mut few: FewMen) -> FewMen {
        few.men[..few.count].sort_by_key(|man| man.square);
        few.men[few.count..].fill(NOBODY);
        few
    }

    /// Quickly read is what is plainly read, but for what makes a position illegal.
    fn check(text: &str) {
        let (quick, plain) = (FewMen::in_usual_form(text.as_bytes()), plainly(text));
        match (quick, plain) {
            (Some(quick), Some(plain)) => {
                assert_eq!(sorted(quick), sorted(plain), "{text}");
                let setup = parse_setup(text).unwrap();
                assert_eq!(quick.material(), Material::of_board(&setup.board), "{text}");
            }
            (Some(_), None) => {
                let fault = parse_setup(text).expect_err(text).to_string();
                let reasons = ["kings", "a pawn stands on", "is in check"];
                assert!(reasons.iter().any(|reason| fault.contains(reason)), "{text}: {fault}");
            }
            (None, _) => {}
        }
        assert_eq!(FewMen::read(text).map(sorted), quick.or(plain).map(sorted), "{text}");
    }

    #[test]
    fn the_usual_form_is_read_quickly() {
        for text in [
            "8/8/8/3K1P2/r7/8/1k6/6Q1 w - - 0 1",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 b - - 37 112",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 b - -",
            "QQQQQQkK/8/8/8/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/8/1k6/K7 w - - 0 1",
            "P7/8/8/8/8/8/1k6/7K w - - 0 1",
            "8/8/8/8/8/8/8/8 w - - 0 1",
        ] {
            assert!(FewMen::in_usual_form(text.as_bytes()).is_some(), "{text}");
            check(text);
        }
    }

    #[test]
    fn other_forms_are_left_to_the_plain_way() {
        for text in [
            "",
            " ",
            "8/8/8/3K1P2/r7/8/1k6/6Q1",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 w",
            "8/8/8/3K1P2/r7/8/1k6/6Q1  w - - 0 1",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 w - - 0",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 w - - 0 1 ",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 w - - 0 +1",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 w - - 0 x",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 w - - 0 1 2",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 w - - 0 12345678901",
            "8/8/8/3K1P2/r7/8/1k6/6Q1 W - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "8/8/8/3k4/2pP4/2K5/1P6/8 b - d3 0 1",
            "8/8/8/3K1P2/r7/8/1k6/6Q w - - 0 1",
            "8/8/8/3K1P2/r7/8/1k6/6Q2 w - - 0 1",
            "8/8/8/3K1P2/r7/8/1k6/6Q1/ w - - 0 1",
            "8/8/8//3K1P2/r7/8/1k6/6Q1 w - - 0 1",
            "8/8/8/3K1P2r7/8/1k6/6Q1 w - - 0 1",
            "88/8/3K1P2/r7/8/1k6/6Q1/ w - - 0 1",
            "9/8/8/3K1P2/r7/8/1k6/6Q1 w - - 0 1",
            "8/8/8/3K1P2/r7/8/1k6/6x1 w - - 0 1",
            "8/8/8/3K1P2/r7/8/1k6/6é1 w - - 0 1",
            "QQQQQQkK/Q7/8/8/8/8/8/8 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ] {
            assert_eq!(FewMen::in_usual_form(text.as_bytes()), None, "{text}");
            check(text);
        }
    }

    proptest! {
        #[test]
        fn no_text_is_read_otherwise(text in "[Kk1-8/QrP]{0,12}[Kk1-8/]{5,20} [wb] [-K] - [0-9]{1,2} [0-9]") {
            check(&text);
        }

        #[test]
        fn men_are_read_where_they_stand(
            men in prop::collection::btree_map(0usize..64, prop::sample::select(b"KQRBNPkqrbnp".to_vec()), 0..10),
            white in any::<bool>(),
        ) {
            let board: Vec<String> = (0..8usize)
                .map(|row| {
                    let sign = |file| men.get(&(row * 8 + file)).map_or('1', |&man| char::from(man));
                    // Eight signs; empty squares that lie side by side are then told together.
                    let signs: String = (0..8).map(sign).collect();
                    (2..=8).rev().fold(signs, |signs, run| signs.replace(&"1".repeat(run), &run.to_string()))
                })
                .collect();
            let mut text = board.join("/");
            text += if white { " w - - 0 1" } else { " b - - 0 1" };
            prop_assert_eq!(FewMen::in_usual_form(text.as_bytes()).is_some(), men.len() <= 8);
            check(&text);
        }
    }
}
