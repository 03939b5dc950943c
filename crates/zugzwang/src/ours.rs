//! Values from our own tables, in memory or in files.

use nimzo_chess::probe::Known;
use nimzo_chess::{Depth, Material, Metric as TableMetric, Wdl, Wdl50};
use nimzo_retro::Layout;
use nimzo_retro::sweep::{Library, SliceValues};
use nimzo_tables::Store;
use shakmaty::{Board, Chess, Color, Position};

use crate::error::{Error, Result};
use crate::source::{FiftyMoveRule, Metric, Source};
use nimzo_chess::fen::without_en_passant;

impl From<Metric> for TableMetric {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Dtm => Self::Dtm,
            Metric::Dtz => Self::Dtz,
            Metric::Dtc => Self::Dtc,
        }
    }
}

/// The result when cursed wins and blessed losses are draws.
fn under_rule(value: Wdl50) -> Wdl {
    match value {
        Wdl50::Win => Wdl::Win,
        Wdl50::Loss => Wdl::Loss,
        Wdl50::BlessedLoss | Wdl50::Draw | Wdl50::CursedWin => Wdl::Draw,
    }
}

/// Tables in files.
pub struct Stored<'a> {
    store: &'a Store,
    rule: FiftyMoveRule,
}

impl<'a> Stored<'a> {
    /// Values from this store.
    pub fn new(store: &'a Store, rule: FiftyMoveRule) -> Self {
        Self { store, rule }
    }

    fn known(&self, position: &Chess, metric: TableMetric) -> Result<Known> {
        Ok(self.store.probe_metric(&without_en_passant(position), metric)?)
    }
}

impl Source for Stored<'_> {
    fn name(&self) -> String {
        "tables".to_owned()
    }

    fn value_without_en_passant(&self, position: &Chess) -> Result<Wdl> {
        match self.rule {
            FiftyMoveRule::Ignored => Ok(self.known(position, TableMetric::Wdl)?.wdl),
            FiftyMoveRule::Respected => {
                let dtz50 = self.known(position, TableMetric::Dtz50)?.dtz50;
                dtz50.map(|dtz50| under_rule(dtz50.wdl50())).ok_or_else(|| missing(self, position))
            }
        }
    }

    fn depth_without_en_passant(&self, position: &Chess, metric: Metric) -> Result<Option<Depth>> {
        let metric = metric.into();
        match self.known(position, metric) {
            Ok(known) => Ok(known.depth(metric)),
            Err(Error::Chess(nimzo_chess::Error::Missing { .. })) => Ok(None),
            Err(other) => Err(other),
        }
    }
}

/// Tables in memory.
pub struct InMemory<'a> {
    library: &'a Library,
    rule: FiftyMoveRule,
}

impl<'a> InMemory<'a> {
    /// Values from these tables.
    pub fn new(library: &'a Library, rule: FiftyMoveRule) -> Self {
        Self { library, rule }
    }

    /// Looks a position up; `None` for bare kings.
    fn look_up<T>(
        &self,
        position: &Chess,
        read: impl FnOnce(&SliceValues, usize, usize) -> Option<T>,
    ) -> Result<Option<T>> {
        let class = Material::of_board(position.board());
        if class == Material::BARE_KINGS {
            return Ok(None);
        }
        let solved = self.library.get(class).ok_or_else(|| missing(self, position))?;
        let (board, turn) = canonical(position, class);
        let layout: &Layout = &solved.layout;
        let address = layout.locate(&board).ok_or_else(|| missing(self, position))?;
        let side = turn.fold_wb(0, 1);
        let value = read(&solved.slices[address.slice], side, address.slot);
        Ok(Some(value.ok_or_else(|| missing(self, position))?))
    }
}

/// Board and side to move with the colours that the canonical class gives them.
fn canonical(position: &Chess, class: Material) -> (Board, Color) {
    let (mut board, mut turn) = (position.board().clone(), position.turn());
    if !class.is_canonical() {
        board.flip_vertical();
        board.swap_colors();
        turn = !turn;
    }
    (board, turn)
}

fn missing(source: &dyn Source, position: &Chess) -> Error {
    Error::NotCovered {
        source_name: source.name(),
        class: Material::of_board(position.board()).canonical(),
        hint: "it has not been built".to_owned(),
    }
}

impl Source for InMemory<'_> {
    fn name(&self) -> String {
        "tables in memory".to_owned()
    }

    fn value_without_en_passant(&self, position: &Chess) -> Result<Wdl> {
        let value = self.look_up(position, |values, side, slot| match self.rule {
            FiftyMoveRule::Ignored => values.wdl_at(side, slot),
            FiftyMoveRule::Respected => values.wdl50_at(side, slot).map(under_rule),
        })?;
        Ok(value.unwrap_or(Wdl::Draw))
    }

    fn depth_without_en_passant(&self, position: &Chess, metric: Metric) -> Result<Option<Depth>> {
        let pawns = position.board().pawns().any();
        let value = self.look_up(position, |values, side, slot| {
            let planes = match metric {
                Metric::Dtm => &values.dtm,
                Metric::Dtz => &values.dtz,
                // Without pawns the two are the same.
                Metric::Dtc if !pawns && values.dtc.is_none() => &values.dtz,
                Metric::Dtc => &values.dtc,
            };
            match planes {
                Some(planes) => planes[side].get(slot).map(Some),
                None => Some(None),
            }
        })?;
        Ok(value.unwrap_or(Some(Depth::Draw)))
    }
}
