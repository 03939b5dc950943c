//! In which order men and digits stand.

use nimzo_chess::Material;
use shakmaty::{Color, Piece, Role};

use super::lead::Lead;

/// The order of the men of a table, and of the digits that they make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The men, like ones beside each other.
    pub men: Vec<Piece>,
    /// Which digit the leading men make, 0 being the one that counts least.
    pub lead: u8,
    /// Which digit the other side's pawns make, if both sides have some.
    pub other_pawns: Option<u8>,
}

impl Order {
    /// What leads.
    pub fn leading(&self) -> Lead {
        let first = self.men[0];
        if first.role == Role::Pawn {
            return Lead::Pawns(self.men.iter().take_while(|&&man| man == first).count());
        }
        let count = |man: &Piece| self.men.iter().filter(|&other| other == man).count();
        match self.men.iter().filter(|man| count(man) == 1).count() {
            ..3 => Lead::Kings,
            _ => Lead::Three,
        }
    }
}

/// The men of a class.
fn men(class: Material) -> Vec<Piece> {
    class.men().map(|(color, role)| Piece { color, role }).collect()
}

/// The pawns that lead: those of the side that has fewer, White's if both have as many.
fn leading_color(class: Material) -> Option<Color> {
    let pawns = |color: Color| class.army(color).count(Role::Pawn);
    match (pawns(Color::White), pawns(Color::Black)) {
        (0, 0) => None,
        (_, 0) => Some(Color::White),
        (0, _) => Some(Color::Black),
        (white, black) if white <= black => Some(Color::White),
        _ => Some(Color::Black),
    }
}

/// Every order that a table of a class may have.
pub fn orders(class: Material) -> Vec<Order> {
    let men = men(class);
    let mut found = Vec::new();
    match leading_color(class) {
        Some(color) => {
            let pawns = |color| {
                men.iter().copied().filter(move |man| *man == Piece { color, role: Role::Pawn })
            };
            let mut first: Vec<Piece> = pawns(color).collect();
            first.extend(pawns(!color));
            let both = pawns(!color).next().is_some();
            let rest = men.iter().copied().filter(|man| man.role != Role::Pawn).collect();
            for rest in group_orders(rest) {
                let digits = rest.len() + 1 + usize::from(both);
                let men: Vec<Piece> =
                    first.iter().copied().chain(rest.into_iter().flatten()).collect();
                for lead in 0..digits as u8 {
                    if both {
                        let others = (0..digits as u8).filter(|&other| other != lead);
                        found.extend(others.map(|other| Order {
                            men: men.clone(),
                            lead,
                            other_pawns: Some(other),
                        }));
                    } else {
                        found.push(Order { men: men.clone(), lead, other_pawns: None });
                    }
                }
            }
        }
        None => {
            for first in leading_men(&men) {
                let mut rest = men.clone();
                for man in &first {
                    rest.retain(|other| other != man);
                }
                for rest in group_orders(rest) {
                    let digits = rest.len() + 1;
                    let men: Vec<Piece> =
                        first.iter().copied().chain(rest.into_iter().flatten()).collect();
                    let orders = (0..digits as u8).map(|lead| Order {
                        men: men.clone(),
                        lead,
                        other_pawns: None,
                    });
                    found.extend(orders);
                }
            }
        }
    }
    found
}

/// What may lead without pawns: three single men in any order, or the kings.
fn leading_men(men: &[Piece]) -> Vec<Vec<Piece>> {
    let is_single = |man: &&Piece| men.iter().filter(|other| other == man).count() == 1;
    let single: Vec<Piece> = men.iter().filter(is_single).copied().collect();
    let wanted = if single.len() >= 3 { 3 } else { 2 };
    let mut found = vec![Vec::new()];
    for _ in 0..wanted {
        let longer = found.into_iter().flat_map(|first: Vec<Piece>| {
            let next = single.iter().filter(|man| !first.contains(man)).copied();
            let next: Vec<Piece> = next.collect();
            next.into_iter().map(move |man| first.iter().copied().chain([man]).collect())
        });
        found = longer.collect();
    }
    found
}

/// The orders of groups of like men.
fn group_orders(men: Vec<Piece>) -> Vec<Vec<Vec<Piece>>> {
    let Some(&first) = men.first() else { return vec![Vec::new()] };
    let (group, rest): (Vec<Piece>, Vec<Piece>) = men.into_iter().partition(|&man| man == first);
    let insert = |order: Vec<Vec<Piece>>| {
        let group = group.clone();
        (0..=order.len()).map(move |at| {
            let mut order = order.clone();
            order.insert(at, group.clone());
            order
        })
    };
    group_orders(rest).into_iter().flat_map(insert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_orders_as_choices() {
        for (name, count) in [
            ("KQvK", 6),          // three men in any order
            ("KQvKR", 4 * 6 * 2), // who stays behind; the three; who counts less
            ("KBBvK", 2 * 2),     // which king is first; which digit
            ("KRPvK", 6 * 4),     // three men; four digits
            ("KPvKP", 2 * 4 * 3), // the kings; digits of the pawns
            ("KRPvKR", 24 * 5),
        ] {
            let class: Material = name.parse().expect("a class");
            assert_eq!(orders(class).len(), count, "{name}");
        }
    }
}
