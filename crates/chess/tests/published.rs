//! Counts of positions against published ones.

use nimzo_chess::count::{Convention, count};
use nimzo_work::Task;

#[test]
fn positions_of_three_to_five_men_are_as_many_as_published() {
    let rows =
        include_str!("data/kryukov.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut compared = 0;
    for row in rows {
        let numbers: Vec<u64> = row.split(',').map(|number| number.parse().unwrap()).collect();
        let [men, positions, with_castling] = numbers[..] else { panic!("{row}") };
        // Six men take longer than a test should.
        if men <= 5 {
            let census = count(men as usize, Convention::KRYUKOV, &Task::silent()).unwrap();
            assert_eq!(
                (census.total(), census.with_castling()),
                (positions, with_castling),
                "{men}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 3);
}
