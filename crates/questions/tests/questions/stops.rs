//! Whatever is asked stops when it is asked to, wherever it is.
//!
//! Each question below takes long. It is stopped when it first tells how far it has come, or a moment
//! after it was asked, and must end as stopped. How soon it does is printed and not judged, since a
//! loaded machine is slow: `NIMZO_STOPS=10 cargo test --release -p nimzo-questions stops -- --nocapture`
//! stops each so often, at moments of the first seconds, other ones each time, and prints the longest
//! delays.

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use nimzo_questions::Failure;
use nimzo_work::{Observer, Task};

use super::{read, session};

/// How long a question may go on before it is stopped, where no number of stops is asked for.
const MOMENT: Duration = Duration::from_millis(100);
/// The latest moment of those that are tried where a number is.
const LATEST: Duration = Duration::from_secs(5);
/// How long is waited for a question before it is said not to stop: far longer than it takes anywhere.
const PATIENCE: Duration = Duration::from_secs(300);

/// Questions that take long. `TABLES` stands for a folder in which nobody else works, with tables of the
/// rook against the knight.
const LONG: &[&[&str]] = &[
    &["reproduce", "--out", "TABLES/report"],
    &["table", "build", "KRBvKR"],
    &["table", "build", "KRBvKR", "--format", "5"],
    &["table", "build", "KRNvKN", "--discard"],
    &["table", "build", "KRPvKR", "--castling"],
    &["table", "count", "--men", "8"],
    &["table", "count", "KPPPvKPPP", "--ep", "possible", "--castling"],
    &["table", "convert", "CLASS", "--to", "5"],
    &["table", "export", "CLASS", "--format", "syzygy", "--out", "TABLES/syzygy"],
    &["table", "stats", "CLASS"],
    &["table", "stats", "CLASS", "--thompson"],
    &["table", "verify", "CLASS"],
    &["probe", "8/8/8/3k4/8/5n2/1P6/K7 w - - 0 1"],
    &["line", "8/8/8/3k4/8/5n2/1P6/K7 w - - 0 1"],
    &["map", "8/8/8/3k4/8/5n2/1P6/K7 w - - 0 1", "--man", "n"],
    &["solve", "8/3p4/4k3/8/8/3K4/3P1P2/8 w - - 0 1"],
    &["study", "check", "TABLES/games.pgn"],
    &["annotate", "TABLES/games.pgn"],
    &["zug", "classify", "8/8/1k6/8/2P5/8/1q6/3K4 w - - 0 1"],
    &["zug", "count", "--men", "5"],
    &["zug", "list", "KQPvKQ"],
    &["zug", "study", "8/8/8/2k1K3/8/3R4/4n3/8 w - -", "--positions", "1000000000"],
    &["zug", "census", "KRNvKNN"],
    &["mine", "CLASS", "wtm and win(w) and only_move(w)"],
    &["mine", "--men", "5", "wtm and win(w) and only_move(w)"],
    &["pawns", "value", "WORD"],
    &["pawns", "census", "--max", "38"],
    &["pawns", "periodic", "000100", "--to", "4000000"],
    &["pawns", "search", "30", "--from-nothing"],
    &["pawns", "embed", "10100100010100001000", "--positions", "1000000000000"],
    &["young", "value", "queen", "6000^6000"],
    &["young", "classify", "queen", "--max", "90"],
    &["young", "census", "--max", "85"],
    &["young", "conjecture", "5.1", "--sides", "99", "--steps", "400"],
    &["young", "conjecture", "golden", "--size", "80"],
    &["young", "search", "--region", "all", "--max", "80"],
    &["young", "genus", "king", "20^20 + 39^39 + 17^17"],
    &["echess", "krk", "--rows", "20", "--cols", "20", "--check"],
    &["echess", "eval", "0,0 1,-2 2,1", "--window", "24"],
    &["echess", "map", "--wr", "-4,1", "--window", "24"],
    &["echess", "regions", "--window", "24"],
    &["echess", "hottest", "--window", "24"],
    &["echess", "moves", "0,0 1,-2 2,1", "--window", "24"],
    &["echess", "line", "0,0 1,-2 2,1", "--window", "24"],
    &["echess", "prove", "--window", "24"],
    &["echess", "bounds", "--window", "24"],
    &["echess", "sum", "0,0 1,-2 2,1", "0,0 3,0 -4,1", "--search", "--nodes", "2000000"],
    &["sum", "k7/pppp4/8/8/8/8/4PPPP/7K w", "--positions", "1000000000000"],
    &["sum", "--find", "*7", "--board", "12x12"],
    &["catalogue", "--files", "3", "--rows", "12"],
    &["cgt", "900*{2||1|0}"],
    &["cgt", "b{*655|pass}"],
    &["cgt", "30*a{0||||0|||a|*||*}"],
    &["cgt", "heat(*24,^^)"],
];

/// Tells when something was heard for the first time.
struct Heard(SyncSender<()>);

impl Observer for Heard {
    fn begin(&self, _: u64, _: &str, _: u64) {
        let _ = self.0.try_send(());
    }

    fn advance(&self, _: u64, _: u64) {}

    fn end(&self, _: u64) {}

    fn say(&self, _: &str) {}
}

/// The class of tables that some of the questions are about.
fn class() -> &'static str {
    if rounds().is_some() { "KRBvKR" } else { "KRvKN" }
}

/// Tables and a game that some of the questions are about.
fn furnish(folder: &Path) {
    static TABLES: OnceLock<tempfile::TempDir> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let build = read(&["table", "build", class()]).unwrap();
        build.ask(&session(folder.path()), &Task::silent()).map(drop).unwrap();
        folder
    });
    for file in std::fs::read_dir(tables.path()).unwrap().map(|entry| entry.unwrap().path()) {
        std::fs::hard_link(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    let game = "[FEN \"8/3p4/4k3/8/8/3K4/3P1P2/8 w - - 0 1\"]\n[Result \"1-0\"]\n\n\
                1. Ke3 Kd5 2. f4 1-0\n";
    std::fs::write(folder.join("games.pgn"), game).unwrap();
}

/// When a question is stopped.
enum When {
    /// When it first tells how far it has come, at the latest after so long.
    Heard(Duration),
    /// After so long.
    After(Duration),
}

/// Asks a question and stops it. How long it then went on; nothing where it was answered before.
fn stop(words: &[&str], when: When) -> Result<Option<Duration>, String> {
    let folder = tempfile::tempdir().unwrap();
    furnish(folder.path());
    let place = folder.path().display().to_string();
    let long_word = "1000".repeat(2000);
    let filled = |word: &&str| {
        word.replace("TABLES", &place).replace("CLASS", class()).replace("WORD", &long_word)
    };
    let question = read(&words.iter().map(filled).collect::<Vec<_>>())?;
    let session = session(folder.path());
    let (hear, heard) = sync_channel(1);
    let task = Task::observed(Arc::new(Heard(hear)));
    let asked = task.clone();
    let (tell, told) = channel();
    let work = thread::spawn(move || {
        let answered = question.ask(&session, &asked).map(drop);
        let _ = tell.send((answered, Instant::now()));
    });
    let early = match when {
        When::Heard(most) => {
            let _ = heard.recv_timeout(most);
            told.try_recv().ok()
        }
        When::After(moment) => told.recv_timeout(moment).ok(),
    };
    if let Some((answered, _)) = early {
        return answered.map(|()| None).map_err(|failure| failure.to_string());
    }
    let stopped = Instant::now();
    task.stop();
    let (answered, ended) = match told.recv_timeout(PATIENCE) {
        Ok(ended) => ended,
        Err(RecvTimeoutError::Timeout) => return Err("it goes on and on".to_owned()),
        Err(RecvTimeoutError::Disconnected) => return Err("it panicked".to_owned()),
    };
    work.join().expect("it ends");
    match answered {
        Err(Failure::Stopped) => Ok(Some(ended.duration_since(stopped))),
        Ok(()) => Ok(None),
        Err(failure) => Err(failure.to_string()),
    }
}

/// How often each is stopped, where that is asked for.
fn rounds() -> Option<usize> {
    std::env::var("NIMZO_STOPS").ok().map(|text| text.parse().expect("NIMZO_STOPS: a number"))
}

#[test]
fn every_question_stops_when_it_is_asked_to() {
    let mut wrong = Vec::new();
    for words in LONG {
        let shown = words.join(" ");
        let moments = match rounds() {
            None => vec![When::Heard(MOMENT)],
            Some(rounds) => {
                (0..rounds).map(|_| When::After(LATEST.mul_f64(fastrand::f64()))).collect()
            }
        };
        let mut delays = Vec::new();
        for when in moments {
            match stop(words, when) {
                Ok(delay) => delays.extend(delay),
                Err(why) => wrong.push(format!("{shown}: {why}")),
            }
        }
        let longest = delays.iter().max().copied().unwrap_or_default().as_secs_f64();
        println!("{longest:>8.3} s at most, stopped {} times: {shown}", delays.len());
        // Some are soon answered, and may be before the moment has come.
        if delays.is_empty() && rounds().is_none() {
            wrong.push(format!("{shown}: it was not stopped"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Small tables are made for a session once; who waits for another to make them can be stopped meanwhile.
#[test]
fn who_waits_for_tables_that_another_makes_stops_too() {
    let folder = tempfile::tempdir().unwrap();
    let session = Arc::new(session(folder.path()));
    let begin = |fen: &str, task: &Task| {
        let (session, task) = (Arc::clone(&session), task.clone());
        let question = read(&["probe", fen]).unwrap();
        thread::spawn(move || question.ask(&session, &task).map(drop))
    };
    let (hear, heard) = sync_channel(1);
    let [first, second] = [Task::observed(Arc::new(Heard(hear))), Task::silent()];
    let maker = begin("8/8/8/3k4/8/1P6/1P6/K7 w - - 0 1", &first);
    heard.recv().expect("it has begun");
    let waiter = begin("8/8/8/4k3/8/8/8/K2R4 w - - 0 1", &second);
    second.stop();
    assert_eq!(waiter.join().expect("it ends"), Err(Failure::Stopped));
    first.stop();
    assert_eq!(maker.join().expect("it ends"), Err(Failure::Stopped), "it was waited for");
}
