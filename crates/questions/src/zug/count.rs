//! `nimzo zug count`

use std::collections::HashMap;
use std::fmt;
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use nimzo_zugzwang::castling::RightsCounts;
use nimzo_zugzwang::mining::placement::Placement;
use nimzo_zugzwang::{Counts, Kind, PerKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Board;

use super::source::{Need, Opened, SourceArgs};
use crate::{Answer, Failure, Question, Session};

/// Count the zugzwangs of endgames by type
///
/// Each placement counts once up to the symmetries of the board. wtm: White moves first, no en
/// passant right; btm: the same placements with Black first, A1 and A2 exchanged. With --ep also
/// those with an en passant right, White first and Black first. For equal forces (KPvKP) A2
/// mirrors A1, A3 is counted up to an exchange of colours, and en passant with White first only.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
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
    #[schemars(range(min = 3, max = 5))]
    men: Option<u8>,
    /// Count those with an en passant right too
    #[arg(long)]
    ep: bool,
    /// Count those with castling rights too, which a null move keeps
    #[arg(long)]
    #[serde(default)]
    castling: bool,
    #[command(flatten)]
    #[serde(flatten)]
    source: SourceArgs,
}

/// The zugzwangs of one endgame, or of several.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ZugCountAnswer {
    #[serde(flatten)]
    counts: OneOrMany,
    #[serde(skip)]
    counted: Vec<Counted>,
    #[serde(skip)]
    boards: Vec<Board>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum OneOrMany {
    One(Box<EndgameAnswer>),
    Many {
        endgames: Vec<EndgameAnswer>,
        /// Placements, each once up to symmetries and, for equal forces, the exchange of colours.
        sum: u64,
        /// The same with A3 counted twice: once for either side to move.
        sum_a3_twice: u64,
    },
}

/// The zugzwangs of an endgame.
#[derive(Debug, Serialize, JsonSchema)]
struct EndgameAnswer {
    name: String,
    /// White first, no en passant right.
    wtm: TallyAnswer,
    /// Black first, no en passant right.
    btm: TallyAnswer,
    equal_forces: bool,
    #[serde(rename = "physical_A3")]
    physical_a3: u64,
    distinct: u64,
    a3_twice: u64,
    seconds: f64,
    /// With an en passant right.
    #[serde(skip_serializing_if = "Option::is_none")]
    ep: Option<EnPassantAnswer>,
    /// With castling rights.
    #[serde(skip_serializing_if = "Option::is_none")]
    castling: Option<CastlingAnswer>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CastlingAnswer {
    /// White first, no en passant right.
    wtm: TallyAnswer,
    /// With an en passant right as well.
    ep: EnPassantAnswer,
}

#[derive(Debug, Serialize, JsonSchema)]
struct EnPassantAnswer {
    wtm: TallyAnswer,
    btm: TallyAnswer,
}

/// How many there are of each type.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
struct TallyAnswer {
    a1: u64,
    a2: u64,
    a3: u64,
    a4: u64,
    a5: u64,
    a6: u64,
    #[serde(rename = "total")]
    total: u64,
}

/// One endgame counted.
#[derive(Debug)]
struct Counted {
    class: Material,
    counts: Counts,
    seconds: f64,
    ep: bool,
    castling: Option<RightsCounts>,
}

impl Question for Count {
    const PATH: &'static [&'static str] = &["zug", "count"];
    const DRAWS: bool = true;
    type Answer = ZugCountAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<ZugCountAnswer, Failure> {
        let classes = self.classes()?;
        let source = self.source.open(session)?;
        let mut boards = Vec::new();
        let mut counted = self.count_each(&source, &classes, &mut boards, task)?;
        if self.castling {
            let mut known = HashMap::new();
            let mut canonical: Vec<Material> = classes.iter().map(|one| one.canonical()).collect();
            canonical.dedup();
            source.find_each_with_castling(
                &canonical,
                Need::Results,
                task,
                |_, class, found| {
                    known.insert(class, found);
                    Ok(())
                },
            )?;
            for one in &mut counted {
                let found = known.get(&one.class.canonical());
                one.castling = found.map(|found| match one.class.is_canonical() {
                    true => RightsCounts::of(found),
                    false => RightsCounts::of(found).with_colours_exchanged(),
                });
            }
        }
        let counts = match &counted[..] {
            [one] if self.men.is_none() => OneOrMany::One(Box::new(EndgameAnswer::of(one))),
            _ => OneOrMany::Many {
                endgames: counted.iter().map(EndgameAnswer::of).collect(),
                sum: sum(&counted, Counts::distinct),
                sum_a3_twice: sum(&counted, Counts::with_a3_twice),
            },
        };
        Ok(ZugCountAnswer { counts, counted, boards })
    }
}

impl Count {
    fn classes(&self) -> Result<Vec<Material>, Failure> {
        match (self.men, &self.classes[..]) {
            (Some(men @ 3..=5), []) => Ok((3..=usize::from(men)).flat_map(Material::all).collect()),
            (Some(men), []) => Err(Failure::input(format!("--men {men}: expected 3 to 5"))),
            (Some(_), _) => Err(Failure::input("name classes or give --men N, not both")),
            (None, []) => Err(Failure::input("name a class such as KPPvKP, or give --men N")),
            (None, names) => Ok(names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?),
        }
    }

    /// Counts the classes, in the order asked for. The seconds of a class that is not built hold
    /// those of the classes solved before it for its sake. The boards of all zugzwangs without en
    /// passant right are added to `boards`.
    fn count_each(
        &self,
        source: &Opened,
        classes: &[Material],
        boards: &mut Vec<Board>,
        task: &Task,
    ) -> Result<Vec<Counted>, Failure> {
        let canonical: Vec<Material> = classes.iter().map(|class| class.canonical()).collect();
        let mut known: HashMap<Material, (Counts, f64)> = HashMap::new();
        let mut begun = Instant::now();
        source.find_each(&canonical, task, |class, found| {
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
            let counts = match class.is_canonical() {
                true => counts,
                false => counts.with_colours_exchanged(),
            };
            Some(Counted { class, counts, seconds, ep: self.ep, castling: None })
        });
        Ok(counted.collect())
    }
}

fn sum(counted: &[Counted], of: fn(&Counts) -> u64) -> u64 {
    counted.iter().map(|one| of(&one.counts)).sum()
}

impl EndgameAnswer {
    fn of(one: &Counted) -> Self {
        let counts = &one.counts;
        Self {
            name: one.class.to_string(),
            wtm: TallyAnswer::of(counts.white),
            btm: TallyAnswer::of(counts.black()),
            equal_forces: counts.equal_forces,
            physical_a3: counts.physical_a3,
            distinct: counts.distinct(),
            a3_twice: counts.with_a3_twice(),
            seconds: one.seconds,
            ep: one.ep.then(|| EnPassantAnswer {
                wtm: TallyAnswer::of(counts.en_passant.white),
                btm: TallyAnswer::of(counts.en_passant.black),
            }),
            castling: one.castling.map(|counts| CastlingAnswer {
                wtm: TallyAnswer::of(counts.white),
                ep: EnPassantAnswer {
                    wtm: TallyAnswer::of(counts.white_en_passant),
                    btm: TallyAnswer::of(counts.black_en_passant),
                },
            }),
        }
    }
}

impl TallyAnswer {
    fn of(tally: PerKind) -> Self {
        let [a1, a2, a3, a4, a5, a6] = Kind::ALL.map(|kind| tally[kind]);
        Self { a1, a2, a3, a4, a5, a6, total: tally.total() }
    }
}

impl fmt::Display for ZugCountAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a1, a2, a3, a4, a5, a6] = Kind::ALL.map(|kind| kind.to_string());
        write!(f, "{:<10} {:<12} {a1:>7} {a2:>7} {a3:>7} ", "endgame", "first")?;
        writeln!(f, "{a4:>5} {a5:>5} {a6:>5}")?;
        for one in &self.counted {
            let counts = &one.counts;
            let mut row = |first: &str, tally: PerKind| {
                write!(f, "{:<10} {first:<12}", one.class.to_string())?;
                for (kind, count) in tally.iter() {
                    let mirrored = counts.equal_forces && first == "White";
                    let bracketed = mirrored && kind == Kind::A2;
                    let shown = if bracketed { format!("({count})") } else { count.to_string() };
                    let width = if kind < Kind::A4 { 7 } else { 5 };
                    write!(f, " {shown:>width$}")?;
                }
                writeln!(f)
            };
            row("White", counts.white)?;
            if one.ep {
                row("White, ep", counts.en_passant.white)?;
                if !counts.equal_forces {
                    row("Black, ep", counts.en_passant.black)?;
                }
            }
            let with_rights = one.castling.map(|counts| {
                let RightsCounts { white, white_en_passant, black_en_passant } = counts;
                [("O-O", white), ("O-O, ep", white_en_passant), ("Black O-O, ep", black_en_passant)]
            });
            for (first, tally) in with_rights.into_iter().flatten() {
                if tally.total() > 0 {
                    row(first, tally)?;
                }
            }
        }
        let (distinct, twice) =
            (sum(&self.counted, Counts::distinct), sum(&self.counted, Counts::with_a3_twice));
        write!(f, "{distinct} zugzwangs without en passant right; {twice} with A3 counted twice")?;
        let with_rights = self.counted.iter().filter_map(|one| one.castling);
        match with_rights.map(|counts| counts.total()).reduce(|sum, more| sum + more) {
            Some(count) => write!(f, "; {count} with castling rights"),
            None => Ok(()),
        }
    }
}

impl Answer for ZugCountAnswer {
    /// Where the kings stand.
    fn picture(&self) -> Result<Picture, Failure> {
        let what = match &self.counted[..] {
            [one] => one.class.to_string(),
            several => format!("{} endgames", several.len()),
        };
        let title = format!("Where the kings stand in the zugzwangs of {what}");
        Ok(drawings::kings(&self.boards, &title, "Each zugzwang with all its mirror images.")?)
    }
}
