//! Material: which men are on the board, in one canonical order and under one name.
//!
//! A [`Material`] keeps its sides in the order in which they were written, because `KQvKNN` and
//! `KNNvKQ` ask about different colours; [`Material::canonical`] brings both to the one class
//! that a table is made for. Squares, indices and values do not live here.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use shakmaty::{Board, Color, Role};

use crate::error::MaterialError;

/// The men other than kings, strongest first: the order in which names list them.
pub const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// What a pawn may become, in the same order.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// More men than this are refused as soon as they are read.
pub const MAX_MEN: usize = 8;

fn slot(role: Role) -> usize {
    ROLES.iter().position(|&r| r == role).expect("kings are not counted in armies")
}

/// One side's men beside its king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Army {
    counts: [u8; 5],
}

impl Army {
    /// A bare king.
    pub const BARE: Self = Self { counts: [0; 5] };

    /// How many men of this role there are beside the king.
    pub fn count(self, role: Role) -> usize {
        if role == Role::King { 1 } else { usize::from(self.counts[slot(role)]) }
    }

    /// Men, the king included.
    pub fn men(self) -> usize {
        1 + self.counts.iter().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// The men in canonical order, the king first: `K Q Q R P`.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        let rest = ROLES.into_iter().flat_map(move |r| std::iter::repeat_n(r, self.count(r)));
        std::iter::once(Role::King).chain(rest)
    }

    /// With one man more.
    pub fn with(mut self, role: Role) -> Self {
        self.counts[slot(role)] += 1;
        self
    }

    /// With one man less; `None` where there is no such man.
    pub fn without(mut self, role: Role) -> Option<Self> {
        let count = self.counts.get_mut(ROLES.iter().position(|&r| r == role)?)?;
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// Larger for the side that is named first: more men, then the stronger ones.
    fn weight(self) -> (usize, [u8; 5]) {
        (self.men(), self.counts)
    }

    /// The armies that one promotion leads to.
    fn promoted(self) -> impl Iterator<Item = Self> {
        let rest = self.without(Role::Pawn);
        PROMOTIONS.into_iter().filter_map(move |role| Some(rest?.with(role)))
    }

    /// The armies that the loss of one man leads to, each once.
    fn reduced(self) -> impl Iterator<Item = Self> {
        ROLES.into_iter().filter_map(move |role| self.without(role))
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.roles().try_for_each(|role| write!(f, "{}", role.upper_char()))
    }
}

/// The men of both sides, White's first: `KQRvKQ`.
///
/// ```
/// use nimzo_chess::Material;
/// let written: Material = "KQKNN".parse()?;
/// assert_eq!(written.to_string(), "KQvKNN");
/// assert_eq!(written.canonical().to_string(), "KNNvKQ");
/// # Ok::<(), nimzo_chess::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material {
    /// White's men.
    pub white: Army,
    /// Black's men.
    pub black: Army,
}

impl Material {
    /// The two kings alone: always drawn, and no table is made for it.
    pub const BARE_KINGS: Self = Self { white: Army::BARE, black: Army::BARE };

    /// The men on a board.
    pub fn of_board(board: &Board) -> Self {
        let army = |color| {
            let counts =
                ROLES.map(|role| (board.by_color(color) & board.by_role(role)).count() as u8);
            Army { counts }
        };
        Self { white: army(Color::White), black: army(Color::Black) }
    }

    /// This side's men.
    pub fn army(self, color: Color) -> Army {
        color.fold_wb(self.white, self.black)
    }

    /// All men, White's first, each side's in canonical order with the king first.
    pub fn men(self) -> impl Iterator<Item = (Color, Role)> {
        let white = self.white.roles().map(|role| (Color::White, role));
        white.chain(self.black.roles().map(|role| (Color::Black, role)))
    }

    /// How many men there are, the kings included.
    pub fn count(self) -> usize {
        self.white.men() + self.black.men()
    }

    /// How many pawns there are.
    pub fn pawns(self) -> usize {
        self.white.count(Role::Pawn) + self.black.count(Role::Pawn)
    }

    /// Whether there is any pawn, so that only the left-right symmetry is left.
    pub fn has_pawns(self) -> bool {
        self.pawns() > 0
    }

    /// Whether both sides have the same men: one colour's positions are the other's, turned round.
    pub fn is_symmetric(self) -> bool {
        self.white == self.black
    }

    /// With the colours exchanged.
    pub fn flipped(self) -> Self {
        Self { white: self.black, black: self.white }
    }

    /// Whether the sides stand in the order in which tables name them.
    pub fn is_canonical(self) -> bool {
        self.white.weight() >= self.black.weight()
    }

    /// The class of this material: the side with more men, or else the stronger men, is White.
    pub fn canonical(self) -> Self {
        if self.is_canonical() { self } else { self.flipped() }
    }

    /// The classes that one capture leads to, bare kings left out.
    pub fn by_capture(self) -> Vec<Self> {
        let white = self.white.reduced().map(|white| Self { white, ..self });
        let black = self.black.reduced().map(|black| Self { black, ..self });
        classes(white.chain(black))
    }

    /// The classes that one promotion without capture leads to.
    pub fn by_promotion(self) -> Vec<Self> {
        let white = self.white.promoted().map(|white| Self { white, ..self });
        let black = self.black.promoted().map(|black| Self { black, ..self });
        classes(white.chain(black))
    }

    /// The classes that one move leads to, by capture, promotion or both; bare kings left out.
    pub fn sub_games(self) -> Vec<Self> {
        let white = self
            .white
            .promoted()
            .flat_map(|white| self.black.reduced().map(move |black| Self { white, black }));
        let black = self
            .black
            .promoted()
            .flat_map(|black| self.white.reduced().map(move |white| Self { white, black }));
        let single = self.by_capture().into_iter().chain(self.by_promotion());
        classes(white.chain(black).chain(single))
    }

    /// Every class that can arise from this one, in an order in which each comes after all those
    /// it needs; the canonical form of this class itself is the last.
    pub fn closure(self) -> Vec<Self> {
        dependency_order([self])
    }

    /// Every class of this many men, in dependency order.
    pub fn all(men: usize) -> Vec<Self> {
        let mut found = Vec::new();
        for white_men in men.div_ceil(2)..men {
            for &white in &armies(white_men) {
                for &black in &armies(men - white_men) {
                    found.push(Self { white, black });
                }
            }
        }
        classes(found.into_iter())
    }

    /// Positions of this class with one side to move, each counted once up to the symmetries of
    /// the board: men on different squares, pawns off the first and last rank, kings apart. Whether
    /// the side not to move stands in check is not asked.
    pub fn positions(self) -> u64 {
        if self.has_pawns() {
            self.placements() / 2
        } else {
            (self.placements() + 2 * self.on_diagonal()) / 8
        }
    }

    /// Placements of the men with no symmetry taken out.
    fn placements(self) -> u64 {
        king_pairs()
            .map(|(white, black)| {
                let on_pawn_ranks =
                    [white, black].iter().filter(|&&s| (8..56).contains(&s)).count();
                let mut pawn_room = 48 - on_pawn_ranks as u64;
                let mut room = 62;
                let mut ways = 1;
                for count in self.groups(|role| role == Role::Pawn) {
                    ways *= choose(pawn_room, count);
                    pawn_room -= count;
                    room -= count;
                }
                for count in self.groups(|role| role != Role::Pawn) {
                    ways *= choose(room, count);
                    room -= count;
                }
                ways
            })
            .sum()
    }

    /// Placements that reflection in one long diagonal leaves as they are.
    fn on_diagonal(self) -> u64 {
        fn rest(groups: &[u64], pairs: u64, diagonal: u64) -> u64 {
            let Some((&count, others)) = groups.split_first() else { return 1 };
            (0..=count / 2)
                .filter(|&twins| twins <= pairs && count - 2 * twins <= diagonal)
                .map(|twins| {
                    let single = count - 2 * twins;
                    choose(pairs, twins)
                        * choose(diagonal, single)
                        * rest(others, pairs - twins, diagonal - single)
                })
                .sum()
        }
        let kings = king_pairs().filter(|&(w, b)| w % 9 == 0 && b % 9 == 0).count() as u64;
        kings * rest(&self.groups(|_| true).collect::<Vec<_>>(), 28, 6)
    }

    /// The sizes of the groups of like men.
    fn groups(self, wanted: impl Fn(Role) -> bool) -> impl Iterator<Item = u64> {
        [self.white, self.black].into_iter().flat_map(move |army| {
            ROLES
                .into_iter()
                .filter(|&r| wanted(r))
                .map(|r| army.count(r) as u64)
                .collect::<Vec<_>>()
        })
    }
}

/// Every class that can arise from the given ones, in an order in which each comes after all those
/// it needs: fewer men first, then fewer pawns, then by name.
pub fn dependency_order(roots: impl IntoIterator<Item = Material>) -> Vec<Material> {
    let mut open: Vec<Material> = classes(roots.into_iter());
    let mut found: BTreeSet<OrderKey> = open.iter().map(|&m| order_key(m)).collect();
    while let Some(next) = open.pop() {
        open.extend(next.sub_games().into_iter().filter(|&sub| found.insert(order_key(sub))));
    }
    found
        .into_iter()
        .map(|(_, _, Reverse(white), Reverse(black))| Material { white, black })
        .collect()
}

/// The same classes, those with most pawns first and each right after what it needs and nobody
/// else has needed before: the order in which the fewest finished classes wait for later ones.
pub fn depth_first_order(roots: impl IntoIterator<Item = Material>) -> Vec<Material> {
    fn visit(class: Material, order: &mut Vec<Material>, seen: &mut BTreeSet<OrderKey>) {
        if seen.insert(order_key(class)) {
            classes(class.sub_games().into_iter())
                .into_iter()
                .for_each(|sub| visit(sub, order, seen));
            order.push(class);
        }
    }
    let mut roots = classes(roots.into_iter());
    roots.sort_by_key(|class| Reverse(class.pawns()));
    let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
    roots.into_iter().for_each(|class| visit(class, &mut order, &mut seen));
    order
}

type OrderKey = (usize, usize, Reverse<Army>, Reverse<Army>);

fn order_key(class: Material) -> OrderKey {
    (class.count(), class.pawns(), Reverse(class.white), Reverse(class.black))
}

/// Canonical, in dependency order, each once, bare kings left out.
fn classes(found: impl Iterator<Item = Material>) -> Vec<Material> {
    let sorted: BTreeSet<OrderKey> =
        found.filter(|m| m.count() > 2).map(|m| order_key(m.canonical())).collect();
    sorted
        .into_iter()
        .map(|(_, _, Reverse(white), Reverse(black))| Material { white, black })
        .collect()
}

/// Every army of this many men, the king included.
fn armies(men: usize) -> Vec<Army> {
    let mut found = vec![Army::BARE];
    for _ in 1..men {
        let larger: BTreeSet<Army> =
            found.iter().flat_map(|army| ROLES.map(|role| army.with(role))).collect();
        found = larger.into_iter().collect();
    }
    found
}

fn king_pairs() -> impl Iterator<Item = (u32, u32)> {
    let apart = |a: u32, b: u32| (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8)) > 1;
    (0..64).flat_map(move |white| {
        (0..64).filter(move |&black| apart(white, black)).map(move |black| (white, black))
    })
}

fn choose(from: u64, count: u64) -> u64 {
    (0..count).fold(1, |ways, taken| ways * from.saturating_sub(taken) / (taken + 1))
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.white, self.black)
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let fault = |at, why| MaterialError { text: text.to_owned(), at, why };
        let mut sides = [Army::BARE; 2];
        let mut kings = 0;
        let mut divided = false;
        for (at, letter) in text.chars().enumerate() {
            if matches!(letter, 'v' | 'V') {
                if kings != 1 || std::mem::replace(&mut divided, true) {
                    return Err(fault(at, "one v divides the two sides"));
                }
                continue;
            }
            match Role::from_char(letter) {
                Some(Role::King) if kings == 2 || (divided && kings != 1) => {
                    return Err(fault(at, "each side has one king"));
                }
                Some(Role::King) => kings += 1,
                Some(_) if kings == 0 || (divided && kings == 1) => {
                    return Err(fault(at, "each side begins with its king"));
                }
                Some(role) => sides[kings - 1] = sides[kings - 1].with(role),
                None => return Err(fault(at, "men are the letters K Q R B N P")),
            }
            if sides[0].men() + sides[1].men() > MAX_MEN {
                return Err(fault(at, "at most 8 men can be asked about"));
            }
        }
        if kings != 2 {
            return Err(fault(text.chars().count(), "both sides need a king"));
        }
        Ok(Self { white: sides[0], black: sides[1] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(name: &str) -> Material {
        name.parse().unwrap()
    }

    fn names(classes: &[Material]) -> Vec<String> {
        classes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn names_are_read_with_and_without_the_v_and_in_any_order_of_men() {
        for text in ["KQRvKQ", "KQRKQ", "KRQvKQ", "kqrvkq"] {
            assert_eq!(material(text).to_string(), "KQRvKQ", "{text}");
        }
        assert_eq!(material("KQvKQR").to_string(), "KQvKQR");
        assert_eq!(material("KQvKQR").canonical().to_string(), "KQRvKQ");
        assert_eq!(material("KvK"), Material::BARE_KINGS);
    }

    #[test]
    fn faults_in_names_are_pointed_at() {
        for (text, at) in [
            ("KQXvK", 2),
            ("QvK", 0),
            ("KvQ", 2),
            ("KQ", 2),
            ("", 0),
            ("KvKvK", 3),
            ("KQvKK", 4),
            ("vKK", 0),
            ("KQQQQQQQvK", 7),
        ] {
            let fault = text.parse::<Material>().unwrap_err();
            assert_eq!((fault.at, fault.text.as_str()), (at, text), "{fault}");
        }
        assert!(material("KQQQQQQvK").count() == MAX_MEN);
        let message = "KQXvK".parse::<Material>().unwrap_err().to_string();
        assert!(message.contains("KQXvK") && message.contains("character 3"), "{message}");
    }

    #[test]
    fn there_are_5_30_110_365_classes_and_each_name_reads_back() {
        for (men, count) in [(3, 5), (4, 30), (5, 110), (6, 365)] {
            let classes = Material::all(men);
            assert_eq!(classes.len(), count);
            for class in classes {
                assert!(class.is_canonical() && class.count() == men);
                assert_eq!(material(&class.to_string()), class);
                assert_eq!(material(&class.flipped().to_string()).canonical(), class);
            }
        }
    }

    #[test]
    fn sub_games() {
        assert_eq!(
            names(&material("KRBvKR").sub_games()),
            ["KRBvK", "KRvKR", "KRvKB"].map(|s| material(s).canonical().to_string()).to_vec()
        );
        let promoting = names(&material("KPvKR").by_promotion());
        assert_eq!(promoting, ["KQvKR", "KRvKR", "KRvKB", "KRvKN"]);
        let all = names(&material("KPvKR").sub_games());
        assert!(
            ["KQvK", "KPvK", "KRvK", "KQvKR"].iter().all(|n| all.contains(&(*n).to_owned())),
            "{all:?}"
        );
        assert!(material("KQvK").sub_games().is_empty());
    }

    #[test]
    fn each_class_comes_after_those_it_needs() {
        for root in Material::all(5) {
            let order = root.closure();
            assert_eq!(*order.last().unwrap(), root);
            for (i, class) in order.iter().enumerate() {
                assert!(class.sub_games().iter().all(|sub| order[..i].contains(sub)), "{class}");
            }
        }
    }

    #[test]
    fn positions_are_counted_as_a_walk_over_the_board_counts_them() {
        for name in ["KQvK", "KPvK", "KBBvK", "KNvKN", "KPPvK", "KRvKP"] {
            assert_eq!(material(name).positions(), walked(material(name)), "{name}");
        }
    }

    /// Counts by walking over all placements, taking those that none of their images precedes.
    fn walked(material: Material) -> u64 {
        let men: Vec<(Color, Role)> = material.men().collect();
        place(&men, &mut vec![0; men.len()], 0, if material.has_pawns() { 2 } else { 8 })
    }

    fn place(men: &[(Color, Role)], squares: &mut [u8], next: usize, images: usize) -> u64 {
        if next == men.len() {
            let black = men.iter().position(|m| *m == (Color::Black, Role::King)).unwrap();
            let (w, b) = (squares[0], squares[black]);
            let apart = (w % 8).abs_diff(b % 8).max((w / 8).abs_diff(b / 8)) > 1;
            return u64::from(
                apart && (1..images).all(|image| *squares <= *turned(men, squares, image)),
            );
        }
        let mut found = 0;
        for square in 0..64u8 {
            let on_edge = !(8..56).contains(&square);
            let outside = next == 0 && (square % 8 > 3 || (images == 8 && square / 8 > square % 8));
            let out_of_order = next > 0 && men[next] == men[next - 1] && square < squares[next - 1];
            let taken = squares[..next].contains(&square);
            if taken || outside || out_of_order || (men[next].1 == Role::Pawn && on_edge) {
                continue;
            }
            squares[next] = square;
            found += place(men, squares, next + 1, images);
        }
        found
    }

    fn turned(men: &[(Color, Role)], squares: &[u8], image: usize) -> Vec<u8> {
        let mut turned: Vec<u8> = squares.to_vec();
        for square in &mut turned {
            *square ^= if image & 1 != 0 { 7 } else { 0 } ^ if image & 2 != 0 { 56 } else { 0 };
            if image & 4 != 0 {
                *square = (*square % 8) * 8 + *square / 8;
            }
        }
        for i in 1..men.len() {
            if men[i] == men[i - 1] && turned[i] < turned[i - 1] {
                turned.swap(i, i - 1);
            }
        }
        turned
    }
}
