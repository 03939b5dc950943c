//! Values that may be what they like, chosen anew so that symbols which have been found serve again.

use nimzo_tables::pairs::Paired;
use nimzo_work::{Interrupted, Task};

/// Nodes of the tree that are looked at for one symbol.
const PATIENCE: usize = 400;

/// None, as the number of a node.
const NONE: u32 = u32::MAX;

/// The values of all symbols as a tree: a way down from the root is what a symbol begins with.
struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    value: u16,
    /// Whether a symbol ends here.
    ends: bool,
    parent: u32,
    first_child: u32,
    sibling: u32,
}

impl Tree {
    fn new(paired: &Paired) -> Self {
        let root = Node { value: 0, ends: false, parent: NONE, first_child: NONE, sibling: NONE };
        let mut tree = Self { nodes: vec![root] };
        let frequencies = paired.frequencies();
        let mut symbols: Vec<u16> = (0..paired.symbols.len() as u16).collect();
        // The last one put in is tried first.
        symbols.sort_by_key(|&symbol| frequencies[usize::from(symbol)]);
        let mut values = Vec::new();
        for symbol in symbols {
            values.clear();
            paired.expand(symbol, &mut values);
            tree.put(&values);
        }
        tree
    }

    fn put(&mut self, values: &[u16]) {
        let mut at = 0;
        for &value in values {
            let mut child = self.nodes[at as usize].first_child;
            while child != NONE && self.nodes[child as usize].value != value {
                child = self.nodes[child as usize].sibling;
            }
            if child == NONE {
                child = self.nodes.len() as u32;
                let sibling = self.nodes[at as usize].first_child;
                self.nodes.push(Node {
                    value,
                    ends: false,
                    parent: at,
                    first_child: NONE,
                    sibling,
                });
                self.nodes[at as usize].first_child = child;
            }
            at = child;
        }
        self.nodes[at as usize].ends = true;
    }

    /// The end of the longest symbol that may stand here, of those that are found soon enough.
    fn longest(
        &self,
        open: &mut Vec<(u32, u16)>,
        allows: impl Fn(usize, u16) -> bool,
    ) -> (u32, u16) {
        let mut best = (NONE, 0);
        open.clear();
        open.push((0, 0));
        for _ in 0..PATIENCE {
            let Some((node, depth)) = open.pop() else { break };
            if self.nodes[node as usize].ends && depth > best.1 {
                best = (node, depth);
            }
            let mut child = self.nodes[node as usize].first_child;
            let before = open.len();
            while child != NONE {
                let Node { value, sibling, .. } = self.nodes[child as usize];
                if allows(usize::from(depth), value) {
                    open.push((child, depth + 1));
                }
                child = sibling;
            }
            // The most frequent of them is looked at next.
            open[before..].reverse();
        }
        best
    }
}

/// Values for a table of this many, each of which `allows` some, as long symbols one after another.
pub fn refill(
    paired: &Paired,
    count: usize,
    allows: impl Fn(usize, u16) -> bool,
    task: &Task,
) -> Result<Option<Vec<u16>>, Interrupted> {
    let tree = Tree::new(paired);
    let mut values = vec![0; count];
    let mut open = Vec::new();
    let mut at = 0;
    let mut symbols = 0u64;
    while at < count {
        if symbols.is_multiple_of(1 << 12) {
            task.check()?;
        }
        symbols += 1;
        let fits = |offset: usize, value: u16| at + offset < count && allows(at + offset, value);
        let (mut node, length) = tree.longest(&mut open, fits);
        if length == 0 {
            return Ok(None);
        }
        for place in (at..at + usize::from(length)).rev() {
            let Node { value, parent, .. } = tree.nodes[node as usize];
            values[place] = value;
            node = parent;
        }
        at += usize::from(length);
    }
    Ok(Some(values))
}

#[cfg(test)]
mod tests {
    use nimzo_tables::pairs::pair_up;

    use super::super::LIMITS;
    use super::*;

    #[test]
    fn what_must_stand_stands() {
        let mut random = fastrand::Rng::with_seed(23);
        let cells: Vec<Option<u16>> =
            (0..20_000).map(|_| random.bool().then(|| random.u16(0..3))).collect();
        let first = cells.iter().map(|cell| cell.unwrap_or(0)).collect();
        let task = &Task::silent();
        let paired = pair_up(first, LIMITS, task).expect("pairs");
        let allows = |at: usize, value: u16| cells[at].is_none_or(|cell| cell == value);
        let values = refill(&paired, cells.len(), allows, task).expect("no stop").expect("values");
        assert!((0..cells.len()).all(|at| allows(at, values[at])));
    }
}
