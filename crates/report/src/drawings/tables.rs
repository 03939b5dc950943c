//! Endgame tables.

use nimzo_chess::{Material, Metric};
use nimzo_retro::sweep::Solved;
use nimzo_tables::stats::ClassStats;
use shakmaty::{ByColor, Color};

use crate::Error;
use crate::pictures::{Histogram, Picture, Tally};

/// How many positions of a class are won in each number of moves, by winner and side to move.
pub fn depths(stats: &ClassStats, metric: Metric) -> Result<Picture, Error> {
    let sides = stats.sides.as_ref().map(|side| {
        let tally = side.of(metric);
        tally.map_or_else(Plies::default, |tally| Plies {
            wins: tally.wins.to_vec(),
            losses: tally.losses.to_vec(),
        })
    });
    draw(stats.material, metric, &sides)
}

/// The same of a class just solved with its positions counted. `material` may be the class with its
/// sides exchanged.
pub fn solved_depths(
    solved: &Solved,
    material: Material,
    metric: Metric,
) -> Result<Picture, Error> {
    let mut sides: ByColor<Plies> = ByColor::default();
    let flipped = material != solved.layout.material();
    let counted = solved.statistics.iter().flatten().filter(|(found, _)| *found == metric);
    for (_, both) in counted {
        for (side, found) in both.as_ref().zip_color() {
            let plies = &mut sides[side ^ flipped];
            add(&mut plies.wins, &found.wins_by_plies);
            add(&mut plies.losses, &found.losses_by_plies);
        }
    }
    draw(material, metric, &sides)
}

/// Positions of one side to move by the plies to their end.
#[derive(Default)]
struct Plies {
    wins: Vec<u64>,
    losses: Vec<u64>,
}

fn add(sums: &mut Vec<u64>, counts: &[u64]) {
    sums.resize(sums.len().max(counts.len()), 0);
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

fn draw(material: Material, metric: Metric, sides: &ByColor<Plies>) -> Result<Picture, Error> {
    let mut tallies = Vec::new();
    let name = |color: Color| color.fold_wb("White", "Black");
    for winner in Color::ALL {
        for (side, found) in sides.as_ref().zip_color() {
            let plies = if side == winner { &found.wins } else { &found.losses };
            let counts = by_moves(plies);
            if counts.iter().any(|&count| count > 0) {
                let name = format!("{} wins, {} to move", name(winner), name(side));
                tallies.push(Tally { name, counts });
            }
        }
    }
    if tallies.is_empty() {
        return Err(Error::Drawing {
            what: format!("the depths of {material}"),
            expected: "a class in which somebody wins".into(),
        });
    }
    let (what, x_name) = match metric {
        Metric::Dtm => ("mate", "moves of the winner to mate"),
        Metric::Dtc => ("conversion", "moves of the winner to mate or conversion"),
        _ => ("a zeroing move", "moves of the winner to a zeroing move"),
    };
    let title = format!("{material}: depth to {what}");
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
    use nimzo_retro::sweep::{Goals, Library};
    use nimzo_tables::stats::class_stats;
    use nimzo_work::Task;

    #[test]
    fn a_win_in_one_and_two_plies_is_a_win_in_one_move() {
        assert_eq!(by_moves(&[7, 1, 2, 3, 4]), [7, 3, 7, 0]);
        assert_eq!(by_moves(&[]), [0]);
    }

    /// A class counted while it is solved has the picture of the same class counted afterwards.
    #[test]
    fn a_solved_class_is_drawn_as_a_counted_one() {
        let task = Task::silent();
        let goals = Goals { dtm: true, count: true, ..Goals::default() };
        let class: Material = "KQvKR".parse().unwrap();
        let mut library = Library::new();
        let solved = library.solve(class, goals, &task).unwrap();
        let slices: Vec<usize> = (0..solved.layout.slices()).collect();
        for material in [class, class.flipped()] {
            let stats = class_stats(&*solved, material, &slices, &task).unwrap();
            let counted = depths(&stats, Metric::Dtm).unwrap();
            assert_eq!(solved_depths(&solved, material, Metric::Dtm).unwrap().svg(), counted.svg());
        }
    }
}
