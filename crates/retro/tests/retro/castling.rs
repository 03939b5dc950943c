//! Positions with castling rights: the solver against the plain one, all of three and four men.

use std::collections::HashMap;

use nimzo_chess::probe::Probe;
use nimzo_chess::rules::legal;
use nimzo_chess::successors::with_en_passant;
use nimzo_chess::{CastlingRights, Material, Metric, Values};
use nimzo_retro::castling::{Appendix, solve};
use nimzo_retro::plain;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::{Interrupted, Task};
use shakmaty::{Bitboard, Chess, EnPassantMode, Position, Role, Setup};

/// Solved classes, with and without rights.
#[derive(Default)]
struct Solved {
    library: Library,
    appendices: HashMap<Material, Appendix>,
}

impl Solved {
    fn solve(&mut self, class: Material) {
        let goals = Goals { dtm: true, dtc: true, dtz: true, dtz50: true, ..Goals::default() };
        self.library.solve(class, goals, &Task::silent()).unwrap();
        for class in class.closure() {
            if self.appendices.contains_key(&class) {
                continue;
            }
            let outside = |position: &Chess| Ok::<_, Interrupted>(self.values(position));
            let appendix = solve(class, outside, &Task::silent()).unwrap().unwrap();
            self.appendices.insert(class, appendix);
        }
    }

    fn values(&self, position: &Chess) -> Values {
        if CastlingRights::of(position).is_empty() {
            return self.library.probe(position, &Metric::ALL).unwrap().values().unwrap();
        }
        let class = Material::of_board(position.board()).canonical();
        let look_up = |p: &Chess| match CastlingRights::of(p).is_empty() {
            true => Ok(self.values(p)),
            false => self.appendices[&class].look_up(p).ok_or(()),
        };
        with_en_passant(position, &mut { look_up }).unwrap()
    }
}

fn without_rights(position: &Chess) -> Chess {
    let setup = position.to_setup(EnPassantMode::Legal);
    legal(Setup { castling_rights: Bitboard::EMPTY, ..setup }).unwrap()
}

#[test]
fn both_solvers_agree_on_all_positions_of_three_and_four_men() {
    let mut solved = Solved::default();
    let (mut compared, mut differing) = (0, 0);
    for class in [Material::all(3), Material::all(4)].concat() {
        if class.white.count(Role::Rook) + class.black.count(Role::Rook) == 0 {
            continue;
        }
        solved.solve(class);
        let sets: Vec<CastlingRights> =
            solved.appendices[&class].sets().map(|(numbering, _)| numbering.rights()).collect();
        for rights in sets {
            for (position, values) in plain::castling::solve(class, rights, |p| solved.values(p)) {
                assert_eq!(solved.values(&position), values, "{position:?}");
                // Of a position and the one with colours exchanged one counts.
                let twice = class.is_symmetric() && rights == rights.flipped();
                compared += u64::from(!twice || position.turn().is_white());
                let bare = solved.values(&without_rights(&position));
                differing += u64::from(bare != values);
            }
        }
    }
    // The published numbers of such positions, of three and of four men, each up to an exchange of colours.
    assert_eq!(compared, 211 + 113_158);
    assert!(differing > 0);
}
