//! Table 2: games from the squares of Table 3, and what they have in common in each region.

use std::collections::{BTreeSet, HashSet};

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{
    After, Guide, Move, Player, Position, Region, Square, Style, compass, dogma,
};

use super::super::{Computed, Context};
use super::strategy::{TABLE3, position, published, squares, thermograph};
use super::{fault, window};
use crate::Error;

/// The printed Table 2.
pub(super) const TABLE2: &str = include_str!("../../../data/berlekamp/table2.toml");

/// Longer games are cut off.
const LONGEST: usize = 100;

/// A game: Black by his dogma, White for the best stop.
#[derive(Default)]
struct Course {
    /// For each rook move, the directions of all rook moves that were as good.
    rook: Vec<BTreeSet<&'static str>>,
    /// What each move of the White king added to the key parameter.
    changes: BTreeSet<i32>,
    /// Where the White king ended, as the Black king sees him; `None` if the game was cut off.
    end: Option<(i32, i32)>,
}

/// The parameter that matters in a region.
fn parameter(region: Region, (x, y): (i32, i32)) -> i32 {
    match region {
        Region::A | Region::D => x,
        Region::B | Region::E => y,
        Region::C | Region::F => x + y,
    }
}

fn course(guide: Guide<'_>, start: Position, region: Region) -> Result<Course, Error> {
    let mut course = Course::default();
    let mut here = start;
    let seen = HashSet::new();
    for ply in 0..LONGEST {
        let player = if ply % 2 == 0 { Player::Black } else { Player::White };
        let played = match player {
            Player::Black => Some(dogma::black(&here, guide.board())),
            Player::White => {
                guide.choose(&here, player, Style::Best, &seen).map_err(fault("table2"))?
            }
        };
        let Some(played) = played else { break };
        match played {
            Move::King(to) if player == Player::White => {
                let by = (to.x - here.white_king.x, to.y - here.white_king.y);
                course.changes.insert(parameter(region, by));
            }
            Move::Rook(to) => course.rook.push(as_good(guide, &here, to)?),
            _ => {}
        }
        match here.after(player, played) {
            After::Position(next) => here = next,
            After::Cash(_) => {
                let (king, from) = (here.white_king, here.black_king);
                course.end = Some((king.x - from.x, king.y - from.y));
                break;
            }
            _ => break,
        }
    }
    Ok(course)
}

/// The directions of the rook moves that bring White as much as the one to `chosen`.
fn as_good(
    guide: Guide<'_>,
    here: &Position,
    chosen: Square,
) -> Result<BTreeSet<&'static str>, Error> {
    let advice = guide.advise(here, Player::White, Dyadic::ZERO).map_err(fault("table2"))?;
    let worth = |to: Square| {
        let found = advice.iter().find(|advice| advice.played == Move::Rook(to));
        found.map(|advice| advice.worth.high)
    };
    let wanted = worth(chosen);
    let rooks = advice.iter().filter_map(|advice| match advice.played {
        Move::Rook(to) if worth(to) == wanted => Some(to),
        _ => None,
    });
    let one = |to: Square| {
        let step = ((to.x - here.rook.x).signum(), (to.y - here.rook.y).signum());
        compass(here.rook, Square::new(here.rook.x + step.0, here.rook.y + step.1))
    };
    Ok(rooks.filter_map(one).collect())
}

impl Course {
    /// Whether the rook moved as a printed cell says: `0 or W`, `EW+S`, `EW+N`.
    fn moves_rook_as(&self, printed: &str) -> bool {
        let may = |one: &BTreeSet<&str>, letters: &str| {
            letters.chars().any(|letter| one.contains(letter.to_lowercase().to_string().as_str()))
        };
        printed.split(" or ").any(|choice| {
            let wanted: Vec<&str> = choice.split('+').filter(|&part| part != "0").collect();
            let agree = self.rook.iter().zip(&wanted).all(|(one, letters)| may(one, letters));
            wanted.len() == self.rook.len() && agree
        })
    }

    fn rook_words(&self) -> String {
        let one = |set: &BTreeSet<&str>| {
            set.iter().map(|letter| letter.to_uppercase()).collect::<String>()
        };
        match self.rook.is_empty() {
            true => "0".to_owned(),
            false => self.rook.iter().map(one).collect::<Vec<_>>().join("+"),
        }
    }
}

/// The printed text if all games fall under it, otherwise what was seen.
fn cell(printed: &str, agree: bool, seen: impl Iterator<Item = String>) -> String {
    if agree {
        return printed.to_owned();
    }
    let seen: BTreeSet<String> = seen.collect();
    seen.into_iter().collect::<Vec<_>>().join(" or ")
}

pub(super) fn table2(context: &Context<'_>) -> Result<Computed, Error> {
    let solution = window(context)?;
    let guide = Guide::new(&solution);
    let samples = published("table3", TABLE3)?;
    let mut computed = Computed::new();
    let mut games = 0;
    for row in &published("table2", TABLE2)?.rows {
        let of_row = |region: &Region| row.name.starts_with(&region.to_string());
        let Some(region) = Region::ALL.into_iter().find(of_row) else { continue };
        let printed = |column: &str| {
            row.cells().find(|(name, _)| *name == column).map_or("", |(_, text)| text)
        };
        let mut courses = Vec::new();
        for sample in &samples.rows {
            // With the rook ahead White can also hem the Black king in from region A: another end.
            let typical = match region {
                Region::A => sample.name.contains("r = 0"),
                Region::B => true,
                _ => sample.name.contains("r = 2"),
            };
            if !typical || !sample.name.starts_with(&region.to_string()) {
                continue;
            }
            let Some((king, rook)) = squares(&sample.name) else { continue };
            let start = position(Square::new(0, 0), king, rook, "table2")?;
            // One of each region, as an example of where such games begin.
            if courses.is_empty() {
                computed.pictures.push(thermograph(&solution, &start, "table2")?);
            }
            courses.push(course(guide, start, region)?);
        }
        games += courses.len();
        let rooks = printed("rook moves");
        let agree = courses.iter().all(|course| course.moves_rook_as(rooks));
        let words = courses.iter().map(Course::rook_words);
        computed.set(&row.name, "rook moves", cell(rooks, agree, words));
        let changes = courses.iter().flat_map(|course| &course.changes);
        let changes: BTreeSet<String> = changes.map(|by| format!("{by:+}")).collect();
        computed.set(&row.name, "direction", cell("", false, changes.into_iter()));
        let ends: BTreeSet<(i32, i32)> = courses.iter().filter_map(|course| course.end).collect();
        let values: BTreeSet<i32> = ends.iter().map(|&end| parameter(region, end)).collect();
        let ends: BTreeSet<String> = ends.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let may: Vec<&str> = printed("end").split(" or ").collect();
        let agree = ends.iter().all(|end| may.contains(&end.as_str()));
        computed.set(&row.name, "end", cell(printed("end"), agree, ends.into_iter()));
        let values = values.iter().map(i32::to_string);
        computed.set(&row.name, "end value", cell("", false, values));
    }
    computed.note(format!("{games} games were played, to the end where Black cashes out."));
    Ok(computed)
}
