//! Builds every table of three and four men, holds every position against Syzygy, and times random
//! probes of both on the same positions.
//!
//! `NIMZO_SYZYGY=DIR cargo bench -p nimzo-tables --bench probe` needs a folder with Syzygy's tables
//! of three and four men; without it only our own probes are timed. One thread probes. With
//! `-- all` every legal position is compared, with every en passant right, instead of the sample;
//! with `-- all KRvKB KPvKP` those of the classes named. `NIMZO_FORMAT=5` writes the tables in that format.
//! `NIMZO_FIVE=DIR` names a folder with tables of five men (and of what they lead to), which are timed too, all or those that
//! `NIMZO_CLASSES=KRBvKR,KRPvKR` names; with `-- five` those alone. If `NIMZO_SYZYGY` has them, too, `shakmaty-syzygy` is
//! timed on the same positions.
//!
//! `NIMZO_POSITIONS=FILE` has the positions of three and four men written there, one FEN a line, for other programs.
//!
//! Each figure is told of the first round over the positions, in which whatever is read is decoded, and of the
//! second, in which what the cache has room for is there.

use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use nimzo_chess::rules::{after, legal, set_up};
use nimzo_chess::{Depth, Material, Metric, Probe, Wdl50, write_fen};
use nimzo_retro::layout::{Address, BLOCK_SLOTS, BlockId, Layout};
use nimzo_tables::file::{FIVE, FOUR};
use nimzo_tables::store::{Request, Store, legal_slots};
use nimzo_work::{Task, memory};
use rayon::prelude::*;
use shakmaty::{Chess, Color, EnPassantMode, File, Position, Rank, Square};
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{Dtz, MaybeRounded, Tablebase, Wdl};

const PROBES: usize = 1_000_000;
/// Of five men fewer: the first round over them decodes a block for nearly each.
const PROBES_OF_FIVE: usize = 50_000;

fn main() {
    if std::env::args().any(|word| word == "five") {
        return time_five();
    }
    let folder = tempfile::tempdir().expect("a folder for tables");
    let format = std::env::var("NIMZO_FORMAT").ok();
    let format = format.map_or(FOUR, |text| text.parse().expect("NIMZO_FORMAT: 4 or 5"));
    assert!(matches!(format, FOUR | FIVE), "NIMZO_FORMAT: 4 or 5");
    let store = Store::at(folder.path()).with_version(format);
    let request = Request {
        classes: Material::all(3).into_iter().chain(Material::all(4)).collect(),
        metrics: vec![Metric::Wdl, Metric::Dtm, Metric::Dtz50],
        queen_only: false,
    };
    let begun = Instant::now();
    let plan = store.plan(&request).expect("a plan");
    let mut bytes = 0;
    store.build(&plan, false, &Task::silent(), |built| bytes += built.bytes).expect("tables");
    let classes = plan.todo.len();
    assert_eq!(classes, 35);
    println!(
        "built and written: {classes} classes with WDL, DTM and DTZ50 in {:.2} s, {} on disk, peak memory {}",
        begun.elapsed().as_secs_f64(),
        memory::human(bytes),
        memory::peak().map_or_else(|| "unknown".to_owned(), memory::human)
    );
    let positions = sample(&request.classes, PROBES);
    if let Some(path) = std::env::var_os("NIMZO_POSITIONS") {
        let lines: String = positions.iter().map(|p| write_fen(p) + "\n").collect();
        std::fs::write(path, lines).expect("a file for positions");
    }
    time_ours(folder.path(), &positions);
    time_five();
    let Some(syzygy) = syzygy() else { return };
    time_theirs(&syzygy, &positions);
    let begun = Instant::now();
    let compared: u64 = if std::env::args().any(|word| word == "all") {
        let named: Vec<Material> = std::env::args().filter_map(|word| word.parse().ok()).collect();
        let classes = if named.is_empty() { &request.classes } else { &named };
        classes.iter().map(|&class| compare_class(&store, &syzygy, class)).sum()
    } else {
        positions.par_iter().map(|p| compare(&store, &syzygy, p)).sum()
    };
    println!(
        "{compared} positions equal to Syzygy's in WDL and DTZ, none different ({:.1} s)",
        begun.elapsed().as_secs_f64()
    );
}

fn syzygy() -> Option<Tablebase<Chess>> {
    let folder = std::env::var_os("NIMZO_SYZYGY").or_else(|| {
        println!("NIMZO_SYZYGY names no folder: nothing to compare with");
        None
    })?;
    let mut tables = Tablebase::with_filesystem(Arc::new(ReadOnce));
    tables.add_directory(folder).expect("Syzygy's tables");
    Some(tables)
}

/// Files that are read whole when they are opened: a system call for every probe would take half
/// of the time.
struct ReadOnce;

impl Filesystem for ReadOnce {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        Ok(path.metadata()?.len())
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        path.read_dir()?.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(Contents(std::fs::read(path)?)))
    }
}

struct Contents(Vec<u8>);

impl RandomAccessFile for Contents {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..));
        let rest = rest.unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// Times the tables in a folder; each metric by itself, with nothing decoded before.
fn time_ours(folder: &Path, positions: &[Chess]) {
    for (what, metric) in [
        ("nimzo, WDL", Metric::Wdl),
        ("nimzo, DTZ50 (gives WDL too)", Metric::Dtz50),
        ("nimzo, DTM (gives WDL too)", Metric::Dtm),
    ] {
        let store = Store::at(folder);
        time(what, positions, |p| store.probe(p, &[metric]).is_ok());
    }
}

/// Times the tables of five men in the folder named for them.
fn time_five() {
    let Some(folder) = std::env::var_os("NIMZO_FIVE") else { return };
    let listed = Store::at(&folder).list().expect("a folder of tables").into_iter();
    let classes = listed.map(|table| table.expect("a table").class);
    let mut classes: Vec<Material> = classes.filter(|class| class.count() == 5).collect();
    if let Ok(names) = std::env::var("NIMZO_CLASSES") {
        let named: Vec<Material> =
            names.split(',').map(|name| name.parse().expect("a class")).collect();
        classes.retain(|class| named.contains(class));
    }
    assert!(!classes.is_empty(), "NIMZO_FIVE: a folder with tables of five men");
    println!("five men: {}", classes.iter().map(Material::to_string).collect::<Vec<_>>().join(" "));
    let positions = sample(&classes, PROBES_OF_FIVE);
    time_ours(Path::new(&folder), &positions);
    let is_there = |class: &Material| {
        let folder = std::env::var_os("NIMZO_SYZYGY").map(PathBuf::from);
        folder.is_some_and(|folder| folder.join(format!("{class}.rtbz")).exists())
    };
    if let Some(syzygy) = syzygy().filter(|_| classes.iter().all(is_there)) {
        time_theirs(&syzygy, &positions);
    }
}

fn time_theirs(syzygy: &Tablebase<Chess>, positions: &[Chess]) {
    time("Syzygy, WDL", positions, |p| syzygy.probe_wdl_after_zeroing(p).is_ok());
    time("Syzygy, DTZ", positions, |p| syzygy.probe_dtz(p).is_ok());
}

fn time(what: &str, positions: &[Chess], probe: impl Fn(&Chess) -> bool) {
    let [first, second] = [(); 2].map(|()| {
        let begun = Instant::now();
        let found = positions.iter().filter(|p| black_box(probe(p))).count();
        assert_eq!(found, positions.len(), "{what}");
        positions.len() as f64 / begun.elapsed().as_secs_f64()
    });
    println!("{what}: {second:.0} probes a second on one thread, in the first round {first:.0}");
}

/// So many random legal positions, as many of each class.
fn sample(classes: &[Material], count: usize) -> Vec<Chess> {
    let mut dice = fastrand::Rng::with_seed(1);
    let mut next = move |below: usize| dice.usize(..below);
    let layouts: Vec<Layout> = classes.iter().filter_map(|&class| Layout::new(class)).collect();
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let layout = &layouts[next(layouts.len())];
        let address = Address { slice: next(layout.slices()), slot: next(layout.slots()) };
        let turn = Color::from_white(next(2) == 0);
        let board = layout.board(address);
        found.extend(board.and_then(|board| set_up(&board, turn, None)));
    }
    found
}

fn compare_class(store: &Store, syzygy: &Tablebase<Chess>, class: Material) -> u64 {
    let layout = Layout::new(class).expect("a class of four men");
    let begun = Instant::now();
    let compared = (0..layout.slices() * layout.blocks() * 2)
        .into_par_iter()
        .map(|i| {
            let (turn, i) = (Color::from_white(i % 2 == 0), i / 2);
            let (slice, block) = (i / layout.blocks(), i % layout.blocks());
            let legal_here = legal_slots(&layout, BlockId { slice, turn, block });
            let counted = layout.counted(slice, block);
            let mut compared = 0;
            for cell in (0..BLOCK_SLOTS)
                .filter(|c| (legal_here[c >> 6] & counted[c >> 6]) >> (c & 63) & 1 != 0)
            {
                let address = Address { slice, slot: block * BLOCK_SLOTS + cell };
                let board = layout.board(address).expect("a legal slot");
                let position = set_up(&board, turn, None).expect("a legal slot");
                compared += compare(store, syzygy, &position);
                compared += en_passant_rights(&position)
                    .iter()
                    .map(|p| compare(store, syzygy, p))
                    .sum::<u64>();
            }
            compared
        })
        .sum();
    println!("{class}: {compared} positions ({:.1} s)", begun.elapsed().as_secs_f64());
    compared
}

fn en_passant_rights(position: &Chess) -> Vec<Chess> {
    if position.board().pawns().count() < 2 {
        return Vec::new();
    }
    let rank = position.turn().fold_wb(Rank::Sixth, Rank::Third);
    let with_right = |file: File| {
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.ep_square = Some(Square::from_coords(file, rank));
        legal(setup).filter(|position| !position.en_passant_moves().is_empty())
    };
    File::ALL.into_iter().filter_map(with_right).collect()
}

fn compare(store: &Store, syzygy: &Tablebase<Chess>, position: &Chess) -> u64 {
    let ours = store.probe(position, &[Metric::Dtz50]).expect("our value").dtz50.expect("built");
    let ours = ours.exact().expect("ours are not rounded");
    let wdl = match syzygy.probe_wdl_after_zeroing(position).expect("Syzygy's value") {
        Wdl::Loss => Wdl50::Loss,
        Wdl::BlessedLoss => Wdl50::BlessedLoss,
        Wdl::Draw => Wdl50::Draw,
        Wdl::CursedWin => Wdl50::CursedWin,
        Wdl::Win => Wdl50::Win,
    };
    assert_eq!(ours.wdl50(), wdl, "{position:?}");
    let plies = if ours.0 == Depth::MATED { -1 } else { ours.0.signed_plies() };
    let dtz = syzygy.probe_dtz(position).expect("Syzygy's value");
    let Dtz(n) = dtz.ignore_rounding();
    let equal = n == plies || (n + n.signum() == plies && may_be_rounded(syzygy, position, dtz));
    assert!(equal, "{position:?}: ours {plies}, Syzygy's {dtz:?}");
    1
}

/// Whether Syzygy's rounding enters into a DTZ, be it through one of the successors.
fn may_be_rounded(syzygy: &Tablebase<Chess>, position: &Chess, dtz: MaybeRounded<Dtz>) -> bool {
    let rounded = |dtz| matches!(dtz, MaybeRounded::Rounded(_));
    let moves = position.legal_moves();
    rounded(dtz)
        || moves.iter().any(|&mv| syzygy.probe_dtz(&after(position, mv)).is_ok_and(rounded))
}
