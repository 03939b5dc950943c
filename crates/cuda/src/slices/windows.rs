//! Windows on the depths of slices: cut out of a slice, so that they alone come back to the host, or put where a
//! slice has them, so that kernels find them there.

use std::sync::Arc;

use nimzo_chess::Metric;
use nimzo_retro::layout::Layout;
use nimzo_retro::planes::{Buffer, Cells, DepthPlane, Unit};
use nimzo_retro::sweep::{Shape, Window};

use super::cache::Brought;
use crate::device::{Device, Kernel, Memory, launch};
use crate::error::Result;
use crate::finished::Finished;
use crate::inputs::structures::Looking;
use crate::inputs::tables::number;

/// Where the depths of a window lie.
pub fn shape(layout: &Layout, window: Window) -> Result<Shape> {
    let (class, metric) = (layout.material(), Metric::Dtm);
    let unsolved = nimzo_retro::Error::Unsolved { class, metric };
    Shape::new(layout, window).ok_or_else(|| unsolved.into())
}

/// Copies the depths of a window out of those of a slice, or into them.
pub fn copy(
    device: &Arc<dyn Device>,
    layout: &Layout,
    shape: &Shape,
    (slice, window): (u64, u64),
    wide: bool,
    out: bool,
) -> Result<()> {
    let count = shape.cells(layout) as u64;
    let squares = shape.images.iter().rev().fold(0, |all, &square| all << 8 | u64::from(square));
    let arguments = Looking {
        slice,
        window,
        count,
        squares,
        men: layout.men().len() as u32,
        man: shape.man as u32,
        folded: u32::from(layout.is_folded()),
        places: layout.outer_places() as u32,
        image_bits: shape.images.len().trailing_zeros(),
        wide: u32::from(wide),
        out: u32::from(out),
        unused: 0,
    };
    launch(&**device, Kernel::Window, &arguments, count.div_ceil(32))
}

/// The depths of a window of one of the slices of a batch, on the host and on the device.
pub fn read(
    device: &Arc<dyn Device>,
    layout: &Layout,
    batch: &Finished,
    number: usize,
    window: Window,
) -> Result<(DepthPlane, Brought)> {
    let (class, metric) = (layout.material(), Metric::Dtm);
    let shape = shape(layout, window)?;
    let cells = batch.cells.as_ref().ok_or(nimzo_retro::Error::Unsolved { class, metric })?;
    let (wide, count) = (cells.wide, shape.cells(layout));
    let width = if wide { 2 } else { 1 };
    let from = cells.memory[self::number(window.side())].address();
    let slice = from + (number * layout.slots() * width) as u64;
    let found = Memory::new(device, count * width)?;
    copy(device, layout, &shape, (slice, found.address()), wide, true)?;
    let codes = if wide {
        let mut codes = Buffer::<u16>::unfilled(count);
        found.read(0, &mut codes)?;
        Cells::Wide(codes)
    } else {
        let mut codes = Buffer::<u8>::unfilled(count);
        found.read(0, &mut codes)?;
        Cells::Narrow(codes)
    };
    Ok((DepthPlane { unit: Unit::Moves, cells: codes }, Brought::cells(found, wide)))
}
