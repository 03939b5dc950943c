//! Classes in the order in which they depend on each other.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{Army, Material, ROLES};

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
pub(super) fn classes(found: impl Iterator<Item = Material>) -> Vec<Material> {
    let sorted: BTreeSet<OrderKey> =
        found.filter(|m| m.count() > 2).map(|m| order_key(m.canonical())).collect();
    sorted
        .into_iter()
        .map(|(_, _, Reverse(white), Reverse(black))| Material { white, black })
        .collect()
}

/// Every army of this many men, the king included.
pub(super) fn armies(men: usize) -> Vec<Army> {
    let mut found = vec![Army::BARE];
    for _ in 1..men {
        let larger: BTreeSet<Army> =
            found.iter().flat_map(|army| ROLES.map(|role| army.with(role))).collect();
        found = larger.into_iter().collect();
    }
    found
}
