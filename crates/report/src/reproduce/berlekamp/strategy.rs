//! The strategic half: regions, printed games replayed, and the values that the text states.

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{
    After, Board, End, Guide, Move, Player, Position, Score, Solution, Square, Style, dogma,
};

use super::super::{Computed, Context, Published};
use super::{corner, fault, reach, window};
use crate::pictures::Picture;
use crate::{Error, drawings};

/// The printed Table 1, which is also the script of its replay.
pub(super) const TABLE1: &str = include_str!("../../../data/berlekamp/table1.toml");
/// The printed Table 3.
pub(super) const TABLE3: &str = include_str!("../../../data/berlekamp/table3.toml");
/// The printed Table 4.
pub(super) const TABLE4: &str = include_str!("../../../data/berlekamp/table4.toml");
/// The printed games of Figure 21.
pub(super) const FIGURE21: &str = include_str!("../../../data/berlekamp/figure21.toml");
/// The values stated in the text.
pub(super) const TEXT: &str = include_str!("../../../data/berlekamp/text.toml");

fn square(x: i32, y: i32) -> Square {
    Square::new(x, y)
}

/// A position, if the men can stand like that.
pub(super) fn position(
    king: Square,
    white: Square,
    rook: Square,
    table: &str,
) -> Result<Position, Error> {
    Position::new(king, white, rook).map_err(fault(table))
}

/// A printed game that is played through move by move.
struct Replay<'a> {
    guide: Guide<'a>,
    table: &'static str,
    here: Position,
    score: Option<Score>,
}

impl<'a> Replay<'a> {
    fn new(solution: &'a Solution, table: &'static str, start: Position) -> Self {
        Replay { guide: Guide::new(solution), table, here: start, score: None }
    }

    /// Our move beside a printed one, which is then played: Black's dogmatic move; for White the
    /// printed move itself if no other brings her more, else one that does.
    fn next(&mut self, player: Player, printed: &str) -> Result<Move, Error> {
        let here = self.here;
        let fault = || fault(self.table);
        let board = self.guide.board();
        let played = here.read_move(player, board, printed).map_err(fault())?;
        let ours = match player {
            Player::Black => dogma::black(&here, board),
            Player::White => {
                let advice = self.guide.advise(&here, player, Dyadic::ZERO).map_err(fault())?;
                let best = advice.first().ok_or_else(|| Error::Computation {
                    table: self.table.to_owned(),
                    reason: format!("White has no move in {here}"),
                })?;
                let worth = |played: Move| match here.after(player, played) {
                    After::Position(next) => self.guide.worth(&next, Player::Black, Dyadic::ZERO),
                    _ => Ok(best.worth),
                };
                let reached = worth(played).map_err(fault())?;
                if reached.high <= best.worth.high { played } else { best.played }
            }
        };
        match here.after(player, played) {
            After::Position(next) => self.here = next,
            After::Cash(points) => self.score = Some(Score::Points(Dyadic::from(points))),
            _ => {}
        }
        Ok(ours)
    }
}

/// A move in chess notation; Black's king needs no letter in Figure 21.
fn chess(played: Move, letter: bool) -> String {
    let name = |to: Square| to.chess_name().unwrap_or_else(|| to.to_string());
    match played {
        Move::King(to) if letter => format!("K{}", name(to)),
        Move::King(to) => name(to),
        Move::Rook(to) => format!("R{}", name(to)),
        other => other.to_string(),
    }
}

/// A table as it is printed.
pub(super) fn published(name: &str, text: &str) -> Result<Published, Error> {
    Published::parse(&format!("berlekamp/{name}.toml"), text)
}

pub(super) fn table1(context: &Context<'_>) -> Result<Computed, Error> {
    let (solution, corner) = (window(context)?, corner(context)?);
    let mut computed = Computed::new();
    let start = position(square(2, 2), square(0, 0), square(1, 1), "table1")?;
    let mut replay = Replay::new(&corner.0, "table1", start);
    let guide = replay.guide;
    let (mut moves, mut dogmatic) = (0, 0);
    for row in &published("table1", TABLE1)?.rows {
        for (side, printed) in row.cells() {
            let player = if side == "white" { Player::White } else { Player::Black };
            if player == Player::White {
                let creed = dogma::white(guide, &replay.here).map_err(fault("table1"))?;
                moves += 1;
                dogmatic += i32::from(creed.is_some_and(|creed| chess(creed, true) == printed));
            }
            let ours = replay.next(player, printed)?;
            computed.set(&row.name, side, chess(ours, true));
        }
    }
    let black = dogma::black(&replay.here, Board::Corner);
    computed.note(format!(
        "Judged on the corner board. After the last move Black's dogma says {black}: {} points.",
        replay.here.cash()
    ));
    let line = guide.line(&start, Player::White, Style::Dogma, 100).map_err(fault("table1"))?;
    let end = match line.end {
        End::Score(score) => format!("ends at {score} points"),
        End::Unfinished => "has no end".to_owned(),
    };
    computed.note(format!(
        "White's dogma, as far as Table 2 states one (her king's direction in each region, the rook \
         moves it needs), makes {dogmatic} of the {moves} printed White moves; the line between both \
         dogmas {end}."
    ));
    let count = dogma::orthodoxy(&solution);
    computed.note(format!(
        "Black's dogma in the whole window of the open board: of {} positions that are known exactly \
         and have a finite temperature, it loses nothing at that temperature in {}, and nothing in \
         play of the position alone in {}.",
        count.positions, count.orthodox, count.best_alone
    ));
    computed.pictures.push(thermograph(&corner.0, &start, "table1")?);
    Ok(computed)
}

pub(super) fn table4(context: &Context<'_>) -> Result<Computed, Error> {
    let solution = window(context)?;
    let mut computed = Computed::new();
    let start = position(square(0, 0), square(-3, -1), square(10, 1), "table4")?;
    let mut replay = Replay::new(&solution, "table4", start);
    let table = published("table4", TABLE4)?;
    for row in table.rows.iter().filter(|row| row.name != "score") {
        for (man, printed) in row.cells() {
            let bare = printed.replace('±', "");
            let (player, text) = match man {
                "bk" => (Player::Black, bare.clone()),
                "wk" => (Player::White, format!("K{bare}")),
                _ => (Player::White, format!("R{bare}")),
            };
            let ours = replay.next(player, &text)?;
            let same = matches!(ours, Move::King(to) | Move::Rook(to) if format!("[{to}]") == bare);
            let cell = match ours {
                _ if same => printed.to_owned(),
                Move::King(to) => format!("[{to}]"),
                other => other.to_string(),
            };
            computed.set(&row.name, man, cell);
        }
    }
    let last = dogma::black(&replay.here, Board::Open);
    if last == Move::CashOut {
        computed.set("score", "bk", replay.here.cash());
    }
    let guide = Guide::new(&solution);
    let stop = guide.worth(&start, Player::Black, Dyadic::ZERO).map_err(fault("table4"))?;
    computed.note(format!("The Left stop of the start position is {stop}."));
    computed.pictures.push(thermograph(&solution, &start, "table4")?);
    Ok(computed)
}

pub(super) fn figure21(context: &Context<'_>) -> Result<Computed, Error> {
    let solution = window(context)?;
    let mut computed = Computed::new();
    // Row 0 of the figure is one below a1.
    let start = |from: &str| {
        let white = if from == "g6" { square(6, 5) } else { square(4, 4) };
        position(square(0, -1), white, square(7, 0), "figure21")
    };
    let table = published("figure21", FIGURE21)?;
    let mut replay: Option<(String, Replay<'_>)> = None;
    for row in &table.rows {
        let Some((game, _)) = row.name.rsplit_once(", ") else { continue };
        let from = &row.name[..2];
        if row.name.ends_with("mean") {
            let evaluation = solution.evaluate(&start(from)?).map_err(fault("figure21"))?;
            // Points are counted from the Black king's first square.
            let mean = evaluation.mean().high.and_then(|mean| mean.checked_add(Dyadic::ONE));
            computed.set(&row.name, "value", mean.map_or(String::new(), |mean| mean.to_string()));
            continue;
        }
        if replay.as_ref().is_none_or(|(name, _)| name != game) {
            let begun = Replay::new(&solution, "figure21", start(from)?);
            replay = Some((game.to_owned(), begun));
        }
        let Some((_, replay)) = &mut replay else { continue };
        let white_first = game.contains("White");
        let mut cells: Vec<(&str, &str)> = row.cells().collect();
        cells.sort_by_key(|&(side, _)| (side == "white") != white_first);
        for (side, printed) in cells {
            let player = if side == "white" { Player::White } else { Player::Black };
            let ours = replay.next(player, printed)?;
            computed.set(&row.name, side, chess(ours, player == Player::White));
        }
    }
    for from in ["g6", "e5"] {
        computed.pictures.push(thermograph(&solution, &start(from)?, "figure21")?);
    }
    Ok(computed)
}

/// The thermograph of the position that a game begins with.
pub(super) fn thermograph(
    solution: &Solution,
    start: &Position,
    table: &str,
) -> Result<Picture, Error> {
    let evaluation = solution.evaluate(start).map_err(fault(table))?;
    Ok(drawings::echess_thermograph(start, &evaluation))
}

pub(super) fn table3(context: &Context<'_>) -> Result<Computed, Error> {
    let solution = window(context)?;
    let mut computed = Computed::new();
    for row in &published("table3", TABLE3)?.rows {
        let Some((king, rook)) = squares(&row.name) else { continue };
        let here = position(square(0, 0), king, rook, "table3")?;
        let stop = solution.evaluate(&here).map_err(fault("table3"))?.left_stop().high;
        computed.set(&row.name, "left stop", stop.map_or("none".into(), |stop| stop.to_string()));
    }
    for k in [-2, 9] {
        let reach = solution.reach();
        let all = (-reach, reach);
        let cells = drawings::region_cells(&solution, k, all, all).map_err(fault("table3"))?;
        let count = |verdict| cells.iter().filter(|cell| cell.verdict() == verdict).count();
        let (agree, open, differ) = (count("="), count("?"), count("!"));
        computed.note(format!(
            "Rook on [{k},1]: of the {} squares of the window for which a region has a formula for \
             the mean, {agree} agree, {open} are open (the formula lies between the bounds), {differ} \
             differ.",
            agree + open + differ
        ));
        let near: Vec<_> = cells
            .into_iter()
            .filter(|cell| cell.square.x >= -6 && cell.square.y >= -(reach.min(11)))
            .collect();
        computed.pictures.push(drawings::region_map(k, &near)?);
    }
    Ok(computed)
}

/// The two squares in brackets at the end of a row's name.
pub(super) fn squares(name: &str) -> Option<(Square, Square)> {
    let mut found = name.split('[').skip(1).map(|part| part.split(']').next()?.parse().ok());
    Some((found.next()??, found.next()??))
}

pub(super) fn text(context: &Context<'_>) -> Result<Computed, Error> {
    let solution = window(context)?;
    let mut computed = Computed::new();
    for row in &published("text", TEXT)?.rows {
        let Some((king, rook)) = squares(&row.name) else { continue };
        let here = position(square(0, 0), king, rook, "text")?;
        if !in_view(&solution, &here) {
            computed.skip(&row.name, "value", format!("beyond the window of {}", reach(context)));
            continue;
        }
        let name = solution.chilled_above(&here).map_err(fault("text"))?;
        computed.set(&row.name, "value", name);
    }
    let corner = &corner(context)?.0;
    let start = position(square(2, 2), square(0, 0), square(1, 1), "text")?;
    let evaluation = corner.evaluate(&start).map_err(fault("text"))?;
    let shown = |value: Option<Dyadic>| value.map_or("none".into(), |value| value.to_string());
    computed.set("start position, mean", "value", shown(evaluation.mean().high));
    let temperature = corner.temperature_above(&start);
    computed.set("start position, temperature", "value", shown(temperature));
    let sente = evaluation.initiative_above().map_or("none".into(), |who| who.to_string());
    computed.set("start position, sente", "value", sente);
    let proved = if evaluation.is_exact() { "both bounds meet" } else { "the bounds are apart" };
    computed.note(format!(
        "The start position is evaluated on the corner board, in a window of {}, and {proved}: mean {}, \
         temperature {}, Left stop {}, Right stop {}.",
        corner.reach(),
        evaluation.mean(),
        corner.temperature(&start).map_err(fault("text"))?,
        evaluation.left_stop(),
        evaluation.right_stop()
    ));
    computed.pictures.push(drawings::echess_thermograph(&start, &evaluation));
    Ok(computed)
}

/// Whether the window holds both of White's men.
fn in_view(solution: &Solution, here: &Position) -> bool {
    let far = |s: Square| (s.x - here.black_king.x).abs().max((s.y - here.black_king.y).abs());
    far(here.white_king).max(far(here.rook)) <= solution.reach()
}

#[cfg(test)]
mod tests {
    use nimzo_games::echess::{Area, Place, Region};

    use super::*;

    /// The formula of region E has 2r where the table prints r; all others are the table's.
    #[test]
    fn formulae_are_the_printed_ones() {
        for row in &published("table3", TABLE3).unwrap().rows {
            let (king, rook) = squares(&row.name).unwrap();
            let region = Region::ALL.into_iter().find(|r| row.name.starts_with(&r.to_string()));
            let r: i32 = row.name.split("r = ").nth(1).unwrap()[..1].parse().unwrap();
            let (over, under) = region.unwrap().left_stop((king.x, king.y), r);
            let (_, printed) = row.cells().next().unwrap();
            let ours = Dyadic::new(i64::from(over), if under == 2 { 1 } else { 0 }).unwrap();
            if region == Some(Region::E) {
                assert_ne!(ours.to_string(), printed);
            } else if under != 3 {
                assert_eq!(ours.to_string(), printed, "{}", row.name);
            }
            let here = Position::new(square(0, 0), king, rook).unwrap();
            let area = Place::of(&here).map(|place| place.area);
            assert_eq!(area.map(Area::region), region, "{}", row.name);
        }
    }
}
