//! Polynomials that count placements of men: the coefficient of `Q R b` is the number of ways to
//! place a White queen, a White rook and a Black bishop.
//!
//! There is a variable for each kind of man other than kings. Everything beyond a given total degree
//! is left out, so a polynomial has a few hundred coefficients, and one multiplication answers for
//! all classes of material at once.

use std::collections::HashMap;

use shakmaty::{Color, Role};

use crate::material::{Army, Material, ROLES};

/// A kind of man: White's queen, rook, bishop, knight, pawn, then Black's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind(pub usize);

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 10;

    /// All kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// The kind of a man that is no king.
    pub fn of(color: Color, role: Role) -> Self {
        let role = ROLES.iter().position(|&r| r == role).expect("kings are no kind");
        Self(role + color.fold_wb(0, ROLES.len()))
    }

    /// Whose it is.
    pub fn color(self) -> Color {
        Color::from_white(self.0 < ROLES.len())
    }

    /// What it is.
    pub fn role(self) -> Role {
        ROLES[self.0 % ROLES.len()]
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u16);

impl Kinds {
    /// No kind: the square has to stay empty.
    pub const NONE: Self = Self(0);

    /// The kinds for which a test holds.
    pub fn which(holds: impl Fn(Kind) -> bool) -> Self {
        Self(Kind::all().filter(|&kind| holds(kind)).fold(0, |set, kind| set | 1 << kind.0))
    }

    /// Those that are not in the other set.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::all().filter(move |kind| self.0 >> kind.0 & 1 == 1)
    }
}

/// How many men of each kind.
type Counts = [u8; Kind::COUNT];

/// The terms of polynomials up to some degree, and what their products are.
pub(super) struct Terms {
    counts: Vec<Counts>,
    index: HashMap<Counts, u32>,
    /// Of each term, its product with each kind; [`BEYOND`] where the degree would be too high.
    raised: Vec<[u32; Kind::COUNT]>,
    /// Of each term, its product with each term (of those with which the degree is not too high).
    products: Vec<Vec<u32>>,
}

const BEYOND: u32 = u32::MAX;

/// Coefficients, in the order of the [`Terms`].
pub(super) type Polynomial = Vec<u64>;

impl Terms {
    /// The terms of up to so many men.
    pub fn up_to(degree: usize) -> Self {
        let mut counts: Vec<Counts> = vec![[0; Kind::COUNT]];
        let mut ends = vec![1];
        let mut from = 0;
        for _ in 0..degree {
            let until = counts.len();
            for at in from..until {
                let last = counts[at].iter().rposition(|&n| n > 0).unwrap_or(0);
                for kind in last..Kind::COUNT {
                    let mut next = counts[at];
                    next[kind] += 1;
                    counts.push(next);
                }
            }
            from = until;
            ends.push(counts.len());
        }
        let index: HashMap<Counts, u32> =
            counts.iter().enumerate().map(|(at, &counts)| (counts, at as u32)).collect();
        let find = |counts: &Counts| index.get(counts).copied().unwrap_or(BEYOND);
        let raised = counts
            .iter()
            .map(|counts| {
                std::array::from_fn(|kind| {
                    let mut next = *counts;
                    next[kind] += 1;
                    find(&next)
                })
            })
            .collect();
        let size = |counts: &Counts| counts.iter().map(|&n| usize::from(n)).sum::<usize>();
        let products = counts
            .iter()
            .map(|a| {
                let partners = &counts[..ends[degree - size(a)]];
                partners.iter().map(|b| find(&std::array::from_fn(|i| a[i] + b[i]))).collect()
            })
            .collect();
        Self { counts, index, raised, products }
    }

    /// The polynomial 0.
    pub fn zero(&self) -> Polynomial {
        vec![0; self.counts.len()]
    }

    /// The polynomial 1.
    pub fn one(&self) -> Polynomial {
        let mut one = self.zero();
        one[0] = 1;
        one
    }

    /// Adds to `sum` the polynomial with one man more, of any of the given kinds; or with two like
    /// men more, where squares come in `pairs`.
    pub fn add_one_more(&self, sum: &mut Polynomial, base: &Polynomial, kinds: Kinds, pairs: bool) {
        for (at, &coefficient) in base.iter().enumerate().filter(|(_, c)| **c != 0) {
            for kind in kinds.iter() {
                let mut to = self.raised[at][kind.0];
                if pairs && to != BEYOND {
                    to = self.raised[to as usize][kind.0];
                }
                if to != BEYOND {
                    sum[to as usize] += coefficient;
                }
            }
        }
    }

    /// The product.
    pub fn product(&self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        let mut product = self.zero();
        for (&x, to) in a.iter().zip(&self.products).filter(|(x, _)| **x != 0) {
            for (&y, &to) in b.iter().zip(to) {
                product[to as usize] += x * y;
            }
        }
        product
    }

    /// The term with one man more, which must not be beyond the degree.
    pub fn raised(&self, term: u32, kind: Kind) -> u32 {
        self.raised[term as usize][kind.0]
    }

    /// Makes ways in which like men were told apart into ways in which they are not.
    pub fn unordered(&self, ways: &mut Polynomial) {
        for (way, counts) in ways.iter_mut().zip(&self.counts) {
            let orders = counts.iter().map(|&n| (1..=u64::from(n)).product::<u64>());
            *way /= orders.product::<u64>();
        }
    }

    /// The coefficient of a material, of which `placed` men are already on the board and not among
    /// the variables.
    pub fn coefficient(&self, of: &Polynomial, material: Material, placed: &[Kind]) -> u64 {
        let mut counts = counts(material);
        for kind in placed {
            match counts[kind.0].checked_sub(1) {
                Some(rest) => counts[kind.0] = rest,
                None => return 0,
            }
        }
        self.index.get(&counts).map_or(0, |&at| of[at as usize])
    }
}

fn counts(material: Material) -> Counts {
    let mut counts = [0; Kind::COUNT];
    for kind in Kind::all() {
        let army: Army = material.army(kind.color());
        counts[kind.0] = army.count(kind.role()) as u8;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_the_sum_over_all_pairs_of_terms() {
        let terms = Terms::up_to(3);
        let queens = Kinds::which(|kind| kind.role() == Role::Queen);
        let mut line = terms.one();
        terms.add_one_more(&mut line, &terms.one(), queens, false);
        let square = terms.product(&line, &line);
        let cube = terms.product(&square, &line);
        let coefficient = |name: &str| terms.coefficient(&cube, name.parse().unwrap(), &[]);
        // (1 + Q + q)^3
        assert_eq!(coefficient("KvK"), 1);
        assert_eq!(coefficient("KQvK"), 3);
        assert_eq!(coefficient("KQQvK"), 3);
        assert_eq!(coefficient("KQvKQ"), 6);
        assert_eq!(coefficient("KQQvKQ"), 3);
        assert_eq!(coefficient("KRvK"), 0);
        assert_eq!(terms.coefficient(&cube, "KQvKQ".parse().unwrap(), &[Kind(0)]), 3);
    }
}
