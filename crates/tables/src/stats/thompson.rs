//! Thompson's way of counting, which his printed percentages need.
//!
//! His positions are numbered by codes: a pair of kings (462 of them, or 64 x 64 beside a pawn) and
//! a square for each other man. A man that is missing is coded on the White king's square, so the
//! codes of a class hold those of the classes with men missing too; like men have a code for each
//! order. A percentage is won positions over legal codes, White to move. Where both kings stand on
//! the long diagonal a position and its mirror image have two codes, of which his generator found
//! one won and both legal.

use nimzo_chess::material::{Army, Material, ROLES};
use nimzo_retro::layout::{Address, BLOCK_SLOTS, BLOCK_WORDS, Layout};
use nimzo_retro::sweep::Solved;
use rayon::prelude::*;
use shakmaty::{Bitboard, ByColor, Color, Piece, Role, Square, attacks};

/// Won positions and legal codes, White to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Codes {
    /// Won.
    pub won: u64,
    /// Legal.
    pub legal: u64,
}

impl Codes {
    /// Won of legal, in percent.
    pub fn percent(self) -> f64 {
        100.0 * self.won as f64 / self.legal as f64
    }

    fn add(&mut self, times: u64, other: Self) {
        self.won += times * other.won;
        self.legal += times * other.legal;
    }
}

/// The classes whose codes a class has, with men missing in every way, and how often each.
fn with_men_missing(material: Material) -> Vec<(Material, u64)> {
    let armies = |army: Army| {
        let mut found = vec![(Army::BARE, 1u64)];
        for role in ROLES {
            let count = army.count(role);
            found = found
                .into_iter()
                .flat_map(|(kept, times)| {
                    (0..=count).map(move |n| {
                        let army = (0..n).fold(kept, |army, _| army.with(role));
                        (army, times * choose(count, n) * factorial(n))
                    })
                })
                .collect();
        }
        found
    };
    let mut found = Vec::new();
    for (white, times) in armies(material.white) {
        for (black, more) in armies(material.black) {
            found.push((Material { white, black }, times * more));
        }
    }
    found
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

fn choose(n: usize, k: usize) -> u64 {
    factorial(n) / factorial(k) / factorial(n - k)
}

/// The codes of a class without pawns. `solved` hands out the class with the given men (canonical)
/// and `None` for bare kings. Two White bishops are taken to stand on squares of different colour,
/// each with its own half of the board, which is what the printed figure for them needs.
pub fn pawnless_codes<'a>(
    material: Material,
    solved: &dyn Fn(Material) -> Option<&'a Solved>,
) -> Codes {
    let two_bishops = material.white.count(Role::Bishop) == 2;
    let mut all = Codes::default();
    for (part, times) in with_men_missing(material) {
        let codes = match solved(part.canonical()) {
            Some(table) => one_class(table, part, two_bishops),
            None => Codes { won: 0, legal: 462 },
        };
        let lone_bishop = two_bishops && part.white.count(Role::Bishop) == 1;
        all.add(if lone_bishop { times / 2 } else { times }, codes);
    }
    all
}

/// Positions of one class, all men present: each won one once, each legal one as often as it has
/// codes (twice on the diagonal).
fn one_class(table: &Solved, part: Material, two_bishops: bool) -> Codes {
    let layout = &table.layout;
    let side = Color::from_white(part == layout.material());
    let opposite = two_bishops && part.white.count(Role::Bishop) == 2;
    let one_block = |block: usize| {
        let [win, draw, loss] = counted_words(table, 0, side, block);
        let kings = layout.frames().kings[block / layout.outer_places()];
        let may_repeat = kings.into_iter().all(|king| king > 63 || on_diagonal(king));
        let mut codes = Codes::default();
        for row in 0..64 {
            let mut legal = win[row] | draw[row] | loss[row];
            if !opposite && !may_repeat {
                codes.won += u64::from(win[row].count_ones());
                codes.legal += u64::from(legal.count_ones());
                continue;
            }
            while legal != 0 {
                let bit = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let slot = block * BLOCK_SLOTS + row * 64 + bit;
                let Some(weight) = weight(layout, side, slot, opposite) else { continue };
                codes.legal += weight;
                codes.won += win[row] >> bit & 1;
            }
        }
        codes
    };
    let sum = |mut all: Codes, one: Codes| {
        all.add(1, one);
        all
    };
    (0..layout.blocks()).into_par_iter().map(one_block).reduce(Codes::default, sum)
}

fn on_diagonal(square: u8) -> bool {
    square >> 3 == square & 7
}

/// Wins, draws and losses of a block, in the slots that count.
fn counted_words(table: &Solved, slice: usize, side: Color, block: usize) -> [[u64; 64]; 3] {
    let wdl = &table.slices[slice].wdl[side];
    let counted = table.layout.counted(slice, block);
    [&wdl.win, &wdl.draw, &wdl.loss].map(|plane| {
        let words = &plane[block * BLOCK_WORDS..][..BLOCK_WORDS];
        std::array::from_fn(|row| words[row] & counted[row])
    })
}

/// How many codes a position has beside orders of like men; `None` for bishops on one colour.
fn weight(layout: &Layout, side: Color, slot: usize, opposite: bool) -> Option<u64> {
    let squares = layout.squares(slot);
    let men = layout.men();
    if opposite {
        let mut colours = men
            .iter()
            .zip(&squares)
            .filter(|(man, _)| man.role == Role::Bishop && man.side == side)
            .map(|(_, &square)| (square >> 3 ^ square) & 1);
        if colours.next() == colours.next() {
            return None;
        }
    }
    if !(on_diagonal(squares[0]) && on_diagonal(squares[1])) {
        return Some(1);
    }
    let board = layout.board(Address { slice: 0, slot })?;
    let mut image = board.clone();
    image.flip_diagonal();
    Some(if image == board { 1 } else { 2 })
}

/// The codes of a class with one White pawn, for the pawn on one square. Codes with the White king
/// on the pawn's square count as legal and never as won.
pub fn pawn_codes<'a>(
    material: Material,
    square: u8,
    solved: &dyn Fn(Material) -> Option<&'a Solved>,
) -> Codes {
    let mut all = Codes::default();
    for (part, times) in with_men_missing(material) {
        if part.white.count(Role::Pawn) == 0 {
            continue;
        }
        if let Some(table) = solved(part.canonical()) {
            all.add(times, pawn_slice(table, part, square));
        }
        all.legal += times * king_on_pawn(part, square);
    }
    all
}

fn pawn_slice(table: &Solved, part: Material, square: u8) -> Codes {
    let layout = &table.layout;
    let flipped = part != layout.material();
    let side = Color::from_white(!flipped);
    let pawn = if flipped { square ^ 56 } else { square };
    let mut sides = ByColor::default();
    sides[side] = 1u64 << pawn;
    let Some((slice, _)) = layout.slice_of(nimzo_retro::layout::slices::Pawns { sides }) else {
        return Codes::default();
    };
    let count =
        |words: [u64; 64]| words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    let mut codes = Codes::default();
    for block in 0..layout.blocks() {
        let [win, draw, loss] = counted_words(table, slice, side, block).map(count);
        codes.won += win;
        codes.legal += win + draw + loss;
    }
    codes
}

/// Codes with the White king on the pawn's square: the other men of the part elsewhere, kings
/// apart, the Black king not attacked. White may have one more man beside the pawn.
fn king_on_pawn(part: Material, square: u8) -> u64 {
    let king = Square::new(u32::from(square));
    let attacker = part.white.roles().find(|role| !matches!(role, Role::King | Role::Pawn));
    let black_men = part.black.men() - 1;
    let far = |target: &Square| {
        let near = attacks::king_attacks(king) | attacks::pawn_attacks(Color::White, king) | king;
        !near.contains(*target)
    };
    let free = |taken: Bitboard| Square::ALL.into_iter().filter(move |&s| !taken.contains(s));
    let attackers = |target: Square, taken: Bitboard| match attacker {
        None => 1,
        Some(role) => {
            let piece = Piece { color: Color::White, role };
            free(taken).filter(|&s| !attacks::attacks(s, piece, taken).contains(target)).count()
                as u64
        }
    };
    Square::ALL
        .into_iter()
        .filter(far)
        .map(|target| {
            let taken = Bitboard::from(king) | target;
            match black_men {
                0 => attackers(target, taken),
                _ => free(taken).map(|man| attackers(target, taken | man)).sum(),
            }
        })
        .sum()
}
