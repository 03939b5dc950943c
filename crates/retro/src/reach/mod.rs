//! What one position can become: the slices that its pawns and men lead to, however many pawns it has.
//!
//! A slice is reached with [regions](Regions) for its men; moves that no man of a region can make lead
//! nowhere. Blocked pawns stay, kings that cannot pass leave the pawns behind the chain alone, and so a
//! position with many pawns may have few slices.
//!
//! Values of a slice hold for positions with all men in their regions; from those no move leads out.
//!
//! Classes whose tables are there already are not looked into: their values are read.

mod horizon;
mod regions;
mod roots;
#[cfg(test)]
mod tests;
mod unbounded;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use nimzo_chess::Material;
use nimzo_chess::material::{Army, PROMOTIONS};
use nimzo_work::Task;
use shakmaty::{Board, ByColor, Color, Role};

use crate::layout::slices::{Pawns, squares};
use crate::layout::symmetry::Symmetry;
use crate::layout::{Colors, KEPT_PIECES, Layout};
use crate::sweep::layout_of;
pub use horizon::{Beyond, Horizon};
use regions::struck;
pub use regions::{PIECES, Regions};
pub use roots::Roots;
pub use unbounded::Unbounded;

/// One slice of a class, with where its men may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// Its pawns, one of each pair of mirror images.
    pub pawns: Pawns,
    /// Its men.
    pub regions: Regions,
}

/// The slices of a position, class by class.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// The classes, each after all that it leads to.
    pub classes: Vec<(Material, Vec<Reached>)>,
    /// The classes of the boards where it begins.
    pub roots: HashSet<Material>,
    /// The classes whose tables are read.
    pub known: HashSet<Material>,
    /// Slices that moves lead to and that are not looked into, because they are too many changes away.
    pub edges: HashMap<Material, Vec<Pawns>>,
    /// A class that was left out because it has too many pieces, if there is one.
    pub beyond: Option<Material>,
    /// In which colours slices are told.
    pub colors: Colors,
}

/// Slices in an order in which moves lead to smaller ones only.
type Key = (usize, usize, u32, Army, Army, u64, u64);

/// Classes in the same order.
type ClassKey = (usize, usize, Army, Army);

fn key(material: Material, pawns: Pawns) -> Key {
    let Pawns { sides: ByColor { white, black } } = pawns;
    let (men, steps) = (material.count(), pawns.steps_left());
    (men, material.pawns(), steps, material.white, material.black, white, black)
}

/// The pawns on a board.
pub fn pawns_of(board: &Board) -> Pawns {
    let of = |color| u64::from(board.by_color(color) & board.by_role(Role::Pawn));
    Pawns { sides: ByColor::new_with(of) }
}

/// A slice in the colours of its class and as the layout has it, with where its men stand.
pub fn in_class(board: &Board, colors: Colors) -> (Material, Reached) {
    let material = Material::of_board(board);
    placed(material, pawns_of(board), Regions::of_board(board), colors)
}

fn placed(
    material: Material,
    pawns: Pawns,
    regions: Regions,
    colors: Colors,
) -> (Material, Reached) {
    let (class, flipped) = colors.class(material);
    let (pawns, regions) = match flipped {
        false => (pawns, regions),
        true => (pawns.flipped(), regions.flipped()),
    };
    let (pawns, symmetry) = pawns.representative();
    (class, Reached { pawns, regions: regions.turned(symmetry) })
}

impl Reach {
    /// Everything that the positions of these boards lead to, as far as the class is not one of those
    /// in `tables`.
    pub fn of(
        roots: &Roots,
        tables: &HashSet<Material>,
        horizon: Horizon,
        task: &Task,
    ) -> Result<Self, Unbounded> {
        let (open, known, away) = (BTreeMap::new(), HashSet::new(), 0);
        let most = roots.most_pieces();
        let mut search = Search { open, tables, known, horizon, most, away, beyond: None };
        let mut edges: HashMap<Material, Vec<Pawns>> = HashMap::new();
        let mut classes_of_roots = HashSet::new();
        for (&(material, pawns), &regions) in &roots.slices {
            if search.is_known(material) || material == Material::BARE_KINGS {
                continue;
            }
            if material.pieces() > KEPT_PIECES {
                return Err(Unbounded::Pieces(material));
            }
            let (class, root) = placed(material, pawns, regions, horizon.colors);
            search.note(class, root, true);
            classes_of_roots.insert(class);
        }
        let mut classes: BTreeMap<ClassKey, (Material, Vec<Reached>)> = BTreeMap::new();
        let mut count = 0;
        while let Some((key, Open { material, reached, away, followed })) = search.open.pop_last() {
            task.check()?;
            if !followed {
                continue;
            }
            count += 1;
            if count + search.open.len() > horizon.slices {
                let largest = roots.slices.keys().map(|&(class, _)| class);
                let class = largest.max_by_key(|class| class.pieces()).unwrap_or(material);
                return Err(Unbounded::Slices { most: horizon.slices, class });
            }
            let Reached { pawns, regions } = reached;
            // Whoever leads here was looked into before, so that this is the shortest way.
            if horizon.changes.is_some_and(|changes| away > changes) {
                edges.entry(material).or_default().push(pawns);
                continue;
            }
            search.away = away + 1;
            let regions = regions.closed(pawns);
            let of_class = (key.0, key.1, key.3, key.4);
            let (_, slices) = classes.entry(of_class).or_insert_with(|| (material, Vec::new()));
            slices.push(Reached { pawns, regions });
            search.expand(material, pawns, regions);
        }
        let (classes, colors) = (classes.into_values().collect(), horizon.colors);
        let (roots, known) = (classes_of_roots, search.known);
        Ok(Self { classes, roots, known, edges, beyond: search.beyond, colors })
    }

    /// How many slices there are.
    pub fn slices(&self) -> usize {
        self.classes.iter().map(|(_, slices)| slices.len()).sum()
    }

    /// The slices of a class.
    pub fn of_class(&self, class: Material) -> &[Reached] {
        let found = self.classes.iter().find(|(one, _)| *one == class);
        found.map_or(&[], |(_, slices)| slices)
    }

    /// How the slices of each class are numbered; those of tables as they are there.
    pub fn layouts(&self) -> HashMap<Material, Arc<Layout>> {
        let mut all: HashMap<Material, Vec<Pawns>> = self.edges.clone();
        for (class, slices) in &self.classes {
            all.entry(*class).or_default().extend(slices.iter().map(|slice| slice.pawns));
        }
        let layout = |(class, pawns)| Some((class, Arc::new(Layout::listed(class, pawns)?)));
        let known = self.known.iter().filter_map(|&class| Some((class, layout_of(class).ok()?)));
        all.into_iter().filter_map(layout).chain(known).collect()
    }
}

/// A slice that is still to be looked into.
struct Open {
    material: Material,
    reached: Reached,
    /// The least number of pawn moves and captures that lead here.
    away: u32,
    /// Whether something leads here that is followed. What is not followed may still come here.
    followed: bool,
}

struct Search<'a> {
    open: BTreeMap<Key, Open>,
    tables: &'a HashSet<Material>,
    known: HashSet<Material>,
    horizon: Horizon,
    /// The most men beside pawns that each side has where it begins.
    most: ByColor<usize>,
    /// How far away the moves lead that are being looked at.
    away: u32,
    beyond: Option<Material>,
}

impl Search<'_> {
    /// Whether the table of a material's class is there; it is then noted as read.
    fn is_known(&mut self, material: Material) -> bool {
        let class = material.canonical();
        let known = self.tables.contains(&class);
        if known {
            self.known.insert(class);
        }
        known
    }

    /// A slice of a class is reached, perhaps not for the first time.
    fn note(&mut self, class: Material, reached: Reached, followed: bool) {
        let Reached { pawns, mut regions } = reached;
        if pawns.occupied() == 0 {
            // The layout turns the board as it likes.
            regions = Regions::whole(class);
        } else if pawns.is_mirror_symmetric() {
            regions = regions.joined(&regions.turned(Symmetry::MIRROR));
        }
        let reached = Reached { pawns, regions: Regions::default() };
        let new = Open { material: class, reached, away: u32::MAX, followed: false };
        let known = self.open.entry(key(class, pawns)).or_insert(new);
        known.reached.regions = known.reached.regions.joined(&regions);
        if followed {
            (known.away, known.followed) = (known.away.min(self.away), true);
        }
    }

    /// Whether a side has promoted twice more than the other, and promotions are not followed so far.
    fn is_one_sided(&self, material: Material) -> bool {
        let promoted = |side: Color| pieces(material, side) as i64 - self.most[side] as i64;
        let ahead = promoted(Color::White) - promoted(Color::Black);
        self.horizon.against.is_some() && ahead.abs() > 1
    }

    /// A move leads to men and pawns like these.
    fn arrive(&mut self, material: Material, pawns: Pawns, regions: Regions) {
        self.arrive_if(true, material, pawns, regions);
    }

    /// The same, perhaps by a promotion that is not followed: then it counts as a move beyond, unless another move
    /// leads here, too.
    fn arrive_if(&mut self, follows: bool, material: Material, pawns: Pawns, regions: Regions) {
        if material.count() == 2 {
            return;
        }
        let Some(regions) = regions.beside(material, pawns) else { return };
        if self.is_known(material) {
            return;
        }
        if material.pieces() > self.horizon.pieces {
            self.beyond.get_or_insert(material);
            return;
        }
        let (class, reached) = placed(material, pawns, regions, self.horizon.colors);
        self.note(class, reached, follows);
    }

    fn expand(&mut self, material: Material, pawns: Pawns, regions: Regions) {
        for side in Color::ALL {
            for role in PIECES.into_iter().filter(|&role| material.army(side).count(role) > 0) {
                self.captures_by(material, pawns, regions, (side, role));
            }
            for from in squares(pawns.sides[side]) {
                self.pawn_moves(material, pawns, regions, (side, from));
            }
        }
    }

    fn captures_by(
        &mut self,
        material: Material,
        pawns: Pawns,
        regions: Regions,
        (side, role): (Color, Role),
    ) {
        let reach = regions.get(side, role);
        for square in squares(regions.pawns_taken(side, role, pawns)) {
            let mut after = pawns;
            after.sides[!side] &= !(1 << square);
            let men = without(material, !side, Role::Pawn);
            self.arrive(men, after, regions.with(side, role, 1 << square));
        }
        let unsafe_for = if role == Role::King { struck(pawns.sides[!side], !side) } else { 0 };
        for victim in PIECES.into_iter().skip(1) {
            let there = regions.get(!side, victim);
            if material.army(!side).count(victim) > 0 && there & reach & !unsafe_for != 0 {
                self.arrive(without(material, !side, victim), pawns, regions);
            }
        }
    }

    fn pawn_moves(
        &mut self,
        material: Material,
        pawns: Pawns,
        regions: Regions,
        (side, from): (Color, u8),
    ) {
        let ahead = |square: u8| side.fold_wb(square + 8, square - 8);
        let free = |square: u8| pawns.occupied() >> square & 1 == 0;
        let mut rest = pawns;
        rest.sides[side] &= !(1 << from);
        let to = ahead(from);
        if free(to) {
            self.pawn_on(material, rest, regions, (side, to));
            if from >> 3 == side.fold_wb(1, 6) && free(ahead(to)) {
                let over = to;
                let to = ahead(to);
                self.pawn_on(material, rest, regions, (side, to));
                for taker in squares(rest.sides[!side] & beside(to)) {
                    let mut taken = rest;
                    taken.sides[!side] ^= 1 << taker | 1 << over;
                    self.arrive(without(material, side, Role::Pawn), taken, regions);
                }
            }
        }
        for square in squares(beside(to)) {
            if rest.sides[!side] >> square & 1 != 0 {
                let mut after = rest;
                after.sides[!side] &= !(1 << square);
                let men = without(material, !side, Role::Pawn);
                self.pawn_on(men, after, regions, (side, square));
            } else if free(square) {
                for victim in PIECES.into_iter().skip(1) {
                    if regions.get(!side, victim) >> square & 1 != 0 {
                        let men = without(material, !side, victim);
                        self.pawn_on(men, rest, regions, (side, square));
                    }
                }
            }
        }
    }

    /// A pawn arrives on a square as what it then is; `material` still counts it as a pawn.
    fn pawn_on(
        &mut self,
        material: Material,
        mut pawns: Pawns,
        regions: Regions,
        (side, to): (Color, u8),
    ) {
        if (8..56).contains(&to) {
            pawns.sides[side] |= 1 << to;
            return self.arrive(material, pawns, regions);
        }
        for role in PROMOTIONS {
            let rest = without(material, side, Role::Pawn);
            let army = rest.army(side).with(role);
            let men = match side {
                Color::White => Material { white: army, ..rest },
                Color::Black => Material { black: army, ..rest },
            };
            let follows = self.horizon.follows(side, role) && !self.is_one_sided(men);
            self.arrive_if(follows, men, pawns, regions.with(side, role, 1 << to));
        }
    }
}

/// How many men beside pawns a side has.
fn pieces(material: Material, side: Color) -> usize {
    material.army(side).men() - material.army(side).count(Role::Pawn)
}

/// The squares left and right of a square.
pub(crate) fn beside(square: u8) -> u64 {
    let left = if square & 7 > 0 { 1 << (square - 1) } else { 0 };
    let right = if square & 7 < 7 { 1 << (square + 1) } else { 0 };
    left | right
}

fn without(material: Material, side: Color, role: Role) -> Material {
    let army = material.army(side);
    let army = army.without(role).unwrap_or(army);
    match side {
        Color::White => Material { white: army, ..material },
        Color::Black => Material { black: army, ..material },
    }
}
