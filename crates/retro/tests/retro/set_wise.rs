//! The set-wise generator against Syzygy: a sample of every class of three and four men.

use nimzo_chess::probe::{Known, Probe};
use nimzo_chess::rules::{after, legal, set_up};
use nimzo_chess::successors::{Worth, with_en_passant};
use nimzo_chess::{Dtz50, Material, Metric, Wdl};
use nimzo_retro::layout::Address;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;
use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Chess, Color, Position, Role, Setup, Square};

use crate::syzygy;

/// Slots looked at in each class, for each side to move.
const SAMPLE: usize = 12_000;

#[test]
fn a_sample_of_three_and_four_men_agrees_with_syzygy() {
    let (syzygy, men) = syzygy::tables();
    let goals = Goals { dtz50: true, ..Goals::default() };
    let mut library = Library::new();
    for class in (3..=men.min(4)).flat_map(Material::all) {
        let solved = library.solve(class, goals, &Task::silent()).unwrap();
        let slots = solved.layout.slots();
        let total = solved.layout.slices() * slots;
        let mut compared = 0;
        for i in (0..total).step_by((total / SAMPLE) | 1) {
            let address = Address { slice: i / slots, slot: i % slots };
            let Some(board) = solved.layout.board(address) else { continue };
            for turn in Color::ALL {
                let values = &solved.slices[address.slice];
                let found = values.depth_at(Metric::Dtz50, turn, address.slot);
                let position = set_up(&board, turn, None);
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

/// Larger is better for the side to move: quick wins, slow wins, draws, slow losses, quick losses.
fn worth(known: &Known) -> i32 {
    let plies = known.dtm.unwrap().0.signed_plies().abs();
    match known.wdl {
        Wdl::Win => 1000 - plies,
        Wdl::Draw => 0,
        Wdl::Loss => plies - 1000,
    }
}

/// The worth of a move into a position, for the player who makes it.
fn worth_of_moving_into(known: &Known) -> i32 {
    let worth = -worth(known);
    worth - worth.signum()
}

fn probe(library: &Library, position: &Chess) -> Known {
    library.probe(position, &[Metric::Dtm]).unwrap()
}

#[test]
fn en_passant_rights_count() {
    let mut library = Library::new();
    let goals = Goals { dtm: true, ..Goals::default() };
    library.solve("KPvKP".parse().unwrap(), goals, &Task::silent()).unwrap();
    let mut seen = 0;
    for file in 0..8 {
        for beside in [file - 1, file + 1].into_iter().filter(|beside| (0..8).contains(beside)) {
            let squares = (0..64).flat_map(|white| (0..64).map(move |black| (white, black)));
            for (white, black) in squares {
                let mut board = Board::empty();
                for (square, color, role) in [
                    (24 + file as u32, Color::White, Role::Pawn),
                    (24 + beside as u32, Color::Black, Role::Pawn),
                    (white, Color::White, Role::King),
                    (black, Color::Black, Role::King),
                ] {
                    board.set_piece_at(Square::new(square), role.of(color));
                }
                let ep_square = Some(Square::new(16 + file as u32));
                let setup = Setup { board, turn: Color::Black, ep_square, ..Setup::empty() };
                if setup.board.occupied().count() < 4 {
                    continue;
                }
                let Some(position) = legal(setup) else { continue };
                if position.en_passant_moves().is_empty() {
                    continue;
                }
                let moves = position.legal_moves();
                let best = moves
                    .iter()
                    .map(|&mv| worth_of_moving_into(&probe(&library, &after(&position, mv))))
                    .max();
                assert_eq!(Some(worth(&probe(&library, &position))), best, "{position:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20_000, "{seen}");
}

#[test]
fn an_en_passant_capture_may_be_the_only_move() {
    let fen: Fen = "k7/2Q5/8/8/4Pp2/5K2/8/8 b - e3 0 1".parse().unwrap();
    let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    let moves = position.legal_moves();
    assert!(!moves.is_empty() && moves.iter().all(|mv| mv.is_en_passant()));
    let mut library = Library::new();
    library.solve("KQvKP".parse().unwrap(), Goals::default(), &Task::silent()).unwrap();
    // Without the right Black is stalemated, which is what a table of all five men says.
    let found = with_en_passant(&position, &mut |p| match Material::of_board(p.board()).count() {
        5 => Ok(Known::DRAW),
        _ => library.probe(p, &[]),
    });
    assert_eq!(found.unwrap().wdl, Wdl::Loss);
}
