// Depths as codes, one or two bytes a position. With `half` the middle of the range, 0 is "no legal
// position", 1 + n a loss in n units, half a draw and 2 half - n a win in n units, so that the best move is a
// maximum. The same as `Code` and `Presence` of the CPU's engine (nimzo-retro's sweep/codes.rs and
// sweep/solve/incoming_codes.rs).

template <class Cell> struct Coding;
template <> struct Coding<u8> {
    static constexpr u32 HALF = 0x80, IN_WORD = 8;
    static constexpr u64 ONES = 0x0101010101010101ull, GATHER = 0x0102040810204080ull;
};
template <> struct Coding<u16> {
    static constexpr u32 HALF = 0x8000, IN_WORD = 4;
    static constexpr u64 ONES = 0x0001000100010001ull, GATHER = 0x1000200040008000ull;
};

// A code of a byte as one of two bytes: losses count from below, wins from above.
INLINE L32 widened(L32 code) {
    return select(below(code, L32(0x80)), code, select(is(code, L32(0x80)), L32(0x8000), code | 0xff00u));
}

// The highest bits of the cells of a word, side by side.
template <class Cell> INLINE L64 gathered(L64 word) {
    return (word >> (8 * (u32)sizeof(Cell) - 1) & Coding<Cell>::ONES) * Coding<Cell>::GATHER >> (64 - Coding<Cell>::IN_WORD);
}

// Which cells of a word hold a code, or a greater one; no code is the greatest there is.
template <class Cell> INLINE L64 equal_in(L64 word, u32 code) {
    const u64 high = Coding<Cell>::ONES << (8 * sizeof(Cell) - 1), low = ~high;
    L64 x = word ^ Coding<Cell>::ONES * code;
    return gathered<Cell>(~(((x & low) + low) | x | low));
}
template <class Cell> INLINE L64 above_in(L64 word, u32 code) {
    const u64 high = Coding<Cell>::ONES << (8 * sizeof(Cell) - 1), least = Coding<Cell>::ONES * (code + 1);
    L64 reached = (word | high) - (least & ~high);
    return gathered<Cell>((word & ~least) | (~(word ^ least) & reached));
}

template <class Cell, bool ABOVE> INLINE L64 row_compared(const void *cells, L64 row, u32 code, LB wanted) {
    const u32 words = 64 / Coding<Cell>::IN_WORD;
    L64 out = L64(0);
    UNROLL for (u32 k = 0; k < words; k++) {
        L64 word = load_if(wanted, (const u64 *)cells, row * (u64)words + (u64)k);
        out |= (ABOVE ? above_in<Cell>(word, code) : equal_in<Cell>(word, code)) << (k * Coding<Cell>::IN_WORD);
    }
    return select(wanted, out, L64(0));
}

// Where the cells of a block hold a code, or a greater one; rows that are empty in `wanted` are left out.
template <bool ABOVE> INLINE Set compared(const void *cells, u64 block, u32 code, bool is_wide, const Set &wanted) {
    Set x;
    L64 low = wide(low_row()) + block * 64, high = wide(high_row()) + block * 64;
    LB lows = some(wanted.low), highs = some(wanted.high);
    if (is_wide) {
        x.low = row_compared<u16, ABOVE>(cells, low, code, lows);
        x.high = row_compared<u16, ABOVE>(cells, high, code, highs);
    } else {
        x.low = row_compared<u8, ABOVE>(cells, low, code, lows);
        x.high = row_compared<u8, ABOVE>(cells, high, code, highs);
    }
    return x;
}

// Fills a block with "no legal position".
template <class Cell> INLINE void clear_block(Cell *cells, u64 block) {
    for (u32 k = 0; k < 64 * 64 / 32 / Coding<Cell>::IN_WORD; k++)
        store((u64 *)cells, wide(lane()) + (block * (64 * 64 / Coding<Cell>::IN_WORD) + k * 32), L64(0));
    whole_warp_here();
}

// How the value of a child passes back: counted in moves of the winner, in plies, or anew from its result
// without or with the fifty-move rule.
enum Step { BY_RESULT, BY_MOVES, BY_PLIES, BY_RULE };

// Codes of a child, as the side to move there has them. A win that the fifty-move rule spoils counts as one in
// `spoilt` plies.
template <class Cell> INLINE L32 child_codes(const View &v, u32 step, u32 spoilt, const Slots &s, LB wanted) {
    const u32 half = Coding<Cell>::HALF;
    LB there = s.there & wanted;
    if (step == BY_MOVES || step == BY_PLIES) {
        if (v.wide) return numbers(load_if(there, (const u16 *)v.cells, s.slot));
        L32 code = numbers(load_if(there, (const u8 *)v.cells, s.slot));
        return sizeof(Cell) == 1 ? code : widened(code);
    }
    LB unwon = some(slot_bit(v.unwon, s.slot, there)), decided = some(slot_bit(v.decided, s.slot, there));
    L32 units = L32(1);
    if (step == BY_RULE) units = select(some(slot_bit(v.stands, s.slot, there)), units, L32(spoilt));
    L32 lost_or_drawn = select(decided, units + 1u, L32(half));
    return select(unwon, lost_or_drawn, select(decided, L32(2 * half) - units, L32(0)));
}

// The same as they are worth to who moves into the child; "no legal position" stays that.
template <class Cell> INLINE L32 before(L32 code, u32 step) {
    const u32 half = Coding<Cell>::HALF;
    LB won = below(L32(half), code);
    L32 more = select(won, L32(step == BY_PLIES ? 2 : 1), L32(0));
    if (step == BY_RESULT || step == BY_RULE) more = select(is(code, L32(0)) | is(code, L32(half)), L32(0), L32(1));
    return (L32(0) - code + more) & (2 * half - 1);
}

// Which codes occur in a block, by their last eight bits, and the most units among them.
struct Notes { L64 words[4]; L32 deepest; };

INLINE Notes no_notes() {
    Notes n;
    UNROLL for (u32 k = 0; k < 4; k++) n.words[k] = L64(0);
    n.deepest = L32(0);
    return n;
}

template <class Cell> INLINE void note(Notes &n, L32 code) {
    const u32 half = Coding<Cell>::HALF;
    L64 place = select(is(code, L32(0)), L64(0), bit(code & 63u));
    UNROLL for (u32 k = 0; k < 4; k++) n.words[k] |= select(is(code >> 6 & 3u, L32(k)), place, L64(0));
    L32 units = select(below(L32(half), code), L32(2 * half) - code, code - 1u);
    units = select(is(code, L32(0)) | is(code, L32(half)), L32(0), units);
    n.deepest = greater(n.deepest, units);
}

// Keeps the notes of a block: a plane of words for each quarter of the codes; and, in `all`, those of all
// blocks together and the deepest.
INLINE void keep_notes(u64 *planes, u64 blocks, u64 block, const Notes &n, u64 *all, u64 *deepest) {
    UNROLL for (u32 k = 0; k < 4; k++) {
        u64 word = together(n.words[k]);
        set_to(&planes[k * blocks + block], word);
        if (word & ~all[k]) or_to(&all[k], word);
    }
    u64 most = greatest(n.deepest);
    if (most > *deepest) max_to(deepest, most);
}

// The lanes whose blocks have a code, by their notes.
INLINE LB noted_in(const u64 *planes, u64 blocks, L64 block, u32 code, LB here) {
    return some(bit_of(load_if(here, planes, block + (code >> 6 & 3) * blocks), L32(code & 63)));
}

// A child seen along the rows of a block: the row man stands on a square, a lane has two squares of the
// column man.
struct Lines { bool running; Run run; L64 first, second; };

INLINE Lines lines(const View &v, const Outside &o) {
    Lines l;
    l.running = runs(v);
    l.run.there = true;
    if (l.running) {
        l.run = run_of(v, o);
        if (l.run.there) {
            l.first = along(v, l.run, low_row(), l.run.column_shift) + l.run.base;
            l.second = along(v, l.run, high_row(), l.run.column_shift) + l.run.base;
        }
    }
    return l;
}

INLINE Slots slots_in_row(const View &v, const Outside &o, const Lines &l, u32 row, bool high) {
    if (!l.running) return slots(v, o, L32(row), high ? high_row() : low_row());
    Slots s;
    s.slot = (high ? l.second : l.first) + along_one(v, l.run, row, l.run.row_shift);
    s.there = is(L32(0), L32(0));
    return s;
}
