//! The printed longest lines. Only the squares that men went to have come down to us, with checks
//! and captures; so the starting position is searched for among those of the greatest depth, and
//! then every ply is asked whether it was best.

use nimzo_chess::probe::Probe;
use nimzo_chess::rules::{after, exchange_colors, legal, step};
use nimzo_chess::successors::Worth;
use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::{Address, Layout};
use nimzo_retro::sweep::Library;
use nimzo_tables::stats::tally;
use serde::Deserialize;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Board, Chess, Color, EnPassantMode, Move, Position, Setup, Square};

use super::Endgame;
use crate::Error;
use crate::reproduce::{Computed, Context, MoveList};

#[derive(Deserialize)]
struct Lines {
    line: Vec<Line>,
}

#[derive(Deserialize)]
pub(super) struct Line {
    class: String,
    metric: String,
    moves: String,
}

/// Squares that may be misread before a line counts as not found.
const MISREAD: usize = 2;

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

/// The printed lines.
pub(super) fn printed_lines() -> Result<Vec<Line>, Error> {
    let text = include_str!("../../../data/thompson/lines.toml");
    let lines: Lines = toml::from_str(text).map_err(|e| bad(e.to_string()))?;
    Ok(lines.line)
}

fn bad(reason: String) -> Error {
    Error::Data { file: "thompson/lines.toml".to_owned(), reason }
}

/// Finds where the endgame's printed line starts, replays it and asks each ply whether it is best.
pub(super) fn judge_lines(
    computed: &mut Computed,
    lines: &[Line],
    metric: Metric,
    endgame: &Endgame,
    context: &Context<'_>,
) -> Result<(), Error> {
    let name = endgame.material.to_string();
    for line in lines.iter().filter(|line| line.class == name && line.metric == metric.name()) {
        let printed: Option<Vec<Printed>> =
            line.moves.split_whitespace().map(Printed::parse).collect();
        let printed = printed.ok_or_else(|| bad(format!("a move of {name} names no square")))?;
        let root = &endgame.root;
        let slices: Vec<usize> = (0..root.layout.slices()).collect();
        let deepest = tally(&**root, metric, &slices, endgame.white(), context.task)?.longest_win;
        computed.set(&name, "moves", deepest.moves().unwrap_or_default());
        let starts: Vec<Chess> = deepest
            .at
            .iter()
            .flat_map(|&address| images(&root.layout, endgame.material, address, endgame.white()))
            .collect();
        let Some(best) = best_replay(&starts, &printed, endgame, metric)? else {
            computed.note(format!(
                "{name}: no position of the greatest depth fits the printed squares"
            ));
            continue;
        };
        best.report(computed, &name, metric);
    }
    Ok(())
}

/// A way to play a printed line, with each ply's depth before it and after it.
struct Replay {
    start: Chess,
    moves: Vec<Move>,
    /// Plies whose printed square does not fit and was passed over.
    misread: Vec<usize>,
    /// Plies that were not best.
    inferior: Vec<usize>,
}

/// The replay with the fewest misread squares, and of these the one with the most best plies.
fn best_replay(
    starts: &[Chess],
    printed: &[Printed],
    endgame: &Endgame,
    metric: Metric,
) -> Result<Option<Replay>, Error> {
    for allowed in 0..=MISREAD {
        let mut found = Vec::new();
        for start in starts {
            let mut path = Path { printed, played: Vec::new(), misread: Vec::new(), allowed };
            path.extend(start, start, &mut found);
        }
        let mut best: Option<Replay> = None;
        for mut replay in found {
            replay.inferior = inferior(&endgame.library, &replay, metric)?;
            if best.as_ref().is_none_or(|best| replay.inferior.len() < best.inferior.len()) {
                best = Some(replay);
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// A replay under way.
struct Path<'a> {
    printed: &'a [Printed],
    played: Vec<Move>,
    misread: Vec<usize>,
    allowed: usize,
}

impl Path<'_> {
    fn extend(&mut self, start: &Chess, position: &Chess, found: &mut Vec<Replay>) {
        let ply = self.played.len();
        let Some(wanted) = self.printed.get(ply) else {
            let (moves, misread) = (self.played.clone(), self.misread.clone());
            found.push(Replay { start: start.clone(), moves, misread, inferior: Vec::new() });
            return;
        };
        for mv in position.legal_moves() {
            let next = after(position, mv);
            let fits = wanted.fits(mv, &next);
            if !fits && self.misread.len() == self.allowed {
                continue;
            }
            self.played.push(mv);
            if !fits {
                self.misread.push(ply);
            }
            self.extend(start, &next, found);
            if !fits {
                self.misread.pop();
            }
            self.played.pop();
        }
    }
}

/// The plies that do not keep the depth as good as it can be.
fn inferior(library: &Library, replay: &Replay, metric: Metric) -> Result<Vec<usize>, Error> {
    let mut position = replay.start.clone();
    let mut found = Vec::new();
    for (ply, &mv) in replay.moves.iter().enumerate() {
        let next = after(&position, mv);
        let worth = library.probe(&next, &[metric])?.before(step(mv)).depth(metric);
        if worth != library.depth(&position, metric)? {
            found.push(ply);
        }
        position = next;
    }
    Ok(found)
}

impl Replay {
    fn report(&self, computed: &mut Computed, name: &str, metric: Metric) {
        let mut position = self.start.clone();
        let mut sans = Vec::new();
        for &mv in &self.moves {
            sans.push(SanPlus::from_move(position.clone(), mv).to_string());
            position = after(&position, mv);
        }
        for (plies, what) in [
            (&self.misread, "does not fit the printed square, taken as a fault of the scan"),
            (&self.inferior, "is not best"),
        ] {
            for &ply in plies {
                computed.note(format!("{name}, ply {}: {} {what} ({metric})", ply + 1, sans[ply]));
            }
        }
        computed.set(name, "plies", self.moves.len() - self.inferior.len());
        computed.set(name, "squares misread", self.misread.len());
        computed.lines.push(MoveList {
            title: format!("The longest win of {name} as printed"),
            fen: Fen::from_position(&self.start, EnPassantMode::Legal).to_string(),
            moves: sans,
            result: "*".to_owned(),
        });
    }
}

/// A position and its images under the symmetries of the board, with the line's colours.
fn images(layout: &Layout, material: Material, address: Address, turn: Color) -> Vec<Chess> {
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
        let mut setup = Setup { board, turn, ..Setup::empty() };
        if material != layout.material() {
            exchange_colors(&mut setup.board, &mut setup.turn);
        }
        found.extend(legal(setup).filter(|position| !found.contains(position)));
    }
    found
}
