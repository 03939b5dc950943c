//! What takes inputs from outside, and what must hold of everything that it accepts.

use std::fmt::{Debug, Display};
use std::fs;
use std::str::FromStr;
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::Query;
use axum::http::Uri;
use nimzo_chess::{Material, Metric, parse_fen, read_position, write_fen};
use nimzo_games::{board, echess, pawns, young};
use nimzo_questions::Entry;
use nimzo_tables::file::TableFile;
use nimzo_tables::store::{Request, Store};
use nimzo_work::Task;
use xxhash_rust::xxh3::xxh3_64;

use crate::Target;

pub fn fuzz(name: &str, words: &[&str], take: &dyn Fn(&[u8])) {
    Target { name, words, take }.fuzz(Vec::new());
}

/// Gives text to `take`; bytes that are no text do not get that far.
pub fn text(take: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |bytes| {
        if let Ok(text) = std::str::from_utf8(bytes) {
            take(text);
        }
    }
}

/// What is read and written is read as the same, and a refusal says something.
fn reads_back<T: FromStr<Err: Display> + Display + Debug + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(read) => {
            let again = read.to_string().parse::<T>();
            assert!(again.is_ok_and(|again| again == read), "{read} is read as another");
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}

#[test]
fn fen() {
    let words = ["w", "b", "KQkq", "-", "e3", "d6", "8", "/", "0", "1", "k", "K", "p", "P"];
    let take = |fen: &str| {
        let _ = read_position(fen);
        if let Ok(position) = parse_fen(fen) {
            let written = write_fen(&position);
            assert_eq!(parse_fen(&written).as_ref(), Ok(&position), "{written}");
        }
        // Boards of any size have a notation of their own.
        reads_back::<board::Position>(fen);
    };
    fuzz("fen", &words, &text(take));
}

#[test]
fn material() {
    let words = ["K", "Q", "R", "B", "N", "P", "v", "k"];
    fuzz("material", &words, &text(reads_back::<Material>));
}

#[test]
fn mine() {
    let words = [
        "win(w)",
        "and",
        "or",
        "not",
        "(",
        ")",
        "dtm(b)",
        ">=",
        "in",
        "2..5",
        "K on d4",
        "a-c",
        "{",
        "}",
        ",",
        "only_winning(w",
        "promotion to N",
        "moves(b",
        "capture of",
        "null(",
        "zug",
    ];
    fuzz("mine", &words, &text(reads_back::<nimzo_mine::Query>));
}

#[test]
fn cgt() {
    let words = [
        "{", "|", "||", "|||", "}", "*", "^", "v", "+-", "on", "off", "over", "under", "pass", "a",
        "(", ")", ",", "heat(", "cool(", "+", "-", "1/2", "&", ".",
    ];
    let patience = Patience::new();
    let take = |expression: &str| {
        // What an expression is worth may take long to find, so the search is stopped soon.
        if let Err(refusal) = nimzo_cgt::Analysis::of(expression, &patience.task()) {
            assert!(!refusal.to_string().is_empty());
        }
    };
    fuzz("cgt", &words, &text(take));
}

/// Gives out tasks and stops each of them a moment later.
struct Patience(mpsc::Sender<(Task, Instant)>);

impl Patience {
    fn new() -> Self {
        let (sender, given) = mpsc::channel::<(Task, Instant)>();
        thread::spawn(move || {
            for (task, end) in given {
                thread::sleep(end.saturating_duration_since(Instant::now()));
                task.stop();
            }
        });
        Self(sender)
    }

    fn task(&self) -> Task {
        let task = Task::silent();
        let end = Instant::now() + Duration::from_millis(5);
        self.0.send((task.clone(), end)).expect("somebody stops it");
        task
    }
}

#[test]
fn pawn_words() {
    fuzz("pawns", &["0", "1", "10", "00100"], &text(reads_back::<pawns::Word>));
}

/// Sums of words as they are played.
#[test]
fn pawn_sums() {
    let take = |sum: &str| {
        if let Err(refusal) = pawns::PawnGame::start(sum) {
            assert!(!refusal.to_string().is_empty());
        }
    };
    fuzz("sums", &["0", "1", "+", "*", "*3"], &text(take));
}

#[test]
fn partitions() {
    fuzz("partitions", &["^", ",", "[", "]"], &text(reads_back::<young::Partition>));
}

#[test]
fn movesets() {
    let words = ["(", ")", ",", "+", "(0,1)+", "(1,1)", "king", "queen", "rook"];
    fuzz("movesets", &words, &text(reads_back::<young::Moveset>));
}

#[test]
fn entrepreneurs() {
    fuzz("echess", &[",", " ", "-", "0,0"], &text(reads_back::<echess::Position>));
}

/// A path and a query, as a browser or a job's sender writes them.
#[test]
fn queries() {
    let words =
        ["&", "=", "?", "/", "%20", "%00", "%ff", "+", "fen=", "word=", "json", "true", "-"];
    let take = |address: &str| {
        let Ok(uri) = address.parse::<Uri>() else { return };
        let Ok(Query(query)) = Query::<Vec<(String, String)>>::try_from_uri(&uri) else { return };
        let path = uri.path().trim_matches('/').split('/').skip(1);
        if let Some(entry) = Entry::find(path)
            && let Err(refusal) = entry.read_query(&query)
        {
            assert!(!refusal.to_string().is_empty());
        }
    };
    fuzz("queries", &words, &text(take));
}

/// Table files with changed bytes, half of them with their header's checksum mended.
#[test]
fn tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fuzzed.nimzo");
    let take = |bytes: &[u8]| {
        for bytes in [bytes.to_vec(), with_mended_sum(bytes)] {
            // Written anew: what is written over goes to the disk at once, which takes its time.
            let _ = fs::remove_file(&path);
            fs::write(&path, bytes).expect("written");
            if let Ok(file) = TableFile::open(&path) {
                let _ = file.check_blocks(&Task::silent());
                let mut cells = Vec::new();
                for &stream in &file.header().streams {
                    for number in (0..32).chain([u64::MAX]) {
                        let _ = file.read(stream, number, &[u64::MAX; 64], &mut cells);
                    }
                }
            }
        }
    };
    Target { name: "tables", words: &[], take: &take }.fuzz(vec![table().clone()]);
}

/// A small table.
fn table() -> &'static Vec<u8> {
    static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::at(folder.path());
        let class: Material = "KNvK".parse().expect("a class");
        let metrics = vec![Metric::Wdl, Metric::Dtm, Metric::Dtz50];
        let request = Request { classes: vec![class], metrics, queen_only: false };
        let plan = store.plan(&request).expect("a plan");
        store.build(&plan, false, &Task::silent(), |_| {}).expect("built");
        fs::read(store.path(class)).expect("a table")
    })
}

/// The same file with the checksum that its header ought to have: magic, version and length stand
/// before the header, its checksum after it.
pub fn with_mended_sum(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    let Some(length) = bytes.get(12..16) else { return mended };
    let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
    let end = 16_usize.saturating_add(length);
    let sum = bytes.get(..end).map(|head| xxh3_64(head).to_le_bytes());
    if let (Some(sum), Some(place)) = (sum, mended.get_mut(end..end.saturating_add(8))) {
        place.copy_from_slice(&sum);
    }
    mended
}
