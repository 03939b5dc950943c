//! `nimzo table stats`

use std::collections::HashMap;
use std::fmt::Write;

use nimzo_chess::{Material, Metric};
use nimzo_report::drawings;
use nimzo_retro::sweep::Solved;
use nimzo_tables::stats::{ClassStats, Deepest, SideStats, Tally, class_stats, fen_of};
use nimzo_tables::stats::{Codes, pawn_codes, pawnless_codes};
use nimzo_tables::store::{Store, Table, Whole};
use nimzo_work::Task;
use serde_json::{Map, Value, json};
use shakmaty::Role;

use super::classes;
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// Count wins, draws and losses, and find the longest wins
///
/// Depths are moves of the winner. Every position is counted once. The class is taken as written:
/// in KQvKNN the queen is White. Classes of up to four men are built first if they are missing.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo table stats KRvKN
  nimzo table stats KRPvKR --by-pawn
  nimzo table stats KBBvKN --positions 100 --json
  nimzo table stats KQvKR --svg depths.svg")]
pub struct Stats {
    /// A class such as KQRvKQ
    #[arg(value_name = "CLASS")]
    name: String,
    /// Count each square of the (only) pawn by itself, too
    #[arg(long)]
    by_pawn: bool,
    /// Add the percentage of wins as Thompson counted: codes of positions, with men missing too
    #[arg(long)]
    thompson: bool,
    /// How many of the deepest positions to show
    #[arg(long, value_name = "N", default_value_t = 10)]
    positions: usize,
    /// Add how many positions have each depth
    #[arg(long)]
    histogram: bool,
    #[command(flatten)]
    picture: PictureFiles,
}

impl Stats {
    /// Counts and prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let material = classes(std::slice::from_ref(&self.name))?[0];
        let one_pawn = material.pawns() == 1;
        if self.by_pawn && !one_pawn {
            return Err(Failure::input(format!(
                "--by-pawn needs a class with one pawn, and {material} has {}",
                material.pawns()
            )));
        }
        let store = Store::at(app.tables()?);
        store.ensure_small(material, &Metric::ALL, &app.task)?;
        let counted = store.whole(material, &app.task)?;
        let table = counted.table();
        let layout = table.layout();
        let all: Vec<usize> = (0..layout.slices()).collect();
        let whole = class_stats(&counted, material, &all, &app.task)?;
        app.draw(&self.picture, || drawings::depths(&whole, deepest_metric(&whole)))?;
        let mut document =
            json!({ "name": material.to_string(), "class": table.class().to_string() });
        let mut text = format!("{material}\n");
        for (side, (key, name)) in
            [("wtm", "White to move"), ("btm", "Black to move")].into_iter().enumerate()
        {
            document[key] = self.side_json(table, material, &whole, side);
            let _ = write!(text, "{}", self.side_text(table, material, name, &whole, side));
        }
        if self.thompson {
            let codes = thompson_codes(&store, material, &app.task)?;
            let percent = format!("{:.2}", codes.percent());
            let _ = writeln!(
                text,
                "Thompson's count, White to move: {} of {} codes won ({percent} %)",
                codes.won, codes.legal
            );
            document["thompson"] = json!({
                "won": codes.won, "legal": codes.legal, "percent_wins": percent,
            });
        }
        if self.by_pawn {
            document["pawn"] = self.by_pawn(app, &counted, material, &mut text)?;
        }
        app.answer(&Answer::new(&document, text.trim_end())?)
    }

    /// One row for each square of the pawn, files a to d.
    fn by_pawn(
        &self,
        app: &App,
        counted: &Whole,
        material: Material,
        text: &mut String,
    ) -> Result<Value, Failure> {
        let table = counted.table();
        let mut rows = Vec::new();
        let _ = writeln!(text, "pawn  wtm won %  longest to zeroing  longest mate");
        for slice in 0..table.layout().slices() {
            let found = class_stats(counted, material, &[slice], &app.task)?;
            let flipped = material != table.class();
            let pawn = table.layout().pawns(slice).occupied().trailing_zeros();
            let square = shakmaty::Square::new(if flipped { pawn ^ 56 } else { pawn });
            let longest = |metric| {
                let moves = found.sides[0].of(metric).and_then(|tally| tally.longest_win.moves());
                moves.map_or_else(|| "-".to_owned(), |moves| moves.to_string())
            };
            let percent = found.sides[0].any().map_or_else(String::new, percent);
            let _ = writeln!(
                text,
                "{square}    {percent:>9}  {:>18}  {:>12}",
                longest(Metric::Dtz),
                longest(Metric::Dtm)
            );
            rows.push(json!({
                "square": square.to_string(),
                "wtm": self.side_json(table, material, &found, 0),
                "btm": self.side_json(table, material, &found, 1),
            }));
        }
        Ok(Value::from(rows))
    }

    fn side_json(
        &self,
        table: &Table,
        material: Material,
        stats: &ClassStats,
        side: usize,
    ) -> Value {
        let mut one = Map::new();
        let found: &SideStats = &stats.sides[side];
        if let Some(tally) = found.any() {
            one.insert("legal".into(), json!(tally.legal()));
            one.insert("win".into(), json!(tally.win()));
            one.insert("draw".into(), json!(tally.draws));
            one.insert("loss".into(), json!(tally.loss()));
            one.insert("percent_wins".into(), json!(percent(tally)));
        }
        if let Some(tally) = found.of(Metric::Dtz50) {
            one.insert("cursed_win".into(), json!(tally.cursed_wins()));
            one.insert("blessed_loss".into(), json!(tally.blessed_losses()));
        }
        for (metric, tally) in found.tallies.iter().filter(|(metric, _)| *metric != Metric::Wdl) {
            for (suffix, deepest) in [("", &tally.longest_win), ("_loss", &tally.longest_loss)] {
                let name = format!("max_{metric}{suffix}");
                let fens = self.fens(table, material, deepest, side);
                one.insert(format!("{name}_fen"), json!(fens.first()));
                one.insert(format!("{name}_fens"), json!(fens));
                let count = deepest.plies.map_or(0, |plies| {
                    (if suffix.is_empty() { &tally.wins } else { &tally.losses })[plies]
                });
                one.insert(format!("{name}_count"), json!(count));
                one.insert(name, json!(deepest.moves()));
            }
            if self.histogram {
                one.insert(format!("{metric}_wins_by_moves"), json!(by_moves(&tally.wins)));
                one.insert(format!("{metric}_losses_by_moves"), json!(by_moves(&tally.losses)));
            }
        }
        Value::Object(one)
    }

    fn side_text(
        &self,
        table: &Table,
        material: Material,
        name: &str,
        stats: &ClassStats,
        side: usize,
    ) -> String {
        let mut text = String::new();
        let found = &stats.sides[side];
        if let Some(tally) = found.any() {
            let _ = writeln!(
                text,
                "{name}: {} legal, {} won ({} %), {} drawn, {} lost",
                tally.legal(),
                tally.win(),
                percent(tally),
                tally.draws,
                tally.loss()
            );
        }
        for (metric, tally) in worth_telling(material, found) {
            for (what, deepest, counts) in [
                ("win", &tally.longest_win, &tally.wins),
                ("loss", &tally.longest_loss, &tally.losses),
            ] {
                let Some(moves) = deepest.moves() else { continue };
                let count = counts[deepest.plies.unwrap_or_default()];
                let _ = writeln!(
                    text,
                    "  longest {what} by {metric}: {moves} moves, {count} positions"
                );
                for fen in self.fens(table, material, deepest, side) {
                    let _ = writeln!(text, "    {fen}");
                }
            }
            if self.histogram {
                for (moves, count) in
                    by_moves(&tally.wins).into_iter().enumerate().filter(|(_, count)| *count > 0)
                {
                    let _ = writeln!(text, "  {metric} {moves:>4}: {count}");
                }
            }
        }
        text
    }

    fn fens(
        &self,
        table: &Table,
        material: Material,
        deepest: &Deepest,
        side: usize,
    ) -> Vec<String> {
        let stored = side ^ usize::from(material != table.class());
        let fens = deepest.at.iter().filter_map(|&at| fen_of(table.layout(), material, at, stored));
        fens.take(self.positions).collect()
    }
}

/// Won and legal codes in Thompson's counting. He tabulates classes without pawns, and with one
/// White pawn square by square: of these the sum over the files a to d.
fn thompson_codes(store: &Store, material: Material, task: &Task) -> Result<Codes, Failure> {
    if material.pawns() > 1 || material.black.count(Role::Pawn) > 0 || material.count() > 5 {
        return Err(Failure::input(format!(
            "--thompson counts classes of up to five men without pawns or with one White pawn, not {material}"
        )));
    }
    let mut loaded: HashMap<Material, Solved> = HashMap::new();
    for class in material.closure() {
        if class.pawns() == material.pawns() || material.pawns() == 0 {
            loaded.insert(class, store.require(class, Metric::Wdl)?.load_results(task)?);
        }
    }
    let solved = |class: Material| loaded.get(&class);
    if material.pawns() == 0 {
        return Ok(pawnless_codes(material, &solved));
    }
    let mut sum = Codes::default();
    for square in (8..56).filter(|square| square % 8 < 4) {
        let one = pawn_codes(material, square, &solved);
        sum.won += one.won;
        sum.legal += one.legal;
    }
    Ok(sum)
}

/// The tallies without those that only repeat another: without pawns a conversion and a zeroing
/// move are the same, and the fifty-move rule changes nothing where no win is deeper.
fn worth_telling(material: Material, found: &SideStats) -> impl Iterator<Item = &(Metric, Tally)> {
    let bites = |tally: &Tally| tally.cursed_wins() + tally.blessed_losses() > 0;
    found.tallies.iter().filter(move |(metric, tally)| match metric {
        Metric::Wdl => false,
        Metric::Dtz => material.has_pawns() || found.of(Metric::Dtc).is_none(),
        Metric::Dtz50 => bites(tally) || found.of(Metric::Dtz).is_none(),
        Metric::Dtm | Metric::Dtc => true,
    })
}

fn percent(tally: &Tally) -> String {
    format!("{:.2}", 100.0 * tally.win() as f64 / tally.legal().max(1) as f64)
}

/// Counts by moves of the winner, from counts by plies.
fn by_moves(plies: &[u64]) -> Vec<u64> {
    let mut moves = vec![0; plies.len().div_ceil(2) + 1];
    plies.iter().enumerate().for_each(|(plies, count)| moves[plies.div_ceil(2)] += count);
    while moves.last() == Some(&0) {
        moves.pop();
    }
    moves
}

/// The metric whose depths are drawn: to mate, where the table knows it.
fn deepest_metric(stats: &ClassStats) -> Metric {
    let known = |metric: &Metric| stats.sides[0].of(*metric).is_some();
    let metrics = [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50];
    metrics.into_iter().find(known).unwrap_or(Metric::Wdl)
}
