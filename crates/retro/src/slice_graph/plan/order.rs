//! The order in which classes are solved, where what they hand on should be read and forgotten soon.
//!
//! The least that must wait at once is a hard problem; this takes one step after the other, always towards the class
//! with which, all that it still lacks solved before it, the least more waits than now. Nothing is lost where that is
//! worse than the order given: of the two the better is taken.

use std::collections::BTreeSet;

/// A class as far as the order goes.
#[derive(Debug, Clone, Default)]
pub(super) struct Node {
    /// The classes that must be solved before it, in the order given.
    pub needs: Vec<usize>,
    /// The packs that it reads.
    pub reads: Vec<usize>,
    /// The packs that it hands on and that are forgotten when they have been read, with their bytes.
    pub writes: Vec<(usize, u64)>,
}

/// An order of the nodes, each after all that it needs, in which little waits at once. They are given in such an order.
pub(super) fn dying_early(nodes: &[Node]) -> Vec<usize> {
    let given: Vec<usize> = (0..nodes.len()).collect();
    let found = Search::new(nodes).order();
    if found.len() == given.len() && peak(nodes, &found) < peak(nodes, &given) {
        found
    } else {
        given
    }
}

/// The bytes of each pack, and how many nodes read it.
fn packs(nodes: &[Node]) -> (Vec<u64>, Vec<usize>) {
    let reads = nodes.iter().flat_map(|node| &node.reads);
    let writes = nodes.iter().flat_map(|node| node.writes.iter().map(|(pack, _)| pack));
    let count = reads.chain(writes).max().map_or(0, |&most| most + 1);
    let (mut bytes, mut readers) = (vec![0; count], vec![0; count]);
    for node in nodes {
        node.writes.iter().for_each(|&(pack, more)| bytes[pack] += more);
        node.reads.iter().for_each(|&pack| readers[pack] += 1);
    }
    (bytes, readers)
}

/// The most bytes that wait at once.
fn peak(nodes: &[Node], order: &[usize]) -> u64 {
    let (bytes, mut readers) = packs(nodes);
    let (mut waiting, mut most) = (0u64, 0);
    for &at in order {
        waiting += nodes[at].writes.iter().map(|&(_, bytes)| bytes).sum::<u64>();
        most = most.max(waiting);
        for &pack in &nodes[at].reads {
            readers[pack] -= 1;
            if readers[pack] == 0 {
                waiting -= bytes[pack];
            }
        }
    }
    most
}

struct Search<'a> {
    nodes: &'a [Node],
    bytes: Vec<u64>,
    /// How many nodes still to come read each pack.
    readers: Vec<usize>,
    done: Vec<bool>,
    needed_by: Vec<Vec<usize>>,
    read_by: Vec<Vec<usize>>,
    /// What going for each node would add to what waits, where that is known.
    gains: Vec<Option<i64>>,
}

impl<'a> Search<'a> {
    fn new(nodes: &'a [Node]) -> Self {
        let (bytes, readers) = packs(nodes);
        let mut needed_by = vec![Vec::new(); nodes.len()];
        let mut read_by = vec![Vec::new(); bytes.len()];
        for (at, node) in nodes.iter().enumerate() {
            node.needs.iter().for_each(|&need| needed_by[need].push(at));
            node.reads.iter().for_each(|&pack| read_by[pack].push(at));
        }
        let (done, gains) = (vec![false; nodes.len()], vec![None; nodes.len()]);
        let mut search = Self { nodes, bytes, readers, done, needed_by, read_by, gains };
        (0..nodes.len()).for_each(|at| search.gains[at] = search.gain(at));
        search
    }

    fn lacks(&self, at: usize) -> impl Iterator<Item = usize> {
        self.nodes[at].needs.iter().copied().filter(|&need| !self.done[need])
    }

    /// What a node would add to what waits, with all that it lacks; `None` for one that lacks what lacks something
    /// itself, and for one that does nothing but hand on to others.
    fn gain(&self, at: usize) -> Option<i64> {
        let node = &self.nodes[at];
        let only_written = node.reads.is_empty() && !node.writes.is_empty();
        if self.done[at]
            || only_written
            || self.lacks(at).any(|need| self.lacks(need).next().is_some())
        {
            return None;
        }
        let mut gain = 0i64;
        let mut read: Vec<usize> = Vec::new();
        for one in self.lacks(at).chain([at]) {
            gain += self.nodes[one].writes.iter().map(|&(_, bytes)| bytes as i64).sum::<i64>();
            read.extend(&self.nodes[one].reads);
        }
        read.sort_unstable();
        for same in read.chunk_by(|a, b| a == b) {
            if self.readers[same[0]] == same.len() {
                gain -= self.bytes[same[0]] as i64;
            }
        }
        Some(gain)
    }

    fn order(mut self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        while order.len() < self.nodes.len() {
            let known = self.gains.iter().enumerate();
            let least = known.filter_map(|(at, gain)| Some(((*gain)?, at))).min();
            let ready = || {
                (0..self.done.len()).find(|&at| !self.done[at] && self.lacks(at).next().is_none())
            };
            let Some(next) = least.map(|(_, at)| at).or_else(ready) else { break };
            let lacks: Vec<usize> = self.lacks(next).collect();
            for one in lacks.into_iter().chain([next]) {
                self.take(one);
                order.push(one);
            }
        }
        order
    }

    /// A node is done; what that may change for others is reckoned anew.
    fn take(&mut self, at: usize) {
        self.done[at] = true;
        let mut stale: BTreeSet<usize> = BTreeSet::from([at]);
        for &reader in &self.needed_by[at] {
            stale.insert(reader);
            stale.extend(&self.needed_by[reader]);
        }
        for &pack in &self.nodes[at].reads {
            self.readers[pack] -= 1;
            for &reader in &self.read_by[pack] {
                stale.insert(reader);
                stale.extend(&self.needed_by[reader]);
            }
        }
        stale.into_iter().for_each(|one| self.gains[one] = self.gain(one));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random nodes, each of which needs and reads some before it.
    fn random(numbers: &mut fastrand::Rng, count: usize) -> Vec<Node> {
        // Packs are numbered like those who write them; some are read by nobody and never written.
        let mut one = |at: usize| {
            let needs: Vec<usize> = (0..at).filter(|_| numbers.u8(..3) == 0).collect();
            let reads = needs.iter().copied().filter(|_| numbers.bool()).collect();
            Node { reads, writes: vec![(at, numbers.u64(1..20))], needs }
        };
        let mut nodes: Vec<Node> = (0..count).map(&mut one).collect();
        let read: BTreeSet<usize> = nodes.iter().flat_map(|node| node.reads.clone()).collect();
        nodes.iter_mut().for_each(|node| node.writes.retain(|(pack, _)| read.contains(pack)));
        nodes
    }

    fn is_order(nodes: &[Node], order: &[usize]) -> bool {
        let mut done = vec![false; nodes.len()];
        let in_turn = order.iter().all(|&at| {
            let ready = !done[at] && nodes[at].needs.iter().all(|&need| done[need]);
            done[at] = true;
            ready
        });
        in_turn && done.iter().all(|&done| done)
    }

    /// The least that waits at once in any order at all.
    fn least(nodes: &[Node], order: &mut Vec<usize>) -> u64 {
        if order.len() == nodes.len() {
            return peak(nodes, order);
        }
        let mut best = u64::MAX;
        for at in 0..nodes.len() {
            let ready = nodes[at].needs.iter().all(|need| order.contains(need));
            if ready && !order.contains(&at) {
                order.push(at);
                best = best.min(least(nodes, order));
                order.pop();
            }
        }
        best
    }

    #[test]
    fn orders_are_orders_and_seldom_far_from_the_best() {
        let mut numbers = fastrand::Rng::with_seed(3);
        let (mut best, mut found, mut given) = (0, 0, 0);
        for _ in 0..100 {
            let nodes = random(&mut numbers, 7);
            let order = dying_early(&nodes);
            assert!(is_order(&nodes, &order), "{nodes:?} {order:?}");
            let all: Vec<usize> = (0..nodes.len()).collect();
            let peaks = [least(&nodes, &mut Vec::new()), peak(&nodes, &order), peak(&nodes, &all)];
            assert!(peaks.is_sorted(), "{peaks:?} {nodes:?}");
            (best, found, given) = (best + peaks[0], found + peaks[1], given + peaks[2]);
        }
        // In sum at most a third of what the given orders lose to the best is lost.
        assert!((found - best) * 3 <= given - best, "{best} {found} {given}");
    }

    #[test]
    fn many_nodes_come_in_an_order_as_well() {
        let nodes = random(&mut fastrand::Rng::with_seed(4), 80);
        assert!(is_order(&nodes, &dying_early(&nodes)));
        assert!(dying_early(&[]).is_empty());
    }
}
