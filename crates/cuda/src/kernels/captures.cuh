// What captures bring into the blocks of a slice, as results.
//
// Its plain twin is `add_results` of nimzo-retro's sweep/children/captures.rs.

// What is left after captures of men of `side`: adds the results that `result` asks for; by the fifty-move
// rule (RULED) those that stand under it, or in the mode SPOILT those that do not.
template <bool RULED> INLINE void captured(const Sweep &t, const Outside &o, u32 side, u32 result, Set &out) {
    u32 first = t.edge_start[4 * o.slice + side], end = t.edge_start[4 * o.slice + side + 1];
    for (u32 i = first; i < end; i++) {
        const Edge &e = t.edges[i];
        Set where = part_of(e, o);
        if (!any_of(where)) continue;
        Codes c = codes(e.view, o, where);
        if (RULED && t.spoilt && result != LEGAL) {
            Set stands = standing_results(e.view, o, where);
            bool spoilt = t.modes & SPOILT;
            c.decided.low &= spoilt ? ~stands.low : stands.low;
            c.decided.high &= spoilt ? ~stands.high : stands.high;
        }
        if (result == LEGAL) {
            out.low |= c.unwon.low | c.decided.low;
            out.high |= c.unwon.high | c.decided.high;
        } else if (result == WON) {
            out.low |= c.decided.low & ~c.unwon.low;
            out.high |= c.decided.high & ~c.unwon.high;
        } else {
            out.low |= c.decided.low & c.unwon.low;
            out.high |= c.decided.high & c.unwon.high;
        }
    }
}
