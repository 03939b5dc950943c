use std::sync::Arc;

use nimzo_chess::Material;
use shakmaty::Color;
use shakmaty::Role;

use super::super::{PromotionFrom, by_lines};
use super::*;
use crate::layout::{Man, Squares};
use crate::planes::BitPlane;

fn layout(name: &str) -> Arc<Layout> {
    Arc::new(Layout::new(name.parse().unwrap()).unwrap())
}

/// Planes that hold anything in the first frames and end after them.
fn anything(child: &Layout, frames: usize) -> Arc<ByColor<WdlPlanes>> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut planes = || {
        let mut plane = BitPlane::zeroed(frames * child.outer_places() * 64);
        for word in plane.iter_mut() {
            state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            *word = state ^ state >> 29;
        }
        plane
    };
    let side = |_| WdlPlanes { win: planes(), draw: planes(), loss: planes() };
    Arc::new(ByColor::new_with(side))
}

/// The code of a position after promotion, man by man.
fn looked_up(
    parent: &Layout,
    from: PromotionFrom,
    role: Role,
    child: &Layout,
    results: &ByColor<WdlPlanes>,
    slot: usize,
) -> Option<[bool; 2]> {
    let mut pawns = parent.pawns(from.slice);
    let promoter = Color::from_white(pawns.sides.black >> from.square & 1 == 0);
    pawns.sides[promoter] ^= 1 << from.square;
    let to = promoter.fold_wb(from.square.wrapping_add(8), from.square.wrapping_sub(8));
    let mut men: Vec<(Man, u8)> = parent.men().iter().copied().zip(parent.squares(slot)).collect();
    men.push((Man { side: promoter, role }, to));
    let whole: Vec<Man> = child.men().to_vec();
    let count = |side: Color, men: &[Man]| men.iter().filter(|man| man.side == side).count();
    let now: Vec<Man> = men.iter().map(|&(man, _)| man).collect();
    let same = whole.iter().all(|man| {
        let of = |men: &[Man]| men.iter().filter(|other| *other == man).count();
        of(&now) == of(&whole)
    });
    let flipped = !same || count(Color::White, &now) != count(Color::White, &whole);
    if flipped {
        pawns = pawns.flipped();
        men.iter_mut().for_each(|(man, square)| (man.side, *square) = (!man.side, *square ^ 56));
    }
    let (_, mirror) = child.slice_of(pawns)?;
    let mut squares: Squares = [0; crate::layout::MAX_PIECES];
    for (wanted, square) in whole.iter().zip(&mut squares) {
        let at = men.iter().position(|(man, _)| man == wanted)?;
        *square = mirror.square(men.remove(at).1);
    }
    let slot = child.slot(&squares)?;
    if slot >> 6 >= results.white.win.len() {
        return None;
    }
    let planes = &results[!promoter ^ flipped];
    let bit = |plane: &BitPlane| plane[slot >> 6] >> (slot & 63) & 1 != 0;
    let (win, draw, loss) = (bit(&planes.win), bit(&planes.draw), bit(&planes.loss));
    Some([draw || loss, win || loss])
}

/// A promotion of a pawn on this square, into the first frames, against single positions.
fn checked(parent: &str, square: u8, role: Role, child: &str, frames: usize) {
    let (parent, child) = (layout(parent), layout(child));
    let slice = (0..parent.slices()).find(|&s| parent.pawns(s).occupied() == 1 << square);
    let from = PromotionFrom { slice: slice.unwrap(), square };
    let results = anything(&child, frames);
    let pawns = [Arrangement::new(&parent, from, role, &child)];
    let fold = FrameFold::new(&parent, &child, &pawns);
    let folded = fold.run_frames(&results, 0..frames).remove(0);
    let mut seen = 0;
    for slot in (0..parent.slots()).step_by(487) {
        let men = parent.squares(slot);
        let men = &men[..parent.men().len()];
        let occupied = men.iter().fold(1u64 << square, |set, s| set | 1 << s);
        let Some(expected) = looked_up(&parent, from, role, &child, &results, slot) else {
            continue;
        };
        if occupied.count_ones() as usize == men.len() + 1 {
            let bit = |plane: &BitPlane| plane[slot >> 6] >> (slot & 63) & 1 != 0;
            assert_eq!([bit(&folded.unwon), bit(&folded.decided)], expected, "slot {slot}");
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen} positions");
}

#[test]
fn folds_of_five_men_are_what_single_positions_say() {
    for (parent, square, role, child) in [
        ("KRPvKB", 51, Role::Queen, "KQRvKB"),
        ("KRPvKB", 48, Role::Rook, "KRRvKB"),
        ("KRPvKB", 50, Role::Bishop, "KRBvKB"),
        ("KRBvKP", 9, Role::Knight, "KRBvKN"),
        ("KBNvKP", 9, Role::Queen, "KBNvKQ"),
    ] {
        checked(parent, square, role, child, 462);
    }
}

#[test]
fn folds_of_six_men_are_what_single_positions_say() {
    for (parent, square, role, child) in [
        ("KRPvKBN", 49, Role::Queen, "KQRvKBN"),
        ("KRPvKBN", 50, Role::Knight, "KRNvKBN"),
        ("KRPvKNN", 48, Role::Queen, "KQRvKNN"),
        ("KRRPvKQ", 51, Role::Rook, "KRRRvKQ"),
        ("KRRPvKN", 49, Role::Queen, "KQRRvKN"),
        ("KQQvKRP", 10, Role::Rook, "KQQvKRR"),
        ("KBNvKRP", 8, Role::Queen, "KQRvKBN"),
    ] {
        let class = |name: &str| name.parse::<Material>().unwrap().canonical();
        assert!(class(parent).by_promotion().contains(&class(child)));
        // Named with its colours exchanged, a class has its pawns turned round.
        let named: Material = parent.parse().unwrap();
        let square = if named.is_canonical() { square } else { square ^ 56 };
        checked(&class(parent).to_string(), square, role, &class(child).to_string(), 16);
    }
}

#[test]
fn frames_and_lines_give_the_same() {
    let (parent, child) = (layout("KRPvKN"), layout("KQRvKN"));
    let results = anything(&child, child.frames().len());
    let from = PromotionFrom { slice: 22, square: 50 };
    let pawns = [Arrangement::new(&parent, from, Role::Queen, &child)];
    let frames = FrameFold::new(&parent, &child, &pawns).run(&results).remove(0);
    let lines = by_lines(&pawns[0], &child, &results);
    assert!(frames.unwon[..] == lines.unwon[..] && frames.decided[..] == lines.decided[..]);
}
