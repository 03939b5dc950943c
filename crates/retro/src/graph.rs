//! The classical retrograde analysis, over positions whose moves are known one by one: a position is
//! won as soon as one successor is lost, and lost when the last of its successors has turned out won.

use nimzo_chess::rules::{after, step};
use nimzo_chess::successors::with_en_passant;
use nimzo_chess::{Depth, Dtc, Dtm, Dtz, Dtz50, Step, Values};
use shakmaty::{Chess, Position};

/// What the moves of one position lead to.
pub(crate) struct Node {
    /// Positions of the same slice.
    pub staying: Vec<u32>,
    /// The best value among moves that leave the slice, or of a position without moves.
    pub leaving: Option<Values>,
}

impl Node {
    /// A position being solved: where its quiet moves stay in the slice (`staying` gives the place there), and the best
    /// of all others, whose worth is known.
    pub fn of<E>(
        position: &Chess,
        staying: impl Fn(&Chess) -> Option<u32>,
        mut known: impl FnMut(&Chess) -> Result<Values, E>,
    ) -> Result<Self, E> {
        let moves = position.legal_moves();
        let mut node = Self { staying: Vec::new(), leaving: None };
        if moves.is_empty() {
            node.leaving = Some(if position.is_check() { Values::MATED } else { Values::DRAW });
        }
        for mv in moves {
            let next = after(position, mv);
            if step(mv) == Step::Quiet
                && let Some(place) = staying(&next)
            {
                node.staying.push(place);
                continue;
            }
            let worth = with_en_passant(&next, &mut known)?.before(step(mv));
            node.leaving = Some(node.leaving.map_or(worth, |best| best.best(worth)));
        }
        Ok(node)
    }
}

/// The values of all positions; `None` where there is no position.
pub(crate) fn solve(nodes: &[Option<Node>]) -> Vec<Option<Values>> {
    let graph = Graph::new(nodes);
    let solve = |pick: fn(Values) -> Depth| {
        let leaving = |node: &Node| node.leaving.map(pick);
        graph.solve(&nodes.iter().map(|n| n.as_ref().and_then(leaving)).collect::<Vec<_>>())
    };
    let dtm = solve(|v| v.dtm.0);
    let dtc = solve(|v| v.dtc.0);
    let dtz = solve(|v| v.dtz.0);
    let dtz50 = solve(|v| v.dtz50.0);
    let value = |i: usize| Values {
        dtm: Dtm(dtm[i]),
        dtc: Dtc(dtc[i]),
        dtz: Dtz(dtz[i]),
        dtz50: Dtz50(dtz50[i]),
    };
    nodes.iter().enumerate().map(|(i, node)| node.as_ref().map(|_| value(i))).collect()
}

/// The moves inside a slice, backwards.
struct Graph {
    /// Moves that stay in the slice, of each position.
    degree: Vec<u32>,
    /// `before[first[i]..first[i + 1]]` are the positions with a move to `i`.
    first: Vec<u32>,
    before: Vec<u32>,
}

impl Graph {
    fn new(nodes: &[Option<Node>]) -> Self {
        let moves = || {
            let with_index = nodes.iter().enumerate();
            with_index.flat_map(|(from, node)| {
                node.iter().flat_map(move |n| n.staying.iter().map(move |&to| (from as u32, to)))
            })
        };
        let mut first = vec![0u32; nodes.len() + 1];
        for (_, to) in moves() {
            first[to as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut before = vec![0; first[nodes.len()] as usize];
        for (from, to) in moves() {
            before[next[to as usize] as usize] = from;
            next[to as usize] += 1;
        }
        let degree =
            nodes.iter().map(|n| n.as_ref().map_or(0, |n| n.staying.len() as u32)).collect();
        Self { degree, first, before }
    }

    fn predecessors(&self, index: u32) -> &[u32] {
        let at = index as usize;
        &self.before[self.first[at] as usize..self.first[at + 1] as usize]
    }

    /// Depths of all positions, where `leaving` is what the moves out of the slice are worth.
    fn solve(&self, leaving: &[Option<Depth>]) -> Vec<Depth> {
        let mut values: Vec<Option<Depth>> = vec![None; leaving.len()];
        let mut open = self.degree.clone();
        let mut due = Due::default();
        for (i, &worth) in leaving.iter().enumerate() {
            match worth {
                Some(Depth::Win(_)) => due.add(worth, i as u32),
                Some(Depth::Loss(_)) if open[i] == 0 => due.add(worth, i as u32),
                _ => {}
            }
        }
        let mut ply = 0;
        while ply < due.plies.len() {
            for (index, value) in std::mem::take(&mut due.plies[ply]) {
                if values[index as usize].is_some() {
                    continue;
                }
                values[index as usize] = Some(value);
                for &p in self.predecessors(index) {
                    let before = p as usize;
                    if values[before].is_some() {
                        continue;
                    }
                    match value.one_ply_back() {
                        win @ Depth::Win(_) => due.add(Some(win), p),
                        loss => {
                            open[before] -= 1;
                            let worth = leaving[before].map_or(loss, |out| out.max(loss));
                            if open[before] == 0 && matches!(worth, Depth::Loss(_)) {
                                due.add(Some(worth), p);
                            }
                        }
                    }
                }
            }
            ply += 1;
        }
        values.into_iter().map(|value| value.unwrap_or(Depth::Draw)).collect()
    }
}

/// Values found out but not yet passed on, by their number of plies.
#[derive(Default)]
struct Due {
    plies: Vec<Vec<(u32, Depth)>>,
}

impl Due {
    fn add(&mut self, value: Option<Depth>, index: u32) {
        let Some((value, plies)) = value.and_then(|v| Some((v, usize::from(v.plies()?)))) else {
            return;
        };
        if self.plies.len() <= plies {
            self.plies.resize_with(plies + 1, Vec::new);
        }
        self.plies[plies].push((index, value));
    }
}
