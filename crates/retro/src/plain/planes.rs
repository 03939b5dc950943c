//! The plain generator's values in the set-wise layout, so that whatever works on planes (files,
//! statistics, tests) can be tried without the set-wise generator.

use std::sync::Arc;

use nimzo_chess::rules::legal;
use nimzo_chess::{Depth, Material, Metric, PerMetric, Values, Wdl, Wdl50};
use shakmaty::{ByColor, Color, Setup};

use super::PlainTables;
use crate::layout::{Address, Layout};
use crate::planes::{BitPlane, Buffer, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes, encode};
use crate::sweep::{SliceValues, Solved};

impl PlainTables {
    /// A solved class as planes; `None` when it has not been solved or has no layout.
    pub fn solved(&self, material: Material) -> Option<Solved> {
        let class = material.canonical();
        self.classes.get(&class)?;
        let layout = Arc::new(Layout::new(class)?);
        let slices = (0..layout.slices()).map(|slice| self.slice_values(&layout, slice)).collect();
        Some(Solved { layout, slices, statistics: Vec::new() })
    }

    fn slice_values(&self, layout: &Layout, slice: usize) -> SliceValues {
        let both = ByColor::new_with(|turn| {
            let value = |slot| self.slot_values(layout, Address { slice, slot }, turn);
            (0..layout.slots()).map(value).collect::<Vec<Option<Values>>>()
        });
        let depths = |unit, pick: fn(&Values) -> Depth| {
            Some(Arc::new(both.as_ref().map(|values| depth_plane(values, unit, pick))))
        };
        SliceValues {
            wdl: Arc::new(both.as_ref().map(|values| WdlPlanes {
                win: bits(values, |v| v.wdl() == Wdl::Win),
                draw: bits(values, |v| v.wdl() == Wdl::Draw),
                loss: bits(values, |v| v.wdl() == Wdl::Loss),
            })),
            rule: Some(Arc::new(both.as_ref().map(|values| RulePlanes {
                win: bits(values, |v| v.dtz50.wdl50() == Wdl50::Win),
                loss: bits(values, |v| v.dtz50.wdl50() == Wdl50::Loss),
            }))),
            depths: PerMetric::from_fn(|metric| match metric {
                Metric::Wdl => None,
                Metric::Dtm => depths(Unit::Moves, |v| v.dtm.0),
                Metric::Dtc => depths(Unit::Plies, |v| v.dtc.0),
                Metric::Dtz => depths(Unit::Plies, |v| v.dtz.0),
                Metric::Dtz50 => depths(Unit::Plies, |v| v.dtz50.0),
            }),
        }
    }

    fn slot_values(&self, layout: &Layout, address: Address, turn: Color) -> Option<Values> {
        let board = layout.board(address)?;
        self.look_up(&legal(Setup { board, turn, ..Setup::empty() })?)
    }
}

fn bits(values: &[Option<Values>], holds: impl Fn(&Values) -> bool) -> BitPlane {
    let mut plane = BitPlane::zeroed(values.len().div_ceil(64));
    for (slot, value) in values.iter().enumerate() {
        let bit = value.as_ref().is_some_and(&holds);
        plane[slot >> 6] |= u64::from(bit) << (slot & 63);
    }
    plane
}

fn depth_plane(values: &[Option<Values>], unit: Unit, pick: fn(&Values) -> Depth) -> DepthPlane {
    let mut cells = Buffer::<u16>::zeroed(values.len());
    for (cell, value) in cells.iter_mut().zip(values) {
        *cell = encode(value.as_ref().map(pick), 0x8000, unit) as u16;
    }
    DepthPlane { unit, cells: Cells::Wide(cells) }
}
