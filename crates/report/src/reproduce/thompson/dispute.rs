//! The line of Komissarchik and Futer in KQPvKQ that Thompson annotates: how much better the moves
//! are that he would have played, and how deep the disputed position after 37 Kc2 is.

use nimzo_chess::Metric;
use nimzo_chess::probe::Probe;
use nimzo_chess::rules::after;
use nimzo_retro::sweep::Library;
use serde::Deserialize;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move};

use super::Endgame;
use crate::Error;
use crate::reproduce::{Computed, MoveList};

#[derive(Deserialize)]
struct Game {
    fen: String,
    moves: String,
    instead: Vec<Instead>,
}

#[derive(Deserialize)]
struct Instead {
    name: String,
    ply: usize,
    san: String,
}

fn bad(reason: impl ToString) -> Error {
    Error::Data { file: "thompson/komissarchik_futer.toml".to_owned(), reason: reason.to_string() }
}

/// Compares the moves played with those Thompson names, with queens only (as he had it) or, in
/// further columns, with all promotions.
pub(super) fn remarks(
    computed: &mut Computed,
    endgame: &Endgame,
    queen_only: bool,
) -> Result<(), Error> {
    let text = include_str!("../../../data/thompson/komissarchik_futer.toml");
    let game: Game = toml::from_str(text).map_err(bad)?;
    let fen: Fen = game.fen.parse().map_err(bad)?;
    let start: Chess = fen.into_position(CastlingMode::Standard).map_err(bad)?;
    let (positions, moves) = replay(&start, &game.moves)?;
    let suffix = if queen_only { "" } else { ", all promotions" };
    for instead in &game.instead {
        let (position, &played) = positions
            .get(instead.ply)
            .zip(moves.get(instead.ply))
            .ok_or_else(|| bad(format!("{} stands beyond the line", instead.name)))?;
        let named = depth_after(&endgame.library, position, parse(position, &instead.san)?)?;
        let played = depth_after(&endgame.library, position, played)?;
        computed.set(&instead.name, format!("better{suffix}"), named.abs_diff(played));
        computed.set(&instead.name, format!("depth{suffix}"), named);
    }
    if queen_only {
        computed.lines.push(MoveList {
            title: "The line of Komissarchik and Futer from Black's 33rd move".to_owned(),
            fen: game.fen.clone(),
            moves: game.moves.split_whitespace().map(str::to_owned).collect(),
            result: "*".to_owned(),
        });
    }
    Ok(())
}

/// Moves that the winner still needs to mate, capture or pawn move after this move.
fn depth_after(library: &Library, position: &Chess, mv: Move) -> Result<u16, Error> {
    let depth = library.depth(&after(position, mv), Metric::Dtz)?;
    depth
        .and_then(|depth| depth.at_least().moves())
        .ok_or_else(|| bad("the line leaves the won positions"))
}

fn replay(start: &Chess, text: &str) -> Result<(Vec<Chess>, Vec<Move>), Error> {
    let (mut positions, mut moves) = (vec![start.clone()], Vec::new());
    for san in text.split_whitespace() {
        let position = positions.last().ok_or_else(|| bad("no position"))?;
        let mv = parse(position, san)?;
        let next = after(position, mv);
        moves.push(mv);
        positions.push(next);
    }
    Ok((positions, moves))
}

fn parse(position: &Chess, san: &str) -> Result<Move, Error> {
    let read: SanPlus = san.parse().map_err(|e| bad(format!("{san}: {e}")))?;
    let mv = read.san.to_move(position).map_err(|e| bad(format!("{san}: {e}")))?;
    Ok(mv)
}
