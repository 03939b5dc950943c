// The start of a slice: its legal positions, what captures bring into each block, and what the best pawn
// move of each position is worth.
//
// Its plain twin is nimzo-retro's sweep/solve/start.rs.

// What the positions after a double step are worth to the enemy when he may also take en passant. A
// stalemate is none if he can, and he must when he has nothing else.
INLINE void after_en_passant(const Sweep &t, const Outside &o, const Edge &e, Codes &c) {
    Set legal, stuck = nothing();
    legal.low = c.unwon.low | c.decided.low;
    legal.high = c.unwon.high | c.decided.high;
    if (e.view.stuck) stuck = stalemates(e.view, o, legal);
    for (u32 i = 0; i < e.answers; i++) {
        Codes taken = codes(t.edges[e.en_passant + i].view, o, legal);
#define HALF(h) { \
        L64 forced = stuck.h & (taken.unwon.h | taken.decided.h); \
        L64 winning = taken.unwon.h & taken.decided.h, drawing = taken.unwon.h & ~taken.decided.h; \
        L64 losing = taken.decided.h & ~taken.unwon.h; \
        L64 unwon = c.unwon.h & ~winning; \
        L64 decided = (c.decided.h | winning) & ~(drawing & c.unwon.h); \
        c.unwon.h = unwon; \
        c.decided.h = decided | (losing & forced); \
        stuck.h &= ~forced; }
        HALF(low)
        HALF(high)
#undef HALF
    }
}

// What the best pawn move of `side` is worth.
INLINE Codes best_pawn_moves(const Sweep &t, const Outside &o, u32 side, const Set &open) {
    Codes best;
    best.unwon = nothing();
    best.decided = nothing();
    if (!o.distinct) return best;
    const u64 *unwon = t.promotions[4 * o.slice + 2 * side], *decided = t.promotions[4 * o.slice + 2 * side + 1];
    if (unwon) {
        u64 block = o.block - (u64)o.slice * t.c.frames * t.c.places;
        best.unwon = read(unwon, block);
        best.decided = read(decided, block);
    }
    u32 first = t.edge_start[4 * o.slice + 2 + side], end = t.edge_start[4 * o.slice + 3 + side];
    for (u32 i = first; i < end; i++) {
        const Edge &e = t.edges[i];
        Set where = part_of(e, o);
        where.low &= open.low;
        where.high &= open.high;
        if (!any_of(where)) continue;
        Codes c = codes(e.view, o, where);
        if (e.answers) after_en_passant(t, o, e, c);
        raise(best, c);
    }
    best.unwon.low &= open.low;
    best.unwon.high &= open.high;
    best.decided.low &= open.low;
    best.decided.high &= open.high;
    return best;
}

KERNEL(start, Sweep) {
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits;
    EACH(w, 2 * all) {
        u32 side = w >= all;
        Outside o = outside(t.c, t.pawns, side ? w - all : w);
        if (!is_stored(t.c, o.outer)) continue;
        Set open = legal(t.c, o, side, t.pawns), unwon = open, won = nothing();
        Codes taken = after_captures(t, o, side);
        unwon.low |= taken.unwon.low | taken.decided.low;
        unwon.high |= taken.unwon.high | taken.decided.high;
        if (t.modes & CAPTURES) {
            // Losses come in at once, wins wait among the stalemates.
            Set lost;
            lost.low = taken.unwon.low & taken.decided.low;
            lost.high = taken.unwon.high & taken.decided.high;
            if (any_of(lost)) {
                write_noted(t.lost[side], o.block, lost);
                set_to(&t.lost_rows[side][o.block], rows_of(lost));
                set_flag(t, t.lost_flags[side], o);
            }
            won.low = taken.decided.low & ~taken.unwon.low;
            won.high = taken.decided.high & ~taken.unwon.high;
        }
        write(t.open[side], o.block, open);
        write(t.unwon[side], o.block, unwon);
        write(t.stuck[side], o.block, won);
        if (t.legal) {
            Set counts = counting(t, o);
            u32 number = sum(count_ones(counts.low & open.low) + count_ones(counts.high & open.high));
            if (number) add_to(&t.legal[side], number);
        }
        if (any_of(open)) or_to(&t.alive[side][o.flag_base + (o.outer >> 6)], 1ull << (o.outer & 63));
    }
}

// What the best pawn move of each position is worth.
KERNEL(pawn_moves, Sweep) {
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits;
    EACH(w, 2 * all) {
        u32 side = w >= all;
        if (!t.pawn_unwon[side]) continue;
        Outside o = outside(t.c, t.pawns, side ? w - all : w);
        if (!is_stored(t.c, o.outer)) continue;
        Codes best = best_pawn_moves(t, o, side, read(t.open[side], o.block));
        write(t.pawn_unwon[side], o.block, best.unwon);
        write(t.pawn_decided[side], o.block, best.decided);
    }
}
