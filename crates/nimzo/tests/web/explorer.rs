//! The explorer's second edition in a real browser: the piece map, the search box, classes, offers, solving
//! and studies; on a desk and on a telephone, by day and by night, and by the keyboard alone.

use std::time::{Duration, Instant};

use crate::browser::{Browser, Key};
use crate::server::Server;
use crate::shown::{PAGES, ROOK};

/// The rook of K1R5: on c2, next to the king and unprotected, it is lost; where it gives check it cannot
/// stand with White to move.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn piece_map() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, ROOK);
    browser.click("#map");
    browser.expect("#map-summary", "White to move: ");
    assert!(browser.address().contains("man=a1"), "{}", browser.address());
    browser.click("[data-square='c1']");
    browser.expect("#map-summary", "White to move: ");
    browser.expect("svg.board .selected", "");
    let outcome = |square: &str| {
        browser.expect(&format!("[data-square='{square}'][data-outcome]"), "");
        let script =
            format!("return document.querySelector(\"[data-square='{square}']\").dataset.outcome");
        browser.run(&script).as_str().unwrap_or_default().to_owned()
    };
    assert_eq!((outcome("h8"), outcome("d8")), ("win".to_owned(), "illegal".to_owned()));
    browser.choose("#map-side", "other");
    browser.expect("#map-summary", "Black to move: ");
    assert_eq!((outcome("c2"), outcome("d8")), ("draw".to_owned(), "loss".to_owned()));
    browser.choose("#map-colours", "depths");
    browser.expect("svg.board .tint.heat", "");
    // A click puts the man there; the address holds it all.
    browser.choose("#map-side", "same");
    browser.click("[data-square='h8']");
    browser.expect("#verdict", "White to move wins");
    assert!(browser.address().contains("7R") && browser.address().contains("man=h8"));
    browser.reload();
    browser.expect("#map-summary", "White to move: ");
    // One man more from the hand.
    browser.click(".hand [data-hand='q']");
    browser.expect("#map-summary", "White to move: ");
    assert!(browser.address().contains("hand=q"));
    browser.click("#map");
    assert!(browser.seen("#map-summary").is_none(), "the map is still there");
    browser.end();
}

/// Each kind of text goes to its page; what is nothing is said to be nothing.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn search() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/");
    for (text, page, css, told) in [
        ("8/8/8/8/8/3k4/8/K1R5 w - - 0 1", "/endgames?fen=", "#depths", "DTM 15 moves"),
        ("KRvKN", "/classes?class=KRvKN", "#name", "KRvKN"),
        ("1000", "/pawns?word=1000", "#nimber", "*2"),
        ("5,4^3", "/young?", "#pair", "(4, 0)"),
        ("{1|0} + *2", "/values?expr=", "#answer", "1/2"),
        ("Z01", "/endgames?fen=1k6", "#verdict", "White to move: a draw"),
    ] {
        browser.write("#find", text);
        browser.expect(css, told);
        assert!(browser.address().starts_with(page), "{text}: {}", browser.address());
    }
    browser.write("#find", "Philidor");
    browser.expect("#found", "Philidor");
    browser.end();
}

/// Thompson's KRvKN: 40 moves at most; its 18 zugzwangs; a click on the graph leads on.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn classes() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/classes?class=KRvKN");
    browser.expect("#longest-wins", "40 moves");
    browser.expect("#zugzwangs", "18");
    browser.expect("#graph", "KRvK");
    browser.click("#graph a[href='/classes?class=KRvK']");
    browser.expect("#name", "KRvK");
    browser.expect("#longest-wins", "16 moves");
    browser.end();
}

/// A button is there only for what can succeed: a build, solving the one position, or neither.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn offers() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/endgames?fen=8/2k5/8/1p1p4/1P1P4/8/2K5/8_w_-_-_0_1");
    browser.click("#solve");
    browser.expect("#verdict", "White to move: a draw");
    browser.open(&server, "/endgames?fen=qrbk4/8/8/8/8/8/8/4KBRQ_w_-_-_0_1");
    browser.expect("#out-of-reach", "out of reach");
    assert!(browser.seen("#build").is_none(), "a build that cannot succeed is offered");
    let reader = Server::start_with(&["--read-only"]);
    browser.open(&reader, "/endgames?fen=8/8/2k5/3p4/8/2KP4/3P4/8_w_-_-_0_1");
    browser.expect(".offer", "only reads");
    assert!(browser.seen("#build").is_none() && browser.seen("#solve").is_none());
    browser.open(&reader, "/classes?class=KRvKN");
    browser.expect("#longest-wins", "40 moves");
    browser.end();
}

/// A position with blocked pawns, and Reti's study of 1921.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn solving_and_studies() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/solve");
    browser.click("#plan-it");
    browser.expect("#plan", "It can be tried");
    browser.click("#solve");
    browser.expect("#verdict", "White to move: a draw");
    browser.open(&server, "/studies");
    browser.click("#check");
    browser.expect("#sound", "Sound");
    browser.expect("#answer", "Kg7");
    browser.end();
}

/// The squares near the Black king are there before the window is solved.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn echess_near_squares_first() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, "/echess");
    browser.expect("#awaited", "come first");
    browser.expect("svg.map [data-cell='3,3']:not(.none)", "");
    let still = browser.seen("#awaited").is_some_and(|told| told.contains("come first"));
    assert!(still, "the whole window was there before the near squares");
    browser.end();
}

/// On a telephone no page is wider than the screen, by day and by night.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn every_page_fits_a_telephone() {
    let browser = Browser::start();
    let server = Server::start();
    // A window is not made narrower than some 500 pixels; the page is shown as if it were.
    browser.resize(1200, 900);
    for is_night in [false, true] {
        browser.at_night(is_night);
        for (name, page, told) in PAGES {
            browser.open(&server, page);
            browser.as_on_a_telephone();
            browser.expect("main", told);
            let wide = browser.run("return document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(390), "{name} is {wide} pixels wide");
        }
    }
    browser.end();
}

/// Pictures that the page itself drew are kept by one click, as SVG with its colours and as PNG.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn pictures_are_kept() {
    let browser = Browser::start();
    let server = Server::start();
    for (page, picture) in [
        ("/zugzwangs?material=KRvKN", ".boards figure:first-child"),
        ("/mine?classes=KRvKN&query=mutual", ".boards figure:first-child"),
        ("/classes?class=KRvKN", "#graph"),
        ("/echess?wr=2,1&wk=3,3", ".split > .card:has(svg.map)"),
        ("/echess?wr=2,1&wk=3,3", ".played"),
    ] {
        browser.open(&server, page);
        browser.expect(&format!("{picture} [data-keep='svg']"), "SVG");
        // What is handed to the browser to keep is looked at on its way.
        browser.run(
            "window.kept = []; const make = URL.createObjectURL; \
             URL.createObjectURL = (file) => { file.text().then((text) => kept.push([file.type, text])); return make(file); };",
        );
        for (format, kind, within) in
            [("svg", "image/svg+xml", "fill: rgb("), ("png", "image/png", "PNG")]
        {
            let script = format!(
                "const [done] = arguments; const look = () => {{ const one = kept.find(([type]) => type === '{kind}'); \
                 if (one) done(one[1].includes('{within}')); else setTimeout(look, 50); }}; look();"
            );
            // A map is drawn before its values are known, which takes a while the first time.
            let begun = Instant::now();
            loop {
                browser.run("window.kept = [];");
                browser.click(&format!("{picture} [data-keep='{format}']"));
                if browser.run_to_its_end(&script) == true {
                    break;
                }
                assert!(begun.elapsed() < Duration::from_secs(120), "{page}: {format}");
                std::thread::sleep(Duration::from_millis(200));
            }
        }
    }
    browser.end();
}

/// The game played so far is copied as PGN; the clock and an en passant right are set up.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn games_are_copied_and_clocks_are_set() {
    let browser = Browser::start();
    let server = Server::start();
    browser.open(&server, ROOK);
    browser.drag("[data-square='a1']", "[data-square='b2']");
    browser.expect("#played", "1. Kb2");
    browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text; };");
    browser.click(".copy:has([aria-label='game as PGN']) button");
    browser.expect(".copy:has([aria-label='game as PGN']) button", "copied");
    let copied = browser.run("return window.copied");
    let expected = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/3k4/8/K1R5 w - - 0 1\"]\n\n1. Kb2 *\n";
    assert_eq!(copied, expected);

    // 15 moves to mate are too many with eighty plies on the clock; the rule makes it a draw.
    browser.open(&server, ROOK);
    browser.expect("#depths", "DTM 15 moves");
    browser.click("#setup");
    browser.expect("label:has(#clock)", "clock");
    // A field that is cleared first counts as changed and is drawn anew, so it is filled at once.
    browser.run(
        "const clock = document.querySelector('#clock'); clock.value = '80'; \
         clock.dispatchEvent(new Event('change'));",
    );
    browser.expect("#answer", "fifty");
    assert!(browser.address().contains("_80_"), "{}", browser.address());

    browser.open(&server, "/endgames?fen=8/8/8/8/2pP4/8/8/k1K5_b_-_-_0_1");
    browser.click("#setup");
    browser.choose("#en-passant", "d3");
    browser.expect("#moves", "cxd3");
    assert!(browser.address().contains("_d3_"), "{}", browser.address());
    browser.end();
}

/// From the address bar to a map and back, through a class, a position to solve and a study, without a
/// mouse.
#[test]
#[ignore = "needs Chromium and chromedriver"]
fn by_the_keyboard_alone() {
    let browser = Browser::start();
    let server = Server::start();
    let go_to = |css: &str| {
        let script = format!("return document.activeElement.matches({css:?})");
        for _ in 0..80 {
            browser.type_keys(&[Key::Tab]);
            if browser.run(&script) == true {
                return;
            }
        }
        panic!("{css} cannot be reached by Tab");
    };
    browser.open(&server, ROOK);
    browser.expect("#depths", "DTM 15 moves");
    go_to("#map");
    browser.type_keys(&[Key::Enter]);
    browser.expect("#map-summary", "White to move: ");
    go_to("#map-side");
    browser.press("body", Key::Right);
    browser.expect("#depths", "DTM 14 moves");
    browser.press("svg.board", Key::Enter);
    browser.expect("#map-summary", "to move: ");

    browser.open(&server, "/classes?class=KRvKN");
    browser.expect("#longest-wins", "40 moves");
    go_to("#graph a[href='/classes?class=KRvK']");
    browser.type_keys(&[Key::Enter]);
    browser.expect("#name", "KRvK");
    browser.expect("#longest-wins", "16 moves");
    go_to("#longest-wins a");
    browser.type_keys(&[Key::Enter]);
    browser.expect("#depths", "DTM 16 moves");

    browser.open(&server, "/solve");
    go_to("#plan-it");
    browser.type_keys(&[Key::Enter]);
    browser.expect("#plan", "It can be tried");
    go_to("#solve");
    browser.type_keys(&[Key::Enter]);
    browser.expect("#verdict", "White to move: a draw");

    browser.open(&server, "/studies");
    go_to("#check");
    browser.type_keys(&[Key::Enter]);
    browser.expect("#sound", "Sound");
    browser.end();
}
