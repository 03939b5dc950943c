//! Slices solved on a device, held to those of the processor.

use nimzo_chess::Metric;
use nimzo_retro::planes::{Cells, DepthPlane, widened};
use nimzo_retro::sweep::{Goals, SliceValues};
use shakmaty::Color;

use crate::error::Result;
use crate::finished::Finished;

/// What the processor must compute to be compared with a metric.
pub fn goals(metric: Metric) -> Goals {
    Goals::of_metrics(&[metric], false)
}

/// The planes of one of the slices of a batch that are not those of the processor.
pub fn differences(
    batch: &Finished,
    number: usize,
    expected: &SliceValues,
) -> Result<Vec<(Color, &'static str)>> {
    let (wdl, depths, rule) = (batch.wdl(number)?, batch.depths(number)?, batch.rule(number)?);
    let mut found = Vec::new();
    for side in Color::ALL {
        let (one, other) = (&wdl[side], &expected.wdl[side]);
        let mut hold = |what, same: bool| {
            if !same {
                found.push((side, what));
            }
        };
        hold("wins", one.win[..] == other.win[..]);
        hold("draws", one.draw[..] == other.draw[..]);
        hold("losses", one.loss[..] == other.loss[..]);
        if batch.metric != Metric::Wdl {
            let same = match (&depths, &expected.depths[batch.metric]) {
                (Some(one), Some(other)) => same_depths(&one[side], &other[side]),
                _ => false,
            };
            hold("depths", same);
        }
        if batch.metric == Metric::Dtz50 {
            let (one, other) = (rule.as_ref(), expected.rule.as_ref());
            let same = one.zip(other).is_some_and(|(one, other)| {
                let (one, other) = (&one[side], &other[side]);
                one.win[..] == other.win[..] && one.loss[..] == other.loss[..]
            });
            hold("wins and losses under the fifty-move rule", same);
        }
    }
    Ok(found)
}

/// Whether two planes hold the same depths; how many bytes each takes for them does not matter.
fn same_depths(one: &DepthPlane, other: &DepthPlane) -> bool {
    let same_as_wide = |narrow: &[u8], wide: &[u16]| {
        narrow.len() == wide.len() && narrow.iter().zip(wide).all(|(&n, &w)| widened(n) == w)
    };
    one.unit == other.unit
        && match (&one.cells, &other.cells) {
            (Cells::Narrow(one), Cells::Narrow(other)) => one[..] == other[..],
            (Cells::Wide(one), Cells::Wide(other)) => one[..] == other[..],
            (Cells::Narrow(narrow), Cells::Wide(wide))
            | (Cells::Wide(wide), Cells::Narrow(narrow)) => same_as_wide(narrow, wide),
        }
}
