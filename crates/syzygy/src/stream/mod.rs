//! One table of a file: values in the order of their numbers, made small.
//!
//! Values that come one after another are made into pairs, pairs of pairs and so on; each of these symbols
//! gets a Huffman code; codes are packed into blocks, and an index tells which block has which number.

mod fill;
mod pack;
mod refill;

pub use fill::{DepthRuns, Filled, ResultRuns, Runs, fill_depths, fill_results};
pub use pack::{BlockSizes, Packed};

use nimzo_work::{Interrupted, Task};

use nimzo_tables::pairs::{Limits, pair_up};
use pack::pack;
use refill::refill;

/// How often values that may be what they like are chosen anew.
const ROUNDS: usize = 1;

/// How far readers follow pairs of pairs.
const LIMITS: Limits = Limits { values: 256, symbol_bits: 24.0 };

/// Packs the values of a table, of which `allows` tells where others may stand as well.
pub fn compress(
    values: Vec<u16>,
    sizes: BlockSizes,
    allows: impl Fn(usize, u16) -> bool,
    task: &Task,
) -> Result<Packed, Interrupted> {
    let count = values.len();
    let mut paired = pair_up(values, LIMITS, task)?;
    let mut smallest = pack(&paired, sizes.clone());
    for _ in 0..ROUNDS {
        let Some(values) = refill(&paired, count, &allows, task)? else { break };
        paired = pair_up(values, LIMITS, task)?;
        let packed = pack(&paired, sizes.clone());
        if packed.len() >= smallest.len() {
            break;
        }
        smallest = packed;
    }
    Ok(smallest)
}
