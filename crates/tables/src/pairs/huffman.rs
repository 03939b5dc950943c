//! Huffman codes: the more often a symbol occurs, the shorter its code.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The length of each symbol's code, at most `longest`; 0 for symbols that do not occur. A single symbol gets one bit.
pub fn lengths(frequencies: &[u64], longest: u8) -> Vec<u8> {
    let mut flattened = frequencies.to_vec();
    loop {
        let lengths = unlimited(&flattened);
        if lengths.iter().all(|&length| length <= longest) {
            return lengths;
        }
        // The less they differ the less codes do.
        for frequency in flattened.iter_mut().filter(|frequency| **frequency > 0) {
            *frequency = *frequency / 2 + 1;
        }
    }
}

fn unlimited(frequencies: &[u64]) -> Vec<u8> {
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    let occurring = frequencies.iter().enumerate().filter(|&(_, &count)| count > 0);
    heap.extend(occurring.map(|(symbol, &count)| Reverse((count, symbol))));
    let mut lengths = vec![0u8; frequencies.len()];
    if let (1, Some(Reverse((_, only)))) = (heap.len(), heap.peek()) {
        lengths[*only] = 1;
        return lengths;
    }
    let mut parents: Vec<usize> = vec![0; frequencies.len()];
    while let (Some(Reverse((low, a))), Some(Reverse((high, b)))) = (heap.pop(), heap.pop()) {
        let node = parents.len();
        parents.push(0);
        (parents[a], parents[b]) = (node, node);
        heap.push(Reverse((low + high, node)));
        if heap.len() == 1 {
            break;
        }
    }
    let root = parents.len() - 1;
    let mut depth = vec![0u32; parents.len()];
    for node in (0..root).rev() {
        depth[node] = depth[parents[node]] + 1;
    }
    for (symbol, length) in lengths.iter_mut().enumerate() {
        if frequencies[symbol] > 0 {
            *length = u8::try_from(depth[symbol]).unwrap_or(u8::MAX);
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_fill_the_space_of_codes() {
        let fibonacci = std::iter::successors(Some((1u64, 1u64)), |&(a, b)| Some((b, a + b)));
        let steep: Vec<u64> = fibonacci.take(60).map(|(a, _)| a).collect();
        let with_gaps = vec![5, 0, 0, 17, 1, 1, 0, 90];
        for frequencies in [steep, with_gaps, vec![3, 3, 3], vec![1, 1000]] {
            for longest in [12, 32] {
                let lengths = lengths(&frequencies, longest);
                let mut space = 0u64;
                for (&length, &frequency) in lengths.iter().zip(&frequencies) {
                    assert_eq!(length == 0, frequency == 0);
                    assert!(length <= longest);
                    if length > 0 {
                        space += 1 << (longest - length);
                    }
                }
                assert_eq!(space, 1 << longest, "{lengths:?}");
            }
        }
    }
}
