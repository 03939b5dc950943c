// Children with a folded pair in the parent's block are those of six men, too many for a test to solve: here are
// some of them with bits at random.

// Where what fold.cu sees of them differs from what is read one by one, in so many positions.
extern "C" u64 unequal_pairs() {
    u64 state = 1, unequal = 0, filled = 0;
    // Numbers at random: Knuth's MMIX generator, of which the high bits are good.
    auto chance = [&](u64 below) { return (state = state * 6364136223846793005ull + 1442695040888963407ull) / 0x100000000ull % below; };
    const u32 places = 2080, frames = 2;
    static u64 unwon[places * 64 * frames], decided[places * 64 * frames];
    static u32 found[64 * 64];
    for (u64 &word : unwon) word = chance(1ull << 32) << 32 | chance(1ull << 32);
    for (u64 &word : decided) word = chance(1ull << 32) << 32 | chance(1ull << 32);
    for (u32 trial = 0; trial < 64; trial++) {
        for (u32 &kings : found) kings = chance(16) ? (u32)(chance(frames) | chance(8) << 16) : ~0u;
        bool exchanged = chance(2);
        // The kings and another man outside the block, the pair in it, and the man that was promoted.
        u32 kinds[6] = {ON_OUTSIDE, ON_OUTSIDE, ON_ROW, ON_COLUMN, ON_OUTSIDE, ON_FIXED};
        u64 squares[6] = {0, 1, 0, 0, 2, chance(64)};
        if (exchanged) { kinds[2] = ON_COLUMN; kinds[3] = ON_ROW; }
        View v = {};
        v.unwon = unwon;
        v.decided = decided;
        v.found = found;
        v.men = 6;
        v.outer_men = 2;
        v.folded = 1;
        v.places = places;
        v.kings = 2;
        v.reflection = (u32)chance(4);
        for (u32 man = 0; man < 6; man++) {
            v.kinds |= kinds[man] << 4 * man;
            v.squares |= squares[man] << 8 * man;
        }
        Outside o = {};
        o.squares = (u32)(chance(64) | chance(64) << 8 | chance(64) << 16);
        o.occupied = 1ull << chance(64) | 1ull << chance(64) | 1ull << chance(64);
        o.distinct = true;
        Set where = all_distinct(o);
        Codes one = codes_of_pair(v, o, where), other = codes(v, o, where);
        L64 differs = (one.unwon.low ^ other.unwon.low) | (one.unwon.high ^ other.unwon.high)
            | (one.decided.low ^ other.decided.low) | (one.decided.high ^ other.decided.high);
        unequal += sum(count_ones(differs));
        filled += sum(count_ones(one.unwon.low) + count_ones(one.decided.high));
    }
    // Where nothing was seen, nothing was compared.
    return filled ? unequal : ~0ull;
}
