//! One side's men.

use std::fmt;

use shakmaty::Role;

use super::{PROMOTIONS, ROLES};

fn slot(role: Role) -> usize {
    ROLES.iter().position(|&r| r == role).expect("kings are not counted in armies")
}

/// One side's men beside its king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Army {
    pub(super) counts: [u8; 5],
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
    pub(super) fn weight(self) -> (usize, [u8; 5]) {
        (self.men(), self.counts)
    }

    /// The armies that one promotion leads to.
    pub(super) fn promoted(self) -> impl Iterator<Item = Self> {
        let rest = self.without(Role::Pawn);
        PROMOTIONS.into_iter().filter_map(move |role| Some(rest?.with(role)))
    }

    /// The armies that the loss of one man leads to, each once.
    pub(super) fn reduced(self) -> impl Iterator<Item = Self> {
        ROLES.into_iter().filter_map(move |role| self.without(role))
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.roles().try_for_each(|role| write!(f, "{}", role.upper_char()))
    }
}
