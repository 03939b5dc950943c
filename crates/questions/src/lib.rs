//! Every question that can be put to nimzo, with its answer.
//!
//! A question is a struct: what is asked ([`Question`]), what is answered ([`Answer`]), and one
//! function between them. The command line, the web API and its description, and other languages
//! are faces of these structs: names, help, types and defaults are defined once, here.
//!
//! ```text
//! words, query, JSON  ->  Question  --ask(Session, Task)-->  Answer  ->  text, JSON, picture
//!                                            |
//!                                         Failure
//! ```
//!
//! * [`Session`] owns what outlives a question: the folder, open tables, solved windows, and what
//!   questions may do.
//! * [`Failure`] says why there is no answer: bad input, a missing table, too large, stopped, or
//!   this machine's fault.
//! * [`ALL`] lists the questions; an [`Entry`] is one of them before its type is known.
//!
//! To add a question, write its struct in a file of its own and add it to [`ALL`].

#![forbid(unsafe_code)]

use std::sync::LazyLock;

mod asking;
pub mod devices;
pub mod echess;
pub mod mine;
pub mod pawns;
mod positions;
pub mod reproduce;
pub mod study;
mod sums;
pub mod table;
mod values;
pub mod young;
pub mod zug;

pub use asking::{
    Answer, Answered, Argument, Asked, Beside, Entry, Failure, Folders, Given, Group, JsonLayout,
    Manner, Question, Rights, Session,
};
use asking::{arguments, device, limits, shown};
pub use positions::{line, map, probe, solve};
pub use sums::{catalogue, sum};
pub use values::{cgt, find};

/// Every question, in the order of the help.
pub static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    vec![
        Entry::of::<reproduce::Reproduce>(),
        Entry::of::<table::Build>(),
        Entry::of::<table::Plan>(),
        Entry::of::<table::Count>(),
        Entry::of::<table::Convert>(),
        Entry::of::<table::Export>(),
        Entry::of::<table::Stats>(),
        Entry::of::<table::List>(),
        Entry::of::<table::Random>(),
        Entry::of::<table::Verify>(),
        Entry::of::<probe::Probe>(),
        Entry::of::<line::Line>(),
        Entry::of::<map::Map>(),
        Entry::of::<solve::Solve>(),
        Entry::of::<study::Check>(),
        Entry::of::<study::Annotate>(),
        Entry::of::<zug::Classify>(),
        Entry::of::<zug::Count>(),
        Entry::of::<zug::List>(),
        Entry::of::<zug::Study>(),
        Entry::of::<zug::Census>(),
        Entry::of::<mine::Mine>(),
        Entry::of::<pawns::Value>(),
        Entry::of::<pawns::Census>(),
        Entry::of::<pawns::Periodic>(),
        Entry::of::<pawns::Search>(),
        Entry::of::<pawns::Embed>(),
        Entry::of::<pawns::Play>(),
        Entry::of::<young::Value>(),
        Entry::of::<young::Map>(),
        Entry::of::<young::Classify>(),
        Entry::of::<young::Census>(),
        Entry::of::<young::Conjecture>(),
        Entry::of::<young::Search>(),
        Entry::of::<young::Graph>(),
        Entry::of::<young::Equal>(),
        Entry::of::<young::Genus>(),
        Entry::of::<echess::Krk>(),
        Entry::of::<echess::Eval>(),
        Entry::of::<echess::Map>(),
        Entry::of::<echess::Regions>(),
        Entry::of::<echess::Hottest>(),
        Entry::of::<echess::Moves>(),
        Entry::of::<echess::Line>(),
        Entry::of::<echess::Play>(),
        Entry::of::<echess::Prove>(),
        Entry::of::<echess::Bounds>(),
        Entry::of::<echess::Sum>(),
        Entry::of::<sum::Sum>(),
        Entry::of::<catalogue::Catalogue>(),
        Entry::of::<cgt::Cgt>(),
        Entry::of::<find::Find>(),
        Entry::of::<devices::Devices>(),
    ]
});

/// Words under which several questions are asked, with what their help says.
pub static GROUPS: &[Group] =
    &[table::GROUP, study::GROUP, zug::GROUP, pawns::GROUP, young::GROUP, echess::GROUP];
