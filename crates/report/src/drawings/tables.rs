//! Endgame tables.

use nimzo_tables::Metric;
use nimzo_tables::stats::ClassStats;

use crate::Error;
use crate::pictures::{Histogram, Picture, Tally};

/// How many positions of a class are won in each number of moves, by winner and side to move.
pub fn depths(stats: &ClassStats, metric: Metric) -> Result<Picture, Error> {
    let mut tallies = Vec::new();
    for (winner, name) in ["White", "Black"].into_iter().enumerate() {
        for (side, mover) in ["White", "Black"].into_iter().enumerate() {
            let Some(tally) = stats.sides[side].of(metric) else { continue };
            let plies = if side == winner { &tally.wins } else { &tally.losses };
            let counts = by_moves(plies);
            if counts.iter().any(|&count| count > 0) {
                tallies.push(Tally { name: format!("{name} wins, {mover} to move"), counts });
            }
        }
    }
    if tallies.is_empty() {
        return Err(Error::Drawing {
            what: format!("the depths of {}", stats.material),
            expected: "a class in which somebody wins".into(),
        });
    }
    let (what, x_name) = match metric {
        Metric::Dtm => ("mate", "moves of the winner to mate"),
        Metric::Dtc => ("conversion", "moves of the winner to mate or conversion"),
        _ => ("a zeroing move", "moves of the winner to a zeroing move"),
    };
    let title = format!("{}: depth to {what}", stats.material);
    let caption = "Positions won in n moves of the winner; logarithmic scale.";
    Ok(Histogram::new(tallies, x_name, "positions")?.picture(&title, caption))
}

/// Counts by plies as counts by moves of the winner.
fn by_moves(plies: &[u64]) -> Vec<u64> {
    let mut moves = vec![0; plies.len().div_ceil(2) + 1];
    for (ply, count) in plies.iter().enumerate() {
        moves[ply.div_ceil(2)] += count;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_in_one_and_two_plies_is_a_win_in_one_move() {
        assert_eq!(by_moves(&[7, 1, 2, 3, 4]), [7, 3, 7, 0]);
        assert_eq!(by_moves(&[]), [0]);
    }
}
