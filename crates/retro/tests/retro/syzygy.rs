//! The official Syzygy tables: those of three men that are part of the project, and those in the
//! folder that `NIMZO_SYZYGY` names.

use nimzo_chess::{Depth, Dtz50, Wdl50};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};
use shakmaty_syzygy::{Dtz, MaybeRounded, Tablebase, Wdl};

/// The tables, and the most men in them.
pub fn tables() -> (Tablebase<Chess>, usize) {
    let mut tables = Tablebase::new();
    let ours = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    assert_eq!(tables.add_directory(ours).expect("tables of three men"), 10);
    if let Some(folder) = std::env::var_os("NIMZO_SYZYGY") {
        tables.add_directory(&folder).expect("NIMZO_SYZYGY names a folder of tables");
    }
    let men = tables.max_pieces();
    (tables, men)
}

/// Whether our value of a position is Syzygy's; DTZ within Syzygy's documented rounding.
pub fn check(syzygy: &Tablebase<Chess>, position: &Chess, ours: Dtz50) {
    let theirs = syzygy.probe_wdl_after_zeroing(position).expect("a Syzygy table");
    let wdl = match theirs {
        Wdl::Loss => Wdl50::Loss,
        Wdl::BlessedLoss => Wdl50::BlessedLoss,
        Wdl::Draw => Wdl50::Draw,
        Wdl::CursedWin => Wdl50::CursedWin,
        Wdl::Win => Wdl50::Win,
    };
    let fen = Fen::from_position(position, EnPassantMode::Legal);
    assert_eq!(ours.wdl50(), wdl, "WDL of {fen}");
    let plies = if ours.0 == Depth::MATED { -1 } else { ours.0.signed_plies() };
    let dtz = syzygy.probe_dtz(position).expect("a Syzygy table");
    let Dtz(n) = dtz.ignore_rounding();
    let equal = n == plies || (n + n.signum() == plies && may_be_rounded(syzygy, position, dtz));
    assert!(equal, "DTZ of {fen}: ours {plies}, Syzygy's {dtz:?}");
}

/// Whether Syzygy's rounding enters into a DTZ. Where its table is for the other side to move, the
/// value comes from a search over the moves, and one rounded successor that ties with a precise
/// one leaves the result marked as precise.
fn may_be_rounded(syzygy: &Tablebase<Chess>, position: &Chess, dtz: MaybeRounded<Dtz>) -> bool {
    let rounded = |dtz| matches!(dtz, MaybeRounded::Rounded(_));
    rounded(dtz)
        || position.legal_moves().into_iter().any(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            syzygy.probe_dtz(&next).is_ok_and(rounded)
        })
}
