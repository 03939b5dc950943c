//! What is written for other programs and read again: EPD, PGN, games, records of a census, appendices with
//! castling rights.

use std::fs;
use std::path::Path;

use nimzo_chess::pgn::{PlayedMove, parse_pgn};
use nimzo_chess::probe::line;
use nimzo_chess::{Material, Metric, parse_fen, write_fen};
use nimzo_tables::store::Store;
use nimzo_work::Task;
use nimzo_zugzwang::Kind;
use nimzo_zugzwang::census::record;
use nimzo_zugzwang::list::epd_line;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, KnownOutcome, Outcome, Position};

use crate::Target;
use crate::targets::{fuzz, text, with_mended_sum};

const FEN_WORDS: [&str; 12] = ["w", "b", "KQkq", "-", "e3", "d6", "8", "/", "k", "K", "p", "P"];

/// Every position that is read is written as EPD, which is the same position with operations.
#[test]
fn epd() {
    let take = |text: &str| {
        let Ok(position) = parse_fen(text) else { return };
        for kind in Kind::ALL {
            let written = epd_line(&position, kind, "KRvKN 1");
            let fields: Vec<&str> = written.split(' ').collect();
            let (place, operations) = fields.split_at(4);
            // EPD has no counters.
            let same = |position: &Chess| position.to_setup(EnPassantMode::PseudoLegal);
            let again = parse_fen(&place.join(" ")).expect("a position");
            let (again, mut expected) = (same(&again), same(&position));
            (expected.halfmoves, expected.fullmoves) = (again.halfmoves, again.fullmoves);
            assert_eq!(again, expected, "{written}");
            assert_eq!(operations[..2], ["zug", &format!("\"{kind}\";")], "{written}");
        }
    };
    fuzz("epd", &FEN_WORDS, &text(take));
}

/// Every line of play is written as PGN, whose moves lead from its start to its result.
#[test]
fn pgn() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = built(folder.path(), "KRvK");
    let take = |text: &str| {
        let Ok(start) = parse_fen(text) else { return };
        let Ok(best) = line(&store, &start, Metric::Dtm) else { return };
        let written = best.pgn();
        let (tags, moves) = written.split_once("\n\n").expect("tags, an empty line, moves");
        let fen = tags.lines().find_map(|tag| tag.strip_prefix("[FEN \"")).expect("a start");
        let mut position = parse_fen(fen.trim_end_matches("\"]")).expect("a position");
        let mut comment = false;
        let mut result = "";
        for word in moves.split_whitespace() {
            let inside = comment || word.starts_with('{');
            comment = inside && !word.ends_with('}');
            if inside {
                continue;
            }
            result = word;
            let san = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            if let Ok(san) = san.parse::<SanPlus>()
                && !word.contains(['/', '-'])
            {
                let chosen = san.san.to_move(&position).expect("a legal move");
                position.play_unchecked(chosen);
            }
        }
        let end = match position.outcome() {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => "1-0",
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => "0-1",
            _ => "1/2-1/2",
        };
        assert_eq!((result, best.result), (end, end), "{} {written}", write_fen(&start));
    };
    fuzz("pgn", &FEN_WORDS, &text(take));
}

/// Games that are read are written and read as the same, variations in their places; a refusal names the
/// line.
#[test]
fn games() {
    fn write(moves: &[PlayedMove], to: &mut String) {
        for played in moves {
            to.push_str(&format!("{} ", played.san));
            for variation in &played.variations {
                to.push_str("( ");
                write(variation, to);
                to.push_str(") ");
            }
        }
    }
    let take = |text: &str| match parse_pgn(text) {
        Ok(games) => {
            for game in games {
                let mut written = format!("[FEN \"{}\"]\n\n", write_fen(&game.start));
                write(&game.moves, &mut written);
                let again = parse_pgn(&format!("{written}*")).expect("what was read");
                let mut rewritten = format!("[FEN \"{}\"]\n\n", write_fen(&again[0].start));
                write(&again[0].moves, &mut rewritten);
                assert_eq!((again.len(), &rewritten), (1, &written));
            }
        }
        Err(refusal) => assert!(refusal.to_string().starts_with("line "), "{refusal}"),
    };
    let words =
        ["1.", "...", "(", ")", "{", "}", ";", "$3", "[FEN \"", "\"]", "1-0", "*", "e4", "O-O"];
    fuzz("games", &words, &text(take));
}

/// The record of a census is read as it was written, or refused.
#[test]
fn records() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("census.csv");
    let take = |text: &str| match record::parse(&path, text) {
        Ok(entries) => {
            // The seconds are rounded when they are written for the first time.
            let written_and_read = |entries: &[record::Entry]| {
                let _ = fs::remove_file(&path);
                record::write(&path, entries).expect("written");
                record::read(&path).expect("read")
            };
            let once = written_and_read(&entries);
            let twice = written_and_read(&once);
            assert_eq!(once.len(), entries.len(), "{text}");
            assert_eq!(format!("{once:?}"), format!("{twice:?}"), "{text}");
        }
        Err(refusal) => assert!(refusal.to_string().contains("census.csv"), "{refusal}"),
    };
    fuzz("records", &["KRvKN", ",", "0 0 0 0 0 0", "\n", "#", "NaN", "inf"], &text(take));
}

/// Files with castling rights, half of them with their header's checksum mended.
#[test]
fn appendices() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = built(folder.path(), "KRvK");
    let class: Material = "KRvK".parse().expect("a class");
    store.ensure_small_castling(class, &Task::silent()).expect("built");
    let path = store.castling_path(class);
    let whole = fs::read(&path).expect("an appendix");
    let take = |bytes: &[u8]| {
        for bytes in [bytes.to_vec(), with_mended_sum(bytes)] {
            let _ = fs::remove_file(&path);
            fs::write(&path, bytes).expect("written");
            if let Ok(Some(file)) = Store::at(folder.path()).appendix(class) {
                let _ = file.check_blocks();
                for set in file.sets() {
                    for number in [0, set.size() - 1, usize::MAX / 4] {
                        let _ = file.depth(set.rights(), Metric::Dtm, Color::White, number);
                    }
                }
            }
        }
    };
    Target { name: "appendices", words: &[], take: &take }.fuzz(vec![whole]);
}

fn built(folder: &Path, class: &str) -> Store {
    let store = Store::at(folder);
    let class: Material = class.parse().expect("a class");
    store.ensure_small(class, &Metric::ALL, &Task::silent()).expect("built");
    store
}
