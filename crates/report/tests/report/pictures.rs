//! The structure of each picture, read back from its SVG.

use nimzo_report::pictures::{
    Board, Gallery, HeatCell, HeatMap, Histogram, PawnFiles, Picture, Plot, Series, Style, Tally,
    Thermograph, Walls, Young,
};
use roxmltree::{Document, Node};

use crate::samples;

/// A picture's SVG, read back.
struct Read {
    markup: String,
}

impl Read {
    fn of(picture: &Picture) -> Self {
        Self { markup: picture.svg() }
    }

    fn look<T>(&self, look: impl FnOnce(&Document<'_>) -> T) -> T {
        look(&Document::parse(&self.markup).expect("an SVG file is well-formed XML"))
    }

    fn count(&self, tag: &str, class: &str) -> usize {
        self.look(|document| {
            document
                .descendants()
                .filter(|node| {
                    node.has_tag_name(("http://www.w3.org/2000/svg", tag)) && has(node, class)
                })
                .count()
        })
    }

    /// All words that are drawn, in order.
    fn words(&self) -> Vec<String> {
        self.look(|document| {
            let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
            texts.filter_map(|node| node.text().map(str::to_owned)).collect()
        })
    }

    /// What is shown while the pointer rests on a shape.
    fn hints(&self) -> Vec<String> {
        self.look(|document| {
            let titles = document.descendants().filter(|node| {
                node.tag_name().name() == "title"
                    && node.parent_element().is_some_and(|p| p.tag_name().name() != "svg")
            });
            titles.filter_map(|node| node.text().map(str::to_owned)).collect()
        })
    }

    fn points(&self, class: &str) -> Vec<Vec<(f64, f64)>> {
        self.look(|document| {
            let chains = document
                .descendants()
                .filter(|node| node.tag_name().name() == "polyline" && has(node, class));
            chains.map(|node| parse_points(node.attribute("points").unwrap_or(""))).collect()
        })
    }
}

fn has(node: &Node<'_, '_>, class: &str) -> bool {
    let wanted = format!("n-{class}");
    class.is_empty()
        || node.attribute("class").is_some_and(|names| names.split(' ').any(|name| name == wanted))
}

fn parse_points(text: &str) -> Vec<(f64, f64)> {
    let pair = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    text.split(' ').map(|point| pair(point).expect("a point")).collect()
}

#[test]
fn every_picture_is_a_file_for_day_and_night_and_a_png() {
    for (name, picture) in samples::all() {
        let read = Read::of(&picture);
        read.look(|document| {
            let root = document.root_element();
            assert_eq!(root.tag_name().name(), "svg", "{name}");
            assert!(root.attribute("viewBox").is_some(), "{name}");
            let title = root.children().find(|node| node.tag_name().name() == "title");
            assert_eq!(title.and_then(|node| node.text()), Some(picture.title()), "{name}");
            let style = root.children().find(|node| node.tag_name().name() == "style");
            let style = style.and_then(|node| node.text()).unwrap_or("");
            assert!(style.contains("prefers-color-scheme:dark"), "{name}");
        });
        assert!(read.markup.len() < 200_000, "{name} has {} bytes", read.markup.len());
        assert!(!picture.inline().contains("<style"), "{name}");
        let png = picture.png().expect(name);
        let size = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        let width = f64::from(size(16));
        assert!(width >= picture.drawing().width(), "{name}: {width} dots");
        assert!(size(20) > 0, "{name}");
    }
}

#[test]
fn values_of_a_thermograph_grow_to_the_left_and_temperature_upward() {
    let read = Read::of(&samples::thermograph());
    let (left, right) = (read.points("blue"), read.points("red"));
    assert_eq!((left.len(), right.len()), (1, 1));
    assert!(left[0][0].0 < right[0][0].0, "Left's wall is on the left");
    assert_eq!(left[0].last(), right[0].last(), "the walls meet");
    assert!(left[0][0].1 > left[0][3].1, "the mast is above");
    assert_eq!(read.count("line", "mast"), 1);
    let words = read.words();
    for label in ["2", "9/8", "1", "13/8", "0", "3/4", "value", "temperature"] {
        assert!(words.iter().any(|word| word == label), "{label} in {words:?}");
    }
}

#[test]
fn bounds_that_differ_are_drawn_apart_and_equal_ones_as_one() {
    let read = Read::of(&samples::bounds());
    assert_eq!(read.count("polyline", "wall"), 4);
    assert_eq!(read.count("polyline", "doubt"), 2);
    assert_eq!(read.count("polygon", "between"), 2);
    let walls = Walls { left: vec![(1.0, 0.0), (0.0, 1.0)], right: vec![(-1.0, 0.0), (0.0, 1.0)] };
    let read = Read::of(&Thermograph::between(walls.clone(), walls).picture("", ""));
    assert_eq!(read.count("polyline", "wall"), 2);
    assert_eq!(read.count("polyline", "doubt"), 0);
}

/// Between a mast at 0 that begins at 1 and one at 2 that begins at 0 lies all that is above, too.
#[test]
fn the_tint_covers_what_lies_between_the_bounds() {
    let lower = Walls { left: vec![(1.0, 0.0), (0.0, 1.0)], right: vec![(-1.0, 0.0), (0.0, 1.0)] };
    let upper = Walls { left: vec![(2.0, 0.0)], right: vec![(2.0, 0.0)] };
    let read = Read::of(&Thermograph::between(lower, upper).picture("", ""));
    let tops: Vec<(f64, f64)> = read.look(|document| {
        let masts = document.descendants().filter(|node| has(node, "mast"));
        let number = |node: Node<'_, '_>, name| node.attribute(name).unwrap().parse().unwrap();
        masts.map(|node| (number(node, "x2"), number(node, "y2"))).collect()
    });
    assert_eq!(tops.len(), 2);
    let rings: Vec<Vec<(f64, f64)>> = read.look(|document| {
        let rings = document.descendants().filter(|node| has(node, "between"));
        rings.map(|node| parse_points(node.attribute("points").unwrap())).collect()
    });
    for ring in &rings {
        for top in &tops {
            let reached = ring.iter().any(|at| (at.0 - top.0).abs() < 0.5 && at.1 <= top.1);
            assert!(reached, "{top:?} in {ring:?}");
        }
    }
}

#[test]
fn a_wall_of_slope_one_is_drawn_as_steep_as_it_is() {
    for swing in [1.0, 7.0, 40.0] {
        let walls = Walls {
            left: vec![(swing, 0.0), (0.0, swing)],
            right: vec![(-swing, 0.0), (0.0, swing)],
        };
        let read = Read::of(&Thermograph::new(walls).picture("", ""));
        let wall = &read.points("blue")[0];
        let (across, up) = (wall[1].0 - wall[0].0, wall[0].1 - wall[1].1);
        assert!((across - up).abs() < 0.1 * up, "{across} across, {up} up");
    }
}

#[test]
fn walls_that_never_meet_end_in_arrows() {
    let walls = Walls {
        left: vec![(f64::INFINITY, 0.0), (f64::INFINITY, 3.0)],
        right: vec![(1.0, 0.0), (4.0, 3.0)],
    };
    let read = Read::of(&Thermograph::new(walls).picture("", ""));
    assert_eq!((read.count("polygon", "blue-fill"), read.count("polygon", "red-fill")), (1, 1));
}

#[test]
fn walls_that_never_meet_have_no_mast() {
    let walls = Walls {
        left: vec![(f64::INFINITY, 0.0), (f64::INFINITY, 3.0)],
        right: vec![(1.0, 0.0), (4.0, 3.0)],
    };
    assert_eq!(walls.mast(), None);
    let read = Read::of(&Thermograph::new(walls).picture("hot", ""));
    assert_eq!(read.count("line", "mast"), 0);
    assert!(read.words().contains(&"∞".to_owned()));
}

#[test]
fn a_board_has_each_man_on_its_square() {
    let read = Read::of(&samples::board());
    let placement = "11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K";
    for letter in ["K", "P", "k", "p"] {
        assert_eq!(read.count("g", letter), placement.matches(letter).count(), "{letter}");
    }
    assert_eq!((read.count("rect", "good"), read.count("polygon", "arrow")), (1, 1));
    let words = read.words();
    assert!(words.contains(&"l".to_owned()) && words.contains(&"9".to_owned()), "{words:?}");

    let place = |fen: &str| {
        let board = Board::parse(fen).expect(fen).without_coordinates();
        let markup = board.picture("", "").inline();
        let document = Document::parse(&markup).expect("XML");
        let man = document.descendants().find(|node| has(node, "man")).expect("a man");
        man.attribute("transform").expect("a place").to_owned()
    };
    let numbers = |transform: String| {
        let inside = transform.split(['(', ')']).nth(1).unwrap_or("").to_owned();
        parse_points(&inside.replace(' ', ","))[0]
    };
    let (a1, h8, c2) = (
        numbers(place("8/8/8/8/8/8/8/K7")),
        numbers(place("7K/8/8/8/8/8/8/8")),
        numbers(place("8/8/8/8/8/8/2K5/8")),
    );
    let side = (h8.0 - a1.0) / 7.0;
    assert!(side > 0.0 && (a1.1 - h8.1 - 7.0 * side).abs() < 0.1);
    assert!((c2.0 - a1.0 - 2.0 * side).abs() < 0.1 && (a1.1 - c2.1 - side).abs() < 0.1);
}

#[test]
fn a_young_diagram_has_a_square_for_each_cell_and_rings_the_losses() {
    let young = Young::of_values(&[vec![3, 2, 0], vec![1, 0], vec![0]]).expect("a diagram");
    let read = Read::of(&young.picture("", ""));
    assert_eq!(read.count("rect", "cell"), 6);
    assert_eq!(read.count("circle", "ring"), 3);
    assert_eq!(read.words(), ["3", "2", "0", "1", "0", "0"]);
    assert_eq!(read.hints()[0], "row 1, column 1: 3");
}

#[test]
fn stopped_files_are_barred_above_and_below() {
    let read = Read::of(&PawnFiles::parse("10001").expect("a word").picture("", ""));
    assert_eq!(read.count("rect", "stop"), 4);
    assert_eq!((read.count("g", "P"), read.count("g", "p")), (5, 5));
    assert_eq!(read.words(), ["1", "0", "0", "0", "1"]);
    for bad in ["", "_", "2", "0 1", "é"] {
        assert!(PawnFiles::parse(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn a_heat_map_shows_numbers_contours_and_borders() {
    let read = Read::of(&samples::heatmap());
    assert_eq!(read.count("rect", "cell"), 17 * 14 - 1);
    assert_eq!(read.count("path", "contour"), 4);
    assert_eq!(read.count("path", "border"), 1);
    assert_eq!((read.count("g", "k"), read.count("g", "R")), (1, 1));
    assert!(read.hints().contains(&"[10,-5]: 55/4".to_owned()));

    let cell = |level| HeatCell { level, ..HeatCell::default() };
    let odd = [((0, 0), cell(f64::NAN)), ((1, 0), cell(f64::INFINITY)), ((0, 1), cell(2.0))];
    let read = Read::of(&HeatMap::new(odd).expect("a map").contours(&[1.0]).picture("", ""));
    assert_eq!(read.count("rect", "cell"), 3);
    assert!(HeatMap::new([]).is_err());
    assert!(HeatMap::new([((0, 0), cell(0.0)), ((i64::MAX, 0), cell(0.0))]).is_err());
}

#[test]
fn a_histogram_has_a_bar_for_each_depth_that_occurs() {
    let tally = Tally { name: "wins".into(), counts: vec![0, 1, 0, 1000, 1_000_000] };
    let read = Read::of(
        &Histogram::new(vec![tally], "moves", "positions").expect("counts").picture("", ""),
    );
    let heights: Vec<f64> = read.look(|document| {
        let group = document
            .descendants()
            .find(|node| node.tag_name().name() == "g" && has(node, "blue-fill"));
        let bars = group.into_iter().flat_map(|group| group.children());
        bars.filter_map(|bar| bar.attribute("height")?.parse().ok()).collect()
    });
    assert_eq!(heights.len(), 3);
    // On a logarithmic scale a thousandfold is the same step each time.
    assert!(((heights[2] - heights[1]) - (heights[1] - heights[0])).abs() < 0.1, "{heights:?}");
    assert_eq!(read.hints(), ["1: 1", "3: 1000", "4: 1000000 (1M)"]);
    assert!(Histogram::new(vec![], "", "").is_err());
}

#[test]
fn plots_name_their_axes_and_stand_odd_points() {
    let points = vec![(1.0, 1.0), (f64::NAN, 2.0), (3.0, f64::INFINITY), (4.0, 9.0)];
    let series = Series { name: "odd".into(), points, style: Style::Line };
    let read = Read::of(
        &Plot::new(vec![series.clone()], "length", "nimber").expect("points").picture("", ""),
    );
    assert_eq!(read.points("blue")[0].len(), 2);
    for word in ["length", "nimber", "odd"] {
        assert!(read.words().iter().any(|w| w == word), "{word}");
    }
    let none = Series { points: vec![(f64::NAN, 0.0)], ..series };
    assert!(Plot::new(vec![none], "", "").is_err());
}

#[test]
fn files_appear_and_a_bad_place_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, png) = (folder.path().join("a.svg"), folder.path().join("a.png"));
    samples::number().write_svg(&svg).expect("written");
    samples::number().write_png(&png).expect("written");
    assert!(std::fs::read_to_string(svg).expect("a file").contains("<svg"));
    assert!(std::fs::read(png).expect("a file").starts_with(b"\x89PNG"));
    let nowhere = folder.path().join("missing").join("a.svg");
    let message = samples::number().write_svg(&nowhere).unwrap_err().to_string();
    assert!(message.contains("missing"), "{message}");
}

#[test]
fn squares_that_belong_together_are_framed_in_different_hues() {
    let board = Board::parse("8/p7/8/8/8/6p1/P5P1/8").unwrap();
    let board = board.frame(&["a2", "a7"], "0").unwrap().frame(&["g2", "g3"], "0").unwrap();
    let read = Read::of(&board.picture("", ""));
    assert_eq!((read.count("rect", "blue"), read.count("rect", "red")), (1, 1));
    assert!(Board::empty(8, 8).unwrap().frame(&["j9"], "").is_err());
}

#[test]
fn a_gallery_shows_every_board_with_its_words() {
    let boards = ["1/p/1/P/1", "1/p/P/1/1"].map(|fen| Board::parse(fen).unwrap());
    let words = boards.into_iter().zip(["*", "0"].map(str::to_owned)).collect();
    let svg = Gallery::new(words).picture("Pawns", "").svg();
    assert!(svg.contains(">*<") && svg.contains(">0<"), "{svg}");
}
