// Lists the zugzwangs of finished slices: drawn with White to move and lost with Black to move (A1), the
// other way round (A2), lost for both (A3); and, where an en passant right may come of it, stalemates that
// are drawn with the other side to move. Of like men on exchanged squares one order is listed.
//
// Its plain twin is nimzo-zugzwang's mining/mod.rs.

struct Search {
    Class c;
    u64 slices;
    const u64 *pawns;
    const u8 *zones;  // for each slice whether stalemates are wanted
    const u64 *unwon[2], *decided[2], *stuck[2];
    u64 *found;       // slot over all slices, and what it is in the highest byte
    u32 *listed;
    u64 room;
};

enum Found { NO_ZUGZWANG, FOUND_A1, FOUND_A2, FOUND_A3, WHITE_STUCK, BLACK_STUCK };

// The slots in which like men stand in the order of their squares.
INLINE Set in_order(const Class &c, const Outside &o) {
    Set x;
    x.low = ~0ull;
    x.high = ~0ull;
    u32 row = c.men - 2, column = c.men - 1;
    for (u32 i = 2; i < c.men; i++) {
        for (u32 j = i + 1; j < c.men; j++) {
            if (side_of(c, i) != side_of(c, j) || role_of(c, i) != role_of(c, j)) continue;
            if (i == row) {
                x.low &= L64(~0ull) << low_row();
                x.high &= L64(~0ull) << high_row();
            } else if (j == column) {
                x.low &= ~0ull << square_of(o, i);
                x.high &= ~0ull << square_of(o, i);
            } else if (j == row) {
                x.low = select(below(low_row(), L32(square_of(o, i))), L64(0), x.low);
                x.high = select(below(high_row(), L32(square_of(o, i))), L64(0), x.high);
            } else if (square_of(o, i) > square_of(o, j)) {
                return nothing();
            }
        }
    }
    return x;
}

INLINE void list(const Search &t, const Outside &o, const Set &x, u32 what) {
    L32 mine = count_ones(x.low) + count_ones(x.high);
    u32 all = sum(mine);
    if (!all) return;
    L32 to = sum_before(mine) + take(t.listed, all);
    L64 low = x.low, high = x.high;
    while (any_of(some(low | high))) {
        LB first = some(low);
        L64 words = select(first, low, high);
        L64 slot = wide(select(first, low_row(), high_row()) << 6 | lowest(words)) + (o.block << 12);
        store_if(some(words) & (wide(to) < L64(t.room)), t.found, wide(to), slot | (u64)what << 56);
        to = to + 1u;
        low = select(first, low & (low - 1ull), low);
        high = select(first, high, high & (high - 1ull));
    }
}

KERNEL(zugzwangs, Search) {
    EACH(w, t.slices * t.c.frames << t.c.outer_bits) {
        Outside o = outside(t.c, t.pawns, w);
        if (!is_stored(t.c, o.outer) || !o.distinct) continue;
        Set white = read(t.unwon[0], o.block), black = read(t.unwon[1], o.block), both;
        both.low = white.low & black.low;
        both.high = white.high & black.high;
        if (!any_of(both)) continue;
        Set mine = read(t.decided[0], o.block), theirs = read(t.decided[1], o.block), order = in_order(t.c, o);
        both.low &= order.low;
        both.high &= order.high;
        Set x;
        x.low = both.low & ~mine.low & theirs.low;
        x.high = both.high & ~mine.high & theirs.high;
        list(t, o, x, FOUND_A1);
        x.low = both.low & mine.low & ~theirs.low;
        x.high = both.high & mine.high & ~theirs.high;
        list(t, o, x, FOUND_A2);
        x.low = both.low & mine.low & theirs.low;
        x.high = both.high & mine.high & theirs.high;
        list(t, o, x, FOUND_A3);
        if (!t.zones[o.slice]) continue;
        for (u32 side = 0; side < 2; side++) {
            Set stuck = read(t.stuck[side], o.block);
            x.low = both.low & ~mine.low & ~theirs.low & stuck.low;
            x.high = both.high & ~mine.high & ~theirs.high & stuck.high;
            list(t, o, x, side ? BLACK_STUCK : WHITE_STUCK);
        }
    }
}
