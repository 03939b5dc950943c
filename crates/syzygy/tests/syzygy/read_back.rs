use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use nimzo_chess::{Depth, Dtz50, Material, Metric, Probe, Wdl50, write_fen};
use nimzo_retro::layout::symmetry::Symmetry;
use nimzo_retro::layout::{Address, BLOCK_SLOTS, Layout};
use nimzo_syzygy::Depths;
use nimzo_tables::Store;
use rayon::prelude::*;
use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role, Setup,
    Square,
};
use shakmaty_syzygy::{MaybeRounded, SyzygyError, Tablebase, Wdl};

use super::in_memory::InMemory;
use super::{export, tables};

/// What was compared.
#[derive(Debug, Default, Clone, Copy)]
struct Compared {
    positions: u64,
    rounded: u64,
    en_passant: u64,
    /// Positions for which files of other classes would be needed.
    unread: u64,
}

impl std::ops::Add for Compared {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            rounded: self.rounded + other.rounded,
            en_passant: self.en_passant + other.en_passant,
            unread: self.unread + other.unread,
        }
    }
}

/// A board under one of the symmetries, with the colours exchanged and the board turned over or not.
fn image(board: &Board, symmetry: Symmetry, exchanged: bool) -> Board {
    let mut found = Board::empty();
    for (square, piece) in board.clone() {
        let mut to = symmetry.square(u32::from(square) as u8);
        if exchanged {
            to ^= 56;
        }
        let color = if exchanged { !piece.color } else { piece.color };
        found.set_piece_at(Square::new(u32::from(to)), Piece { color, ..piece });
    }
    found
}

/// The legal position of a board, and those with a right to take en passant.
pub fn positions(board: &Board, turn: Color) -> Vec<Chess> {
    let setup = Setup { board: board.clone(), turn, ..Setup::empty() };
    let mut found: Vec<Chess> =
        Chess::from_setup(setup.clone(), CastlingMode::Standard).into_iter().collect();
    let pawns = board.by_piece(Role::Pawn.of(!turn))
        & shakmaty::Bitboard::from_rank(
            turn.fold_wb(shakmaty::Rank::Fifth, shakmaty::Rank::Fourth),
        );
    for pawn in pawns {
        let passed = Square::new(u32::from(pawn).wrapping_add_signed(turn.fold_wb(8, -8)));
        let setup = Setup { ep_square: Some(passed), ..setup.clone() };
        let taken = Chess::from_setup(setup, CastlingMode::Standard).ok();
        found.extend(taken.filter(|position| position.ep_square(EnPassantMode::Legal).is_some()));
    }
    found
}

/// Compares the files with the tables in a position.
fn compare(store: &Store, files: &Tablebase<Chess>, position: &Chess) -> Compared {
    let fen = || write_fen(position);
    let known = store.probe(position, &[Metric::Dtz50]).expect("a table");
    let Dtz50(depth) = known.dtz50.and_then(|depth| depth.exact()).expect("a depth");
    let unread = Compared { unread: 1, ..Compared::default() };
    let wdl = match files.probe_wdl_after_zeroing(position) {
        Ok(wdl) => wdl,
        Err(SyzygyError::MissingTable { .. }) => return unread,
        Err(error) => panic!("{}: {error}", fen()),
    };
    let wdl = match wdl {
        Wdl::Loss => Wdl50::Loss,
        Wdl::BlessedLoss => Wdl50::BlessedLoss,
        Wdl::Draw => Wdl50::Draw,
        Wdl::CursedWin => Wdl50::CursedWin,
        Wdl::Win => Wdl50::Win,
    };
    assert_eq!(wdl, Dtz50(depth).wdl50(), "{}", fen());
    let dtz = match files.probe_dtz(position) {
        Ok(dtz) => dtz,
        Err(SyzygyError::MissingTable { .. }) => return unread,
        Err(error) => panic!("{}: {error}", fen()),
    };
    // That of a mated side is -1 there.
    let ours = if depth == Depth::MATED { -1 } else { depth.signed_plies() };
    let theirs = dtz.ignore_rounding().0;
    let rounded = matches!(dtz, MaybeRounded::Rounded(_));
    let agrees = ours == theirs || rounded && ours == theirs + theirs.signum();
    assert!(agrees, "{}: {ours} became {dtz:?}", fen());
    let en_passant = position.ep_square(EnPassantMode::Legal).is_some();
    Compared {
        positions: 1,
        rounded: u64::from(rounded),
        en_passant: u64::from(en_passant),
        unread: 0,
    }
}

fn open(folder: &Path) -> Tablebase<Chess> {
    let mut files = Tablebase::with_filesystem(Arc::new(InMemory));
    files.add_directory(folder).expect("a folder of files");
    files
}

/// Compares every legal position of a class once, each under a symmetry taken at random.
fn compare_class(store: &Store, files: &Tablebase<Chess>, class: Material) -> Compared {
    let layout = Layout::new(class).expect("a small class");
    let blocks = (0..layout.slices())
        .into_par_iter()
        .flat_map(|slice| (0..layout.blocks()).into_par_iter().map(move |block| (slice, block)));
    let one_block = |(slice, block): (usize, usize)| {
        let mut random = fastrand::Rng::with_seed((slice * layout.blocks() + block) as u64);
        let counted = layout.counted(slice, block);
        let mut compared = Compared::default();
        for cell in (0..BLOCK_SLOTS).filter(|cell| counted[cell / 64] >> (cell % 64) & 1 != 0) {
            let address = Address { slice, slot: block * BLOCK_SLOTS + cell };
            let Some(board) = layout.board(address) else { continue };
            let symmetry = Symmetry(random.u8(0..if class.has_pawns() { 2 } else { 8 }));
            let board = image(&board, symmetry, random.bool());
            for turn in Color::ALL {
                for position in positions(&board, turn) {
                    compared = compared + compare(store, files, &position);
                }
            }
        }
        compared
    };
    blocks.map(one_block).reduce(Compared::default, |a, b| a + b)
}

#[test]
fn whole_tables_of_three_men_are_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = tables(&folder.path().join("tables"), 3);
    let classes = Material::all(3);
    for depths in [Depths::Rounded, Depths::Exact] {
        let out = folder.path().join(format!("{depths:?}"));
        let written = export(&store, &classes, &out, depths);
        assert_eq!(written.len(), classes.len());
        let files = open(&out);
        for &class in &classes {
            let compared = compare_class(&store, &files, class);
            assert!(compared.positions > 20_000, "{class}: {compared:?}");
            assert_eq!(compared.unread, 0, "{class}");
            assert!(depths == Depths::Rounded || compared.rounded == 0, "{class}: {compared:?}");
        }
    }
}

/// The classes that NIMZO_CLASSES names, or else these.
fn chosen(classes: &[Material]) -> Vec<Material> {
    match std::env::var("NIMZO_CLASSES") {
        Ok(names) => names.split(',').map(|name| name.parse().expect("a class")).collect(),
        Err(_) => classes.to_vec(),
    }
}

#[test]
#[ignore = "long, and needs tables: NIMZO_FIVE=DIR cargo test --release -p nimzo-syzygy -- --ignored --nocapture four_men"]
fn whole_tables_of_four_men_are_read_back() {
    let tables = std::env::var("NIMZO_FIVE").expect("NIMZO_FIVE: a folder of tables with dtz50");
    let store = Store::at(tables);
    let folder = tempfile::tempdir().expect("a folder");
    let classes: Vec<Material> = (3..=4).flat_map(Material::all).collect();
    export(&store, &classes, folder.path(), Depths::Rounded);
    let files = open(folder.path());
    let mut all = Compared::default();
    for class in chosen(&classes) {
        let begun = Instant::now();
        let compared = compare_class(&store, &files, class);
        println!("{class}: {compared:?}, {:.1} s", begun.elapsed().as_secs_f64());
        assert_eq!(compared.unread, 0, "{class}");
        all = all + compared;
    }
    println!("{all:?}");
}

/// The classes of five men that are compared, half of them with pawns.
const FIVE: [&str; 10] = [
    "KRPvKR", "KNNvKP", "KPPvKP", "KBPvKN", "KPPPvK", "KQRvKB", "KBBvKN", "KNNNvK", "KQQvKR",
    "KRBvKR",
];

#[test]
#[ignore = "needs five-man tables: NIMZO_FIVE=DIR cargo test --release -p nimzo-syzygy -- --ignored five_men"]
fn a_million_positions_of_classes_of_five_men_are_read_back() {
    let tables = std::env::var("NIMZO_FIVE").expect("NIMZO_FIVE: a folder of tables with dtz50");
    let store = Store::at(tables);
    let folder = tempfile::tempdir().expect("a folder");
    let classes = chosen(&FIVE.map(|name| name.parse().expect("a class")));
    // Without the classes that promotions lead to, some positions stay unread.
    let small = (3..=4).flat_map(Material::all);
    let needed: Vec<Material> = small.chain(classes.iter().copied()).collect();
    for written in export(&store, &needed, folder.path(), Depths::Rounded) {
        println!("{}: {:?}", written.class, written.files);
    }
    let files = open(folder.path());
    for &class in &classes {
        let begun = Instant::now();
        let layout = Layout::new(class).expect("a small class");
        let compared = (0..64u64).into_par_iter().map(|seed| {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut compared = Compared::default();
            while compared.positions < 1_000_000 / 64 {
                let slice = random.usize(0..layout.slices());
                let slot = random.usize(0..layout.slots());
                let Some(board) = layout.board(Address { slice, slot }) else { continue };
                let symmetry = Symmetry(random.u8(0..if class.has_pawns() { 2 } else { 8 }));
                let board = image(&board, symmetry, random.bool());
                let turn = Color::from_white(random.bool());
                for position in positions(&board, turn) {
                    compared = compared + compare(&store, &files, &position);
                }
            }
            compared
        });
        let compared = compared.reduce(Compared::default, |a, b| a + b);
        println!("{class}: {compared:?}, {:.1} s", begun.elapsed().as_secs_f64());
    }
}
