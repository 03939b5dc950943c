//! Depth to mate under the fifty-move rule: the search against the plain walk over all clocks.

use nimzo_chess::probe::{Dtm50, all_clocks, dtm50};
use nimzo_chess::rules::legal;
use nimzo_chess::{Depth, Dtz50, Metric, Probe};
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;
use shakmaty::{Chess, Color, Position, Role, Setup, Square};

/// All positions of king and pawn against king with the pawn on a square.
fn with_pawn_on(pawn: Square) -> Vec<Chess> {
    let mut positions = Vec::new();
    for white in Square::ALL {
        for black in Square::ALL {
            if white == black || white == pawn || black == pawn {
                continue;
            }
            for turn in Color::ALL {
                let mut setup = Setup { turn, ..Setup::empty() };
                setup.board.set_piece_at(white, Role::King.of(Color::White));
                setup.board.set_piece_at(black, Role::King.of(Color::Black));
                setup.board.set_piece_at(pawn, Role::Pawn.of(Color::White));
                positions.extend(legal(setup));
            }
        }
    }
    positions
}

#[test]
fn the_search_agrees_with_the_walk_over_all_clocks() {
    let mut library = Library::new();
    let goals = Goals { dtm: true, dtz50: true, ..Goals::default() };
    library.solve("KPvK".parse().unwrap(), goals, &Task::silent()).unwrap();
    let at_clock_zero = |position: &Chess| match dtm50(&library, position, 1_000_000)? {
        Dtm50::Exactly(depth) => Ok(depth),
        Dtm50::AtLeast(_) => panic!("the search was given up"),
    };
    let (mut later_than_dtm, mut spoilt) = (0, 0);
    for pawn in [Square::B2, Square::D3, Square::A5] {
        let positions = with_pawn_on(pawn);
        let clocks = all_clocks(&positions, at_clock_zero).unwrap();
        for (at, position) in positions.iter().enumerate() {
            let dtm = library.depth(position, Metric::Dtm).unwrap().unwrap().exact().unwrap();
            assert_eq!(clocks[0][at], dtm, "no mate of three men takes fifty moves");
            for clock in (at % 7..usize::from(Dtz50::LIMIT)).step_by(7) {
                let setup = position.to_setup(shakmaty::EnPassantMode::Legal);
                let late = legal(Setup { halfmoves: clock as u32, ..setup }).unwrap();
                let found = dtm50(&library, &late, 1_000_000).unwrap();
                assert_eq!(found, Dtm50::Exactly(clocks[clock][at]), "{late:?}");
                later_than_dtm += usize::from(clocks[clock][at] != dtm);
                spoilt += usize::from(clocks[clock][at] == Depth::Draw && dtm != Depth::Draw);
            }
        }
    }
    // The rule makes some mates later, and some impossible.
    assert!(spoilt > 0 && later_than_dtm > spoilt, "{later_than_dtm} {spoilt}");
}
