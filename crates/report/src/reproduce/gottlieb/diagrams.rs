//! Operations on diagrams that the paper shows by example.

use nimzo_games::young::{
    Dag, Partition, Piece, knight_to_downright, minimum_representative, partition_equivalent,
    pawn_to_downright, stairs, truncation,
};
use nimzo_work::Task;

use super::{illustrate, row_names, unreadable};
use crate::Error;
use crate::reproduce::{Computed, Context};

/// Fills the table of operations.
pub fn compute(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    for name in row_names("diagrams", data!("diagrams"))? {
        let result =
            operate(&name, &Task::silent()).ok_or_else(|| unreadable("diagrams", &name))?;
        computed.set(&name, "result", result);
        if let Some(partition) = name.strip_prefix("least knight-equal of ") {
            illustrate(&mut computed, &format!("knight {partition}"), context)?;
        }
    }
    Ok(computed)
}

/// Does what a row's name says. The diagrams are small, so nobody need be able to stop it.
fn operate(name: &str, task: &Task) -> Option<String> {
    let read = |text: &str| text.parse::<Partition>().ok();
    let knight = Piece::Knight.moveset();
    if let Some(text) = name.strip_prefix("conjugate of ") {
        return Some(read(text)?.conjugate().to_string());
    }
    if let Some(text) = name.strip_prefix("least knight-equal of ") {
        return Some(minimum_representative(&read(text)?, &knight, task).ok()?.to_string());
    }
    if let Some(text) = name.strip_prefix("knight truncation of ") {
        return Some(truncation(&read(text)?, &knight)?.to_string());
    }
    if let Some(text) = name.strip_prefix("downright of knight on ") {
        return Some(knight_to_downright(&read(text)?).to_string());
    }
    if let Some(text) = name.strip_prefix("downright of pawn on ") {
        return Some(pawn_to_downright(&read(text)?).to_string());
    }
    if let Some((copies, step)) = name.split_once(" stairs of ") {
        return Some(stairs(&read(step)?, copies.parse().ok()?)?.to_string());
    }
    if let Some((whole, removed)) = name.split_once(" without ") {
        let (rows, columns) = removed.strip_suffix(" columns")?.split_once(" rows and ")?;
        return Some(read(whole)?.sub(rows.parse().ok()?, columns.parse().ok()?)?.to_string());
    }
    let (left, right) = name.strip_prefix("knight on ")?.split_once(" and ")?;
    equivalence(&read(left)?, &read(right)?, task)
}

fn equivalence(left: &Partition, right: &Partition, task: &Task) -> Option<String> {
    let knight = Piece::Knight.moveset();
    let dag = |partition| Dag::new(partition, &knight, task).ok();
    let renaming = dag(left)?.equivalence(&dag(right)?, task).ok()?;
    let same = partition_equivalent(left, right, &knight, task).ok()?;
    let not = |holds: bool| if holds { "" } else { "not " };
    Some(format!("{}game-equivalent, {}partition-equivalent", not(renaming.is_some()), not(same)))
}
