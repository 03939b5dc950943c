//! A number for each position: 128 bits, so that no two positions met in one search share it but
//! for a chance beyond reckoning.

use xxhash_rust::xxh3::xxh3_128;

use super::men::{Man, Side};
use super::moves::Move;
use super::position::{Position, Square};

const BLACK_TO_MOVE: u128 = 1;

/// The number of a position.
pub fn key(position: &Position) -> u128 {
    let turn = if position.to_move() == Side::Black { BLACK_TO_MOVE } else { 0 };
    let men = position.men().map(|(square, man)| of_man(square, man));
    men.fold(turn ^ of_passed(position.en_passant), |sum, one| sum ^ one)
}

/// The number after a move, from the number before it.
pub fn key_after(position: &Position, before: u128, one: Move) -> u128 {
    let mut sum = before ^ BLACK_TO_MOVE;
    sum ^= of_passed(position.en_passant) ^ of_passed(position.passed_square(one));
    let taken_at = position.taken_in_passing(one).unwrap_or(one.to);
    if let Some(taken) = position.man(taken_at) {
        sum ^= of_man(taken_at, taken);
    }
    if let Some(man) = position.man(one.from) {
        let role = one.promotion.unwrap_or(man.role);
        sum ^= of_man(one.from, man) ^ of_man(one.to, Man { role, ..man });
    }
    sum
}

fn of_man(square: Square, man: Man) -> u128 {
    let place = u64::from(square.file) << 16 | u64::from(square.row) << 8;
    scatter(place | (man.role as u64) << 1 | man.side as u64)
}

fn of_passed(square: Option<Square>) -> u128 {
    square
        .map_or(0, |square| scatter(1 << 40 | u64::from(square.file) << 8 | u64::from(square.row)))
}

/// Spreads a small number over 128 bits.
fn scatter(code: u64) -> u128 {
    xxh3_128(&code.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(position: &Position, here: u128, depth: usize) {
        assert_eq!(key(position), here);
        if depth > 0 {
            for one in position.legal_moves() {
                walk(&position.after(one), key_after(position, here, one), depth - 1);
            }
        }
    }

    #[test]
    fn numbers_are_kept_up_move_by_move() {
        for fen in [
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b",
            "11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K w",
        ] {
            let position: Position = fen.parse().unwrap();
            walk(&position, key(&position), 3);
        }
    }
}
