//! The set-wise generator against Syzygy: a sample of every class of three and four men.

use nimzo_tables::layout::{Address, color_of};
use nimzo_tables::successors::legal;
use nimzo_tables::sweep::{Goals, Library};
use nimzo_tables::{Dtz50, Material};
use nimzo_work::Task;
use shakmaty::Setup;

use crate::syzygy;

/// Slots looked at in each class, for each side to move.
const SAMPLE: usize = 12_000;

#[test]
fn a_sample_of_three_and_four_men_agrees_with_syzygy() {
    let Some(syzygy) = syzygy::tables() else { return };
    let goals = Goals { dtz50: true, ..Goals::default() };
    let mut library = Library::new();
    for class in [Material::all(3), Material::all(4)].concat() {
        let solved = library.solve(class, goals, &Task::silent()).unwrap();
        let slots = solved.layout.slots();
        let total = solved.layout.slices() * slots;
        let mut compared = 0;
        for i in (0..total).step_by((total / SAMPLE) | 1) {
            let address = Address { slice: i / slots, slot: i % slots };
            let Some(board) = solved.layout.board(address) else { continue };
            for side in 0..2 {
                let planes = solved.slices[address.slice].dtz50.as_ref().unwrap();
                let found = planes[side].get(address.slot);
                let setup = Setup { board: board.clone(), turn: color_of(side), ..Setup::empty() };
                let position = legal(setup);
                assert_eq!(position.is_some(), found.is_some(), "{class} {board}");
                if let (Some(position), Some(depth)) = (position, found) {
                    syzygy::check(&syzygy, &position, Dtz50(depth));
                    compared += 1;
                }
            }
        }
        assert!(compared > SAMPLE / 2, "{class}: {compared}");
    }
}
