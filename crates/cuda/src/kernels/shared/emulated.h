// Lane values without a card: 32 numbers side by side. Included by lanes.cuh.
#pragma once

template <class T> struct Lanes {
    T v[32];
    Lanes() {}
    Lanes(T x) { for (int i = 0; i < 32; i++) v[i] = x; }
};

typedef Lanes<u64> L64;
typedef Lanes<u32> L32;
typedef Lanes<bool> LB;

#define INLINE static inline
#define KERNEL(name, Args) extern "C" void name(const Args &t)
#define EACH(w, count) for (u64 w = 0; w < (count); w++)
#define UNROLL

// A lane by lane operation.
#define LANE_BY_LANE(type, value) { type r; for (int i = 0; i < 32; i++) r.v[i] = (value); return r; }
#define OPERATOR(op) \
    template <class T> static inline Lanes<T> operator op(const Lanes<T> &x, const Lanes<T> &y) LANE_BY_LANE(Lanes<T>, (T)(x.v[i] op y.v[i])) \
    template <class T, class N> static inline Lanes<T> operator op(const Lanes<T> &x, N y) LANE_BY_LANE(Lanes<T>, (T)(x.v[i] op (T)y)) \
    template <class T> static inline Lanes<T> operator op(T x, const Lanes<T> &y) LANE_BY_LANE(Lanes<T>, (T)(x op y.v[i]))
OPERATOR(&) OPERATOR(|) OPERATOR(^) OPERATOR(+) OPERATOR(-) OPERATOR(*)
#define SHIFT(op) \
    template <class T> static inline Lanes<T> operator op(const Lanes<T> &x, const L32 &y) LANE_BY_LANE(Lanes<T>, (T)(x.v[i] op y.v[i])) \
    template <class T> static inline Lanes<T> operator op(const Lanes<T> &x, u32 y) LANE_BY_LANE(Lanes<T>, (T)(x.v[i] op y)) \
    template <class T> static inline Lanes<T> operator op(const Lanes<T> &x, int y) LANE_BY_LANE(Lanes<T>, (T)(x.v[i] op y))
SHIFT(<<) SHIFT(>>)
template <class T> static inline Lanes<T> operator~(const Lanes<T> &x) LANE_BY_LANE(Lanes<T>, (T)~x.v[i])
static inline LB operator!(const LB &x) LANE_BY_LANE(LB, !x.v[i])
template <class T> static inline LB operator<(const Lanes<T> &x, const Lanes<T> &y) LANE_BY_LANE(LB, x.v[i] < y.v[i])
template <class T, class N> static inline Lanes<T> &operator|=(Lanes<T> &x, const N &y) { return x = x | y; }
template <class T, class N> static inline Lanes<T> &operator&=(Lanes<T> &x, const N &y) { return x = x & y; }

INLINE L32 lane() LANE_BY_LANE(L32, (u32)i)
INLINE u32 votes(const LB &x) { u32 r = 0; for (int i = 0; i < 32; i++) r |= (u32)x.v[i] << i; return r; }
INLINE bool any_of(const LB &x) { return votes(x) != 0; }
template <class T> static inline T from_lane(const Lanes<T> &x, u32 lane) { return x.v[lane & 31]; }
template <class T> static inline Lanes<T> from_each(const Lanes<T> &x, const L32 &lane) LANE_BY_LANE(Lanes<T>, x.v[lane.v[i] & 31])
template <class T> static inline Lanes<T> exchange(const Lanes<T> &x, u32 d) LANE_BY_LANE(Lanes<T>, x.v[i ^ d])
INLINE L32 from_before(const L32 &x, u32 d) LANE_BY_LANE(L32, x.v[i >= (int)d ? i - d : i])
template <class T> static inline Lanes<T> select(const LB &w, const Lanes<T> &x, const Lanes<T> &y) LANE_BY_LANE(Lanes<T>, w.v[i] ? x.v[i] : y.v[i])
INLINE L64 wide(const L32 &x) LANE_BY_LANE(L64, x.v[i])
INLINE L32 narrow(const L64 &x) LANE_BY_LANE(L32, (u32)x.v[i])
INLINE L32 bytes(const Lanes<u8> &x) LANE_BY_LANE(L32, x.v[i])
template <class Cell> static inline L32 numbers(const Lanes<Cell> &x) LANE_BY_LANE(L32, x.v[i])
INLINE LB is(const L32 &x, const L32 &y) LANE_BY_LANE(LB, x.v[i] == y.v[i])
INLINE LB below(const L32 &x, const L32 &y) LANE_BY_LANE(LB, x.v[i] < y.v[i])
INLINE LB some(const L64 &x) LANE_BY_LANE(LB, x.v[i] != 0)
INLINE L64 bit(const L32 &place) LANE_BY_LANE(L64, 1ull << (place.v[i] & 63))
INLINE L64 bit_of(const L64 &x, const L32 &place) LANE_BY_LANE(L64, x.v[i] >> (place.v[i] & 63) & 1)
INLINE L64 swap_bytes(const L64 &x) LANE_BY_LANE(L64, __builtin_bswap64(x.v[i]))
INLINE u64 reverse_bits(u64 x) {
    x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
    x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
    return __builtin_bswap64(x);
}
INLINE L64 reverse(const L64 &x) LANE_BY_LANE(L64, reverse_bits(x.v[i]))
INLINE L32 count_ones(const L64 &x) LANE_BY_LANE(L32, (u32)__builtin_popcountll(x.v[i]))
INLINE u32 lowest_of(u32 x) { return x ? (u32)__builtin_ctz(x) : 31; }
INLINE u32 lowest_of(u64 x) { return x ? (u32)__builtin_ctzll(x) : 63; }
INLINE L32 lowest(const L64 &x) LANE_BY_LANE(L32, lowest_of(x.v[i]))

template <class T> static inline Lanes<T> load(const T *from, const L64 &at) LANE_BY_LANE(Lanes<T>, from[at.v[i]])
template <class T> static inline Lanes<T> load_if(const LB &w, const T *from, const L64 &at) LANE_BY_LANE(Lanes<T>, w.v[i] ? from[at.v[i]] : T(0))
template <class T> static inline void store(T *to, const L64 &at, const Lanes<T> &x) { for (int i = 0; i < 32; i++) to[at.v[i]] = x.v[i]; }
template <class T> static inline void store_if(const LB &w, T *to, const L64 &at, const Lanes<T> &x) { for (int i = 0; i < 32; i++) if (w.v[i]) to[at.v[i]] = x.v[i]; }

INLINE L32 divided(const L32 &x, u32 by) LANE_BY_LANE(L32, x.v[i] / by)
template <class Cell> static inline Lanes<Cell> cell_of(u32 code) { return Lanes<Cell>((Cell)code); }
template <class Cell> static inline Lanes<Cell> cells_of(const L32 &x) LANE_BY_LANE(Lanes<Cell>, (Cell)x.v[i])
INLINE u32 lesser(u32 x, u32 y) { return x < y ? x : y; }
INLINE L32 lesser(const L32 &x, const L32 &y) LANE_BY_LANE(L32, lesser(x.v[i], y.v[i]))

INLINE u32 take(u32 *from, u32 count) { u32 first = *from; *from += count; return first; }
INLINE void add_to(u64 *to, u64 x) { *to += x; }
INLINE void or_to(u64 *to, u64 x) { *to |= x; }
INLINE void keep_in(u64 *to, u64 x) { *to &= x; }
INLINE void set_to(u64 *to, u64 x) { *to = x; }
INLINE void min_to(u64 *to, u64 x) { if (x < *to) *to = x; }
INLINE void max_to(u64 *to, u64 x) { if (x > *to) *to = x; }
INLINE void whole_warp_here() {}
