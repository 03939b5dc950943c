// The two passes of a ply, and which blocks they look at.
//
// A position is lost at a ply when it is open and no move leads to a position that is not won before; it is
// won when it is open and a move leads to one lost at the ply before. Plain twin: nimzo-retro's
// sweep/solve/{losses,wins,passes}.rs and, for `candidates`, sweep/geometry/moves.rs.

// Lists the blocks from which a move may lead into a flagged one: a lane to a word of flags.
INLINE void candidates(const Sweep &t, u64 *const flags_of[2]) {
    const Class &c = t.c;
    u64 words = (u64)t.slices * c.frames * c.flag_words;
    u32 row = c.men - 2, column = c.men - 1;
    EACH(w, 2 * ((words + 31) / 32)) {
        u32 side = w >= (words + 31) / 32;
        const u64 *flags = flags_of[1 - side];
        L64 at = wide(lane()) + (side ? w - (words + 31) / 32 : w) * 32;
        LB here = at < L64(words);
        // Words, frames and slices are few enough for numbers of 32 bits.
        L32 number = select(here, narrow(at), L32(0));
        L32 all_frames = divided(number, c.flag_words), word = number - all_frames * c.flag_words;
        L32 slice = divided(all_frames, c.frames), frame = all_frames - slice * c.frames;
        L64 own = load_if(here, flags, at);
        L64 found = side_of(c, row) == side || side_of(c, column) == side ? own : L64(0);
        L64 occupied = load(t.pawns, wide(slice * 2u)) | load(t.pawns, wide(slice * 2u + 1u));
        for (u32 king = 0; king < 2 && king + 2 < c.men; king++)
            occupied |= bit(bytes(load(c.kings, wide(frame * 2u + king))));
        LB apart = is(L32(0), L32(0));
        if (c.outer_men == 2) {
            apart = !some(bit_of(occupied, word));
            occupied |= bit(word);
        }
        L32 count = bytes(load(c.king_move_count, wide(frame) + (u64)side * c.frames));
        for (u32 i = 0; i < 8; i++) {
            LB moves = here & below(L32(i), count);
            if (!any_of(moves)) break;
            L32 to = load_if(moves, c.king_moves, (wide(frame) + (u64)side * c.frames) * 8ull + i);
            L32 g = to >> 16, from = c.outer_men == 2 ? image_each(word, g) : L32(0);
            L64 there = load_if(moves, flags, wide((slice * c.frames + (to & 0xffffu)) * c.flag_words + from));
            found |= c.outer_men == 0 ? there : pull_each(there, g);
        }
        u32 last = c.men - 3;
        if (c.outer_men > 0 && side_of(c, last) == side) found |= moves(role_of(c, last), own, ~occupied);
        if (c.outer_men == 2 && side_of(c, 2) == side) {
            L32 first = word + role_of(c, 2) * 64u;
            L32 targets = bytes(load(c.board->target_count, wide(first)));
            for (u32 i = 0; i < 28; i++) {
                LB moves = here & below(L32(i), targets);
                if (!any_of(moves)) break;
                L32 to = bytes(load_if(moves, c.board->targets, wide(first) * 32ull + i));
                L64 between = load_if(moves, c.board->between, wide(word * 64u + to));
                moves = moves & !some(between & (occupied & ~bit(word)));
                found |= load_if(moves, flags, wide(all_frames * c.flag_words + to));
            }
        }
        if (c.outer_men == 0) found &= 1ull;
        else found &= ~occupied;
        if (c.folded) found &= L64(~0ull) << word;
        found &= load_if(here, (const u64 *)t.alive[side], at);
        found = select(here & apart, found, L64(0));
        L32 mine = count_ones(found);
        u32 all = sum(mine);
        if (!all) continue;
        L32 to = sum_before(mine) + take(t.listed, all);
        L32 base = (all_frames << c.outer_bits) + (word << 6) + (side << 31);
        if (c.outer_men == 0) base = all_frames + (side << 31);
        while (any_of(some(found))) {
            store_if(some(found), t.list, wide(to), base + lowest(found));
            to = to + 1u;
            found &= found - 1ull;
        }
    }
}

KERNEL(loss_candidates, Sweep) { candidates(t, t.won_flags); }
KERNEL(win_candidates, Sweep) { candidates(t, t.lost_flags); }

INLINE void set_flag(const Sweep &t, u64 *flags, const Outside &o) {
    or_to(&flags[o.flag_base + (o.outer >> 6)], 1ull << (o.outer & 63));
    if (t.c.folded) or_to(&flags[o.flag_base + (o.outer & 63)], 1ull << (o.outer >> 6));
}

// Takes newly decided positions out of the open ones.
INLINE void close(const Sweep &t, u32 side, const Outside &o, Set open, const Set &fresh) {
    open.low &= ~fresh.low;
    open.high &= ~fresh.high;
    write_rows(t.open[side], o.block, open, fresh);
    if (!any_of(open)) keep_in(&t.alive[side][o.flag_base + (o.outer >> 6)], ~(1ull << (o.outer & 63)));
}

// Writes a code into the marked cells of a row, two cells to a lane.
template <class Cell> INLINE void put_row(Cell *cells, u64 row, u64 places, u32 code) {
    L32 pair = narrow(L64(places) >> (lane() * 2u)) & 3u;
    L64 at = wide(lane() * 2u) + row * 64;
    store_if(some(wide(pair & 1u)), cells, at, cell_of<Cell>(code));
    store_if(some(wide(pair & 2u)), cells, at + 1ull, cell_of<Cell>(code));
}

// Notes newly decided positions: depth, number, first slot.
INLINE void record(const Sweep &t, const Outside &o, u32 side, const Set &x) {
    if (t.cells[side]) {
        for (u32 half = 0; half < 2; half++) {
            L64 words = half ? x.high : x.low;
            u32 rows = votes(some(words));
            while (rows) {
                u32 row = next(rows);
                u64 places = from_lane(words, row), at = o.block * 64 + half * 32 + row;
                if (t.modes & WIDE) put_row((u16 *)t.cells[side], at, places, t.code);
                else put_row((u8 *)t.cells[side], at, places, t.code);
            }
        }
    }
    if (t.tally) {
        u32 kind = t.counted_kind[o.slice * t.c.frames + o.frame];
        if (kind == 255) return;
        Set counts = read(t.counted, (u64)kind * t.c.places + place_of(t.c, o.outer));
        counts.low &= x.low;
        counts.high &= x.high;
        u32 number = sum(count_ones(counts.low) + count_ones(counts.high));
        if (!number) return;
        add_to(&t.tally[2 * side], number);
        L64 low = select(some(counts.low), wide(low_row() << 6 | lowest(counts.low)), L64(~0ull));
        L64 high = select(some(counts.high), wide(high_row() << 6 | lowest(counts.high)), L64(~0ull));
        min_to(&t.tally[2 * side + 1], (o.block << 12) + least(select(low < high, low, high)));
    }
}

template <bool WHOLE> INLINE void losses_of(const Sweep &t, u32 side, const Outside &o) {
    Set fresh = nothing();
    if (o.distinct) {
        Set open = read(t.open[side], o.block), from = open;
        if (t.pawn_unwon[side] && any_of(from)) {
            Set saved = read(t.pawn_unwon[side], o.block);
            if (WHOLE && (t.modes & FIRST)) {
                Set more = read(t.pawn_decided[side], o.block);
                saved.low |= more.low;
                saved.high |= more.high;
            }
            from.low &= ~saved.low;
            from.high &= ~saved.high;
        }
        if (any_of(from)) without_moves(t.c, o, side, t.unwon[1 - side], from);
        if (any_of(from)) {
            close(t, side, o, open, from);
            if (WHOLE && (t.modes & FIRST)) {
                // Without a move: mate if in check, which is where the other side may not move.
                Set safe = read(t.unwon[1 - side], o.block), free = all_distinct(o);
                safe.low &= free.low & from.low;
                safe.high &= free.high & from.high;
                write_rows(t.stuck[side], o.block, safe, safe);
                from.low &= ~safe.low;
                from.high &= ~safe.high;
            }
            if (any_of(from)) record(t, o, side, from);
            fresh = from;
        }
    }
    if (WHOLE && (t.modes & CAPTURES)) captured(t, o, side, LOST, fresh);
    if (any_of(fresh)) {
        write_rows(t.lost[side], o.block, fresh, fresh);
        set_to(&t.lost_rows[side][o.block], rows_of(fresh));
        set_flag(t, t.lost_flags[side], o);
    }
}

template <bool WHOLE> INLINE void wins_of(const Sweep &t, u32 side, const Outside &o) {
    Set fresh = nothing();
    if (o.distinct) {
        if (!WHOLE || (t.modes & MOVES)) fresh = moves_into(t.c, o, side, t.lost[1 - side], t.lost_flags[1 - side], t.lost_rows[1 - side]);
        if (WHOLE && (t.modes & PAWN_WINS) && t.pawn_unwon[side]) {
            Set unwon = read(t.pawn_unwon[side], o.block), decided = read(t.pawn_decided[side], o.block);
            fresh.low |= unwon.low & decided.low;
            fresh.high |= unwon.high & decided.high;
        }
        if (any_of(fresh)) {
            Set open = read(t.open[side], o.block);
            fresh.low &= open.low;
            fresh.high &= open.high;
            if (any_of(fresh)) {
                close(t, side, o, open, fresh);
                record(t, o, side, fresh);
            }
        }
    }
    if (WHOLE && (t.modes & CAPTURES)) captured(t, o, side, WON, fresh);
    if (any_of(fresh)) {
        Set unwon = read(t.unwon[side], o.block);
        unwon.low &= ~fresh.low;
        unwon.high &= ~fresh.high;
        write_rows(t.unwon[side], o.block, unwon, fresh);
        set_flag(t, t.won_flags[side], o);
    }
}

// Over all blocks, with whatever comes in from outside; and over those that are listed, into which nothing
// does. They are kernels of their own because what comes in takes registers.
#define OVER_ALL(one) \
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits; \
    EACH(w, 2 * all) { \
        u32 side = w >= all; \
        Outside o = outside(t.c, t.pawns, side ? w - all : w); \
        if (is_stored(t.c, o.outer)) one<true>(t, side, o); \
    }

#define OVER_LISTED(one) \
    u32 listed = *t.listed; \
    EACH(w, listed) { \
        u32 item = t.list[w]; \
        one<false>(t, item >> 31, outside(t.c, t.pawns, item & 0x7fffffff)); \
    }

KERNEL(losses_over_all, Sweep) { OVER_ALL(losses_of) }
KERNEL(wins_over_all, Sweep) { OVER_ALL(wins_of) }
KERNEL(losses, Sweep) { OVER_LISTED(losses_of) }
KERNEL(wins, Sweep) { OVER_LISTED(wins_of) }
