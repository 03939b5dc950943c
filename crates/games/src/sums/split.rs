//! A position taken apart: groups of pawns that nothing else touches, and the core.
//!
//! Pawns that can never meet are different groups. A group belongs to the core if a man of the core
//! attacks, defends or blocks one of its pawns as the position stands, if a pawn of it attacks a man
//! of the core, or if nothing in it can move. Nobody moves in the core as long as there is another
//! move, so what its men control now is what they control while the components are played; squares
//! that pawns of a component could come to and that a man of the core controls are told.

use std::collections::BTreeSet;

use super::group::PawnGroup;
use super::reach::{Reach, Together};
use crate::board::{Position, Role, Side, Square};
use crate::{Error, Result};

/// A group of pawns on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// The pawns, files counted from [`first_file`](Self::first_file).
    pub group: PawnGroup,
    /// The board's file that is the group's first.
    pub first_file: u8,
    /// The squares that its pawns could come to, and perhaps some more.
    reach: Vec<Square>,
}

/// A man of the core and a square of a component that it may come to matter for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// The man of the core.
    pub man: Square,
    /// The component, by its number.
    pub component: usize,
    /// The square that the man controls and a pawn may come to.
    pub square: Square,
}

/// A position's parts.
#[derive(Debug, Clone)]
pub struct Split {
    /// The squares of the men of the core.
    pub core: BTreeSet<Square>,
    /// The components, from left to right.
    pub components: Vec<Component>,
    /// Where core and components could meet after all.
    pub contacts: Vec<Contact>,
    /// The side whose promotion still wins when it comes right after the other's.
    late: Option<Side>,
}

impl Component {
    /// The squares of its pawns on the board.
    pub fn men(&self) -> impl Iterator<Item = Square> + '_ {
        self.group.men().map(|(square, _)| self.on_board(square))
    }

    /// A square of the group as one of the board.
    pub fn on_board(&self, square: Square) -> Square {
        Square { file: square.file + self.first_file, ..square }
    }

    /// The same component as it stands in another position; `None` where its files hold other men
    /// than pawns beside those of the core.
    pub fn read(&self, position: &Position, core: &BTreeSet<Square>) -> Option<PawnGroup> {
        let (first, files) = (self.first_file, self.group.files());
        let mut group = PawnGroup::empty(files, position.rows())?.with_late(self.group.late());
        let own =
            |at: Square| (first..first + files as u8).contains(&at.file) && !core.contains(&at);
        for (at, man) in position.men().filter(|(at, _)| own(*at)) {
            if man.role != Role::Pawn {
                return None;
            }
            group = group.with(man.side, Square { file: at.file - first, ..at });
        }
        Some(group)
    }

    fn of(together: Together, rows: usize, late: Option<Side>) -> Result<Self> {
        let files = || together.pawns.iter().map(|(at, _)| at.file);
        let (first, last) = (files().min().unwrap_or(0), files().max().unwrap_or(0));
        let width = usize::from(last - first) + 1;
        let empty = PawnGroup::empty(width, rows).ok_or_else(|| {
            Error::NoRoom(format!(
                "the pawns on {width} neighbouring files of {rows} rows stand on too many squares: \
                 {} at most",
                super::MOST_SQUARES
            ))
        })?;
        let group = together.pawns.iter().fold(empty.with_late(late), |group, &(at, side)| {
            group.with(side, Square { file: at.file - first, ..at })
        });
        Ok(Self { group, first_file: first, reach: together.squares })
    }

    /// Whether nobody can move in it.
    fn is_idle(&self) -> bool {
        [Side::White, Side::Black].iter().all(|&side| self.group.moves(side).is_empty())
    }
}

impl Split {
    /// Takes a position apart. The promotion of the side that is `late` still wins when it comes
    /// right after the other's.
    pub fn of(position: &Position, late: Option<Side>) -> Result<Self> {
        let officers = position.men().filter(|(_, man)| man.role != Role::Pawn);
        let core = officers.map(|(square, _)| square).collect();
        let mut split = Self { core, components: vec![], contacts: vec![], late };
        split.find_components(position)?;
        Ok(split)
    }

    /// Moves a component into the core.
    pub fn join_core(&mut self, component: usize, position: &Position) -> Result<()> {
        let joined = self.components.remove(component);
        self.core.extend(joined.men());
        self.find_components(position)
    }

    /// The position without its components.
    pub fn core_alone(&self, position: &Position) -> Position {
        let mut core = position.clone();
        for square in self.components.iter().flat_map(Component::men) {
            core.put(square, None);
        }
        core.with_turn(position.to_move())
    }

    /// Groups the pawns outside the core; groups that have to do with it join it, until none has.
    fn find_components(&mut self, position: &Position) -> Result<()> {
        loop {
            let groups = Reach::of(position, &self.core).groups();
            let components: Result<Vec<Component>> = groups
                .into_iter()
                .map(|group| Component::of(group, position.rows(), self.late))
                .collect();
            let (joining, staying): (Vec<_>, Vec<_>) = components?
                .into_iter()
                .partition(|one| one.is_idle() || touches(position, &self.core, one));
            if joining.is_empty() {
                self.components = staying;
                self.contacts = self.find_contacts(position);
                return Ok(());
            }
            self.core.extend(joining.iter().flat_map(Component::men));
        }
    }

    fn find_contacts(&self, position: &Position) -> Vec<Contact> {
        let mut contacts = Vec::new();
        for (component, one) in self.components.iter().enumerate() {
            for &man in &self.core {
                let controlled = position.controlled_from(man);
                let met = one.reach.iter().filter(|square| controlled.contains(square));
                contacts.extend(met.map(|&square| Contact { man, component, square }));
            }
        }
        contacts
    }
}

/// Whether a man of the core has to do with a component as the position stands.
fn touches(position: &Position, core: &BTreeSet<Square>, component: &Component) -> bool {
    let controls = |from: Square, to: Square| position.controlled_from(from).contains(&to);
    core.iter().any(|&man| {
        component.men().any(|pawn| {
            let blocks = man.file == pawn.file && man.row.abs_diff(pawn.row) == 1;
            blocks || controls(man, pawn) || controls(pawn, man)
        })
    })
}
