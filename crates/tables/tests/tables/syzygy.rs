//! Syzygy's files of three men, probed like our own tables.

use nimzo_chess::probe::{Category, main_line, respond};
use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, MaybeRounded, Metric, Probe};
use nimzo_retro::layout::Address;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::Syzygy;
use nimzo_work::Task;
use shakmaty::{Chess, Color, Position};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../retro/tests/data/syzygy");

/// Positions of the classes of three men, and tables of ours in memory.
fn positions() -> (Library, Vec<Chess>) {
    let mut library = Library::new();
    let goals = Goals { dtz50: true, ..Goals::default() };
    let mut found = Vec::new();
    for class in Material::all(3) {
        let solved = library.solve(class, goals, &Task::silent()).unwrap();
        let slots = solved.layout.slots();
        for i in (0..solved.layout.slices() * slots).step_by(61) {
            let address = Address { slice: i / slots, slot: i % slots };
            let board = solved.layout.board(address);
            let turn = if i % 2 == 0 { Color::White } else { Color::Black };
            found.extend(board.and_then(|board| set_up(&board, turn, None)));
        }
    }
    (library, found)
}

#[test]
fn values_are_ours_within_their_rounding() {
    let theirs = Syzygy::open(FILES.as_ref()).unwrap();
    let (ours, positions) = positions();
    let mut rounded = 0;
    for position in &positions {
        let [found, exact] =
            [&theirs as &dyn Probe, &ours].map(|p| p.probe(position, &[Metric::Dtz50]).unwrap());
        assert_eq!((found.wdl, found.wdl50), (exact.wdl, exact.wdl50), "{position:?}");
        let exact = exact.dtz50.and_then(MaybeRounded::exact).unwrap().0;
        let depth = found.dtz50.unwrap().map(|depth| depth.0);
        assert!([depth.at_least(), depth.at_most()].contains(&exact), "{position:?}: {depth:?}");
        rounded += usize::from(depth.exact().is_none());
        assert_eq!(found.dtm, None);
    }
    assert!(positions.len() > 3000 && rounded > 100, "{} {rounded}", positions.len());
}

#[test]
fn responses_say_what_rounding_leaves_open() {
    let theirs = Syzygy::open(FILES.as_ref()).unwrap();
    let (ours, positions) = positions();
    for position in positions.iter().step_by(29) {
        let found = respond(&theirs, position).unwrap();
        let exact = respond(&ours, position).unwrap();
        assert_eq!(found.category, exact.category, "{position:?}");
        assert!(found.info.precise_dtz.is_none() || found.info.precise_dtz == exact.info.dtz);
        let maybe = [Category::MaybeWin, Category::MaybeLoss];
        assert!(found.moves.iter().all(|mv| !maybe.contains(&mv.category)), "{position:?}");
    }
}

#[test]
fn what_the_files_do_not_hold_is_said() {
    assert!(Syzygy::open(tempfile::tempdir().unwrap().path()).is_err());
    let theirs = Syzygy::open(FILES.as_ref()).unwrap();
    let position = nimzo_chess::parse_fen("4k2q/8/8/8/8/8/R7/4K3 w - -").unwrap();
    let missing = theirs.wdl(&position).unwrap_err();
    assert!(matches!(missing, nimzo_chess::Error::Missing { .. }), "{missing}");
    assert!(missing.to_string().contains("add the files"), "{missing}");
}

/// Lichess's server plays its line by `best_move` of `shakmaty-syzygy`; ours is the same, move by move,
/// from its files and, where they round nothing, from our tables.
#[test]
fn the_main_line_is_that_of_other_servers() {
    let mut official = shakmaty_syzygy::Tablebase::<Chess>::new();
    official.add_directory(FILES).unwrap();
    let theirs = Syzygy::open(FILES.as_ref()).unwrap();
    let (ours, positions) = positions();
    let mut decided = 0;
    for position in positions.iter().step_by(17) {
        let mut expected = Vec::new();
        let mut at = position.clone();
        if !official.probe_dtz(position).unwrap().is_zero() {
            while at.halfmoves() < 100 {
                let Some((mv, _)) = official.best_move(&at).unwrap() else { break };
                at.play_unchecked(mv);
                expected.push(mv);
            }
        }
        let line = main_line(&theirs, position).unwrap();
        let moves: Vec<_> = line.moves.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, expected, "{position:?}");
        assert_eq!(line.winner, at.outcome().winner(), "{position:?}");
        assert_eq!(main_line(&ours, position).unwrap().winner, line.winner, "{position:?}");
        decided += usize::from(line.winner.is_some());
    }
    assert!(decided > 50, "{decided}");
}
