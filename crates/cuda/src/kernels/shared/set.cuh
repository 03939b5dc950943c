// Sets of 64 x 64 positions, one to a warp: lane r holds rows r and r + 32, a word of 64 columns each.
// What `Kernel` of the CPU's engine does, said for lanes.

struct Set { L64 low, high; };

INLINE L32 low_row() { return lane(); }
INLINE L32 high_row() { return lane() + 32u; }

// A word with the low or high row's square alone, and whether it is one of some squares.
INLINE L64 low_bit() { return wide(L32(1) << lane()); }
INLINE L64 high_bit() { return wide(L32(1) << lane()) << 32; }
INLINE LB low_in(u64 squares) { return is(L32((u32)squares) >> lane() & 1u, L32(1)); }
INLINE LB high_in(u64 squares) { return is(L32((u32)(squares >> 32)) >> lane() & 1u, L32(1)); }

INLINE bool any_of(const Set &x) { return any_of(some(x.low | x.high)); }

INLINE Set nothing() { Set x; x.low = 0; x.high = 0; return x; }

INLINE Set read_plain(const u64 *field, u64 block) {
    Set x;
    x.low = load(field, wide(low_row()) + block * 64);
    x.high = load(field, wide(high_row()) + block * 64);
    return x;
}

// One of the eight symmetries: files reflected (1), then ranks (2), then both exchanged (4).
template <class T> INLINE T image(T square, u32 g) {
    T s = square ^ ((g & 1) * 7u) ^ ((g >> 1 & 1) * 56u);
    if (g & 4) s = s >> 3 | (s & 7u) << 3;
    return s;
}

// The same where each lane has its own symmetry.
INLINE L32 image_each(L32 square, L32 g) {
    L32 s = square ^ (g & 1u) * 7u ^ (g >> 1 & 1u) * 56u;
    return select(is(g & 4u, L32(0)), s, s >> 3 | (s & 7u) << 3);
}

INLINE L64 exchange_files_and_ranks(L64 x) {
    L64 q = (x ^ (x >> 7)) & 0x00AA00AA00AA00AAull;
    x = x ^ q ^ (q << 7);
    q = (x ^ (x >> 14)) & 0x0000CCCC0000CCCCull;
    x = x ^ q ^ (q << 14);
    q = (x ^ (x >> 28)) & 0x00000000F0F0F0F0ull;
    return x ^ q ^ (q << 28);
}

// The words that hold a square where `x` holds its image.
INLINE L64 pull(L64 x, u32 g) {
    if (g & 4) x = exchange_files_and_ranks(x);
    if (g & 2) x = swap_bytes(x);
    if (g & 1) x = swap_bytes(reverse(x));
    return x;
}

INLINE L64 pull_each(L64 x, L32 g) {
    x = select(is(g & 4u, L32(0)), x, exchange_files_and_ranks(x));
    x = select(is(g & 2u, L32(0)), x, swap_bytes(x));
    return select(is(g & 1u, L32(0)), x, swap_bytes(reverse(x)));
}

// The rows that hold anything.
INLINE u64 rows_of(const Set &x) { return (u64)votes(some(x.high)) << 32 | votes(some(x.low)); }

// Such rows with their columns in place as well.
INLINE Set turned_back(Set x, u32 g) {
    if (g) { x.low = pull(x.low, g); x.high = pull(x.high, g); }
    return x;
}

// Rows and columns exchanged, of four quarters of 32 x 32. What a step exchanges between two lanes is half of
// each quarter: halves of two quarters travel together, because lanes exchange slower than they compute.
INLINE void transpose_step(L32 &left, L32 &right, u32 d, u32 clear) {
    LB upper = is(lane() & d, L32(d));
    L32 kept = select(upper, L32(~clear), L32(clear)), down = select(upper, L32(0), L32(d)), up = L32(d) - down;
    L32 other = exchange((left >> down & clear) | (right << up & ~clear), d);
    left = (left & kept) | (other << down & ~kept);
    right = (right & kept) | (other >> up & ~kept);
}
INLINE void transpose_quarters(L32 &left, L32 &right) {
    transpose_step(left, right, 16, 0x0000ffffu);
    transpose_step(left, right, 8, 0x00ff00ffu);
    transpose_step(left, right, 4, 0x0f0f0f0fu);
    transpose_step(left, right, 2, 0x33333333u);
    transpose_step(left, right, 1, 0x55555555u);
}
INLINE Set transpose(const Set &x) {
    L32 a = narrow(x.low), b = narrow(x.high), c = narrow(x.low >> 32), d = narrow(x.high >> 32);
    transpose_quarters(a, b);
    transpose_quarters(c, d);
    Set y;
    y.low = wide(a) | wide(b) << 32;
    y.high = wide(c) | wide(d) << 32;
    return y;
}

// From which squares a man has a move into `x`, over squares that are free.
const u64 NOT_A = 0xfefefefefefefefeull, NOT_H = 0x7f7f7f7f7f7f7f7full;
const u64 NOT_AB = 0xfcfcfcfcfcfcfcfcull, NOT_GH = 0x3f3f3f3f3f3f3f3full;

template <int D> INLINE L64 slide_up(L64 x, L64 free) {
    x = x | (free & x << D);
    free = free & free << D;
    x = x | (free & x << 2 * D);
    free = free & free << 2 * D;
    x = x | (free & x << 4 * D);
    return x << D;
}
template <int D> INLINE L64 slide_down(L64 x, L64 free) {
    x = x | (free & x >> D);
    free = free & free >> D;
    x = x | (free & x >> 2 * D);
    free = free & free >> 2 * D;
    x = x | (free & x >> 4 * D);
    return x >> D;
}
// Towards the h-file, by adding: a carry goes from square to square through those that are free and stops on the
// next. None leaves a rank, because nothing is carried through its last square.
INLINE L64 slide_to_h(L64 x, L64 free) {
    L64 first = x << 1 & NOT_A, through = free & NOT_H;
    return ((through + (first & through)) ^ through) | first;
}
INLINE L64 rook(L64 x, L64 free) {
    return slide_up<8>(x, free) | slide_down<8>(x, free)
        | slide_to_h(x, free) | (slide_down<1>(x, free & NOT_H) & NOT_H);
}
INLINE L64 bishop(L64 x, L64 free) {
    return (slide_up<9>(x, free & NOT_A) & NOT_A) | (slide_up<7>(x, free & NOT_H) & NOT_H)
        | (slide_down<9>(x, free & NOT_H) & NOT_H) | (slide_down<7>(x, free & NOT_A) & NOT_A);
}
INLINE L64 knight(L64 x) {
    L64 near = (x >> 1 & NOT_H) | (x << 1 & NOT_A), far = (x >> 2 & NOT_GH) | (x << 2 & NOT_AB);
    return near << 16 | near >> 16 | far << 8 | far >> 8;
}
INLINE L64 king(L64 x) {
    L64 aside = (x >> 1 & NOT_H) | (x << 1 & NOT_A), row = aside | x;
    return aside | row << 8 | row >> 8;
}

enum Role { KNIGHT, BISHOP, ROOK, QUEEN, KING };

INLINE L64 moves(u32 role, L64 x, L64 free) {
    if (role == KNIGHT) return knight(x);
    if (role == KING) return king(x);
    if (role == ROOK) return rook(x, free);
    if (role == BISHOP) return bishop(x, free);
    return rook(x, free) | bishop(x, free);
}

// The column man's moves into a set, and the row man's; a slider is stopped by the men outside and by
// the other man of the block.
INLINE Set column_moves(u32 role, const Set &x, u64 occupied) {
    Set y;
    y.low = moves(role, x.low, ~(low_bit() | occupied));
    y.high = moves(role, x.high, ~(high_bit() | occupied));
    return y;
}
INLINE Set row_moves(u32 role, const Set &x, u64 occupied) {
    return transpose(column_moves(role, transpose(x), occupied));
}

// The positions in which neither man of the block stands on these squares.
INLINE Set off(const Set &x, u64 squares) {
    Set y;
    y.low = select(low_in(squares), L64(0), x.low & ~squares);
    y.high = select(high_in(squares), L64(0), x.high & ~squares);
    return y;
}
