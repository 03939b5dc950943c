// One slice as the kernels see it: the layout of its class, where the men outside a block stand, how they
// move. The same as `Layout` and `Geometry` of the CPU's engine; src/tables.rs fills these structures.

// What holds for every class. Between two squares: those that a slider passes over.
struct Board {
    u64 between[64 * 64];
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

// Where the outer men stand among all their places.
template <class T> INLINE T place_of(const Class &c, T outer) {
    return c.folded ? pair_place(outer >> 6, outer & 63u) : outer;
}
INLINE bool is_stored(const Class &c, u32 outer) { return !c.folded || outer >> 6 <= (outer & 63); }

// The outer men's number after a symmetry.
INLINE L32 turned(const Class &c, u32 outer, L32 g) {
    if (c.outer_men == 0) return L32(0);
    L32 last = image_each(L32(outer & 63), g);
    return c.outer_men == 1 ? last : image_each(L32(outer >> 6), g) << 6 | last;
}

// The men outside a block.
struct Outside {
    u32 slice, frame, outer;
    u32 squares;   // eight bits a man
    u64 occupied;  // with the pawns
    u64 flag_base; // where the flags of the frame begin
    u64 block;     // where the block is stored, over all slices
    bool distinct;
};

INLINE u32 square_of(const Outside &o, u32 man) { return o.squares >> 8 * man & 255; }

INLINE Outside outside(const Class &c, const u64 *pawns, u64 number) {
    Outside o;
    o.outer = (u32)number & (c.outers - 1);
    u32 frame = (u32)(number >> c.outer_bits);
    o.slice = frame / c.frames;
    o.frame = frame % c.frames;
    o.flag_base = (u64)frame * c.flag_words;
    o.block = (u64)frame * c.places + place_of(c, o.outer);
    o.occupied = pawns[2 * o.slice] | pawns[2 * o.slice + 1];
    o.distinct = true;
    u32 first = c.outer_men == 2 ? o.outer >> 6 : o.outer, second = o.outer & 63;
    o.squares = c.kings[2 * o.frame] | (u32)c.kings[2 * o.frame + 1] << 8 | first << 16 | second << 24;
    for (u32 man = 0; man + 2 < c.men; man++) {
        u64 here = 1ull << square_of(o, man);
        o.distinct &= !(o.occupied & here);
        o.occupied |= here;
    }
    return o;
}

// The positions in which all men stand on different squares.
INLINE Set all_distinct(const Outside &o) {
    Set x;
    if (!o.distinct) return nothing();
    x.low = ~(bit(low_row()) | o.occupied);
    x.high = ~(bit(high_row()) | o.occupied);
    return off(x, o.occupied);
}

// The blocks that moves of one man outside lead to, a lane each; bits of `reached` say which lanes.
struct Reach { u32 reached; L32 outer; L64 block; L64 flags; L64 between; L32 symmetry; L64 rows; };

INLINE Reach king_reach(const Class &c, const Outside &o, u32 side) {
    Reach r;
    u32 count = c.king_move_count[side * c.frames + o.frame];
    LB here = below(lane(), L32(count));
    L32 to = load_if(here, c.king_moves, wide(lane()) + ((u64)side * c.frames + o.frame) * 8);
    r.symmetry = to >> 16;
    r.outer = turned(c, o.outer, r.symmetry);
    L64 frame = wide(to & 0xffffu) + (u64)o.slice * c.frames;
    r.block = frame * (u64)c.places + wide(place_of(c, r.outer));
    r.flags = frame * (u64)c.flag_words;
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
    r.block = wide(place_of(c, r.outer)) + ((u64)o.slice * c.frames + o.frame) * c.places;
    r.flags = L64(o.flag_base);
    r.symmetry = L32(0);
    r.rows = L64(~0ull);
    r.reached = votes(here & !some(r.between & o.occupied));
    return r;
}

// Blocks that are read before the first of them is looked at, so that reading does not wait for reading.
#ifndef AHEAD
#define AHEAD 2
#endif

INLINE u32 next(u32 &lanes) {
    u32 first = lowest_of(lanes);
    lanes &= lanes - 1;
    return first;
}

// The positions from which a man that reaches these blocks of a field has a move into it, of the next
// few; rows that are empty in `wanted` are left out. A king and a knight pass over nothing (SLIDES), and of
// some fields it is known which rows hold anything (SPARSE).
template <bool SLIDES, bool SPARSE> INLINE Set moves_ahead(const u64 *field, Reach &r, const Set &wanted) {
    Set x[AHEAD], out = nothing();
    u64 between[AHEAD];
    u32 symmetry[AHEAD];
    UNROLL for (u32 k = 0; k < AHEAD; k++) {
        x[k] = nothing();
        between[k] = 0;
        symmetry[k] = 0;
        if (!r.reached) continue;
        u32 i = next(r.reached);
        if (SLIDES) between[k] = from_lane(r.between, i);
        else symmetry[k] = from_lane(r.symmetry, i);
        u64 rows = SPARSE ? from_lane(r.rows, i) : ~0ull;
        x[k] = read_rows<SPARSE>(field, from_lane(r.block, i), symmetry[k], SLIDES ? off(wanted, between[k]) : wanted, rows);
    }
    UNROLL for (u32 k = 0; k < AHEAD; k++) {
        Set y = SLIDES ? off(x[k], between[k]) : turned_back(x[k], symmetry[k]);
        out.low |= y.low;
        out.high |= y.high;
    }
    return out;
}

// The same for a man of any role.
template <bool SPARSE> INLINE Set man_moves_ahead(u32 role, const u64 *field, Reach &r, const Set &wanted) {
    return role == KNIGHT ? moves_ahead<false, SPARSE>(field, r, wanted) : moves_ahead<true, SPARSE>(field, r, wanted);
}

// Takes out of `from` every position from which `side` has a move into `field`.
INLINE void without_moves(const Class &c, const Outside &o, u32 side, const u64 *field, Set &from) {
    Reach r = king_reach(c, o, side);
    while (r.reached) {
        Set x = moves_ahead<false, false>(field, r, from);
        from.low &= ~x.low;
        from.high &= ~x.high;
    }
    for (u32 man = 2; man + 2 < c.men; man++) {
        if (side_of(c, man) != side) continue;
        if (!any_of(from)) return;
        r = man_reach(c, o, man);
        while (r.reached) {
            Set x = man_moves_ahead<false>(role_of(c, man), field, r, from);
            from.low &= ~x.low;
            from.high &= ~x.high;
            if (!any_of(from)) return;
        }
    }
    u32 row = c.men - 2, column = c.men - 1;
    bool by_row = side_of(c, row) == side, by_column = side_of(c, column) == side;
    if ((by_row || by_column) && any_of(from)) {
        Set own = read(field, o.block);
        if (by_column) {
            Set x = column_moves(role_of(c, column), own, o.occupied);
            from.low &= ~x.low;
            from.high &= ~x.high;
        }
        if (by_row && any_of(from)) {
            Set x = row_moves(role_of(c, row), own, o.occupied);
            from.low &= ~x.low;
            from.high &= ~x.high;
        }
    }
}

// The lanes of a reach whose blocks are flagged, with the rows that hold anything there.
INLINE void to_flagged(Reach &r, const u64 *flags, const u64 *rows) {
    LB reached = some(bit_of(L64(r.reached), lane()));
    L64 words = load_if(reached, flags, r.flags + wide(r.outer >> 6));
    reached = some(bit_of(words, r.outer & 63u));
    r.reached = votes(reached);
    r.rows = load_if(reached, rows, r.block);
}

// The positions from which `side` has a move into a flagged block of `field`, of which `rows` hold anything.
INLINE Set moves_into(const Class &c, const Outside &o, u32 side, const u64 *field, const u64 *flags, const u64 *rows) {
    Set out = nothing(), all;
    all.low = ~0ull;
    all.high = ~0ull;
    Reach r = king_reach(c, o, side);
    to_flagged(r, flags, rows);
    while (r.reached) {
        Set x = moves_ahead<false, true>(field, r, all);
        out.low |= x.low;
        out.high |= x.high;
    }
    for (u32 man = 2; man + 2 < c.men; man++) {
        if (side_of(c, man) != side) continue;
        r = man_reach(c, o, man);
        to_flagged(r, flags, rows);
        while (r.reached) {
            Set x = man_moves_ahead<true>(role_of(c, man), field, r, all);
            out.low |= x.low;
            out.high |= x.high;
        }
    }
    u32 row = c.men - 2, column = c.men - 1;
    bool by_row = side_of(c, row) == side, by_column = side_of(c, column) == side;
    if ((by_row || by_column) && (flags[o.flag_base + (o.outer >> 6)] >> (o.outer & 63) & 1)) {
        Set own = read_rows<true>(field, o.block, 0, all, rows[o.block]);
        if (by_column) {
            Set x = column_moves(role_of(c, column), own, o.occupied);
            out.low |= x.low;
            out.high |= x.high;
        }
        if (by_row) {
            Set x = row_moves(role_of(c, row), own, o.occupied);
            out.low |= x.low;
            out.high |= x.high;
        }
    }
    return out;
}

// The positions in which a man stands on one of these squares. Men of the frame stand still.
INLINE Set standing(const Class &c, const Outside &o, u32 man, u64 squares) {
    Set x = nothing();
    if (man + 2 < c.men) {
        if (squares >> square_of(o, man) & 1) { x.low = ~0ull; x.high = ~0ull; }
    } else if (man + 2 == c.men) {
        x.low = select(some(bit_of(L64(squares), low_row())), L64(~0ull), L64(0));
        x.high = select(some(bit_of(L64(squares), high_row())), L64(~0ull), L64(0));
    } else {
        x.low = squares;
        x.high = squares;
    }
    return x;
}

// The squares that pawns attack.
INLINE u64 pawn_attacks(u64 pawns, u32 side) {
    u64 ahead = side ? pawns >> 8 : pawns << 8;
    return (ahead & NOT_A) >> 1 | (ahead & NOT_H) << 1;
}

// The positions in which men of `side` attack the enemy king.
INLINE Set attacked(const Class &c, const Outside &o, u32 side, const u64 *pawns) {
    u32 king = 1 - side;
    bool outside_king = king + 2 < c.men;
    Set out = standing(c, o, king, pawn_attacks(pawns[2 * o.slice + side], side));
    for (u32 man = 0; man < c.men; man++) {
        if (side_of(c, man) != side || (man < 2 && c.men > 3)) continue;
        u32 role = role_of(c, man);
        if (man + 2 >= c.men) {
            // The man on the king's square: its moves backwards from there.
            Set on_king;
            if (outside_king) {
                on_king = standing(c, o, man, 1ull << square_of(o, king));
            } else {
                on_king.low = bit(low_row());
                on_king.high = bit(high_row());
            }
            Set x = man + 1 == c.men ? column_moves(role, on_king, o.occupied) : row_moves(role, on_king, o.occupied);
            out.low |= x.low;
            out.high |= x.high;
            continue;
        }
        u32 from = square_of(o, man), count = c.board->target_count[role * 64 + from];
        for (u32 i = 0; i < count; i++) {
            u32 to = c.board->targets[(role * 64 + from) * 32 + i];
            u64 between = c.board->between[from * 64 + to];
            if ((outside_king && to != square_of(o, king)) || (between & o.occupied)) continue;
            Set x = off(standing(c, o, king, 1ull << to), between);
            out.low |= x.low;
            out.high |= x.high;
        }
    }
    return out;
}

// The legal positions with `side` to move.
INLINE Set legal(const Class &c, const Outside &o, u32 side, const u64 *pawns) {
    Set x = all_distinct(o);
    if (!o.distinct) return x;
    Set y = attacked(c, o, side, pawns);
    x.low &= ~y.low;
    x.high &= ~y.high;
    return x;
}
