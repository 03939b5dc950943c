//! The retrograde analysis of one class with castling rights.

use nimzo_chess::{CastlingRights, Dtc, Dtm, Dtz, Dtz50, Material, Values};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{Board, Chess, Color};

use super::numbering::{Numbering, canonical};
use crate::graph::{self, Node};
use crate::planes::{Unit, decode, encode};

/// The values of all positions of a class with castling rights.
pub struct Appendix {
    class: Material,
    sets: Vec<(Numbering, Vec<Packed>)>,
}

/// The depths to mate, to conversion, to a zeroing move, and that under the fifty-move rule, as codes.
type Packed = [u16; 4];

/// The code that means "draw".
const HALF: u32 = 0x8000;

fn pack(values: Option<Values>) -> Packed {
    let depths = |v: Values| [v.dtm.0, v.dtc.0, v.dtz.0, v.dtz50.0];
    let codes = |depth| encode(Some(depth), HALF, Unit::Plies) as u16;
    values.map_or([0; 4], |values| depths(values).map(codes))
}

fn unpack(packed: Packed) -> Option<Values> {
    let [dtm, dtc, dtz, dtz50] = packed.map(|code| decode(u32::from(code), HALF, Unit::Plies));
    Some(Values { dtm: Dtm(dtm?), dtc: Dtc(dtc?), dtz: Dtz(dtz?), dtz50: Dtz50(dtz50?) })
}

impl Appendix {
    /// The class.
    pub fn class(&self) -> Material {
        self.class
    }

    /// The sets of rights.
    pub fn sets(&self) -> impl Iterator<Item = &Numbering> {
        self.sets.iter().map(|(numbering, _)| numbering)
    }

    /// The values of a number with one side to move; `None` where there is no legal position.
    pub fn values(&self, rights: CastlingRights, number: usize, turn: Color) -> Option<Values> {
        let (_, values) = self.sets.iter().find(|(set, _)| set.rights() == rights)?;
        unpack(*values.get(index(number, turn))?)
    }

    /// The values of a position of this class with castling rights, its en passant right left out;
    /// `None` if it is not one.
    pub fn look_up(&self, position: &Chess) -> Option<Values> {
        let (class, rights, board, turn) = canonical(position);
        let set = self.sets().find(|set| set.rights() == rights).filter(|_| class == self.class)?;
        self.values(rights, set.number(&board)?, turn)
    }
}

fn index(number: usize, turn: Color) -> usize {
    2 * number + turn.fold_wb(0, 1)
}

/// Solves all positions of a class with castling rights. `outside` knows those of other classes, with and
/// without rights, and those of this class without. `None` if the class has too many men.
pub fn solve<E: From<Interrupted> + Send>(
    class: Material,
    outside: impl Fn(&Chess) -> Result<Values, E> + Sync,
    task: &Task,
) -> Result<Option<Appendix>, E> {
    let Some(numberings) = Numbering::all(class) else { return Ok(None) };
    let mut appendix = Appendix { class, sets: Vec::new() };
    for numbering in numberings {
        let values = solve_set(&numbering, &appendix, &outside, task)?;
        appendix.sets.push((numbering, values.into_iter().map(pack).collect()));
    }
    Ok(Some(appendix))
}

fn solve_set<E: From<Interrupted> + Send>(
    numbering: &Numbering,
    smaller: &Appendix,
    outside: &(impl Fn(&Chess) -> Result<Values, E> + Sync),
    task: &Task,
) -> Result<Vec<Option<Values>>, E> {
    let mut set = Set { numbering, values: vec![None; 2 * numbering.size()] };
    // A pawn move leads to a level that is solved; other moves that keep rights and men stay.
    let mut levels: Vec<Vec<u32>> = Vec::new();
    for number in 0..numbering.size() {
        let level = numbering.steps_left(number) as usize;
        levels.resize_with(levels.len().max(level + 1), Vec::new);
        levels[level]
            .extend([index(number, Color::White), index(number, Color::Black)].map(|i| i as u32));
    }
    let what = format!("{} with rights {}", numbering.class(), numbering.rights());
    let stage = task.stage(&what, 2 * numbering.size() as u64);
    for level in levels.iter().filter(|level| !level.is_empty()) {
        let place: Vec<u32> = set.places(level);
        let nodes = level
            .par_iter()
            .map(|&at| {
                if at % 4096 == 0 {
                    task.check()?;
                }
                let turn = Color::from_white(at % 2 == 0);
                match numbering.position(at as usize / 2, turn) {
                    Some(position) => set.node(&position, &place, smaller, outside).map(Some),
                    None => Ok(None),
                }
            })
            .collect::<Result<Vec<Option<Node>>, E>>()?;
        for (&at, value) in level.iter().zip(graph::solve(&nodes)) {
            set.values[at as usize] = value;
        }
        stage.advance(level.len() as u64);
    }
    Ok(set.values)
}

/// The positions with one set of rights, some of them solved.
struct Set<'a> {
    numbering: &'a Numbering,
    values: Vec<Option<Values>>,
}

impl Set<'_> {
    /// Where in a level each position stands.
    fn places(&self, level: &[u32]) -> Vec<u32> {
        let mut places = vec![u32::MAX; self.values.len()];
        level.iter().enumerate().for_each(|(place, &at)| places[at as usize] = place as u32);
        places
    }

    /// The index of a position, if it has this class and these rights.
    fn find(&self, position: &Chess) -> Option<usize> {
        let (class, rights, board, turn): (Material, _, Board, Color) = canonical(position);
        let ours = class == self.numbering.class() && rights == self.numbering.rights();
        ours.then(|| self.numbering.number(&board)).flatten().map(|number| index(number, turn))
    }

    fn node<E>(
        &self,
        position: &Chess,
        places: &[u32],
        smaller: &Appendix,
        outside: &impl Fn(&Chess) -> Result<Values, E>,
    ) -> Result<Node, E> {
        let staying = |p: &Chess| self.find(p).map(|at| places[at]);
        Node::of(position, staying, |p| match self.find(p).and_then(|at| self.values[at]) {
            Some(values) => Ok(values),
            None => smaller.look_up(p).map_or_else(|| outside(p), Ok),
        })
    }
}
