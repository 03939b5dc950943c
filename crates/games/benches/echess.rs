//! Both bounds for every state of a window: time, memory, and how many positions are exact.
//!
//! `cargo bench -p nimzo-games --bench echess -- 14` (the default is 8, which is quick).

use std::time::Instant;

use nimzo_games::echess::escape::{Ending, EscapeBoard};
use nimzo_games::echess::{Position, Solution, Square};
use nimzo_work::{Task, memory};

fn main() {
    let reach = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(8);
    let task = Task::silent();
    let begun = Instant::now();
    let solution = Solution::compute(reach, &task).expect("the window fits");
    let seconds = begun.elapsed().as_secs_f64();
    let cost = solution.cost();
    println!("window {reach}: {} states, both bounds in {seconds:.1} s", cost.states);
    for (what, side) in [("lower", 0), ("upper", 1)] {
        let (sweeps, evaluated) = (cost.sweeps[side], cost.evaluated[side]);
        println!("  {what}: {sweeps} sweeps, {evaluated} evaluations");
    }
    println!("  {} shapes of walls", cost.shapes);
    for within in [8, reach as i32] {
        let census = solution.census(within);
        let share = 100.0 * census.exact as f64 / census.positions as f64;
        println!(
            "  White king within {within}: {} of {} positions exact ({share:.2}%)",
            census.exact, census.positions
        );
        for (power, count) in &census.gaps {
            match power {
                Some(power) => println!("    gap at most 2^{power}: {count}"),
                None => println!("    infinite gap: {count}"),
            }
        }
    }
    if reach == 14 {
        // What was counted when this was written; a change must be understood.
        assert_eq!((solution.census(8).exact, solution.census(14).exact), (261_596, 767_809));
    }
    let hot = Position::new(Square::new(0, 0), Square::new(1, -2), Square::new(2, 1));
    let value = solution.evaluate(&hot.expect("a legal position")).expect("in the window");
    assert_eq!(value.mean().high.map(|m| m.to_string()).as_deref(), Some("6"));
    if let Some(peak) = memory::peak() {
        println!("  peak memory {}", memory::human(peak));
    }

    let begun = Instant::now();
    let figure =
        EscapeBoard::new(8, 11).expect("a legal board").figure(&task).expect("not stopped");
    assert_eq!((figure.black_first, figure.white_first), (Ending::Mate(88), Ending::Mate(77)));
    println!("escape board 8 by 11: 88,77 in {:.1} s", begun.elapsed().as_secs_f64());
}
