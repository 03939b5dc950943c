//! One table of a file: values in the order of their numbers, made small.
//!
//! Values that come one after another are made into pairs, pairs of pairs and so on; each of these symbols
//! gets a Huffman code; codes are packed into blocks, and an index tells which block has which number.

mod fill;
mod huffman;
mod pack;
mod pairs;
mod refill;

pub use fill::{DepthRuns, Filled, ResultRuns, Runs, fill_depths, fill_results};
pub use pack::{BlockSizes, Packed};

use nimzo_work::{Interrupted, Task};

use pack::pack;
use pairs::pair_up;
use refill::refill;

/// How often values that may be what they like are chosen anew.
const ROUNDS: usize = 1;

/// Packs the values of a table, of which `allows` tells where others may stand as well.
pub fn compress(
    values: Vec<u16>,
    sizes: BlockSizes,
    allows: impl Fn(usize, u16) -> bool,
    task: &Task,
) -> Result<Packed, Interrupted> {
    let count = values.len();
    let mut paired = pair_up(values, task)?;
    let mut smallest = pack(&paired, sizes.clone());
    for _ in 0..ROUNDS {
        let Some(values) = refill(&paired, count, &allows, task)? else { break };
        paired = pair_up(values, task)?;
        let packed = pack(&paired, sizes.clone());
        if packed.len() >= smallest.len() {
            break;
        }
        smallest = packed;
    }
    Ok(smallest)
}
