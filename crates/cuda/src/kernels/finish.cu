// The end of a slice: what the sweeps worked on becomes results in two bits, unwon in place of the unwon
// positions and decided in place of the open ones.
//
// Its plain twin is nimzo-retro's sweep/solve/finish.rs.

// Adds up the positions that count: won, drawn and lost.
INLINE void count_results(const Sweep &t, const Outside &o, u32 side, const Set &unwon, const Set &decided) {
    Set counts = counting(t, o);
    u32 won = sum(count_ones(counts.low & decided.low & ~unwon.low) + count_ones(counts.high & decided.high & ~unwon.high));
    u32 drawn = sum(count_ones(counts.low & unwon.low & ~decided.low) + count_ones(counts.high & unwon.high & ~decided.high));
    u32 lost = sum(count_ones(counts.low & unwon.low & decided.low) + count_ones(counts.high & unwon.high & decided.high));
    if (won) add_to(&t.totals[3 * side], won);
    if (drawn) add_to(&t.totals[3 * side + 1], drawn);
    if (lost) add_to(&t.totals[3 * side + 2], lost);
}

KERNEL(finish, Sweep) {
    u64 all = (u64)t.slices * t.c.frames << t.c.outer_bits;
    EACH(w, 2 * all) {
        u32 side = w >= all;
        Outside o = outside(t.c, t.pawns, side ? w - all : w);
        if (!is_stored(t.c, o.outer)) continue;
        Set possible = legal(t.c, o, side, t.pawns), open = read(t.open[side], o.block);
        Set stuck = read(t.stuck[side], o.block), unwon = read(t.unwon[side], o.block), decided;
        unwon.low &= possible.low;
        unwon.high &= possible.high;
        decided.low = possible.low & ~(open.low | stuck.low);
        decided.high = possible.high & ~(open.high | stuck.high);
        if (t.cells[side]) {
            // Positions that are drawn get the code. Those that do not exist keep 0, or get it where they held
            // what captures lead to.
            Set drawn, absent = nothing();
            drawn.low = unwon.low & ~decided.low;
            drawn.high = unwon.high & ~decided.high;
            if (t.modes & MATE) {
                absent.low = ~possible.low;
                absent.high = ~possible.high;
            }
            put_rows(t, side, o, drawn, t.code);
            put_rows(t, side, o, absent, 0);
        }
        if (t.stands[side]) {
            Set late = read(t.stands[side], o.block);
            late.low = decided.low & ~late.low;
            late.high = decided.high & ~late.high;
            write(t.stands[side], o.block, late);
        }
        if (t.totals) count_results(t, o, side, unwon, decided);
        write(t.unwon[side], o.block, unwon);
        write(t.open[side], o.block, decided);
    }
}

// Depths in a byte become depths in two: losses count from below, wins from above.
struct Widening { const u8 *from; u16 *to; u64 cells; };

KERNEL(widen, Widening) {
    EACH(w, t.cells / 32) {
        L32 code = bytes(load(t.from, wide(lane()) + w * 32));
        store(t.to, wide(lane()) + w * 32, cells_of<u16>(widened(code)));
    }
}
