//! `nimzo young map`

use nimzo_cgt::{ConwayPair, Nimber};
use nimzo_games::young::ValueMap;
use nimzo_report::pictures::{Picture, Young, YoungCell};
use serde_json::json;

use super::{moveset, partition};
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// The most cells in a row that are printed for people.
const WIDEST: usize = 400;

/// Values of every subpartition, each in its cell
///
/// The cell in row i and column j, both counted from 0, stands for what is left after removing i
/// rows and j columns. Lost cells (P-positions) are marked: a dot in the text, a ring in the
/// picture.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo young map king 8^2,6^2,4^2,2^2
  nimzo young map queen 20^20 --svg wythoff.svg
  nimzo young map rook 5,4^3 --show pairs")]
pub struct Map {
    /// A piece or a moveset
    piece: String,
    /// A partition
    #[arg(allow_negative_numbers = true)]
    parts: String,
    /// What stands in the cells of the text and the picture
    #[arg(long, value_enum, default_value_t = Show::Sg)]
    show: Show,
    #[command(flatten)]
    files: PictureFiles,
}

/// What stands in the cells.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Show {
    /// Sprague-Grundy values of normal play
    Sg,
    /// Grundy values of misère play
    Misere,
    /// Both, as normal/misère
    Pairs,
    /// P for lost, N for won, in normal play
    Pn,
    /// P for lost, N for won, in misère play
    MiserePn,
}

impl Show {
    fn value(self, pair: ConwayPair) -> Nimber {
        match self {
            Show::Sg | Show::Pairs | Show::Pn => pair.normal,
            Show::Misere | Show::MiserePn => pair.misere,
        }
    }

    fn words(self, pair: ConwayPair) -> String {
        match self {
            Show::Sg | Show::Misere => self.value(pair).0.to_string(),
            Show::Pairs => format!("{}/{}", pair.normal.0, pair.misere.0),
            Show::Pn | Show::MiserePn => {
                if self.value(pair).is_zero() { "P" } else { "N" }.to_owned()
            }
        }
    }
}

impl Map {
    /// Solves the diagram, draws it, prints it.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let (moveset, partition) = (moveset(&self.piece)?, partition(&self.parts)?);
        let map = ValueMap::solve_to_show(&partition, &moveset, &app.task)?;
        app.draw(&self.files, || picture(&map, self.show))?;
        let document = json!({
            "piece": moveset.name(),
            "partition": partition.to_string(),
            "sg": map.grid(|pair| pair.normal),
            "misere": map.grid(|pair| pair.misere),
        });
        app.answer(&Answer::new(&document, text(&map, self.show))?)
    }
}

fn picture(map: &ValueMap, show: Show) -> Result<Picture, nimzo_report::Error> {
    let cell = |pair: ConwayPair| YoungCell {
        words: show.words(pair),
        level: show.value(pair).0,
        lost: show.value(pair).is_zero(),
    };
    let young = Young::new(map.rows().map(|row| row.map(cell).collect()).collect())?;
    let title = format!("{} on {}", map.moveset().name().to_uppercase(), map.partition());
    let play = if matches!(show, Show::Misere | Show::MiserePn) { "misère" } else { "normal" };
    let caption = format!(
        "Each cell stands for what remains right of and below it. Ringed: the player to move loses in {play} play."
    );
    Ok(young.picture(&title, &caption))
}

fn text(map: &ValueMap, show: Show) -> String {
    let partition = map.partition();
    let head = format!("{} on {partition}: {}", map.moveset().name(), map.root());
    if partition.columns() > WIDEST || partition.rows() > WIDEST {
        return format!("{head}\n(too large to print; --json, --svg and --png have every cell)");
    }
    let width = map.rows().flatten().map(|pair| show.words(pair).len()).max().unwrap_or(1);
    let mut text = head;
    for row in map.rows() {
        text.push('\n');
        for pair in row {
            let mark = if show.value(pair).is_zero() { '.' } else { ' ' };
            text += &format!("{:>width$}{mark}", show.words(pair));
        }
    }
    text
}
