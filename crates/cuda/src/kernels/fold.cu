// Promotions seen from behind: what promoting into finished slices is worth in each position of slices
// before it. A warp has a block of a parent and goes through all promotions that come to it now, so that
// nobody else writes there.
//
// Its plain twin is nimzo-retro's sweep/fold/mod.rs.

struct Parent { u64 *unwon, *decided; u32 first, end; };

struct Folding { Class c; const u64 *pawns; u64 slices; const Parent *parents; const Edge *edges; };

// A child whose folded pair are the row and the column man of the parent's block: only their place changes. They
// are like men, so that what is seen, as `where` itself, is the same with row and column exchanged: it is read
// for one order of them.
INLINE Codes codes_of_pair(const View &v, const Outside &o, const Set &where) {
    Codes found;
    found.unwon = nothing();
    found.decided = nothing();
    Run r = run_of(v, o);
    if (!r.there) return found;
    L32 first = image(image(low_row(), v.reflection), r.symmetry), second = image(image(high_row(), v.reflection), r.symmetry);
    u64 squares = rows_of(where);
    for (u64 rows = squares; rows;) {
        u32 row = next(rows), stands = image(image(row, v.reflection), r.symmetry);
        LB low = low_in(squares) & !below(low_row(), L32(row)), high = high_in(squares) & !below(high_row(), L32(row));
        L64 left = (wide(pair_place(first, L32(stands))) << 12) + r.base, right = (wide(pair_place(second, L32(stands))) << 12) + r.base;
        u64 unwon = (u64)votes(some(slot_bit(v.unwon, right, high))) << 32 | votes(some(slot_bit(v.unwon, left, low)));
        u64 decided = (u64)votes(some(slot_bit(v.decided, right, high))) << 32 | votes(some(slot_bit(v.decided, left, low)));
        LB is_low = is(low_row(), L32(row)), is_high = is(high_row(), L32(row));
        found.unwon.low = select(is_low, L64(unwon), found.unwon.low);
        found.unwon.high = select(is_high, L64(unwon), found.unwon.high);
        found.decided.low = select(is_low, L64(decided), found.decided.low);
        found.decided.high = select(is_high, L64(decided), found.decided.high);
    }
    Set unwon = transpose(found.unwon), decided = transpose(found.decided);
    found.unwon.low = (found.unwon.low | unwon.low) & where.low;
    found.unwon.high = (found.unwon.high | unwon.high) & where.high;
    found.decided.low = (found.decided.low | decided.low) & where.low;
    found.decided.high = (found.decided.high | decided.high) & where.high;
    return found;
}

KERNEL(fold, Folding) {
    u64 blocks = (u64)t.c.frames << t.c.outer_bits;
    // The same block of all parents side by side: what they read of a child often lies in the same words.
    EACH(w, t.slices * blocks) {
        Outside o = outside(t.c, t.pawns, w % t.slices * blocks + w / t.slices);
        if (!is_stored(t.c, o.outer) || !o.distinct) continue;
        const Parent &parent = t.parents[o.slice];
        u64 block = o.block - (u64)o.slice * t.c.frames * t.c.places;
        Set where = all_distinct(o);
        Codes best;
        best.unwon = read(parent.unwon, block);
        best.decided = read(parent.decided, block);
        for (u32 i = parent.first; i < parent.end; i++) {
            const View &v = t.edges[i].view;
            raise(best, keeps_frame(v) && has_pair_in_block(v) ? codes_of_pair(v, o, where) : codes(v, o, where));
        }
        write(parent.unwon, block, best.unwon);
        write(parent.decided, block, best.decided);
    }
}
