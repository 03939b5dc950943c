//! What no expression may do: overflow the stack, take all memory, or go on after it was asked to
//! stop.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use nimzo_cgt::{Analysis, Error, Loopy, Result, Universe};
use nimzo_work::Task;

/// The canonical form of a text, in a thread with the small stack of a server.
fn canonical(text: String) -> Result<String> {
    let work = move || Analysis::of(&text, &Task::silent()).map(|analysis| analysis.canonical);
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap();
    thread.join().expect("no panic and no overflow")
}

#[test]
fn long_sums_and_products_do_not_overflow_the_stack() {
    for terms in [6_000, 100_000] {
        let value = canonical("1-".repeat(terms) + "1").unwrap();
        assert_eq!(value, (1 - terms as i64).to_string());
        let value = canonical("*+".repeat(terms) + "^").unwrap();
        assert_eq!(value, "^");
        let value = canonical("1 * ".repeat(terms) + "{2|1}").unwrap();
        assert_eq!(value, "{2|1}");
        let value = canonical("on+".repeat(terms / 100) + "on").unwrap();
        assert_eq!(value, "on");
    }
}

#[test]
fn deep_nesting_is_refused_and_wide_forms_are_read() {
    for (open, close) in [("{", "}"), ("(", ")"), ("-(", ")"), ("+-{", "}"), ("tiny(", ")")] {
        let text = format!("{}1{}", open.repeat(5_000), close.repeat(5_000));
        let told = canonical(text).unwrap_err().to_string();
        assert!(told.contains("fewer than 200 levels of nesting"), "{told}");
        assert!(told.len() < 400, "{told}");
    }
    // Bars make depth too.
    let bars: String = (1..300).map(|length| format!("0{}", "|".repeat(length))).collect();
    let told = canonical(format!("{{{bars}0}}")).unwrap_err().to_string();
    assert!(told.contains("fewer than 200 levels of nesting"), "{told}");
    let wide = format!("{{{}|0}}", vec!["0,*,1"; 20_000].join(","));
    assert_eq!(canonical(wide).unwrap(), "{1|0}");
    let told = canonical(" ".repeat(2_000_000)).unwrap_err().to_string();
    assert!(told.contains("more than 1000000 characters"), "{told}");
}

/// A list in braces after `+-` is read once, however deep such lists are nested.
#[test]
fn nested_switches_are_read_once() {
    let text = format!("{}1{}", "+-{".repeat(60), "|0}".repeat(60));
    assert_eq!(canonical(text).unwrap(), "0");
}

/// Expressions whose work takes far longer than anybody waits, each by another way.
const LONG: [&str; 3] = ["900*{2||1|0}", "b{*655|pass}", "30*a{0||||0|||a|*||*}"];

/// Stops the work on a text while it goes on, and tells how it ended.
fn stopped(text: &'static str) -> Result<()> {
    let task = Task::silent();
    let (told, ended) = mpsc::channel();
    let watched = task.clone();
    thread::spawn(move || told.send(Analysis::of(text, &watched).map(drop)));
    // Whatever the machine is doing, each of these takes far longer than this.
    if let Ok(early) = ended.recv_timeout(Duration::from_millis(300)) {
        return early;
    }
    task.stop();
    ended.recv_timeout(Duration::from_secs(120)).expect("the work stops when asked to")
}

#[test]
fn every_long_computation_stops_when_asked_to() {
    for text in LONG {
        match stopped(text) {
            Err(Error::Interrupted(_)) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_stopped_task_stops_everything() {
    let task = Task::silent();
    task.stop();
    let mut universe = Universe::new().watched_by(&task);
    for text in ["{1|0}+{2|1}", "5*{3||2|1}", "cool({4|0},1)", "norton(1/2,^)", "heat(*2,1)"] {
        assert!(matches!(universe.parse(text), Err(Error::Interrupted(_))), "{text}");
    }
    for text in ["over+upon", "3*upon", "a{1||a|0}", "{on|off}"] {
        assert!(matches!(Loopy::evaluate(text, &task), Err(Error::Interrupted(_))), "{text}");
    }
}

#[test]
fn a_universe_holds_no_more_than_it_may() {
    let mut universe = Universe::with_limit(20_000);
    let told = universe.parse("900*{2||1|0}").unwrap_err();
    assert!(matches!(told, Error::TooLarge { .. } | Error::TooDeep { .. }), "{told}");
    assert!(universe.len() <= 20_000);
}

/// Every way to every position of these forms would take more characters than anybody reads, and
/// soon more than there is memory.
#[test]
fn forms_with_many_ways_are_soon_written() {
    let value = canonical("heat(*4,^^)".to_owned()).unwrap();
    assert!(value.starts_with("+-{^^,"), "{value}");
    let value = canonical("heat(*12,1)".to_owned()).unwrap();
    assert!(value.contains("...") && value.len() < 1_000_000, "{} characters", value.len());
}
