//! Positions with castling rights: the solver against the plain one, all of three and four men.

use nimzo_chess::rules::legal;
use nimzo_chess::{Material, Metric, Probe};
use nimzo_retro::castling::{Appendices, Numbering};
use nimzo_retro::plain;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;
use shakmaty::{Bitboard, Chess, EnPassantMode, Position, Setup};

const METRICS: [Metric; 4] = [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50];

fn without_rights(position: &Chess) -> Chess {
    let setup = position.to_setup(EnPassantMode::Legal);
    legal(Setup { castling_rights: Bitboard::EMPTY, ..setup }).unwrap()
}

#[test]
fn both_solvers_agree_on_all_positions_of_three_and_four_men() {
    let goals = Goals { dtm: true, dtc: true, dtz: true, dtz50: true, ..Goals::default() };
    let (mut library, mut appendices) = (Library::new(), Appendices::of(&METRICS));
    let (mut compared, mut differing) = (0, 0);
    for class in [Material::all(3), Material::all(4)].concat() {
        library.solve(class, goals, &Task::silent()).unwrap();
        for class in class.closure() {
            appendices.solve(class, &library, &Task::silent()).unwrap();
        }
        let solved = appendices.beside(&library);
        let values = |p: &Chess| solved.probe(p, &METRICS).unwrap().values().unwrap();
        for rights in appendices.get(class).unwrap().sets().map(Numbering::rights) {
            for (position, plain) in plain::castling::solve(class, rights, values) {
                assert_eq!(values(&position), plain, "{position:?}");
                // Of a position and the one with colours exchanged one counts.
                let twice = class.is_symmetric() && rights == rights.flipped();
                compared += u64::from(!twice || position.turn().is_white());
                differing += u64::from(values(&without_rights(&position)) != plain);
            }
        }
    }
    // The published numbers of such positions, of three and of four men, each up to an exchange of colours.
    assert_eq!(compared, 211 + 113_158);
    assert!(differing > 0);
}
