// One slice as the kernels see it: the layout of its class, where the men outside a block stand, how they
// move. The same as `Layout` and `Geometry` of the CPU's engine; src/tables.rs fills these structures.

// What holds for every class. Between two squares: those that a slider passes over.
struct Board {
    u64 between[64 * 64];
    u64 attacks[5 * 64]; // of each role, on an empty board
    u8 targets[5 * 64 * 32];
    u8 target_count[5 * 64];
};

struct Class {
    const Board *board;
    const u8 *kings;           // two to a frame; 255 for a king in the block
    const u32 *king_moves;     // for White, then Black: eight to a frame, frame | symmetry << 16
    const u8 *king_move_count; // for White, then Black: one to a frame
    u32 men, outer_men, folded, places;
    u32 frames, outers, outer_bits, flag_words;
    u32 sides, roles;          // a bit, and four bits, for each man
};

INLINE u32 side_of(const Class &c, u32 man) { return c.sides >> man & 1; }
INLINE u32 role_of(const Class &c, u32 man) { return c.roles >> 4 * man & 15; }

// The place of a folded pair: two like men, kept once for both orders.
template <class T> INLINE T pair_place(T first, T second) {
    T low = lesser(first, second), high = first + second - low;
    return low * 64u - (low * (low + 1u) >> 1) + high;
}

// Three outer men, of whom the first two may be such a pair, are there only beside twins: what they need would
// slow all the others down. Of all the men at most so many stand outside, where a loop over them is unrolled.
#ifdef TWINS
typedef u64 SquaresOutside;
const u32 MOST_OUTSIDE = 5;
INLINE u32 rest_bits(const Class &c) { return c.outer_men == 3 ? 6 : 0; }
#else
typedef u32 SquaresOutside;
const u32 MOST_OUTSIDE = 4;
INLINE u32 rest_bits(const Class &) { return 0; }
#endif

// Where the outer men stand among all their places.
template <class T> INLINE T place_of(const Class &c, T outer) {
    if (!c.folded) return outer;
    u32 rest = rest_bits(c);
    T pair = outer >> rest;
    return pair_place(pair >> 6, pair & 63u) << rest | (outer & ((1u << rest) - 1));
}
INLINE bool is_stored(const Class &c, u32 outer) {
    u32 pair = outer >> rest_bits(c);
    return !c.folded || pair >> 6 <= (pair & 63);
}

// The outer men's number with those of a folded pair exchanged.
INLINE u32 exchanged(const Class &c, u32 outer) {
    u32 rest = rest_bits(c), pair = outer >> rest;
    return ((pair & 63) << 6 | pair >> 6) << rest | (outer & ((1u << rest) - 1));
}

// The outer men's number after a symmetry.
INLINE L32 turned(const Class &c, u32 outer, L32 g) {
    if (c.outer_men == 0) return L32(0);
    L32 last = image_each(L32(outer & 63), g);
#ifdef TWINS
    if (c.outer_men == 3) return image_each(L32(outer >> 12), g) << 12 | image_each(L32(outer >> 6 & 63), g) << 6 | last;
#endif
    return c.outer_men == 1 ? last : image_each(L32(outer >> 6), g) << 6 | last;
}

// The men outside a block.
struct Outside {
    u32 slice, frame, outer;
    SquaresOutside squares; // eight bits a man
    u64 occupied;  // with the pawns
    u64 flag_base; // where the flags of the frame begin
    u64 block;     // where the block is stored, over all slices
    bool distinct;
};

INLINE u32 square_of(const Outside &o, u32 man) { return (u32)(o.squares >> 8 * man) & 255; }

INLINE Outside outside(const Class &c, const u64 *pawns, u64 number) {
    Outside o;
    o.outer = (u32)number & (c.outers - 1);
    u32 frame = (u32)(number >> c.outer_bits);
    // Without pawns there is one slice, and a division takes long.
    o.slice = frame < c.frames ? 0 : frame / c.frames;
    o.frame = frame - o.slice * c.frames;
    o.flag_base = (u64)frame * c.flag_words;
    o.block = (u64)frame * c.places + place_of(c, o.outer);
    o.occupied = pawns[2 * o.slice] | pawns[2 * o.slice + 1];
    o.distinct = true;
    u32 first = c.outer_men == 2 ? o.outer >> 6 : o.outer, second = o.outer & 63;
#ifdef TWINS
    if (c.outer_men == 3) { first = o.outer >> 12; second = o.outer >> 6 & 63; }
#endif
    o.squares = c.kings[2 * o.frame] | (u32)c.kings[2 * o.frame + 1] << 8 | first << 16 | second << 24;
#ifdef TWINS
    o.squares |= (u64)(o.outer & 63) << 32;
#endif
    UNROLL for (u32 man = 0; man < MOST_OUTSIDE; man++) {
        if (man + 2 >= c.men) break;
        u64 here = 1ull << (square_of(o, man) & 63);
        o.distinct &= !(o.occupied & here);
        o.occupied |= here;
    }
    return o;
}

// The positions in which all men stand on different squares.
INLINE Set all_distinct(const Outside &o) {
    Set x;
    if (!o.distinct) return nothing();
    x.low = ~(low_bit() | o.occupied);
    x.high = ~(high_bit() | o.occupied);
    return off(x, o.occupied);
}

// Numbers of blocks, over all slices, leave three bits for a symmetry.
const u32 SYMMETRY = 29;
const u32 BLOCK = (1u << SYMMETRY) - 1;

// The blocks that moves of one man outside lead to, a lane each; bits of `reached` say which lanes.
struct Reach { u32 reached; L32 outer; L32 block; L32 flags; L64 between; L64 rows; };

INLINE Reach king_reach(const Class &c, const Outside &o, u32 side) {
    Reach r;
    u32 count = c.king_move_count[side * c.frames + o.frame];
    LB here = below(lane(), L32(count));
    L32 to = load_if(here, c.king_moves, wide(lane()) + ((u64)side * c.frames + o.frame) * 8);
    L32 symmetry = to >> 16, frame = (to & 0xffffu) + o.slice * c.frames;
    r.outer = turned(c, o.outer, symmetry);
    r.block = (frame * c.places + place_of(c, r.outer)) | symmetry << SYMMETRY;
    r.flags = frame * c.flag_words;
    r.between = L64(0);
    r.rows = L64(~0ull);
    r.reached = votes(here);
    return r;
}

INLINE Reach man_reach(const Class &c, const Outside &o, u32 man) {
    Reach r;
    u32 role = role_of(c, man), from = square_of(o, man), shift = 6 * (c.outer_men + 1 - man);
    LB here = below(lane(), L32(c.board->target_count[role * 64 + from]));
    L32 to = bytes(load_if(here, c.board->targets, wide(lane()) + (role * 64 + from) * 32));
    r.between = load_if(here, c.board->between, wide(to) + from * 64);
    r.outer = to << shift | (o.outer & ~(63u << shift));
    r.block = place_of(c, r.outer) + (o.slice * c.frames + o.frame) * c.places;
    r.flags = L32((u32)o.flag_base);
    r.rows = L64(~0ull);
    r.reached = votes(here & !some(r.between & o.occupied));
    return r;
}

// Blocks that are read before the first of them is looked at, so that reading does not wait for reading.
#ifndef AHEAD
#define AHEAD 2
#endif

template <class Bits> INLINE u32 next(Bits &lanes) {
    u32 first = lowest_of(lanes);
    lanes &= lanes - 1;
    return first;
}

// The positions from which a king that reaches these blocks of a field has a move into it, of the next few;
// rows that are empty in `wanted` are left out.
INLINE Set king_moves_ahead(const u64 *field, Reach &r, const Set &wanted) {
    Fetched x[AHEAD];
    Set out = nothing();
    u32 symmetry[AHEAD];
    UNROLL for (u32 k = 0; k < AHEAD; k++) {
        x[k] = no_fetch();
        symmetry[k] = 0;
        if (!r.reached) continue;
        u32 to = from_lane(r.block, next(r.reached));
        symmetry[k] = to >> SYMMETRY;
        x[k] = fetch_rows(field, to & BLOCK, symmetry[k], some(wanted.low), some(wanted.high));
    }
    UNROLL for (u32 k = 0; k < AHEAD; k++) {
        Set y = unfolded(x[k], symmetry[k], some(wanted.low), some(wanted.high));
        out.low |= y.low;
        out.high |= y.high;
    }
    return out;
}

// A block that a man outside reaches, with the squares he passes over and the rows that are of use.
struct Reached { Fetched x; u64 between; LB low, high; };

// The next of the blocks that a man outside reaches, as far as it is of use to `from`. A knight passes over nothing (SLIDES).
template <bool SLIDES> INLINE Reached reach_next(Reach &r, const u64 *field, const Set &from) {
    Reached x;
    x.x = no_fetch();
    x.between = 0;
    x.low = some(from.low);
    x.high = some(from.high);
    if (!r.reached) return x;
    u32 i = next(r.reached);
    if (SLIDES) {
        x.between = from_lane(r.between, i);
        x.low = x.low & !low_in(x.between);
        x.high = x.high & !high_in(x.between);
    }
    x.x = fetch_rows(field, from_lane(r.block, i), 0, x.low, x.high);
    return x;
}

// Takes out of `from` every position from which a man outside has a move into `field`. Where his moves lead is
// worked out for all of them at once, a lane each, though few may be looked at.
template <bool SLIDES> INLINE void without_man_moves(const Class &c, const Outside &o, u32 man, const u64 *field, Set &from) {
    Reach r = man_reach(c, o, man);
    while (r.reached) {
        // Both are read before the first is looked at.
        Reached one = reach_next<SLIDES>(r, field, from), other = reach_next<SLIDES>(r, field, from);
        Set x = unfolded(one.x, 0, one.low, one.high), y = unfolded(other.x, 0, other.low, other.high);
        from.low &= (~x.low | one.between) & (~y.low | other.between);
        from.high &= (~x.high | one.between) & (~y.high | other.between);
        if (!any_of(from)) return;
    }
}

// Takes out of `from` every position from which `side` has a move into `field`.
INLINE void without_moves(const Class &c, const Outside &o, u32 side, const u64 *field, Set &from) {
    Reach r = king_reach(c, o, side);
    while (r.reached) {
        Set x = king_moves_ahead(field, r, from);
        from.low &= ~x.low;
        from.high &= ~x.high;
        if (!any_of(from)) return;
    }
    for (u32 man = 2; man + 2 < c.men; man++) {
        if (side_of(c, man) != side) continue;
        if (!any_of(from)) return;
        if (role_of(c, man) == KNIGHT) without_man_moves<false>(c, o, man, field, from);
        else without_man_moves<true>(c, o, man, field, from);
    }
    u32 row = c.men - 2, column = c.men - 1;
    bool by_row = side_of(c, row) == side, by_column = side_of(c, column) == side;
    if ((by_row || by_column) && any_of(from)) {
        Set own = read(field, o.block);
        if (by_column) {
            Set x = column_moves(role_of(c, column), own, o.occupied);
            from.low &= ~x.low;
            from.high &= ~x.high;
#ifdef TWINS
            // What is true of one man of the block is true of the other.
            x = transpose(x);
            from.low &= ~x.low;
            from.high &= ~x.high;
            return;
#endif
        }
        if (by_row && any_of(from)) {
            Set x = row_moves(role_of(c, row), own, o.occupied);
            from.low &= ~x.low;
            from.high &= ~x.high;
        }
    }
}

// The lanes of a reach whose blocks are flagged, with the rows that hold anything there. Of a man's moves only
// those rows are of use that are `wanted` and that he does not pass over; a king finds his rows where a symmetry
// puts them, which lanes work out each for its own block.
template <bool KING> INLINE void to_flagged(Reach &r, const u64 *flags, const u64 *rows, u64 wanted) {
    LB reached = some(bit_of(L64(r.reached), lane()));
    L64 words = load_if(reached, flags, wide(r.flags + (r.outer >> 6)));
    reached = some(bit_of(words, r.outer & 63u));
    r.rows = load_if(reached, rows, wide(r.block & BLOCK));
    r.rows = (KING ? pull_each(r.rows, r.block >> SYMMETRY) : r.rows & ~r.between) & wanted;
    r.reached = votes(some(r.rows));
}

// The positions from which a man that reaches these blocks of a field has a move into it, of the next few; only
// rows that hold anything are read. A king and a knight pass over nothing (SLIDES), a king may be turned.
template <bool KING, bool SLIDES> INLINE Set moves_ahead(const u64 *field, Reach &r) {
    Fetched x[AHEAD];
    Set out = nothing();
    u64 between[AHEAD], filled_rows[AHEAD];
    u32 symmetry[AHEAD];
    UNROLL for (u32 k = 0; k < AHEAD; k++) {
        x[k] = no_fetch();
        between[k] = 0;
        filled_rows[k] = 0;
        symmetry[k] = 0;
        if (!r.reached) continue;
        u32 i = next(r.reached), to = from_lane(r.block, i);
        u64 rows = filled_rows[k] = from_lane(r.rows, i);
        if (SLIDES) between[k] = from_lane(r.between, i);
        if (KING) symmetry[k] = to >> SYMMETRY;
        x[k] = fetch_rows(field, to & BLOCK, symmetry[k], low_in(rows), high_in(rows));
    }
    UNROLL for (u32 k = 0; k < AHEAD; k++) {
        u64 rows = filled_rows[k];
        Set y = unfolded(x[k], symmetry[k], low_in(rows), high_in(rows));
        out.low |= y.low & ~between[k];
        out.high |= y.high & ~between[k];
    }
    return out;
}

// The positions from which `side` has a move into a flagged block of `field`, of which `rows` hold anything;
// those in rows that are empty in `wanted` may be left out.
INLINE Set moves_into(const Class &c, const Outside &o, u32 side, const u64 *field, const u64 *flags, const u64 *rows, const Set &wanted) {
    Set out = nothing();
    u64 wanted_rows = rows_of(wanted);
    Reach r = king_reach(c, o, side);
    to_flagged<true>(r, flags, rows, wanted_rows);
    while (r.reached) {
        Set x = moves_ahead<true, false>(field, r);
        out.low |= x.low;
        out.high |= x.high;
    }
    for (u32 man = 2; man + 2 < c.men; man++) {
        if (side_of(c, man) != side) continue;
        r = man_reach(c, o, man);
        to_flagged<false>(r, flags, rows, wanted_rows);
        bool slides = role_of(c, man) != KNIGHT;
        while (r.reached) {
            Set x = slides ? moves_ahead<false, true>(field, r) : moves_ahead<false, false>(field, r);
            out.low |= x.low;
            out.high |= x.high;
        }
    }
    u32 row = c.men - 2, column = c.men - 1;
    bool by_row = side_of(c, row) == side, by_column = side_of(c, column) == side;
    if ((by_row || by_column) && (flags[o.flag_base + (o.outer >> 6)] >> (o.outer & 63) & 1)) {
        Set own = read_filled_rows(field, o.block, rows[o.block]);
        if (by_column) {
            Set x = column_moves(role_of(c, column), own, o.occupied);
            out.low |= x.low;
            out.high |= x.high;
#ifdef TWINS
            x = transpose(x);
            out.low |= x.low;
            out.high |= x.high;
            return out;
#endif
        }
        if (by_row) {
            Set x = row_moves(role_of(c, row), own, o.occupied);
            out.low |= x.low;
            out.high |= x.high;
        }
    }
    return out;
}
