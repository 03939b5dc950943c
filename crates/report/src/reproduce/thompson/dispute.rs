//! The line of Komissarchik and Futer in KQPvKQ that Thompson annotates: how much better the moves
//! are that he would have played, and how deep the disputed position after 37 Kc2 is.

use nimzo_tables::Metric;
use nimzo_tables::probe::Probe;
use nimzo_tables::successors::{Worth, after, step};
use nimzo_tables::sweep::{Goals, Library};
use serde::Deserialize;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move};

use super::solved;
use crate::Error;
use crate::reproduce::{Computed, Context, MoveList};

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

/// Compares the moves played with those Thompson names, with queens only (as he had it) and, in
/// further columns, with all promotions.
pub(super) fn dispute(context: &Context<'_>) -> Result<Computed, Error> {
    let text = include_str!("../../../data/thompson/komissarchik_futer.toml");
    let game: Game = toml::from_str(text).map_err(bad)?;
    let fen: Fen = game.fen.parse().map_err(bad)?;
    let start: Chess = fen.into_position(CastlingMode::Standard).map_err(bad)?;
    let (positions, moves) = replay(&start, &game.moves)?;
    let mut computed = Computed::new();
    for (queen_only, better, depth) in
        [(true, "better", "depth"), (false, "better, all promotions", "depth, all promotions")]
    {
        let goals = Goals { dtz: true, queen_only, ..Goals::default() };
        let (_, library, _) = solved("KQPvKQ", goals, context)?;
        for instead in &game.instead {
            let (position, &played) = positions
                .get(instead.ply)
                .zip(moves.get(instead.ply))
                .ok_or_else(|| bad(format!("{} stands beyond the line", instead.name)))?;
            let other = parse(position, &instead.san)?;
            let (there, here) =
                (worth(&library, position, other)?, worth(&library, position, played)?);
            computed.set(&instead.name, better, (there - here).abs());
            computed.set(&instead.name, depth, there.abs());
        }
    }
    computed.lines.push(MoveList {
        title: "The line of Komissarchik and Futer from Black's 33rd move".to_owned(),
        fen: game.fen.clone(),
        moves: game.moves.split_whitespace().map(str::to_owned).collect(),
        result: "*".to_owned(),
    });
    Ok(computed)
}

/// Moves to mate, capture or pawn move after this one, negative for the loser.
fn worth(library: &Library, position: &Chess, mv: Move) -> Result<i32, Error> {
    let value = library.probe(&after(position, mv))?.before(step(mv)).depth(Metric::Dtz);
    let depth = value.ok_or_else(|| bad("no depth"))?;
    let moves = i32::from(depth.moves().unwrap_or_default());
    // The winner's own move is counted; after the loser's move the winner still has all to make.
    Ok(if depth.signed_plies() < 0 { -moves } else { moves })
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
