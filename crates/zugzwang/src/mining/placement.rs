//! Placements up to the symmetries of the board: which of its images stands for a placement.
//!
//! With pawns only the left-right mirror keeps the rules, without them all eight symmetries of the
//! square do. Forces that are equal allow a further one: to exchange the colours.

use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Role, Square};

/// A placement with an optional en passant square, in the image that stands for its whole orbit.
/// Two placements are the same up to symmetry exactly if their canonical forms are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// Men by colour and role, White's king first.
    men: [u64; 12],
    /// The en passant square.
    en_passant: Option<u32>,
}

impl Placement {
    /// The placement as it stands.
    pub fn of(board: &Board, en_passant: Option<Square>) -> Self {
        let mut men = [0; 12];
        for (slot, (color, role)) in men.iter_mut().zip(slots()) {
            *slot = (board.by_color(color) & board.by_role(role)).0;
        }
        Self { men, en_passant: en_passant.map(u32::from) }
    }

    /// The image that stands for the orbit.
    pub fn canonical(&self) -> Self {
        self.images().min().expect("every placement is an image of itself")
    }

    /// The image that stands for the orbit when the colours may be exchanged too.
    pub fn canonical_up_to_colour(&self) -> Self {
        self.canonical().min(self.exchanged().canonical())
    }

    /// The other colour's view: ranks and colours exchanged.
    pub fn exchanged(&self) -> Self {
        let mut flipped = self.image(Symmetry { vertical: true, ..Symmetry::default() });
        flipped.men.rotate_left(6);
        flipped
    }

    /// The board.
    pub fn board(&self) -> Board {
        let mut by_role = ByRole::<Bitboard>::default();
        let mut by_color = ByColor::<Bitboard>::default();
        for (men, (color, role)) in self.men.iter().zip(slots()) {
            *by_role.get_mut(role) |= Bitboard(*men);
            *by_color.get_mut(color) |= Bitboard(*men);
        }
        Board::try_from_bitboards(by_role, by_color).expect("no two men share a square")
    }

    /// The en passant square.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant.map(Square::new)
    }

    /// All images under the symmetries that keep the rules, itself among them.
    pub fn images(&self) -> impl Iterator<Item = Self> + '_ {
        let pawnless = self.men[slot(Color::White, Role::Pawn)] == 0
            && self.men[slot(Color::Black, Role::Pawn)] == 0;
        Symmetry::all(pawnless).map(|symmetry| self.image(symmetry))
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        Self {
            men: self.men.map(|men| symmetry.bits(men)),
            en_passant: self.en_passant.map(|square| symmetry.bits(1 << square).trailing_zeros()),
        }
    }
}

fn slots() -> impl Iterator<Item = (Color, Role)> {
    const ROLES: [Role; 6] =
        [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    Color::ALL.into_iter().flat_map(|color| ROLES.into_iter().map(move |role| (color, role)))
}

fn slot(color: Color, role: Role) -> usize {
    slots().position(|found| found == (color, role)).expect("all men have a slot")
}

/// One of the eight symmetries of the square.
#[derive(Debug, Clone, Copy, Default)]
struct Symmetry {
    /// Files exchanged.
    horizontal: bool,
    /// Ranks exchanged.
    vertical: bool,
    /// Then files and ranks exchanged with each other.
    diagonal: bool,
}

impl Symmetry {
    fn all(pawnless: bool) -> impl Iterator<Item = Self> {
        (0..if pawnless { 8 } else { 2 }).map(|bits| Self {
            horizontal: bits & 1 != 0,
            vertical: bits & 2 != 0,
            diagonal: bits & 4 != 0,
        })
    }

    fn bits(self, men: u64) -> u64 {
        let mut men = Bitboard(men);
        if self.horizontal {
            men = men.flip_horizontal();
        }
        if self.vertical {
            men = men.flip_vertical();
        }
        if self.diagonal {
            men = men.flip_diagonal();
        }
        men.0
    }
}

#[cfg(test)]
mod tests {
    use nimzo_chess::fen::parse_fen;
    use shakmaty::Position;

    use super::*;

    fn placement(fen: &str) -> Placement {
        let position = parse_fen(fen).unwrap();
        Placement::of(position.board(), position.maybe_ep_square())
    }

    #[test]
    fn images_share_their_canonical_form() {
        for (fen, images) in [
            ("8/8/8/2k1K3/8/3R4/4n3/8 w - -", 8),
            ("8/1pK5/kP6/8/8/8/8/8 w - -", 2),
            ("8/8/8/3k4/2pP4/2K5/1P6/8 b - d3", 2),
        ] {
            let placement = placement(fen);
            assert_eq!(placement.images().count(), images);
            assert_eq!(placement.board(), *parse_fen(fen).unwrap().board());
            for image in placement.images() {
                assert_eq!(image.canonical(), placement.canonical());
                assert_eq!(image.exchanged().exchanged(), image);
                assert_eq!(
                    image.exchanged().canonical_up_to_colour(),
                    placement.canonical_up_to_colour()
                );
            }
        }
    }

    #[test]
    fn the_en_passant_square_turns_with_the_board() {
        let placement = placement("8/8/8/3k4/2pP4/2K5/1P6/8 b - d3");
        let squares: Vec<_> = placement.images().filter_map(|i| i.en_passant()).collect();
        assert_eq!(squares, [Square::D3, Square::E3]);
        assert_eq!(placement.exchanged().en_passant(), Some(Square::D6));
    }

    #[test]
    fn different_placements_stay_different() {
        let one = placement("8/8/8/2k1K3/8/3R4/4n3/8 w - -");
        let two = placement("8/8/8/2k1K3/8/4R3/4n3/8 w - -");
        assert_ne!(one.canonical(), two.canonical());
    }
}
