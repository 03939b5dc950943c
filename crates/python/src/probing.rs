//! Positions looked up as python-chess's programs expect it: one number each.

use std::str::FromStr;

use nimzo_chess::{Depth, FewMen, Known, Metric, Probe, Wdl, Wdl50, read_position};
use nimzo_questions::{Failure, Session};
use nimzo_work::Task;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::exceptions::wrong_type;

/// What is wanted of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The result without the fifty-move rule: -1, 0 or 1. The quickest.
    Result,
    /// The result under the fifty-move rule, from -2 to 2: cursed wins and blessed losses are 1 and -1.
    Wdl,
    /// Plies to a zeroing move under that rule, negative when the side to move loses; beyond 100 the
    /// rule makes it a draw.
    Dtz,
    /// Plies to mate, negative when the side to move loses; 0 for draws and mates.
    Dtm,
}

impl FromStr for Wanted {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        match text {
            "result" => Ok(Self::Result),
            "wdl" => Ok(Self::Wdl),
            "dtz" => Ok(Self::Dtz),
            "dtm" => Ok(Self::Dtm),
            _ => Err(Failure::input(format!("metric {text:?}: expected result, wdl, dtz or dtm"))),
        }
    }
}

impl Wanted {
    fn metric(self) -> Metric {
        match self {
            Self::Result => Metric::Wdl,
            Self::Wdl | Self::Dtz => Metric::Dtz50,
            Self::Dtm => Metric::Dtm,
        }
    }

    /// The number; `None` where the tables do not have it.
    fn number(self, known: Known) -> Option<i16> {
        // A draw is a draw by every count.
        if known.wdl == Wdl::Draw {
            return Some(0);
        }
        match self {
            Self::Result => Some(if known.wdl == Wdl::Win { 1 } else { -1 }),
            Self::Wdl => known.wdl50.map(|result| match result {
                Wdl50::Loss => -2,
                Wdl50::BlessedLoss => -1,
                Wdl50::Draw => 0,
                Wdl50::CursedWin => 1,
                Wdl50::Win => 2,
            }),
            // Mated: python-chess says that this was one ply ago.
            Self::Dtz => known.dtz50.map(|depth| match depth.at_least().0 {
                Depth::MATED => -1,
                depth => signed(depth),
            }),
            Self::Dtm => known.dtm.map(|depth| signed(depth.0)),
        }
    }
}

fn signed(depth: Depth) -> i16 {
    let plies = depth.signed_plies();
    i16::try_from(plies).unwrap_or(if plies < 0 { i16::MIN } else { i16::MAX })
}

/// The number that is wanted of one position.
pub fn one(session: &Session, fen: &str, wanted: Wanted) -> Result<i32, Failure> {
    let position = read_position(fen)?;
    let known = session.sources()?.probe(&position, &[wanted.metric()])?;
    let place = place(session)?;
    let missing = || nimzo_chess::Error::missing(&place, &position, wanted.metric());
    Ok(wanted.number(known).ok_or_else(missing)?.into())
}

/// The numbers that are wanted of many positions.
pub fn many(
    session: &Session,
    texts: &[&str],
    wanted: Wanted,
    missing: Option<i16>,
    task: &Task,
) -> Result<Vec<i16>, Failure> {
    let (store, sources, place) = (session.tables()?, session.sources()?, place(session)?);
    let numbered = |n: usize, failure: Failure| match failure {
        Failure::BadInput(what) => Failure::BadInput(format!("number {n}: {what}")),
        other => other,
    };
    let men = |n: usize| FewMen::read(texts[n]);
    let position = |n: usize| read_position(texts[n]).map_err(|error| numbered(n, error.into()));
    let answer = |n: usize, known: Result<Known, nimzo_chess::Error>| {
        match known.map(|known| wanted.number(known)) {
            Ok(Some(number)) => return Ok(number),
            Ok(None) | Err(nimzo_chess::Error::Missing { .. }) => {}
            Err(error) => return Err(numbered(n, error.into())),
        }
        // Our tables do not have it, but there may be others.
        let position = position(n)?;
        let other = sources.probe(&position, &[wanted.metric()]).ok();
        let number = other.and_then(|known| wanted.number(known)).or(missing);
        number.ok_or_else(|| nimzo_chess::Error::missing(&place, &position, wanted.metric()).into())
    };
    store.probe_many(texts.len(), men, position, &[wanted.metric()], task, answer)
}

fn place(session: &Session) -> Result<String, Failure> {
    Ok(session.folder()?.display().to_string())
}

/// Texts that Python keeps, in a tuple that nobody changes: they are not copied.
pub struct Texts<'a, 'py>(Vec<Borrowed<'a, 'py, PyString>>);

impl<'a, 'py> Texts<'a, 'py> {
    /// Takes what is in the tuple for positions.
    pub fn of(tuple: &'a Bound<'py, PyTuple>) -> PyResult<Self> {
        let text = |(number, one): (usize, Borrowed<'a, 'py, PyAny>)| {
            let wrong = |_| wrong_type(&format!("fens[{number}]"), "a position as FEN", &one);
            one.cast::<PyString>().map_err(wrong)
        };
        Ok(Self(tuple.iter_borrowed().enumerate().map(text).collect::<PyResult<_>>()?))
    }

    /// The texts, which can be read without Python's lock.
    pub fn texts(&self) -> PyResult<Vec<&str>> {
        let mut texts = Vec::with_capacity(self.0.len());
        for (number, one) in self.0.iter().enumerate() {
            let wrong = |_| wrong_type(&format!("fens[{number}]"), "a position as FEN", one);
            texts.push(one.to_str().map_err(wrong)?);
        }
        Ok(texts)
    }
}
