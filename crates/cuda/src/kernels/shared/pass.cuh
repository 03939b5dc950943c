// The two passes of a ply over one block, and what is noted of new positions.
//
// A position is lost at a ply when it is open and no move leads to a position that is not won before; it is
// won when it is open and a move leads to one lost at the ply before. Plain twin: nimzo-retro's
// sweep/solve/{losses,wins,passes}.rs.

INLINE void set_flag(const Sweep &t, u64 *flags, const Outside &o) {
    or_to(&flags[o.flag_base + (o.outer >> 6)], 1ull << (o.outer & 63));
    u32 other = exchanged(t.c, o.outer);
    if (t.c.folded) or_to(&flags[o.flag_base + (other >> 6)], 1ull << (other & 63));
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

// The same in all marked cells of a block.
INLINE void put_rows(const Sweep &t, u32 side, const Outside &o, const Set &x, u32 code) {
    for (u32 half = 0; half < 2; half++) {
        L64 words = half ? x.high : x.low;
        u32 rows = votes(some(words));
        while (rows) {
            u32 row = next(rows);
            u64 places = from_lane(words, row), at = o.block * 64 + half * 32 + row;
            if (t.modes & WIDE) put_row((u16 *)t.cells[side], at, places, code);
            else put_row((u8 *)t.cells[side], at, places, code);
        }
    }
}

// Which slots of a block count; none of a frame of this kind.
INLINE Set counting(const Sweep &t, const Outside &o) {
    u32 kind = t.counted_kind[o.slice * t.c.frames + o.frame];
    return kind == 255 ? nothing() : read_plain(t.counted, (u64)kind * t.c.places + place_of(t.c, o.outer));
}

// Notes newly decided positions: depth, number, first slot.
INLINE void record(const Sweep &t, const Outside &o, u32 side, const Set &x) {
    if (t.cells[side]) put_rows(t, side, o, x, t.code);
    if (t.tally) {
        Set counts = counting(t, o);
        counts.low &= x.low;
        counts.high &= x.high;
        u32 number = sum(count_ones(counts.low) + count_ones(counts.high));
        if (!number) return;
        add_to(&t.tally[2 * side], number);
        // A slot before these has mostly been noted already: what stands there only falls, so an old value of it
        // does no harm.
        if (o.block << 12 >= t.tally[2 * side + 1]) return;
        L64 low = select(some(counts.low), wide(low_row() << 6 | lowest(counts.low)), L64(~0ull));
        L64 high = select(some(counts.high), wide(high_row() << 6 | lowest(counts.high)), L64(~0ull));
        min_to(&t.tally[2 * side + 1], (o.block << 12) + least(select(low < high, low, high)));
    }
}

// The losses of a block that are there already, at the first ply: those after captures.
INLINE Set known_losses(const Sweep &t, const Outside &o, u32 side) {
    u64 rows = 0;
    if (t.lost_flags[side][o.flag_base + (o.outer >> 6)] >> (o.outer & 63) & 1) rows = t.lost_rows[side][o.block];
    return read_filled_rows(t.lost[side], o.block, rows);
}

// Over all blocks (WHOLE), with what comes in from outside; where depths of pawn moves or the fifty-move rule
// are looked at (DEPTHS), or results of pawn moves at most.
template <bool WHOLE, bool DEPTHS> INLINE void losses_of(const Sweep &t, u32 side, const Outside &o) {
    Set fresh = nothing();
    if (o.distinct) {
        Set open = read(t.open[side], o.block), from = open;
        if (!DEPTHS && t.pawn_unwon[side] && any_of(from)) {
            Set saved = read(t.pawn_unwon[side], o.block);
            if (WHOLE && (t.modes & FIRST) && !(t.modes & ANY_DEPTH)) {
                Set more = read(t.pawn_decided[side], o.block);
                saved.low |= more.low;
                saved.high |= more.high;
            }
            from.low &= ~saved.low;
            from.high &= ~saved.high;
        }
        if (any_of(from)) without_moves(t.c, o, side, t.unwon[1 - side], from);
        if (DEPTHS && t.pawn_cells[side] && any_of(from)) {
            Set saved = compared<true>(t.pawn_cells[side], o.block, t.code, t.modes & WIDE, from);
            from.low &= ~saved.low;
            from.high &= ~saved.high;
        }
        if (any_of(from)) {
            close(t, side, o, open, from);
            if (WHOLE && (t.modes & FIRST)) {
                // Without a move: mate if in check, which is where the other side may not move.
                Set safe = read(t.unwon[1 - side], o.block), free = all_distinct(o);
                safe.low &= free.low & from.low;
                safe.high &= free.high & from.high;
                if (!DEPTHS && (t.modes & ANY_DEPTH) && t.pawn_decided[side]) {
                    // Or lost, if it has pawn moves that lose.
                    Set losing = read(t.pawn_decided[side], o.block);
                    safe.low &= ~losing.low;
                    safe.high &= ~losing.high;
                }
                if (any_of(safe)) {
                    // Beside the wins after captures that wait there.
                    Set stuck = read(t.stuck[side], o.block);
                    stuck.low |= safe.low;
                    stuck.high |= safe.high;
                    write_rows(t.stuck[side], o.block, stuck, safe);
                }
                from.low &= ~safe.low;
                from.high &= ~safe.high;
            }
            if (any_of(from)) record(t, o, side, from);
            fresh = from;
        }
    }
    if (DEPTHS && WHOLE && (t.modes & CAPTURES)) captured(t, o, side, LOST, fresh);
    if (any_of(fresh)) {
        if (!DEPTHS && WHOLE && (t.modes & FIRST)) {
            Set known = known_losses(t, o, side);
            fresh.low |= known.low;
            fresh.high |= known.high;
        }
        write_noted(t.lost[side], o.block, fresh);
        set_to(&t.lost_rows[side][o.block], rows_of(fresh));
        set_flag(t, t.lost_flags[side], o);
    }
}

template <bool WHOLE, bool DEPTHS> INLINE void wins_of(const Sweep &t, u32 side, const Outside &o) {
    Set fresh = nothing();
    if (o.distinct) {
        Set open = read(t.open[side], o.block);
        if (!WHOLE || (t.modes & MOVES)) fresh = moves_into(t.c, o, side, t.lost[1 - side], t.lost_flags[1 - side], t.lost_rows[1 - side], open);
        if (DEPTHS && (t.modes & NOTED) && t.pawn_cells[side]) {
            u64 blocks = (u64)t.slices * t.c.frames * t.c.places;
            if (t.pawn_notes[side][(t.code >> 6 & 3) * blocks + o.block] >> (t.code & 63) & 1) {
                Set won = compared<false>(t.pawn_cells[side], o.block, t.code, t.modes & WIDE, open);
                fresh.low |= won.low;
                fresh.high |= won.high;
            }
        }
        if (!DEPTHS && WHOLE && (t.modes & PAWN_WINS) && t.pawn_unwon[side]) {
            Set unwon = read(t.pawn_unwon[side], o.block), decided = read(t.pawn_decided[side], o.block);
            fresh.low |= unwon.low & decided.low;
            fresh.high |= unwon.high & decided.high;
        }
        fresh.low &= open.low;
        fresh.high &= open.high;
        if (any_of(fresh)) {
            close(t, side, o, open, fresh);
            record(t, o, side, fresh);
        }
    }
    if (WHOLE && (t.modes & CAPTURES)) {
        if (DEPTHS) {
            captured(t, o, side, WON, fresh);
        } else {
            // They wait among the stalemates, where two men share a square.
            Set stuck = read(t.stuck[side], o.block), free = all_distinct(o);
            fresh.low |= stuck.low & ~free.low;
            fresh.high |= stuck.high & ~free.high;
        }
    }
    if (any_of(fresh)) {
        Set unwon = read(t.unwon[side], o.block);
        unwon.low &= ~fresh.low;
        unwon.high &= ~fresh.high;
        write_rows(t.unwon[side], o.block, unwon, fresh);
        set_flag(t, t.won_flags[side], o);
    }
}

// Over all blocks, with whatever comes in from outside; and over those that are listed, into which nothing
// does. They are kernels of their own because what comes in takes registers, as do depths.
#define OVER_ALL(one, depths) \
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits; \
    EACH(w, 2 * all) { \
        u32 side = w >= all; \
        Outside o = outside(t.c, t.pawns, side ? w - all : w); \
        if (is_stored(t.c, o.outer)) one<true, depths>(t, side, o); \
    }

#define OVER_LISTED(one, depths) \
    u32 listed = *t.listed; \
    EACH(w, listed) { \
        u32 item = t.list[w]; \
        one<false, depths>(t, item >> 31, outside(t.c, t.pawns, item & 0x7fffffff)); \
    }
