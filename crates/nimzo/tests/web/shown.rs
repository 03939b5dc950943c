//! Every page as it is shown: looked at by axe-core, and as the pictures of docs/explorer.md.

use std::collections::HashMap;

use crate::browser::Browser;
use crate::server::Server;

/// A rook to be taken about.
pub const ROOK: &str = "/endgames?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-_0_1";

/// The most bytes of a picture.
const LARGEST: usize = 60_000;

/// A page with what is on it once it has answered.
pub const PAGES: [(&str, &str, &str); 14] = [
    ("welcome", "/", "Chess endgames meet"),
    ("endgames", ROOK, "DTM 15 moves"),
    ("map", "/endgames?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-_0_1&man=c1", "White to move: "),
    ("classes", "/classes?class=KRvKN", "40 moves"),
    ("zugzwangs", "/zugzwangs?material=KRvKN", "18 zugzwangs"),
    ("mine", "/mine?classes=KRvKN&query=mutual", "KRvKN: 36"),
    ("solve", "/solve", "Solve a position"),
    ("studies", "/studies", "Check a study"),
    ("pawns", "/pawns?word=1000", "*2"),
    ("young", "/young?piece=ROOK&parts=5,4,4,4", "(4, 0)"),
    ("echess", "/echess", "Entrepreneurial chess"),
    ("values", "/values", "mean"),
    ("sums", "/sums?fen=6k/2p2pP/p2p1P1/2pP3/2P4/3P1p1/P4Pp/6K w", "component 1"),
    ("papers", "/papers", "Recompute"),
];

/// What axe-core calls serious or critical is on no page, by day and by night.
#[test]
#[ignore = "needs Chromium, chromedriver and npm"]
fn accessibility() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("axe");
    std::fs::create_dir_all(&folder).expect("a folder");
    let installed = std::process::Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--prefix"])
        .arg(&folder)
        .arg("axe-core@4")
        .output()
        .expect("npm must be installed");
    assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
    let axe =
        std::fs::read_to_string(folder.join("node_modules/axe-core/axe.min.js")).expect("axe-core");
    let browser = Browser::start();
    let server = Server::start();
    let mut faults = Vec::new();
    for is_night in [false, true] {
        browser.at_night(is_night);
        for (name, page, told) in PAGES {
            browser.open(&server, page);
            browser.expect("main", told);
            browser.run(&axe);
            let found = browser.run_to_its_end(
                "const done = arguments[arguments.length - 1];
                 axe.run(document, { resultTypes: ['violations'] }).then(
                     (found) => done(found.violations
                         .filter((one) => one.impact === 'serious' || one.impact === 'critical')
                         .map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html).join(' ')}`)),
                     (error) => done([String(error)]));",
            );
            for fault in found.as_array().into_iter().flatten() {
                faults.push(format!("{name}{}: {fault}", if is_night { " by night" } else { "" }));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    browser.end();
}

/// `cargo test --release -p nimzo --test web -- --ignored screenshots` writes them.
#[test]
#[ignore = "needs Chromium and chromedriver, and writes the pictures of docs/explorer.md"]
fn screenshots() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explorer");
    std::fs::create_dir_all(&folder).expect("a folder");
    let browser = Browser::start();
    let server = Server::start();
    browser.resize(900, 760);
    for (name, page, told) in PAGES {
        browser.open(&server, page);
        browser.expect("main", told);
        if name == "echess" {
            browser.expect("svg.map", "");
        }
        let picture = with_few_colours(&browser.screenshot());
        assert!(picture.len() < LARGEST, "{name} takes {} bytes", picture.len());
        std::fs::write(folder.join(format!("{name}.png")), picture).expect("a picture");
    }
    browser.end();
}

/// The same picture with at most 256 colours, the commonest, each other one shown as the nearest of them:
/// pages have few colours beside the shades at the edges of letters.
fn with_few_colours(picture: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("its size")];
    let info = reader.next_frame(&mut bytes).expect("its dots");
    let dots: Vec<[u8; 3]> = bytes[..info.buffer_size()]
        .chunks(info.color_type.samples())
        .map(|dot| [dot[0], dot[1], dot[2]])
        .collect();
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    dots.iter().for_each(|dot| *counts.entry(*dot).or_default() += 1);
    let mut palette: Vec<[u8; 3]> = counts.keys().copied().collect();
    palette.sort_by_key(|colour| (std::cmp::Reverse(counts[colour]), *colour));
    palette.truncate(256);
    let distance = |a: [u8; 3], b: [u8; 3]| -> u32 {
        (0..3).map(|i| u32::from(a[i].abs_diff(b[i])).pow(2)).sum()
    };
    let nearest = |colour: [u8; 3]| {
        let places = 0..palette.len();
        places.min_by_key(|&place| distance(palette[place], colour)).unwrap_or(0) as u8
    };
    let places: HashMap<[u8; 3], u8> = counts.keys().map(|&one| (one, nearest(one))).collect();
    let mut written = Vec::new();
    let mut encoder = png::Encoder::new(&mut written, info.width, info.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a head");
    let dots: Vec<u8> = dots.iter().map(|dot| places[dot]).collect();
    writer.write_image_data(&dots).expect("dots");
    writer.finish().expect("an end");
    written
}
