// The two passes of a ply over many blocks, and which blocks they look at.
//
// Plain twin of `candidates`: nimzo-retro's sweep/geometry/moves.rs.

// How many warps it takes for the flags of one side, a lane to a word.
INLINE u64 warps_of_flags(const Sweep &t) { return ((u64)t.slices * t.c.frames * t.c.flag_words + 31) / 32; }

// Lists the blocks from which a move may lead into a flagged one, as far as one warp looks: at 32 words of flags,
// first White's, then Black's. The flags that the pass itself will set are cleared for it.
INLINE void candidates(const Sweep &t, u64 *const flags_of[2], u64 *const cleared[2], u64 warp) {
    const Class &c = t.c;
    u64 words = (u64)t.slices * c.frames * c.flag_words;
    u32 row = c.men - 2, column = c.men - 1;
    u32 side = warp >= warps_of_flags(t);
    const u64 *flags = flags_of[1 - side];
    L64 at = wide(lane()) + (side ? warp - warps_of_flags(t) : warp) * 32;
    LB here = at < L64(words);
    store_if(here, cleared[side], at, L64(0));
    // Words, frames and slices are few enough for numbers of 32 bits.
    L32 number = select(here, narrow(at), L32(0));
    L32 all_frames = divided(number, c.flag_words), word = number - all_frames * c.flag_words;
    L32 slice = divided(all_frames, c.frames), frame = all_frames - slice * c.frames;
    L64 own = load_if(here, flags, at);
    L64 found = side_of(c, row) == side || side_of(c, column) == side ? own : L64(0);
    L64 occupied = load(t.pawns, wide(slice * 2u)) | load(t.pawns, wide(slice * 2u + 1u));
    for (u32 king = 0; king < 2 && king + 2 < c.men; king++)
        occupied |= bit(bytes(load(c.kings, wide(frame * 2u + king))));
    // The outer men but the last number the words.
    u32 ahead = c.outer_men > 1 ? c.outer_men - 1 : 0;
    LB apart = is(L32(0), L32(0));
    for (u32 i = 0; i < ahead; i++) {
        L32 square = word >> 6 * i & 63u;
        apart = apart & !some(bit_of(occupied, square));
        occupied |= bit(square);
    }
    L32 count = bytes(load(c.king_move_count, wide(frame) + (u64)side * c.frames));
    for (u32 i = 0; i < 8; i++) {
        LB moves = here & below(L32(i), count);
        if (!any_of(moves)) break;
        L32 to = load_if(moves, c.king_moves, (wide(frame) + (u64)side * c.frames) * 8ull + i);
        L32 g = to >> 16, from = L32(0);
        for (u32 k = 0; k < ahead; k++) from |= image_each(word >> 6 * k & 63u, g) << 6 * k;
        L64 there = load_if(moves, flags, wide((slice * c.frames + (to & 0xffffu)) * c.flag_words + from));
        found |= c.outer_men == 0 ? there : pull_each(there, g);
    }
    u32 last = c.men - 3;
    if (c.outer_men > 0 && side_of(c, last) == side) found |= moves(role_of(c, last), own, ~occupied);
    for (u32 man = 2; man < ahead + 2; man++) {
        if (side_of(c, man) != side) continue;
        u32 shift = 6 * (ahead + 1 - man);
        L32 square = word >> shift & 63u, rest = word & ~(63u << shift), first = square + role_of(c, man) * 64u;
        L32 targets = bytes(load(c.board->target_count, wide(first)));
        for (u32 i = 0; i < 28; i++) {
            LB moves = here & below(L32(i), targets);
            if (!any_of(moves)) break;
            L32 to = bytes(load_if(moves, c.board->targets, wide(first) * 32ull + i));
            L64 between = load_if(moves, c.board->between, wide(square * 64u + to));
            moves = moves & !some(between & occupied);
            found |= load_if(moves, flags, wide(all_frames * c.flag_words + (rest | to << shift)));
        }
    }
    if (t.modes & NOTED) found |= load_if(here, (const u64 *)t.noted[side], at);
    if (c.outer_men == 0) found &= 1ull;
    else found &= ~occupied;
    if (c.folded && ahead == 1) found &= L64(~0ull) << word;
    found &= load_if(here, (const u64 *)t.alive[side], at);
    found = select(here & apart, found, L64(0));
    L32 mine = count_ones(found);
    u32 all = sum(mine);
    if (!all) return;
    L32 to = sum_before(mine) + take(t.listed, all);
    L32 base = (all_frames << c.outer_bits) + (word << 6) + (side << 31);
    if (c.outer_men == 0) base = all_frames + (side << 31);
    while (any_of(some(found))) {
        store_if(some(found), t.list, wide(to), base + lowest(found));
        to = to + 1u;
        found &= found - 1ull;
    }
}

INLINE void candidates_for_losses(const Sweep &t, u64 warp) { candidates(t, t.won_flags, t.lost_flags, warp); }
INLINE void candidates_for_wins(const Sweep &t, u64 warp) { candidates(t, t.lost_flags, t.won_flags, warp); }

KERNEL(loss_candidates, Sweep) { EACH(w, 2 * warps_of_flags(t)) candidates_for_losses(t, w); }
KERNEL(win_candidates, Sweep) { EACH(w, 2 * warps_of_flags(t)) candidates_for_wins(t, w); }

// Both at once, where both passes of a ply are made: neither reads what the other clears, and one launch fewer a
// ply is time, because most plies have little to do.
struct Ply { Sweep losses, wins; };

KERNEL(candidates_of_both, Ply) {
    u64 half = 2 * warps_of_flags(t.losses);
    EACH(w, 2 * half) {
        if (w < half) candidates_for_losses(t.losses, w);
        else candidates_for_wins(t.wins, w - half);
    }
}

KERNEL(losses_over_all, Sweep) { OVER_ALL(losses_of, false) }
KERNEL(wins_over_all, Sweep) { OVER_ALL(wins_of, false) }
KERNEL(losses, Sweep) { OVER_LISTED(losses_of, false) }
KERNEL(wins, Sweep) { OVER_LISTED(wins_of, false) }
