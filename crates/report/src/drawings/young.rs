//! Impartial chess on Young diagrams.

use nimzo_games::young::ValueMap;

use crate::Error;
use crate::pictures::{Anchor, Picture, Svg, Young};

const HEAD: f64 = 20.0;
const GAP: f64 = 26.0;

/// The values of every subpartition, normal play and misère play side by side (one above the other
/// where the diagram is wide); what is lost for the player to move is ringed.
pub fn values(map: &ValueMap) -> Result<Picture, Error> {
    let normal = Young::of_values(&map.grid(|pair| pair.normal))?.picture("", "");
    let misere = Young::of_values(&map.grid(|pair| pair.misere))?.picture("", "");
    let (width, height) = (normal.drawing().width(), normal.drawing().height() + HEAD);
    let beside = width <= height.max(420.0);
    let (x, y) = if beside { (width + GAP, 0.0) } else { (0.0, height + GAP) };
    let mut svg = Svg::new((x + width).max(120.0), y + height);
    for (name, drawing, x, y) in [("normal", normal, 0.0, 0.0), ("misère", misere, x, y)] {
        svg.words((x + 2.0, y + 13.0), 12.0, Anchor::Start, "soft", name);
        svg.place(drawing.drawing().clone(), x, y + HEAD);
    }
    let title = format!("{} on {}", map.moveset().name().to_uppercase(), map.partition());
    let caption = format!(
        "Conway pair {}. Each cell holds the value of what remains with that cell as its corner; \
         ringed: the player to move loses.",
        map.root()
    );
    Ok(Picture::new(title, caption, svg))
}
