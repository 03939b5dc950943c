//! Layouts and edges as kernels read them: the structures are filled from those of the engine.

use std::sync::{Arc, OnceLock};

use nimzo_retro::Layout;
use nimzo_retro::layout::frames::{Frames, KingsOutside};
use nimzo_retro::sweep::{Child, ManSquare};
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::structures::{Class, Edge, Step, View};
use crate::device::{Device, Memory};
use crate::error::Result;

/// Bytes of the structure `Board`: between, attacks, targets, and their number.
pub const BOARD_BYTES: usize = 64 * 64 * 8 + 5 * 64 * 8 + 5 * 64 * 32 + 5 * 64;

/// Where the planes of a finished slice lie, one side to move.
#[derive(Debug, Clone, Copy)]
pub struct Planes {
    /// Drawn or lost.
    pub unwon: u64,
    /// Won or lost.
    pub decided: u64,
    /// Stalemates; 0 where nobody asks for them.
    pub stuck: u64,
    /// What stands under the fifty-move rule; 0 where nobody asks for it.
    pub stands: u64,
    /// Depths; 0 where nobody asks for them.
    pub cells: u64,
    /// Whether these take two bytes.
    pub wide: bool,
}

/// The number of a side in the kernels: White 0, Black 1.
pub fn number(side: Color) -> usize {
    side.fold_wb(0, 1)
}

/// Where something happens in a block.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// Everywhere.
    Everywhere,
    /// Where the enemy man stands on the square of the man taken.
    Capture(ManSquare, ManSquare),
    /// Where a man stands on a square.
    Standing(ManSquare, u8),
}

const NO_MAN: u32 = 255;

impl Part {
    /// The fields `part` and `square` of an edge.
    fn fields(self) -> (u32, u32) {
        const EVERYWHERE: u32 = 0;
        const ROW: u32 = 1;
        const COLUMN: u32 = 2;
        const DIAGONAL: u32 = 3;
        const TOGETHER: u32 = 4;
        const OUTSIDE: u32 = 5;
        let fixed = |square: u8| u32::from(square) | NO_MAN << 8;
        let man = |man: usize| (man as u32) << 8;
        match self {
            Self::Everywhere => (EVERYWHERE, fixed(0)),
            Self::Standing(ManSquare::Row, square) => (ROW, fixed(square)),
            Self::Standing(ManSquare::Column, square) => (COLUMN, fixed(square)),
            Self::Standing(ManSquare::Outside(i), square) => (OUTSIDE, u32::from(square) | man(i)),
            Self::Standing(ManSquare::Fixed(_), square) => (EVERYWHERE, fixed(square)),
            Self::Capture(one, other) => match (one, other) {
                (ManSquare::Row, ManSquare::Column) | (ManSquare::Column, ManSquare::Row) => {
                    (DIAGONAL, fixed(0))
                }
                (ManSquare::Outside(i), ManSquare::Outside(j)) => {
                    (TOGETHER, man(i) | (j as u32) << 16)
                }
                (ManSquare::Row, ManSquare::Outside(i))
                | (ManSquare::Outside(i), ManSquare::Row) => (ROW, man(i)),
                (ManSquare::Column, ManSquare::Outside(i))
                | (ManSquare::Outside(i), ManSquare::Column) => (COLUMN, man(i)),
                (ManSquare::Fixed(square), man) | (man, ManSquare::Fixed(square)) => {
                    Self::Standing(man, square).fields()
                }
                (ManSquare::Row, ManSquare::Row) | (ManSquare::Column, ManSquare::Column) => {
                    (EVERYWHERE, fixed(0))
                }
            },
        }
    }
}

/// The tables of one kind of frames.
struct FrameTables {
    kings: Memory,
    moves: Memory,
    move_count: Memory,
    found: Memory,
}

/// Tables that do not depend on the class, once on the device.
pub struct Tables {
    device: Arc<dyn Device>,
    board: Memory,
    /// By the kings outside blocks, and whether there are pawns.
    frames: [OnceLock<FrameTables>; 6],
}

fn role_number(role: Role) -> u32 {
    match role {
        Role::Pawn => 15,
        Role::Knight => 0,
        Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 3,
        Role::King => 4,
    }
}

impl Tables {
    /// Puts on the device what every class needs.
    pub fn new(device: &Arc<dyn Device>) -> Result<Self> {
        Ok(Self {
            device: Arc::clone(device),
            board: Memory::of(device, &board())?,
            frames: Default::default(),
        })
    }

    fn frames(&self, layout: &Layout) -> Result<&FrameTables> {
        let kings = match layout.kings_outside() {
            KingsOutside::None => 0,
            KingsOutside::White => 1,
            KingsOutside::Both => 2,
        };
        let place = &self.frames[2 * kings + usize::from(layout.material().has_pawns())];
        match place.get() {
            Some(tables) => Ok(tables),
            // Made twice where two threads come at once; one of the two is kept.
            None => {
                let tables = FrameTables::new(&self.device, layout.frames())?;
                Ok(place.get_or_init(|| tables))
            }
        }
    }

    /// The layout of a class.
    pub fn class(&self, layout: &Layout) -> Result<Class> {
        let tables = self.frames(layout)?;
        let men = layout.men();
        let outers = 1u32 << (6 * layout.outer_men());
        Ok(Class {
            board: self.board.address(),
            kings: tables.kings.address(),
            king_moves: tables.moves.address(),
            king_move_count: tables.move_count.address(),
            men: men.len() as u32,
            outer_men: layout.outer_men() as u32,
            folded: u32::from(layout.is_folded()),
            places: layout.outer_places() as u32,
            frames: layout.frames().len() as u32,
            outers,
            outer_bits: 6 * layout.outer_men() as u32,
            flag_words: outers.div_ceil(64),
            sides: men.iter().rev().fold(0, |all, man| all << 1 | u32::from(man.side.is_black())),
            roles: men.iter().rev().fold(0, |all, man| all << 4 | role_number(man.role)),
        })
    }

    /// A finished slice with these planes, seen from a parent.
    pub fn view(&self, child: &Child<'_>, planes: Planes) -> Result<View> {
        self.view_without(None, child, planes)
    }

    /// The same of a slice in which a man is left out, because he stands still and takes no place in the planes.
    pub fn view_without(
        &self,
        left_out: Option<usize>,
        child: &Child<'_>,
        planes: Planes,
    ) -> Result<View> {
        let layout = &child.layout;
        let (mut kinds, mut squares, mut men) = (0u32, 0u64, 0);
        for man in (0..layout.men().len()).rev().filter(|&man| Some(man) != left_out) {
            men += 1;
            let (kind, square) = match child.sources[man] {
                ManSquare::Outside(man) => (0, man as u64),
                ManSquare::Row => (1, 0),
                ManSquare::Column => (2, 0),
                ManSquare::Fixed(square) => (3, u64::from(square)),
            };
            kinds = kinds << 4 | kind;
            squares = squares << 8 | square;
        }
        let (outer_men, folded, places) = match left_out {
            None => (layout.outer_men(), layout.is_folded(), layout.outer_places()),
            Some(_) => (layout.outer_men() - 1, false, 1 << (6 * (layout.outer_men() - 1))),
        };
        Ok(View {
            unwon: planes.unwon,
            decided: planes.decided,
            stuck: planes.stuck,
            stands: planes.stands,
            cells: planes.cells,
            found: self.frames(layout)?.found.address(),
            men,
            outer_men: outer_men as u32,
            folded: u32::from(folded),
            places: places as u32,
            kinds,
            wide: u32::from(planes.wide),
            squares,
            kings: match layout.kings_outside() {
                KingsOutside::None => 0,
                KingsOutside::White => 1,
                KingsOutside::Both => 2,
            },
            reflection: u32::from(child.reflection.0),
        })
    }
}

impl Edge {
    /// A move that can be made in a part of each block.
    pub fn new(view: View, part: Part, passes: Option<u8>) -> Self {
        let (part, square) = part.fields();
        let passes = passes.map_or(64, u32::from);
        let step = Step::Result as u32;
        Self { view, part, square, passes, en_passant: 0, answers: 0, step }
    }

    /// The same in another part of each block.
    pub fn within(mut self, part: Part) -> Self {
        (self.part, self.square) = part.fields();
        self
    }

    /// The same where values pass back in some way. Depths that this does not read are left out: a child may have
    /// them all the same, and two bytes of them would make the parent's as wide.
    pub fn by(mut self, step: Step) -> Self {
        self.step = step as u32;
        if !step.reads_depths() {
            (self.view.cells, self.view.wide) = (0, 0);
        }
        self
    }

    /// The same with the answers en passant so many edges further on.
    pub fn answered_from(mut self, first: u32) -> Self {
        self.en_passant += first;
        self
    }
}

impl FrameTables {
    fn new(device: &Arc<dyn Device>, frames: &Frames) -> Result<Self> {
        let kings: Vec<u8> = frames.kings.iter().flatten().copied().collect();
        let (mut moves, mut move_count) = (Vec::new(), Vec::new());
        for side in Color::ALL {
            for of_frame in &frames.moves[side] {
                move_count.push(of_frame.len() as u8);
                let packed = |i: usize| {
                    let to = of_frame.get(i)?;
                    Some(u32::from(to.frame) | u32::from(to.symmetry.0) << 16)
                };
                moves.extend((0..8).map(|i| packed(i).unwrap_or(0)));
            }
        }
        let found: Vec<u32> = (0..4096u16)
            .map(|kings| {
                let found = frames.find((kings >> 6) as u8, (kings & 63) as u8);
                found.map_or(!0, |to| u32::from(to.frame) | u32::from(to.symmetry.0) << 16)
            })
            .collect();
        Ok(Self {
            kings: Memory::of(device, &kings)?,
            moves: Memory::of(device, &moves)?,
            move_count: Memory::of(device, &move_count)?,
            found: Memory::of(device, &found)?,
        })
    }
}

/// The bytes of the structure `Board`.
fn board() -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BOARD_BYTES);
    for from in Square::ALL {
        for to in Square::ALL {
            bytes.extend(attacks::between(from, to).0.to_ne_bytes());
        }
    }
    let (mut attacked, mut lists, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for from in Square::ALL {
            let piece = shakmaty::Piece { color: Color::White, role };
            let targets = attacks::attacks(from, piece, Bitboard::EMPTY);
            let squares = targets.into_iter().map(|square| u32::from(square) as u8);
            attacked.extend(targets.0.to_ne_bytes());
            lists.extend(squares.chain(std::iter::repeat(0)).take(32));
            counts.push(targets.count() as u8);
        }
    }
    bytes.extend(attacked);
    bytes.extend(lists);
    bytes.extend(counts);
    bytes
}
