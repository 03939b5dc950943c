//! `nimzo zug count`

use std::collections::HashMap;
use std::fmt::Write;
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_zugzwang::orbit::Placement;
use nimzo_zugzwang::{Counts, Tally};
use serde_json::{Map, Value, json};
use shakmaty::Board;

use super::source::{Opened, SourceArgs};
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// Count the zugzwangs of endgames by type
///
/// Each placement counts once up to the symmetries of the board. wtm: White moves first, no en
/// passant right; btm: the same placements with Black first, A1 and A2 exchanged. With --ep also
/// those with an en passant right, White first and Black first. For equal forces (KPvKP) A2
/// mirrors A1, A3 is counted up to an exchange of colours, and en passant with White first only.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo zug count KPPvKP --ep
  nimzo zug count KPPvKP --svg kings.svg
  nimzo zug count --men 4 --json")]
pub struct Count {
    /// Endgames, such as KPPvKP
    #[arg(value_name = "CLASS", required_unless_present = "men")]
    classes: Vec<String>,
    /// Every endgame with at most so many men
    #[arg(long, value_name = "N", conflicts_with = "classes",
          value_parser = clap::value_parser!(u8).range(3..=5))]
    men: Option<u8>,
    /// Count those with an en passant right too
    #[arg(long)]
    ep: bool,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    picture: PictureFiles,
}

/// One endgame counted.
struct Counted {
    class: Material,
    counts: Counts,
    seconds: f64,
}

impl Count {
    /// Counts and prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let classes: Vec<Material> = match self.men {
            Some(men) => (3..=usize::from(men)).flat_map(Material::all).collect(),
            None => self.classes.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
        };
        let source = self.source.open(app)?;
        let mut boards = Vec::new();
        let counted = count_each(&source, &classes, &mut boards, app)?;
        app.draw(&self.picture, || kings(&counted, &boards))?;
        let text = text(&counted, self.ep);
        let document = match &counted[..] {
            [one] if self.men.is_none() => document(one, self.ep),
            _ => json!({
                "endgames": counted.iter().map(|one| document(one, self.ep)).collect::<Vec<_>>(),
                "sum": sum(&counted, Counts::distinct),
                "sum_a3_twice": sum(&counted, Counts::with_a3_twice),
            }),
        };
        app.answer(&Answer::new(&document, text)?)
    }
}

/// Counts the classes, in the order asked for. The seconds of a class that is not built hold those
/// of the classes solved before it for its sake. The boards of all zugzwangs without en passant
/// right are added to `boards`.
fn count_each(
    source: &Opened,
    classes: &[Material],
    boards: &mut Vec<Board>,
    app: &App,
) -> Result<Vec<Counted>, Failure> {
    let canonical: Vec<Material> = classes.iter().map(|class| class.canonical()).collect();
    let mut known: HashMap<Material, (Counts, f64)> = HashMap::new();
    let mut begun = Instant::now();
    source.find_each(&canonical, app, |class, found| {
        let counts = found.counts(class.white == class.black);
        let as_written = |placement: &Placement| match classes.contains(&class) {
            true => placement.board(),
            false => placement.exchanged().board(),
        };
        boards.extend(found.ordinary.keys().map(as_written));
        known.insert(class, (counts, begun.elapsed().as_secs_f64()));
        begun = Instant::now();
    })?;
    let counted = classes.iter().filter_map(|&class| {
        let (counts, seconds) = *known.get(&class.canonical())?;
        let counts = if class.is_canonical() { counts } else { counts.with_colours_exchanged() };
        Some(Counted { class, counts, seconds })
    });
    Ok(counted.collect())
}

/// Where the kings stand.
fn kings(counted: &[Counted], boards: &[Board]) -> Result<Picture, nimzo_report::Error> {
    let what = match counted {
        [one] => one.class.to_string(),
        _ => format!("{} endgames", counted.len()),
    };
    let title = format!("Where the kings stand in the zugzwangs of {what}");
    drawings::kings(boards, &title, "Each zugzwang with all its mirror images.")
}

fn sum(counted: &[Counted], of: fn(&Counts) -> u64) -> u64 {
    counted.iter().map(|one| of(&one.counts)).sum()
}

fn tally(tally: Tally) -> Value {
    let mut object: Map<String, Value> =
        tally.iter().map(|(kind, count)| (kind.to_string(), count.into())).collect();
    object.insert("total".to_owned(), tally.total().into());
    object.into()
}

fn document(one: &Counted, ep: bool) -> Value {
    let counts = &one.counts;
    let mut object = json!({
        "name": one.class.to_string(),
        "wtm": tally(counts.white),
        "btm": tally(counts.black()),
        "equal_forces": counts.equal_forces,
        "physical_A3": counts.physical_a3,
        "distinct": counts.distinct(),
        "a3_twice": counts.with_a3_twice(),
        "seconds": one.seconds,
    });
    if ep {
        object["ep"] = json!({
            "wtm": tally(counts.en_passant.white),
            "btm": tally(counts.en_passant.black),
        });
    }
    object
}

fn text(counted: &[Counted], ep: bool) -> String {
    let mut text = format!(
        "{:<10} {:<12} {:>7} {:>7} {:>7} {:>5} {:>5} {:>5}\n",
        "endgame", "first", "A1", "A2", "A3", "A4", "A5", "A6"
    );
    for one in counted {
        let counts = &one.counts;
        let mut row = |first: &str, tally: Tally| {
            let _ = write!(text, "{:<10} {first:<12}", one.class.to_string());
            for (kind, count) in tally.iter() {
                let mirrored = counts.equal_forces && !first.contains("ep");
                let bracketed = mirrored && kind == nimzo_zugzwang::Kind::A2;
                let shown = if bracketed { format!("({count})") } else { count.to_string() };
                let width = if kind < nimzo_zugzwang::Kind::A4 { 7 } else { 5 };
                let _ = write!(text, " {shown:>width$}");
            }
            text.push('\n');
        };
        row("White", counts.white);
        if ep {
            row("White, ep", counts.en_passant.white);
            if !counts.equal_forces {
                row("Black, ep", counts.en_passant.black);
            }
        }
    }
    let _ = write!(
        text,
        "{} zugzwangs without en passant right; {} with A3 counted twice",
        sum(counted, Counts::distinct),
        sum(counted, Counts::with_a3_twice)
    );
    text
}
