// The start of a slice whose depths are asked for, and what comes in later from outside it: values after
// captures at their own depths to mate, and the best pawn moves.
//
// Its plain twin is nimzo-retro's sweep/solve/start.rs and sweep/solve/passes.rs.

// Writes what captures of men of `side` lead to where the men of a capture share a square; such positions are
// not won so far.
template <class Cell> INLINE Notes take_captures(const Sweep &t, const Outside &o, u32 side, Set &unwon) {
    Notes notes = no_notes();
    Cell *cells = (Cell *)t.incoming[side];
    u32 first = t.edge_start[4 * o.slice + side], end = t.edge_start[4 * o.slice + side + 1];
    for (u32 i = first; i < end; i++) {
        const Edge &e = t.edges[i];
        Set where = part_of(e, o);
        if (!any_of(where)) continue;
        if (!any_of(some((where.low & (where.low - 1ull)) | (where.high & (where.high - 1ull))))) {
            // At most one column of each row: a lane to a row.
            for (u32 half = 0; half < 2; half++) {
                L64 word = half ? where.high : where.low;
                L32 row = half ? high_row() : low_row(), column = lowest(word);
                L32 code = child_codes<Cell>(e.view, e.step, t.spoilt, slots(e.view, o, row, column), some(word));
                LB legal = !is(code, L32(0));
                store_if(legal, cells, wide(row << 6 | column) + (o.block << 12), cells_of<Cell>(code));
                L64 found = select(legal, bit(column), L64(0));
                if (half) unwon.high |= found; else unwon.low |= found;
                note<Cell>(notes, code);
            }
            continue;
        }
        Lines l = lines(e.view, o);
        if (!l.run.there) continue;
        for (u64 rows = rows_of(where); rows; rows &= rows - 1) {
            u32 row = lowest_of(rows), found[2];
            u64 wanted = from_lane(row < 32 ? where.low : where.high, row & 31);
            UNROLL for (u32 half = 0; half < 2; half++) {
                L32 column = lane() + half * 32u;
                LB here = some(bit_of(L64(wanted), column));
                L32 code = child_codes<Cell>(e.view, e.step, t.spoilt, slots_in_row(e.view, o, l, row, half), here);
                LB legal = !is(code, L32(0));
                store_if(legal, cells, wide(column) + ((o.block << 12) + (row << 6)), cells_of<Cell>(code));
                found[half] = votes(legal);
                note<Cell>(notes, code);
            }
            L64 word = L64((u64)found[1] << 32 | found[0]);
            unwon.low |= select(is(low_row(), L32(row)), word, L64(0));
            unwon.high |= select(is(high_row(), L32(row)), word, L64(0));
        }
    }
    return notes;
}

// Codes after a double step when the enemy may also take en passant. A stalemate is none if he can, and he
// must when he has nothing else.
template <class Cell> INLINE L32 with_en_passant(const Sweep &t, const Outside &o, const Edge &e, u32 row, L32 column, const Slots &s, L32 code) {
    LB legal = !is(code, L32(0)), stuck = is(code, L32(Coding<Cell>::HALF));
    stuck = e.view.stuck ? stuck & some(slot_bit(e.view.stuck, s.slot, stuck)) : is(L32(0), L32(1));
    for (u32 i = 0; i < e.answers; i++) {
        const Edge &taking = t.edges[e.en_passant + i];
        Slots taken = slots(taking.view, o, L32(row), column);
        L32 value = before<Cell>(child_codes<Cell>(taking.view, taking.step, t.spoilt, taken, legal), taking.step);
        LB can = !is(value, L32(0));
        code = select(can & stuck, value, select(can, greater(code, value), code));
        stuck = stuck & !can;
    }
    return code;
}

// Writes what the best pawn move of `side` is worth.
template <class Cell> INLINE Notes fold_pawn_moves(const Sweep &t, const Outside &o, u32 side, const Set &open) {
    Notes notes = no_notes();
    Cell *cells = (Cell *)t.pawn_cells[side];
    clear_block(cells, o.block);
    if (!o.distinct) return notes;
    u32 first = t.edge_start[4 * o.slice + 2 + side], end = t.edge_start[4 * o.slice + 3 + side];
    for (u32 i = first; i < end; i++) {
        const Edge &e = t.edges[i];
        Set where = part_of(e, o);
        where.low &= open.low;
        where.high &= open.high;
        Lines l = lines(e.view, o);
        if (!l.run.there) continue;
        for (u64 rows = rows_of(where); rows; rows &= rows - 1) {
            u32 row = lowest_of(rows);
            u64 wanted = from_lane(row < 32 ? where.low : where.high, row & 31);
            UNROLL for (u32 half = 0; half < 2; half++) {
                L32 column = lane() + half * 32u;
                LB here = some(bit_of(L64(wanted), column));
                Slots s = slots_in_row(e.view, o, l, row, half);
                L32 code = child_codes<Cell>(e.view, e.step, t.spoilt, s, here);
                if (e.answers) code = with_en_passant<Cell>(t, o, e, row, column, s, code);
                code = before<Cell>(code, e.step);
                L64 at = wide(column) + ((o.block << 12) + (row << 6));
                L32 best = numbers(load_if(here, (const Cell *)cells, at));
                store_if(below(best, code), cells, at, cells_of<Cell>(code));
            }
        }
    }
    // A lane has the same columns of every row, above and here.
    for (u64 rows = rows_of(open); rows; rows &= rows - 1) {
        u32 row = lowest_of(rows);
        L64 at = wide(lane()) + ((o.block << 12) + (row << 6));
        note<Cell>(notes, numbers(load((const Cell *)cells, at)));
        note<Cell>(notes, numbers(load((const Cell *)cells, at + 32ull)));
    }
    return notes;
}

template <class Cell> INLINE void start_with_depths(const Sweep &t) {
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits, blocks = (u64)t.slices * t.c.frames * t.c.places;
    EACH(w, 2 * all) {
        u32 side = w >= all;
        Outside o = outside(t.c, t.pawns, side ? w - all : w);
        if (!is_stored(t.c, o.outer)) continue;
        Set open = legal(t.c, o, side, t.pawns), unwon = open;
        if (t.incoming[side]) {
            clear_block((Cell *)t.incoming[side], o.block);
            Notes notes = take_captures<Cell>(t, o, side, unwon);
            keep_notes(t.capture_notes[side], blocks, o.block, notes, t.arriving + 4 * side, t.arriving + 16);
        } else {
            Codes taken = after_captures(t, o, side);
            unwon.low |= taken.unwon.low | taken.decided.low;
            unwon.high |= taken.unwon.high | taken.decided.high;
        }
        write(t.open[side], o.block, open);
        write(t.unwon[side], o.block, unwon);
        write(t.stuck[side], o.block, nothing());
        if (any_of(open)) or_to(&t.alive[side][o.flag_base + (o.outer >> 6)], 1ull << (o.outer & 63));
        if (t.pawn_cells[side]) {
            Notes notes = fold_pawn_moves<Cell>(t, o, side, open);
            keep_notes(t.pawn_notes[side], blocks, o.block, notes, t.arriving + 8 + 4 * side, t.arriving + 16);
        }
    }
}

KERNEL(start_narrow, Sweep) { start_with_depths<u8>(t); }
KERNEL(start_wide, Sweep) { start_with_depths<u16>(t); }

// The blocks of 32 numbers, a lane each, that are stored and have a code by their notes.
INLINE u32 noted_among(const Sweep &t, u64 first, const u64 *planes) {
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits, blocks = (u64)t.slices * t.c.frames * t.c.places;
    L64 number = wide(lane()) + first;
    LB here = number < L64(all);
    L32 frame = narrow(number >> t.c.outer_bits), outer = narrow(number) & (t.c.outers - 1);
    if (t.c.folded) here = here & !below(outer & 63u, outer >> 6);
    return votes(noted_in(planes, blocks, wide(frame) * (u64)t.c.places + wide(place_of(t.c, outer)), t.code, here));
}

// Takes in the values after captures that are lost, or won, in as many plies as this pass.
template <bool WON> INLINE void arrivals(const Sweep &t) {
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits, warps = (all + 31) / 32;
    EACH(w, 2 * warps) {
        u32 side = w >= warps;
        u64 first = (side ? w - warps : w) * 32;
        u32 found = noted_among(t, first, t.capture_notes[side]);
        while (found) {
            Outside o = outside(t.c, t.pawns, first + next(found));
            Set everything;
            everything.low = ~0ull;
            everything.high = ~0ull;
            Set x = compared<false>(t.incoming[side], o.block, t.code, t.modes & WIDE, everything);
            if (!any_of(x)) continue;
            if (WON) {
                Set unwon = read_rows(t.unwon[side], o.block, 0, some(x.low), some(x.high));
                unwon.low &= ~x.low;
                unwon.high &= ~x.high;
                write_rows(t.unwon[side], o.block, unwon, x);
                set_flag(t, t.won_flags[side], o);
                continue;
            }
            u64 known = 0;
            if (t.lost_flags[side][o.flag_base + (o.outer >> 6)] >> (o.outer & 63) & 1) known = t.lost_rows[side][o.block];
            Set lost = read_filled_rows(t.lost[side], o.block, known & rows_of(x));
            lost.low |= x.low;
            lost.high |= x.high;
            write_rows(t.lost[side], o.block, lost, x);
            set_to(&t.lost_rows[side][o.block], known | rows_of(x));
            set_flag(t, t.lost_flags[side], o);
        }
    }
}

KERNEL(lost_arrivals, Sweep) { arrivals<false>(t); }
KERNEL(won_arrivals, Sweep) { arrivals<true>(t); }

// Flags the blocks in which the best pawn move of some position has the code of this pass.
KERNEL(noted, Sweep) {
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits, warps = (all + 63) / 64;
    EACH(w, 2 * warps) {
        u32 side = w >= warps;
        if (!t.pawn_cells[side]) continue;
        u64 first = (side ? w - warps : w) * 64;
        u32 low = noted_among(t, first, t.pawn_notes[side]), high = noted_among(t, first + 32, t.pawn_notes[side]);
        if (t.c.outer_men) {
            set_to(&t.noted[side][first >> 6], (u64)high << 32 | low);
            continue;
        }
        // A word of flags to each frame.
        store_if(wide(lane()) + first < L64(all), t.noted[side], wide(lane()) + first, wide(L32(low) >> lane() & 1u));
        store_if(wide(lane()) + (first + 32) < L64(all), t.noted[side], wide(lane()) + (first + 32), wide(L32(high) >> lane() & 1u));
    }
}

// The passes of pass.cuh where depths of pawn moves or the fifty-move rule are looked at.
KERNEL(losses_by_depth_over_all, Sweep) { OVER_ALL(losses_of, true) }
KERNEL(wins_by_depth_over_all, Sweep) { OVER_ALL(wins_of, true) }
KERNEL(losses_by_depth, Sweep) { OVER_LISTED(losses_of, true) }
KERNEL(wins_by_depth, Sweep) { OVER_LISTED(wins_of, true) }
