//! Impartial chess on integer partitions: the paper's values, theorems, classes and conjectures.
//!
//! Row names say what to compute (`rook 5,4^3`), so the data files alone decide what is checked.

macro_rules! data {
    ($table:literal) => {
        include_str!(concat!("../../../data/gottlieb/", $table, ".toml"))
    };
}

mod classes;
mod diagrams;
mod game_text;
mod king;
mod rook_queen;
mod theorems;

use nimzo_games::young::{ValueMap, check_directly, settle};

use super::{Computed, Context, Effort, Published, Reproduction};
use crate::Error;
use crate::drawings;

/// The paper's errata.
pub const ERRATA: &str = data!("errata");

/// The paper's tables.
pub const REPRODUCTIONS: &[Reproduction] = &[
    always("values", data!("values"), values),
    always("diagrams", data!("diagrams"), diagrams::compute),
    always("theorems", data!("theorems"), theorems::compute),
    always("table1", data!("table1"), classes::table1),
    always("figure7", data!("figure7"), classes::figure7),
    always("witnesses", data!("witnesses"), classes::witnesses),
    always("conjectures", data!("conjectures"), conjectures),
];

const fn always(
    table: &'static str,
    published: &'static str,
    compute: fn(&Context<'_>) -> Result<Computed, Error>,
) -> Reproduction {
    Reproduction { table, published, effort: Effort::Always, compute }
}

/// The names of a table's rows.
fn row_names(table: &'static str, text: &'static str) -> Result<Vec<String>, Error> {
    Ok(Published::parse(table, text)?.rows.into_iter().map(|row| row.name).collect())
}

/// Passes a failure of the computation on.
fn failed(table: &'static str) -> impl Fn(nimzo_games::Error) -> Error {
    move |reason| match reason {
        nimzo_games::Error::Interrupted(stop) => Error::Interrupted(stop),
        other => Error::Computation { table: table.to_owned(), reason: other.to_string() },
    }
}

fn unreadable(table: &'static str, row: &str) -> Error {
    Error::Data {
        file: format!("gottlieb/{table}.toml"),
        reason: format!("row {row:?} is not understood"),
    }
}

/// Diagrams of more cells are not drawn.
const DRAWN: u64 = 150;

fn values(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    for name in row_names("values", data!("values"))? {
        let (moveset, partition) =
            game_text::game(&name, " ").ok_or_else(|| unreadable("values", &name))?;
        let map = ValueMap::solve(&partition, &moveset, context.task).map_err(failed("values"))?;
        computed.set(&name, "pair", map.root());
        computed.set(&name, "normal", map.root().normal.0);
        draw(&mut computed, &map)?;
    }
    Ok(computed)
}

/// Adds the picture of a map of values that is small enough and not there yet.
fn draw(computed: &mut Computed, map: &ValueMap) -> Result<(), Error> {
    if map.partition().size() <= DRAWN {
        let picture = drawings::values(map)?;
        if computed.pictures.iter().all(|drawn| drawn.title() != picture.title()) {
            computed.pictures.push(picture);
        }
    }
    Ok(())
}

/// Adds the values of a game written as in the data files, such as `rook st(3;2,2)`.
fn illustrate(computed: &mut Computed, game: &str, context: &Context<'_>) -> Result<(), Error> {
    let (moveset, partition) =
        game_text::game(game, " ").ok_or_else(|| unreadable("an illustration", game))?;
    let map = ValueMap::solve(&partition, &moveset, context.task);
    draw(computed, &map.map_err(failed("an illustration"))?)
}

/// Sides and steps to which the conjectures are checked straight.
const ODD_SQUARES: (u32, u32) = (21, 60);
const EVEN_OBLONGS: (u32, u32) = (20, 40);

fn conjectures(context: &Context<'_>) -> Result<Computed, Error> {
    use nimzo_games::young::Conjecture;
    let mut computed = Computed::new();
    for name in row_names("conjectures", data!("conjectures"))? {
        let (conjecture, (sides, steps)) = match name.split(' ').next() {
            Some("5.1") => (Conjecture::OddSquare, ODD_SQUARES),
            Some("5.2") => (Conjecture::EvenOblong, EVEN_OBLONGS),
            _ => return Err(unreadable("conjectures", &name)),
        };
        let example = match conjecture {
            Conjecture::OddSquare => "king st(4;3,3)",
            Conjecture::EvenOblong => "king st(4;2,4)",
        };
        illustrate(&mut computed, example, context)?;
        let mut counterexample = None;
        let mut longest = 0;
        for (rows, columns) in conjecture.sides(sides) {
            let direct = check_directly(conjecture, rows, columns, steps, context.task);
            let settled = settle(conjecture, rows, columns, context.task);
            let settled = settled.map_err(failed("conjectures"))?;
            let found = direct
                .map_err(failed("conjectures"))?
                .or(settled.as_ref().and_then(|verdict| verdict.counterexample));
            longest = longest.max(settled.map_or(0, |verdict| verdict.period));
            counterexample = counterexample.or(found.map(|found| (rows, columns, found)));
        }
        let text = match counterexample {
            None => "none".to_owned(),
            Some((rows, columns, found)) => format!(
                "st({};{rows},{columns}) has {}, not {}",
                found.steps, found.found, found.conjectured
            ),
        };
        computed.set(&name, "counterexample", text);
        computed.note(format!(
            "Conjecture {}: sides up to {sides}, straight on diagrams of up to {steps} steps, and for \
             every number of steps by the repetition of the values (longest period {longest}).",
            conjecture.number()
        ));
    }
    Ok(computed)
}
