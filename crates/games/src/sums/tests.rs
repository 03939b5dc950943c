//! Values that can be checked by hand, by other programs of this crate and by exhaustive play.

use nimzo_cgt::Universe;
use nimzo_work::Task;

use super::*;
use crate::board::{Limits, Position, Proved, Side, Solver, Square};
use crate::partizan::Player;
use crate::pawns::{Values, Word, embed, least_rows};

/// Pawns as `a2 b3 / a5 b6`, White's first.
fn group(files: usize, rows: usize, text: &str) -> PawnGroup {
    let (white, black) = text.split_once('/').unwrap();
    let empty = PawnGroup::empty(files, rows).unwrap();
    let put = |group: PawnGroup, side: Side, names: &str| {
        names.split_whitespace().fold(group, |group, name| {
            let file = name.as_bytes()[0] - b'a';
            let row = name[1..].parse::<u8>().unwrap() - 1;
            group.with(side, Square { file, row })
        })
    };
    put(put(empty, Side::White, white), Side::Black, black)
}

fn shown(group: PawnGroup) -> String {
    let mut worths = Worths::new(&Task::silent());
    let worth = worths.of(group).unwrap();
    worths.show(worth).unwrap()
}

#[test]
fn values_that_can_be_checked_by_hand() {
    for (files, text, value) in [
        // Face to face, nobody can move; each empty square between is one move for either.
        (1, "a3 / a4", "0"),
        (1, "a3 / a5", "*"),
        (1, "a3 / a6", "0"),
        // White to a3 (then *) or a4 (then 0), Black to a4 (then *).
        (1, "a2 / a5", "^"),
        // The same with a square more between; with two more each step has its answer.
        (1, "a2 / a6", "^^*"),
        (1, "a2 / a7", "0"),
        // One spare step: the double step would lose the pawn and let the other one through.
        (2, "a4 b2 / a5", "1"),
        (2, "a4 / a5 b7", "-1"),
        // Nothing stands in the way.
        (1, "a4 /", "on"),
        (1, "/ a4", "off"),
        (2, "a5 / b4", "+-on"),
    ] {
        assert_eq!(shown(group(files, 8, text)), value, "{text}");
    }
}

/// On three rows without stops this is the pawn game, and there its theory is known.
#[test]
fn the_pawn_game_has_its_nimbers() {
    let mut worths = Worths::new(&Task::silent());
    for length in 1..=6u8 {
        let start = (0..length).fold(PawnGroup::empty(length.into(), 3).unwrap(), |group, file| {
            let at = |row| Square { file, row };
            group.with(Side::White, at(0)).with(Side::Black, at(2))
        });
        let nimber = Values::nimber_of(&Word::open(length.into()));
        let value = worths.universe().nimber(nimber);
        assert_eq!(worths.of(start).unwrap(), Worth::Short(value), "{length} files");
    }
}

#[test]
fn mirrors_are_equal_and_exchanged_colours_are_negatives() {
    let mut worths = Worths::new(&Task::silent());
    for pawns in components(2, 6) {
        let worth = worths.of(pawns).unwrap();
        let negative = match worth {
            Worth::Short(value) => Worth::Short(worths.universe().neg(value).unwrap()),
            Worth::Through(player) => Worth::Through(player.other()),
            Worth::Threats(form) => Worth::Threats(worths.universe().neg(form).unwrap()),
            Worth::Unknown => Worth::Unknown,
        };
        assert_eq!(worths.of(pawns.negative()).unwrap(), negative, "{pawns}");
    }
}

fn short_components(catalogue: &Catalogue) -> Vec<PawnGroup> {
    let short = catalogue.entries().iter().filter(|entry| matches!(entry.worth, Worth::Short(_)));
    short.map(|entry| entry.group).collect()
}

/// The value of a sum and plain play of all its pawns together say the same.
#[test]
fn random_sums_have_the_winner_that_their_values_say() {
    let task = Task::silent();
    let mut dice = fastrand::Rng::with_seed(29);
    let mut catalogue = Catalogue::build(2, 6, &task).unwrap();
    let short = short_components(&catalogue);
    let mut met = std::collections::BTreeMap::new();
    for _ in 0..500 {
        let number = dice.usize(2..=3);
        let groups: Vec<PawnGroup> = (0..number).map(|_| *dice.choice(&short).unwrap()).collect();
        for mover in Player::BOTH {
            let worths = catalogue.worths();
            let zero = worths.universe().zero();
            let predicted = worths.winner(&groups, mover).unwrap().unwrap();
            let wins = worths.mover_wins(&groups, zero, mover).unwrap();
            assert_eq!(wins, predicted == mover, "{groups:?} {mover:?}");
            *met.entry((mover, wins)).or_insert(0) += 1;
        }
    }
    assert!(met.len() == 4 && met.values().all(|&times| times > 20), "{met:?}");
}

fn analysis(fen: &str, positions: u64) -> Analysis {
    let position: Position = fen.parse().unwrap();
    Analysis::of(&position, None, Limits { positions }, &Task::silent()).unwrap()
}

fn winning(turn: &TurnReport) -> Vec<String> {
    let wins = turn.moves.iter().filter(|one| one.wins == Some(true));
    wins.map(|one| one.one.to_string()).collect()
}

/// Every component has a value, the core is a zugzwang, and what the values say of the winner with
/// either side to move is what exhaustive search says.
fn assert_proved(found: &Analysis, value: &str, what: &str) {
    assert_eq!(found.sum.as_ref().unwrap().canonical, value, "{what}");
    assert!(found.core_is_zugzwang(), "{what}");
    for turn in &found.turns {
        let winner = match turn.proved {
            Proved::Win => turn.side,
            Proved::Loss => turn.side.other(),
            Proved::Unproved => panic!("{what}: not proved with {:?} to move", turn.side),
        };
        assert_eq!(turn.winner, Some(winner), "{what}");
        assert_eq!(winner == turn.side, !winning(turn).is_empty(), "{what}");
    }
}

/// A diagram of the paper on a large board: the first player wins, by one move only.
fn is_won_by_one_move(fen: &str, move_of_white: &str, value: &str) {
    let found = analysis(fen, 400_000);
    assert_proved(&found, value, fen);
    assert_eq!(winning(&found.turns[0]), [move_of_white], "{fen}");
}

#[test]
fn the_papers_diagram_worth_two() {
    let fen = "11k/p9pP/P5p3P1/pppp3p4/6pP4/PPPP2P5/p6P2p1/P9Pp/11K w";
    is_won_by_one_move(fen, "d4d5", "*2");
}

#[test]
#[ignore = "takes ten seconds: the search goes through every position"]
fn the_papers_diagrams_worth_one_and_three() {
    let one = "11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K w";
    is_won_by_one_move(one, "c4c5", "*");
    let three = "11k/p9pP/P5p3P1/pppp3p1p2/6pP4/PPPP2P2P2/p6P2p1/P9Pp/11K w";
    is_won_by_one_move(three, "b4b5", "*3");
}

/// Words of the pawn game on boards with kings have the nimbers of its theory.
#[test]
fn embedded_rows_of_free_files_have_their_nimbers() {
    ["0", "00", "0000", "00000"].into_iter().for_each(hold_embedded_words);
}

#[test]
fn an_embedded_word_of_value_two_has_its_nimber() {
    hold_embedded_words("1000");
}

#[test]
#[ignore = "takes ten seconds"]
fn two_embedded_words_have_their_nimber() {
    hold_embedded_words("1000+0");
}

fn hold_embedded_words(sum: &str) {
    let words: Vec<Word> = sum.split('+').map(|word| word.parse().unwrap()).collect();
    let embedding = embed(&words, least_rows(&words)).unwrap();
    let found = analysis(&embedding.position.to_string(), 400_000);
    let mut universe = Universe::new();
    let nimber = universe.nimber(embedding.nimber);
    let value = universe.show(nimber);
    assert_eq!(found.components.len(), words.len(), "{sum}");
    assert_proved(&found, &value, sum);
}

/// Pairs and triples of pawns whose values are checked by hand, on a board with kings.
#[test]
fn components_on_a_board_with_kings_are_found_again_and_proved() {
    for (texts, value) in [
        (vec![(1, "a3 / a5")], "*"),
        (vec![(1, "a3 / a5"), (1, "a3 / a5")], "0"),
        (vec![(1, "a2 / a5")], "^"),
        (vec![(1, "a2 / a5"), (1, "a3 / a5")], "^*"),
        (vec![(1, "a2 / a6"), (1, "a4 / a7")], "^*"),
        (vec![(2, "a4 b2 / a5")], "1"),
        (vec![(2, "a4 / a5 b7"), (1, "a2 / a5")], "-1^"),
        (vec![(2, "a4 b2 / a5"), (2, "a3 b2 / a5 b6")], "{2|0}"),
    ] {
        let groups: Vec<PawnGroup> =
            texts.iter().map(|&(files, text)| group(files, 8, text)).collect();
        let found = analysis(&set_up(&groups).unwrap().to_string(), 400_000);
        let parts: Vec<PawnGroup> = found.split.components.iter().map(|one| one.group).collect();
        assert_eq!(parts, groups);
        assert_proved(&found, value, &format!("{texts:?}"));
    }
}

/// Values of components against a solver that knows only chess: sums of one or two of them beside
/// a zugzwang and walled-in kings, with either side to move.
fn prove_random_sums(sums: usize) {
    let task = Task::silent();
    let mut dice = fastrand::Rng::with_seed(2029);
    let mut catalogue = Catalogue::build(2, LEAST_ROWS, &task).unwrap();
    let short = short_components(&catalogue);
    let mut wins = 0;
    for _ in 0..sums {
        let number = dice.usize(1..=2);
        let groups: Vec<PawnGroup> = (0..number).map(|_| *dice.choice(&short).unwrap()).collect();
        let position = set_up(&groups).unwrap();
        let split = Split::of(&position, None).unwrap();
        let mut solver = Solver::guided(&task, SumGuide::new(&position, &split, &task));
        for side in [Side::White, Side::Black] {
            let predicted = catalogue.worths().winner(&groups, player(side)).unwrap().unwrap();
            let here = position.clone().with_turn(side);
            let limits = Limits { positions: 300_000 };
            let proved = solver.outcome(&here, limits).unwrap();
            let expected = if predicted == player(side) { Proved::Win } else { Proved::Loss };
            assert_eq!(proved, expected, "{here}");
            wins += usize::from(proved == Proved::Win);
        }
    }
    assert!((sums / 4..2 * sums).contains(&wins), "{wins} of {}", 2 * sums);
}

#[test]
fn random_sums_on_boards_with_kings_have_the_winner_that_their_values_say() {
    prove_random_sums(40);
}

#[test]
#[ignore = "takes minutes"]
fn five_hundred_random_sums_on_boards_with_kings() {
    prove_random_sums(500);
}

/// Pawns that never meet are different components, though they stand on neighbouring files; a pair
/// beside a pawn that a bishop blocks is no part of the core.
#[test]
fn what_cannot_meet_is_apart() {
    let fen = "8/7p/ppp5/7P/PPP5/4k1b1/4pNP1/4K1Q1 w";
    let split = Split::of(&fen.parse().unwrap(), None).unwrap();
    let groups: Vec<String> = split.components.iter().map(|one| one.group.to_string()).collect();
    assert_eq!(groups, ["a4 b4 c4 / a6 b6 c6", "a5 / a7"]);
    let core: Vec<String> = split.core.iter().map(Square::to_string).collect();
    assert_eq!(core, ["e1", "e2", "e3", "f2", "g1", "g2", "g3"]);
}

/// On an ordinary board White's pawns are a step nearer to their goal, and in Diagram 1 Black's new
/// queen mates, as the paper says: with that the three files are the zugzwang that they are in theory.
#[test]
fn three_files_of_diagram_1_are_a_zugzwang() {
    let mut worths = Worths::new(&Task::silent());
    let files = group(3, 8, "a4 b4 c4 / a6 b6 c6").with_late(Some(Side::Black));
    let star = group(1, 8, "a5 / a7");
    for mover in Player::BOTH {
        let winner = |worths: &mut Worths, groups: &[PawnGroup]| {
            worths.winner(groups, mover).unwrap().unwrap()
        };
        assert_eq!(winner(&mut worths, &[files]), mover.other());
        assert_eq!(winner(&mut worths, &[files, star]), mover);
    }
}
