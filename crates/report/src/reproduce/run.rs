//! Which papers there are, and the run over their tables.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nimzo_retro::slice_graph::Executor;
use nimzo_work::Task;

use super::{
    Computed, Errata, PaperVerdict, Published, Report, TableVerdict, berlekamp, bleicher, elkies,
    gottlieb, thompson,
};
use crate::Error;

/// The five papers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    /// Endgame tables.
    Thompson,
    /// Zugzwangs.
    Bleicher,
    /// Pawn games.
    Elkies,
    /// Impartial chess on Young diagrams.
    Gottlieb,
    /// Entrepreneurial chess.
    Berlekamp,
}

impl Paper {
    /// All of them, in the order of the parts.
    pub const ALL: [Self; 5] =
        [Self::Thompson, Self::Bleicher, Self::Elkies, Self::Gottlieb, Self::Berlekamp];

    /// Short name, as typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Thompson => "thompson",
            Self::Bleicher => "bleicher",
            Self::Elkies => "elkies",
            Self::Gottlieb => "gottlieb",
            Self::Berlekamp => "berlekamp",
        }
    }

    /// Authors and title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Thompson => "K. Thompson: Retrograde Analysis of Certain Endgames",
            Self::Bleicher => "E. Bleicher, G. Haworth: 6-man Chess and Zugzwangs",
            Self::Elkies => "N. D. Elkies: Higher Nimbers in Pawn Endgames on Large Chessboards",
            Self::Gottlieb => {
                "E. Gottlieb, M. Krnc, P. Muršič: Impartial Chess on Integer Partitions"
            }
            Self::Berlekamp => "E. Berlekamp, R. M. Low: Entrepreneurial Chess",
        }
    }

    /// The tables we reproduce.
    pub fn tables(self) -> impl Iterator<Item = &'static Reproduction> {
        self.reproductions().0.iter()
    }

    /// The tables we reproduce and the paper's errata file.
    fn reproductions(self) -> (&'static [Reproduction], &'static str) {
        match self {
            Self::Thompson => (thompson::REPRODUCTIONS, thompson::ERRATA),
            Self::Bleicher => (bleicher::REPRODUCTIONS, bleicher::ERRATA),
            Self::Elkies => (elkies::REPRODUCTIONS, elkies::ERRATA),
            Self::Gottlieb => (gottlieb::REPRODUCTIONS, gottlieb::ERRATA),
            Self::Berlekamp => (berlekamp::REPRODUCTIONS, berlekamp::ERRATA),
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Paper {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|paper| paper.name() == name)
            .ok_or_else(|| Error::UnknownPaper { name: name.to_owned() })
    }
}

/// When a table is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// In every run.
    Always,
    /// Only in a full run.
    FullOnly,
}

/// A published table and the computation of it.
pub struct Reproduction {
    /// The data file's name without its ending.
    pub table: &'static str,
    /// The data file's text.
    pub published: &'static str,
    /// When it is computed.
    pub effort: Effort,
    /// Fills the cells.
    pub compute: fn(&Context<'_>) -> Result<Computed, Error>,
}

/// What a computation is given.
pub struct Context<'a> {
    /// Progress and interruption.
    pub task: &'a Task,
    /// Whether the long parts are asked for.
    pub full: bool,
    /// A folder of endgame tables that a full run may use, if there is one.
    pub tables: Option<PathBuf>,
    /// Makes who solves the slices of single positions, one for each plan; `None` for the processor.
    pub executors: Option<&'a Executors<'a>>,
    /// A position whose plan takes the processor longer is left out, if that is settled.
    pub patience: Option<Duration>,
    shared: Shared,
}

/// Makes who solves the slices of a plan.
pub type Executors<'a> = dyn Fn() -> Result<Box<dyn Executor>, nimzo_retro::Error> + Sync + 'a;

/// Results that several tables of a run stand on, by their type.
type Shared = Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>;

impl<'a> Context<'a> {
    /// The context of a run.
    pub fn new(task: &'a Task, full: bool) -> Self {
        let (tables, executors, patience) = (None, None, None);
        Self { task, full, tables, executors, patience, shared: Shared::default() }
    }

    /// The same with a folder of endgame tables. Only a full run looks into it, for what takes too long to solve on
    /// the way.
    pub fn with_tables(self, tables: Option<PathBuf>) -> Self {
        Self { tables: tables.filter(|_| self.full), ..self }
    }

    /// The same with somebody else to solve slices.
    pub fn with_executors(self, executors: Option<&'a Executors<'a>>) -> Self {
        Self { executors, ..self }
    }

    /// The same with positions left out whose plan takes the processor longer.
    pub fn with_patience(self, patience: Option<Duration>) -> Self {
        Self { patience, ..self }
    }

    /// A result that several tables stand on: computed when first asked for, then shared. Results
    /// are told apart by their type.
    pub fn once<T: Send + Sync + 'static>(
        &self,
        compute: impl FnOnce(&Self) -> Result<T, Error>,
    ) -> Result<Arc<T>, Error> {
        let lock = || self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(&TypeId::of::<T>()).cloned();
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return Ok(known);
        }
        let computed = Arc::new(compute(self)?);
        lock().insert(TypeId::of::<T>(), Arc::clone(&computed) as _);
        Ok(computed)
    }
}

/// Computes and judges the tables of `papers`. Papers without tables are left out.
pub fn run(papers: &[Paper], context: &Context<'_>) -> Result<Report, Error> {
    let started = Instant::now();
    let Context { task, full, .. } = *context;
    let mut verdicts = Vec::new();
    for &paper in papers {
        let (reproductions, errata) = paper.reproductions();
        let errata = Errata::parse(&format!("{paper}/errata.toml"), errata)?;
        let mut tables = Vec::new();
        for reproduction in reproductions {
            if reproduction.effort == Effort::FullOnly && !full {
                continue;
            }
            task.check()?;
            let file = format!("{paper}/{}.toml", reproduction.table);
            let published = Published::parse(&file, reproduction.published)?;
            let _stage = task.stage(&format!("{paper}: {}", published.title), 0);
            let begun = Instant::now();
            let computed = (reproduction.compute)(context)?;
            let seconds = begun.elapsed().as_secs_f64();
            tables.push(TableVerdict::judge(
                reproduction.table,
                &published,
                &errata,
                computed,
                seconds,
            ));
        }
        if !tables.is_empty() {
            verdicts.push(PaperVerdict {
                name: paper.name().to_owned(),
                title: paper.title().to_owned(),
                tables,
                errata: errata.iter().cloned().collect(),
            });
        }
    }
    Ok(Report { papers: verdicts, full, seconds: started.elapsed().as_secs_f64() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_are_known_by_name() {
        for paper in Paper::ALL {
            assert_eq!(paper.name().parse::<Paper>().unwrap(), paper);
        }
        let refusal = "kasparov".parse::<Paper>().unwrap_err().to_string();
        assert!(refusal.contains("kasparov") && refusal.contains("elkies"), "{refusal}");
    }

    #[test]
    fn every_data_file_is_well_formed() {
        for paper in Paper::ALL {
            let (reproductions, errata) = paper.reproductions();
            let errata = Errata::parse(paper.name(), errata).unwrap();
            for reproduction in reproductions {
                Published::parse(reproduction.table, reproduction.published).unwrap();
            }
            for erratum in errata.iter() {
                assert!(
                    reproductions.iter().any(|r| r.table == erratum.table),
                    "{paper}: erratum {} is about the unknown table {}",
                    erratum.id,
                    erratum.table
                );
            }
        }
    }
}
