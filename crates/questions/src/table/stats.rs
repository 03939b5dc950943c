//! `nimzo table stats`

use std::collections::HashMap;
use std::fmt;

use nimzo_chess::{Material, Metric};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_retro::sweep::Solved;
use nimzo_tables::Store;
use nimzo_tables::stats::{ClassStats, Codes, Deepest, SideStats, Tally};
use nimzo_tables::stats::{class_stats, fen_of, pawn_codes, pawnless_codes};
use nimzo_tables::store::{Table, Whole};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shakmaty::{Color, Role, Square};

use super::class;
use crate::{Answer, Failure, Question, Session};

/// Count wins, draws and losses, and find the longest wins
///
/// Depths are moves of the winner. Every position is counted once. The class is taken as written:
/// in KQvKNN the queen is White. Classes of up to four men that are missing are made for the
/// question.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
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
}

/// The positions of a class, counted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableStatsAnswer {
    /// The class as written.
    name: String,
    /// The class as its table is called.
    class: String,
    /// White to move.
    wtm: SideAnswer,
    /// Black to move.
    btm: SideAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    thompson: Option<ThompsonAnswer>,
    /// Each square of the pawn by itself, files a to d.
    #[serde(skip_serializing_if = "Option::is_none")]
    pawn: Option<Vec<PawnAnswer>>,
    #[serde(skip)]
    whole: ClassStats,
}

/// The positions with one side to move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SideAnswer {
    #[serde(flatten)]
    results: Option<ResultsAnswer>,
    #[serde(flatten)]
    under_rule: Option<UnderRuleAnswer>,
    /// For each metric the longest win and loss: `max_dtm` in moves of the winner, `max_dtm_count`,
    /// `max_dtm_fen`, `max_dtm_fens`, `max_dtm_loss…`; and `dtm_wins_by_moves`,
    /// `dtm_losses_by_moves` where the histogram was asked for.
    #[serde(flatten)]
    depths: Map<String, Value>,
    /// The text for people, without the line of results.
    #[serde(skip)]
    lines: Vec<String>,
}

/// Results without the fifty-move rule.
#[derive(Debug, Serialize, JsonSchema)]
struct ResultsAnswer {
    legal: u64,
    win: u64,
    draw: u64,
    loss: u64,
    /// Of all legal positions, with two decimals.
    percent_wins: String,
}

/// What the fifty-move rule changes.
#[derive(Debug, Serialize, JsonSchema)]
struct UnderRuleAnswer {
    cursed_win: u64,
    blessed_loss: u64,
}

/// Thompson's way of counting, White to move.
#[derive(Debug, Serialize, JsonSchema)]
struct ThompsonAnswer {
    won: u64,
    legal: u64,
    percent_wins: String,
}

/// One square of the pawn.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnAnswer {
    square: String,
    wtm: SideAnswer,
    btm: SideAnswer,
    /// Moves of the longest win with White to move, to a zeroing move and to mate.
    #[serde(skip)]
    longest: [Option<usize>; 2],
}

impl Question for Stats {
    const PATH: &'static [&'static str] = &["table", "stats"];
    const DRAWS: bool = true;
    type Answer = TableStatsAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<TableStatsAnswer, Failure> {
        let material = class(&self.name)?;
        if self.by_pawn && material.pawns() != 1 {
            return Err(Failure::input(format!(
                "--by-pawn needs a class with one pawn, and {material} has {}",
                material.pawns()
            )));
        }
        let store = session.tables_for(material, task)?;
        let table = &*store.require(material, Metric::Wdl)?;
        let whole = whole_stats(session, &store, table, material, task)?;
        let side = |side| self.side(table, material, &whole, side);
        Ok(TableStatsAnswer {
            name: material.to_string(),
            class: table.class().to_string(),
            wtm: side(Color::White),
            btm: side(Color::Black),
            thompson: match self.thompson {
                true => Some(ThompsonAnswer::of(thompson_codes(&store, material, task)?)),
                false => None,
            },
            pawn: match self.by_pawn {
                true => Some(self.pawn_squares(&store.whole(material, task)?, material, task)?),
                false => None,
            },
            whole,
        })
    }
}

/// The statistics of a table: those kept beside it, or else counted now and, where questions may write
/// into the folder of tables and the table is there, kept.
fn whole_stats(
    session: &Session,
    store: &Store,
    table: &Table,
    material: Material,
    task: &Task,
) -> Result<ClassStats, Failure> {
    if let Some(kept) = store.kept_stats(table, material) {
        return Ok(kept);
    }
    let counted = store.whole(material, task)?;
    let slices: Vec<usize> = (0..table.layout().slices()).collect();
    let stats = class_stats(&counted, material, &slices, task)?;
    if session.rights().write && store.folder() == session.folder()? {
        // A folder that cannot be written to only means that they are counted again.
        let _ = store.keep_stats(table, &stats);
    }
    Ok(stats)
}

impl Stats {
    fn pawn_squares(
        &self,
        counted: &Whole,
        material: Material,
        task: &Task,
    ) -> Result<Vec<PawnAnswer>, Failure> {
        let table = counted.table();
        let row = |slice| {
            let found = class_stats(counted, material, &[slice], task)?;
            let pawn = table.layout().pawns(slice).occupied().trailing_zeros();
            let flipped = material != table.class();
            let longest = |metric| found.sides.white.of(metric)?.longest_win.moves();
            Ok(PawnAnswer {
                square: Square::new(if flipped { pawn ^ 56 } else { pawn }).to_string(),
                wtm: self.side(table, material, &found, Color::White),
                btm: self.side(table, material, &found, Color::Black),
                longest: [Metric::Dtz, Metric::Dtm].map(longest),
            })
        };
        (0..table.layout().slices()).map(row).collect()
    }

    fn side(
        &self,
        table: &Table,
        material: Material,
        stats: &ClassStats,
        side: Color,
    ) -> SideAnswer {
        let found: &SideStats = &stats.sides[side];
        let mut depths = Map::new();
        let mut lines = Vec::new();
        for (metric, tally) in found.tallies.iter().filter(|(metric, _)| *metric != Metric::Wdl) {
            let told = is_worth_telling(material, found, *metric, tally);
            for (what, suffix, deepest, counts) in [
                ("win", "", &tally.longest_win, &tally.wins),
                ("loss", "_loss", &tally.longest_loss, &tally.losses),
            ] {
                let name = format!("max_{metric}{suffix}");
                let fens = self.fens(table, material, deepest, side);
                let count = deepest.plies.map_or(0, |plies| counts[plies]);
                if let (true, Some(moves)) = (told, deepest.moves()) {
                    let longest = format!("  longest {what} by {metric}: {moves} moves");
                    lines.push(format!("{longest}, {count} positions"));
                    lines.extend(fens.iter().map(|fen| format!("    {fen}")));
                }
                depths.insert(format!("{name}_fen"), json!(fens.first()));
                depths.insert(format!("{name}_fens"), json!(fens));
                depths.insert(format!("{name}_count"), json!(count));
                depths.insert(name, json!(deepest.moves()));
            }
            if self.histogram {
                let wins = by_moves(&tally.wins);
                let some = wins.iter().enumerate().filter(|(_, count)| told && **count > 0);
                lines.extend(some.map(|(moves, count)| format!("  {metric} {moves:>4}: {count}")));
                depths.insert(format!("{metric}_wins_by_moves"), json!(wins));
                let losses = by_moves(&tally.losses);
                depths.insert(format!("{metric}_losses_by_moves"), json!(losses));
            }
        }
        SideAnswer {
            results: found.any().map(ResultsAnswer::of),
            under_rule: found.of(Metric::Dtz50).map(|tally| UnderRuleAnswer {
                cursed_win: tally.cursed_wins(),
                blessed_loss: tally.blessed_losses(),
            }),
            depths,
            lines,
        }
    }

    fn fens(
        &self,
        table: &Table,
        material: Material,
        deepest: &Deepest,
        side: Color,
    ) -> Vec<String> {
        let stored = side ^ (material != table.class());
        let fens = deepest.at.iter().filter_map(|&at| fen_of(table.layout(), material, at, stored));
        fens.take(self.positions).collect()
    }
}

impl ResultsAnswer {
    fn of(tally: &Tally) -> Self {
        let percent = 100.0 * tally.win() as f64 / tally.legal().max(1) as f64;
        Self {
            legal: tally.legal(),
            win: tally.win(),
            draw: tally.draws,
            loss: tally.loss(),
            percent_wins: format!("{percent:.2}"),
        }
    }
}

impl ThompsonAnswer {
    fn of(codes: Codes) -> Self {
        let percent_wins = format!("{:.2}", codes.percent());
        Self { won: codes.won, legal: codes.legal, percent_wins }
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
            loaded.insert(class, store.load_results(&*store.require(class, Metric::Wdl)?, task)?);
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

/// Whether a tally does more than repeat another: without pawns a conversion and a zeroing move are
/// the same, and the fifty-move rule changes nothing where no win is deeper.
fn is_worth_telling(material: Material, found: &SideStats, metric: Metric, tally: &Tally) -> bool {
    match metric {
        Metric::Wdl => false,
        Metric::Dtz => material.has_pawns() || found.of(Metric::Dtc).is_none(),
        Metric::Dtz50 => {
            let bites = tally.cursed_wins() + tally.blessed_losses() > 0;
            bites || found.of(Metric::Dtz).is_none()
        }
        Metric::Dtm | Metric::Dtc => true,
    }
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

impl fmt::Display for TableStatsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (name, side) in [("White to move", &self.wtm), ("Black to move", &self.btm)] {
            if let Some(ResultsAnswer { legal, win, draw, loss, percent_wins }) = &side.results {
                write!(f, "\n{name}: {legal} legal, {win} won ({percent_wins} %), ")?;
                write!(f, "{draw} drawn, {loss} lost")?;
            }
            side.lines.iter().try_for_each(|line| write!(f, "\n{line}"))?;
        }
        if let Some(ThompsonAnswer { won, legal, percent_wins }) = &self.thompson {
            write!(f, "\nThompson's count, White to move: ")?;
            write!(f, "{won} of {legal} codes won ({percent_wins} %)")?;
        }
        if let Some(rows) = &self.pawn {
            write!(f, "\npawn  wtm won %  longest to zeroing  longest mate")?;
            for row in rows {
                let percent = row.wtm.results.as_ref().map_or("", |found| &found.percent_wins);
                let moves = |moves: Option<usize>| {
                    moves.map_or_else(|| "-".to_owned(), |moves| moves.to_string())
                };
                let [zeroing, mate] = row.longest.map(moves);
                write!(f, "\n{}    {percent:>9}  {zeroing:>18}  {mate:>12}", row.square)?;
            }
        }
        Ok(())
    }
}

impl Answer for TableStatsAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        Ok(drawings::depths(&self.whole, deepest_metric(&self.whole))?)
    }
}

/// The metric whose depths are drawn: to mate, where the table knows it.
fn deepest_metric(stats: &ClassStats) -> Metric {
    let known = |metric: &Metric| stats.sides.white.of(*metric).is_some();
    let metrics = [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Dtz50];
    metrics.into_iter().find(known).unwrap_or(Metric::Wdl)
}
