// Finished slices seen from the blocks of the slice being solved: what captures and pawn moves lead to.
// The same as `View` of the CPU's engine; src/tables.rs fills the structures.
//
// Results are in two bits, unwon and decided: none 00, won 01, drawn 10, lost 11. Read by the player who
// moves there the same codes are: no move, losing, drawing, winning; the best move is the greatest.

struct Codes { Set unwon, decided; };

// Where a man of the child stands, in terms of the parent's block.
enum Source { ON_OUTSIDE, ON_ROW, ON_COLUMN, ON_FIXED };

struct View {
    const u64 *unwon, *decided; // of the slice, with the child's side to move
    const u64 *stuck;           // its stalemates, where en passant may undo them
    const u64 *stands;          // what of its results stands under the fifty-move rule
    const void *cells;          // its depths
    const u32 *found;           // the frame of two kings, frame | symmetry << 16; all ones where they touch
    u32 men, outer_men, folded, places;
    u32 kinds;                  // four bits a man: a Source
    u32 wide;                   // whether its depths take two bytes
    u64 squares;                // eight bits a man: which man outside, or the square
    u32 kings;                  // how many kings are in its frame
    u32 reflection;
};

INLINE u32 kind_of(const View &v, u32 man) { return v.kinds >> 4 * man & 15; }

INLINE bool is_in_block(u32 kind) { return kind == ON_ROW || kind == ON_COLUMN; }

// The square of a child's man that does not depend on the men of the block.
INLINE u32 fixed_square(const View &v, const Outside &o, u32 man) {
    u32 which = (u32)(v.squares >> 8 * man) & 255;
    return image(kind_of(v, man) == ON_FIXED ? which : square_of(o, which), v.reflection);
}

// How the slots of a child run while the men of the parent's block do and its frame stays the same:
// base, plus the image of each man's square shifted so far; for a man of a folded pair (PAIRED) the place of
// the pair, its other man being on the square `partner`.
const u32 ABSENT = 32, PAIRED = 33;
struct Run { u64 base; u32 symmetry, row_shift, column_shift, partner; bool there; };

// Whether the child's frame stays the same: no king of it is in the parent's block.
INLINE bool keeps_frame(const View &v) {
    for (u32 man = 0; man < v.kings; man++)
        if (is_in_block(kind_of(v, man))) return false;
    return true;
}

// Whether both men of a folded pair are in the parent's block.
INLINE bool has_pair_in_block(const View &v) { return v.folded && is_in_block(kind_of(v, 2)) && is_in_block(kind_of(v, 3)); }

// Whether slots run so.
INLINE bool runs(const View &v) { return keeps_frame(v) && !has_pair_in_block(v); }

INLINE void run_man(const View &v, const Outside &o, u32 man, u32 shift, Run &r) {
    u32 kind = kind_of(v, man);
    if (kind == ON_ROW) r.row_shift = shift;
    else if (kind == ON_COLUMN) r.column_shift = shift;
    else r.base += (u64)image(fixed_square(v, o, man), r.symmetry) << shift;
}

INLINE Run run_of(const View &v, const Outside &o) {
    Run r;
    u32 white = v.kings > 0 ? fixed_square(v, o, 0) : 0, black = v.kings > 1 ? fixed_square(v, o, 1) : 0;
    u32 found = v.found[white << 6 | black];
    r.there = found != ~0u;
    r.symmetry = found >> 16;
    r.row_shift = ABSENT;
    r.column_shift = ABSENT;
    r.base = (u64)(found & 0xffff) * v.places << 12;
    if (!r.there) return r;
    r.partner = 0;
    if (v.folded) {
        bool first = is_in_block(kind_of(v, 2)), second = is_in_block(kind_of(v, 3));
        r.partner = image(fixed_square(v, o, first ? 3 : 2), r.symmetry);
        if (first || second) {
            if (kind_of(v, first ? 2 : 3) == ON_ROW) r.row_shift = PAIRED;
            else r.column_shift = PAIRED;
        } else {
            r.base += (u64)pair_place(r.partner, image(fixed_square(v, o, 3), r.symmetry)) << 12;
        }
    } else {
        for (u32 man = v.kings; man + 2 < v.men; man++) run_man(v, o, man, 12 + 6 * (v.men - 3 - man), r);
    }
    run_man(v, o, v.men - 2, 6, r);
    run_man(v, o, v.men - 1, 0, r);
    return r;
}

INLINE L64 along(const View &v, const Run &r, L32 square, u32 shift) {
    if (shift == ABSENT) return L64(0);
    L32 stands = image(image(square, v.reflection), r.symmetry);
    return shift == PAIRED ? wide(pair_place(stands, L32(r.partner))) << 12 : wide(stands) << shift;
}

// The same for one square.
INLINE u64 along_one(const View &v, const Run &r, u32 square, u32 shift) {
    if (shift == ABSENT) return 0;
    u32 stands = image(image(square, v.reflection), r.symmetry);
    return shift == PAIRED ? (u64)pair_place(stands, r.partner) << 12 : (u64)stands << shift;
}

// The squares of the child's men when the row and column man stand on these.
INLINE L32 child_square(const View &v, const Outside &o, u32 man, L32 row, L32 column) {
    u32 kind = kind_of(v, man);
    if (kind == ON_ROW) return image(row, v.reflection);
    if (kind == ON_COLUMN) return image(column, v.reflection);
    return L32(fixed_square(v, o, man));
}

// The slots of the child for any squares of the block's men, lane by lane.
struct Slots { L64 slot; LB there; };

INLINE Slots slots(const View &v, const Outside &o, L32 row, L32 column) {
    Slots s;
    L32 white = v.kings > 0 ? child_square(v, o, 0, row, column) : L32(0);
    L32 black = v.kings > 1 ? child_square(v, o, 1, row, column) : L32(0);
    L32 found = load(v.found, wide(white << 6 | black)), symmetry = found >> 16;
    s.there = !is(found, L32(~0u));
    L32 place = L32(0);
    if (v.outer_men > 0) place = image_each(child_square(v, o, 2, row, column), symmetry);
    if (v.outer_men > 1) {
        L32 second = image_each(child_square(v, o, 3, row, column), symmetry);
        place = v.folded ? pair_place(place, second) : place << 6 | second;
    }
    L64 block = wide(found & 0xffffu) * (u64)v.places + wide(place);
    L32 in_block = image_each(child_square(v, o, v.men - 2, row, column), symmetry) << 6
        | image_each(child_square(v, o, v.men - 1, row, column), symmetry);
    s.slot = block << 12 | wide(in_block);
    return s;
}

INLINE L64 slot_bit(const u64 *plane, L64 slot, LB wanted) {
    return bit_of(load_if(wanted, plane, slot >> 6), narrow(slot) & 63u);
}

// The same where words of the child are of no use: single bits. Of most moves few are wanted.
template <u32 N> INLINE void seen_one_by_one(const View &v, const Outside &o, bool runs, const Run &r, const u64 *const (&planes)[N], const Set &wanted, Set (&x)[N]) {
    LB low = some(wanted.low), high = some(wanted.high), all = is(L32(0), L32(0));
    if (!any_of(some((wanted.low & (wanted.low - 1ull)) | (wanted.high & (wanted.high - 1ull))))) {
        // At most one column of each row: a lane to a row.
        L32 low_column = lowest(wanted.low), high_column = lowest(wanted.high);
        Slots a = slots(v, o, low_row(), low_column), b = slots(v, o, high_row(), high_column);
        UNROLL for (u32 i = 0; i < N; i++) {
            x[i].low = slot_bit(planes[i], a.slot, low & a.there) << low_column;
            x[i].high = slot_bit(planes[i], b.slot, high & b.there) << high_column;
        }
        return;
    }
    if (runs && r.row_shift == 6) {
        // Lanes along the row man, so that they read what lies side by side.
        L64 low_slot = along(v, r, low_row(), r.row_shift) + r.base, high_slot = along(v, r, high_row(), r.row_shift) + r.base;
        for (u32 column = 0; column < 64; column++) {
            u64 by_column = along_one(v, r, column, r.column_shift);
            UNROLL for (u32 i = 0; i < N; i++) {
                x[i].low |= slot_bit(planes[i], low_slot + by_column, low) << column;
                x[i].high |= slot_bit(planes[i], high_slot + by_column, high) << column;
            }
        }
        return;
    }
    // Lanes along the column man, row by row.
    u64 rows = votes(low) | (u64)votes(high) << 32;
    Slots a, b;
    L64 first = L64(0), second = L64(0);
    if (runs) {
        first = along(v, r, low_row(), r.column_shift) + r.base;
        second = along(v, r, high_row(), r.column_shift) + r.base;
    }
    for (; rows; rows &= rows - 1) {
        u32 row = lowest_of(rows);
        if (runs) {
            u64 by_row = along_one(v, r, row, r.row_shift);
            a.slot = first + by_row;
            b.slot = second + by_row;
            a.there = all;
            b.there = all;
        } else {
            a = slots(v, o, L32(row), low_row());
            b = slots(v, o, L32(row), high_row());
        }
        UNROLL for (u32 i = 0; i < N; i++) {
            u32 left = votes(some(slot_bit(planes[i], a.slot, a.there)));
            u32 right = votes(some(slot_bit(planes[i], b.slot, b.there)));
            L64 word = L64((u64)right << 32 | left);
            x[i].low = select(is(low_row(), L32(row)), word, x[i].low);
            x[i].high = select(is(high_row(), L32(row)), word, x[i].high);
        }
    }
}

// Planes of a child, seen from a block; only places in `wanted` mean anything.
template <u32 N> INLINE void seen(const View &v, const Outside &o, const u64 *const (&planes)[N], const Set &wanted, Set (&x)[N]) {
    UNROLL for (u32 i = 0; i < N; i++) x[i] = nothing();
    bool running = runs(v);
    Run r;
    r.there = true;
    if (running) {
        r = run_of(v, o);
        if (!r.there) return;
    }
    LB low = some(wanted.low), high = some(wanted.high);
    u32 g = running ? r.symmetry ^ (v.reflection & 3) : 0;
    if (running && r.column_shift == 0) {
        // The column man is the child's: words go to words.
        L64 low_slot = along(v, r, low_row(), r.row_shift) + r.base, high_slot = along(v, r, high_row(), r.row_shift) + r.base;
        UNROLL for (u32 i = 0; i < N; i++) {
            x[i].low = load_if(low, planes[i], low_slot >> 6);
            x[i].high = load_if(high, planes[i], high_slot >> 6);
            x[i] = turned_back(x[i], g);
        }
    } else if (running && r.column_shift == ABSENT) {
        L64 low_slot = along(v, r, low_row(), r.row_shift) + r.base, high_slot = along(v, r, high_row(), r.row_shift) + r.base;
        UNROLL for (u32 i = 0; i < N; i++) {
            x[i].low = L64(0) - slot_bit(planes[i], low_slot, low);
            x[i].high = L64(0) - slot_bit(planes[i], high_slot, high);
        }
    } else if (running && r.row_shift == 0) {
        // The row man is the child's column man: words go to columns.
        L64 first = along(v, r, low_row(), r.column_shift) + r.base, second = along(v, r, high_row(), r.column_shift) + r.base;
        UNROLL for (u32 i = 0; i < N; i++) {
            x[i].low = load(planes[i], first >> 6);
            x[i].high = load(planes[i], second >> 6);
            x[i] = transpose(turned_back(x[i], g));
        }
    } else {
        seen_one_by_one(v, o, running, r, planes, wanted, x);
    }
    UNROLL for (u32 i = 0; i < N; i++) {
        x[i].low &= wanted.low;
        x[i].high &= wanted.high;
    }
}

INLINE Codes codes(const View &v, const Outside &o, const Set &wanted) {
    const u64 *const planes[2] = {v.unwon, v.decided};
    Set x[2];
    seen(v, o, planes, wanted, x);
    Codes c;
    c.unwon = x[0];
    c.decided = x[1];
    return c;
}

// The stalemates of a child.
INLINE Set stalemates(const View &v, const Outside &o, const Set &wanted) {
    const u64 *const planes[1] = {v.stuck};
    Set x[1];
    seen(v, o, planes, wanted, x);
    return x[0];
}

// What of a child's results stands under the fifty-move rule.
INLINE Set standing_results(const View &v, const Outside &o, const Set &wanted) {
    const u64 *const planes[1] = {v.stands};
    Set x[1];
    seen(v, o, planes, wanted, x);
    return x[0];
}

INLINE L64 best_decided(L64 unwon, L64 decided, L64 other_unwon, L64 other_decided) {
    return (unwon & decided) | (other_unwon & other_decided) | ((decided | other_decided) & ~(unwon | other_unwon));
}

// Raises codes to those of another move where that is better.
INLINE void raise(Codes &best, const Codes &to) {
    best.decided.low = best_decided(best.unwon.low, best.decided.low, to.unwon.low, to.decided.low);
    best.decided.high = best_decided(best.unwon.high, best.decided.high, to.unwon.high, to.decided.high);
    best.unwon.low |= to.unwon.low;
    best.unwon.high |= to.unwon.high;
}

// A move into a child.
struct Edge {
    View view;
    u32 part, square;            // where in the block it can be made
    u32 passes;                  // the square that is passed over; 64 for none
    u32 en_passant, answers;     // the edges that the enemy may answer en passant: the first, and how many
    u32 step;                    // how its value passes back, where depths are asked for
};

// Where something happens in a block: everywhere, where the row or column man stands on a square, where
// both stand together, where two men outside the block do, or where one of them stands on a square.
enum Part { EVERYWHERE, IN_ROW, IN_COLUMN, ON_DIAGONAL, TOGETHER, OUTSIDE_ON };

INLINE Set part_of(const Edge &e, const Outside &o) {
    Set x = nothing();
    u32 square = e.square & 255, man = e.square >> 8 & 255, other = e.square >> 16 & 255;
    u32 part = e.part;
    // The square of a man outside the block stands for a fixed one.
    if ((part == IN_ROW || part == IN_COLUMN) && man != 255) square = square_of(o, man);
    if (part == TOGETHER && square_of(o, man) == square_of(o, other)) part = EVERYWHERE;
    if (part == OUTSIDE_ON && square_of(o, man) == square) part = EVERYWHERE;
    if (part == EVERYWHERE) { x.low = ~0ull; x.high = ~0ull; }
    if (part == IN_ROW) {
        x.low = select(is(low_row(), L32(square)), L64(~0ull), L64(0));
        x.high = select(is(high_row(), L32(square)), L64(~0ull), L64(0));
    }
    if (part == IN_COLUMN) { x.low = 1ull << square; x.high = 1ull << square; }
    if (part == ON_DIAGONAL) { x.low = low_bit(); x.high = high_bit(); }
    if (e.passes < 64) {
        if (o.occupied >> e.passes & 1) return nothing();
        x = off(x, 1ull << e.passes);
    }
    return x;
}
