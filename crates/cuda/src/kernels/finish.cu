// The end of a slice: what the sweeps worked on becomes results in two bits, unwon in place of the unwon
// positions and decided in place of the open ones.
//
// Its plain twin is nimzo-retro's sweep/solve/finish.rs.

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
            // Positions that are drawn get the code; those that do not exist keep 0.
            for (u32 row = 0; row < 64; row++) {
                u64 places = from_lane(row < 32 ? unwon.low & ~decided.low : unwon.high & ~decided.high, row & 31);
                if (!places) continue;
                if (t.modes & WIDE) put_row((u16 *)t.cells[side], o.block * 64 + row, places, t.code);
                else put_row((u8 *)t.cells[side], o.block * 64 + row, places, t.code);
            }
        }
        write(t.unwon[side], o.block, unwon);
        write(t.open[side], o.block, decided);
    }
}

// Depths in a byte become depths in two: losses count from below, wins from above.
struct Widening { const u8 *from; u16 *to; u64 cells; };

KERNEL(widen, Widening) {
    EACH(w, t.cells / 32) {
        L32 code = bytes(load(t.from, wide(lane()) + w * 32));
        L32 wide_code = select(below(code, L32(0x80)), code, select(is(code, L32(0x80)), L32(0x8000), code | 0xff00u));
        store(t.to, wide(lane()) + w * 32, cells16(wide_code));
    }
}
