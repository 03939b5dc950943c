//! One picture of each kind, from small data made up on the spot.

use nimzo_report::pictures::{
    Board, Density, Gallery, HeatCell, HeatMap, Histogram, Mark, PawnFiles, Picture, Plot, Series,
    Style, Tally, Thermograph, Walls, Young, fraction,
};

/// The samples, each with a name fit for a file.
pub fn all() -> Vec<(&'static str, Picture)> {
    vec![
        ("thermograph", thermograph()),
        ("thermograph-bounds", bounds()),
        ("thermograph-number", number()),
        ("board", board()),
        ("board-men", men()),
        ("board-large", large_board()),
        ("young", young()),
        ("pawn-files", pawn_files()),
        ("heatmap", heatmap()),
        ("histogram", histogram()),
        ("plot", plot()),
        ("plot-records", records()),
        ("density", density()),
        ("pairs", pairs()),
        ("components", components()),
    ]
}

/// `{ {7/2 | 2} | {1 | -2} }`, whose walls have several corners.
pub fn thermograph() -> Picture {
    let walls = Walls {
        left: vec![(2.0, 0.0), (2.0, 0.75), (1.75, 1.0), (1.125, 1.625)],
        right: vec![(1.0, 0.0), (1.0, 1.5), (1.125, 1.625)],
    };
    Thermograph::new(walls)
        .picture("{7/2 | 2 || 1 | −2}", "Mean 9/8, temperature 13/8. Values grow to the left.")
}

/// Bounds that differ.
pub fn bounds() -> Picture {
    let lower = Walls {
        left: vec![(19.0, 0.0), (16.875, 1.875)],
        right: vec![(15.0, 0.0), (16.875, 1.875)],
    };
    let upper =
        Walls { left: vec![(19.0, 0.0), (17.0, 2.0)], right: vec![(15.0, 0.0), (17.0, 2.0)] };
    Thermograph::between(lower, upper).picture(
        "Start position",
        "Between a lower bound (whole line) and an upper bound (broken).",
    )
}

/// A number: a bare mast.
pub fn number() -> Picture {
    let walls = Walls { left: vec![(0.75, 0.0)], right: vec![(0.75, 0.0)] };
    Thermograph::new(walls).picture("3/4", "A number is a bare mast.")
}

/// A large pawn endgame.
pub fn board() -> Picture {
    Board::parse("11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K")
        .and_then(|board| board.arrow("c4", "c5"))
        .and_then(|board| board.mark("c5", Mark::Good))
        .expect("the sample is well formed")
        .picture("Twelve files and nine ranks", "Whoever moves wins; White by c5 alone.")
}

/// Every man on both colours of square.
pub fn men() -> Picture {
    Board::parse("kqrbnpkq/qrbnpkqr/8/8/8/8/KQRBNPKQ/QRBNPKQR")
        .and_then(|board| {
            board.mark("d4", Mark::Good)?.mark("e4", Mark::Bad)?.mark("f4", Mark::Note)
        })
        .and_then(|board| board.arrow("b2", "d5")?.arrow("h7", "e3")?.label("a5", "*2"))
        .expect("the sample is well formed")
        .picture("The men", "")
}

/// More files than letters.
pub fn large_board() -> Picture {
    Board::empty(40, 12)
        .and_then(|board| board.put(0, 0, 'K')?.put(39, 11, 'k')?.put(30, 5, 'R'))
        .expect("the sample is well formed")
        .with_open_edges()
        .picture("Forty files", "The board goes on at the top and at the right.")
}

/// Wythoff's game on a diagram: the queen's values.
pub fn young() -> Picture {
    let rows = [14, 14, 12, 9, 9, 6, 4, 4, 1];
    let mut values: Vec<Vec<u64>> = rows.iter().map(|&n| vec![0; n]).collect();
    for row in (0..rows.len()).rev() {
        for column in (0..rows[row]).rev() {
            let right = (column + 1..rows[row]).map(|c| values[row][c]);
            let below =
                (row + 1..rows.len()).filter(|&r| column < rows[r]).map(|r| values[r][column]);
            let seen: Vec<u64> = right.chain(below).collect();
            values[row][column] = (0..).find(|v| !seen.contains(v)).unwrap_or(0);
        }
    }
    Young::of_values(&values)
        .expect("the sample is well formed")
        .picture("ROOK on 14²,12,9²,6,4²,1", "Ringed cells are lost for the player to move.")
}

/// A component with stopped files.
pub fn pawn_files() -> Picture {
    let mut files = PawnFiles::parse("1000100+:_0.").expect("the sample is well formed");
    for (file, words, loony) in [(0, "loony", true), (1, "*1", false), (3, "0", false)] {
        files.below(file, words, loony);
    }
    files.picture(
        "1000100 + :_0.",
        "Barred files are stopped; below each, the value of moving there.",
    )
}

/// A slope with a ridge and three regions.
pub fn heatmap() -> Picture {
    let squares = (-6..=10).flat_map(|x| (-5..=8).map(move |y| (x, y)));
    let cells = squares.filter(|&(x, y)| (x, y) != (-6, 8)).map(|(x, y): (i64, i64)| {
        let level = (x.max(y) as f64 + (x - y).abs() as f64 / 4.0).max(-2.0);
        let region = if x > y { "east" } else { "north" };
        ((x, y), HeatCell { level, words: fraction(level), region: Some(region.into()) })
    });
    HeatMap::new(cells)
        .expect("the sample is well formed")
        .contours(&[0.5, 2.5, 4.5, 6.5])
        .man(0, 0, 'k')
        .man(-2, 1, 'R')
        .picture("Means by the White king's square", "Thick: borders of regions; thin: contours.")
}

/// Two sides of an endgame.
pub fn histogram() -> Picture {
    let bell = |peak: f64, most: f64| -> Vec<u64> {
        (0..60).map(|n| (most * (-((f64::from(n) - peak) / 9.0).powi(2)).exp()) as u64).collect()
    };
    let tallies = vec![
        Tally { name: "White to move".into(), counts: bell(24.0, 3e6) },
        Tally { name: "Black to move".into(), counts: bell(31.0, 8e5) },
    ];
    Histogram::new(tallies, "moves to mate", "positions")
        .expect("the sample is well formed")
        .picture("How deep the wins are", "Positions won in n moves, logarithmic scale.")
}

/// A long series.
pub fn plot() -> Picture {
    let points = (1..200_000u32).map(|n| (f64::from(n), f64::from(n.trailing_zeros() + n % 5)));
    let series = Series { name: "nimber".into(), points: points.collect(), style: Style::Dots };
    Plot::new(vec![series], "length", "nimber")
        .expect("the sample is well formed")
        .picture("Nimber against length", "Thinned: one dot for each place on the paper.")
}

/// First appearances on two logarithmic axes.
pub fn records() -> Picture {
    let points = [51, 111, 202, 497, 1414, 3545, 8255, 21208, 61985, 187_193];
    let points = points.iter().zip(3..).map(|(&n, a)| (f64::from(n), f64::from(1u32 << a)));
    let series = Series { name: "*2^a".into(), points: points.collect(), style: Style::Stems };
    Plot::new(vec![series], "length", "nimber")
        .expect("the sample is well formed")
        .log_x()
        .log_y()
        .picture("First length of each power of two", "Every sixth file stopped.")
}

/// Two kings.
pub fn density() -> Picture {
    let near = |file: i64, rank: i64| -> [u64; 64] {
        std::array::from_fn(|square| {
            let (f, r) = (square as i64 % 8, square as i64 / 8);
            let distance = (f - file).abs().max((r - rank).abs());
            if distance > 5 { 0 } else { 1u64 << (2 * (7 - distance)) }
        })
    };
    Density::new(vec![("White king".into(), near(3, 4)), ("Black king".into(), near(3, 7))])
        .expect("the sample is well formed")
        .picture("Where the kings stand", "Squares by the number of zugzwangs.")
}

/// Small boards with words.
pub fn pairs() -> Picture {
    let values = [("*", "1/1/1/1/p/1/P/1"), ("^", "1/1/1/p/1/1/P/1"), ("^^*", "1/1/p/1/1/1/P/1")];
    let board = |(value, fen): (&str, &str)| {
        (Board::parse(fen).expect("the sample is well formed"), value.to_owned())
    };
    Gallery::new(values.into_iter().map(board).collect())
        .picture("Pairs of pawns", "Each with its value.")
}

/// Parts of a position, framed.
pub fn components() -> Picture {
    Board::parse("6k/2p2pP/p2p1P1/2pP3/2P4/3P1p1/P4Pp/6K")
        .and_then(|board| board.frame(&["a2", "a6"], "^^*"))
        .expect("the sample is well formed")
        .picture("A sum", "The pawns on the left file are a component.")
}
