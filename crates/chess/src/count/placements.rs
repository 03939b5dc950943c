//! Placements in which a king is not attacked, counted without walking over them.
//!
//! Seen from the king, every square lies on one of eight rays, or a knight's move away, or nowhere
//! of interest. On a ray only the first man can attack, so a ray is counted from its far end inwards:
//! either it stays empty so far, or the next man is harmless and those behind him stand as they like.
//! Squares of different rays do not touch each other, so what each contributes is multiplied.

use nimzo_work::{Interrupted, Task};
use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

use super::terms::{Kind, Kinds, Polynomial, Terms};

/// A board on which some men stand already, and others are to be placed.
pub(super) struct Stage<'a> {
    /// The terms to count in.
    pub terms: &'a Terms,
    /// Who is to move; the other side's king must not be attacked.
    pub turn: Color,
    /// The men that stand already, both kings among them.
    pub men: &'a [(Square, Piece)],
    /// Squares that have to stay empty.
    pub empty: Bitboard,
    /// Squares on which no pawn is placed.
    pub without_pawns: Bitboard,
    /// Whether only placements count that reflection in the diagonal a1-h8 leaves as they are. The men
    /// that stand already must then stand on that diagonal, and pawns are not placed.
    pub symmetric: bool,
}

/// What can stand on a square (and on its mirror image, if placements are symmetric).
#[derive(Clone, Copy)]
struct Site {
    /// The kinds that may stand here.
    kinds: Kinds,
    /// Those of them that would attack the king if nobody stood between.
    attackers: Kinds,
    /// Whether the square stands for itself and its mirror image.
    pair: bool,
    /// A man stands here already; whether he attacks if nobody stands between.
    taken: Option<bool>,
}

impl Stage<'_> {
    /// The number of ways to place further men, for every material at once.
    pub fn count(&self, task: &Task) -> Result<Polynomial, Interrupted> {
        let king = Piece { color: !self.turn, role: Role::King };
        let Some(&(king, _)) = self.men.iter().find(|(_, piece)| *piece == king) else {
            return Ok(self.terms.zero());
        };
        let mut seen = Bitboard::from_square(king);
        let mut product = self.terms.one();
        for ray in rays(king) {
            // With many men to place, a product is long.
            task.check()?;
            if self.symmetric && ray.last().is_some_and(|&s| below_diagonal(s)) {
                continue;
            }
            let sites: Vec<Site> = ray.iter().map(|&square| self.site(king, square)).collect();
            product = self.terms.product(&product, &self.ray(&sites));
            seen.extend(ray);
        }
        for square in Square::ALL {
            if seen.contains(square) || (self.symmetric && below_diagonal(square)) {
                continue;
            }
            task.check()?;
            let site = self.site(king, square);
            match site.taken {
                Some(true) => return Ok(self.terms.zero()),
                Some(false) => {}
                None => {
                    let kinds = site.kinds.without(site.attackers);
                    let base = product.clone();
                    self.terms.add_one_more(&mut product, &base, kinds, site.pair);
                }
            }
        }
        Ok(product)
    }

    /// Counts a ray, whose squares are given from the king outwards.
    fn ray(&self, sites: &[Site]) -> Polynomial {
        let mut unseen = self.terms.one(); // these squares, somebody standing before them
        let mut seen = self.terms.one(); // these squares, open to the king's view
        for site in sites.iter().rev() {
            match site.taken {
                Some(true) => seen = self.terms.zero(),
                Some(false) => seen.clone_from(&unseen),
                None => {
                    let harmless = site.kinds.without(site.attackers);
                    self.terms.add_one_more(&mut seen, &unseen, harmless, site.pair);
                    let base = unseen.clone();
                    self.terms.add_one_more(&mut unseen, &base, site.kinds, site.pair);
                }
            }
        }
        seen
    }

    fn site(&self, king: Square, square: Square) -> Site {
        let standing = self.men.iter().find(|(s, _)| *s == square).map(|&(_, piece)| piece);
        let attacks = |piece: Piece| {
            piece.color == self.turn
                && attacks::attacks(square, piece, Bitboard::EMPTY).contains(king)
        };
        let pawns = !self.symmetric
            && !self.without_pawns.contains(square)
            && !matches!(square.rank(), Rank::First | Rank::Eighth);
        let kinds = match self.empty.contains(square) {
            true => Kinds::NONE,
            false => Kinds::which(|kind| pawns || kind.role() != Role::Pawn),
        };
        let attackers =
            Kinds::which(|kind: Kind| attacks(Piece { color: kind.color(), role: kind.role() }));
        let pair = self.symmetric && u32::from(square.file()) != u32::from(square.rank());
        Site { kinds, attackers, pair, taken: standing.map(attacks) }
    }
}

/// Of a square and its mirror image the one that is passed over.
fn below_diagonal(square: Square) -> bool {
    u32::from(square.rank()) < u32::from(square.file())
}

/// The squares of the eight rays, from the king outwards; rays without squares are left out.
fn rays(king: Square) -> impl Iterator<Item = Vec<Square>> {
    let steps = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
    steps.filter(|&step| step != (0, 0)).filter_map(move |(file, rank)| {
        let square = |at: i32| {
            let file = i32::from(king.file()) + at * file;
            let rank = i32::from(king.rank()) + at * rank;
            let inside = (0..8).contains(&file) && (0..8).contains(&rank);
            inside.then(|| Square::new((8 * rank + file) as u32))
        };
        let ray: Vec<Square> = (1..8).map_while(square).collect();
        (!ray.is_empty()).then_some(ray)
    })
}
