//! The two passes of a ply over some blocks of a frame.

use super::codes::Code;
use super::geometry::Spot;
use super::moves::{MovesInto, WithoutMoves, candidates, distinct, prefetch_king_moves};
use super::run::{Found, Mode, Pass, Sweep};
use super::seeds::row_of;
use super::state::{Field, Flags};
use crate::kernel::{self, Block, Job, Kernel};
use crate::layout::slices::squares;

impl<T: Code> Sweep<'_, T> {
    /// Notes new positions: depth, count, first slot.
    ///
    /// # Safety
    /// This thread alone has this side of the block.
    #[inline(always)]
    unsafe fn record<K: Kernel>(
        &self,
        side: usize,
        block: usize,
        new: &Block,
        code: T,
        found: &mut Found,
    ) {
        let rows = K::rows(&K::load(new));
        if let Some(plane) = &self.plane {
            // SAFETY: by the caller's promise.
            let cells = unsafe { plane[side].block(block) };
            for row in squares(rows).map(usize::from) {
                T::put::<K>(row_of(cells, row), new[row], code);
            }
        }
        if self.counting {
            let counted = self.geometry.layout.counted(self.slice, block);
            for row in squares(rows).map(usize::from) {
                let word = new[row] & counted[row];
                found.count += u64::from(word.count_ones());
                if found.first.is_none() && word != 0 {
                    found.first = Some(block * 4096 + row * 64 + word.trailing_zeros() as usize);
                }
            }
        }
    }

    /// Adds the values after captures that come in at this ply: losses, or wins.
    ///
    /// # Safety
    /// Nobody may write this side of the block now.
    #[inline(always)]
    unsafe fn capture_seeds<K: Kernel>(
        &self,
        pass: Pass,
        side: usize,
        spot: &Spot,
        block: usize,
        ply: u32,
        out: &mut Block,
    ) -> bool {
        let pick_win = pass == Pass::Wins;
        match self.mode {
            Mode::Mate => {
                let Some(plane) = &self.plane else { return false };
                let code = if pick_win { self.win_code(ply) } else { self.loss_code(ply) };
                // SAFETY: by the caller's promise.
                let cells = unsafe { plane[side].block(block) };
                let mut any = 0;
                for (row, word) in out.iter_mut().enumerate() {
                    let equal = T::equal::<K>(row_of(cells, row), code);
                    any |= equal;
                    *word |= equal;
                }
                any != 0
            }
            Mode::Results => self.captures.add_results::<K>(side, spot, out, |bits, _| {
                if pick_win { bits.win } else { bits.loss }
            }),
            Mode::Plies { limit } => {
                self.captures.add_results::<K>(side, spot, out, |bits, standing| {
                    let all = if pick_win { bits.win } else { bits.loss };
                    if limit.is_none() || all == 0 {
                        return all;
                    }
                    let (win, loss) = standing();
                    let stands = if pick_win { win } else { loss };
                    if ply == 0 { all & stands } else { all & !stands }
                })
            }
        }
    }

    /// The flags of blocks of a frame into which captures bring something at this ply.
    #[inline(always)]
    fn seeded_blocks(&self, pass: Pass, side: usize, frame: usize, word: usize, ply: u32) -> u64 {
        if !self.captures.any(side) {
            return 0;
        }
        let all = self.geometry.stored[word];
        match self.mode {
            Mode::Mate => {
                let Some(notes) = &self.capture_notes else { return 0 };
                let wins = pass == Pass::Wins;
                let code = if wins { self.win_code(ply) } else { self.loss_code(ply) };
                if !notes[side].frame_has(frame, code) {
                    return 0;
                }
                squares(all).fold(0, |set, bit| {
                    let block = self.geometry.block(frame, word * 64 + usize::from(bit));
                    set | u64::from(notes[side].block_has(block, code)) << bit
                })
            }
            Mode::Results if ply == u32::from(pass == Pass::Wins) => all,
            Mode::Plies { limit } if ply == 0 || limit == Some(ply) => all,
            _ => 0,
        }
    }

    /// The flags of blocks in which a pawn move has just this value.
    #[inline(always)]
    fn pawn_blocks(&self, side: usize, frame: usize, word: usize, code: T) -> u64 {
        let Some(notes) = &self.pawn_notes[side] else { return 0 };
        if !notes.frame_has(frame, code) {
            return 0;
        }
        squares(self.geometry.stored[word]).fold(0, |set, bit| {
            let block = self.geometry.block(frame, word * 64 + usize::from(bit));
            set | u64::from(notes.block_has(block, code)) << bit
        })
    }

    /// Brings nearer what a block soon needs: its open positions, and the blocks of `field` that king
    /// moves lead to (the flagged ones, if flags are given).
    ///
    /// # Safety
    /// Nobody may write the flags now.
    #[inline(always)]
    unsafe fn fetch(
        &self,
        side: usize,
        frame: usize,
        outer: usize,
        field: &Field,
        flags: Option<&Flags>,
    ) {
        self.sides[side].open.prefetch(self.geometry.block(frame, outer));
        // SAFETY: by the caller's promise.
        unsafe { prefetch_king_moves(self.geometry, side, frame, outer, field, flags) };
    }

    /// The losing pass over the blocks of one word of a frame's flags.
    #[inline(always)]
    pub fn losses<K: Kernel>(
        &self,
        side: usize,
        frame: usize,
        word: usize,
        ply: u32,
        flags: bool,
    ) -> Found {
        let mut found = Found::default();
        let own = &self.sides[side];
        let other = &self.sides[1 - side];
        let (now, before) = (self.turn(ply), self.turn(ply.wrapping_sub(1)));
        let Some(lost) = &own.lost[now] else { return found };
        let pawn_code = self.losing_pawn_code(ply);
        let stored = self.geometry.stored[word];
        // SAFETY: flags and `unwon` of the other side are not written in this pass; of this
        // side of these blocks this thread is the only reader and writer.
        let mut look = if ply == 0 {
            stored
        } else if flags {
            unsafe { candidates(self.geometry, side, frame, word, &other.won_flags[before]) }
        } else {
            0
        };
        look = (look | self.pawn_blocks(side, frame, word, pawn_code)) & stored;
        let seeded = self.seeded_blocks(Pass::Losses, side, frame, word, ply);
        let mut flagged = 0u64;
        let king_first = self.geometry.king_first[side];
        for (bit, next) in each_with_next(look, seeded) {
            if let Some(next) = next.filter(|_| king_first) {
                let next = word * 64 + usize::from(next);
                // SAFETY: as above.
                unsafe { self.fetch(side, frame, next, &other.unwon, None) };
            }
            let outer = word * 64 + usize::from(bit);
            let spot = self.geometry.spot(frame, outer);
            let block = self.geometry.block(frame, outer);
            let mut new = [0; 64];
            // SAFETY: as above.
            unsafe {
                let mut any = false;
                if look >> bit & 1 != 0 && spot.distinct {
                    any = self.new_losses::<K>(side, &spot, block, ply, &mut new, &mut found);
                    if !any {
                        new = [0; 64];
                    }
                }
                if seeded >> bit & 1 != 0 {
                    any |= self.capture_seeds::<K>(Pass::Losses, side, &spot, block, ply, &mut new);
                }
                if any {
                    flagged |= 1 << bit;
                    *lost.block_mut(block) = new;
                }
            }
        }
        found.flagged |= flagged != 0;
        // SAFETY: as above.
        unsafe { own.lost_flags[now].set_word(frame, word, flagged) };
        found
    }

    /// After a pass, the flags of folded outer men for both orders.
    pub fn symmetrise(&self, pass: Pass, ply: u32) {
        if !self.geometry.layout.is_folded() {
            return;
        }
        let now = self.turn(ply);
        for side in &self.sides {
            let flags = match pass {
                Pass::Losses => &side.lost_flags[now],
                Pass::Wins => &side.won_flags[now],
            };
            for frame in 0..self.geometry.layout.frames().len() {
                // SAFETY: two outer men have 64 words of flags, and no pass is under way.
                kernel::run(Symmetrise(unsafe { flags.as_block(frame) }));
            }
        }
    }

    /// Positions of a block newly lost at this ply; takes them out of the open ones.
    ///
    /// # Safety
    /// This thread alone has this side of the block, and nobody writes the other side's `unwon`.
    #[inline(always)]
    unsafe fn new_losses<K: Kernel>(
        &self,
        side: usize,
        spot: &Spot,
        block: usize,
        ply: u32,
        new: &mut Block,
        found: &mut Found,
    ) -> bool {
        // SAFETY: by the caller's promise.
        unsafe {
            let open_words = self.sides[side].open.block_mut(block);
            let open = K::load(open_words);
            if !K::any(&open) {
                return false;
            }
            let unwon = &self.sides[1 - side].unwon;
            *new = *open_words;
            let geometry = self.geometry;
            let any = K::enter(WithoutMoves { geometry, side, spot, field: unwon, block: new });
            if !any {
                return false;
            }
            let mut lost = K::load(new);
            if let Some(pawns) = &self.pawns[side] {
                let (cells, code) = (pawns.block(block), self.loss_code(ply));
                for (row, word) in new.iter_mut().enumerate() {
                    if *word != 0 {
                        *word &= !T::above::<K>(row_of(cells, row), code);
                    }
                }
                lost = K::load(new);
                if !K::any(&lost) {
                    return false;
                }
            }
            let mut rest = open;
            K::remove(&mut rest, &lost);
            K::store(&rest, open_words);
            if ply == 0 {
                // Without a move: mate if in check, which is where the other side may not move.
                let mut free = [0; 64];
                distinct(spot, &mut free);
                let mut stalemate = K::load(unwon.block(block));
                K::keep(&mut stalemate, &K::load(&free));
                K::keep(&mut stalemate, &lost);
                if K::any(&stalemate) {
                    let mut words = [0; 64];
                    K::store(&stalemate, &mut words);
                    let mut list = self.stalemates[side].lock().unwrap_or_else(|e| e.into_inner());
                    list.push((block as u32, words));
                }
                K::remove(&mut lost, &stalemate);
                K::store(&lost, new);
                if !K::any(&lost) {
                    return false;
                }
            }
            self.record::<K>(side, block, new, self.loss_code(ply), found);
            true
        }
    }

    /// The winning pass over the blocks of one word of a frame's flags.
    #[inline(always)]
    pub fn wins<K: Kernel>(
        &self,
        side: usize,
        frame: usize,
        word: usize,
        ply: u32,
        flags: bool,
    ) -> Found {
        let mut found = Found::default();
        let own = &self.sides[side];
        let (now, before) = (self.turn(ply), self.turn(ply.wrapping_sub(1)));
        let other = &self.sides[1 - side];
        let code = self.win_code(ply);
        let Some(last_losses) = &other.lost[before] else { return found };
        let stored = self.geometry.stored[word];
        // SAFETY: flags and losses of the other side are not written in this pass; of this
        // side of these blocks this thread is the only reader and writer.
        let reach = if flags {
            unsafe { candidates(self.geometry, side, frame, word, &other.lost_flags[before]) }
        } else {
            0
        };
        let pawns = if ply == 0 { 0 } else { self.pawn_blocks(side, frame, word, code) };
        let look = (reach | pawns) & stored;
        let seeded = self.seeded_blocks(Pass::Wins, side, frame, word, ply);
        let mut flagged = 0u64;
        for (bit, next) in each_with_next(look, seeded) {
            if let Some(next) = next {
                let next = word * 64 + usize::from(next);
                // SAFETY: as above.
                unsafe {
                    self.fetch(side, frame, next, last_losses, Some(&other.lost_flags[before]))
                };
            }
            let outer = word * 64 + usize::from(bit);
            let spot = self.geometry.spot(frame, outer);
            let block = self.geometry.block(frame, outer);
            let mut new = [0; 64];
            // SAFETY: as above.
            unsafe {
                let mut any = false;
                if look >> bit & 1 != 0 && spot.distinct {
                    let sources =
                        WinSources { moves: reach >> bit & 1 != 0, pawns: pawns >> bit & 1 != 0 };
                    any =
                        self.new_wins::<K>(side, &spot, block, ply, sources, &mut new, &mut found);
                    if !any {
                        new = [0; 64];
                    }
                }
                if seeded >> bit & 1 != 0 {
                    any |= self.capture_seeds::<K>(Pass::Wins, side, &spot, block, ply, &mut new);
                }
                if any {
                    flagged |= 1 << bit;
                    let unwon = own.unwon.block_mut(block);
                    let mut rest = K::load(unwon);
                    K::remove(&mut rest, &K::load(&new));
                    K::store(&rest, unwon);
                }
            }
        }
        found.flagged |= flagged != 0;
        // SAFETY: as above.
        unsafe { own.won_flags[now].set_word(frame, word, flagged) };
        found
    }

    /// Positions of a block newly won at this ply; takes them out of the open ones.
    ///
    /// # Safety
    /// This thread alone has this side of the block, and nobody writes the other side's losses.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    unsafe fn new_wins<K: Kernel>(
        &self,
        side: usize,
        spot: &Spot,
        block: usize,
        ply: u32,
        sources: WinSources,
        new: &mut Block,
        found: &mut Found,
    ) -> bool {
        // SAFETY: by the caller's promise.
        unsafe {
            let other = &self.sides[1 - side];
            let before = self.turn(ply.wrapping_sub(1));
            let mut won = K::empty();
            if let (true, Some(lost)) = (sources.moves, &other.lost[before]) {
                let (geometry, flags) = (self.geometry, &other.lost_flags[before]);
                let job = MovesInto { geometry, side, spot, field: lost, flags, block: new };
                if K::enter(job) {
                    won = K::load(new);
                }
            }
            if let (true, Some(pawns)) = (sources.pawns, &self.pawns[side]) {
                let (cells, code) = (pawns.block(block), self.win_code(ply));
                let equal: Block =
                    std::array::from_fn(|row| T::equal::<K>(row_of(cells, row), code));
                K::add(&mut won, &K::load(&equal));
            }
            let open_words = self.sides[side].open.block_mut(block);
            let mut open = K::load(open_words);
            K::keep(&mut won, &open);
            if !K::any(&won) {
                return false;
            }
            K::remove(&mut open, &won);
            K::store(&open, open_words);
            K::store(&won, new);
            self.record::<K>(side, block, new, self.win_code(ply), found);
            true
        }
    }
}

/// Adds to a block what it holds with row and column exchanged.
struct Symmetrise<'a>(&'a mut Block);

impl Job for Symmetrise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let mut set = K::load(self.0);
        let exchanged = K::transpose(&set);
        K::add(&mut set, &exchanged);
        K::store(&set, self.0);
    }
}

/// The flags of two sets in order, each with the next one of the first set.
#[inline(always)]
fn each_with_next(look: u64, more: u64) -> impl Iterator<Item = (u8, Option<u8>)> {
    squares(look | more).map(move |bit| {
        let later = look & (!1 << bit);
        (bit, (later != 0).then(|| later.trailing_zeros() as u8))
    })
}

/// Where wins of a block may come from.
#[derive(Debug, Clone, Copy)]
struct WinSources {
    moves: bool,
    pawns: bool,
}
