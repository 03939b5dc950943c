// Which positions of a block are legal. The same as `legality` of the CPU's engine's geometry.

// The positions in which a man stands on one of these squares. Men of the frame stand still.
INLINE Set standing(const Class &c, const Outside &o, u32 man, u64 squares) {
    Set x = nothing();
    if (man + 2 < c.men) {
        if (squares >> square_of(o, man) & 1) { x.low = ~0ull; x.high = ~0ull; }
    } else if (man + 2 == c.men) {
        x.low = select(low_in(squares), L64(~0ull), L64(0));
        x.high = select(high_in(squares), L64(~0ull), L64(0));
    } else {
        x.low = squares;
        x.high = squares;
    }
    return x;
}

// The squares that pawns attack.
INLINE u64 pawn_attacks(u64 pawns, u32 side) {
    u64 ahead = side ? pawns >> 8 : pawns << 8;
    return (ahead & NOT_A) >> 1 | (ahead & NOT_H) << 1;
}

// The positions in which men of `side` attack the enemy king.
INLINE Set attacked(const Class &c, const Outside &o, u32 side, const u64 *pawns) {
    u32 king = 1 - side;
    bool outside_king = king + 2 < c.men;
    Set out = standing(c, o, king, pawn_attacks(pawns[2 * o.slice + side], side));
    for (u32 man = 0; man < c.men; man++) {
        if (side_of(c, man) != side || (man < 2 && c.men > 3)) continue;
        u32 role = role_of(c, man);
        if (man + 2 >= c.men) {
            // The man on the king's square: its moves backwards from there.
            Set on_king;
            if (outside_king) {
                on_king = standing(c, o, man, 1ull << square_of(o, king));
            } else {
                on_king.low = low_bit();
                on_king.high = high_bit();
            }
            Set x = man + 1 == c.men ? column_moves(role, on_king, o.occupied) : row_moves(role, on_king, o.occupied);
            out.low |= x.low;
            out.high |= x.high;
            continue;
        }
        u32 from = square_of(o, man);
        u64 targets = c.board->attacks[role * 64 + from];
        if (outside_king) targets &= 1ull << square_of(o, king);
        while (targets) {
            u32 to = next(targets);
            u64 between = c.board->between[from * 64 + to];
            if (between & o.occupied) continue;
            Set x = off(standing(c, o, king, 1ull << to), between);
            out.low |= x.low;
            out.high |= x.high;
        }
    }
    return out;
}

// The legal positions with `side` to move.
INLINE Set legal(const Class &c, const Outside &o, u32 side, const u64 *pawns) {
    Set x = all_distinct(o);
    if (!o.distinct) return x;
    Set y = attacked(c, o, side, pawns);
    x.low &= ~y.low;
    x.high &= ~y.high;
    return x;
}
