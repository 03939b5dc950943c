//! The pages in a real browser: each answers a known question from a paper by clicking.
//!
//! They need Chromium and its driver, so they are run when asked for: `cargo test --release --test web -- --ignored`.

use fantoccini::key::Key;

use crate::browser::Browser;
use crate::server::Server;

/// Elkies: 1000 is worth *2, a step on a is loony, and the winner's play wins.
#[tokio::test]
#[ignore = "needs Chromium and chromedriver"]
async fn pawns() {
    let browser = Browser::start().await;
    let server = Server::start();
    browser.open(&server, "/pawns?word=0000").await;
    browser.expect("#nimber", "*").await;
    browser.click("[data-file='0']").await;
    browser.expect("#nimber", "*2").await;
    browser.expect("#answer", "loony").await;
    browser.expect("#embedded", "first player wins, by a step on d").await;
    browser.back().await;
    browser.expect("#nimber", "*").await;

    // As the first player of a won game, always the move that is marked as winning.
    browser.open(&server, "/pawns?word=1000%2B*1").await;
    browser.click("#hints").await;
    let won = play(&browser, "#options button.win").await;
    assert!(won.contains("You win"), "{won}");

    // The opponent has a won game: whatever is played, it wins. A click on a file moves there.
    browser.open(&server, "/pawns?word=1000&you=black").await;
    let lost = play(&browser, "[data-play]").await;
    assert!(lost.contains("The opponent wins"), "{lost}");

    browser.open(&server, "/pawns?word=0110").await;
    browser.expect("#answer .error", "0110").await;
    browser.end().await;
}

/// Clicks `css` until the game is over, and returns what is said then.
async fn play(browser: &Browser, css: &str) -> String {
    for _ in 0..40 {
        let told = browser.expect("#turn", "").await;
        if told.contains("win") {
            return told;
        }
        if told.contains("Your move") {
            let before = browser.address().await;
            browser.click(css).await;
            // The move is in the address before the answer is on the board.
            for _ in 0..100 {
                let is_on =
                    browser.seen("#turn").await.is_some_and(|now| !now.contains("thinking"));
                if is_on && browser.address().await != before {
                    break;
                }
            }
        }
    }
    panic!("the game does not end");
}

/// Gottlieb: the rook on 5,4,4,4; the staircase is dragged with the mouse and with the keyboard.
#[tokio::test]
#[ignore = "needs Chromium and chromedriver"]
async fn young() {
    let browser = Browser::start().await;
    let server = Server::start();
    browser.open(&server, "/young?piece=ROOK&parts=4,4,4,4").await;
    browser.expect("#pair", "(0, 0)").await;
    browser.press("svg.young", Key::Right).await;
    browser.expect("#pair", "(4, 0)").await;
    assert!(browser.address().await.contains("parts=5%2C4%2C4%2C4"));
    browser.drag("[data-corner='1,5']", "[data-corner='1,4']").await;
    browser.expect("#winning", "No winning move").await;
    assert!(browser.address().await.contains("parts=4%2C4%2C4%2C4"));
    browser.click("[data-cell='2,1']").await;
    browser.expect("#chosen", "3,3 = (3, 3)").await;
    browser.choose("#piece", "QUEEN").await;
    browser.expect("#winning", "(3,3)").await;
    browser.reload().await;
    browser.expect("#winning", "(3,3)").await;

    // The queen wins by going to the far corner, where nobody can move.
    browser.click("#playing").await;
    browser.expect("#answer", "Your move").await;
    browser.click("[data-cell='3,3']").await;
    browser.expect("#over", "you win").await;
    browser.end().await;
}

/// Bleicher and Thompson: 18 zugzwangs in KRvKN, and the longest win of KRvKN, 40 moves.
#[tokio::test]
#[ignore = "needs Chromium and chromedriver"]
async fn endgames_and_zugzwangs() {
    let browser = Browser::start().await;
    let server = Server::start();
    browser.open(&server, "/zugzwangs?material=KRvKN").await;
    browser.expect("#count", "18 zugzwangs").await;
    browser.write("#least", "20").await;
    browser.expect("#count", "7 zugzwangs").await;
    browser.click(".boards figure a").await;
    browser.expect("#zugtype", "Zugzwang of type A1").await;
    browser.expect("#zugzwang", "DTM 24").await;
    browser.click("#null").await;
    browser.expect("#verdict", "Black to move loses").await;
    // One unit on the whole page: moves, until plies are chosen.
    browser.expect("#depths", "DTM 24 moves").await;
    browser.choose("#unit", "plies").await;
    browser.expect("#depths", "DTM 48 plies").await;
    browser.expect("#zugzwang", "DTM 48").await;
    browser.click("#forward").await;
    browser.expect("#verdict", "White to move wins").await;
    browser.expect("#depths", "DTM 47").await;
    browser.click("#back").await;
    browser.expect("#depths", "DTM 48").await;
    // The arrow keys do the same, wherever the focus fell.
    browser.press("body", Key::Right).await;
    browser.expect("#depths", "DTM 47").await;
    browser.press("body", Key::Left).await;
    browser.expect("#depths", "DTM 48").await;
    browser.choose("#unit", "moves").await;
    browser.expect("#depths", "DTM 24 moves").await;

    browser.open(&server, "/endgames").await;
    browser.write("#endgame", "KRvKN").await;
    browser.choose("#kind", "A1").await;
    browser.click("#random-zugzwang").await;
    browser.expect("#zugtype", "Zugzwang of type A1").await;
    browser.click("#longest").await;
    browser.expect("#depths", "DTM 40 moves").await;
    browser.click("#random").await;
    browser.expect("#verdict", "to move").await;

    // A legal move by dragging; then a man put elsewhere in set-up.
    browser.open(&server, "/endgames?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-_0_1").await;
    browser.expect("#depths", "DTM 15 moves").await;
    browser.drag("[data-square='a1']", "[data-square='b2']").await;
    browser.expect("#depths", "DTM 14 moves").await;
    browser.expect("#played", "1. Kb2").await;
    browser.click("#setup").await;
    browser.drag("[data-square='c1']", "[data-square='c4']").await;
    browser.expect("#verdict", "Black to move: a draw").await;
    browser.click("#setup").await;

    // A pawn on the last rank becomes what the player chooses; moves stand in groups.
    browser.open(&server, "/endgames?fen=8/5P1k/8/8/8/8/8/K7_w_-_-_0_1").await;
    browser.expect("#moves", "Winning: ").await;
    browser.hover("#moves tr.choice").await;
    browser.expect("svg.board .arrow", "").await;
    browser.drag("[data-square='f7']", "[data-square='f8']").await;
    browser.click("#promotion [data-piece='r']").await;
    browser.expect("#played", "f8=R").await;
    browser.press("body", Key::Left).await;
    browser.drag("[data-square='f7']", "[data-square='f8']").await;
    browser.click("#promotion [data-piece='n']").await;
    browser.expect("#played", "f8=R (1. f8=N+ )").await;
    browser.expect("#verdict", "a draw").await;
    browser.write("#fen", "8/8/9/8/8/8/8/8 w").await;
    browser.expect("#answer .error", "8/8/9").await;
    browser.write("#fen", "8/8/2k5/3p4/8/2KP4/3P4/8 w - - 0 1").await;
    browser.expect("#build", "Build KPPvKP").await;
    browser.end().await;
}

/// A question that is clicked and one that is written; where a query is wrong, the page says so.
#[tokio::test]
#[ignore = "needs Chromium and chromedriver"]
async fn mine() {
    let browser = Browser::start().await;
    let server = Server::start();
    browser.open(&server, "/mine?classes=KRvKN&query=mutual").await;
    browser.expect("#count", "KRvKN: 36 (18 with White to move, 18 with Black)").await;
    browser.expect(".boards figure", "to move").await;
    browser.click("#questions li:first-child button").await;
    browser.expect("#count", "KQvK: ").await;
    assert!(browser.address().await.contains("query=mate"));
    browser.write("#query", "mate und wtm").await;
    browser.click("#search").await;
    browser.expect("#answer .error", "character 6").await;
    browser.end().await;
}

/// Berlekamp: with the rook on [2,1], Figure 26's cell [1,-2] has mean 6 and temperature 6.
#[tokio::test]
#[ignore = "needs Chromium and chromedriver"]
async fn echess() {
    let browser = Browser::start().await;
    let server = Server::start();
    browser.open(&server, "/echess?wr=3,1").await;
    browser.drag("#rook", "[data-cell='2,1']").await;
    browser.hover("[data-cell='1,-2']").await;
    browser.expect("#mean", "mean 6, temperature 6").await;
    browser.click("[data-cell='2,-2']").await;
    browser.press("svg.map", Key::Left).await;
    browser.expect("#mean", "mean 6, temperature 6").await;
    assert!(browser.address().await.contains("wk=1%2C-2"));
    browser.expect("#score", "Best play from the start brings 6").await;
    browser.click("#cash").await;
    browser.expect("#score", "You got 0; best play brings 6").await;
    browser.end().await;
}

/// A value, and a paper's report inside the page.
#[tokio::test]
#[ignore = "needs Chromium and chromedriver"]
async fn values_and_papers() {
    let browser = Browser::start().await;
    let server = Server::start();
    browser.open(&server, "/").await;
    browser.click("nav a[href='/values']").await;
    browser.write("#expression", "{1|0}").await;
    browser.expect("#answer", "1/2").await;
    browser.write("#expression", "{1|").await;
    browser.expect("#answer .error", "").await;
    browser.click("nav a[href='/sums']").await;
    browser.write("#position", "6k/2p2pP/p2p1P1/2pP3/2P4/3P1p1/P4Pp/6K w").await;
    browser.expect("#answer", "component 1").await;

    browser.open(&server, "/papers").await;
    browser.expect("#written", "No report").await;
    browser.click("#run-gottlieb").await;
    browser.expect("#summary", ", 0 differ").await;
    browser.expect("#written", "gottlieb").await;
    browser.reload().await;
    browser.click("iframe.report").await;
    let (status, page) = server.ask("GET", "/reports/gottlieb", "");
    assert_eq!((status, page.contains("Gottlieb")), (200, true));
    browser.end().await;
}
