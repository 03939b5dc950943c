//! Solved positions against whole classes, and folders that were damaged.

use std::sync::{Arc, Mutex};

use nimzo_chess::{Probe, Wdl, parse_fen};
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::Library;
use nimzo_work::{Observer, Task};
use shakmaty::Position;

use super::*;
use crate::Store;

const PLENTY: Limits = Limits { memory: 1 << 40, disk: 1 << 40 };

fn wish(metric: Metric) -> Wish {
    Wish { metric, limits: PLENTY, bounds: false, slices: Wish::MOST_SLICES }
}

fn solved_in(folder: &Path, fen: &str, metric: Metric, task: &Task) -> Store {
    let position = parse_fen(fen).unwrap();
    let store = Store::at(folder);
    let way = Ways::of(&position, wish(metric)).next(task).unwrap().unwrap();
    solve(&way, store.solved(), task).unwrap();
    store
}

/// Listens to what is said.
#[derive(Default)]
struct Said(Mutex<Vec<String>>);

impl Observer for Said {
    fn begin(&self, _: u64, _: &str, _: u64) {}
    fn advance(&self, _: u64, _: u64) {}
    fn end(&self, _: u64) {}
    fn say(&self, line: &str) {
        self.0.lock().unwrap().push(line.to_owned());
    }
}

const FEN: &str = "8/8/4k3/1p6/1P6/3K4/8/8 w - - 0 1";

#[test]
fn a_solved_position_and_what_follows_from_it_equal_the_class() {
    let folder = tempfile::tempdir().unwrap();
    let store = solved_in(folder.path(), FEN, Metric::Dtm, &Task::silent());
    let mut library = Library::new();
    let goals = nimzo_retro::sweep::Goals { dtm: true, ..Default::default() };
    library.solve("KPvKP".parse().unwrap(), goals, &Task::silent()).unwrap();
    let mut open = vec![parse_fen(FEN).unwrap()];
    for _ in 0..4 {
        let mut next = Vec::new();
        for position in open {
            let wanted = [Metric::Dtm];
            let found = store.probe(&position, &wanted).unwrap();
            assert_eq!(found, library.probe(&position, &wanted).unwrap(), "{position:?}");
            let moves = position.legal_moves();
            next.extend(moves.iter().map(|&mv| nimzo_chess::rules::after(&position, mv)));
        }
        next.truncate(300);
        open = next;
    }
    let elsewhere = parse_fen("8/8/4k3/1p6/8/1P1K4/8/8 w - - 0 1").unwrap();
    assert!(store.probe(&elsewhere, &[]).is_err(), "no move leads a pawn back");
}

#[test]
fn what_is_there_is_not_solved_again_and_what_is_damaged_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = solved_in(folder.path(), FEN, Metric::Wdl, &Task::silent());
    let file = store.solved().path(Pack::Results("KPvKP".parse().unwrap()));
    let whole = std::fs::read(&file).unwrap();
    let probe = |store: &Store| store.wdl(&parse_fen(FEN).unwrap());
    let value = probe(&store).unwrap();
    solved_in(folder.path(), FEN, Metric::Wdl, &Task::silent());
    assert_eq!(std::fs::read(&file).unwrap(), whole, "nothing is added");

    // A flipped bit in a slice: probing names the file, solving says so and puts a new slice there.
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&file, &damaged).unwrap();
    let refused = probe(&Store::at(folder.path())).unwrap_err().to_string();
    assert!(refused.contains("KPvKP.slices") && refused.contains("damaged"), "{refused}");
    let said = Arc::new(Said::default());
    let watched = Task::observed(Arc::clone(&said) as Arc<dyn Observer>);
    let store = solved_in(folder.path(), FEN, Metric::Wdl, &watched);
    let lines = said.0.lock().unwrap().join("\n");
    assert!(lines.contains("KPvKP.slices") && lines.contains("solved again"), "{lines}");
    assert_eq!(probe(&store).unwrap(), value);

    // Killed while a record was being written.
    std::fs::write(&file, &whole[..whole.len() - 9]).unwrap();
    assert!(probe(&Store::at(folder.path())).is_err());
    let store = solved_in(folder.path(), FEN, Metric::Wdl, &Task::silent());
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    assert_eq!(probe(&store).unwrap(), value);
}

#[test]
fn bounds_that_meet_are_found_from_either_side() {
    // Two passed pawns a side would be six pieces; the White king holds one of them.
    let fen = "8/8/8/8/1p5p/1P5P/8/k1K5 w - - 0 1";
    let position = parse_fen(fen).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let wish = Wish { bounds: true, ..wish(Metric::Wdl) };
    let way = Ways::of(&position, wish).next(&Task::silent()).unwrap().unwrap();
    assert_eq!(way.pieces, Some(3));
    solve(&way, store.solved(), &Task::silent()).unwrap();
    let (mut board, mut turn) = (position.board().clone(), position.turn());
    exchange_colors(&mut board, &mut turn);
    let other = nimzo_chess::rules::set_up(&board, turn, None).unwrap();
    let value: Option<Wdl> = store.wdl(&position).ok();
    assert_eq!(store.wdl(&other).ok(), value);
}
