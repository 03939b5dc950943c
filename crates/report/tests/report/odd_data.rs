//! Whatever is asked for, a picture is well-formed XML or a refusal, and nothing panics.

use nimzo_report::pictures::{
    Board, Density, HeatCell, HeatMap, Histogram, PawnFiles, Picture, Plot, Series, Style, Tally,
    Thermograph, Walls, Young, fraction,
};
use proptest::prelude::*;

fn well_formed(picture: &Picture) {
    let markup = picture.svg();
    let document = roxmltree::Document::parse(&markup).expect("well-formed");
    for node in document.descendants() {
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
        }
    }
}

/// Points of any size, infinite and missing ones too.
fn points() -> impl Strategy<Value = Vec<(f64, f64)>> {
    let number = prop_oneof![4 => -50.0..50.0, 1 => any::<f64>()];
    prop::collection::vec((number.clone(), number), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn boards_from_any_text(text in "[kqrbnpKQRBNP1-9/x ]{0,40}|\\PC{0,20}", title in "\\PC{0,20}") {
        if let Ok(board) = Board::parse(&text) {
            well_formed(&board.picture(&title, &title));
        }
    }

    #[test]
    fn pawn_files_from_any_text(text in "[01:._+-]{0,30}|\\PC{0,10}") {
        if let Ok(files) = PawnFiles::parse(&text) {
            well_formed(&files.picture(&text, ""));
        }
    }

    #[test]
    fn thermographs_of_any_walls(a in points(), b in points(), c in points(), d in points()) {
        let (lower, upper) = (Walls { left: a, right: b }, Walls { left: c, right: d });
        well_formed(&Thermograph::between(lower, upper).picture("", ""));
    }

    #[test]
    fn plots_of_any_points(points in points(), log in any::<bool>(), style in 0..3) {
        let style = [Style::Dots, Style::Line, Style::Stems][style as usize];
        let series = Series { name: "s".into(), points, style };
        if let Ok(plot) = Plot::new(vec![series], "x", "y") {
            let plot = if log { plot.log_x().log_y() } else { plot };
            well_formed(&plot.picture("", ""));
        }
    }

    #[test]
    fn histograms_of_any_counts(counts in prop::collection::vec(any::<u64>(), 0..20)) {
        let tally = Tally { name: String::new(), counts };
        if let Ok(histogram) = Histogram::new(vec![tally], "", "") {
            well_formed(&histogram.picture("", ""));
            well_formed(&histogram.linear().picture("", ""));
        }
    }

    #[test]
    fn heat_maps_of_any_squares(
        cells in prop::collection::vec(((-9i64..9, -9i64..9), any::<f64>(), "\\PC{0,4}"), 0..9),
        levels in prop::collection::vec(any::<f64>(), 0..3),
        far in any::<(i64, i64)>(),
    ) {
        let cells = cells.into_iter().map(|(square, level, words)| {
            (square, HeatCell { level, region: Some(words.clone()), words })
        });
        if let Ok(map) = HeatMap::new(cells) {
            well_formed(&map.contours(&levels).man(far.0, far.1, 'k').picture("", ""));
        }
    }

    #[test]
    fn young_diagrams_and_densities_of_any_values(
        rows in prop::collection::vec(prop::collection::vec(any::<u64>(), 0..6), 0..6),
        count in any::<u64>(),
    ) {
        if let Ok(young) = Young::of_values(&rows) {
            well_formed(&young.picture("", ""));
        }
        let density = Density::new(vec![("any".into(), [count; 64])]).expect("one board");
        well_formed(&density.picture("", ""));
    }

    #[test]
    fn fractions_are_exact(numerator in -4096i64..4096, power in 0u32..=12) {
        let denominator = 1i64 << power;
        let text = fraction(numerator as f64 / denominator as f64).replace('−', "-");
        let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
        let (over, under): (i64, i64) = (over.parse().unwrap(), under.parse().unwrap());
        prop_assert_eq!(over * denominator, numerator * under);
        prop_assert!(under <= denominator);
    }
}
