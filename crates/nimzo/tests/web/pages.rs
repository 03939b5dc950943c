//! The pages in a real browser: each answers a known question from a paper by clicking.
//!
//! They need Chromium and its driver, so they are run when asked for: `cargo test --release --test web -- --ignored`.

use crate::browser::{Browser, Key};
use crate::server::Server;

/// Elkies: 1000 is worth *2, a step on a is loony, and the winner's play wins.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn pawns() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/pawns?word=0000");
    browser.expect("#nimber", "*");
    browser.click("[data-file='0']");
    browser.expect("#nimber", "*2");
    browser.expect("#answer", "loony");
    browser.expect("#embedded", "first player wins, by a step on d");
    browser.back();
    browser.expect("#nimber", "*");

    // As the first player of a won game, always the move that is marked as winning.
    browser.open(&server, "/pawns?word=1000%2B*1");
    browser.click("#hints");
    let won = play(&browser, "#options button.win");
    assert!(won.contains("You win"), "{won}");

    // The opponent has a won game: whatever is played, it wins. A click on a file moves there.
    browser.open(&server, "/pawns?word=1000&you=black");
    let lost = play(&browser, "[data-play]");
    assert!(lost.contains("The opponent wins"), "{lost}");

    browser.open(&server, "/pawns?word=0110");
    browser.expect("#answer .error", "0110");
    browser.end();
}

/// Clicks `css` at each move of one's own until the game is over, and returns what is said then.
fn play(browser: &Browser, css: &str) -> String {
    let mut record: Option<Option<String>> = None;
    for _ in 0..40 {
        // The record is read first: once it has grown, whose turn it is belongs to the new board.
        let told = browser.until("the opponent's answer", || {
            let now = browser.seen("#record");
            let told = browser.seen("#turn")?;
            let is_answered = told.contains("Your move") && record.as_ref() != Some(&now);
            (is_answered || told.contains("win")).then(|| {
                record = Some(now);
                told
            })
        });
        if told.contains("win") {
            return told;
        }
        browser.click(css);
    }
    panic!("forty moves, and the game does not end");
}

/// Gottlieb: the rook on 5,4,4,4; the staircase is dragged with the mouse and with the keyboard.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn young() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/young?piece=ROOK&parts=4,4,4,4");
    browser.expect("#pair", "(0, 0)");
    browser.press("svg.young", Key::Right);
    browser.expect("#pair", "(4, 0)");
    assert!(browser.address().contains("parts=5%2C4%2C4%2C4"));
    browser.drag("[data-corner='1,5']", "[data-corner='1,4']");
    browser.expect("#winning", "No winning move");
    assert!(browser.address().contains("parts=4%2C4%2C4%2C4"));
    browser.click("[data-cell='2,1']");
    browser.expect("#chosen", "3,3 = (3, 3)");
    browser.choose("#piece", "QUEEN");
    browser.expect("#winning", "(3,3)");
    browser.reload();
    browser.expect("#winning", "(3,3)");

    // The queen wins by going to the far corner, where nobody can move.
    browser.click("#playing");
    browser.expect("#answer", "Your move");
    browser.click("[data-cell='3,3']");
    browser.expect("#over", "you win");
    browser.end();
}

/// Bleicher and Thompson: 18 zugzwangs in KRvKN, and the longest win of KRvKN, 40 moves.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn endgames_and_zugzwangs() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/zugzwangs?material=KRvKN");
    browser.expect("#count", "18 zugzwangs");
    browser.write("#least", "20");
    browser.expect("#count", "7 zugzwangs");
    browser.click(".boards figure a");
    browser.expect("#zugtype", "Zugzwang of type A1");
    browser.expect("#zugzwang", "DTM 24");
    browser.click("#null");
    browser.expect("#verdict", "Black to move loses");
    // One unit on the whole page: moves, until plies are chosen.
    browser.expect("#depths", "DTM 24 moves");
    browser.choose("#unit", "plies");
    browser.expect("#depths", "DTM 48 plies");
    browser.expect("#zugzwang", "DTM 48");
    browser.click("#forward");
    browser.expect("#verdict", "White to move wins");
    browser.expect("#depths", "DTM 47");
    browser.click("#back");
    browser.expect("#depths", "DTM 48");
    // The arrow keys do the same, wherever the focus fell.
    browser.press("body", Key::Right);
    browser.expect("#depths", "DTM 47");
    browser.press("body", Key::Left);
    browser.expect("#depths", "DTM 48");
    browser.choose("#unit", "moves");
    browser.expect("#depths", "DTM 24 moves");

    browser.open(&server, "/endgames");
    browser.write("#endgame", "KRvKN");
    browser.choose("#kind", "A1");
    browser.click("#random-zugzwang");
    browser.expect("#zugtype", "Zugzwang of type A1");
    browser.click("#longest");
    browser.expect("#depths", "DTM 40 moves");
    browser.click("#random");
    browser.expect("#verdict", "to move");

    // A legal move by dragging; then a man put elsewhere in set-up.
    browser.open(&server, "/endgames?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-_0_1");
    browser.expect("#depths", "DTM 15 moves");
    browser.drag("[data-square='a1']", "[data-square='b2']");
    browser.expect("#depths", "DTM 14 moves");
    browser.expect("#played", "1. Kb2");
    browser.click("#setup");
    browser.drag("[data-square='c1']", "[data-square='c4']");
    browser.expect("#verdict", "Black to move: a draw");
    browser.click("#setup");

    // A pawn on the last rank becomes what the player chooses; moves stand in groups.
    browser.open(&server, "/endgames?fen=8/5P1k/8/8/8/8/8/K7_w_-_-_0_1");
    browser.expect("#moves", "Winning: ");
    browser.hover("#moves tr.choice");
    browser.expect("svg.board .arrow", "");
    browser.drag("[data-square='f7']", "[data-square='f8']");
    browser.click("#promotion [data-piece='r']");
    browser.expect("#played", "f8=R");
    browser.press("body", Key::Left);
    browser.drag("[data-square='f7']", "[data-square='f8']");
    browser.click("#promotion [data-piece='n']");
    browser.expect("#played", "f8=R (1. f8=N+ )");
    browser.expect("#verdict", "a draw");
    browser.write("#fen", "8/8/9/8/8/8/8/8 w");
    browser.expect("#answer .error", "8/8/9");
    browser.write("#fen", "8/8/2k5/3p4/8/2KP4/3P4/8 w - - 0 1");
    browser.expect("#build", "Build KPPvKP");
    browser.end();
}

/// A question that is clicked and one that is written; where a query is wrong, the page says so.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn mine() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/mine?classes=KRvKN&query=mutual");
    browser.expect("#count", "KRvKN: 36 (18 with White to move, 18 with Black)");
    browser.expect(".boards figure", "to move");
    browser.click("#questions li:first-child button");
    browser.expect("#count", "KQvK: ");
    assert!(browser.address().contains("query=mate"));
    browser.write("#query", "mate und wtm");
    browser.click("#search");
    browser.expect("#answer .error", "character 6");
    browser.end();
}

/// Berlekamp: with the rook on [2,1], Figure 26's cell [1,-2] has mean 6 and temperature 6.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn echess() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/echess?wr=3,1");
    // The squares near the king come first.
    browser.expect("[data-cell='10,10']", "");
    browser.drag("#rook", "[data-cell='2,1']");
    point_until(&browser, "[data-cell='1,-2']", "#mean", "mean 6, temperature 6");
    browser.click("[data-cell='2,-2']");
    browser.press("svg.map", Key::Left);
    browser.expect("#mean", "mean 6, temperature 6");
    assert!(browser.address().contains("wk=1%2C-2"));
    browser.expect("#score", "Best play from the start brings 6");
    browser.click("#cash");
    browser.expect("#score", "You got 0; best play brings 6");
    browser.end();
}

/// Points at an element until another shows something: a map that is drawn anew forgets where the pointer is.
fn point_until(browser: &Browser, at: &str, shows: &str, text: &str) {
    browser.until(&format!("{text:?}, pointing at {at}"), || {
        browser.hover("h1");
        browser.hover(at);
        (0..20).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(100));
            browser.seen(shows).filter(|seen| seen.contains(text))
        })
    });
}

/// A value, and a paper's report inside the page.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn values_and_papers() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/");
    browser.click("nav a[href='/values']");
    browser.write("#expression", "{1|0}");
    browser.expect("#answer", "1/2");
    browser.write("#expression", "{1|");
    browser.expect("#answer .error", "");
    browser.click("nav a[href='/sums']");
    browser.write("#position", "6k/2p2pP/p2p1P1/2pP3/2P4/3P1p1/P4Pp/6K w");
    browser.expect("#answer", "component 1");

    browser.open(&server, "/papers");
    browser.expect("#written", "No report");
    browser.click("#run-gottlieb");
    browser.expect("#summary", ", 0 differ");
    browser.expect("#written", "gottlieb");
    browser.reload();
    browser.click("iframe.report");
    let (status, page) = server.ask("GET", "/reports/gottlieb", "");
    assert_eq!((status, page.contains("Gottlieb")), (200, true));
    browser.end();
}
