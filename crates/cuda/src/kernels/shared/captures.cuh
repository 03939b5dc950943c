// What captures bring into the blocks of a slice, as results.
//
// Its plain twin is `add_results` of nimzo-retro's sweep/children/captures.rs.

// What captures of men of `side` lead to, wherever the two men of one share a square.
INLINE Codes after_captures(const Sweep &t, const Outside &o, u32 side) {
    Codes all;
    all.unwon = nothing();
    all.decided = nothing();
    u32 first = t.edge_start[4 * o.slice + side], end = t.edge_start[4 * o.slice + side + 1];
    for (u32 i = first; i < end; i++) {
        const Edge &e = t.edges[i];
        Set where = part_of(e, o);
        if (!any_of(where)) continue;
        Codes c = codes(e.view, o, where);
        all.unwon.low |= c.unwon.low;
        all.unwon.high |= c.unwon.high;
        all.decided.low |= c.decided.low;
        all.decided.high |= c.decided.high;
    }
    return all;
}

// Adds the results after captures of men of `side` that `result` asks for: by the fifty-move rule those that
// stand under it, or in the mode SPOILT those that do not.
INLINE void captured(const Sweep &t, const Outside &o, u32 side, u32 result, Set &out) {
    u32 first = t.edge_start[4 * o.slice + side], end = t.edge_start[4 * o.slice + side + 1];
    for (u32 i = first; i < end; i++) {
        const Edge &e = t.edges[i];
        Set where = part_of(e, o);
        if (!any_of(where)) continue;
        Codes c = codes(e.view, o, where);
        if (t.spoilt) {
            Set stands = standing_results(e.view, o, where);
            bool spoilt = t.modes & SPOILT;
            c.decided.low &= spoilt ? ~stands.low : stands.low;
            c.decided.high &= spoilt ? ~stands.high : stands.high;
        }
        if (result == WON) {
            out.low |= c.decided.low & ~c.unwon.low;
            out.high |= c.decided.high & ~c.unwon.high;
        } else {
            out.low |= c.decided.low & c.unwon.low;
            out.high |= c.decided.high & c.unwon.high;
        }
    }
}
