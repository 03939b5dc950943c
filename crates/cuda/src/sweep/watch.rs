//! When single positions were decided, of sweeps that keep nothing: slots are looked up ply by ply.

use std::sync::Arc;

use nimzo_retro::consistency::Value;
use shakmaty::ByColor;

use super::Batch;
use super::sets::addresses;
use crate::device::{Device, Kernel, Memory, launch};
use crate::error::Result;
use crate::inputs::structures;

/// Slots of a slice, ascending, with White to move and with Black.
pub type Slots = ByColor<Vec<u64>>;

/// What was noted of each, as [`value`] reads it.
pub type Sightings = [Vec<u16>; 2];

/// What is noted of slots that no legal position has.
const ABSENT: u16 = 1;

/// What is noted of losses at a ply; of wins one more.
fn lost(ply: u32) -> u32 {
    2 + 2 * ply
}

/// What was noted of a position; nothing of one that does not exist. One that had no move is lost at ply 0 here,
/// be it mate or stalemate.
pub fn value(noted: u16) -> Option<Value> {
    let ply = u32::from(noted / 2).wrapping_sub(1);
    match noted {
        0 => Some(Value::Draw),
        ABSENT => None,
        even if even % 2 == 0 => Some(Value::Loss(ply)),
        _ => Some(Value::Win(ply)),
    }
}

/// Slots that are watched, on a device.
pub struct Watching {
    slots: [Memory; 2],
    found: [Memory; 2],
    count: [usize; 2],
}

impl Watching {
    pub fn new(device: &Arc<dyn Device>, slots: &Slots) -> Result<Self> {
        let ByColor { white, black } = slots;
        let found = |slots: &[u64]| Memory::zeroed(device, 2 * slots.len());
        Ok(Self {
            slots: [Memory::of(device, white)?, Memory::of(device, black)?],
            found: [found(white)?, found(black)?],
            count: [white.len(), black.len()],
        })
    }

    /// What was noted.
    pub fn sightings(&self) -> Result<Sightings> {
        let read = |side: usize| -> Result<Vec<u16>> {
            let mut noted = vec![0u16; self.count[side]];
            self.found[side].read(0, &mut noted)?;
            Ok(noted)
        };
        Ok([read(0)?, read(1)?])
    }
}

impl Batch<'_> {
    /// Notes the slots that no legal position has, before the first ply.
    pub(super) fn watch_before(&self) -> Result<()> {
        self.note(ABSENT.into(), ABSENT.into())
    }

    /// Notes what a ply has decided.
    pub(super) fn watch(&self, ply: u32) -> Result<()> {
        self.note(lost(ply), lost(ply) + 1)
    }

    fn note(&self, lost: u32, won: u32) -> Result<()> {
        let Some(watching) = &self.watching else { return Ok(()) };
        let (open, unwon) = (addresses(&self.sets.open), addresses(&self.sets.unwon));
        for side in 0..2 {
            let count = watching.count[side] as u64;
            let arguments = structures::Watch {
                slots: watching.slots[side].address(),
                count,
                open: open[side],
                unwon: unwon[side],
                found: watching.found[side].address(),
                won,
                lost,
            };
            launch(&**self.device, self.kernel(Kernel::Watch), &arguments, count.div_ceil(32))?;
        }
        Ok(())
    }
}
