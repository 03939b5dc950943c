// How the sets of a sweep are kept: 64 words to a block. Where TWINS is defined the two men of a block are alike.
// It is then the same with row and column exchanged, nobody stands on its diagonal, and half of it says all: 32
// words, of which a lane has one.
//
// What is fetched is not looked at before it is needed, so that reading does not wait for reading.

#ifndef TWINS

typedef Set Fetched;

INLINE Set read(const u64 *field, u64 block) { return read_plain(field, block); }

INLINE void write(u64 *field, u64 block, const Set &x) {
    store(field, wide(low_row()) + block * 64, x.low);
    store(field, wide(high_row()) + block * 64, x.high);
}

// Writes the rows that are not empty in `which`.
INLINE void write_rows(u64 *field, u64 block, const Set &x, const Set &which) {
    store_if(some(which.low), field, wide(low_row()) + block * 64, x.low);
    store_if(some(which.high), field, wide(high_row()) + block * 64, x.high);
}

// Writes a block of which the rows that hold anything are noted.
INLINE void write_noted(u64 *field, u64 block, const Set &x) { write_rows(field, block, x, x); }

// The rows of a block of a field that a symmetry puts in the place of each, those that are asked for.
INLINE Fetched fetch_rows(const u64 *field, u64 block, u32 g, LB low_wanted, LB high_wanted) {
    Set x;
    // The two rows of a lane are 32 apart; their images are too, or, where files and ranks change places, four.
    L32 low = image(low_row(), g), high = low ^ (g & 4 ? 4u : 32u);
    x.low = load_if(low_wanted, field, wide(low) + block * 64);
    x.high = load_if(high_wanted, field, wide(high) + block * 64);
    return x;
}
INLINE Set unfolded(const Fetched &x, u32 g, LB, LB) { return turned_back(x, g); }

INLINE Fetched no_fetch() { return nothing(); }

#else

struct Fetched { L64 half; };

INLINE Fetched no_fetch() { Fetched x; x.half = 0; return x; }

// Of the quarters on the diagonal the columns after the row's own, or before it.
INLINE L32 columns_after() { return L32(~1u) << lane(); }
INLINE L32 columns_before() { return ~(L32(~0u) << lane()); }

// The low half of a lane's word is the quarter of the first rows and last columns; the high half has the upper
// triangle of the first quarter and the lower one of the last.
INLINE L64 half_of(const Set &x) {
    L32 triangles = (narrow(x.low) & columns_after()) | (narrow(x.high >> 32) & columns_before());
    return x.low >> 32 | wide(triangles) << 32;
}
INLINE Set whole_of(L64 half) {
    L32 aside = narrow(half), triangles = narrow(half >> 32), below_it = aside, others = triangles;
    transpose_quarters(below_it, others);
    L32 after = columns_after(), earlier = columns_before();
    Set x;
    x.low = wide((triangles & after) | (others & earlier)) | wide(aside) << 32;
    x.high = wide(below_it) | wide((triangles & earlier) | (others & after)) << 32;
    return x;
}

INLINE Set read(const u64 *field, u64 block) { return whole_of(load(field, wide(lane()) + block * 32)); }

INLINE void write(u64 *field, u64 block, const Set &x) { store(field, wide(lane()) + block * 32, half_of(x)); }

// Writes the rows that are not empty in `which`, which is the same with row and column exchanged.
INLINE void write_rows(u64 *field, u64 block, const Set &x, const Set &which) {
    store_if(some(which.low | which.high), field, wide(lane()) + block * 32, half_of(x));
}

// Rows lie in words together: all are written.
INLINE void write_noted(u64 *field, u64 block, const Set &x) { write(field, block, x); }

INLINE Fetched fetch_rows(const u64 *field, u64 block, u32, LB, LB) {
    Fetched x;
    x.half = load(field, wide(lane()) + block * 32);
    return x;
}

// What was fetched after a symmetry, in the rows that are asked for.
INLINE Set unfolded(const Fetched &fetched, u32 g, LB low_wanted, LB high_wanted) {
    Set x = whole_of(fetched.half);
    if (g) {
        L32 low = image(low_row(), g), high = image(high_row(), g);
        Set y;
        y.low = select(below(low, L32(32)), from_each(x.low, low), from_each(x.high, low));
        y.high = select(below(high, L32(32)), from_each(x.low, high), from_each(x.high, high));
        x = turned_back(y, g);
    }
    x.low = select(low_wanted, x.low, L64(0));
    x.high = select(high_wanted, x.high, L64(0));
    return x;
}

#endif

INLINE Set read_rows(const u64 *field, u64 block, u32 g, LB low_wanted, LB high_wanted) {
    return unfolded(fetch_rows(field, block, g, low_wanted, high_wanted), g, low_wanted, high_wanted);
}

// The rows of a block that are known to hold anything.
INLINE Set read_filled_rows(const u64 *field, u64 block, u64 rows) {
    return read_rows(field, block, 0, low_in(rows), high_in(rows));
}

// The bit of one slot, lane by lane.
INLINE L64 bit_at(const u64 *field, L64 slot, LB wanted) {
#ifndef TWINS
    return bit_of(load_if(wanted, field, slot >> 6), narrow(slot) & 63u);
#else
    L32 row = narrow(slot >> 6) & 63u, column = narrow(slot) & 63u;
    L32 first = lesser(row, column), last = row + column - first;
    // In the quarter aside, in the first triangle or in the last one.
    LB is_first = below(last, L32(32)), is_last = below(L32(31), first);
    L32 lane_of = select(is_last, last - 32u, first), place = select(is_last, first, select(is_first, last + 32u, last - 32u));
    return select(is(row, column), L64(0), bit_of(load_if(wanted, field, (slot >> 12) * 32ull + wide(lane_of)), place));
#endif
}
