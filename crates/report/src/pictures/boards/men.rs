//! The chessmen: our own outlines, each drawn in a box of 100 by 100.

use crate::pictures::drawing::svg::Shape;

/// A chessman: its kind (a capital letter) and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    kind: char,
    white: bool,
}

/// What a man is made of: a filled outline, inner lines, and dots (`x`, `y`, radius).
struct Outline {
    body: &'static str,
    lines: &'static str,
    dots: &'static [(f64, f64, f64)],
}

const KING: Outline = Outline {
    body: "M46.5 33V24.5H38V17.5H46.5V9H53.5V17.5H62V24.5H53.5V33C61 24 84 24 85 43\
           C85.5 54 74 60 71 69L74 87H26L29 69C26 60 14.5 54 15 43C16 24 39 24 46.5 33Z",
    lines: "M50 36V61M29 69C42 63.5 58 63.5 71 69M27.5 78C42 73 58 73 72.5 78",
    dots: &[],
};
const QUEEN: Outline = Outline {
    body: "M17.5 36.5A6.5 6.5 0 1 1 23 35L34.5 53L33.5 30A6.5 6.5 0 1 1 39.5 28.5L48 50\
           L48.2 25.5A6.5 6.5 0 1 1 51.8 25.5L52 50L60.5 28.5A6.5 6.5 0 1 1 66.5 30\
           L65.5 53L77 35A6.5 6.5 0 1 1 82.5 36.5L72 68L74.5 87H25.5L28 68Z",
    lines: "M28 68C42 63 58 63 72 68M26.8 78C42 73 58 73 73.2 78",
    dots: &[],
};
const ROOK: Outline = Outline {
    body: "M24 17H36V25H44V17H56V25H64V17H76V35L67 42V66L75 74V87H25V74L33 66V42L24 35Z",
    lines: "M33 42H67M33 66H67M25 75H75",
    dots: &[],
};
const BISHOP: Outline = Outline {
    body: "M46 21.5A6.5 6.5 0 1 1 54 21.5C65 29 72 38 72 48C72 56 68 61.5 63 65L66 74H58\
           C60 78.5 66 80 74 79.5C79 79.5 81 82.5 81 88C69 90 57 88.5 50 82.5\
           C43 88.5 31 90 19 88C19 82.5 21 79.5 26 79.5C34 80 40 78.5 42 74H34L37 65\
           C32 61.5 28 56 28 48C28 38 35 29 46 21.5Z",
    lines: "M50 33V53M41.5 42H58.5M37 65C45 62 55 62 63 65",
    dots: &[],
};
const KNIGHT: Outline = Outline {
    body: "M28 87C28 73 35 67 43 60C48 55.5 50 51 49.5 47C44 51.5 39 53 34 54.5C30 56 28.5 61.5 24.5 62.5\
           C21.5 63 19.5 62 18 60C15.5 60 13.5 57 14.5 53.5C16 47.5 21.5 42 23.5 36\
           C24.5 31 27 27 30.5 24L30 12.5L39 19.5L45 10.5L49.5 19C68 22 80 40 80 66C80 74 79.5 81 79 87Z",
    lines: "M54 27C66 35 70.5 50 70 66M20.5 57.5L25 54",
    dots: &[(34.0, 33.5, 3.2)],
};
const PAWN: Outline = Outline {
    body: "M50 16C59 16 65 22 65 30C65 35 62.5 39 59 41.5L67 47.5V52H58.5C59 62 64 69 72 74.5L74 87H26L28 74.5\
           C36 69 41 62 41.5 52H33V47.5L41 41.5C37.5 39 35 35 35 30C35 22 41 16 50 16Z",
    lines: "M41.5 52H58.5",
    dots: &[],
};

impl Man {
    /// The man of a FEN letter: capitals are White's.
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        let kind = letter.to_ascii_uppercase();
        outline(kind).map(|_| Self { kind, white: letter.is_ascii_uppercase() })
    }

    /// The FEN letter.
    pub(super) fn letter(self) -> char {
        if self.white { self.kind } else { self.kind.to_ascii_lowercase() }
    }

    /// Draws the man into the square of side `side` with its top left corner at `(x, y)`.
    pub(super) fn shape(self, x: f64, y: f64, side: f64) -> Shape {
        let colour = if self.white { "white" } else { "black" };
        let mut group = Shape::group().class(&format!("man {}", self.letter())).placed(
            x + 0.05 * side,
            y + 0.05 * side,
            0.9 * side / 100.0,
        );
        let Some(parts) = outline(self.kind) else { return group };
        group.push(Shape::path(parts.body).class(&format!("{colour}-man")));
        group.push(Shape::path(parts.lines).class(&format!("{colour}-line")));
        for &(x, y, radius) in parts.dots {
            group.push(Shape::circle((x, y), radius).class(&format!("{colour}-dot")));
        }
        group
    }
}

/// The twelve men as markup, each in a group `data-man="<FEN letter>"` and a box of 100 by 100: what
/// a page needs to move them about.
pub fn men_markup() -> String {
    let men = "KQRBNPkqrbnp".chars().filter_map(Man::from_letter);
    men.map(|man| {
        let letter = man.letter();
        Shape::group().attribute("data-man", letter).with(man.shape(0.0, 0.0, 100.0)).markup()
    })
    .collect()
}

fn outline(kind: char) -> Option<&'static Outline> {
    Some(match kind {
        'K' => &KING,
        'Q' => &QUEEN,
        'R' => &ROOK,
        'B' => &BISHOP,
        'N' => &KNIGHT,
        'P' => &PAWN,
        _ => return None,
    })
}
