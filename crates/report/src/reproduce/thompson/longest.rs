//! The printed longest lines. Only the squares that men went to have come down to us, with checks
//! and captures; so the starting position is searched for among those of the greatest depth, and
//! then every ply is asked whether it was best.

use nimzo_tables::layout::{Address, Layout, color_of};
use nimzo_tables::probe::Probe;
use nimzo_tables::stats::{Blocks, tally};
use nimzo_tables::successors::{Worth, after, legal, step};
use nimzo_tables::sweep::{Goals, Library};
use nimzo_tables::{Depth, Material, Metric};
use serde::Deserialize;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Board, Chess, EnPassantMode, Move, Position, Setup, Square};

use super::solved;
use crate::Error;
use crate::reproduce::{Computed, Context, MoveList};

#[derive(Deserialize)]
struct Lines {
    line: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    class: String,
    metric: String,
    moves: String,
}

/// What is left of a printed move.
struct Printed {
    to: Square,
    capture: bool,
    check: bool,
    mate: bool,
}

impl Printed {
    fn parse(word: &str) -> Option<Self> {
        let bare = word.trim_end_matches(['+', '#']);
        Some(Self {
            to: bare.get(bare.len().checked_sub(2)?..)?.parse().ok()?,
            capture: bare.contains('x'),
            check: word.ends_with('+'),
            mate: word.ends_with('#'),
        })
    }

    fn fits(&self, mv: Move, next: &Chess) -> bool {
        mv.to() == self.to
            && mv.is_capture() == self.capture
            && next.is_check() == (self.check || self.mate)
            && (!self.mate || next.is_checkmate())
    }
}

/// Finds, replays and judges each printed line.
pub(super) fn lines(context: &Context<'_>) -> Result<Computed, Error> {
    let file = "thompson/lines.toml";
    let bad = |reason: String| Error::Data { file: file.to_owned(), reason };
    let text = include_str!("../../../data/thompson/lines.toml");
    let lines: Lines = toml::from_str(text).map_err(|e| bad(e.to_string()))?;
    let mut computed = Computed::new();
    for line in lines.line {
        let metric: Metric = line.metric.parse()?;
        let goals = Goals {
            dtc: metric == Metric::Dtc,
            dtz: metric == Metric::Dtz,
            queen_only: line.class == "KQPvKQ",
            ..Goals::default()
        };
        let printed: Option<Vec<Printed>> =
            line.moves.split_whitespace().map(Printed::parse).collect();
        let printed =
            printed.ok_or_else(|| bad(format!("a move of {} names no square", line.class)))?;
        let (material, library, root) = solved(&line.class, goals, context)?;
        let side = usize::from(material != root.layout.material());
        let slices: Vec<usize> = (0..root.layout.slices()).collect();
        let deepest = tally(&*root, metric, &slices, side, context.task)?.longest_win;
        computed.set(&line.class, "moves", deepest.moves().unwrap_or_default());
        let mut replays = Vec::new();
        for &address in &deepest.at {
            for start in images(root.layout(), material, address, side) {
                replay(&start, &printed, &mut Vec::new(), &mut replays);
            }
        }
        computed.set(&line.class, "starting positions", replays.len());
        let Some((start, moves)) = replays.first() else {
            computed.note(format!(
                "{}: no position of the greatest depth fits the printed squares",
                line.class
            ));
            continue;
        };
        judge(&mut computed, &line.class, &library, start, moves, metric)?;
    }
    Ok(computed)
}

/// A position and its images under the symmetries of the board, with the line's colours.
fn images(layout: &Layout, material: Material, address: Address, side: usize) -> Vec<Chess> {
    let Some(board) = layout.board(address) else { return Vec::new() };
    let mut found: Vec<Chess> = Vec::new();
    for image in 0..if material.has_pawns() { 2 } else { 8 } {
        let mut board: Board = board.clone();
        if image & 1 != 0 {
            board.flip_horizontal();
        }
        if image & 2 != 0 {
            board.flip_vertical();
        }
        if image & 4 != 0 {
            board.flip_diagonal();
        }
        let mut setup = Setup { board, turn: color_of(side), ..Setup::empty() };
        if material != layout.material() {
            setup.board.flip_vertical();
            setup.board.swap_colors();
            setup.swap_turn();
        }
        found.extend(legal(setup).filter(|position| !found.contains(position)));
    }
    found
}

/// Adds every way to play the printed squares from a position.
fn replay(
    start: &Chess,
    printed: &[Printed],
    played: &mut Vec<Move>,
    found: &mut Vec<(Chess, Vec<Move>)>,
) {
    let position = played.iter().fold(start.clone(), |position, &mv| after(&position, mv));
    let Some(wanted) = printed.get(played.len()) else {
        found.push((start.clone(), played.clone()));
        return;
    };
    for mv in position.legal_moves() {
        if wanted.fits(mv, &after(&position, mv)) {
            played.push(mv);
            replay(start, printed, played, found);
            played.pop();
        }
    }
}

/// Counts the plies that keep the depth as good as it can be.
fn judge(
    computed: &mut Computed,
    class: &str,
    library: &Library,
    start: &Chess,
    moves: &[Move],
    metric: Metric,
) -> Result<(), Error> {
    let depth = |position: &Chess| -> Result<Option<Depth>, Error> {
        Ok(library.probe(position)?.depth(metric))
    };
    let mut position = start.clone();
    let mut best = 0;
    let mut sans = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        let next = after(&position, mv);
        let worth = library.probe(&next)?.before(step(mv)).depth(metric);
        let optimal = worth == depth(&position)?;
        best += usize::from(optimal);
        let san = SanPlus::from_move(position.clone(), mv).to_string();
        if !optimal {
            computed.note(format!(
                "{class}, ply {}: {san} is not best ({worth:?} instead of {:?})",
                ply + 1,
                depth(&position)?
            ));
        }
        sans.push(san);
        position = next;
    }
    computed.set(class, "plies", best);
    let fen = Fen::from_position(start, EnPassantMode::Legal).to_string();
    computed.lines.push(MoveList {
        title: format!("The longest win of {class} as printed"),
        fen,
        moves: sans,
        result: "*".to_owned(),
    });
    Ok(())
}
